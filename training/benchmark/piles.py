"""Face-down piles whose order nobody knows, and the chance of tables: what is to come can be drawn anew.

Everything here leaves a table as likely as it was, whatever the players have done: the order of a pile that nobody has
looked into depends on none of their actions. Hidden hands are not drawn anew, since actions tell of them.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from dynasty_env.dynasty.material import DECK_ROOM as DYNASTY_ROOM
from dynasty_env.dynasty.steps import Step as DynastyStep
from dynasty_env.kingdoms.material import DECK_ROOM as KINGDOMS_ROOM
from dynasty_env.kit.engine import rng

Ids = npt.NDArray[np.int64]
Records = npt.NDArray[Any]
Piles = list[tuple[str, Ids, Ids]]
"""Of each pile: the field in which it lies, and (n,) its first place there and how many cards of it nobody knows."""

_rotate = numba.njit(rng.rotate)
_threefry = numba.njit(FunctionType(rng.threefry.__code__, {**vars(rng), "rotate": _rotate}))


def of_dynasty(tables: Records) -> Piles:
    """The four person decks and the pack. A seat that foresees knows a deck's top card; others may know the pack's."""
    foreseen = (tables["step"] == int(DynastyStep.FORESIGHT)) & (tables["done"] == 0)
    piles: Piles = []
    for deck in range(tables["deck_size"].shape[1]):
        below = tables["under"][:, deck].astype(np.int64)
        known = foreseen & (tables["a"] == deck)
        piles.append(("deck", deck * DYNASTY_ROOM + below, tables["deck_size"][:, deck] - below - known))
    known = tables["knows_top"].any(axis=1)
    piles.append(("pack", np.zeros(len(tables), np.int64), tables["pack_size"] - known.astype(np.int64)))
    return piles


def of_kingdoms(tables: Records) -> Piles:
    """The person decks."""
    sizes = tables["deck_size"].astype(np.int64)
    return [
        ("deck", np.full(len(tables), deck * KINGDOMS_ROOM, np.int64), sizes[:, deck]) for deck in range(sizes.shape[1])
    ]


def of_shinsengumi(tables: Records) -> Piles:
    """Persons and events."""
    start = np.zeros(len(tables), np.int64)
    return [(name, start, tables[f"{name}_size"].astype(np.int64)) for name in ("person_pile", "event_pile")]


PILES: dict[str, Callable[[Records], Piles]] = {
    "dynasty_v0": of_dynasty,
    "kingdoms_v0": of_kingdoms,
    "shinsengumi_v0": of_shinsengumi,
}
"""By name of the game. In a game that is not here, the order of piles stays, and only what is rolled is redrawn."""


def piles_of(game: str, tables: Records) -> Piles:
    """The piles of some tables of a game."""
    return PILES[game](tables) if game in PILES else []


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


def redraw(game: str, tables: Records, keys: tuple[Ids, Ids]) -> None:
    """Give the tables (n,) dice of their own from `keys` (n,), and shuffle what nobody knows the order of."""
    tables["key0"], tables["key1"] = keys
    tables["draws"] = 0
    for number, (field, start, count) in enumerate(piles_of(game, tables)):
        _shuffle(tables[field], np.ascontiguousarray(start), np.ascontiguousarray(count), *keys, 1 + number)
