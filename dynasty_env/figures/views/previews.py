"""Previews by the rules themselves, for the figure from which a seat looks, as it stands."""

from dynasty_env.figures.material import NOBODY
from dynasty_env.figures.rules.bodies import all_figures
from dynasty_env.figures.rules.geometry import (
    BOTH,
    STEPS,
    is_in_the_strip,
    time_to_body,
    times_to_walls,
    turned_x,
    turned_y,
)
from dynasty_env.figures.rules.preview import (
    met_on_the_way,
    shot_at,
    struck_in_rotation,
    struck_on_the_way,
    turns_far_enough,
)
from dynasty_env.figures.rules.turn import CORNER, edge_beside, is_front
from dynasty_env.figures.steps import Step
from dynasty_env.kit.engine.rule import rule

from .rows import row_of, tenths

EVERY = 23
"""K: most steps one way."""
WAYS = 2 * (2 * CORNER + 1)
"""Ways to lay a card at a corner: five directions, and two edges that may be turned to it."""
HOURS = 12
OPPOSITE = 6


@rule
def observe_around(t, me, mine, seen):
    """In each clock direction, how far my figure could go: to a wall, unless somebody stands before it."""
    if t.standing[mine] == 0:
        for hour in range(HOURS):
            seen.around[hour, 0] = -1
            seen.around[hour, 1] = -1
        return
    step = t.steps[mine] + 0
    for hour in range(OPPOSITE):
        dx = turned_x(t.base_x[mine], t.base_y[mine], step)
        dy = turned_y(t.base_x[mine], t.base_y[mine], step)
        ahead, behind = times_to_walls(t.x[mine], dx, t.side)
        ahead_y, behind_y = times_to_walls(t.y[mine], dy, t.side)
        ahead = min(ahead, ahead_y)
        behind = min(behind, behind_y)
        met = NOBODY
        met_behind = NOBODY
        for other in range(all_figures(t)):
            px = t.x[other] - t.x[mine]
            py = t.y[other] - t.y[mine]
            if is_in_the_strip(px, py, dx, dy, BOTH) and other != mine and t.standing[other] == 1:
                far = time_to_body(px, py, dx, dy)
                if far < ahead:
                    ahead = far
                    met = other
                far = time_to_body(px, py, -dx, -dy)
                if far < behind:
                    behind = far
                    met_behind = other
        seen.around[hour, 0] = tenths(ahead)
        seen.around[hour, 1] = row_of(t, me, met)
        seen.around[hour + OPPOSITE, 0] = tenths(behind)
        seen.around[hour + OPPOSITE, 1] = row_of(t, me, met_behind)
        step = step + 2 if step + 2 < STEPS else step + 2 - STEPS


@rule
def observe_ways(t, me, mine, seen):
    """What would come of each way to lay the card, for the seat that decides about it."""
    for way in range(WAYS):
        for i in range(6):
            seen.ways[way, i] = 0
    if t.done == 1 or t.seat != me:
        return
    if t.step == Step.DISTANCE:
        observe_way(t, me, mine, 0, 2 * t.edge, 0, seen)
        seen.ways[0, 0] = 1 if is_front(t.edge) else 2
        seen.ways[0, 5] = NOBODY
    elif t.step == Step.TURN_DIRECTION or t.step == Step.TURN_EDGE:
        struck_left, far_left = struck_in_rotation(t, mine, -EVERY)
        struck_right, far_right = struck_in_rotation(t, mine, EVERY)
        for way in range(WAYS):
            step = way // 2 - CORNER
            side = CORNER if way % 2 == 1 else -CORNER
            turn = step - side
            flush = step == CORNER or step == -CORNER
            if (t.step == Step.TURN_DIRECTION or t.b == step + CORNER) and (not flush or turn == 0):
                observe_way(t, me, mine, way, 2 * t.number + step, turn, seen)
                seen.ways[way, 0] = 1 if is_front(edge_beside(t.number, side)) else 2
                struck = struck_left if turn < 0 else struck_right
                far = far_left if turn < 0 else far_right
                hit = turn != 0 and turns_far_enough(turn, far)
                seen.ways[way, 5] = row_of(t, me, struck) if hit else NOBODY


@rule
def observe_way(t, me, mine, way, step, turn, seen):
    """A move in the direction `step` after a rotation by `turn`."""
    if step % 2 == 0:  # as in `around`
        hour = step // 2 % HOURS
        seen.ways[way, 1] = seen.around[hour, 0]
        seen.ways[way, 2] = seen.around[hour, 1]
    else:
        met, free = met_on_the_way(t, mine, step)
        seen.ways[way, 1] = tenths(free)
        seen.ways[way, 2] = row_of(t, me, met)
    struck, far = struck_on_the_way(t, mine, step, turn)
    seen.ways[way, 3] = tenths(far)
    seen.ways[way, 4] = row_of(t, me, struck)


@rule
def observe_spins(t, me, mine, seen):
    """What would come of each rotation by a K, for the seat that decides about it."""
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
    for turn in range(STEPS):
        shot = row_of(t, me, shot_at(t, mine, turn))
        if turn <= EVERY:
            seen.spins[EVERY + turn, 1] = shot
        if turn >= 1:
            seen.spins[EVERY + turn - STEPS, 1] = shot
