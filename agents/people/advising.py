"""A hint at the terminal: what a bot would do, why, and how often each choice wins."""

from collections.abc import Mapping

from agents.network.search import opinion_judge
from agents.people.choices import in_words
from agents.search.budget import Budget
from agents.search.opinion import SURE, Opinion, Weighed, advise
from dynasty_env.kit.message import Chance, sentence
from dynasty_env.kit.seats.decision import Decision

COMPILED, INTERPRETED = "1s", "3s"
"""Thinking time on compiled and on interpreted rules, also at the table in the browser."""
MEANWHILE = "random"
"""The bot that plays playouts until the rules are compiled: the game's own bot is too slow on interpreted ones."""
FEW = 5
"""Number of choices that are listed."""


def advice(decision: Decision) -> Opinion:
    """A bot's opinion of an open decision, based only on what its seat knows."""
    judge = opinion_judge(decision.game)
    if judge.is_ready(decision.game):
        return advise(decision, Budget.parse(COMPILED), judge)
    slow = opinion_judge(decision.game, MEANWHILE, interpreted=True)
    return advise(decision, Budget.parse(INTERPRETED), slow)


def advice_in_words(opinion: Opinion, named: Mapping[int, str], agent: str) -> list[str]:
    """An opinion as lines of text, with the name of each action, and the stem of the seats' names."""
    reasons = {reason.action: reason.says for reason in opinion.reasons}
    lines = [f"A bot would say: {named[opinion.best.action]}"]
    lines += [f"  {in_words(sentence(text, '.'), agent)}" for text in reasons.get(opinion.best.action, ())]
    for option in opinion.options[:FEW]:
        lines.append(f"  {named[option.action]}: {_worth(option)}")
        if option is not opinion.best:
            lines += [f"    {in_words(sentence(text, '.'), agent)}" for text in reasons.get(option.action, ())]
    rough = " The search is not compiled yet, so this is a rough guess." if opinion.interpreted else ""
    return [*lines, f"  (From {opinion.playouts} imagined games.{rough})"]


def _worth(option: Weighed) -> str:
    if option.hardly_tried:
        return "hardly tried"
    return f"wins about {Chance(min(max(option.wins, 0.0), 1.0))} ± {max(1, round(100 * SURE * option.error))} %"
