"""What is in progress in a phase: every difference from the start of a power's phase."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dynasty_env.three_kingdoms.material import NO_ONE, NOWHERE, Work

CLEARED: dict[str, int] = {
    "tired": 0, "acted": 0, "points": 0, "allied": 0, "invaded": 0, "ally_troops": 0, "ally_generals": 0,
    "directed": NO_ONE,
    "directed_size": 0, "clan_group": 0, "clans_invaded": 0, "barred": 0, "role": 0,
    "picked": 0, "goal": NOWHERE, "target": NOWHERE, "force": 0, "asked": 0, "battle": NOWHERE, "army": 0,
    "defender": NO_ONE, "across_rivers": 0, "player": NO_ONE, "rounds": 0, "method": 0, "number": 0,
    "duellist": NO_ONE, "ahead": 0, "had_troops": 0, "hurt": 0, "fled": -1, "split": 0, "split_with": NO_ONE,
    "free_moves": 0, "sent": 0, "moved_in": 0,
}  # fmt: skip
"""Fields of the table about what is in progress, with their values at the start of a phase.

Fields that are only computed when needed (`present`, `ready`, `reach`) follow from the rest.
"""


def going_on(record: Any) -> dict[str, Any]:
    """The fields that differ from the start of a power's phase."""
    return {name: record[name].tolist() for name in _differing(record)}


def is_fresh(record: Any) -> bool:
    """Whether a power's phase begins here."""
    return next(_differing(record), None) is None


def _differing(record: Any) -> Iterator[str]:
    """The names of these fields, in the order in which a phase uses them."""
    fresh = np.where(record["control"] == record["power"], Work.FREE, Work.NOTHING)
    if record["power"] != NO_ONE and (record["work"] != fresh).any():
        yield "work"
    for name, cleared in CLEARED.items():
        if np.any(record[name] != cleared):
            yield name
