"""The geometry: its contacts touch, do not depend on how a room lies, and have the same bits when they are compiled.

Every case is drawn by chance. That contacts are the first ones is shown by `tests/figures/rules/test_f61_geometry.py`.
"""

import math
from collections.abc import Iterator
from typing import Any

import numba
import numpy as np

from dynasty_env.figures.rules import geometry
from dynasty_env.kit.engine.backend import bind, compiled_rule

g: Any = geometry

CASES = 400

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


def test_the_24_directions_are_those_of_the_library_but_for_the_last_digit() -> None:
    for step in range(g.STEPS):
        angle = math.radians(15 * step)
        assert abs(g.COS[step] - math.cos(angle)) < 1e-15
        assert abs(g.SIN[step] - math.sin(angle)) < 1e-15
    assert g.COS[6] == 0 and g.SIN[12] == 0 and g.COS[12] == -1 and g.SIN[18] == -1
    assert np.all(np.diff(g.SPAN) > 0) and g.SPAN[0] == 0 and g.SPAN[12] == 2


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
            struck = g.struck_from(px, py, tip, sense)
            assert g.touches(px, py, *struck, tip) and abs(math.hypot(*struck) - 1) < 1e-12
            checked += 1
    assert checked > 200


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
