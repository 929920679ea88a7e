"""F63: angles, lengths and places as real numbers; what is not legal becomes the nearest that is."""

from __future__ import annotations

from math import asin, atan2, cos, degrees, dist, radians, sin, sqrt
from typing import Any

import numpy as np
import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.steps import Trace
from dynasty_env.kit.state import State
from tests.figures.rules.conftest import LOW, duel, fig, looks, names, place, played, told
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


@pytest.mark.rule("F63", "F35")
@pytest.mark.parametrize("players, room", [(2, 1), (3, 1), (2, 2)])
def test_a_place_of_the_grid_is_taken_exactly(players: int, room: int) -> None:
    """In rooms of 16, 20 and 24 w: to the last bit of a float64, whether it was meant or is the nearest legal one."""
    state = new(4, num_players=players, room=room)
    first, second = map(int, state.record["order"][:2])
    side = float(state.record["side"])
    state.play_point([0, 0, 0, 0, 0, 0])
    state.play("angle:+0")
    rng, illegal = np.random.default_rng(room), 0
    grid = [(x / 2, 1.0) for x in range(2, int(2 * side) - 1)]
    for wanted in [*map(tuple, rng.uniform(0, side, (150, 2)).tolist()), *grid]:
        after = state.clone()
        used = after.play_point([0, 0, 0, 0, 2 * wanted[0] / side - 1, 2 * wanted[1] / side - 1])
        x, y = float(after.record["x"][second]), float(after.record["y"][second])
        meant = wanted in grid or dist((x, y), wanted) > 1e-5
        assert ((2 * x).is_integer() and (2 * y).is_integer()) or not meant, (wanted, x, y)
        illegal += meant and wanted not in grid
        again = state.clone()
        assert again.play_point(used).tolist() == used.tolist()
        assert again.tables.array.tobytes() == after.tables.array.tobytes()
    assert illegal > 20 and place(state, first) == (side / 2, side / 2)


# --------------------------------------------------------------------------------------------------------------- poses


def posing(sheet: str = "Fencer", *, x: float = 8, **fields: Any) -> State:
    """The first weapon of the first figure is to be posed."""
    return duel(fig(sheet, 4, 8, row=""), fig("Lancer", x, 8, row=""), phase="round", **fields)


def pose_of(state: State, weapon: int = 0, seat: int | None = 0) -> float | None:
    """Degrees at which a weapon of the first figure points, as a seat sees it."""
    angle = state.view(seat)["figures"][0]["weapons"][weapon]["angle"]
    return None if angle is None else float(angle)


@pytest.mark.rule("F63", "F6", "F62")
@pytest.mark.parametrize(
    ("sheet", "angle", "taken"),
    [("Fencer", 37.2, 37.2), ("Fencer", -89.5, -89.5), ("Fencer", 0, 0), ("Fencer", 91, 90), ("Fencer", -178, -90),
     ("Archer", 11.25, 11.25), ("Archer", -29.9, -29.9), ("Archer", 30.1, 30), ("Archer", -120, -30)],
)  # fmt: skip
def test_a_weapon_points_at_any_angle_within_its_bounds(sheet: str, angle: float, taken: float) -> None:
    state = posing(sheet)
    after = pointed(state, direction=at(angle))
    assert pose_of(after) == pytest.approx(taken, abs=1e-5)
    assert pose_of(after, seat=1) is None, "poses are hidden until all are done"
    used = state.clone().play_point([*at(angle), 0.3, 1, 1, 1])
    assert used[:3].tolist() == pytest.approx([*at(taken), 0.3], abs=1e-6) and not used[3:].any()
    if taken != angle or taken == 0:
        assert after.tables.array.tobytes() == played(state, f"angle:{taken:+g}").tables.array.tobytes()


@pytest.mark.rule("F63", "F6", "F36")
def test_a_weapon_is_lowered_by_a_negative_sense_or_where_it_must_be() -> None:
    lowered = played(posing(), "lower").tables.array.tobytes()
    assert pointed(posing(), direction=at(20), sense=-0.1).tables.array.tobytes() == lowered
    near = posing(x=6)
    assert names(near) == ["lower"]
    used = near.clone().play_point([*at(20), 1, 0, 0, 0])
    assert used[2] == -1 and pose_of(pointed(near, direction=at(20))) is None


