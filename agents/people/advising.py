"""A hint at the terminal: what a bot would do, why, and how often each choice wins."""

from collections.abc import Mapping

from agents.network.search import habit_of, opinion_judge
from agents.people.choices import in_words
from agents.search.advice import advise
from agents.search.budget import Budget
from agents.search.opinion import AHEAD, CLEAR, PASSING, SURE, Advice, Opinion, Weighed
from dynasty_env.kit.message import Chance, sentence
from dynasty_env.kit.seats.decision import Decision

COMPILED, INTERPRETED = "5s", "3s"
"""Maximum thinking time on compiled and on interpreted rules, also at the table in the browser."""
MEANWHILE = "random"
"""The bot that plays playouts until the rules are compiled: the game's own bot is too slow on interpreted ones."""
FEW = 5
"""Number of choices that are listed."""


def advice(decision: Decision) -> Opinion:
    """A bot's opinion of an open decision, based only on what its seat knows."""
    judge = opinion_judge(decision.game)
    if judge.is_ready(decision.game):
        return advise(decision, Budget.parse(COMPILED), judge, habit_of(decision.game, judge))
    slow = opinion_judge(decision.game, MEANWHILE, interpreted=True)
    return advise(decision, Budget.parse(INTERPRETED), slow)


def advice_in_words(opinion: Opinion, named: Mapping[int, str], agent: str) -> list[str]:
    """An opinion with advice as lines of text, with the name of each action, and the stem of the seats' names."""
    assert opinion.advice is not None
    best = opinion.advice.action
    reasons = {reason.action: reason.heard(advised=reason.action == best) for reason in opinion.reasons}
    lines = [_recommended(opinion.advice, named)]
    if best is not None:
        lines += [f"  {in_words(sentence(text, '.'), agent)}" for text in reasons.get(best, ())]
    for option in [option for option in opinion.options if option.like is None][:FEW]:
        same = sum(other.like == option.action for other in opinion.options)
        lines.append(f"  {named[option.action]}: {_worth(option)}{f', like {same} others' if same else ''}")
        if option.action != best:
            lines += [f"    {in_words(sentence(text, '.'), agent)}" for text in reasons.get(option.action, ())]
    rough = " The search is not compiled yet, so this is a rough guess." if opinion.interpreted else ""
    return [*lines, f"  (From {opinion.playouts} imagined games.{rough})"]


def _recommended(given: Advice, named: Mapping[int, str]) -> str:
    """The advice in a line."""
    if given.action is None:
        return "A bot cannot say which choice is better: too few games could be played out."
    what = named[given.action]
    if given.by == CLEAR:
        return f"A bot would say: {what}"
    if given.by == PASSING:
        return f"No choice is clearly better. If in doubt: {what}"
    if given.by == AHEAD:
        return f"No choice is clearly better. Ahead, perhaps by chance: {what}"
    return f"No choice is clearly better. The bot “{given.by}” prefers: {what}"


def _worth(option: Weighed) -> str:
    if option.hardly_tried:
        return "hardly tried"
    return f"wins about {Chance(min(max(option.wins, 0.0), 1.0))} ± {max(1, round(100 * SURE * option.error))} %"
