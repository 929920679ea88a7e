"""Save files in disorder: whatever stands in them is read as a true table, or refused in words."""

from __future__ import annotations

import copy
import json
import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.origin import FIELDS
from dynasty_env.kit.state import State
from tests.dynasty.saves import PHASES, load, saved_in
from tests.saved import MISSING, changed, paths, without_course

SECONDS = 20
"""Longest that a single save file may take, on a busy machine."""

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


@contextmanager
def limited() -> Iterator[None]:
    """No save file may send the loader, or the game after it, into an endless loop."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_: Any) -> None:
        raise AssertionError(f"took longer than {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


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


def looked_at(state: State) -> None:
    """Everything that is shown of a table, and a few moves on it."""
    state.view(state.seat)
    state.chronicle(None)
    str(state)
    rng = np.random.default_rng(0)
    for _ in range(4):
        state.observe(state.seat)
        if state.done:
            state.returns("points")
            return
        action = int(rng.choice(state.legal()))
        state.describe(action)
        state.play(action)


def survives(saved: Any) -> State | None:
    """Loaded as a true table, or refused in words: nothing else."""
    with limited():
        try:
            state = load(saved)
        except SaveError as error:
            assert str(error)
            return None
        assert state.call("audit") == 0
        again = state.to_dict()
        json.dumps(again)
        assert load(again).to_dict() == again
        looked_at(state.clone())
        return state


def junk_in(saved: dict[str, Any], every: int) -> Iterator[tuple[Any, Any, State | None]]:
    """Each pair of a field and junk with a chance of 1 in `every`: the save, the junk, and the table if accepted."""
    chance = random.Random(len(saved))
    for path in paths(saved):
        for junk in JUNK:
            if chance.random() * every < 1:
                broken = changed(saved, path, junk)
                yield broken, junk, survives(broken)


def says_something(junk: Any) -> bool:
    """Whether a file in which this stands leaves nothing out there."""
    return junk is not MISSING and junk is not None and not isinstance(junk, dict)


@parts
@pytest.mark.parametrize("phase", BEGINNINGS)
@pytest.mark.parametrize("number", [0, 1])
def test_junk_in_any_field_is_refused_or_read_as_it_stands(phase: str, number: int, part: int) -> None:
    """Where a turn begins: nothing but the audit and a few checks stand between the file and the table."""
    accepted = 0
    for broken, junk, state in junk_in(saved_in(phase, number), 4 * LONG // part):
        if state is not None:
            accepted += 1
            if says_something(junk):
                assert normal(state.to_dict()) == normal(broken)
    assert 0 < accepted < 300, "most junk is refused"


@parts
@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase not in BEGINNINGS])
def test_junk_in_the_middle_of_something(phase: str, part: int) -> None:
    """What the file says of the table is what the moves lead to; the beginning and the moves alone may be junk."""
    saved = saved_in(phase)
    for broken, junk, state in junk_in(saved, 100 * LONG // part):
        assert state is None or not says_something(junk) or normal(state.to_dict()) == normal(broken)
    bare = {name: saved[name] for name in ("game", "begun", "moves")}
    for _ in junk_in(bare, 50 * LONG // part):
        pass
    for broken, _, state in junk_in(without_course(saved), 100 * LONG // part):
        assert state is None or broken["phase"] in BEGINNINGS
