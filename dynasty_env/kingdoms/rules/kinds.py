"""The tables of rules that the chapters fill in, one row each."""

from collections.abc import Callable
from typing import Any, ClassVar

from dynasty_env.kingdoms.material import COUNTRIES
from dynasty_env.kit.engine import Column, Kind, some
from dynasty_env.kit.engine.loop import Rule
from dynasty_env.kit.message import chances_in
from dynasty_env.kit.words import Chance, Chances, Message, State, _


class Action(Kind):
    """A kind of action (rows 1–8 of the table, K29). may: can the seat choose it? begin: the first step.

    Args:
        upon: the declaration in words once a country is named.
        acts: the words for the person who carries it out.
    """

    columns: ClassVar = {"may": Column(False, "t, seat"), "begin": Column()}

    def __init__(
        self,
        number: int,
        *,
        upon: str = _("{who} declares {declared} on {country}"),
        acts: str = _("{person} acts"),
        **others: Any,
    ) -> None:
        super().__init__(number, **others)
        self.upon, self.acts = upon, acts


def some_king(may: Rule) -> Rule:
    """The rule ``(t, seat) -> bool``: is there a king for whom `may(t, seat, king)` holds?

    Each king rules a country.
    """
    return some(COUNTRIES, may, among="ruler")


def best_of(chance: Callable[[State, int], float], first: int = 0) -> Chances:
    """The chance shown for declaring an action: the best that the deciding seat can reach with it.

    Args:
        chance: the chance of a choice in the last decision of the declaration, by the number of what it names.
        first: the id of the action that names number 0 there.
    """

    def best(state: State) -> float:
        if state.game.phase_at[int(state.record["step"])].chance:
            return max(chance(state, action - first) for action in map(int, state.legal()))
        return max(best(after(state, action)) for action in map(int, state.legal()))

    def says(state: State, kind: int) -> str:
        return Message(_("succeeds {chance} at best"), chance=Chance(best(after(state, kind))))

    return says


def _by_phase(state: State, action: int) -> float:
    return max(chance.value for chance in chances_in(state.game.prospects(state, action)))


at_best = best_of(_by_phase)
"""The same for choices whose chance is declared by their phase."""


def after(state: State, action: int) -> State:
    """The decision after an action. It is asked even if there is a single choice, so that no dice are rolled for it."""
    copy = state.clone()
    copy.record["ask_forced"] = True
    copy.play(action)
    return copy
