"""The engine against the oracle: the same legal moves at every decision, the same winners at every end."""

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.conformance import option_sets
from tests.oracle.legal import legal, scores, winners
from tests.oracle.truths import invariants


def agree(games: int, seed: int = 0) -> int:
    """Play random games under mixed options, and compare at every decision. Returns how many decisions there were."""
    decisions = 0
    for n, options in enumerate(option_sets(GAME, games, seed)):
        state = GAME.new(seed + n, backend="auto", **options)
        rng = np.random.default_rng([seed, n])
        while True:
            save = state.to_dict()
            where = f"seed {seed + n} {options} phase {state.phase} turn {save['turn']}"
            assert invariants(save) == [], where
            if state.done:
                break
            engine = {GAME.action_names[action] for action in state.legal()}
            book = legal(save)
            assert engine == book, f"{where}: only engine {engine - book}, only book {book - engine}"
            state.play(int(rng.choice(state.legal())))
            decisions += 1
        assert [score.points for score in scores(save)] == state.scores(), where
        won = set(np.flatnonzero(state.returns("win") > 0).tolist())
        assert winners(save) == won or (not won and len(winners(save)) in (0, state.num_players)), where
    return decisions


def test_engine_and_book_agree() -> None:
    assert agree(100) > 5_000


@pytest.mark.slow
def test_engine_and_book_agree_long() -> None:
    assert agree(1_000, seed=10_000) > 50_000
