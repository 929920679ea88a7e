"""Previews computed by the rules themselves, for the figure from which a seat looks, in its current position."""

import numpy as np

from dynasty_env.figures.ids import Step
from dynasty_env.figures.material import NOBODY
from dynasty_env.figures.rules.bodies import all_figures
from dynasty_env.figures.rules.geometry import BOTH, COS, MOMENT, SIN, STEPS, time_to_body, way_to_wall
from dynasty_env.figures.rules.preview import (
    has_a_shot,
    met_on_the_way,
    shot_at,
    struck_in_rotation,
    struck_on_the_way,
    turns_far_enough,
)
from dynasty_env.figures.rules.turn import CORNER, edge_beside, is_front
from dynasty_env.kit.engine.bits import lowest
from dynasty_env.kit.engine.rule import rule

from .rows import row_of, tenths

EVERY = 23
"""K: the most steps in one direction."""
WAYS = 2 * (2 * CORNER + 1)
"""Ways to lay a card at a corner: five directions, and two edges that may be turned to it."""
HOURS = 12
OPPOSITE = 6
HOUR_STEPS = (np.arange(STEPS)[:, None] + 2 * np.arange(HOURS)) % STEPS
CLOCK_COS, CLOCK_SIN = COS[HOUR_STEPS], SIN[HOUR_STEPS]
"""Cosine and sine of each hour, by the step to which a figure is turned."""


@rule
def observe_around(t, me, mine, seen):
    """How far my figure could go in each clock direction: to a wall, or to somebody in front of it."""
    for hour in range(HOURS):
        seen.around[hour, 0] = -1
        seen.around[hour, 1] = NOBODY
    if t.standing[mine] == 0:
        return
    step = t.steps[mine] + 0
    observe_walls(t.x[mine], t.y[mine], t.base_x[mine], t.base_y[mine], step, t.side, seen)
    for other in range(all_figures(t)):
        if (other != mine) & (t.standing[other] == 1):
            px = t.x[other] - t.x[mine]
            py = t.y[other] - t.y[mine]
            hours = hours_towards(px, py, t.base_x[mine], t.base_y[mine], step)
            while hours != 0:
                hour = lowest(hours)
                hours &= hours - 1
                dx = t.base_x[mine] * CLOCK_COS[step, hour] - t.base_y[mine] * CLOCK_SIN[step, hour]
                dy = t.base_x[mine] * CLOCK_SIN[step, hour] + t.base_y[mine] * CLOCK_COS[step, hour]
                far = tenths(time_to_body(px, py, dx, dy))
                if far < seen.around[hour, 0]:
                    seen.around[hour, 0] = far
                    seen.around[hour, 1] = row_of(t, me, other)
                elif far == seen.around[hour, 0]:  # equal as far as the observation can show: which is nearer?
                    met, free = met_on_the_way(t, mine, 2 * hour)
                    seen.around[hour, 0] = tenths(free)
                    seen.around[hour, 1] = row_of(t, me, met)


@rule
def observe_walls(x, y, hx, hy, step, side, seen):
    """How far it is to a wall in each clock direction of a figure at (x, y), computed without a branch."""
    for hour in range(HOURS):
        dx = hx * CLOCK_COS[step, hour] - hy * CLOCK_SIN[step, hour]
        dy = hx * CLOCK_SIN[step, hour] + hy * CLOCK_COS[step, hour]
        free = min(way_to_wall(x, dx, side), way_to_wall(y, dy, side))
        seen.around[hour, 0] = tenths(free)


@rule
def hours_towards(px, py, hx, hy, step):
    """Bits of the clock directions in which a body at p may be met; of opposite directions at most one."""
    ahead = px * hx + py * hy
    aside = hx * py - hy * px
    hours = 0
    for hour in range(OPPOSITE):
        along = ahead * CLOCK_COS[step, hour] + aside * CLOCK_SIN[step, hour]
        across = ahead * CLOCK_SIN[step, hour] - aside * CLOCK_COS[step, hour]
        near = abs(across) <= BOTH + MOMENT
        hours |= near << (hour if along >= 0.0 else hour + OPPOSITE)
    return hours


