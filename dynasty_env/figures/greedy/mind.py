"""What the hand-written player sees, and how it values the place where a move ends.

Places are in its figure's own frame: x ahead, y to the right, in widths; directions are steps of 15° from ahead.
"""

import math

import numpy as np

from dynasty_env.figures.ids import ACTIONS
from dynasty_env.figures.material import FIGURES, GRID, KING, Stat
from dynasty_env.figures.rules.geometry import BOTH, COS, RADIUS, SIN, STEPS
from dynasty_env.figures.rules.turn import CORNER, edge_beside, is_front
from dynasty_env.figures.views.previews import WAYS
from dynasty_env.figures.views.rows import FAR
from dynasty_env.kit.engine.rule import rule

NO_ENEMY = -1
HIT_WORTH = 2.0
"""The value of an attack on an enemy."""
WALL_WORTH = -1.6
"""The value of running into a wall: cards are turned up against me alone."""
CRASH_WORTH = -0.3
"""The value of running into an enemy: cards are turned up against both."""
SHOT_WORTH = 0.9
NEARNESS = 0.06
"""The value of being one width nearer."""
FACING = 0.15
GAP = 0.3
"""The gap that is near enough, w."""
ENOUGH = 12.7
"""A free way of this length may be longer: the observation holds no larger number."""

MIND = np.dtype(
    [
        ("worths", "f4", (ACTIONS,)),
        ("phase", "i8"),
        ("enemy", "i8"),  # row of the nearest enemy, or NO_ENEMY
        ("x", "f8"),  # its place
        ("y", "f8"),
        ("far", "f8"),  # distance from centre to centre
        ("mobility", "f8"),
    ],
    align=True,
)


@rule
def read(m, seen):
    """Find the nearest enemy, and how far I can go."""
    m.phase = seen.phase
    m.enemy = NO_ENEMY
    m.far = 1e6
    for row in range(seen.options[0], FIGURES):
        if seen.state[row] == 1:
            x = seen.where[row, 0] / 5.0
            y = seen.where[row, 1] / 5.0
            far = math.sqrt(x * x + y * y) + 1e-6
            if far < m.far:
                m.enemy = row
                m.far = far
                m.x = x
                m.y = y
    m.mobility = seen.stats[seen.place, Stat.MOBILITY] * 1.0


@rule
def shot_worth(m, seen, x, y, turn):
    """The value of a possible shot at the nearest enemy from (x, y), turned by `turn` steps."""
    if m.enemy == NO_ENEMY:
        return 0.0
    for weapon in range(2):
        pose = seen.pose[seen.place, weapon]
        if seen.reach[seen.place, weapon] == 0 and pose < 7:
            step = (turn + pose) % STEPS
            across = (m.x - x) * SIN[step] - (m.y - y) * COS[step]
            along = (m.x - x) * COS[step] + (m.y - y) * SIN[step]
            if along > 0.0 and abs(across) < RADIUS:
                return SHOT_WORTH
    return 0.0


@rule
def place_worth(m, seen, x, y, turn):
    """The value of standing at (x, y), turned by `turn` steps: near the enemy and facing it, best with a shot at it."""
    if m.enemy == NO_ENEMY:
        return 0.0
    dx = m.x - x
    dy = m.y - y
    far = math.sqrt(dx * dx + dy * dy) + 1e-6
    step = turn % STEPS
    looking = (dx * COS[step] + dy * SIN[step]) / far
    return FACING * looking - NEARNESS * max(GAP, far - BOTH) + shot_worth(m, seen, x, y, turn)


@rule
def end_worth(m, seen, way, step, turn, far):
    """The value of going so far along a way of the observation, in direction `step` and turned by `turn` steps."""
    free = seen.ways[way, 1] / 10.0
    touch = seen.ways[way, 3] / 10.0
    value = 0.0
    struck = seen.ways[way, 4] >= seen.options[0] and seen.ways[way, 3] < FAR and touch <= far
    if struck and touch <= free and (free > 0.0 or far == 0.0):
        value += HIT_WORTH
        far = touch
    elif far > 0.0 and free <= far + 0.05 and free < ENOUGH:
        value += CRASH_WORTH if seen.ways[way, 2] >= seen.options[0] else WALL_WORTH
        far = free
    direction = step % STEPS
    return value + place_worth(m, seen, far * COS[direction], far * SIN[direction], turn)


@rule
def way_worth(m, seen, way, step, turn):
    """The value of the best end of a way, plus that of a body touched while I turn."""
    allowed = m.mobility if seen.ways[way, 0] == 1 else m.mobility // 2
    best = -1e6
    for half in range(int(allowed / GRID) + 1):
        best = max(best, end_worth(m, seen, way, step, turn, half * GRID))
    if seen.ways[way, 5] >= seen.options[0]:
        best += HIT_WORTH
    return best


@rule
def number_worth(m, seen, number):
    """The value of the best end of a move with this number, as far as is known before it is laid.

    K can strike what is in reach.
    """
    if number == KING:
        near = m.enemy != NO_ENEMY and m.far <= BOTH + longest_reach(seen)
        return HIT_WORTH if near else -0.2 + place_worth(m, seen, 0.0, 0.0, 0)
    if number % 2 == 0:
        return line_worth(m, seen, 2 * number, 0, number % 12)
    best = -1e6
    for way in range(WAYS):
        step = way // 2 - CORNER
        side = CORNER if way % 2 == 1 else -CORNER
        if (step != CORNER and step != -CORNER) or side == step:
            best = max(best, line_worth(m, seen, 2 * number + step, step - side, edge_beside(number, side)))
    return best


@rule
def longest_reach(seen):
    """The longest reach of my weapons."""
    return max(seen.reach[seen.place, 0], seen.reach[seen.place, 1]) / 10.0


@rule
def line_worth(m, seen, step, turn, edge):
    """The value of the best end of a move in a direction, judged by what is around me."""
    direction = step % STEPS
    allowed = m.mobility if is_front(edge) else m.mobility // 2
    free = min(seen.around[direction // 2, 0], seen.around[(direction + 1) // 2 % 12, 0]) / 10.0
    best = -1e6
    for half in range(int(allowed / GRID) + 1):
        far = half * GRID
        if half == 0 or far < free - 0.05:
            x = far * COS[direction]
            y = far * SIN[direction]
            value = place_worth(m, seen, x, y, turn)
            if m.enemy != NO_ENEMY and is_struck_from(m, seen, x, y, turn):
                value += HIT_WORTH
            best = max(best, value)
    return best


@rule
def is_struck_from(m, seen, x, y, turn):
    """Would one of my weapons touch the nearest enemy if I stood at (x, y), turned by `turn` steps?"""
    for weapon in range(2):
        reach = seen.reach[seen.place, weapon] / 10.0
        pose = seen.pose[seen.place, weapon]
        if reach > 0.0 and pose < 7:
            step = (turn + pose) % STEPS
            along = (m.x - x) * COS[step] + (m.y - y) * SIN[step]
            across = (m.x - x) * SIN[step] - (m.y - y) * COS[step]
            beyond = along - min(max(along, RADIUS), RADIUS + reach)
            if beyond * beyond + across * across <= RADIUS * RADIUS:
                return True
    return False