@pytest.mark.rule("F63", "§05-02")
def test_poses_are_shown_to_all_as_they_are() -> None:
    state = pointed(posing(), direction=at(37.2))
    while state.phase == "pose":
        state = pointed(state, direction=at(-8), sense=-1 if state.seat else 1)
    assert [pose_of(state, weapon, None) for weapon in (0, 1)] == pytest.approx([37.2, -8], abs=1e-5)
    assert [entry.value for entry in told(state, Trace.POSED)] == [30, -15, 999, 999]  # to the nearest 15°
    assert GAME.layout["pose"].of(state.observe(1))[1].tolist() == [2, -1]


@pytest.mark.rule("F63", "§05-02")
def test_nothing_shows_a_real_pose_before_all_are_done() -> None:
    """Three tables that differ in it alone are one to the other seat, which poses next, and are resampled alike."""
    shown: set[tuple[bytes, bytes, str, str]] = set()
    for angle, sense in ((37.2, 1), (-80, 1), (10, -1)):
        state = pointed(pointed(posing(), direction=at(angle), sense=sense), direction=at(-angle), sense=sense)
        assert (state.phase, state.seat) == ("pose", 1)
        resampled = state.hide(1, 5)
        assert resampled.call("audit") == 0
        story = str([entry for entry in state.trace() if entry.audience >> 1 & 1]), str(state.view(1))
        shown.add((resampled.tables.array.tobytes(), state.observe(1).tobytes(), *story))
    assert len(shown) == 1


def lunging(angle: float, x: float = 8, row: str = "SQ") -> State:
    """A Fencer whose sabre points at this angle, and whose turn it is."""
    sabre = [value.hex() for value in at(angle)]
    return duel(fig("Fencer", 4, 8, row=row, poses=(sabre, LOW)), fig("Lancer", x, 8), pack="C2 C3 C4 H2 H3")


@pytest.mark.rule("F63", "F24", "F21")
@pytest.mark.parametrize("angle", [0.001, 7.3, -12.9, 15.4])
def test_a_move_stops_where_a_weapon_at_a_real_angle_touches(angle: float) -> None:
    """The sabre's tip, 1.8 w from the centre, meets the rim of the body ahead."""
    after = played(lunging(angle), "length:6")
    tip_x, tip_y = 1.8 * cos(radians(angle)), 1.8 * sin(radians(angle))
    assert after.phase == "attack"
    assert place(after, 0)[0] == pytest.approx(8 - sqrt(0.36 - tip_y * tip_y) - tip_x)


@pytest.mark.rule("F63", "F25", "F61")
@pytest.mark.parametrize("angle", [40.7, -33.3])
@pytest.mark.parametrize("sense", [-1, 1])
def test_a_rotation_stops_where_a_weapon_at_a_real_angle_touches(angle: float, sense: int) -> None:
    """The body is 1.5 w ahead: the sabre meets it with its side, asin(0.6 / 1.5) before it points there."""
    after = played(lunging(angle, x=5.5, row="SK"), f"angle:{345 * sense:+d}")
    assert after.phase == "attack"
    looking = -angle - sense * degrees(asin(0.6 / 1.5))
    assert looks(after, 0) == pytest.approx(at(looking), abs=1e-6)
    assert after.call("audit") == 0 and pose_of(after) == pytest.approx(angle)


@pytest.mark.rule("F63", "§05-07", "F12")
def test_a_bow_at_a_real_angle_shoots_along_it() -> None:
    """4.2 w ahead and 0.7 w aside the Lancer is hit at 9.4° (off by 0.01 w), and a bow that points ahead misses it."""
    angle = degrees(atan2(0.7, 4.2))
    for pose, aimed in ((at(angle), True), (at(0), False), (at(angle + 8.0), True), (at(angle + 8.2), False)):
        archer = fig("Archer", 4, 8, row="SK", poses=([value.hex() for value in pose], LOW))
        state = played(duel(archer, fig("Lancer", 8.2, 8.7)), "angle:+0")
        assert (state.phase == "shoot") == aimed, pose


@pytest.mark.rule("F64", "F63")
def test_a_real_pose_is_saved_to_the_last_bit() -> None:
    state = pointed(posing(), direction=(0.6, 0.8 + 1e-4))
    read = GAME.from_dict(state.to_dict(), backend="interpreted")
    assert read.tables.array.tobytes() == state.tables.array.tobytes()
    laid = lunging(12.3456789)
    assert GAME.from_dict(laid.to_dict(), backend="interpreted").to_dict() == laid.to_dict()
