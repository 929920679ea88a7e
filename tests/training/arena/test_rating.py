"""Ratings are the maximum of the Plackett–Luce likelihood, worked out here a second time, and intervals hold."""

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from training.arena.deals import Deal, Played, all_deals
from training.arena.rating import POINTS, SPREAD, all_orders, orders_of, ratings, share_of, shares, slopes

Floats = npt.NDArray[np.float64]


def log_likelihood(strengths: Floats) -> float:
    """Of an order of finish, best first."""
    return float(sum(strengths[i] - np.log(np.exp(strengths[i:]).sum()) for i in range(len(strengths))))


def drawn(strengths: dict[str, float], seats: int, deals: int, seed: int = 0) -> dict[Deal, Played]:
    """Deals that end as the model says."""
    rng = np.random.default_rng(seed)
    found = {}
    for deal in all_deals(list(strengths), seats, deals):
        rows = []
        for seating in deal.seatings(seats):
            arrival = rng.exponential(size=seats) / np.exp([strengths[name] for name in seating])
            rows.append(tuple(int(place) for place in arrival.argsort().argsort() + 1))
        found[deal] = Played(tuple(rows), tuple((row.index(1),) for row in rows))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_slopes_are_those_of_the_likelihood(seats: int) -> None:
    steps, falls = slopes(seats)
    grid = np.linspace(-10, 10, steps.shape[1])
    for order, step, fall in zip(all_orders(seats), steps, falls, strict=True):
        mine = np.array(order, float)
        for i in range(20, len(grid) - 20, 45):
            x, h = grid[i], 1e-4
            low, middle, high = (log_likelihood(mine * at) for at in (x - h, x, x + h))
            assert step[i] == pytest.approx((high - low) / (2 * h), abs=1e-5)
            assert fall[i] == pytest.approx((high - 2 * middle + low) / h**2, abs=2e-3)


def test_ratings_are_the_maximum_of_the_likelihood() -> None:
    from scipy.optimize import minimize  # takes a second

    played = drawn({"a": 0.8, "b": 0.0, "random": -0.5}, 3, 12)
    bots = ["a", "b", "random"]

    def loss(strengths: Floats) -> float:
        found = float((strengths**2).sum()) / (2 * SPREAD**2)
        for deal, games in played.items():
            for seating, places in zip(deal.seatings(3), games.places, strict=True):
                order = np.argsort(places)
                found -= log_likelihood(strengths[[bots.index(seating[seat]) for seat in order]])
        return found

    best = minimize(loss, np.zeros(3), method="BFGS").x
    for rating in ratings(played, 3):
        assert rating.points == pytest.approx(POINTS * (best[bots.index(rating.bot)] - best[2]), abs=0.5)
        assert rating.games == 2 * 12 * 2 * 3


def test_strengths_are_found_again_and_lie_in_their_intervals() -> None:
    true = {"random": 0.0, "weak": 0.2, "strong": 1.0}
    inside = 0
    for seed in range(20):
        for rating in ratings(drawn(true, 4, 25, seed), 4):
            assert rating.low is not None and rating.high is not None
            assert rating.low <= rating.points <= rating.high
            if rating.bot == "random":
                assert rating.points == rating.low == rating.high == 0
            else:
                assert rating.points == pytest.approx(POINTS * true[rating.bot], abs=60)
                inside += rating.low <= POINTS * true[rating.bot] <= rating.high
    assert 33 <= inside <= 40  # of 40; 38 on average


def test_the_best_comes_first_and_the_order_of_the_games_is_nothing() -> None:
    played = drawn({"a": 0.0, "b": 1.0, "c": 2.0}, 3, 10)
    found = ratings(played, 3)
    assert [rating.bot for rating in found] == ["c", "b", "a"]
    assert sum(rating.points for rating in found) == pytest.approx(0)  # nobody plays at random
    assert ratings(dict(reversed(played.items())), 3) == found


def test_games_that_share_a_deal_count_once() -> None:
    """Where all rotations of a deal end alike, more rotations make no interval narrower."""
    rng = np.random.default_rng(1)
    lucky = {
        Deal(number, "a", "random", 1): Played(
            ((1, 2), (2, 1)) if rng.random() < 0.6 else ((2, 1), (1, 2)), ((0,), (1,))
        )
        for number in range(50)
    }
    free = {
        Deal(number, "a", "random", 1): Played(tuple([((1, 2), (2, 1))[rng.random() < 0.5]] * 2), ((0,), (1,)))
        for number in range(50)
    }
    (a,), (b,) = ([r for r in ratings(games, 2) if r.bot == "a"] for games in (lucky, free))
    assert a.low is not None and a.high is not None
    half = 1.96 * POINTS * 2 / np.sqrt(50)  # of the log-odds of 50 games at about one half
    assert a.high - a.low == pytest.approx(2 * half, rel=0.25)
    assert b.low == pytest.approx(0, abs=1) and b.high == pytest.approx(0, abs=1)  # seats decide all: bots are equal


