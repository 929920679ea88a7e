"""A room that is turned by 90° has the same game, turned: every move, contact, throw and shot."""

from __future__ import annotations

import numpy as np
import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.kit.state import State

TURNED = ("x", "y", "base_x", "base_y", "from_x", "from_y", "to_x", "to_y", "trace", "left", "aim")
"""Fields that hold places, directions and lengths; all others are the same."""


def turned(state: State) -> State:
    """The same table in a room that has been turned clockwise by 90°."""
    other = state.clone()
    one, two = state.record, other.record
    two["x"], two["y"] = one["side"] - one["y"], one["x"]
    two["base_x"], two["base_y"] = -one["base_y"], one["base_x"]
    return other


def check_turned(one: State, other: State) -> None:
    standing = np.flatnonzero(one.record["standing"])
    side = float(one.record["side"])
    assert np.allclose(other.record["x"][standing], side - one.record["y"][standing], rtol=0, atol=1e-7)
    assert np.allclose(other.record["y"][standing], one.record["x"][standing], rtol=0, atol=1e-7)
    assert abs(float(one.record["left"]) - float(other.record["left"])) < 1e-7
    for field in GAME.dtype.names or ():
        if field not in TURNED:
            assert np.array_equal(one.record[field], other.record[field]), field


@pytest.mark.parametrize("seed", range(12))
def test_a_turned_room_has_the_turned_game(seed: int) -> None:
    rng = np.random.default_rng(seed)
    options = {"num_players": 2 + seed % 3, "emotions": seed % 2 == 1, "distraction": seed % 3 == 1, "room": seed % 2}
    one = GAME.new(seed, backend="interpreted", **options)
    while one.record["round"] == 0:
        one.play(int(rng.choice(one.legal())))
    other = turned(one)
    while not one.done:
        assert np.array_equal(one.legal(), other.legal())
        action = int(rng.choice(one.legal()))
        one.play(action)
        other.play(action)
        check_turned(one, other)
    assert other.done
