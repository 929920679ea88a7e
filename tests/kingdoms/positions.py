"""Tables of Kingdoms in every phase, out of random games; and hand-written ones."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from dynasty_env.kingdoms.game import GAME
from dynasty_env.kit.state import State

PHASES = tuple(GAME.phase_names.values())
HENRY = {"king": "Henry VIII", "countries": ["Spain"]}
RARE: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "execution_king": (("execution",), {"kings": [HENRY | {"spouse": "Anne Boleyn"}]}),
    "suppress_ability": (
        ("suppress", "person:Duke of Alba", "person:Charles V"),
        {"kings": [HENRY], "nobles": ["Duke of Alba", "Charles V"]},
    ),
}
"""Phases that random games seldom come to: what leads there, and the turn player of a table of two."""
FIRST = {
    "home": "Naples",
    "kings": [
        {"king": "Henry VIII", "countries": ["Spain", "Naples"], "spouse": "Anne Boleyn", "children": ["Philip III"]},
        {"king": "Francis I", "countries": ["Milan"]},
    ],
    "nobles": ["Charles V"],
}
SECOND = {"kings": [{"king": "Elizabeth I", "countries": ["Portugal", "Sweden"]}], "nobles": ["Philip II"]}
BY_HAND: dict[str, Any] = {"game": "kingdoms_v0", "seats": [FIRST, SECOND], "pool": ["Maximilian II"]}
RIVAL = {"kings": [{"king": "Elizabeth I", "countries": ["Portugal", "Sweden"]}], "nobles": ["Francis I"]}


def line(seed: int, **options: Any) -> Iterator[State]:
    """One random game, decision by decision, its end included: always the same state."""
    state = GAME.new(seed, backend="compiled", **options)
    rng = np.random.default_rng(seed)
    while True:
        yield state
        if state.done:
            return
        state.play(int(rng.choice(state.legal())))


def rare(phase: str) -> State:
    """A table in a phase of `RARE`."""
    actions, first = RARE[phase]
    rebels = ["Charles V"] if "nobles" in first else []
    laid = {"game": GAME.name, "options": {"ask_forced": True}, "seats": [first, RIVAL], "rebels": rebels}
    state = GAME.from_dict(laid, backend="compiled")
    for action in actions:
        state.play(action)
    assert state.phase == phase
    return state


@cache
def met() -> dict[str, State]:
    """A table in every phase."""
    found = {phase: rare(phase) for phase in RARE}
    for seed in range(400):
        for state in line(seed, num_players=2 + seed % 5, ask_forced=seed % 2 == 1):
            if state.phase not in found:
                found[state.phase] = state.clone()
        if len(found) == len(PHASES):
            return found
    raise AssertionError(f"never met {set(PHASES) - set(found)}")


def named(name: str) -> dict[str, Any]:
    """A save by its name in texts: by hand, in PHASE."""
    return BY_HAND if name == "by hand" else met()[name.removeprefix("in ")].to_dict()
