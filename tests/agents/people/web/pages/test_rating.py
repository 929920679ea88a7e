"""Ratings of persons: those of Plackett and Luce, against bots whose ratings stand."""

from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.people.web.pages.rating import (
    POINTS,
    SPREAD,
    Played,
    history,
    ladder_of,
    orders,
    places_of,
    rate,
    slope,
    why_not,
)


def likelihood(strength: float, games: list[Played], middle: float) -> float:
    """By the definition: the first place goes to each in proportion to e^strength, and so on; with the prior."""
    total = -((strength - middle) ** 2) / (2 * SPREAD**2)
    for game in games:
        strengths = (strength, *game.opponents)
        found = 0.0
        for order in orders(game.places):
            chance, left = 1.0, list(order)
            for seat in order:
                chance *= exp(strengths[seat]) / sum(exp(strengths[other]) for other in left)
                left.remove(seat)
            found += log(chance) / len(orders(game.places))
        total += found
    return total


@pytest.mark.parametrize("places", [(1, 2, 3, 4), (4, 1, 2, 3), (2, 1, 3, 4), (1, 1, 3, 4), (1, 2, 2, 2)])
def test_the_rating_is_where_the_likelihood_is_highest(places: tuple[int, ...]) -> None:
    games = [Played((0.0, 0.5, 1.3), places), Played((0.0, 0.0, 1.3), (1, 2, 3, 4)), Played((1.3,), (2, 1))]
    grid = np.linspace(-4, 6, 4001)
    best = grid[int(np.argmax([likelihood(strength, games, 0.4) for strength in grid]))]
    found = rate(games, 0.4)
    assert found.points == pytest.approx(best * POINTS, abs=6)
    assert found.low < found.points < found.high
    assert found.games == 3


def test_more_games_make_surer_and_better_places_make_more_points() -> None:
    bots = (0.0, 1.0, 1.0)
    won, lost = Played(bots, (1, 2, 3, 4)), Played(bots, (4, 1, 2, 3))
    assert rate([won], 0.5).points > 0.5 * POINTS > rate([lost], 0.5).points
    assert rate([won, lost], 0.5).points == rate([lost, won], 0.5).points
    few, many = rate([won, lost], 0.5), rate([won, lost] * 20, 0.5)
    assert many.high - many.low < (few.high - few.low) / 3
    assert np.isfinite(rate([won] * 50, 0.5).points)
    assert (np.diff(slope(won)) < 0).all()


def test_places_and_orders() -> None:
    assert places_of({"rank": [1.0, -1.0, 0.0, 0.0], "win": [1, 0, 0, 0]}) == (1, 4, 2, 2)
    assert places_of({"win": [-1.0, 1.0]}) == (2, 1)
    assert orders((1, 2, 2)) == [(0, 1, 2), (0, 2, 1)]
    assert len(orders((1,) * 6)) == 6


GAME: dict[str, Any] = {
    "game": "nim_v0", "table": "t", "seat": 0, "bots": [None, "greedy"], "hints": 0, "stand_ins": 0, "ended": 1.0,
    "seed_chosen": False,
    "result": {"win": [1.0, -1.0]},
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, ""), ({"hints": 1}, "hints"), ({"stand_ins": 2}, "stand-in"), ({"bots": [None, "ismcts:9"]}, "unrated"),
        ({"bots": [None, None]}, "unrated"), ({"bots": [None]}, "unrated"), ({"result": None}, "unknown"),
        ({"seed_chosen": True}, "seed"),
    ],
)  # fmt: skip
def test_which_games_count(change: dict[str, Any], reason: str) -> None:
    assert why_not(GAME | change, {"greedy": 100.0, "random": 0.0}) == reason


def test_without_a_ladder_nothing_counts(tmp_path: Path) -> None:
    found = history([GAME], "nim_v0", (tmp_path,))
    assert found.rating is None
    assert [game["why_not"] for game in found.games] == ["unrated"]


def test_the_ladders_of_the_repository_are_found() -> None:
    for game in ("dynasty_v0", "shinsengumi_v0"):
        ladder = ladder_of(game)
        assert ladder["random"] == 0.0
        assert ladder["greedy"] > 50
