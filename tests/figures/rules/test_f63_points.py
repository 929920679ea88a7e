"""F63: angles, lengths and places as real numbers; what is not legal becomes the nearest that is."""

from __future__ import annotations

from math import atan2, cos, degrees, dist, radians, sin

import pytest

from dynasty_env.kit.state import State
from tests.figures.rules.conftest import duel, fig, looks, place
from tests.figures.rules.test_s04_setup import new


def pointed(state: State, *, direction: tuple[float, float] = (1, 0), sense: float = 1, length: float = 1) -> State:
    """A copy on which a point has been played."""
    after = state.clone()
    after.play_point([*direction, sense, length, 0, 0])
    return after


def at(angle: float) -> tuple[float, float]:
    return cos(radians(angle)), sin(radians(angle))


@pytest.mark.rule("F63", "F8")
@pytest.mark.parametrize("angle, taken", [(17.3, 17.3), (-29.9, -29.9), (31, 30), (90, 30), (179, 30), (-100, -30)])
def test_a_card_is_laid_within_30_degrees_of_its_corner(angle: float, taken: float) -> None:
    """Corner 3 is at 90° from ahead; the edge to its left, which is at 60°, is turned there, or lies there already."""
    state = duel(fig("Fencer", 8, 8, row="S3"), fig("Lancer", 1, 15))
    after = pointed(state, direction=at(angle), sense=-1)
    turned = 0 if abs(taken) == 30 else 30 + taken
    assert looks(after, 0) == pytest.approx(at(turned), abs=1e-6)
    gone = pointed(after)
    x, y = place(gone, 0)
    assert degrees(atan2(y - 8, x - 8)) == pytest.approx(90 + taken, abs=1e-4)
    assert dist((x, y), (8, 8)) == pytest.approx(6 if taken < 30 else 3)  # 4 o'clock is behind


@pytest.mark.rule("F63")
@pytest.mark.parametrize("coordinate, far", [(-1, 0), (0, 3), (0.3, 3.9), (1, 6), (4, 6)])
def test_a_length_is_a_share_of_what_is_left(coordinate: float, far: float) -> None:
    state = duel(fig("Fencer", 4, 8, row="SQ"), fig("Lancer", 1, 15))
    assert place(pointed(state, length=coordinate), 0) == pytest.approx((4 + far, 8), abs=1e-6)


@pytest.mark.rule("F63", "F25")
@pytest.mark.parametrize("angle, sense", [(100.5, 1), (100.5, -1), (-3.25, 1)])
def test_a_king_turns_to_any_heading(angle: float, sense: int) -> None:
    state = duel(fig("Fencer", 8, 8, look=2, row="SK"), fig("Lancer", 1, 15))
    after = pointed(state, direction=at(angle), sense=sense)
    assert looks(after, 0) == pytest.approx(at(30 + angle), abs=1e-5)


@pytest.mark.rule("F63", "F35")
def test_an_illegal_place_becomes_the_nearest_legal_one_of_the_grid() -> None:
    state = new(4)
    first, second = map(int, state.record["order"][:2])
    state.play_point([0, 0, 0, 0, 0, 0])  # in the middle of 16 w
    assert place(state, first) == (8, 8)
    state.play("angle:+0")
    for wanted in ((9.1, 7.3), (8.2, 12.6), (15.9, 15.7), (13.5, 8.25)):
        after = state.clone()
        after.play_point([0, 0, 0, 0, wanted[0] / 8 - 1, wanted[1] / 8 - 1])
        legal = [(x / 2, y / 2) for x in range(2, 31) for y in range(2, 31) if dist((x / 2, y / 2), (8, 8)) >= 5.4]
        nearest = wanted if dist(wanted, (8, 8)) >= 5.4 and max(wanted) < 15.4 else None
        got = place(after, second)
        if nearest is None:
            assert got in legal and dist(got, wanted) == pytest.approx(min(dist(one, wanted) for one in legal))
        else:
            assert got == pytest.approx(nearest, abs=1e-6)
