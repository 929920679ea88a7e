"""Face-down piles whose order nobody knows, and the chance of tables: what is to come can be drawn anew.

Everything here leaves a table as likely as it was, whatever the players have done: the order of a pile that nobody has
looked into depends on none of their actions. Hidden hands are not drawn anew, since actions tell of them.
"""

from types import FunctionType
from typing import Any

import numba
import numpy as np

from dynasty_env.kit.engine import rng
from dynasty_env.kit.experiments import Ids, Records, experiments_of
from dynasty_env.kit.game import Game

_rotate = numba.njit(rng.rotate)
_threefry = numba.njit(FunctionType(rng.threefry.__code__, {**vars(rng), "rotate": _rotate}))


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _shuffle(pile: Any, start: Any, count: Any, key0: Any, key1: Any, purpose: int) -> None:
    for row in range(len(pile)):
        for last in range(count[row] - 1, 0, -1):
            word, _ = _threefry(key0[row], key1[row], last, purpose)
            other = (word * (last + 1)) >> 32
            first = start[row]
            kept = pile[row, first + last]
            pile[row, first + last] = pile[row, first + other]
            pile[row, first + other] = kept


def redraw(game: Game, tables: Records, keys: tuple[Ids, Ids]) -> None:
    """Give the tables (n,) dice of their own from `keys` (n,), and shuffle what nobody knows the order of."""
    tables["key0"], tables["key1"] = keys
    tables["draws"] = 0
    for number, pile in enumerate(experiments_of(game).piles(tables)):
        start, count = np.ascontiguousarray(pile.start), np.ascontiguousarray(pile.count)
        _shuffle(tables[pile.field], start, count, *keys, 1 + number)
