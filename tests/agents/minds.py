"""What Dynasty's greedy player has in mind in a position."""

from typing import Any

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.greedy.mind import MIND
from dynasty_env.dynasty.greedy.player import look
from dynasty_env.dynasty.material import COUNTRY_NAMES, PERSON_NAMES
from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.engine.scratch import blank_records
from dynasty_env.kit.state import State


def blank_mind() -> Any:
    return blank_records(MIND)[0]


def shown(observation: Any) -> Any:
    """An observation (D,) as rules see it."""
    return Tables(GAME.layout.records(observation))[0]


def mind(state: State, seat: int) -> Any:
    """As the seat sees it, nobody being expected to meddle."""
    m = blank_mind()
    look(m, shown(state.observe(seat)))
    m.extra = 0.0
    return m


def person(name: str) -> int:
    return PERSON_NAMES.index(name)


def country(name: str) -> int:
    return COUNTRY_NAMES.index(name)
