"""Save files with junk in any field: refused, or read as they stand.

What can be done with tables that are accepted, and what is refused in the middle of something, is looked at for all
games (`tests/kit/files/test_mutated_saves.py`, `tests/test_refused_saves.py`).
"""

import copy
import random
from itertools import product
from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.files.origin import FIELDS
from tests.dynasty.saves import load, saved_in
from tests.saved import MISSING, changed, paths
from tests.saved_mutants import accepted

JUNK: list[Any] = [
    MISSING, None, True, False, -1, 0, 1, 2, 5, 97, 128, 9999, 2**40, 2**70, 1.5, float("nan"), "", "pope", "Henry IV",
    "Suleiman I", "HA", "JOKER", "France", "Ottoman Empire", "interrupt", "end", "action", "reaper", "war", [], {},
    "the Swift", "cancel", "event:doll", "the Neuroi", "sortie", ["cancel"], ["event:cancel"], {"event": "doll"},
    [None], ["pope"], ["HA"], [["HA"]], {"a": 1}, {"card": "JOKER"}, "x" * 1000,
]  # fmt: skip
BEGINNINGS = ("setup_deck", "recruit", "action")
UNORDERED = ("wanderers", "independent", "discards", "removed", "refused", "sent", "checked")


LONG = 4
"""How many times as much is tried in the long form."""
parts = pytest.mark.parametrize("part", [1, pytest.param(LONG, marks=pytest.mark.slow)], ids=["short", "long"])


def normal(saved: dict[str, Any]) -> dict[str, Any]:
    """What a complete save says, whatever the order of cards that have none."""
    made = copy.deepcopy(saved)
    for name in UNORDERED:
        made[name] = sorted(made.get(name, []))
    made["events_taken"] = {deck: count for deck, count in made.get("events_taken", {}).items() if count}
    for seat in made["seats"]:
        for name in ("courtiers", "territories", "hand"):
            seat[name] = sorted(seat.get(name, []))
        seat["known_cards"] = sorted(seat.get("known_cards", []), key=str)
    made.pop("removed_countries", None)  # what is nowhere else
    for name in FIELDS:  # who wrote it
        made.pop(name, None)
    if "begun" in made:
        made["begun"] = normal(made["begun"])
    return made


def says_something(junk: Any) -> bool:
    """Whether a file in which this stands leaves nothing out there."""
    return junk is not MISSING and junk is not None and not isinstance(junk, dict)


@parts
@pytest.mark.parametrize("phase", BEGINNINGS)
@pytest.mark.parametrize("number", [0, 1])
def test_junk_in_any_field_is_refused_or_read_as_it_stands(phase: str, number: int, part: int) -> None:
    """Where a turn begins: nothing but the audit and a few checks stand between the file and the table."""
    saved, chance, accepted_ones = saved_in(phase, number), random.Random(number), 0
    for path, junk in product(paths(saved), JUNK):
        if chance.random() * 4 * LONG >= part:
            continue
        broken = changed(saved, path, junk)
        state = accepted(GAME, broken, "auto")
        if state is not None:
            accepted_ones += 1
            again = state.to_dict()
            assert state.call("audit") == 0 and load(again).to_dict() == again
            assert normal(again) == normal(broken) or not says_something(junk)
    assert 0 < accepted_ones < 300, "most junk is refused"
