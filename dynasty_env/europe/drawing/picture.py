"""A table as a picture: the common base of the pictures of Dynasty and Kingdoms. Each game has a subclass."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from dynasty_env.europe.drawing import insignia
from dynasty_env.europe.drawing.map import centre, draw_ways
from dynasty_env.europe.drawing.palette import ALARM, FELT, GOLD, INK, LAND_WAY, PAPER, SEA, SEA_WAY, SEATS, STRIPES
from dynasty_env.europe.drawing.panels import HEIGHT, MAP, WIDTH, Pile, draw_piles, draw_section, panels
from dynasty_env.europe.drawing.portraits import Drawing, draw_groups
from dynasty_env.europe.material import COUNTRIES, COUNTRY_NAMES, POWER
from dynasty_env.europe.words import LEGEND, Said
from dynasty_env.kit.canvas import Box, Canvas

Persons = Sequence[tuple[str, str]]
"""Persons by name, each with a role (see `Portrait`)."""


class Picture(ABC):
    """The table of a view, drawn only from that view: it can show no more than the view contains.

    Attributes:
        said: the words for the game.
        pool: the name of the open pool, and the view's field with it.
        pool_box: where the pool is drawn.
        roles: the fields of the declared action that name persons; these persons get a frame.
        legend: the text below the decks.
        view: the view.
        canvas: the canvas to draw on.
    """

    said: ClassVar[Said]
    pool: ClassVar[tuple[str, str]]
    pool_box: ClassVar[Box]
    roles: ClassVar[Sequence[str]]
    legend: ClassVar[Sequence[str]] = LEGEND

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
        """The table of a view as a (960, 1280, 3) RGB picture.

        Raises:
            ImportError: Pillow is not installed.
        """
        return cls(view).pixels()

    def pixels(self) -> npt.NDArray[np.uint8]:
        """Draw the whole picture."""
        view, canvas = self.view, self.canvas
        self._draw_header()
        draw_ways(canvas, MAP)
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
        seen = "as everybody sees it" if view["seat"] is None else f"as {said.agent(view['seat'])} sees it"
        canvas.text(WIDTH - 18, 29, seen, 14, "#a9b8ac", "rm")

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
        name, canvas, (x, y) = COUNTRY_NAMES[country], self.canvas, centre(MAP, country)
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
        """Draw the face-down piles. Returns the box of the top card of each."""
        return draw_piles(self.canvas, self.piles(), "  ".join(self.legend))

    def draw_pool(self) -> None:
        """Draw the open pool."""
        caption, field = self.pool
        left, top, width, height = self.pool_box
        draw_section(self.canvas, self.pool_box, caption, f"{len(self.view['removed'])} persons have left play")
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
