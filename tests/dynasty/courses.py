"""Games as the tests of words, terminal and picture play them, and tables as they draw them."""

import random
import re
from collections.abc import Iterator
from typing import Any

from dynasty_env.dynasty.display import terminal
from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State

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


def drawn(state: State, seat: int | None) -> str:
    """The table as a seat sees it, without colours."""
    return ESCAPE.sub("", terminal.ansi(state.view(seat)))
