"""Twins of a table, made without knowing its game: hidden values are exchanged.

Two tables that `hide` has made from the same one share everything it leaves alone, so comparing them cannot show what
it keeps of the truth. This module therefore exchanges something by force: two places of a deck, two cards of two hands
or, if the game says which things pass between fields of its table (`Game.items`), a card of a hand and one of the pack.
If the audit accepts the result as a true table, and a seat is shown the same by both tables, then the seat cannot know
which of them it is at, and `hide` must redraw both to the same table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.game import Game, Items
from dynasty_env.kit.state import State

TRIES = 40
"""Exchanges tried for a seat; most of them give no true table, or one that the seat can tell apart."""
BETWEEN = 0.5
"""Share of exchanges between fields, in games that say between which."""
_HEAD = frozenset(table_dtype(header(1, 1, 1), []).names or ())


def fields_to_exchange(game: Game) -> list[str]:
    """The game's own arrays that may hide something: those that it names, or all of them."""
    assert game.dtype.names is not None
    own = [name for name in game.dtype.names if name not in _HEAD and game.dtype[name].shape]
    return own if game.hidden is None else [name for name in own if name in game.hidden]


def exchanged(state: State, rng: np.random.Generator) -> Iterator[tuple[str, State]]:
    """True tables that differ from this one in two or four places of one field, or in where two things are.

    Each comes with the names of the fields.
    """
    names, items = fields_to_exchange(state.game), state.game.items
    for _ in range(TRIES if names else 0):
        twin = state.clone()
        if items and rng.random() < BETWEEN:
            name = _things(twin.record, items[rng.integers(len(items))], rng)
        else:
            name = _within(twin.record, names[rng.integers(len(names))], rng)
        if name and twin.call("audit") == 0:
            yield name, twin


def _within(record: Any, name: str, rng: np.random.Generator) -> str:
    """Exchange something within one field. Returns its name, or an empty text if nothing changed."""
    array = record[name]
    done = _rows(array, rng) if array.ndim == 2 and rng.random() < 0.7 else _places(array.reshape(-1), rng)
    return name if done else ""


def _places(flat: Any, rng: np.random.Generator) -> bool:
    """Exchange the contents of two places. Returns False if they are equal, or there is only one place."""
    if len(flat) < 2:
        return False
    one, other = rng.choice(len(flat), 2, replace=False)
    if flat[one] == flat[other]:
        return False
    flat[[one, other]] = flat[[other, one]]
    return True


def _rows(array: Any, rng: np.random.Generator) -> bool:
    """Exchange two columns of two rows, as two hands exchange cards and keep their sizes."""
    if min(array.shape) < 2:
        return False
    rows = rng.choice(array.shape[0], 2, replace=False)
    columns = rng.choice(array.shape[1], 2, replace=False)
    if (array[rows[0], columns] == array[rows[1], columns]).all():
        return False
    array[np.ix_(rows, columns)] = array[np.ix_(rows[::-1], columns)]
    return True


def _things(record: Any, items: Items, rng: np.random.Generator) -> str:
    """Exchange two things in all fields that say where they are. Returns the names of these fields, or an empty text if
    one was not found or both are alike."""
    one, other = _thing(record, items, rng), _thing(record, items, rng)
    if one is None or other is None or one.number == other.number:
        return ""
    one.becomes(other.number)
    other.becomes(one.number)
    if items.where:
        copies = len(record[items.where[0]]) // record[items.counts[0]].shape[-1] if items.counts else 1
        entry, another = (copies * each.number + int(rng.integers(copies)) for each in (one, other))
        if any(record[name][entry] != record[name][another] for name in items.alike):
            return ""
        for name in items.where:
            record[name][[entry, another]] = record[name][[another, entry]]
    return " and ".join(sorted({one.field, other.field, *items.where}))


@dataclass
class _Thing:
    """A thing in a place: the field, the thing's number, and a function that puts another one there."""

    field: str
    number: int
    becomes: Callable[[int], None]


def _thing(record: Any, items: Items, rng: np.random.Generator) -> _Thing | None:
    """Any thing in any of its fields; None if that field is empty."""
    fields = [*items.lists, *((name, "") for name in items.counts or items.where)]
    name, size = fields[rng.integers(len(fields))]
    array = record[name]
    if size:
        sizes = record[size].reshape(-1)
        rows = array.reshape(len(sizes), -1)
        places = np.argwhere(np.arange(rows.shape[1]) < sizes[:, np.newaxis])
        if not len(places):
            return None
        row, place = rng.choice(places)
        return _Thing(name, int(rows[row, place]), partial(rows[row].__setitem__, place))
    if not items.counts:
        return _Thing(name, int(rng.integers(len(array))), lambda _: None)
    rows = array.reshape(-1, array.shape[-1])
    row = rows[rng.integers(len(rows))]
    kinds = np.flatnonzero(row > 0)
    return _Thing(name, kind := int(rng.choice(kinds)), partial(_recount, row, kind)) if len(kinds) else None


def _recount(row: Any, kind: int, other: int) -> None:
    """Turn one of a kind into one of another kind."""
    row[kind] -= 1
    row[other] += 1
