"""F3: figures in the room: where they stand, where they look, and what their weapons touch."""

import math

from dynasty_env.figures.material import FIGURES, LOWERED, REACH, WEAPON_KIND, WEAPONS, Weapon
from dynasty_env.kit.engine import Chapter, Truth, rule

from .geometry import (
    BOTH,
    COS,
    NEVER,
    RADIUS,
    SIN,
    STEP_DEGREES,
    STEPS,
    TOUCH,
    time_to_body,
    time_to_strike,
    time_to_wall,
    touches,
    turn_to_strike,
    turned_x,
    turned_y,
)


@rule
def owner(t, figure):
    """The seat that a figure belongs to."""
    return figure // t.figures


@rule
def all_figures(t):
    """How many figures the game has; they have the first numbers, in seat order."""
    return t.num_players * t.figures


@rule
def heading_x(t, figure, more):
    """The x of the direction `more` · 15° clockwise from the figure's heading."""
    return turned_x(t.base_x[figure], t.base_y[figure], (t.steps[figure] + more) % STEPS)


@rule
def heading_y(t, figure, more):
    """The y of the same direction."""
    return turned_y(t.base_x[figure], t.base_y[figure], (t.steps[figure] + more) % STEPS)


@rule
def weapon_x(t, figure, weapon, turn):
    """F24: the x of the direction of a weapon when the figure is turned by `turn` steps."""
    more = t.pose[figure, weapon] + turn
    return heading_x(t, figure, more) * t.pose_x[figure, weapon] - heading_y(t, figure, more) * t.pose_y[figure, weapon]


@rule
def weapon_y(t, figure, weapon, turn):
    """The y of the same direction."""
    more = t.pose[figure, weapon] + turn
    return heading_y(t, figure, more) * t.pose_x[figure, weapon] + heading_x(t, figure, more) * t.pose_y[figure, weapon]


@rule
def gap(t, one, other):
    """The gap between the rims of two figures, w."""
    dx = t.x[other] - t.x[one]
    dy = t.y[other] - t.y[one]
    return math.sqrt(dx * dx + dy * dy) - BOTH


@rule
def tip(t, figure, weapon):
    """The distance from the centre to the tip of a melee weapon, w."""
    return RADIUS + REACH[t.sheet[figure], weapon]


@rule
def can_strike(t, figure, weapon):
    """Is this a melee weapon that is not lowered?"""
    return WEAPON_KIND[t.sheet[figure], weapon] == Weapon.MELEE and t.pose[figure, weapon] != LOWERED


@rule
def touching(t, figure, weapon, other):
    """Does the weapon touch the other's body now?"""
    ex = weapon_x(t, figure, weapon, 0)
    ey = weapon_y(t, figure, weapon, 0)
    return touches(t.x[other] - t.x[figure], t.y[other] - t.y[figure], ex, ey, tip(t, figure, weapon))


@rule
def strike_on_the_way(t, figure, weapon, other, dx, dy, turn):
    """How far the figure, turned by `turn` steps, goes along d until its weapon touches the other's body, or NEVER."""
    ex = weapon_x(t, figure, weapon, turn)
    ey = weapon_y(t, figure, weapon, turn)
    px = t.x[other] - t.x[figure]
    py = t.y[other] - t.y[figure]
    return time_to_strike(px, py, dx, dy, ex, ey, tip(t, figure, weapon))


@rule
def strike_in_rotation(t, figure, weapon, other, sense, span):
    """How far, by `measure`, the figure turns in `sense` until its weapon touches the body; NEVER if not in `span`."""
    ax = weapon_x(t, figure, weapon, 0)
    ay = weapon_y(t, figure, weapon, 0)
    far = turn_to_strike(t.x[other] - t.x[figure], t.y[other] - t.y[figure], ax, ay, tip(t, figure, weapon), sense)
    return far if far <= span + TOUCH else NEVER


@rule
def wall_on_the_way(t, figure, dx, dy):
    """How far the figure goes along d until it runs into a wall."""
    return min(time_to_wall(t.x[figure], dx, t.side), time_to_wall(t.y[figure], dy, t.side))


@rule
def body_on_the_way(t, figure, other, dx, dy):
    """How far the figure goes along d until it runs into the other's body."""
    return time_to_body(t.x[other] - t.x[figure], t.y[other] - t.y[figure], dx, dy)


@rule
def free_way(t, figure, dx, dy):
    """How far the figure can go along d until it runs into a body or a wall."""
    way = wall_on_the_way(t, figure, dx, dy)
    for other in range(all_figures(t)):
        if other != figure and t.standing[other] == 1:
            way = min(way, body_on_the_way(t, figure, other, dx, dy))
    return way


