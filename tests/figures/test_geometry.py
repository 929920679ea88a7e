"""The geometry against brute force: fine steps of a move or a turn, with nothing but the distance of two points.

Every case is drawn by chance. The closed forms name the first contact; just before it nothing touches, just after it
something does, and what they call a miss never comes nearer than a graze.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import numba
import numpy as np
import pytest

from dynasty_env.figures.rules import geometry
from dynasty_env.kit.engine.backend import bind, compiled_rule

g: Any = geometry

CASES = 400
FINE = 2001
"""Points in time of a brute-force sweep."""
NEAR = 4e-3
"""How much of a contact a sweep can miss between two points in time, w."""

Vector = tuple[float, float]


def unit(rng: np.random.Generator) -> Vector:
    angle = rng.uniform(0, 2 * math.pi)
    return math.cos(angle), math.sin(angle)


def away(rng: np.random.Generator, least: float = 1.21, most: float = 6.0) -> Vector:
    """A place at a distance from the centre."""
    x, y = unit(rng)
    far = rng.uniform(least, most)
    return x * far, y * far


def cases() -> Iterator[np.random.Generator]:
    for number in range(CASES):
        yield np.random.default_rng([25, number])


def gap_of_segment(p: Vector, e: Vector, tip: float) -> float:
    """Between the body at p and the segment from the rim to the tip along e: the least over points of the segment."""
    points = np.linspace(g.RADIUS, tip, 301)
    return float(np.hypot(points * e[0] - p[0], points * e[1] - p[1]).min() - g.RADIUS)


def gap_of_point(p: Vector, d: Vector, touching: float, far: float) -> float:
    """Between a point that has gone so far along d and the disc of radius `touching` round p."""
    return math.hypot(p[0] - d[0] * far, p[1] - d[1] * far) - touching


def gap_carried(p: Vector, d: Vector, e: Vector, tip: float, far: float) -> float:
    """Between the body at p and a weapon along e that has been carried so far along d."""
    return gap_of_segment((p[0] - d[0] * far, p[1] - d[1] * far), e, tip)


def gap_turned(p: Vector, start: float, tip: float, sense: int, angle: float) -> float:
    """Between the body at p and a weapon that has been turned by an angle from `start`."""
    turned = start + sense * angle
    return gap_of_segment(p, (math.cos(turned), math.sin(turned)), tip)


def first(gap: Callable[[float], float], end: float) -> float | None:
    """The first of many points in time at which a gap is closed, as halving finds it; None: it stays open."""
    times = np.linspace(0, end, FINE)
    for before, after in pairwise(times):
        if gap(after) <= 0:
            low, high = float(before), float(after)
            for _ in range(50):
                middle = (low + high) / 2
                low, high = (low, middle) if gap(middle) <= 0 else (middle, high)
            return high
    return None


def test_the_24_directions_are_those_of_the_library_but_for_the_last_digit() -> None:
    for step in range(g.STEPS):
        angle = math.radians(15 * step)
        assert abs(g.COS[step] - math.cos(angle)) < 1e-15
        assert abs(g.SIN[step] - math.sin(angle)) < 1e-15
    assert g.COS[6] == 0 and g.SIN[12] == 0 and g.COS[12] == -1 and g.SIN[18] == -1
    assert np.all(np.diff(g.SPAN) > 0) and g.SPAN[0] == 0 and g.SPAN[12] == 2


def test_collision_is_the_first_time_at_which_bodies_touch() -> None:
    met = 0
    for rng in cases():
        (px, py), (dx, dy) = away(rng), unit(rng)
        time = g.time_to_body(px, py, dx, dy)
        wanted = first(partial(gap_of_point, (px, py), (dx, dy), g.BOTH), 8.0)
        if wanted is None:
            nearest = abs(px * dy - py * dx)
            assert time == g.NEVER or nearest > g.BOTH - NEAR
        else:
            met += 1
            assert abs(time - wanted) < 1e-9
    assert met > 50


def test_weapons_carried_along_touch_first_where_brute_force_says() -> None:
    met = sides = 0
    for rng in cases():
        (px, py), (dx, dy), (ex, ey) = away(rng, 1.21, 4.0), unit(rng), unit(rng)
        tip = g.RADIUS + rng.uniform(0.3, 2.0)
        time = g.time_to_strike(px, py, dx, dy, ex, ey, tip)

        gap = partial(gap_carried, (px, py), (dx, dy), (ex, ey), tip)
        if time == g.NEVER:
            assert min(gap(s) for s in np.linspace(0, 7, 351)) > -NEAR
            continue
        met += 1
        assert gap(time) < 1e-5
        if time > 0:
            assert min(gap(s) for s in np.linspace(0, time - 1e-4, 200)) > 0
            end = (px - dx * time) * ex + (py - dy * time) * ey
            sides += g.RADIUS < end < tip
    assert met > 40 and sides > 10


def test_weapons_turned_touch_first_where_brute_force_says() -> None:
    met = tips = 0
    for rng in cases():
        (px, py), (ax, ay) = away(rng, 1.21, 3.4), unit(rng)
        tip, sense = g.RADIUS + float(rng.uniform(0.3, 2.0)), int(rng.choice([-1, 1]))
        far = g.turn_to_strike(px, py, ax, ay, tip, sense)
        gap = partial(gap_turned, (px, py), math.atan2(ay, ax), tip, sense)
        if far == g.NEVER:
            assert math.hypot(px, py) > tip + g.RADIUS
            assert min(gap(s) for s in np.linspace(0, 2 * math.pi, 400)) > 0
        elif far > 0:
            met += 1
            chord = far if far <= 2 else 4 - far
            angle = 2 * math.asin(chord / 2)
            angle = angle if far <= 2 else 2 * math.pi - angle
            assert abs(gap(angle)) < 1e-5
            assert min(gap(s) for s in np.linspace(0, angle - 1e-3, 200)) > 0
            ex, ey = g.struck_from(px, py, tip, sense)
            assert abs(math.hypot(ex, ey) - 1) < 1e-12
            assert abs(math.cos(math.atan2(ay, ax) + sense * angle) - ex) < 1e-6
            tips += math.hypot(px, py) ** 2 - g.RADIUS**2 > tip**2
    assert met > 100 and 20 < tips < met


def test_a_computed_contact_touches() -> None:
    """F58: wherever a closed form stops a weapon, `touches` agrees."""
    checked = 0
    for rng in cases():
        (px, py), (dx, dy), (ex, ey) = away(rng, 1.21, 4.0), unit(rng), unit(rng)
        tip, sense = g.RADIUS + float(rng.uniform(0.3, 2.0)), int(rng.choice([-1, 1]))
        time = g.time_to_strike(px, py, dx, dy, ex, ey, tip)
        if time != g.NEVER:
            assert g.touches(px - dx * time, py - dy * time, ex, ey, tip)
            checked += 1
        if g.within_reach(px, py, tip):
            assert g.touches(px, py, *g.struck_from(px, py, tip, sense), tip)
            checked += 1
    assert checked > 200


def test_shots_meet_the_near_side_of_a_body() -> None:
    hits = 0
    for rng in cases():
        (px, py), (ex, ey) = away(rng), unit(rng)
        wanted = first(partial(gap_of_point, (px, py), (ex, ey), g.RADIUS), 8.0)
        time = g.time_of_shot(px, py, ex, ey)
        if wanted is None:
            assert time == g.NEVER or abs(px * ey - py * ex) > g.RADIUS - NEAR
        else:
            hits += 1
            assert abs(time - wanted) < 1e-9
            least = min(
                math.hypot(px - ex * g.RADIUS - g.RADIUS * c, py - ey * g.RADIUS - g.RADIUS * s)
                for c, s in ((math.cos(a), math.sin(a)) for a in np.linspace(0, 2 * math.pi, 2000))
            )
            assert abs(g.range_of_shot(px, py, ex, ey) - least) < 1e-4
    assert hits > 20


def test_sight_is_blocked_by_whatever_is_on_the_line() -> None:
    blocked = 0
    for rng in cases():
        p, o = away(rng, 2.5), away(rng, 1.21)
        nearest = min(math.hypot(o[0] - p[0] * s, o[1] - p[1] * s) for s in np.linspace(0, 1, 3001))
        if abs(nearest - g.RADIUS) > NEAR:
            assert g.blocks(*p, *o) == (nearest < g.RADIUS)
            blocked += nearest < g.RADIUS
    assert blocked > 10


def test_grazes_touch_weapons_and_rays_but_are_no_collisions() -> None:
    """F27, F60."""
    assert g.time_to_body(3.0, 1.2, 1.0, 0.0) == g.NEVER
    assert g.time_to_body(3.0, 1.2 - 1e-6, 1.0, 0.0) < 3.0
    assert g.time_of_shot(3.0, 0.6, 1.0, 0.0) == 3.0
    assert g.time_to_strike(3.0, 0.6, 1.0, 0.0, 1.0, 0.0, 1.8) == pytest.approx(1.2)
    assert g.time_to_strike(3.0, 0.6 + 1e-6, 1.0, 0.0, 1.0, 0.0, 1.8) == g.NEVER
    assert g.time_to_wall(0.6, 0.0, 16.0) == g.NEVER


def test_only_a_move_that_leads_into_what_it_touches_collides() -> None:
    """F27: direction · line of centres > 0."""
    assert g.time_to_body(1.2, 0.0, 1.0, 0.0) == 0.0
    assert g.time_to_body(1.2, 0.0, -1.0, 0.0) == g.NEVER
    assert g.time_to_body(1.2, 0.0, 0.0, 1.0) == g.NEVER
    assert g.time_to_wall(0.6, -1.0, 16.0) == 0.0
    assert g.time_to_wall(0.6, 1.0, 16.0) == pytest.approx(14.8)


def test_turned_and_mirrored_rooms_have_turned_and_mirrored_contacts() -> None:
    for rng in cases():
        p, d, e = away(rng, 1.21, 4.0), unit(rng), unit(rng)
        tip, sense = g.RADIUS + rng.uniform(0.3, 2.0), int(rng.choice([-1, 1]))
        c, s = unit(rng)

        def turn(v: Vector, c: float = c, s: float = s) -> Vector:
            return v[0] * c - v[1] * s, v[0] * s + v[1] * c

        def mirror(v: Vector) -> Vector:
            return v[0], -v[1]

        for change, way in ((turn, sense), (mirror, -sense)):
            q, to, edge = change(p), change(d), change(e)
            for form in (g.time_to_body, g.time_of_shot, g.range_of_shot):
                close(form(*p, *d), form(*q, *to))
            close(g.time_to_strike(*p, *d, *e, tip), g.time_to_strike(*q, *to, *edge, tip))
            close(g.turn_to_strike(*p, *e, tip, sense), g.turn_to_strike(*q, *edge, tip, way))


def close(one: float, other: float) -> None:
    """Equal but for the last digits, which a graze at a chance place cannot bring out."""
    assert abs(one - other) < 1e-6 or abs(one - other) < 1e-9 * max(one, other)


def test_compiled_geometry_has_the_same_bits() -> None:
    """F61: no fused multiply-add and no library function comes in when the rules are compiled."""
    forms = [
        "time_to_disc", "time_to_body", "time_to_wall", "touches", "time_to_strike", "within_reach", "struck_from",
        "measure", "turn_to_strike", "time_of_shot", "range_of_shot", "blocks", "is_ahead",
    ]  # fmt: skip
    rules = bind({name: getattr(g, name) for name in forms}, {}, compiled_rule, lambda value: value)

    @numba.njit
    def all_of(px, py, dx, dy, ex, ey, tip, out):  # type: ignore[no-untyped-def]
        out[0] = disc(px, py, dx, dy, 0.6)
        out[1] = body(px, py, dx, dy)
        out[2] = wall(abs(px), dx, 16.0)
        out[3] = strike(px, py, dx, dy, ex, ey, tip)
        out[4] = turn(px, py, ex, ey, tip, 1)
        out[5] = turn(px, py, ex, ey, tip, -1)
        out[6] = distance(px, py, ex, ey)
        out[7], out[8] = struck(px, py, tip, 1)
        out[9] = block(px, py, dx * 3, dy * 3)
        out[10] = ahead(px, py, ex, ey, 0.5)

    disc, body, wall, strike = (rules[n] for n in ("time_to_disc", "time_to_body", "time_to_wall", "time_to_strike"))
    turn, distance, struck = (rules[n] for n in ("turn_to_strike", "range_of_shot", "struck_from"))
    block, ahead = rules["blocks"], rules["is_ahead"]
    for rng in cases():
        (px, py), (dx, dy), (ex, ey) = away(rng, 1.21, 4.0), unit(rng), unit(rng)
        tip = g.RADIUS + float(rng.uniform(0.3, 2.0))
        out = np.zeros(11)
        all_of(px, py, dx, dy, ex, ey, tip, out)
        wanted = [
            g.time_to_disc(px, py, dx, dy, 0.6), g.time_to_body(px, py, dx, dy), g.time_to_wall(abs(px), dx, 16.0),
            g.time_to_strike(px, py, dx, dy, ex, ey, tip), g.turn_to_strike(px, py, ex, ey, tip, 1),
            g.turn_to_strike(px, py, ex, ey, tip, -1), g.range_of_shot(px, py, ex, ey), *g.struck_from(px, py, tip, 1),
            g.blocks(px, py, dx * 3, dy * 3), g.is_ahead(px, py, ex, ey, 0.5),
        ]  # fmt: skip
        assert out.tobytes() == np.array(wanted, float).tobytes()