@rule
def observe_ways(t, me, mine, seen):
    """The results of each way to lay the card, for the seat that decides about it."""
    for way in range(WAYS):
        for i in range(6):
            seen.ways[way, i] = 0
    if t.done == 1 or t.seat != me:
        return
    if t.step == Step.DISTANCE:
        observe_free(t, me, mine, 0, 2 * t.edge, seen)
        observe_touch(t, me, mine, 0, 2 * t.edge, 0, seen)
        seen.ways[0, 0] = 1 if is_front(t.edge) else 2
        seen.ways[0, 5] = NOBODY
    elif t.step == Step.TURN_DIRECTION:
        observe_laid(t, me, mine, 0, WAYS, seen)
    elif t.step == Step.TURN_EDGE:
        observe_laid(t, me, mine, 2 * t.b, 2 * t.b + 2, seen)


@rule
def observe_laid(t, me, mine, first, end, seen):
    """The results for a card laid at its corner: the ways `first` … `end` - 1."""
    struck_left, far_left = struck_in_rotation(t, mine, -EVERY)
    struck_right, far_right = struck_in_rotation(t, mine, EVERY)
    for way in range(first, end):
        step = way // 2 - CORNER
        side = CORNER if way % 2 == 1 else -CORNER
        turn = step - side
        if abs(turn) < 2 * CORNER:  # a card flush with an edge causes no rotation
            observe_free(t, me, mine, way, 2 * t.number + step, seen)
            observe_touch(t, me, mine, way, 2 * t.number + step, turn, seen)
            seen.ways[way, 0] = 1 if is_front(edge_beside(t.number, side)) else 2
            struck = struck_left if turn < 0 else struck_right
            far = far_left if turn < 0 else far_right
            hit = turn != 0 and turns_far_enough(turn, far)
            seen.ways[way, 5] = row_of(t, me, struck) if hit else NOBODY


@rule
def observe_free(t, me, mine, way, step, seen):
    """How far the figure can go in the direction `step`, and whom it meets there."""
    if step % 2 == 0:  # the same as in `around`
        hour = step // 2 % HOURS
        seen.ways[way, 1] = seen.around[hour, 0]
        seen.ways[way, 2] = seen.around[hour, 1]
    elif way % 2 == 1:  # the same as with the other edge
        seen.ways[way, 1] = seen.ways[way - 1, 1]
        seen.ways[way, 2] = seen.ways[way - 1, 2]
    else:
        met, free = met_on_the_way(t, mine, step)
        seen.ways[way, 1] = tenths(free)
        seen.ways[way, 2] = row_of(t, me, met)


@rule
def observe_touch(t, me, mine, way, step, turn, seen):
    """Whom a weapon touches in the direction `step` after a rotation by `turn`."""
    struck, far = struck_on_the_way(t, mine, step, turn)
    seen.ways[way, 3] = tenths(far)
    seen.ways[way, 4] = row_of(t, me, struck)


@rule
def observe_spins(t, me, mine, seen):
    """The results of each rotation by a K, for the seat that decides about it."""
    for spin in range(2 * EVERY + 1):
        seen.spins[spin, 0] = NOBODY
        seen.spins[spin, 1] = NOBODY
    if t.done == 1 or t.seat != me or t.step != Step.HEADING:
        return
    for sense in (-1, 1):
        struck, far = struck_in_rotation(t, mine, sense * EVERY)
        for steps in range(EVERY + 1):
            if struck != NOBODY and turns_far_enough(steps, far):
                seen.spins[EVERY + sense * steps, 0] = row_of(t, me, struck)
    for turn in range(STEPS if has_a_shot(t, mine) else 0):
        shot = row_of(t, me, shot_at(t, mine, turn))
        if turn <= EVERY:
            seen.spins[EVERY + turn, 1] = shot
        if turn >= 1:
            seen.spins[EVERY + turn - STEPS, 1] = shot
