"""§05-06, §05-07: attacks with melee weapons, and shots."""

from dynasty_env.figures.ids import PASS, YES, Step, Trace
from dynasty_env.figures.material import (
    HIT,
    JOKER,
    LOWERED,
    NO_CARD,
    NOBODY,
    NUMBER,
    RANGE,
    WEAPON_KIND,
    WEAPONS,
    Stat,
    Weapon,
)
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offer, push, rule, tell
from dynasty_env.kit.words import EntryKind, _

from .bodies import all_figures, owner, weapon_x, weapon_y
from .cards import clear_table, turn_up
from .damage import check_damage, feel, take_away_finished, worth_now
from .geometry import NEVER, TOUCH, range_of_shot, time_of_shot
from .score import judge


@rule
def strike(t, figure, weapon, target):
    """§05-06: an attack: as many cards as the attacker's attack ability are turned up against the target."""
    tell(t, Trace.ATTACKED, owner(t, figure), figure, target, weapon, EVERYBODY)
    wound(t, figure, target)


@rule
def wound(t, figure, target):
    """§05-06, §05-07: damage; F40: figures that are out leave immediately; §07-01: then an emotion card."""
    check_damage(t, target, worth_now(t, figure, Stat.ATTACK))
    if take_away_finished(t) > 0:
        judge(t)
    if t.done == 0:
        feel(t, target)


# --------------------------------------------------------------------------------------------------------------- shots


@rule
def can_shoot(t, figure, weapon):
    """§05-07: a shooting weapon that is not lowered, or a throwing weapon that is not used up."""
    if WEAPON_KIND[t.sheet[figure], weapon] == Weapon.MELEE or t.pose[figure, weapon] == LOWERED:
        return False
    return t.used_up[figure, weapon] == 0


@rule
def target_of_shot(t, figure, weapon, turn):
    """§05-07, F12: the nearest body on the weapon's ray, if the figure is turned by `turn` steps; -1 if there is none.

    It must be within range (F41).
    """
    ex = weapon_x(t, figure, weapon, turn)
    ey = weapon_y(t, figure, weapon, turn)
    nearest = NEVER
    target = NOBODY
    for other in range(all_figures(t)):
        if other != figure and t.standing[other] == 1:
            far = time_of_shot(t.x[other] - t.x[figure], t.y[other] - t.y[figure], ex, ey)
            if far < nearest:
                nearest = far
                target = other
    if target != NOBODY:
        far = range_of_shot(t.x[target] - t.x[figure], t.y[target] - t.y[figure], ex, ey)
        if far > RANGE[t.sheet[figure], weapon] + TOUCH:
            target = NOBODY
    return target


@rule
def shoot_next(t):
    """§05-07, F26: at the end of the last motion, each shooting weapon with a target, in the order of the sheet."""
    for weapon in range(t.b, WEAPONS):
        if can_shoot(t, t.a, weapon):
            target = target_of_shot(t, t.a, weapon, 0)
            if target != NOBODY:
                t.target = target
                t.weapon = weapon
                push(t, Step.SHOTS, t.seat, t.a, weapon + 1)
                push(t, Step.SHOOT, t.seat, t.a, weapon)
                return
    push(t, Step.TURN_OVER, t.seat, t.a, 0)


@rule
def legal_shoot(t):
    """§05-07: the figure may shoot. F50: also at the seat's own figures."""
    offer(t, PASS)
    offer(t, YES)


@rule
def play_shoot(t, action):
    """§05-07: if the sheet gives a hit value, a card with at most that number hits; a thrown weapon is used up."""
    if action == PASS:
        return
    tell(t, Trace.SHOT, t.seat, t.a, t.target, t.b, EVERYBODY)
    if WEAPON_KIND[t.sheet[t.a], t.b] == Weapon.THROWN:
        t.used_up[t.a, t.b] = 1
    if hits(t, t.a, t.b):
        wound(t, t.a, t.target)


@rule
def hits(t, figure, weapon):
    """§05-07: A is 1. F41: a joker hits; without a card the shot misses."""
    value = HIT[t.sheet[figure], weapon]
    if value == 0:
        return True
    card = turn_up(t)
    clear_table(t)
    if card != NO_CARD and (NUMBER[card] == JOKER or NUMBER[card] <= value):
        return True
    tell(t, Trace.MISSED, owner(t, figure), figure, card, 0, EVERYBODY)
    return False


CHAPTER = Chapter(
    __name__,
    automatic=(Automatic(Step.SHOTS, shoot_next),),
    entries=(
        EntryKind(
            Trace.ATTACKED,
            _("{who}'s {figure} attacks {target} with the {weapon}"),
            "figure",
            "target:the figure",
            "weapon",
            cites="§05-06",
        ),
        EntryKind(
            Trace.SHOT,
            _("{who}'s {figure} shoots at {target}: {weapon}"),
            "figure",
            "target:the figure",
            "weapon",
            cites="§05-07",
        ),
        EntryKind(Trace.MISSED, _("it misses ({card})"), "figure", "card", cites="§05-07"),
    ),
)
