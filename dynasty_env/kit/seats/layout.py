"""The layout of an observation: named pieces of one flat vector of small integers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.int8]


@dataclass(frozen=True)
class Piece:
    """A named block of the observation.

    Attributes:
        name: its name in the layout.
        shape: its shape when cut out and reshaped.
        low, high: its smallest and largest value.
        category: True if the values are labels (one column each in `features="onehot"`), False if they are amounts (one
            column, scaled by `high`).
        meaning: what it holds, in words.
        start: its first index in the flat vector.
        private: True if not everybody may see what one seat sees here. Public views that are made from the layout
            (`kit.plain`) leave it out.
        by_seat: True if its rows are seats, beginning with the viewing seat; there may be more rows than seats at a
            table. Views that are made from the layout name the seats.
        labels: the names of its values from `low` on; "" for a value without a name. Network files store them, so that
            networks stay usable when values are added or renumbered (`agents.vocabulary`).
        entries: the names of the rows along its first axis, for the same purpose.

    Raises:
        ValueError: if a value does not fit into a byte, if the number of labels differs from the number of values, or
            that of entries from the number of rows.
    """

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    category: bool
    meaning: str
    start: int = 0
    private: bool = False
    by_seat: bool = False
    labels: Sequence[str] = ()
    entries: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.low < -128 or self.high > 127:
            raise ValueError(f"{self.name}: {self.low} … {self.high} does not fit into a byte, -128 … 127")
        values = range(self.low, self.high + 1)
        if self.labels and len(self.labels) != len(values):
            raise ValueError(f"{self.name}: {len(self.labels)} labels for the values {self.low} … {self.high}")
        if self.entries and len(self.entries) != self.shape[0]:
            raise ValueError(f"{self.name}: {len(self.entries)} entries for {self.shape[0]} rows")

    @property
    def size(self) -> int:
        """Number of values in the piece."""
        return int(np.prod(self.shape, dtype=int))

    @property
    def place(self) -> slice:
        """The slice of the flat vector that the piece occupies."""
        return slice(self.start, self.start + self.size)

    @property
    def columns(self) -> int:
        """Width of the piece in `features="onehot"`."""
        return self.size * (self.high - self.low + 1 if self.category else 1)

    def of(self, observation: Bytes) -> Bytes:
        """The piece of `observation` (…, D), as (…, *shape)."""
        return observation[..., self.place].reshape(*observation.shape[:-1], *self.shape)


class Layout(Mapping[str, Piece]):
    """The pieces of an observation in order: a mapping from name to `Piece`.

    `layout["persons"].place` is a slice of the flat vector, and `.shape` the shape of the piece.

    Args:
        labels: labels of pieces (see `Piece`), by piece name; the names of pieces with the same labels are separated by
            spaces. An enum labels its values.
        entries: entries of pieces, in the same form.

    Raises:
        ValueError: if there is no such piece, or the number of labels or entries does not fit it.
    """

    def __init__(
        self, pieces: Sequence[Piece],
        labels: "Mapping[str, Sequence[str] | type[IntEnum]]" = MappingProxyType({}),
        entries: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        values = {name: names for several, names in labels.items() for name in several.split()}
        rows = {name: names for several, names in entries.items() for name in several.split()}
        unknown = {*values, *rows} - {piece.name for piece in pieces}
        if unknown:
            raise ValueError(f"the layout has no piece {', '.join(sorted(unknown))}")
        self._pieces: dict[str, Piece] = {}
        start = 0
        for piece in pieces:
            own: dict[str, Any] = {"start": start}
            own |= {"labels": _labels(piece, values[piece.name])} if piece.name in values else {}
            own |= {"entries": tuple(rows[piece.name])} if piece.name in rows else {}
            self._pieces[piece.name] = replace(piece, **own)
            start += piece.size
        self.size = start

    def __getitem__(self, name: str) -> Piece:
        return self._pieces[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pieces)

    def __len__(self) -> int:
        return len(self._pieces)

    def __repr__(self) -> str:
        lines = (
            f"  {piece.name}: {piece.start}–{piece.place.stop - 1}, {piece.shape}, {piece.low} … {piece.high}"
            f"{' (private)' if piece.private else ''}: {piece.meaning}"
            for piece in self.values()
        )
        return "\n".join([f"Layout of {self.size} numbers:", *lines])

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The dtype of an observation as a record: a field for each piece, a number for pieces of shape (1,).

        `observe` writes such records. Their bytes are those of the flat vector.
        """
        return np.dtype([(p.name, np.int8, () if p.shape == (1,) else p.shape) for p in self.values()])

    def records(self, observations: Bytes) -> npt.NDArray[np.void]:
        """Observations (…, D) as a flat array of records: the same memory."""
        return observations.reshape(-1, self.size).view(self.dtype).reshape(-1)

    @cached_property
    def low(self) -> Bytes:
        """(D,) the smallest values."""
        return self._for_each_value(lambda piece: piece.low).astype(np.int8)

    @cached_property
    def high(self) -> Bytes:
        """(D,) the largest values."""
        return self._for_each_value(lambda piece: piece.high).astype(np.int8)

    @cached_property
    def onehot_size(self) -> int:
        """Length of the flat float vector of `features="onehot"`."""
        return sum(p.columns for p in self.values())

    @cached_property
    def _columns(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_], npt.NDArray[np.float32]]:
        """(D,) each: the column of 0, whether there is a column for each label, and the scale of an amount."""
        width = self._for_each_value(lambda piece: piece.columns // max(piece.size, 1))
        lowest = self._for_each_value(lambda piece: piece.low if piece.category else 0)
        category = self._for_each_value(lambda piece: piece.category) == 1
        largest = self._for_each_value(lambda piece: max(abs(piece.low), abs(piece.high), 1))
        return np.cumsum(width) - width - lowest, category, (1 / largest).astype(np.float32)

    def _for_each_value(self, number: Callable[[Piece], int]) -> npt.NDArray[np.int64]:
        """(D,) a number of the piece to which each value belongs."""
        return np.repeat([number(piece) for piece in self.values()], [piece.size for piece in self.values()])

    def onehot(self, observation: Bytes) -> npt.NDArray[np.float32]:
        """`observation` (…, D) int8 as (…, onehot_size) float32 in [-1, 1]: labels as 0/1 columns, amounts scaled."""
        first, category, scale = self._columns
        flat = observation.reshape(-1, self.size)
        out = np.zeros((len(flat), self.onehot_size), np.float32)
        rows = np.arange(len(flat))[:, None]
        out[rows, first[category] + flat[:, category]] = 1.0
        out[rows, first[~category]] = flat[:, ~category] * scale[~category]
        return out.reshape(*observation.shape[:-1], self.onehot_size)


def _labels(piece: Piece, names: Sequence[str] | type[IntEnum]) -> tuple[str, ...]:
    """The names of a piece's values, which may be given as an enum."""
    if not isinstance(names, type):
        return tuple(names)
    named = {int(member): member.name.lower() for member in names}
    return tuple(named.get(value, "") for value in range(piece.low, piece.high + 1))
