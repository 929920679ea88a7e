"""Rates and intervals over deals, with and without luck."""

import numpy as np
import pytest

from training.arena.spread import Spread
from training.benchmark.counting.estimate import Counts, estimate, spreads


def counts(won: np.ndarray, luck: np.ndarray | None = None, kinds: int = 1) -> Counts:  # type: ignore[type-arg]
    return Counts(won, np.ones_like(won), luck, np.repeat(np.arange(kinds), won.shape[1] // kinds), np.arange(len(won)))


def test_by_hand() -> None:
    won = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]])
    found = estimate(counts(won), 0.5)
    assert (found.deals, found.games, found.plain.rate) == (4, 8, 0.5)
    assert found.less_luck is None and found.factor is None and found.best == found.plain
    errors = np.array([0, 1, -1, 0]) / 8
    assert Spread.of(won.sum(axis=1), np.full(4, 2.0)).variance == pytest.approx((errors**2).sum() * 4 / 3)
    # independent games would have a variance of 8 · ¼ / 64
    assert found.duplicates == pytest.approx((8 * 0.25 / 64) / ((errors**2).sum() * 4 / 3))


def test_games_that_nobody_wins_are_left_out() -> None:
    won, victories = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([[1.0, 0.0], [1.0, 1.0]])
    found = estimate(Counts(won, victories, None, np.zeros(2, np.int64), np.arange(2)), 0.5)
    assert found.plain.rate == pytest.approx(2 / 3)


def test_the_other_side_is_the_mirror_image() -> None:
    rng = np.random.default_rng(0)
    won = rng.integers(2, size=(30, 4)).astype(float)
    luck = 0.6 * (won - 0.5) + rng.normal(size=won.shape) * 0.2
    one, other = estimate(counts(won, luck), 0.5), estimate(counts(won, luck).other_side(), 0.5)
    for mine, its in ((one.plain, other.plain), (one.best, other.best)):
        assert mine.rate == pytest.approx(1 - its.rate)
        assert mine.low == pytest.approx(1 - its.high)


@pytest.mark.parametrize("deals", [6, 40])
def test_luck_makes_rates_surer_and_not_wrong(deals: int) -> None:
    """A thousand experiments: no bias, a smaller variance, and intervals that hold the truth as often as they say.

    With few deals somebody has to say how much luck to take off."""
    rng = np.random.default_rng(deals)
    truth, rates, plain, inside = 0.4, [], [], 0
    for _ in range(1000):
        fortune = rng.normal(size=(deals, 4)) * 0.3
        won = (rng.random((deals, 4)) < np.clip(truth + fortune, 0, 1)).astype(float)
        found = estimate(counts(won, fortune), 0.5, weight=0.8)
        assert found.less_luck is not None
        rates.append(found.less_luck.rate)
        plain.append(found.plain.rate)
        inside += found.less_luck.low <= truth + 0.006 and truth - 0.006 <= found.less_luck.high
    assert np.mean(rates) == pytest.approx(np.mean(plain), abs=0.01)
    assert np.var(rates) < np.var(plain)
    assert 925 <= inside <= 985


def test_useless_luck_costs_little_where_it_is_fitted() -> None:
    rng = np.random.default_rng(3)
    won = rng.integers(2, size=(200, 4)).astype(float)
    plain, less = spreads(counts(won, rng.normal(size=won.shape) * 5))
    assert less is not None
    assert less.variance < 1.1 * plain.variance


def test_few_deals_do_not_say_themselves_how_much_luck_to_take_off() -> None:
    """Ten deals whose luck tells nothing: all of it taken off would make the rate five times as uncertain."""
    rng = np.random.default_rng(5)
    won, fortune = rng.integers(2, size=(10, 4)).astype(float), rng.normal(size=(10, 4))
    for weight in (0.0, 2.0):
        found = estimate(counts(won, fortune), 0.5, weight)
        assert found.less_luck == found.plain and (found.weight, found.factor) == (0.0, 1.0)
    told = estimate(counts(won, 0.4 * (won - 0.5) + 0.1 * fortune), 0.5, weight=0.5)
    assert told.weight == 0.5 and told.less_luck != told.plain and (told.factor or 0) > 1
    assert estimate(counts(won), 0.5, weight=0.5).weight is None


@pytest.mark.parametrize("use", [0.0, 0.2, 0.5])
def test_the_surer_of_both_rates_is_as_sure_as_it_says(use: float) -> None:
    """Fifteen deals, of whose luck 0.4 is taken off where it makes the rate surer, and it decides that much."""
    rng = np.random.default_rng(15)
    rates, inside = [], 0
    for _ in range(1500):
        fortune = rng.normal(size=(15, 4)) * 0.35
        won = (rng.random((15, 4)) < np.clip(0.35 + use * fortune, 0, 1)).astype(float)
        found = estimate(counts(won, fortune), 0.5, weight=0.4).best
        rates.append(found.rate)
        inside += found.low <= 0.35 <= found.high
    assert np.mean(rates) == pytest.approx(0.35, abs=0.006)
    assert inside >= 0.93 * 1500


def test_enough_deals_say_it_themselves() -> None:
    rng = np.random.default_rng(6)
    fortune = rng.normal(size=(3000, 4)) * 0.2
    won = (rng.random((3000, 4)) < np.clip(0.5 + 0.5 * fortune, 0, 1)).astype(float)
    assert estimate(counts(won, fortune), 0.5, weight=7.0).weight == pytest.approx(0.5, abs=0.15)


def test_a_rate_that_luck_takes_out_of_bounds_is_put_there() -> None:
    """One deal, won by bad luck: its victories less its luck are more than all."""
    won, luck = np.array([[1.0, 1.0, 1.0, 0.0]]), np.full((1, 4), -0.5)
    one = counts(won, luck)
    for found, rate in ((estimate(one, 0.5, 1.0), 1.0), (estimate(one.other_side(), 0.5, 1.0), 0.0)):
        assert found.less_luck is not None
        assert found.best.rate == rate
        assert found.best.low <= rate <= found.best.high


def test_one_deal_is_no_more_than_one_game() -> None:
    """Its games share their luck, and nothing tells how much of it."""
    one = estimate(counts(np.ones((1, 12))), 0.5).plain
    assert (one.low, one.high) == (pytest.approx(1 / (1 + 1.959964**2)), 1.0)


def test_kinds_are_told_apart() -> None:
    won = np.array([[1.0, 1.0, 0.0, 0.0]] * 5)
    two = counts(won, kinds=2)
    assert [estimate(two.of(kind), 0.5).plain.rate for kind in (0, 1)] == [1.0, 0.0]
    assert estimate(two, 0.5).duplicates is None  # all variance lies between the kinds
