"""Twins of a table, made without knowing its game: hidden values change places.

Two tables that `hide` has made from the same one have in common whatever it leaves alone, so comparing them cannot
show what it keeps of the truth. Here something is exchanged by force: two places of a deck, two cards of two hands.
Where the audit finds the result a true table, and a seat is shown the same of both, that seat cannot know which of
them lies before it, and both have to be redrawn for it to the same table.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State

TRIES = 40
"""Exchanges that are tried for a seat; most of them make no true table, or one that the seat can tell apart."""
_HEAD = frozenset(table_dtype(header(1, 1, 1), []).names or ())


def fields_to_exchange(game: Game) -> list[str]:
    """The arrays of a game's own in which something may be hidden: those that it names, or all of them."""
    assert game.dtype.names is not None
    own = [name for name in game.dtype.names if name not in _HEAD and game.dtype[name].shape]
    return own if game.hidden is None else [name for name in own if name in game.hidden]


def exchanged(state: State, rng: np.random.Generator, tries: int = TRIES) -> Iterator[tuple[str, State]]:
    """True tables that differ from this one in two or four places of one field, and the names of the fields."""
    names = fields_to_exchange(state.game)
    for _ in range(tries if names else 0):
        name = names[rng.integers(len(names))]
        twin = state.clone()
        array = twin.record[name]
        done = _rows(array, rng) if array.ndim == 2 and rng.random() < 0.7 else _places(array.reshape(-1), rng)
        if done and twin.call("audit") == 0:
            yield name, twin


def _places(flat: Any, rng: np.random.Generator) -> bool:
    """Two places exchange what they hold. False: it is the same, or there is one place alone."""
    if len(flat) < 2:
        return False
    one, other = rng.choice(len(flat), 2, replace=False)
    if flat[one] == flat[other]:
        return False
    flat[[one, other]] = flat[[other, one]]
    return True


def _rows(array: Any, rng: np.random.Generator) -> bool:
    """Two rows exchange two columns, as two hands exchange cards and keep their sizes."""
    if min(array.shape) < 2:
        return False
    rows = rng.choice(array.shape[0], 2, replace=False)
    columns = rng.choice(array.shape[1], 2, replace=False)
    if (array[rows[0], columns] == array[rows[1], columns]).all():
        return False
    array[np.ix_(rows, columns)] = array[np.ix_(rows[::-1], columns)]
    return True
