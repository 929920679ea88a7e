"""Intervals over deals hold the truth as often as they say, however few deals there are and however much they share."""

import numpy as np
import pytest
from scipy.special import stdtrit

from training.arena.spread import Spread, interval, student


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 9, 19, 59, 199])
def test_students_quantile(freedom: int) -> None:
    assert student(freedom) == pytest.approx(float(stdtrit(freedom, 0.975)), rel=0.006)


def test_where_nothing_varies_each_deal_is_one_game() -> None:
    found = interval(Spread.of(np.full(10, 4.0), np.full(10, 4.0)))
    assert found.rate == found.high == 1.0
    assert found.low == pytest.approx(1 / (1 + 1.959964**2 / 10))


def test_thirds_of_victories_leave_no_variation_behind() -> None:
    """Ties of three: what floats leave over is no variance."""
    third = Spread.of(np.full(20, 1 / 3 + 1 / 3 + 1 / 3 + 0.1), np.full(20, 3.3))
    assert third.variance == 0.0
    assert interval(third).half > 0.15


@pytest.mark.parametrize(
    ("truth", "deals", "shared"),
    [(0.5, 2, 1), (0.9, 5, 1), (0.9, 20, 1), (0.97, 60, 1), (0.5, 2, 0.5), (0.9, 5, 0.5), (0.5, 20, 0.5), (0.9, 20, 0)],
)
def test_intervals_hold_the_truth_where_games_share_their_luck(truth: float, deals: int, shared: float) -> None:
    """Twelve games a deal, of which that part, by chance, goes like the first one."""
    rng, inside = np.random.default_rng(deals), 0
    for _ in range(600):
        games = rng.random((deals, 12)) < truth
        games = np.where(rng.random((deals, 12)) < shared, games[:, :1], games)
        found = interval(Spread.of(games.sum(axis=1).astype(float), np.full(deals, 12.0)))
        inside += found.low <= truth <= found.high
    assert inside >= 0.93 * 600


def test_the_mean_of_rates_over_other_deals_drops_none() -> None:
    one, two = Spread(0.4, np.array([0.1, -0.1, 0.0])), Spread(0.8, np.array([0.2, -0.2]))
    mean = Spread.mean([one, two], [np.array([0, 1, 2]), np.array([0, 2])])
    assert mean.rate == pytest.approx(0.6)
    assert mean.errors == pytest.approx([0.15, -0.05, -0.1])
