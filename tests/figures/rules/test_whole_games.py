"""Whole games of random players: every move tells what it means, and every table keeps the truths of the audit."""

import numpy as np
import pytest

from dynasty_env.figures.game import GAME
from tests.figures.rules.trace_fields import check

EVERYTHING = {"emotions": True, "distraction": True}


@pytest.mark.rule("§05")
@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 4, 5))])
def test_every_move_of_a_game_tells_what_it_means(seed: int) -> None:
    options = {"num_players": 2 + seed % 3, "figures": 1 + seed % 2, "stats": seed % 3, "room": seed % 3}
    state = GAME.new(seed, backend="interpreted", **options, **EVERYTHING)
    rng = np.random.default_rng(seed)
    check(state)
    while not state.done:
        state.play(int(rng.choice(state.legal())))
        check(state)
