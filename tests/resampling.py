"""What tests of `hide` have in common: resamples that are many and uniform, and observations that say too much."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from scipy.special import chdtrc

from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State

RESAMPLES = 2_000
ALARM = 1e-6
"""Chi-square tests use fixed keys, so that they pass or fail for good; each allows one false alarm in a million."""


def resampled(state: State, seat: int, keys: int = RESAMPLES) -> np.ndarray[Any, Any]:
    """(keys,) tables resampled for `seat`."""
    return np.concatenate([state.hide(seat, key).tables.array for key in range(keys)])


def uniform(seen: np.ndarray[Any, Any], expected: np.ndarray[Any, Any], spread: float = 1.0) -> bool:
    """Do the counts `seen` fit the counts `expected`? `spread` is the variance of a cell against a free multinomial."""
    cells = expected > 0
    assert np.all(seen[~cells] == 0)
    statistic = float((((seen - expected) ** 2)[cells] / expected[cells]).sum()) / spread
    return bool(chdtrc(max(int(cells.sum()) - 1, 1), statistic) > ALARM)


def could_answer(state: State, seat: int) -> bool:
    """Would this seat have been asked in the open window?"""
    asked = state.clone()
    asked.tables.array["seat"] = seat
    asked.call("reopen")
    return len(asked.legal()) > 1


def told_more(t: Any, me: int, seen: Any) -> None:
    """As the game observes, and then the leak: `leaking` says what these are."""
    honest(t, me, seen)  # type: ignore[name-defined] # noqa: F821
    leak(t, me, seen)  # type: ignore[name-defined] # noqa: F821


def leaking(game: type[Game], leak: Callable[[Any, int, Any], None]) -> Game:
    """The game with observations that say something more: `leak` writes it, from the table and the seat, into them."""
    names = {"honest": game.rules["observe"], "leak": leak}
    rules = {**game.rules, "observe": rule(FunctionType(told_more.__code__, names, "observe"))}
    return type(f"Leaking{game.__name__}", (game,), {"name": "leaking", "rules": rules})()
