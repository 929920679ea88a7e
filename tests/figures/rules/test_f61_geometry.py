"""F24, F27, F41, F52, F58–F62: every closed form against brute force over many points in time, cases drawn by chance.

`tests/figures/test_geometry.py` says that what they find touches, and that both backends find the same bits.
"""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from dynasty_env.figures.rules import geometry

g: Any = geometry
CASES = 120
TIMES = np.linspace(0, 8, 4001)
TURNS = np.linspace(0, 2 * math.pi, 4001)
NEAR = 0.01
"""How far a contact may be from the first point in time at which brute force sees one, and the depth of a touch that
it may miss."""
Numbers = npt.NDArray[np.float64]
Case = tuple[Numbers, Numbers, Numbers, float, int]


def cases() -> Iterator[Case]:
    """A body, a direction of moving, one of a weapon, the weapon's end, and a sense of turning."""
    rng = np.random.default_rng(61)
    for _ in range(CASES):
        angles = rng.uniform(0, 2 * math.pi, 3)
        body, way, weapon = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        yield body * rng.uniform(1.21, 4.0), way, weapon, 0.6 + float(rng.uniform(0.3, 2.0)), int(rng.choice([-1, 1]))


def gaps(bodies: Numbers, weapons: Numbers, tip: float) -> Numbers:
    """Between bodies (n, 2) and segments from the rim to `tip` along (n, 2)."""
    along = np.clip((bodies * weapons).sum(axis=-1), 0.6, tip)
    return np.hypot(*(bodies - along[..., None] * weapons).T) - 0.6


def agree(found: float, times: Numbers, gap: Numbers) -> bool:
    """Is the contact that was found where the gap closes first? Whether anything was met."""
    closed = np.flatnonzero(gap <= 0)
    if found == g.NEVER or found > times[-1]:
        assert gap.min() > -NEAR
        return False
    assert not len(closed) or times[closed[0]] - found > -1e-9
    assert np.interp(found, times, gap) < NEAR
    assert gap[times < found - NEAR].min(initial=1) > 0
    return True


def angle_of(span: float) -> float:
    """The angle of a `measure`: it is a chord, beyond half a turn 4 less the chord."""
    return 2 * math.asin(span / 2) if span <= 2 else 2 * (math.pi - math.asin(2 - span / 2))


@pytest.mark.rule("F27", "F3", "F60", "F61")
def test_f27_bodies_and_rays_meet_bodies_where_they_come_near_enough() -> None:
    met = 0
    for body, way, _, _, _ in cases():
        apart = np.hypot(*(body - TIMES[:, None] * way).T)
        met += agree(g.time_to_body(*body, *way), TIMES, apart - 1.2)
        agree(g.time_of_shot(*body, *way), TIMES, apart - 0.6)
        assert g.range_of_shot(*body, *way) == pytest.approx(np.hypot(*(body - 0.6 * way)) - 0.6)
    assert met > 20
    assert g.time_to_disc(0.1, 0.0, 1.0, 0.0, 0.6) == 0.0  # within it already
    assert g.time_to_disc(-0.7, 0.0, 1.0, 0.0, 0.6) == g.NEVER  # behind
    assert g.time_to_body(1.0, 0.0, 1.0, 0.0) == 0.0


@pytest.mark.rule("F24", "F61")
def test_f24_weapons_carried_and_turned_touch_first_where_brute_force_says() -> None:
    carried = turned = 0
    for body, way, weapon, tip, sense in cases():
        gap = gaps(body - TIMES[:, None] * way, np.broadcast_to(weapon, (len(TIMES), 2)), tip)
        time = g.time_to_strike(*body, *way, *weapon, tip)
        carried += agree(time, TIMES, gap)
        assert bool(g.touches(*body, *weapon, tip)) == (gap[0] <= 1e-9) == (time == 0)
        angles = math.atan2(weapon[1], weapon[0]) + sense * TURNS
        gap = gaps(np.broadcast_to(body, (len(TURNS), 2)), np.stack([np.cos(angles), np.sin(angles)], axis=1), tip)
        far = g.turn_to_strike(*body, *weapon, tip, sense)
        angle = (
            far if far == g.NEVER else 2 * math.asin(far / 2) if far <= 2 else 2 * (math.pi - math.asin(2 - far / 2))
        )
        turned += agree(angle, TURNS, gap)
        assert bool(g.within_reach(*body, tip)) == (np.hypot(*body) <= tip + 0.6)
    assert carried > 20 and turned > 40


