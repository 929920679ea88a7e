"""The results of a rotation and a move, found with the rules' own geometry, for observations and for bots.

Nothing is moved: headings are counted in steps from the figure's current heading.
"""

from dynasty_env.figures.material import LOWERED, NOBODY, WEAPON_KIND, WEAPONS, Weapon
from dynasty_env.kit.engine.rule import rule

from .bodies import (
    all_figures,
    body_on_the_way,
    heading_x,
    heading_y,
    strike_in_rotation,
    strike_on_the_way,
    tip,
    touching,
)
from .geometry import COS, MOMENT, NEVER, RADIUS, SIN, SPAN, STEPS, TOUCH, is_near, way_to_wall
from .motion import may_touch
from .strikes import can_shoot, target_of_shot


@rule
def met_on_the_way(t, figure, step):
    """What the figure runs into in a direction, given in steps clockwise from ahead: NOBODY for a wall.

    Also how far it is.
    """
    dx = heading_x(t, figure, step)
    dy = heading_y(t, figure, step)
    nearest = min(way_to_wall(t.x[figure], dx, t.side), way_to_wall(t.y[figure], dy, t.side))
    met = NOBODY
    for other in range(all_figures(t)):
        if (other != figure) & (t.standing[other] == 1):
            far = body_on_the_way(t, figure, other, dx, dy)
            if far < nearest:
                nearest = far
                met = other
    return met, nearest


@rule
def struck_on_the_way(t, figure, step, turn):
    """The first body that a weapon touches when the figure, turned by `turn` steps, moves in a direction.

    Also how far it is until then. NOBODY, NEVER: there is none.
    """
    dx = heading_x(t, figure, step)
    dy = heading_y(t, figure, step)
    nearest = NEVER
    struck = NOBODY
    for other in range(all_figures(t)):
        if other == figure:
            continue
        px = t.x[other] - t.x[figure]
        py = t.y[other] - t.y[figure]
        along = px * dx + py * dy
        across = px * dy - py * dx
        for weapon in range(WEAPONS):
            near = is_in_the_sweep(t, figure, weapon, step - turn, along, across)
            if near and may_touch(t, figure, weapon, other):
                far = strike_on_the_way(t, figure, weapon, other, dx, dy, turn)
                if far < nearest:
                    nearest = far
                    struck = other
    return struck, nearest


@rule
def is_in_the_sweep(t, figure, weapon, more, along, across):
    """Is a body, at these distances along and across a way, near enough to the weapon's sweep to be touched?

    The way leads `more` steps clockwise from the figure's heading then. Anything beyond the sweep never touches, so it
    need not be computed.
    """
    step = (more - t.pose[figure, weapon]) % STEPS
    ahead = COS[step] * t.pose_x[figure, weapon] + SIN[step] * t.pose_y[figure, weapon]
    aside = SIN[step] * t.pose_x[figure, weapon] - COS[step] * t.pose_y[figure, weapon]
    end = tip(t, figure, weapon)
    beyond = max(RADIUS * aside, end * aside) + RADIUS + MOMENT
    before = min(RADIUS * aside, end * aside) - RADIUS - MOMENT
    behind = min(RADIUS * ahead, end * ahead) - RADIUS - MOMENT
    return (across <= beyond) & (across >= before) & (along >= behind)


@rule
def struck_in_rotation(t, figure, spin):
    """The first body that a weapon touches when the figure turns by `spin` steps, and how far by `measure`."""
    nearest = NEVER
    struck = NOBODY
    for other in range(all_figures(t)):
        px = t.x[other] - t.x[figure]
        py = t.y[other] - t.y[figure]
        for weapon in range(WEAPONS):
            reach = tip(t, figure, weapon) + RADIUS
            if is_near(px, py, reach) and may_touch(t, figure, weapon, other):
                far = NEVER
                if spin != 0:
                    far = strike_in_rotation(t, figure, weapon, other, 1 if spin > 0 else -1, SPAN[abs(spin)])
                elif touching(t, figure, weapon, other):
                    far = 0.0
                if far < nearest:
                    nearest = far
                    struck = other
    return struck, nearest


@rule
def has_a_shot(t, figure):
    """Can the figure shoot with any weapon?"""
    some = False
    for weapon in range(WEAPONS):
        shoots = WEAPON_KIND[t.sheet[figure], weapon] != Weapon.MELEE
        some |= shoots & (t.pose[figure, weapon] != LOWERED) & (t.used_up[figure, weapon] == 0)
    return some


@rule
def shot_at(t, figure, turn):
    """The figure that could be shot at after a turn by `turn` steps."""
    if not has_a_shot(t, figure):
        return NOBODY
    for weapon in range(WEAPONS):
        if can_shoot(t, figure, weapon):
            target = target_of_shot(t, figure, weapon, turn)
            if target != NOBODY:
                return target
    return NOBODY


@rule
def turns_far_enough(spin, far):
    """Does a rotation by this many steps reach that far, by `measure`?"""
    return far <= SPAN[abs(spin)] + TOUCH
