"""Seats: their players, their open pages, and who is away."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from agents.people.web.viewers.shown import SeatShown

RESIGNED = "resigned"
"""Why a bot plays to the end for a person who has left the game."""


@dataclass
class Seat:
    """A seat at the table."""

    number: int
    bot: str | None  # the bot that plays it; None: a person
    name: str | None  # the person's name; None: nobody has taken the seat yet
    host: bool = False  # may begin before everybody is here
    pages: int = 0  # number of browsers that show this seat now
    gone_since: float = 0.0  # when the last of them was closed; 0: one is open
    asked_since: float = 0.0  # when the open question was asked; 0: none is open
    asked_before: float = 0.0  # `asked_since` of the open decision until a bot stood in; 0: none did
    heard_at: float = field(default_factory=time.monotonic)  # when the person last did anything here
    stand_in: str = ""  # why a bot plays for the person: ``away``, ``silent``, ``wish``, `RESIGNED`; empty: none does
    advance: str = "off"  # what the person passes in advance: ``off``, ``declared`` or ``turn``
    occasion: Any = None  # what ``declared`` refers to
    decided: int = 0  # number of decisions made
    failed: bool = False  # its bot has failed at a decision about which everybody knows who was asked

    @property
    def taken(self) -> bool:
        """Whether the seat has a player."""
        return self.bot is not None or self.name is not None

    @property
    def shown(self) -> SeatShown:
        """The seat as everybody sees it."""
        if self.bot is not None:
            return SeatShown(self.bot, "bot", True, self.failed)
        if self.name is None:
            return SeatShown("", "free", False)
        kind = {"": "person", RESIGNED: "left"}.get(self.stand_in, "away")
        return SeatShown(self.name, kind, self.pages > 0)

    def open_page(self) -> None:
        """A browser shows this seat from now on. A person who was away is back; one who was silent need not be."""
        self.pages += 1
        self.gone_since = 0.0
        self.heard_at = time.monotonic()

    def close_page(self) -> None:
        """One of the browsers has closed the page."""
        self.pages -= 1
        if self.pages == 0:
            self.gone_since = time.monotonic()


def persons(seats: Iterable[Seat]) -> list[Seat]:
    """Seats of persons, including those for whom a bot stands in."""
    return [seat for seat in seats if seat.bot is None]
