"""Random games under mixed options: save files lose not a bit."""

import json

import numpy as np
import pytest

from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.figures.game import GAME
from dynasty_env.kit.state import State

NOT_SAVED = ("trace", "trace_length", "told", "stack", "only")
"""What a save file leaves out: the last move's story, and what lies unused."""


def check_saved(state: State) -> None:
    """A save file gives the same table back, bit for bit."""
    loaded = GAME.from_dict(json.loads(json.dumps(state.to_dict())), backend="interpreted")
    for field in GAME.dtype.names or ():
        if field not in NOT_SAVED and not (state.done and field in ("a", "b")):
            assert state.record[field].tobytes() == loaded.record[field].tobytes(), (state.phase, field)


@pytest.mark.parametrize("number", range(6))
def test_saves_of_random_games_lose_not_a_bit(number: int) -> None:
    options = list(option_sets(GAME, 16))[number]
    rng = np.random.default_rng(number)
    state = GAME.new(number, backend="auto", **options)
    while not state.done:
        if rng.random() < 0.015:
            check_saved(state)
        state.play(int(rng.choice(state.legal())))
    check_saved(state)
