"""The parts that the pictures of Dynasty and Kingdoms share: boxes, sections, decks."""

from collections.abc import Sequence

from dynasty_env.europe.drawing.palette import FAINT, INK, PAPER
from dynasty_env.kit.canvas import Box, Canvas

WIDTH, HEIGHT = 1280, 960
"""Size of a picture in pixels, for any number of seats."""

MAP: Box = (14, 56, 480, 476)
DECKS: Box = (14, 852, 480, 94)
PANELS: Box = (504, 56, 762, 890)
GAP = 8


def panels(seats: int) -> list[Box]:
    """The box of each seat's panel: in one column for up to three seats, else in two."""
    left, top, width, height = PANELS
    columns = 1 if seats <= 3 else 2
    rows = -(-seats // columns)
    w, h = (width - GAP * (columns - 1)) // columns, (height - GAP * (rows - 1)) // rows
    return [(left + seat % columns * (w + GAP), top + seat // columns * (h + GAP), w, h) for seat in range(seats)]


def draw_section(canvas: Canvas, box: Box, title: str, aside: str = "") -> None:
    """Draw a sheet of paper with a title."""
    left, top, width, _ = box
    canvas.box(box, PAPER, radius=10)
    canvas.text(left + 12, top + 15, title, 14, FAINT)
    canvas.text(left + width - 12, top + 15, aside, 12, FAINT, "rm")


Pile = tuple[str, int, str]  # name, cards, colour


def draw_piles(canvas: Canvas, piles: Sequence[Pile], legend: str) -> dict[str, Box]:
    """Draw face-down piles side by side, and a legend below.

    Returns:
        The box of the top card of each pile, by the pile's name.
    """
    left, top, width, _ = DECKS
    canvas.box(DECKS, PAPER, radius=10)
    pitch = (width - 20) / len(piles)
    tops: dict[str, Box] = {}
    for i, (name, size, colour) in enumerate(piles):
        x = left + 10 + (i + 0.5) * pitch
        for lift in range(3 if size > 2 else size):
            canvas.box((x - 17 + 2 * lift, top + 12 - 2 * lift, 30, 40), colour, PAPER, 4, 1)
        canvas.text(x, top + 31, str(size), 17, "#ffffff" if size else INK, "mm")
        canvas.text(x, top + 62, name, 12, INK, "mm")
        tops[name] = (x - 14, top + 9, 30, 42)
    canvas.text(left + width / 2, top + 81, legend, 11, FAINT, "mm", width - 16)
    return tops
