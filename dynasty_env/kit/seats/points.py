"""The layout of a point: the continuous parameters of decisions, as a vector in the box [-1, 1]ᵏ."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.errors import IllegalActionError, in_short

Floats = npt.NDArray[np.float32]

WORD = "point:"
"""Prefix of points in replays and save files, where other actions are written by name."""


@dataclass(frozen=True)
class Part:
    """Coordinates of a point that belong together.

    Attributes:
        name: the name that games and replays use.
        kind: ``direction``: two coordinates, of which only the ratio and the signs count; ``sign``: one coordinate, of
            which only the sign counts (0 is positive); ``number``: `size` independent coordinates.
        meaning: what it means, in words.
        size: the number of coordinates; 0: the number that its kind has, one for a number.

    Raises:
        ValueError: if `size` does not fit the kind.
    """

    name: str
    kind: Literal["direction", "sign", "number"]
    meaning: str
    size: int = 0

    def __post_init__(self) -> None:
        wanted = {"direction": 2, "sign": 1}.get(self.kind, self.size or 1)
        if self.size not in (0, wanted):
            raise ValueError(f"the part {self.name}: a {self.kind} has {wanted} coordinates, not {self.size}")
        object.__setattr__(self, "size", wanted)

    def levels(self, count: int) -> Floats:
        """(m, size) evenly spaced points: `count` directions, both signs, or `count` values of each number."""
        if self.kind == "direction":
            turns = np.arange(count) * (2 * np.pi / count)
            return np.stack([np.cos(turns), np.sin(turns)], axis=1).astype(np.float32)
        line = np.linspace(-1, 1, 2 if self.kind == "sign" else count, dtype=np.float32)
        return np.stack(np.meshgrid(*[line] * self.size, indexing="ij"), axis=-1).reshape(-1, self.size)


class PointLayout:
    """The parts of a game's points, in order.

    Attributes:
        parts: name → part.
        places: name → the part's slice of a point.
        size: k, the number of coordinates.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = {part.name: part for part in parts}
        ends = np.cumsum([part.size for part in parts]).tolist()
        self.places = {part.name: slice(end - part.size, end) for part, end in zip(parts, ends, strict=True)}
        self.size = int(ends[-1])

    def checked(self, points: Any, rows: int) -> Floats:
        """`points` as a fresh (rows, k) float32 array, clipped into the box; infinite coordinates move to its border.

        Raises:
            IllegalActionError: if the points have another shape, are not numbers, or contain NaN.
        """
        try:
            with np.errstate(over="ignore"):  # what is too large for float32 becomes infinite, and is clipped
                given = np.asarray(points, np.float32)
        except Exception as error:  # what unusual objects raise
            raise IllegalActionError(f"{self.size} numbers are expected, not {in_short(points)} ({error})") from None
        if given.shape not in {(rows, self.size), (self.size,) if rows == 1 else (rows, self.size)}:
            raise IllegalActionError(f"a point has {self.size} coordinates, not an array of shape {given.shape}")
        if np.isnan(given).any():
            place = np.argwhere(np.isnan(given.reshape(rows, -1)))[0]
            where = f"point {place[0]}: " if rows > 1 else ""
            raise IllegalActionError(f"{where}coordinate {place[1]} ({self.part_at(int(place[1]))}) is NaN")
        clipped: Floats = np.clip(given.reshape(rows, self.size), np.float32(-1), np.float32(1))
        return clipped

    def part_at(self, coordinate: int) -> str:
        """The name of the part to which a coordinate belongs."""
        return next(name for name, place in self.places.items() if place.start <= coordinate < place.stop)

    def word(self, point: Sequence[float]) -> str:
        """A point as text, exact to the last bit: ``point:length=0x1.8p-1``. Parts that are 0 are left out."""
        parts = []
        for name, place in self.places.items():
            if any(values := [float(value) for value in point[place]]):
                parts.append(f"{name}={','.join(map(_hex, values))}")
        return WORD + " ".join(parts)

    def read(self, word: str) -> Floats:
        """The (k,) point written as such a text, or with plain numbers. Raises IllegalActionError if it is invalid."""
        point = np.zeros(self.size)
        for part in word.removeprefix(WORD).split():
            name, _, values = part.partition("=")
            if name not in self.parts:
                raise IllegalActionError(f"{in_short(word)}: {name!r} is not one of {', '.join(self.parts)}")
            try:
                numbers = [_number(value) for value in values.split(",")]
            except (ValueError, OverflowError):
                raise IllegalActionError(f"{in_short(word)}: {values!r} are not numbers") from None
            if len(numbers) != self.parts[name].size:
                raise IllegalActionError(f"{in_short(word)}: {name} has {self.parts[name].size} numbers")
            point[self.places[name]] = numbers
        return self.checked(point, 1).reshape(-1)

    def levels(self, names: Sequence[str], count: int) -> Floats:
        """(m, k) points spread evenly over some parts, in all combinations; the other parts are 0."""
        result = np.zeros((1, self.size), np.float32)
        for name in names:
            levels = self.parts[name].levels(count)
            result = result.repeat(len(levels), axis=0)
            result[:, self.places[name]] = np.tile(levels, (len(result) // len(levels), 1))
        return result


def _hex(value: float) -> str:
    """A number as a hexadecimal float without redundant zeros."""
    mantissa, _, exponent = value.hex().partition("p")
    return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}p{exponent}"


def _number(text: str) -> float:
    return float.fromhex(text) if "x" in text else float(text)