def test_one_deal_has_no_interval_and_who_never_loses_has_a_finite_rating() -> None:
    always = {Deal(0, "a", "random", 1): Played(((1, 2), (2, 1)), ((0,), (1,)))}
    rating = ratings(always, 2)[0]
    assert (rating.bot, rating.low, rating.high) == ("a", None, None)
    assert 0 < rating.points < 1500


def test_a_tie_counts_as_every_order() -> None:
    assert orders_of((True, False, False), (1, 2, 3)) == {(True, False, False): 1.0}
    assert orders_of((False, True, False), (1, 2, 2)) == {(False, True, False): 0.5, (False, False, True): 0.5}
    three = orders_of((True, False, False), (1, 1, 1))
    assert three == {tuple(i == a for i in range(3)): pytest.approx(1 / 3) for a in range(3)}
    tied = {deal: Played(((1, 1, 1),) * 3, ((),) * 3) for deal in all_deals(["a", "b"], 3, 4)}
    assert all(rating.points == pytest.approx(0) for rating in ratings(tied, 3))


def test_orders_are_all_there_are() -> None:
    assert [len(all_orders(seats)) for seats in (2, 3, 4)] == [2, 6, 14]
    assert len(set(all_orders(4))) == 14


def test_shares_by_composition_and_together() -> None:
    played = {}
    for deal in all_deals(["a", "b"], 3, 6):
        # a wins whenever it sits in seat 0, ties with the next seat otherwise; in the last deal nobody wins
        rows = tuple(() if deal.number == 5 else (0,) if row[0] == "a" else (0, 1) for row in deal.seatings(3))
        played[deal] = Played(((1, 2, 3),) * 3, rows)
    together, one, two = shares(played, 3)
    assert [(s.seats_of_a, s.parity, s.games, s.deals) for s in (together, one, two)] == [
        (None, 0.5, 36, 6),
        (1, pytest.approx(1 / 3), 18, 6),
        (2, pytest.approx(2 / 3), 18, 6),
    ]
    assert one.share.rate == pytest.approx(1.5 / 3)  # abb: a; bab: half; bba: none
    assert two.share.rate == pytest.approx(2.5 / 3)  # aab: a; baa: half; aba: a
    assert together.share.rate == pytest.approx(4 / 6)
    assert together.share.games == 30
    assert together.to_b().share.rate == pytest.approx(2 / 6)
    assert together.to_b().share.low == pytest.approx(1 - together.share.high)


def test_together_counts_deals_that_were_played_in_every_composition() -> None:
    rows = ((0,), (1,), (2,))
    played = {deal: Played(((1, 2, 3),) * 3, rows) for deal in list(all_deals(["a", "b"], 3, 2))[:-1]}
    together, one, two = shares(played, 3)
    assert (together.deals, one.deals, two.deals) == (1, 2, 1)


def test_the_interval_of_a_share_heeds_the_deals() -> None:
    rng = np.random.default_rng(0)
    inside = {"free": 0, "together": 0}
    for _ in range(300):
        free = rng.binomial(4, 0.3, 80).astype(float)
        together = 4.0 * rng.binomial(1, 0.3, 80)
        for name, won in (("free", free), ("together", together)):
            rate = share_of(won, np.full(80, 4.0))
            inside[name] += rate.low <= 0.3 <= rate.high
            assert rate.rate == pytest.approx(won.mean() / 4)
    assert all(270 <= count <= 297 for count in inside.values()), inside  # 285 on average


def test_a_share_without_variation_has_the_interval_of_its_deals() -> None:
    sure = share_of(np.full(10, 4.0), np.full(10, 4.0))
    assert (sure.rate, sure.high, sure.games) == (1.0, 1.0, 40)
    assert 0.7 < sure.low < 0.75
    assert share_of(np.zeros(3), np.zeros(3)).games == 0


def test_pairs_are_numbered_as_the_fit_numbers_them() -> None:
    strengths = {"d": 0.0, "c": 0.5, "b": 1.0, "a": 1.5, "random": -1.0}
    found = {rating.bot: rating.points / POINTS for rating in ratings(drawn(strengths, 2, 150), 2)}
    for one, other in combinations(strengths, 2):
        wanted = strengths[one] - strengths[other]
        assert found[one] - found[other] == pytest.approx(wanted, abs=0.35), (one, other)
