"""Plane geometry in closed form: what touches what, and when, while a figure moves straight on or turns in place.

Lengths are card widths (w). x grows to the right and y downwards, so turning clockwise turns x towards y. Positions of
others are relative to the centre of the acting figure; directions are unit vectors.

Only + - * / and the square root are used, in float64 and in the order written, so every machine and backend gets the
same bits (F61). Sine and arc tangent are avoided, since their last digit differs between libraries. The 24 directions
are a table made from the square roots of 2, 3 and 6.
"""

import math

import numpy as np

from dynasty_env.kit.engine.rule import rule

RADIUS = 0.6
"""F3: the radius of a body, w."""
BOTH = 1.2
"""The distance between the centres of two touching bodies."""
TOUCH = 1e-9
"""F58: things no farther apart than this are touching, w."""
MOMENT = 1e-6
"""F59: contacts within this distance are at the same moment."""
PARALLEL = 1e-11
"""A figure that gets nearer to a wall by less than this per width moves along it: a graze (F27)."""
NEVER = 1e9
"""The time of an event that does not happen."""
HALF_TURN = 2.0
"""The `measure` of half a turn: the diameter of the unit circle."""

STEPS = 24
STEP_DEGREES = 15
"""F19: directions of the grid, clockwise."""

_R2, _R3, _R6 = math.sqrt(2.0), math.sqrt(3.0), math.sqrt(6.0)
_COS = (1.0, (_R6 + _R2) / 4.0, _R3 / 2.0, _R2 / 2.0, 0.5, (_R6 - _R2) / 4.0)
"""Cosines of 0°, 15° … 75°; all others are these, mirrored."""


def _cosine(step: int) -> float:
    quarter, rest = divmod(step % STEPS, 6)
    there, back = _COS[rest], _COS[6 - rest] if rest else 0.0
    return (there, -back, -there, back)[quarter]


