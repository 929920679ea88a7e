"""§05-05: from contact to contact: what the acting figure's weapons and body touch while it turns and moves."""

from dynasty_env.figures.ids import PASS, YES, Step, Trace
from dynasty_env.figures.material import WEAPONS
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offer, push, rule, tell
from dynasty_env.kit.words import EntryKind, _

from .bodies import (
    all_figures,
    can_strike,
    carry,
    degrees,
    face,
    free_way,
    hundredths,
    owner,
    strike_in_rotation,
    strike_on_the_way,
    tip,
    touching,
)
from .collision import collide
from .geometry import MOMENT, NEVER, TOUCH, struck_from, turned_x, turned_y
from .strikes import strike
from .turn import Mode, end_rotation, look_as_before, way_x, way_y

FROM_THE_START = 1
ON_THE_WAY = 0


@rule
def go_on(t):
    """§05-05: the acting figure goes on.

    F9: contacts come in order of time, beginning with those that touch already.
    """
    if t.fresh == 1 and not collides_at_once(t):
        find_touching(t)
        if t.weapon >= 0:
            push(t, Step.ATTACK, t.seat, t.a, FROM_THE_START)
            return
    t.fresh = 0
    if t.again == 1:
        t.again = 0
        push(t, Step.DISTANCE, t.seat, t.a, 0)
    elif t.moving == Mode.MOVE:
        go_on_moving(t)
    else:
        go_on_turning(t)


@rule
def may_touch(t, figure, weapon, other):
    """F11, F20: is this a body in the room that the weapon is not yet done with in this turn?"""
    return other != figure and t.standing[other] == 1 and t.passed[weapon, other] == 0 and can_strike(t, figure, weapon)


@rule
def collides_at_once(t):
    """F9: the body touches something from the start, and the move leads into it: this comes before any attack."""
    if t.moving != Mode.MOVE or t.again == 1:
        return False
    return ends_in_collision(t, free_way(t, t.a, way_x(t), way_y(t)), 0.0)


@rule
def ends_in_collision(t, free, first):
    """F9, F27: does the move run into something before the first contact of a weapon, or at the same moment?"""
    return t.aim > 0.0 and free <= t.aim + TOUCH and free <= first + MOMENT


@rule
def find_touching(t):
    """Find the first weapon, in the order of F38, that touches a body now; weapon -1 if none does."""
    t.weapon = -1
    for other in range(all_figures(t)):
        for weapon in range(WEAPONS):
            if may_touch(t, t.a, weapon, other) and touching(t, t.a, weapon, other):
                t.weapon = weapon
                t.target = other
                return


# ----------------------------------------------------------------------------------------------------------- rotations


@rule
def go_on_turning(t):
    """F9, F25: the rotation continues to the next contact or to its end."""
    look_as_before(t, t.a)
    t.weapon = -1
    first = NEVER
    if t.sense != 0:
        for other in range(all_figures(t)):
            for weapon in range(WEAPONS):
                if may_touch(t, t.a, weapon, other):
                    far = strike_in_rotation(t, t.a, weapon, other, t.sense, t.span)
                    if far < NEVER and (t.weapon < 0 or far < first - MOMENT):
                        first = far
                        t.weapon = weapon
                        t.target = other
    if t.weapon < 0:
        end_rotation(t, t.a)
        return
    turn_to_contact(t)
    push(t, Step.ATTACK, t.seat, t.a, ON_THE_WAY)


@rule
def turn_to_contact(t):
    """Turn the figure to where its weapon begins to touch the target."""
    px = t.x[t.target] - t.x[t.a]
    py = t.y[t.target] - t.y[t.a]
    ex, ey = struck_from(px, py, tip(t, t.a, t.weapon), t.sense)
    back = -t.pose[t.a, t.weapon]
    x = turned_x(ex, ey, back)
    y = turned_y(ex, ey, back)
    aside = t.pose_y[t.a, t.weapon]
    ahead = t.pose_x[t.a, t.weapon]
    face(t, t.a, x * ahead + y * aside, y * ahead - x * aside)
    tell(t, Trace.SPUN, owner(t, t.a), t.a, 0, degrees(t, t.a), EVERYBODY)


# --------------------------------------------------------------------------------------------------------------- moves


@rule
def go_on_moving(t):
    """F9: the move continues to the next contact (collisions first) or to its end."""
    dx = way_x(t)
    dy = way_y(t)
    free = free_way(t, t.a, dx, dy)
    t.weapon = -1
    first = NEVER
    for other in range(all_figures(t)):
        for weapon in range(WEAPONS):
            if may_touch(t, t.a, weapon, other):
                far = strike_on_the_way(t, t.a, weapon, other, dx, dy, 0)
                if far <= t.aim + TOUCH and (t.weapon < 0 or far < first - MOMENT):
                    first = far
                    t.weapon = weapon
                    t.target = other
    if ends_in_collision(t, free, first):
        move(t, free)
        collide(t, dx, dy)
    elif t.weapon >= 0:
        move(t, min(first, t.aim))
        push(t, Step.ATTACK, t.seat, t.a, ON_THE_WAY)
    else:
        move(t, t.aim)
        push(t, Step.SHOTS, t.seat, t.a, 0)


@rule
def move(t, way):
    """The figure moves this far; the rest of its way remains."""
    carry(t, t.a, way_x(t), way_y(t), way)
    t.left = max(0.0, t.left - way)
    t.aim = 0.0
    if way > 0.0:
        tell(t, Trace.MOVED, t.seat, t.a, hundredths(t.x[t.a]), hundredths(t.y[t.a]), EVERYBODY)


# ------------------------------------------------------------------------------------------------------------- contact


@rule
def legal_attack(t):
    """§05-06: a figure whose melee weapon touches a body attacks or stops; F20: or passes if it touched already."""
    offer(t, PASS)
    offer(t, YES)


@rule
def play_attack(t, action):
    """§05-06: after an attack the rest of the way may be used; F21: the distance is asked again.

    F25: a rotation continues.
    """
    if action == YES:
        t.passed[t.weapon, t.target] = 1
        strike(t, t.a, t.weapon, t.target)
        if t.done == 0:
            after_attack(t)
    elif t.b == FROM_THE_START:
        t.passed[t.weapon, t.target] = 1
        push(t, Step.MOTION, t.seat, t.a, 0)
    else:
        tell(t, Trace.HELD, t.seat, t.a, t.target, t.weapon, EVERYBODY)
        push(t, Step.SHOTS, t.seat, t.a, 0)


@rule
def after_attack(t):
    """F68: first comes anything else that touches at the same moment, then the distance (F21)."""
    if t.moving != Mode.MOVE:
        push(t, Step.MOTION, t.seat, t.a, 0)
    elif t.b == FROM_THE_START:
        t.again = 1
        push(t, Step.MOTION, t.seat, t.a, 0)
    else:
        find_touching(t)
        if t.weapon >= 0:
            push(t, Step.ATTACK, t.seat, t.a, ON_THE_WAY)
        else:
            push(t, Step.DISTANCE, t.seat, t.a, 0)


CHAPTER = Chapter(
    __name__,
    automatic=(Automatic(Step.MOTION, go_on),),
    entries=(
        EntryKind(
            Trace.MOVED, _("{who}'s {figure} moves to {x} w, {y} w"), "figure", "x:place", "y:place", cites="§05-05"
        ),
        EntryKind(
            Trace.HELD,
            _("{who}'s {figure} stops in front of {target}"),
            "figure",
            "target:the figure",
            "weapon",
            cites="§05-06",
        ),
    ),
)
