"""Save files for tests: of every phase, and written by hand."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import BASE_PERSONS, PERSON_NAMES
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.state import State
from tests.dynasty.reached import reached
from tests.dynasty.tables import RIVAL, WARLIKE, laid

PHASES = tuple(GAME.phase_names.values())
PERSONS = PERSON_NAMES[:BASE_PERSONS]


def load(saved: Any, **arguments: Any) -> State:
    return GAME.from_dict(saved, backend="auto", **arguments)


def refused(saved: Any, *says: str) -> str:
    """The complaint about a save file, which must hold all that it `says`."""
    with pytest.raises(SaveError) as error:
        load(saved)
    for part in says:
        assert part in str(error.value)
    return str(error.value)


@cache
def met() -> dict[str, list[State]]:
    """Two tables in every phase, from different games."""
    found: dict[str, list[State]] = {phase: [] for phase in PHASES}
    for seed in range(30):
        options = {
            "num_players": 2 + seed % 5,
            "packs": 1 + seed % 2,
            "ask_forced": seed % 4 == 3,
            "witches": seed % 3 == 2,
        }
        state = GAME.new(seed, backend="auto", **options)
        rng = np.random.default_rng(seed)
        while True:
            kept = found[state.phase]
            if len(kept) < 2 and seed not in [other.seed for other in kept]:
                kept.append(state.clone())
            if state.done:
                break
            state.play(int(rng.choice(state.legal())))
    for phase, kept in found.items():
        for number in range(len(kept), 2):
            kept.append(reached(phase, 1001 + number, packs=1 + number, ask_forced=number == 1))
    return found


def saved_in(phase: str, number: int = 0) -> dict[str, Any]:
    return met()[phase][number].to_dict()


def all_saves() -> Iterator[dict[str, Any]]:
    for phase in PHASES:
        for number in range(2):
            yield saved_in(phase, number)


def by_hand(**fields: Any) -> dict[str, Any]:
    """As little as a save file may hold."""
    seats = [{"king": "Henry IV", "territories": ["France"]}, {"king": "Elizabeth I", "territories": ["England"]}]
    return {"game": "dynasty_v0", "seats": seats} | fields


def with_seat(**fields: Any) -> dict[str, Any]:
    seats = by_hand()["seats"]
    seats[0] |= fields
    return by_hand(seats=seats)


def named(name: str) -> dict[str, Any]:
    """A save by its name in texts: by hand, laid, hired, in PHASE, asked for PHASE."""
    if name.startswith("asked for "):
        return reached(name.removeprefix("asked for ")).to_dict()
    if name.startswith("in "):
        return saved_in(name.removeprefix("in "))
    if name == "hired":
        begun = by_hand(wanderers=["Nostradamus", "Duke of Sully"], options={"ask_forced": True})
        moves = ["hire", "person:Henry IV", "person:Nostradamus"]
        return load({"game": "dynasty_v0", "begun": begun, "moves": moves}).to_dict()
    return {"by hand": by_hand(), "laid": laid(WARLIKE, RIVAL)}[name]
