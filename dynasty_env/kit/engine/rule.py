"""The decorator of rules: functions that a backend runs interpreted or compiled."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []
"""Every rule of every imported game, in the order of definition."""


def rule(function: F) -> F:
    """Mark `function` as a rule and return it unchanged.

    A rule works on a table (`t`) with plain integers and arrays only, so that the same source runs
    as Python and as machine code (see `backend`). It may call other rules, by name.
    """
    RULES.append(function)
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def given_by_the_game(*_: Any) -> Any:
    """Placeholder for a rule that differs from game to game, under a name ``game_…``.

    The backend replaces it by the game's own rule (`Game.rules`, `Game.bindings`).
    """
    raise NotImplementedError("bound to a game's rules by the backend")


class GameEnum(IntEnum):
    """Placeholder, in the same way, for an enum that differs from game to game."""
