"""The names that a network knows: the meanings of its action ids, and the numbers of its observations.

Files of networks contain them. When a game grows, something new may take an id or a place, and everything after it
moves; an `Alignment` finds by name where everything was. A network is aligned with the present game by taking the rows
of its weights in the new order, as an embedding's rows are kept when a vocabulary is extended. This is possible if
nothing that it knows has disappeared or changed its meaning (`OutgrownError` otherwise). New inputs have no weight, and
a new action is the least likely one.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.files.origin import OtherVersionError, foreign
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Layout, Piece

Ids = npt.NDArray[np.int64]
Array = TypeVar("Array", bound=npt.NDArray[Any])

NEW = -1
"""Replaces an id, a place or a row that the network does not know."""
NO_VALUE = 1000
"""The same for a value, which may be -1."""
FIELDS = ("name", "shape", "low", "high", "category")


class OutgrownError(OtherVersionError):
    """A network of an earlier version of a game, in which something that it knows has changed since."""


@dataclass(frozen=True)
class Vocabulary:
    """Everything that a network knows by name.

    Attributes:
        actions: the name of each id.
        layout: the pieces of its observations.
    """

    actions: tuple[str, ...]
    layout: Layout

    @classmethod
    def of(cls, game: Game) -> "Vocabulary":
        """The vocabulary of the present game."""
        return cls(tuple(game.action_names), game.layout)

    @property
    def content(self) -> dict[str, Any]:
        """The vocabulary as plain lists and dicts; lists of names shared by several pieces are stored once."""
        lists: list[list[str]] = []

        def number(names: Sequence[str]) -> int:
            if list(names) not in lists:
                lists.append(list(names))
            return lists.index(list(names))

        pieces = []
        for piece in self.layout.values():
            row: dict[str, Any] = {name: getattr(piece, name) for name in FIELDS} | {"shape": list(piece.shape)}
            row |= {part: number(names) for part in ("labels", "entries") if (names := getattr(piece, part))}
            pieces.append(row)
        return {"actions": list(self.actions), "pieces": pieces, "names": lists}

    def __str__(self) -> str:
        return json.dumps(self.content, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, content: Any) -> "Vocabulary":
        """Read a vocabulary from its `content`. Raises SaveError if it is none."""
        try:
            lists = content["names"]
            pieces = []
            for row in content["pieces"]:
                named = {part: lists[row[part]] for part in ("labels", "entries") if part in row}
                fields = {name: row[name] for name in FIELDS} | {"shape": tuple(map(int, row["shape"]))}
                pieces.append(Piece(**fields, **named, meaning=""))
            result = cls(tuple(content["actions"]), Layout(pieces))
            sizes = [part for p in pieces for part in (*p.shape, 128 + p.low, 128 - p.high)]
            texts = [*result.actions, *result.layout, *(name for p in pieces for name in (*p.labels, *p.entries))]
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise SaveError(f"its names cannot be read: {in_short(error)}") from None
        if min(sizes, default=0) < 0 or not all(isinstance(text, str) for text in texts) or result.layout.size > 10**6:
            raise SaveError("its names cannot be read: they are not strings, or its numbers are out of range")
        return result


class Alignment:
    """Maps everything in the present game to its former place.

    Attributes:
        actions: (A,) the former id of each present action; `NEW` if it had none.
        places: (D,) the former place of each present place in an observation; `NEW` if it had none.
        entries: for each piece by name, (n,) the former row of each of its rows; `NEW` if it had none.
        values: for each piece by name, (high - low + 1,) the former value of each of its values, from the lowest;
            `NO_VALUE` if it had none. Amounts outside the former range count as the greatest, or least, former one.

    Raises:
        OutgrownError: something that the network knows has disappeared or changed its meaning.
    """

    def __init__(self, known: Vocabulary, game: Game) -> None:
        self.known, self.game = known, game
        self.actions = _found(known.actions, game.action_names, "action")
        self.entries: dict[str, Ids] = {}
        self.values: dict[str, Ids] = {}
        self._starts = {piece.start: name for name, piece in known.layout.items()}
        for name, before in known.layout.items():
            if name not in game.layout:
                raise OutgrownError(f"its observations included {name!r}, which was removed")
            self._compare(before, game.layout[name])

    def _compare(self, before: Piece, now: Piece) -> None:
        """Record the former rows and values of a piece."""
        what = f"the {before.name} of its observations"
        if before.category != now.category or before.shape[1:] != now.shape[1:]:
            raise OutgrownError(f"{what}: {_of(before)} then, {_of(now)} now")
        if before.entries and now.entries:
            self.entries[now.name] = _found(before.entries, now.entries, what)
        elif before.shape == now.shape:
            self.entries[now.name] = np.arange(now.shape[0])
        else:
            raise OutgrownError(f"{what}: {_of(before)} then, {_of(now)} now, whose rows have no names")
        if not before.category:
            values = np.arange(now.low, now.high + 1).clip(before.low, before.high)
        elif before.labels and now.labels:
            result = _found(before.labels, now.labels, what)
            values = np.where(result == NEW, NO_VALUE, result + before.low)
            for number in range(max(before.low, now.low), min(before.high, now.high) + 1):
                if not before.labels[number - before.low] and not now.labels[number - now.low]:
                    values[number - now.low] = number  # without a name: the number itself
        elif (before.low, before.high) == (now.low, now.high):
            values = np.arange(now.low, now.high + 1)
        else:
            raise OutgrownError(f"{what}: {_of(before)} then, {_of(now)} now, whose values have no names")
        self.values[now.name] = values

    @cached_property
    def places(self) -> Ids:
        result = np.full(self.game.layout.size, NEW)
        for name, piece in self.game.layout.items():
            if name in self.known.layout:
                before = self.known.layout[name]
                grid = np.arange(before.start, before.start + before.size).reshape(before.shape)
                result[piece.place] = rows_of(grid, self.entries[name], NEW).reshape(-1)
        return result

    def value_rows(self, first: Ids) -> Ids:
        """(R,) the former row of each value of each present place, from the lowest, in a table in which the value v of
        the place p had the row ``first[p] + v``; `NEW` if it had none."""
        rows = []
        for name, piece in self.game.layout.items():
            for place in self.places[piece.place]:
                values = self.values[name] if place != NEW else np.full(piece.high - piece.low + 1, NO_VALUE)
                rows.append(np.where(values == NO_VALUE, NEW, first[place] + values))
        return np.concatenate(rows)

    def piece_at(self, start: int) -> str:
        """The name of the piece that began at a place of the network's observations. Raises KeyError."""
        return self._starts[start]

    def states(self, names: Sequence[str]) -> Ids:
        """(n · states,) the former row of each card in each state, in a table with a row for each: cards first, then
        the values of each of the pieces with these `names`, which describe a card's state; `NEW` if it had none."""
        before = [self.known.layout[name] for name in names]
        wide = [piece.high - piece.low + 1 for piece in before]
        cards = self.entries[names[0]]
        ranges = [range(piece.high - piece.low + 1) for piece in map(self.game.layout.__getitem__, names)]
        states = np.full(prod(map(len, ranges)), NEW)
        for number, state in enumerate(product(*ranges)):
            values = [self.values[p.name][value] - p.low for p, value in zip(before, state, strict=True)]
            if all(0 <= value < size for value, size in zip(values, wide, strict=True)):
                states[number] = np.ravel_multi_index(values, wide)
        rows = cards[:, None] * prod(wide) + states
        return np.where((cards[:, None] == NEW) | (states == NEW), NEW, rows).reshape(-1)


