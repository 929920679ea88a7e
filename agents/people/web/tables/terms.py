"""What the players of a table agree to."""

from collections.abc import Mapping
from typing import NamedTuple

from agents.people.web.tables.clock import Control


class Terms(NamedTuple):
    """What the players of a table agree to.

    Attributes:
        options: all options of its game.
        control: the time control.
        talk: one of `store.talk.RULES`.
        seed_chosen: the host has chosen the seed.
        people: number of persons' seats.
    """

    options: Mapping[str, int | bool]
    control: Control
    talk: str
    seed_chosen: bool
    people: int