@pytest.mark.rule("F61")
def test_f61_how_far_a_turn_is_grows_with_its_angle() -> None:
    for _, start, _, _, sense in cases():
        for turn in np.linspace(0.05, 6.2, 60):
            angle = math.atan2(start[1], start[0]) + sense * turn
            assert angle_of(g.measure(*start, math.cos(angle), math.sin(angle), sense)) == pytest.approx(turn)


@pytest.mark.rule("F52", "F18", "F61")
def test_f52_a_body_on_the_line_of_sight_blocks_it() -> None:
    blocked = 0
    points = np.linspace(0, 1, 2001)
    for body, way, weapon, tip, _ in cases():
        target, other = body * 2, way * tip
        near = np.hypot(*(other - points[:, None] * target).T).min()
        if abs(near - 0.6) > 1e-3:
            assert bool(g.blocks(*target, *other)) == (near < 0.6)
            blocked += near < 0.6
        cosine = float(body @ weapon) / np.hypot(*body)
        assert bool(g.is_ahead(*body, *weapon, 0.5)) == (cosine >= 0.5)
    assert blocked > 10
    assert not g.blocks(3.0, 0.0, -0.7, 0.0) and g.blocks(3.0, 0.0, -0.5, 0.0)
    assert not g.blocks(3.0, 0.0, 3.7, 0.0) and g.blocks(3.0, 0.0, 3.5, 0.0)


@pytest.mark.rule("F58", "F60")
def test_f58_what_is_a_billionth_away_touches_and_what_is_farther_does_not() -> None:
    """At exactly that distance, too; half a billionth is within it, two are not."""
    for off, touching in ((0.0, True), (5e-10, True), (1e-9, True), (2e-9, False)):
        assert bool(g.touches(1.0, 0.6 + off, 1.0, 0.0, 1.8)) == touching
        assert bool(g.within_reach(2.4 + off, 0.0, 1.8)) == touching
        assert bool(g.blocks(3.0, 0.0, 1.5, 0.6 + off)) == touching
        assert (g.time_of_shot(3.0, 0.6 + off, 1.0, 0.0) < g.NEVER) == touching
        assert bool(g.is_ahead(1.0, 0.0, 0.5 - off, 0.0, 0.5)) == touching
    assert g.time_to_body(3.0, 1.2 - 1e-9, 1.0, 0.0) == g.NEVER > g.time_to_body(3.0, 1.2 - 2e-9, 1.0, 0.0)


@pytest.mark.rule("F4", "F27")
def test_f27_walls_are_met_with_the_rim() -> None:
    assert g.time_to_wall(5.0, 0.5, 16.0) == pytest.approx(20.8)
    assert g.time_to_wall(5.0, -0.5, 16.0) == pytest.approx(8.8)
    assert g.time_to_wall(15.5, 1.0, 16.0) == g.time_to_wall(0.5, -1.0, 16.0) == 0.0
    assert g.time_to_wall(5.0, 1e-12, 16.0) == g.time_to_wall(5.0, -1e-12, 16.0) == g.NEVER


@pytest.mark.rule("F61", "F62")
def test_f62_a_vector_is_turned_clockwise_by_steps_of_15_degrees() -> None:
    for step in range(-30, 60):
        angle = math.radians(15 * step)
        x, y = g.turned_x(0.3, -1.7, step), g.turned_y(0.3, -1.7, step)
        assert x == pytest.approx(0.3 * math.cos(angle) + 1.7 * math.sin(angle))
        assert y == pytest.approx(0.3 * math.sin(angle) - 1.7 * math.cos(angle))