def alignment_of(path: Path, about: Mapping[str, Any], game: Game, same: bool, how: str) -> Alignment | None:
    """The alignment of a file's vocabulary with the present game, or None if nothing has changed.

    Args:
        about: its metadata: ``vocabulary``, and the version that wrote it, if recorded.
        same: whether the file's hashes of ids and observations are the game's, which decides if it has no names.
        how: what can be done with a file that cannot be aligned.

    Raises:
        OutgrownError: it cannot be aligned; the message says which version wrote it, why it failed, and `how`.
        SaveError: its names are invalid.
    """
    try:
        if "vocabulary" not in about:
            if same:
                return None
            raise OutgrownError("its ids or observations were different, and it does not name them")
        content = about["vocabulary"]
        known = Vocabulary.read(json.loads(content) if isinstance(content, str) else content)
        return None if known.content == Vocabulary.of(game).content else Alignment(known, game)
    except OutgrownError as error:
        raise outgrown(path, about, game, f"{error}; {how}") from None
    except SaveError as error:
        raise SaveError(f"{path}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path}: its names cannot be read: {in_short(error)}") from None


def outgrown(path: Path, about: Mapping[str, Any], game: Game, why: str) -> OutgrownError:
    """The error for a network of another version of a game: which version wrote it, and why it cannot play."""
    version = str(about.get("made_by", about.get("version", ""))).removeprefix("dynasty-env ") or None
    written = foreign({"version": version, "rules": about.get("rules")}, game, always=True)
    message = f"{path} was trained on another version of {game.name}: {why}"
    return OutgrownError(f"{written}: {message}" if written else message)


def rows_of(array: Array, rows: Ids, fill: Any = 0) -> Array:
    """The `rows` of an array along its first axis, with `fill` where a row is `NEW`."""
    result: Any = array[np.maximum(rows, 0)]
    result[rows == NEW] = fill
    return result  # type: ignore[no-any-return]


def _found(before: Sequence[str], now: Sequence[str], what: str) -> Ids:
    """The former index of each of the names `now`; `NEW` if it is new. Entries without a name keep their places."""
    at = {name: number for number, name in enumerate(before) if name}
    gone = at.keys() - set(now)
    if gone:
        lost = in_short(min(gone, key=at.__getitem__))
        raise OutgrownError(f"{what}: {lost} was removed" + (f", and {len(gone) - 1} more" if len(gone) > 1 else ""))
    unnamed = {number: number for number, name in enumerate(before) if not name}
    return np.array([at.get(name, NEW) if name else unnamed.get(n, NEW) for n, name in enumerate(now)], np.int64)


def _of(piece: Piece) -> str:
    """Size and values of a piece as a short text."""
    size = "×".join(map(str, piece.shape))
    return f"{size} {'labels' if piece.category else 'amounts'} {piece.low} … {piece.high}"
