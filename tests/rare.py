"""Decisions of Dynasty that random games seldom come to, on hand-laid tables."""

from collections.abc import Iterator

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.game import State

PHASES = ("matchmaking_child", "matchmaking_target", "execution_target")
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


def rare_decisions(seed: int) -> Iterator[State]:
    """A match for a child with waste, its king, and an execution: a table of three seats for each of `PHASES`."""
    for actions in (["matchmaking"], ["matchmaking", "person:Henry III"], ["execution"]):
        laid = {"game": "dynasty_v0", "seed": seed, "options": {"ask_forced": True}, "seats": SEATS}
        state = GAME.from_dict(laid, backend="interpreted")
        for action in actions:
            state.play(action)
        yield state
