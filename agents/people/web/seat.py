"""A seat at a table, and what the tables of a server share."""

from dataclasses import dataclass
from typing import Any

from agents.people.web.bots import Thinkers
from agents.people.web.engine import Engine
from agents.people.web.leases import Leases
from agents.people.web.metrics import Metrics
from agents.people.web.pulse import Pulse
from agents.people.web.store import Store


@dataclass(frozen=True)
class Surroundings:
    """What the tables of a server share."""

    store: Store
    thinkers: Thinkers
    engine: Engine
    metrics: Metrics
    pulse: Pulse
    leases: Leases


@dataclass
class Seat:
    """A seat at the table.

    Attributes:
        number: of the seat.
        bot: the bot that plays it; None: a person.
        name: what the person is called; None: nobody has taken the seat yet.
        host: may begin before everybody is here.
        pages: how many browsers show this seat now.
        gone_since: when the last of them was closed; 0: one is open.
        asked_since: when the open question was put; 0: none is open.
        stand_in: a bot plays for the person who is away.
        advance: what the person passes in advance: ``off``, ``declared`` or ``turn``.
        occasion: what ``declared`` is about.
        decided: decisions made.
    """

    number: int
    bot: str | None
    name: str | None
    host: bool = False
    pages: int = 0
    gone_since: float = 0.0
    asked_since: float = 0.0
    stand_in: bool = False
    advance: str = "off"
    occasion: Any = None
    decided: int = 0

    @property
    def taken(self) -> bool:
        """Whether somebody plays it."""
        return self.bot is not None or self.name is not None
