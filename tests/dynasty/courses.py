"""Games as the tests of words, terminal and picture play them, and tables as they draw them."""

import random
import re
from collections.abc import Iterator
from typing import Any

from dynasty_env.dynasty.display import terminal
from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State
from tests.dynasty.tables import LAID, asked_for, dynasty

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
OPTIONS: list[dict[str, Any]] = [
    {},
    {"packs": 2},
    {"adjacency": True},
    {"kin_marriage": False},
    {"ask_forced": True, "packs": 2, "adjacency": True},
    {"witches": True},
    {"witches": True, "packs": 2},
    {"witches": True, "abilities": False},
]
ABILITIES = ("matchmaking", "execution", "incite", "suppression", "assassination")
LONGER = ("search", "lightning", "procreation", "marriage", "hire", "reaper", "pass")


def games(count: int) -> Iterator[State]:
    """Random games of 2 to 6 seats; half of them play on where random play would soon be over."""
    for seed in range(count):
        yield GAME.new(seed, num_players=2 + seed % 5, backend="compiled", **OPTIONS[seed % len(OPTIONS)])


def choose(state: State, chance: random.Random) -> int:
    """A random action, every other game a peaceful one, and every fourth one that loves special abilities; events are
    played soon, and the Neuroi fought."""
    legal = {GAME.action_names[i]: int(i) for i in state.legal()}
    if state.phase == "plunder":
        return legal["declare"]
    events = [action for name, action in legal.items() if name.startswith("event:")]
    if events and chance.random() < 0.7:
        return chance.choice(events)
    if state.phase == "action" and state.seed % 4 == 2:
        for name in (*ABILITIES, *LONGER):
            if name in legal and chance.random() < 0.6:
                return legal[name]
    if state.phase == "action" and state.seed % 2:
        for name in LONGER:
            if name in legal and chance.random() < 0.6:
                return legal[name]
    return chance.choice(list(legal.values()))


def until(seed: int, phase: str, **options: Any) -> State:
    """A random game as it stands when it first asks for `phase`."""
    for further in range(seed, seed + 40):
        state = GAME.new(further, backend="compiled", **options)
        chance = random.Random(further)
        while not state.done and state.phase != phase:
            state.play(choose(state, chance))
        if not state.done:
            return state
    raise AssertionError(f"no game comes to {phase}")


PLAYED: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]] = {
    "plunder": (
        dynasty("Hernan Cortes"),
        dynasty("Henry IV", territories=["France", "Naples"]),
        ("war", "country:Naples", "person:Hernan Cortes", "pass", "pass", "pass"),
    ),
    "police": (
        dynasty("Martin Luther"),
        dynasty("Henry IV", courtiers=["Francis Walsingham", "Oliver Cromwell"], territories=["France"]),
        ("incite", "person:Oliver Cromwell"),
    ),
    "suppression_target": (
        dynasty("Philip II", courtiers=["Duke of Alba", "John of Austria"]),
        dynasty("Henry IV", territories=["France"]),
        ("suppression",),
    ),
    "execution_target": (
        dynasty("Henry VIII", spouses=["Anne Boleyn"]),
        dynasty("Henry IV", territories=["France"]),
        ("execution",),
    ),
    "matchmaking_child": (
        dynasty("Elizabeth I", children=["Philip III", "Henry III"]),
        dynasty("Henry IV", territories=["France"]),
        ("matchmaking",),
    ),
    "matchmaking_target": (
        dynasty("Elizabeth I", children=["Philip III", "Henry III"]),
        dynasty("Mary Stuart", territories=["France"]),
        ("matchmaking", "person:Philip III"),
    ),
}
"""How phases come about that random play reaches too seldom."""


def reached(phase: str, seed: int = 1) -> State:
    """A game that asks for `phase`."""
    if phase in LAID:
        return asked_for(phase, seed)
    if phase not in PLAYED:
        return until(seed, phase)
    own, rival, actions = PLAYED[phase]
    saved = {"game": "dynasty_v0", "options": {"ask_forced": True}, "phase": "action", "seats": [own, rival],
             "turn_player": 0, "pope": 1, "scythe": 1, "pack": ["H2", "H3", "H4", "H5"]}  # fmt: skip
    state = GAME.from_dict(saved, backend="compiled")
    for action in actions:
        state.play(action)
    assert state.phase == phase
    return state


def drawn(state: State, seat: int | None) -> str:
    """The table as a seat sees it, without colours."""
    return ESCAPE.sub("", terminal.ansi(state.view(seat)))
