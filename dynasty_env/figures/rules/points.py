"""F63: the continuous parameters of a decision as directions and lengths. Only `t.point` decides what is read."""

import math

import numpy as np

from dynasty_env.figures.ids import DIRECTION_X, DIRECTION_Y
from dynasty_env.figures.material import GRID
from dynasty_env.kit.engine.rule import rule

from .geometry import SPAN, STEPS


@rule
def direction(t):
    """The direction of the point, of length 1; straight ahead if the point names none."""
    x = 1.0 * t.point[DIRECTION_X]
    y = 1.0 * t.point[DIRECTION_Y]
    length = math.sqrt(x * x + y * y)
    if length == 0.0:
        return 1.0, 0.0
    return x / length, y / length


@rule
def share(t, coordinate):
    """A coordinate as a share 0 … 1 of the available length."""
    return (1.0 + t.point[coordinate]) * 0.5


@rule
def coordinate_of(t, place):
    """The coordinate of a point for a place between two walls."""
    return 2.0 * place / t.side - 1.0


@rule
def place_on(t, coordinate):
    """F63: the place between two walls that a point names; a place of the grid, if it is that place's coordinate.

    A coordinate has 24 bits: in a room of 24 w, the coordinate for 15.5 w would otherwise be read as 15.49999988 w.
    """
    place = share(t, coordinate) * t.side
    nearest = int(place / GRID + 0.5) * GRID
    return nearest if np.float32(coordinate_of(t, nearest)) == t.point[coordinate] else place


@rule
def steps_in(span):
    """A rotation rounded to steps of 15°, for the trace."""
    best = 0
    for steps in range(STEPS):
        if abs(SPAN[steps] - span) < abs(SPAN[best] - span):
            best = steps
    return best
