"""What the players of a table agree to."""

from collections.abc import Mapping
from typing import NamedTuple

from agents.people.web.tables.clock import Control


class Terms(NamedTuple):
    """What the players of a table agree to."""

    options: Mapping[str, int | bool]  # all options of its game
    control: Control
    talk: str  # one of `store.talk.RULES`
    seed_chosen: bool  # the host has chosen the seed
    people: int  # number of persons' seats