COS = np.array([_cosine(step) for step in range(STEPS)])
SIN = np.array([_cosine(step - 6) for step in range(STEPS)])
"""Cosine and sine of each step of 15°."""
SPAN = np.array([math.sqrt((c - 1.0) * (c - 1.0) + s * s) for c, s in zip(COS, SIN, strict=True)])
SPAN = np.where(np.arange(STEPS) <= STEPS // 2, SPAN, 2 * HALF_TURN - SPAN)
"""The `measure` of each whole number of steps."""


@rule
def turned_x(x, y, step):
    """The x of a vector turned clockwise by `step` · 15°."""
    return x * COS[step % STEPS] - y * SIN[step % STEPS]


@rule
def turned_y(x, y, step):
    """The y of a vector turned clockwise by `step` · 15°."""
    return x * SIN[step % STEPS] + y * COS[step % STEPS]


# ----------------------------------------------------------------------------------------------------- straight moves


@rule
def time_to_disc(px, py, dx, dy, radius):
    """When a point that moves along d comes within `radius` of p; a graze counts (F60)."""
    along = px * dx + py * dy
    across = px * dy - py * dx
    if abs(across) > radius + TOUCH:
        return NEVER
    rest = radius * radius - across * across
    half = math.sqrt(rest) if rest > 0.0 else 0.0
    if along + half < 0.0:
        return NEVER
    return max(0.0, along - half)


@rule
def time_to_body(px, py, dx, dy):
    """When a body that moves along d runs into the body at p; a graze does not count (F27)."""
    along = px * dx + py * dy
    across = px * dy - py * dx
    if along <= 0.0 or abs(across) >= BOTH - TOUCH:
        return NEVER
    return max(0.0, along - math.sqrt(BOTH * BOTH - across * across))


@rule
def time_to_wall(at, d, room):
    """When a body runs into a wall if its centre is `at` on an axis and moves by d on it per width of way."""
    if d > PARALLEL:
        return max(0.0, (room - RADIUS - at) / d)
    if d < -PARALLEL:
        return max(0.0, (RADIUS - at) / d)
    return NEVER


@rule
def way_to_wall(at, d, room):
    """`time_to_wall` without a branch, for frequent use."""
    way = max(0.0, (room - RADIUS - at) if d > 0.0 else (at - RADIUS))
    nearing = abs(d)
    return way / (nearing if nearing > PARALLEL else PARALLEL) if nearing > PARALLEL else NEVER


@rule
def touches(px, py, ex, ey, tip):
    """Does a weapon that points along e, with its tip `tip` from the centre, touch the body at p (F24, F58)?"""
    along = px * ex + py * ey
    across = ex * py - ey * px
    beyond = along - min(max(along, RADIUS), tip)
    return beyond * beyond + across * across <= (RADIUS + TOUCH) * (RADIUS + TOUCH)


@rule
def time_to_strike(px, py, dx, dy, ex, ey, tip):
    """When a weapon that points along e and moves along d touches the body at p, with its tip, its side or its root."""
    if touches(px, py, ex, ey, tip):
        return 0.0
    along = px * ex + py * ey
    across = ex * py - ey * px
    # seen from the weapon, the body moves along -d
    going = -(dx * ex + dy * ey)
    crossing = -(ex * dy - ey * dx)
    best = time_to_disc(tip - along, -across, going, crossing, RADIUS)
    best = min(best, time_to_disc(RADIUS - along, -across, going, crossing, RADIUS))
    gap = abs(across) - RADIUS
    nearing = -crossing if across > 0.0 else crossing
    if gap >= 0.0 and nearing > 0.0:
        time = gap / nearing
        met = along + going * time
        if RADIUS <= met <= tip:
            best = min(best, time)
    return best


# Anything farther away than this by more than `MOMENT` never touches, so it need not be computed.


@rule
def is_near(px, py, reach):
    """Is the body at p near enough to be touched by a figure in place, given how far the figure's reach extends?"""
    return px * px + py * py <= (reach + MOMENT) * (reach + MOMENT)


# ------------------------------------------------------------------------------------------------- turns on the spot


@rule
def within_reach(px, py, tip):
    """Can a weapon with its tip `tip` from the centre touch the body at p at all, in any direction?"""
    most = tip + RADIUS + TOUCH
    return px * px + py * py <= most * most


@rule
def struck_from(px, py, tip, sense):
    """The direction of a weapon at the moment it begins to touch the body at p, turning in `sense` (1: clockwise).

    F61: it meets the body with its side, at sin = radius ÷ distance, or with its tip, when distance, tip and radius are
    the sides of a triangle.
    """
    square = px * px + py * py
    distance = math.sqrt(square)
    if square - RADIUS * RADIUS <= tip * tip:
        s = RADIUS / distance
        c = math.sqrt(square - RADIUS * RADIUS) / distance
    else:
        c = min(1.0, (square + tip * tip - RADIUS * RADIUS) / (2.0 * distance * tip))
        s = math.sqrt(1.0 - c * c)
    lx = px / distance
    ly = py / distance
    return lx * c + sense * ly * s, ly * c - sense * lx * s


@rule
def measure(ax, ay, ex, ey, sense):
    """How far it is from direction a to e, turning in `sense`: a number that grows with the angle (F61).

    It is the chord between them, or 4 minus the chord beyond half a turn: from 0 for no turn to 4 for a full turn.
    """
    chord = math.sqrt((ex - ax) * (ex - ax) + (ey - ay) * (ey - ay))
    return chord if sense * (ax * ey - ay * ex) >= 0.0 else 2.0 * HALF_TURN - chord


@rule
def turn_to_strike(px, py, ax, ay, tip, sense):
    """How far, by `measure`, a weapon that points along a turns in `sense` until it touches the body at p."""
    if touches(px, py, ax, ay, tip):
        return 0.0
    if not within_reach(px, py, tip):
        return NEVER
    ex, ey = struck_from(px, py, tip, sense)
    return measure(ax, ay, ex, ey, sense)


# -------------------------------------------------------------------------------------------------- shots and sight


@rule
def time_of_shot(px, py, ex, ey):
    """How far from the centre a ray along e hits the body at p."""
    return time_to_disc(px, py, ex, ey, RADIUS)


@rule
def range_of_shot(px, py, ex, ey):
    """F41: the distance from the muzzle, on the rim along e, to the nearest point of the body at p."""
    mx = px - ex * RADIUS
    my = py - ey * RADIUS
    return math.sqrt(mx * mx + my * my) - RADIUS


@rule
def blocks(px, py, ox, oy):
    """F52: is the body at o in the line of sight to p? A graze counts."""
    square = px * px + py * py
    share = min(max((ox * px + oy * py) / square, 0.0), 1.0)
    gx = ox - px * share
    gy = oy - py * share
    return gx * gx + gy * gy <= (RADIUS + TOUCH) * (RADIUS + TOUCH)


@rule
def is_ahead(px, py, hx, hy, least):
    """For a figure with heading h, is p within the angle of cosine `least`?"""
    return px * hx + py * hy >= least * math.sqrt(px * px + py * py) - TOUCH
