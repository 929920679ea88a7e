"""The table on a terminal: what the drawings of Dynasty and Kingdoms share. Each game has a subclass of `Drawing`."""

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from dynasty_env.europe.material import COLOUR, COUNTRY_NAMES, PERSON_NAMES, POWER, SEX, SEXES
from dynasty_env.europe.words import Said, religion
from dynasty_env.kit.terminal import BOLD, FAINT, LABEL, RED, columns, drawn, optional_rows, paint, plain, rows_of, rule

NAME = 25
"""Columns for a person's name: the length of the longest name."""
TAG = 7
"""Columns for a special ability: the length of the longest tag."""
CELL = NAME + TAG + 20
"""Columns for a person: name, sex, religion, six stats and special ability."""
BLOODLINES = ("33", "94", "91", "32", "95", "97", "90", "35", "90")
"""Colour codes for `paint`, by bloodline."""


class Drawing(ABC):
    """The table of a view, as wide as the terminal.

    It is drawn only from that view: it can show no more than the view contains.

    Attributes:
        said: the words for the game.
        bloodlines: the entry of each bloodline in the legend.
        signs: other entries of the legend.
    """

    said: ClassVar[Said]
    bloodlines: Sequence[str] = ("yellow Habsburg", "blue France", "red England, Netherlands", "green the North")
    signs: Sequence[str] = ("sex m f", "religion CC C CP P")

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view

    # ------------------------------------------------------------------------------------------------ what a game gives

    @abstractmethod
    def card(self, name: str) -> tuple[str, Mapping[str, int], str]:
        """A person's cell: a sign or a blank, the six stats by letter, and the ability in at most `TAG` letters."""

    @abstractmethod
    def standing(self, place: dict[str, Any]) -> list[str]:
        """The text behind a seat's points: what it has, in short."""

    @abstractmethod
    def losses(self, place: dict[str, Any]) -> list[str]:
        """Why a seat has no points; empty if it has some."""

    @abstractmethod
    def seat(self, seat: int, place: dict[str, Any]) -> list[str]:
        """Everything that lies before a seat, in rows."""

    @abstractmethod
    def middle(self) -> list[str]:
        """Everything in the middle, in rows, below the declared action."""

    # -------------------------------------------------------------------------------------------------------- the whole

    @classmethod
    def of(cls, view: dict[str, Any]) -> str:
        """The table of a view, at most 120 columns wide; see `kit.terminal.has_colours`."""
        return cls(view).drawn()

    def drawn(self) -> str:
        """The whole drawing."""
        lines = self._header()
        for seat, place in enumerate(self.view["seats"]):
            lines += ["", self._title(seat, place), *self.seat(seat, place)]
        declared = optional_rows("declared", textwrap.wrap(self.said.declaration(self.view), columns() - LABEL))
        return drawn([*lines, "", rule(), *declared, *self.middle(), "", *self._legend()])

    def _header(self) -> list[str]:
        """The title and a line below it."""
        view, said = self.view, self.said
        turn = f"turn {view['turn']} of {said.agent(view['turn_player'])}" if view["turn"] else "set-up"
        title, seen = f"{said.title} · {turn} · {said.waiting(view)}", said.seen(view)
        gap = "  " if len(f"{title}  ({seen})") <= columns() else "\n  "
        lines = [paint(line, BOLD) for line in textwrap.wrap(title, columns(), subsequent_indent="  ")]
        return ["\n".join(lines) + gap + paint(f"({seen})", FAINT), rule()]

    def _title(self, seat: int, place: dict[str, Any]) -> str:
        """A seat's name, points and state."""
        view = self.view
        title = [paint(self.said.agent(seat), BOLD + (";7" if seat == view["deciding"] else ""))]
        title += ["(you)"] if seat == view["seat"] else []
        title += [f"· {words}" for words in (f"{place['points']} points", *self.standing(place))]
        title += [paint("✝ pope", "35")] if seat == view.get("pope") else []
        title += [paint("☠ scythe", "36")] if seat == view["scythe"] else []
        title += [paint("has used its veto", FAINT)] if place["vetoed"] else []
        return " ".join(title + [paint(why, RED) for why in self.losses(place)])

    def persons(self, label: str, names: Iterable[str]) -> list[str]:
        """Persons in rows, if there are any."""
        return optional_rows(label, [self.person(name) for name in names])

    def person(self, name: str) -> str:
        """A person as one cell of a row: of fixed width, unless the screen is too narrow for that.

        A special ability for which it has no room is written below.
        """
        person = PERSON_NAMES.index(name)
        sign, stats, tag = self.card(name)
        numbers = "".join(f"{letter}{value}" for letter, value in stats.items())
        wide = columns() >= LABEL + CELL
        cell = paint(name.ljust(NAME if wide else 0), BLOODLINES[COLOUR[person]])
        cell += f"{sign}{SEXES[SEX[person]]} {religion(person):3} {numbers}"
        if wide:
            return f"{cell} {tag:{TAG}}"
        gap = " " if LABEL + len(plain(cell)) + len(tag) < columns() else "\n"
        return f"{cell}{gap}{tag}".rstrip()

    def countries(self, names: Iterable[str]) -> list[str]:
        """Countries with their power."""
        return [f"{name} {paint(str(POWER[COUNTRY_NAMES.index(name)]), BOLD)}" for name in names]

    def deck_sizes(self) -> list[str]:
        """Each person deck as a cell: its name and how many cards it has left, in its colour."""
        sizes = enumerate(self.view["person_decks"].items())
        return [paint(f"{name} {size}", BLOODLINES[colour]) for colour, (name, size) in sizes]

    def _legend(self) -> list[str]:
        coloured = [paint(words, BLOODLINES[colour]) for colour, words in enumerate(self.bloodlines)]
        return [*rows_of("stats", self.said.legend), *rows_of("bloodlines", coloured), *rows_of("signs", self.signs)]
