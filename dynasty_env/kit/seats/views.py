"""What the views of all games share: how each begins, and values computed for every seat."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dynasty_env.kit.state import State


def head(state: State, seat: int | None) -> dict[str, Any]:
    """The first fields of a view: the game, and the open decision as far as `seat` (None: everybody) may know about it.

    If the seat that decides depends on hidden cards, only that seat is shown that it decides.
    """
    asked = int(state.record["seat"])
    is_told = not state.done and (seat == asked or int(state.record["step"]) not in state.game.secret_phases)
    names = state.game.action_names
    return {
        "game": state.game.name,
        "options": state.options,
        "seat": seat,
        "phase": state.phase,
        "deciding": asked if is_told else None,
        "legal": [names[action] for action in state.legal()] if seat == asked and not state.done else [],
    }


def by_seat(state: State, **rules: Callable[[Any, int], Any]) -> list[dict[str, Any]]:
    """A dict for each seat: keyword → what the rule ``(t, seat)`` passed under it returns for that seat."""
    t = state.tables[0]
    return [{name: plain(rule(t, seat)) for name, rule in rules.items()} for seat in range(state.num_players)]


def name_of(names: Sequence[str], number: int) -> str | None:
    """The name of a piece, by its number; None for none, which tables write as -1."""
    return None if number < 0 else names[number]


def names_where(names: Sequence[str], chosen: Any) -> list[str]:
    """The names of the pieces at which an array is not 0."""
    return [names[number] for number in np.flatnonzero(chosen).tolist()]


def number_of(number: int) -> int | None:
    """A number such as a seat; None for none, which tables write as -1."""
    return None if number < 0 else int(number)


def plain(value: Any) -> Any:
    """A NumPy number as a Python number."""
    return value.item() if isinstance(value, np.generic) else value
