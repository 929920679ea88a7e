"""F63: angles, lengths and places as real numbers; what is not legal becomes the nearest that is."""

from __future__ import annotations

from math import atan2, cos, degrees, dist, radians, sin

import pytest

from dynasty_env.kit.state import State
from tests.figures.rules.conftest import LOW, duel, fig, looks, place
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


@pytest.mark.rule("F63", "F8")
@pytest.mark.parametrize("angle, taken", [(17.3, 17.3), (-29.9, -29.9), (0, 0), (31, 30), (-100, -30)])
def test_the_edge_to_the_right_of_the_corner_turns_the_other_way(angle: float, taken: float) -> None:
    """The edge to the right of corner 3 is at 120° from ahead; a card at −30° lies flush with the left one already."""
    state = duel(fig("Fencer", 8, 8, row="S3"), fig("Lancer", 1, 15))
    after = pointed(state, direction=at(angle), sense=1)
    assert looks(after, 0) == pytest.approx(at(0 if abs(taken) == 30 else taken - 30), abs=1e-6)
    x, y = place(pointed(after), 0)
    assert degrees(atan2(y - 8, x - 8)) == pytest.approx(90 + taken, abs=1e-4)
    assert dist((x, y), (8, 8)) == pytest.approx(6 if taken == -30 else 3)


@pytest.mark.rule("F63", "F25")
@pytest.mark.parametrize("sense", [-1, 0, 1])
def test_a_point_that_names_no_direction_is_straight_on_and_no_sense_is_clockwise(sense: float) -> None:
    """Corner 3: laid straight, 30° from either edge; the left one is turned clockwise, the right one back."""
    state = duel(fig("Fencer", 8, 8, row="S3"), fig("Lancer", 1, 15))
    assert looks(pointed(state, direction=(0, 0), sense=sense), 0) == pytest.approx(at(30 if sense < 0 else -30))
    king = duel(fig("Fencer", 8, 8, row="SK", poses=(0, LOW)), fig("Lancer", 8, 9.9))
    after = pointed(king, direction=(0, 1), sense=sense)
    assert after.phase == "attack" and (looks(after, 0)[0] > 0.1) == (sense >= 0)


@pytest.mark.rule("F63", "F8")
@pytest.mark.parametrize("angle, taken", [(29.9, 29.9), (30.1, 30), (-30.1, -30), (100, 30), (180, 30), (-179, -30)])
def test_what_was_taken_of_a_direction_is_told(angle: float, taken: float) -> None:
    state = duel(fig("Fencer", 8, 8, row="S3"), fig("Lancer", 1, 15))
    x, y = (-1, 0) if angle == 180 else at(angle)
    used = state.play_point([x, y, 1, 0.5, 0.5, 0.5])
    assert used[:3].tolist() == pytest.approx([*at(taken), 1], abs=1e-6) and not used[3:].any()


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


@pytest.mark.rule("F63", "F35")
@pytest.mark.parametrize(
    "wanted, taken",
    [((0, 8.2), (1, 8)), ((8.2, 0), (8, 1)), ((0.2, 15.9), (1, 15)), ((15.9, 8.4), (15, 8.5)), ((8.25, 0), (8, 1)),
     ((0.3, 0.1), (1, 1)), ((0.7, 2.3), (0.7, 2.3))],
)  # fmt: skip
def test_what_was_taken_of_a_place_is_told(wanted: tuple[float, float], taken: tuple[float, float]) -> None:
    """Of places equally near the one farther left or up."""
    state = new(4)
    first = int(state.record["order"][0])
    used = state.play_point([0.5, 0.5, 0.5, 0.5, wanted[0] / 8 - 1, wanted[1] / 8 - 1])
    assert place(state, first) == pytest.approx(taken, abs=1e-6)
    assert used.tolist() == pytest.approx([0, 0, 0, 0, taken[0] / 8 - 1, taken[1] / 8 - 1], abs=1e-6)
