"""The parts of a picture that the tables of Dynasty and Kingdoms have in common: places, panels, decks."""

from collections.abc import Mapping, Sequence
from typing import Any

from dynasty_env.europe.drawing.palette import FAINT, GOLD, INK, PAPER, SEATS, STRIPES
from dynasty_env.europe.words import Said
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


def draw_header(canvas: Canvas, said: Said, view: dict[str, Any]) -> None:
    """Draw the game's name, the turn, what the table waits for, and whose view it is."""
    canvas.text(18, 28, said.title, 26, GOLD)
    turn = f"turn {view['turn']}" if view["turn"] else "set-up"
    canvas.text(36 + canvas.length(said.title, 26), 29, f"{turn}  ·  {said.waiting(view)}", 18, PAPER)
    seen = "as everybody sees it" if view["seat"] is None else f"as {said.agent(view['seat'])} sees it"
    canvas.text(WIDTH - 18, 29, seen, 14, "#a9b8ac", "rm")


def draw_section(canvas: Canvas, box: Box, title: str, aside: str = "") -> None:
    """A sheet of paper with a title."""
    left, top, width, _ = box
    canvas.box(box, PAPER, radius=10)
    canvas.text(left + 12, top + 15, title, 14, FAINT)
    canvas.text(left + width - 12, top + 15, aside, 12, FAINT, "rm")


Pile = tuple[str, int, str]  # name, cards, colour
Place = tuple[float, float]


def person_decks(view: Mapping[str, Any]) -> list[Pile]:
    """The person decks, each in its colour."""
    return [(name, size, STRIPES[i]) for i, (name, size) in enumerate(view["person_decks"].items())]


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


def draw_panel(canvas: Canvas, seat: int, box: Box) -> None:
    """A seat's panel, with a bar in its colour on top."""
    left, top, width, _ = box
    canvas.box(box, PAPER, radius=10)
    canvas.box((left, top, width, 32), SEATS[seat], radius=10)
    canvas.box((left, top + 20, width, 12), SEATS[seat], radius=0)


def draw_turn(canvas: Canvas, x: float, y: float) -> None:
    """The sign of the turn player."""
    canvas.polygon([(x, y - 7), (x + 11, y), (x, y + 7)], GOLD)


def draw_deciding(canvas: Canvas, box: Box) -> None:
    """A frame around the panel of the seat that decides."""
    left, top, width, height = box
    canvas.box((left - 2, top - 2, width + 4, height + 4), None, GOLD, 12, 3.5)


def draw_map_country(
    canvas: Canvas, at: tuple[float, float], colours: tuple[str, str, str], words: Sequence[str]
) -> None:
    """A country on the map.

    Args:
        at: its centre.
        colours: fill, ink and edge.
        words: its name, and below it its power or that it is not in play.
    """
    x, y = at
    fill, ink, edge = colours
    name, below = words
    canvas.box((x - 42, y - 23, 84, 46), fill, edge, 8, 1.5)
    canvas.text(x, y - 10, name, 13, ink, "mm", 78)
    canvas.text(x, y + 10, below, 18 if below.isdigit() else 11, ink, "mm")


def frame_country(canvas: Canvas, at: Place, colour: str) -> None:
    """A frame around a country on the map."""
    x, y = at
    canvas.box((x - 46, y - 27, 92, 54), None, colour, 11, 3.5)
