"""A table as a picture: the common base of the pictures of Dynasty and Kingdoms. Each game has a subclass."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from dynasty_env.europe.drawing import insignia
from dynasty_env.europe.drawing.palette import ALARM, FAINT, GOLD, INK, PAPER, SEATS, STRIPES
from dynasty_env.europe.drawing.portraits import Drawing, draw_groups
from dynasty_env.europe.material import COUNTRIES, COUNTRY_NAMES, NEIGHBOUR, POWER, WAY, Way
from dynasty_env.europe.words import Said
from dynasty_env.kit.canvas import HEIGHT, WIDTH, Box, Canvas

MAP: Box = (14, 56, 480, 476)
DECKS: Box = (14, 852, 480, 94)
PANELS: Box = (504, 56, 762, 890)
GAP = 8
FELT, SEA, SEA_WAY, LAND_WAY = "#22332d", "#cfe1e6", "#6c9fb5", "#96794f"

GRID = {
    **{"Scotland": (1, 0), "Norway": (3, 0)},
    **{"Denmark": (3, 1), "Sweden": (4, 1)},
    **{"Ireland": (0, 2), "England": (1, 2), "Netherlands": (2, 2), "Saxony": (3, 2), "Poland": (4, 2)},
    **{"Palatinate": (2, 3), "Bohemia": (3, 3)},
    **{"France": (1, 4), "Switzerland": (2, 4), "Austria": (3, 4), "Hungary": (4, 4)},
    **{"Milan": (2, 5), "Venice": (3, 5), "Ottoman Empire": (4, 5)},
    **{"Portugal": (0, 6), "Spain": (1, 6), "Naples": (3, 6)},
}
"""Column and row of each country on the map. Every neighbour is exactly in its direction (§06-01)."""

Persons = Sequence[tuple[str, str]]
"""Persons by name, each with a role (see `Portrait`)."""
Pile = tuple[str, int, str]  # name, cards, colour


class Picture(ABC):
    """The table of a view, drawn only from that view: it can show no more than the view contains.

    Attributes:
        said: the words for the game.
        pool: the name of the open pool, and the view's field with it.
        pool_box: where the pool is drawn.
        roles: the fields of the declared action that name persons; these persons get a frame.
    """

    said: ClassVar[Said]
    pool: ClassVar[tuple[str, str]]
    pool_box: ClassVar[Box]
    roles: ClassVar[Sequence[str]]

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.canvas = Canvas(WIDTH, HEIGHT, FELT)

    # ------------------------------------------------------------------------------------------------ what a game gives

    @abstractmethod
    def owner(self, country: str) -> int | None:
        """The seat that holds a country, which is drawn in the seat's colour."""

    @abstractmethod
    def framed(self, country: str) -> str | None:
        """The colour of the frame around a country on the map, if it has one."""

    @abstractmethod
    def points(self, seat: int) -> tuple[str, bool]:
        """A seat's points in words, and whether it has lost the right to have any."""

    @abstractmethod
    def draw_middle(self) -> None:
        """Draw the declared action and everything else in progress."""

    @abstractmethod
    def draw_person(self, box: Box, name: str, role: str) -> None:
        """Draw a person's card."""

    @abstractmethod
    def draw_seat(self, seat: int, box: Box) -> None:
        """Draw everything that lies before a seat into its panel."""

    # ------------------------------------------------------------------------------------------------------- the whole

    @classmethod
    def of(cls, view: dict[str, Any]) -> npt.NDArray[np.uint8]:
        """The table of a view as a (960, 1280, 3) RGB picture."""
        return cls(view).pixels()

    def pixels(self) -> npt.NDArray[np.uint8]:
        """Draw the whole picture."""
        view, canvas = self.view, self.canvas
        self._draw_header()
        self._draw_ways()
        for country in range(COUNTRIES):
            self.draw_country(country)
        self.draw_middle()
        self.draw_pool()
        self.draw_decks()
        for seat, box in enumerate(panels(len(view["seats"]))):
            self._draw_panel(seat, box)
            self.draw_title(seat, box)
            self.draw_seat(seat, box)
            if seat == view["deciding"]:
                left, top, width, height = box
                canvas.box((left - 2, top - 2, width + 4, height + 4), None, GOLD, 12, 3.5)
        return canvas.pixels()

    def _draw_header(self) -> None:
        """Draw the game's name, the turn, what the table is waiting for, and whose view it is."""
        view, canvas, said = self.view, self.canvas, self.said
        canvas.text(18, 28, said.title, 26, GOLD)
        turn = f"turn {view['turn']}" if view["turn"] else "set-up"
        canvas.text(36 + canvas.length(said.title, 26), 29, f"{turn}  ·  {said.waiting(view)}", 18, PAPER)
        canvas.text(WIDTH - 18, 29, said.seen(view), 14, "#a9b8ac", "rm")

    def _draw_ways(self) -> None:
        """Draw the sea, and the ways by land and by sea."""
        self.canvas.box(MAP, SEA, radius=10)
        for country in range(COUNTRIES):
            for neighbour, way in zip(NEIGHBOUR[country], WAY[country], strict=True):
                if neighbour > country:
                    ends = (*centre(country), *centre(int(neighbour)))
                    if way == Way.LAND:
                        self.canvas.line(ends, LAND_WAY, 6)
                    else:
                        self.canvas.dashes(ends, SEA_WAY, 3)

    def draw_section(self, box: Box, title: str, aside: str = "") -> None:
        """Draw a sheet of paper with a title."""
        left, top, width, _ = box
        self.canvas.box(box, PAPER, radius=10)
        self.canvas.text(left + 12, top + 15, title, 14, FAINT)
        self.canvas.text(left + width - 12, top + 15, aside, 12, FAINT, "rm")

    def _draw_panel(self, seat: int, box: Box) -> None:
        """Draw a seat's panel, with a bar in its colour on top."""
        left, top, width, _ = box
        self.canvas.box(box, PAPER, radius=10)
        self.canvas.box((left, top, width, 32), SEATS[seat], radius=10)
        self.canvas.box((left, top + 20, width, 12), SEATS[seat], radius=0)

    def colours(self, country: str) -> tuple[str, str, str]:
        """Fill, ink and edge of a country on the map."""
        owner = self.owner(country)
        if owner is not None:
            return SEATS[owner], "#ffffff", "#ffffff"
        return (PAPER, INK, LAND_WAY) if country in self.view["independent"] else (SEA, SEA_WAY, SEA_WAY)

    def draw_country(self, country: int) -> None:
        """Draw a country on the map: its name, and below it its power or a note that it is not in play."""
        name, canvas, (x, y) = COUNTRY_NAMES[country], self.canvas, centre(country)
        fill, ink, edge = self.colours(name)
        canvas.box((x - 42, y - 23, 84, 46), fill, edge, 8, 1.5)
        canvas.text(x, y - 10, name, 13, ink, "mm", 78)
        canvas.text(x, y + 10, *(("not in play", 11) if fill == SEA else (str(POWER[country]), 18)), ink, "mm")
        if frame := self.framed(name):
            canvas.box((x - 46, y - 27, 92, 54), None, frame, 11, 3.5)

    def piles(self) -> list[Pile]:
        """The face-down piles: the person decks, each in its colour."""
        return [(name, size, STRIPES[i]) for i, (name, size) in enumerate(self.view["person_decks"].items())]

    def draw_decks(self) -> dict[str, Box]:
        """Draw the face-down piles side by side, and the legend below. Returns the box of each top card, by pile."""
        canvas, piles = self.canvas, self.piles()
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
        canvas.text(left + width / 2, top + 81, "  ".join(self.said.legend), 11, FAINT, "mm", width - 16)
        return tops

    def draw_pool(self) -> None:
        """Draw the open pool."""
        caption, field = self.pool
        left, top, width, height = self.pool_box
        self.draw_section(self.pool_box, caption, f"{len(self.view['removed'])} persons have left play")
        pool = [(name, "") for name in self.view[field]]
        self.draw_persons((left + 10, top + 30, width - 20, height - 38), {"": pool})

    def draw_persons(self, box: Box, groups: Mapping[str, Persons]) -> None:
        """Draw groups of persons by caption, as large as will fit into the box.

        Persons named in the declared action get a frame.
        """
        cards = {caption: [self._card(*person) for person in persons] for caption, persons in groups.items()}
        draw_groups(self.canvas, box, cards)

    def named(self) -> list[str]:
        """The persons named in the declared action."""
        return [self.view["declared"].get(role) for role in self.roles]

    def _card(self, name: str, role: str) -> Drawing:
        is_named = name in self.named()

        def draw(canvas: Canvas, box: Box) -> None:
            self.draw_person(box, name, role)
            if is_named:
                canvas.box(box, None, ALARM, 6, 2.5)

        return draw

    def draw_title(self, seat: int, box: Box) -> float:
        """Draw a seat's name, the cards it holds, and its points. Returns the x position where the points begin."""
        view, canvas = self.view, self.canvas
        left, top, width, _ = box
        y, right = top + 16, left + width - 12
        x = left + 12 + canvas.text(left + 12, y, self.said.agent(seat), 18, "#ffffff") + 12
        if seat == view.get("pope"):
            insignia.pope(canvas, x + 8, y, 10, "#ffffff")
            x += 26
        if seat == view["scythe"]:
            insignia.scythe(canvas, x + 9, y, 10, "#ffffff")
            x += 28
        if seat == view["turn_player"] and view["turn"]:
            canvas.polygon([(x, y - 7), (x + 11, y), (x, y + 7)], GOLD)
        words, has_lost = self.points(seat)
        return right - canvas.text(right, y, words, 17, "#ffd2cc" if has_lost else "#fff3c4", "rm")


def centre(country: int) -> tuple[float, float]:
    """The middle of a country on the map."""
    left, top, width, height = MAP
    column, row = GRID[COUNTRY_NAMES[country]]
    return left + (column + 0.5) * width / 5, top + (row + 0.5) * height / 7


def panels(seats: int) -> list[Box]:
    """The box of each seat's panel: in one column for up to three seats, else in two."""
    left, top, width, height = PANELS
    columns = 1 if seats <= 3 else 2
    rows = -(-seats // columns)
    w, h = (width - GAP * (columns - 1)) // columns, (height - GAP * (rows - 1)) // rows
    return [(left + seat % columns * (w + GAP), top + seat // columns * (h + GAP), w, h) for seat in range(seats)]
