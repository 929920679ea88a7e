"""A canvas for pictures of tables, drawn with Pillow."""

import math
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import chain

import numpy as np
import numpy.typing as npt

WIDTH, HEIGHT = 1280, 960
"""Size of a rulebook's pictures in pixels, for any number of seats."""
Box = tuple[float, float, float, float]  # left, top, width, height
_CHANGE: ContextVar[Callable[[str], str]] = ContextVar("change", default=str)


@contextmanager
def texts_as(change: Callable[[str], str]) -> Iterator[None]:
    """Context in which canvases replace each text by the result of `change`, for example seats' names by
    players' names."""
    token = _CHANGE.set(change)
    try:
        yield
    finally:
        _CHANGE.reset(token)


class Canvas:
    """A canvas, in pixels of the finished picture; it is drawn at twice the size, for smooth edges."""

    FINE = 2

    def __init__(self, width: int, height: int, colour: str) -> None:
        try:
            from PIL import Image, ImageDraw, ImageFont
        except ImportError as error:
            raise ImportError("pictures are drawn with Pillow: pip install 'dynasty-env[render]'") from error
        self._sheet = Image.new("RGB", (width * self.FINE, height * self.FINE), colour)
        self._pen = ImageDraw.Draw(self._sheet)
        self._font = lru_cache(lambda size: ImageFont.load_default(size))
        self._final = (width, height)

    def pixels(self) -> npt.NDArray[np.uint8]:
        """The finished picture, (height, width, 3)."""
        return np.asarray(self._sheet.reduce(self.FINE), np.uint8)

    def _fine(self, points: Iterable[float]) -> list[float]:
        return [self.FINE * value for value in points]

    def box(self, box: Box, fill: str | None, edge: str | None = None, radius: float = 6, width: float = 1) -> None:
        """A rectangle with rounded corners."""
        left, top, w, h = self._fine(box)
        ends = (left, top, left + w - 1, top + h - 1)
        self._pen.rounded_rectangle(ends, radius * self.FINE, fill, edge, round(width * self.FINE))

    def line(self, ends: Sequence[float], colour: str, width: float) -> None:
        """Straight lines from point to point."""
        self._pen.line(self._fine(ends), colour, round(width * self.FINE))

    def dashes(self, ends: tuple[float, float, float, float], colour: str, width: float) -> None:
        """A straight dashed line."""
        x, y, to_x, to_y = ends
        steps = int(max(abs(to_x - x), abs(to_y - y)) // 5)
        for step in range(0, steps, 2):
            part = [x + (to_x - x) * step / steps, y + (to_y - y) * step / steps]
            part += [x + (to_x - x) * (step + 1) / steps, y + (to_y - y) * (step + 1) / steps]
            self.line(part, colour, width)

    def polygon(self, points: Iterable[tuple[float, float]], fill: str, edge: str | None = None) -> None:
        """A filled polygon."""
        self._pen.polygon(self._fine(chain.from_iterable(points)), fill, edge, self.FINE if edge else 1)

    def disc(self, x: float, y: float, r: float, fill: str | None, edge: str | None = None, width: float = 1) -> None:
        """A circle around (x, y)."""
        self._pen.ellipse(self._fine((x - r, y - r, x + r, y + r)), fill, edge, round(width * self.FINE))

    def length(self, words: str, size: float) -> float:
        """Width of a text."""
        return self._width(_CHANGE.get()(words), size)

    def _width(self, words: str, size: float) -> float:
        return float(self._font(size * self.FINE).getlength(_plain(words))) / self.FINE

    def text(
        self, x: float, y: float, words: str, size: float, colour: str, anchor: str = "lm", room: float = 9999
    ) -> float:
        """A text, made smaller and then truncated if it exceeds its room; returns its width.

        Pillow's own font is plain ASCII: a dash becomes a hyphen, accents are drawn above their letters.
        """
        words = unicodedata.normalize("NFD", _CHANGE.get()(words).replace("–", "-"))
        while self._width(words, size) > room and size > 9:
            size -= 0.5
        while self._width(words, size) > room and len(words) > 1:
            words = words[:-2] + "…"
        width, plain = self._width(words, size), _plain(words)
        self._pen.text((x * self.FINE, y * self.FINE), plain, colour, self._font(size * self.FINE), anchor)
        left = x - {"l": 0.0, "m": width / 2, "r": width}[anchor[0]]
        for at, mark in enumerate(words):
            if unicodedata.combining(mark):
                before = _plain(words[:at])
                middle = left + (self._width(before[:-1], size) + self._width(before, size)) / 2
                lean = {"\u0301": 1, "\u0300": -1}.get(mark, 0) * size * 0.11
                top = y - size * 0.36
                self.line((middle - lean, top + abs(lean), middle + (lean or 1), top - abs(lean)), colour, size / 12)
        return width

    def suit(self, x: float, y: float, size: float, suit: str, colour: str) -> None:
        """Spades, hearts, diamonds or clubs, `size` high, around (x, y)."""
        r = size / 2
        if suit == "D":
            self.polygon([(x, y - r), (x + 0.75 * r, y), (x, y + r), (x - 0.75 * r, y)], colour)
            return
        if suit == "C":
            for dx, dy in ((0, -0.5), (-0.48, 0.2), (0.48, 0.2)):
                self.disc(x + dx * r, y + dy * r, 0.47 * r, colour)
        else:
            up = 1 if suit == "S" else -1
            for side in (-1, 1):
                self.disc(x + side * 0.42 * r, y + up * 0.22 * r, 0.47 * r, colour)
            self.polygon(
                [(x - 0.82 * r, y + up * 0.06 * r), (x + 0.82 * r, y + up * 0.06 * r), (x, y - up * r)], colour
            )
        if suit != "H":
            self.polygon([(x, y), (x + 0.38 * r, y + r), (x - 0.38 * r, y + r)], colour)

    def star(self, x: float, y: float, r: float, colour: str) -> None:
        """A five-pointed star."""
        turns = [(r if i % 2 == 0 else 0.42 * r, math.pi * (i / 5 - 0.5)) for i in range(10)]
        self.polygon([(x + reach * math.cos(a), y + reach * math.sin(a)) for reach, a in turns], colour)


def can_be_written(words: str) -> bool:
    """Whether a text has letters, and Pillow's own font has all of them, apart from their accents."""
    plain = _plain(unicodedata.normalize("NFD", words))
    return bool(plain) and all(" " <= mark <= "~" for mark in plain)


def _plain(words: str) -> str:
    """A text without its accents."""
    return "".join(mark for mark in words if not unicodedata.combining(mark))
