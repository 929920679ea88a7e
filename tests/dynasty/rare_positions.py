"""Decisions of Dynasty that random games seldom come to, on hand-laid tables."""

from collections.abc import Iterator
from typing import Any

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State

SEATS = [
    {
        "king": "Henry VIII",
        "spouses": ["Anne Boleyn"],
        "children": ["Henry III", "Philip III"],
        "territories": ["Spain"],
    },
    {"king": "Elizabeth I", "territories": ["France"]},
    {"king": "Christina of Sweden", "territories": ["Sweden"]},
]
WITCHES = [{**SEATS[0], "courtiers": ["the Seeker", "the Thunderer"], "hand": ["SA", "HA"]}, *SEATS[1:]]
POLYGAMIST = [{**SEATS[0], "spouses": ["Anne Boleyn", "Catherine of Aragon"]}, *SEATS[1:]]
POLYGAMY: dict[str, Any] = {"attached": [{"event": "polygamy", "person": "Henry VIII"}]}
NEUROI: dict[str, Any] = {
    "phase": "recruit",
    "person_decks": {"yellow": ["event:neuroi"]},
    "independent": ["Ireland", "Scotland"],
}

Table = tuple[str, bool, list[dict[str, Any]], dict[str, Any], list[str]]
TABLES: tuple[Table, ...] = (
    ("matchmaking_child", False, SEATS, {}, ["matchmaking"]),
    ("matchmaking_target", False, SEATS, {}, ["matchmaking", "person:Henry III"]),
    ("execution_target", False, SEATS, {}, ["execution"]),
    ("lightning_target", True, WITCHES, {}, ["pass", "lightning"]),
    ("search_ace", True, WITCHES, {}, ["pass", "search"]),
    ("search_deck", True, WITCHES, {}, ["pass", "search", "card:SA"]),
    ("search_person", True, WITCHES, {}, ["pass", "search", "card:SA", "deck:red"]),
    ("procreation_spouse", True, POLYGAMIST, POLYGAMY, ["pass", "procreation"]),
    ("exile", True, SEATS, NEUROI, ["deck:yellow", "country:France"]),
)
"""(phase, with witches, seats, other fields of the save, actions that lead there)"""
PHASES = tuple(phase for phase, *_ in TABLES)


def rare_decisions(seed: int) -> Iterator[State]:
    """A table of three seats for each of `PHASES`."""
    for phase, witches, seats, fields, actions in TABLES:
        options = {"ask_forced": True, "witches": witches}
        laid = {"game": "dynasty_v0", "seed": seed, "options": options, "seats": seats, **fields}
        state = GAME.from_dict(laid, backend="interpreted")
        for action in actions:
            state.play(action)
        assert state.phase == phase
        yield state
