"""Advice on an open decision: what a search and a player's habit recommend, and how much that is worth.

Playouts are spent on what differs: actions with the same result are played out once, and if there are many, only
those that the player would consider at all. Actions that turn out clearly worse are dropped; the search ends early if a
single one is left. If several are left, no more is claimed: then the player's habit decides, or passing.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents.search.budget import Budget
from agents.search.judge import Judge
from agents.search.opinion import AHEAD, CLEAR, PASSING, Advice, Opinion, Played, Weighed, is_slow
from agents.search.reasons import reasons
from dynasty_env.kit.message import Joined, Message, Sentence, chances_in, parts_of
from dynasty_env.kit.seats.decision import PASS, Decision

TABLES = 48
"""Minimum number of tables for each action on compiled rules, even if that takes longer than the budget."""
CONSIDERED = 8
"""Maximum number of different actions that are played out, if it is known which ones the player considers."""


class Habit(NamedTuple):
    """How a player decides without a search.

    Attributes:
        name: the player's name.
        log_probs: returns the log-probabilities of a decision's legal actions, (k,); -inf: never taken.
    """

    name: str
    log_probs: Callable[[Decision], npt.NDArray[np.float64]]


def advise(decision: Decision, budget: Budget, judge: Judge, habit: Habit | None = None) -> Opinion:
    """A search's opinion of an open decision, with advice and reasons.

    Args:
        decision: the decision; only what its seat knows is used.
        budget: maximum number of playouts, or maximum time.
        judge: plays the playouts to the end.
        habit: recommends one of the actions among which the playouts do not decide.
    """
    legal, likes = decision.legal, alike(decision)
    prior = None if habit is None else _together(habit.log_probs(decision), likes)
    places = _considered(decision, np.flatnonzero(likes == np.arange(len(legal))), prior)
    played = Played(judge, decision)
    least = 0 if budget.seconds is None or is_slow(judge) else TABLES
    tried = played.compared(played.race(places, budget, least))
    own = {option.action: option for option in tried}
    rest = []
    for place, action in enumerate(legal.tolist()):
        if action not in own:
            first = int(legal[likes[place]])
            same = own.get(first)
            rest.append(replace(same, action=action, like=first) if same else Weighed(action, 0.0, 0.5, 1.0, 1.0, 0))
    advice = _advice(decision, tried, habit, prior)
    opinion = Opinion(
        f"mc:{budget}:{judge.name}",
        (*tried, *sorted(rest, key=lambda option: option.behind)),
        interpreted=is_slow(judge),
        advice=advice,
    )
    ranked = [option.action for option in tried]
    if advice.action is not None:
        ranked = [advice.action, *(action for action in ranked if action != advice.action)]
    key = int(decision.rng.integers(2**62))
    return replace(opinion, reasons=reasons(decision, ranked, key, interpreted=opinion.interpreted))


def alike(decision: Decision) -> npt.NDArray[np.int64]:
    """(k,) for each legal action, the index of the first one with the same result.

    Two actions have the same result if the table is the same after both, or if they differ only in a number that they
    name, a chance is at stake, and what is said about it is the same after both.
    """
    known, at_stake = decision.imagine(0), bool(decision.prospects())
    firsts: dict[object, int] = {}
    result = np.arange(len(decision.legal))
    for place, action in enumerate(decision.legal.tolist()):
        state = known.clone()
        state.play(action)
        keys: list[object] = [state.tables.array.tobytes()]
        prospects = decision.prospects(action)
        if at_stake and (said := _without_number(decision, action)) and chances_in(prospects):
            keys.append((said, str(prospects)))
        result[place] = min(firsts.setdefault(key, place) for key in keys)
    return result


def _without_number(decision: Decision, action: int) -> tuple[str, ...]:
    """What an action does in words, without the number that it names; empty if it names none."""
    number, words = decision.action_names[action].partition(":")[2], decision.describe(action)
    if not number.isdecimal() or not isinstance(words, Message):
        return ()
    return words.template, *(str(value) for value in words.fields.values() if str(value) != number)


def _together(log_probs: npt.NDArray[np.float64], likes: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """(k,) for the first of actions with the same result, their log-probability together; -inf for the others."""
    result = np.full(len(likes), -np.inf)
    np.logaddexp.at(result, likes, log_probs)
    return result


def _considered(
    decision: Decision, places: npt.NDArray[np.int64], prior: npt.NDArray[np.float64] | None
) -> npt.NDArray[np.int64]:
    """The indices of the actions to play out: of different ones, passing and those that the player considers most."""
    if prior is None or len(places) <= CONSIDERED or not np.isfinite(prior[places]).all():
        return places
    weight = np.exp(prior[places])
    weight[[decision.action_names[decision.legal[place]] == PASS for place in places.tolist()]] = 2.0
    return np.sort(places[np.argsort(-weight, kind="stable")[:CONSIDERED]])


def _advice(
    decision: Decision, tried: tuple[Weighed, ...], habit: Habit | None, prior: npt.NDArray[np.float64] | None
) -> Advice:
    """What to recommend, only among actions that have been tried enough to tell."""
    passing = next((option for option in tried if decision.action_names[option.action] == PASS), None)
    best = tried[0]
    if len(tried) == 1 or (not best.hardly_tried and all(option.clearly_worse for option in tried[1:])):
        return Advice(best.action, CLEAR)
    left = [option for option in tried if not option.clearly_worse and not option.hardly_tried]
    if not left:
        return Advice(None if passing is None or passing.clearly_worse else passing.action, PASSING)
    wanted = None
    if habit is not None and prior is not None:
        likely = dict(zip(decision.legal.tolist(), prior.tolist(), strict=True))
        likeliest = max(left, key=lambda option: likely[option.action])
        if np.isfinite(likely[likeliest.action]):
            wanted = likeliest.action
    if passing is not None and passing in left and (wanted is None or _changes_nothing(decision, wanted)):
        return Advice(passing.action, PASSING)
    return Advice(best.action, AHEAD) if wanted is None or habit is None else Advice(wanted, habit.name)


def _changes_nothing(decision: Decision, action: int) -> bool:
    """Whether what is said to follow an action, such as a chance or a direction, is what follows without it."""
    stated = _stated(decision.prospects(action))
    return bool(stated) and stated == _stated(decision.prospects())


def _stated(prospects: str) -> list[str]:
    """The chances, in whole percent, and the words that the fields of a sentence hold."""
    return [
        str(part) for part in parts_of(prospects) if str(part) and not isinstance(part, Message | Joined | Sentence)
    ]
