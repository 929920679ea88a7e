"""The engine against the oracle: the same legal moves at every decision, lawful moves, the same winners."""

from typing import Any

import numpy as np
import pytest

from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.dynasty.game import GAME
from tests.dynasty.oracle.agreement import Curiosity, agreed
from tests.dynasty.oracle.laid import laid


def dealt(games: int, seed: int = 0, share: float = 0.0, **fixed: Any) -> int:
    """Dealt games under mixed options, all compared. Returns how many decisions there were."""
    choose = Curiosity(seed, share)
    return sum(
        agreed(GAME.new(seed + n, backend="auto", **options | fixed), choose)
        for n, options in enumerate(option_sets(GAME, games, seed))
    )


def crowded(games: int, seed: int = 0) -> int:
    """Games from crowded tables of the expansion, all compared. Returns how many decisions there were."""
    choose, rng = Curiosity(seed), np.random.default_rng(seed)
    decisions = 0
    for n in range(games):
        options = {name: bool(rng.random() < 0.5) for name in ("abilities", "adjacency", "kin_marriage", "ask_forced")}
        decisions += agreed(GAME.from_dict(laid(seed + n, **options), backend="auto"), choose)
    return decisions


def test_engine_and_book_agree() -> None:
    assert dealt(9) > 600


def test_engine_and_book_agree_on_the_expansion() -> None:
    assert dealt(3, seed=100, share=0.25, witches=True) > 350
    assert crowded(3, seed=200) > 350


@pytest.mark.slow
def test_engine_and_book_agree_long() -> None:
    assert dealt(500, seed=10_000) > 25_000
    assert dealt(500, seed=20_000, share=0.25, witches=True) > 50_000


@pytest.mark.slow
def test_engine_and_book_agree_long_on_crowded_tables() -> None:
    assert crowded(500, seed=30_000) > 50_000
