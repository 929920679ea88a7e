"""The table on a terminal: what Dynasty and Kingdoms draw alike. Each game has a subclass of `Drawing`."""

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from dynasty_env.europe.material import COLOUR, COUNTRY_NAMES, PERSON_NAMES, POWER, SEX, SEXES
from dynasty_env.europe.words import LEGEND, Said, religion
from dynasty_env.kit.terminal import BOLD, FAINT, LABEL, RED, columns, drawn, optional_rows, paint, rows_of, rule

NAME = 25
"""Columns for a person's name: as many as the longest name has."""
TAG = 7
"""Columns for a special ability: as many as the longest tag has."""
CELL = NAME + TAG + 20
"""Columns for a person: name, sex, religion, six numbers and special ability."""
BLOODLINES = ("33", "94", "91", "32", "95", "97", "90", "35", "90")
"""Colour codes for `paint`, by bloodline."""


class Drawing(ABC):
    """The table of a view, as wide as the terminal, drawn from that view and nothing else: it can show no more than the
    view tells.

    Attributes:
        said: how the game is spoken of.
        bloodlines: what stands in the legend for each.
        signs: what else stands there.
        legend: what the six numbers are called.
        view: the view.
    """

    said: ClassVar[Said]
    bloodlines: Sequence[str] = ("yellow Habsburg", "blue France", "red England, Netherlands", "green the North")
    signs: Sequence[str] = ("sex m f", "religion CC C CP P")
    legend: ClassVar[Sequence[str]] = LEGEND

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view

    # ------------------------------------------------------------------------------------------------ what a game gives

    @abstractmethod
    def card(self, name: str) -> tuple[str, Mapping[str, int], str]:
        """What is said of a person: a sign or a blank, the six numbers by their letters, and the special ability in
        `TAG` letters at most."""

    @abstractmethod
    def standing(self, place: dict[str, Any]) -> list[str]:
        """What stands behind a seat's points: what it has, in short."""

    @abstractmethod
    def losses(self, place: dict[str, Any]) -> list[str]:
        """Why a seat has no points, if that is so."""

    @abstractmethod
    def seat(self, seat: int, place: dict[str, Any]) -> list[str]:
        """What lies before a seat, in rows."""

    @abstractmethod
    def middle(self) -> list[str]:
        """What lies in the middle, in rows, below the declared action."""

    # -------------------------------------------------------------------------------------------------------- the whole

    @classmethod
    def of(cls, view: dict[str, Any]) -> str:
        """The table of a view, at most 120 columns wide; without colours where ``$NO_COLOR`` is set."""
        return cls(view).drawn()

    def drawn(self) -> str:
        """Everything."""
        lines = self._header()
        for seat, place in enumerate(self.view["seats"]):
            lines += ["", self._title(seat, place), *self.seat(seat, place)]
        declared = optional_rows("declared", textwrap.wrap(self.said.declaration(self.view), columns() - LABEL))
        return drawn([*lines, "", rule(), *declared, *self.middle(), "", *self._legend()])

    def _header(self) -> list[str]:
        """The title and a line below it."""
        view = self.view
        turn = f"turn {view['turn']} of {self.said.agent(view['turn_player'])}" if view["turn"] else "set-up"
        seen = "as everybody sees it" if view["seat"] is None else f"as {self.said.agent(view['seat'])} sees it"
        title = f"{self.said.title} · {turn} · {self.said.waiting(view)}"
        gap = "  " if len(f"{title}  ({seen})") <= columns() else "\n  "
        lines = [paint(line, BOLD) for line in textwrap.wrap(title, columns(), subsequent_indent="  ")]
        return ["\n".join(lines) + gap + paint(f"({seen})", FAINT), rule()]

    def _title(self, seat: int, place: dict[str, Any]) -> str:
        """Who a seat is, and how it stands."""
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
        """A person as one cell of a row: of fixed width, unless that is too wide for the screen."""
        person = PERSON_NAMES.index(name)
        sign, stats, tag = self.card(name)
        numbers = "".join(f"{letter}{value}" for letter, value in stats.items())
        wide = columns() >= LABEL + CELL
        cell = paint(name.ljust(NAME if wide else 0), BLOODLINES[COLOUR[person]])
        cell += f"{sign}{SEXES[SEX[person]]} {religion(person):3} {numbers} {tag:{TAG}}"
        return cell if wide else cell.rstrip()

    def countries(self, names: Iterable[str]) -> list[str]:
        """Countries with their power."""
        return [f"{name} {paint(str(POWER[COUNTRY_NAMES.index(name)]), BOLD)}" for name in names]

    def deck_sizes(self) -> list[str]:
        """Each person deck as a cell: its name and how many cards it has left, in its colour."""
        sizes = enumerate(self.view["person_decks"].items())
        return [paint(f"{name} {size}", BLOODLINES[colour]) for colour, (name, size) in sizes]

    def _legend(self) -> list[str]:
        coloured = [paint(words, BLOODLINES[colour]) for colour, words in enumerate(self.bloodlines)]
        return [*rows_of("stats", self.legend), *rows_of("bloodlines", coloured), *rows_of("signs", self.signs)]
