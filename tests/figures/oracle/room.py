"""A second reading of the geometry: angles in radians and searches by halving, where the engine has closed forms.

A body is a disc, a weapon a stick that sticks out of its figure. How near they come while one goes straight on first
falls and then grows again, and so does how far a turned stick is from a body: first contacts are found by halving.
"""

from collections.abc import Callable
from math import atan2, cos, hypot, pi, radians, sin, tau

RADIUS = 0.6
TOUCH = 1e-9
MOMENT = 1e-6
NEVER = float("inf")

Point = tuple[float, float]


def from_to(one: Point, other: Point) -> Point:
    return other[0] - one[0], other[1] - one[1]


def way(angle: float) -> Point:
    """The direction at an angle, clockwise from the right."""
    return cos(angle), sin(angle)


def along(start: Point, angle: float, length: float) -> Point:
    dx, dy = way(angle)
    return start[0] + dx * length, start[1] + dy * length


def from_stick(centre: Point, start: Point, angle: float, reach: float) -> float:
    """How far a body at `centre` is from the stick of a figure at `start`: 0 where they touch."""
    px, py = from_to(start, centre)
    dx, dy = way(angle)
    on_stick = min(max(px * dx + py * dy, RADIUS), RADIUS + reach)
    return hypot(px - dx * on_stick, py - dy * on_stick) - RADIUS


def lowest(gap: Callable[[float], float], end: float) -> float:
    """Where in 0 … end a gap that falls and then grows is least."""
    low, high = 0.0, end
    for _ in range(200):
        third = (high - low) / 3
        if gap(low + third) <= gap(high - third):
            high -= third
        else:
            low += third
    return low


def first_closed(gap: Callable[[float], float], end: float) -> float:
    """Where a gap that falls and then grows is first closed, in 0 … end; NEVER if it is not."""
    if gap(0.0) <= TOUCH:
        return 0.0
    least = lowest(gap, end)
    if gap(least) > 1e-8:  # the search finds a graze to eight places
        return NEVER
    low, high = 0.0, least
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if gap(middle) <= 0 else (middle, high)
    return high


def to_body(start: Point, other: Point, angle: float) -> float:
    """How far a body goes until it runs into another: it has to lead into it, and not to graze it (F27)."""
    px, py = from_to(start, other)
    ahead = px * cos(angle) + py * sin(angle)
    aside = abs(py * cos(angle) - px * sin(angle))
    if ahead <= 0 or aside >= 2 * RADIUS - TOUCH:
        return NEVER
    return first_closed(lambda s: hypot(*from_to(along(start, angle, s), other)) - 2 * RADIUS, ahead)


def to_wall(start: Point, angle: float, side: float) -> float:
    """How far a body goes until it runs into a wall."""
    ways = [NEVER]
    for at, d in zip(start, way(angle), strict=True):
        if abs(d) > 1e-9:
            ways.append(max(0.0, ((side - RADIUS if d > 0 else RADIUS) - at) / d))
    return min(ways)


def to_strike(start: Point, other: Point, angle: float, stick: float, reach: float) -> float:
    """How far a figure goes until its stick, held at the angle `stick`, touches the other's body."""
    far = hypot(*from_to(start, other)) + reach + 2
    return first_closed(lambda s: from_stick(other, along(start, angle, s), stick, reach), far)


def turn_to_strike(start: Point, other: Point, stick: float, reach: float, sense: int) -> float:
    """By what angle a stick is turned until it touches the other's body, in `sense` (1: clockwise); NEVER: by none."""
    bearing = atan2(other[1] - start[1], other[0] - start[0])
    if from_stick(other, start, stick, reach) <= TOUCH:
        return 0.0
    if from_stick(other, start, bearing, reach) > TOUCH:
        return NEVER
    low, high = 0.0, pi  # beside the body's direction: touching at `low`, free at `high`
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if from_stick(other, start, bearing + middle, reach) <= 0 else (low, middle)
    return (sense * (bearing - sense * low - stick)) % tau


def to_shot(start: Point, other: Point, angle: float) -> float:
    """How far from the figure's centre its line of fire meets a body."""
    px, py = from_to(start, other)
    ahead = px * cos(angle) + py * sin(angle)
    aside = abs(py * cos(angle) - px * sin(angle))
    if aside > RADIUS + TOUCH or ahead < -RADIUS:
        return NEVER
    return max(0.0, ahead - (max(0.0, RADIUS**2 - aside**2)) ** 0.5) if ahead > 0 else NEVER


def from_muzzle(start: Point, other: Point, angle: float) -> float:
    """From the muzzle to the nearest point of a body."""
    return hypot(*from_to(along(start, angle, RADIUS), other)) - RADIUS


def within(angle: float, wanted: float, degrees: float) -> bool:
    """Whether two directions are so many degrees apart at most."""
    apart = abs((angle - wanted + pi) % tau - pi)
    return apart <= radians(degrees) + 1e-9


def bearing(one: Point, other: Point) -> float:
    return atan2(other[1] - one[1], other[0] - one[0])


def blocks(seer: Point, seen: Point, body: Point) -> bool:
    """Whether a body stands in the line between two centres; a graze does (F52)."""
    far = hypot(*from_to(seer, seen))
    angle = bearing(seer, seen)
    px, py = from_to(seer, body)
    on_line = min(max(px * cos(angle) + py * sin(angle), 0.0), far)
    return hypot(*from_to(along(seer, angle, on_line), body)) <= RADIUS + TOUCH