@rule
def carry(t, figure, dx, dy, way):
    """The figure moves along d, straight, without turning."""
    t.x[figure] = t.x[figure] + dx * way
    t.y[figure] = t.y[figure] + dy * way


@rule
def face(t, figure, x, y):
    """F62: the figure looks along (x, y): its new base, of length 1."""
    length = math.sqrt(x * x + y * y)
    t.base_x[figure] = x / length
    t.base_y[figure] = y / length
    t.steps[figure] = 0


@rule
def could_sweep(t, figure, weapon):
    """F36: would the weapon touch a body if the figure were turned on the spot?"""
    for other in range(all_figures(t)):
        if (
            other != figure
            and t.standing[other] == 1
            and gap(t, figure, other) <= REACH[t.sheet[figure], weapon] + TOUCH
        ):
            return True
    return False


@rule
def lower_all(t):
    """F34, F36: all weapons are lowered until they are posed."""
    for figure in range(FIGURES):
        for weapon in range(WEAPONS):
            set_pose(t, figure, weapon, LOWERED)


@rule
def set_pose(t, figure, weapon, steps):
    """The weapon points this many steps of 15° from ahead, or is `LOWERED`."""
    t.pose[figure, weapon] = steps
    t.pose_x[figure, weapon] = 1.0
    t.pose_y[figure, weapon] = 0.0


@rule
def set_free_pose(t, figure, weapon, x, y):
    """F63: the weapon points along (x, y), a vector of length 1 counted from ahead."""
    t.pose[figure, weapon] = 0
    t.pose_x[figure, weapon] = x
    t.pose_y[figure, weapon] = y


@rule
def points_within(t, figure, weapon, widest):
    """F6: is the weapon lowered, or at most this many steps from ahead?"""
    pose = t.pose[figure, weapon]
    x = t.pose_x[figure, weapon]
    y = t.pose_y[figure, weapon]
    if x == 1.0 and y == 0.0:
        return pose == LOWERED or abs(pose) <= widest
    return pose == 0 and widest >= 0 and x >= COS[widest] - TOUCH and abs(x * x + y * y - 1.0) <= TOUCH


@rule
def pose_in_steps(t, figure, weapon):
    """The pose of a weapon that is not lowered, rounded to steps of 15° from ahead."""
    best = t.pose[figure, weapon] + 0
    x = t.pose_x[figure, weapon]
    y = t.pose_y[figure, weapon]
    if x != 1.0 or y != 0.0:
        for step in range(-STEPS // 2, STEPS // 2):
            if x * COS[step % STEPS] + y * SIN[step % STEPS] > x * COS[best % STEPS] + y * SIN[best % STEPS]:
                best = step
    return best


# ------------------------------------------------------------------------------------------------------- for the trace


@rule
def hundredths(length):
    """A length in hundredths of a width, rounded."""
    return int(length * 100.0 + 0.5)


@rule
def degrees(t, figure):
    """The figure's heading in degrees clockwise from the right, rounded to 15."""
    x = heading_x(t, figure, 0)
    y = heading_y(t, figure, 0)
    best = 0
    for step in range(1, STEPS):
        if x * COS[step] + y * SIN[step] > x * COS[best] + y * SIN[best]:
            best = step
    return best * STEP_DEGREES


# ------------------------------------------------------------------------------------------------------------- truths


@rule
def nobody_stands_within_another(t):
    """No body overlaps another or a wall, apart from what counts as touching."""
    for figure in range(all_figures(t)):
        if t.standing[figure] == 1:
            near = min(min(t.x[figure], t.y[figure]), t.side - max(t.x[figure], t.y[figure]))
            if near < RADIUS - TOUCH:
                return False
            for other in range(figure):
                if t.standing[other] == 1 and gap(t, figure, other) < -TOUCH:
                    return False
    return True


@rule
def headings_are_directions(t):
    for figure in range(all_figures(t)):
        x = t.base_x[figure]
        y = t.base_y[figure]
        if abs(x * x + y * y - 1.0) > TOUCH or t.steps[figure] < 0 or t.steps[figure] >= STEPS:
            return False
    return True


CHAPTER = Chapter(
    __name__,
    truths=(
        Truth("nobody stands within another or beyond a wall", nobody_stands_within_another),
        Truth("a heading is a direction of length 1 and a whole number of steps of 15°", headings_are_directions),
    ),
)
