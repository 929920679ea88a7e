"""Save files for tests: written by hand, and of a phase that begins."""

from typing import Any

import numpy as np

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.game import GAME
from tests.saved import without_course

BY_HAND: dict[str, Any] = {
    "game": "three_kingdoms_v0",
    "options": {"scenario": 3, "num_players": 2},
    "seats": [{"country": "Cao"}, {"country": "Sun"}],
}


def beginning() -> State:
    """A power begins its phase."""
    state = GAME.new(4, backend="interpreted", scenario=2)
    rng = np.random.default_rng(4)
    for _ in range(60):
        state.play(int(rng.choice(state.legal())))
    while "moves" in state.to_dict():
        state.play(int(rng.choice(state.legal())))
    return state


def named(name: str) -> dict[str, Any]:
    """A save by its name in texts: by hand, beginning."""
    return BY_HAND if name == "by hand" else without_course(beginning().to_dict())
