"""Row 5: incitement (反乱煽動); K29: new faith, police, revolution."""

from dynasty_env.europe.rules.relations import same_religion
from dynasty_env.kingdoms.actions import DECLARE, PASS, PERSON
from dynasty_env.kingdoms.material import (
    ABILITY,
    AMBITION,
    FEMALE,
    GOVERNANCE,
    INCITE_DICE,
    NOBODY,
    PERSONS,
    RELIGION,
    SEX,
    Ability,
    Place,
    Religion,
)
from dynasty_env.kingdoms.steps import Step, Told
from dynasty_env.kit.engine.rng import die
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .countries import succeed_to
from .death import bury
from .dice import roll
from .persons import dynasty_has, has_ability, leave_play, settle


@rule
def may_be_incited(t, person):
    """Anybody of a dynasty, one's own too, who is no king and no rebel."""
    return t.owner[person] != NOBODY and t.place[person] != Place.KING and t.rebel[person] == 0


@rule
def can_incite(t):
    for person in range(PERSONS):
        if may_be_incited(t, person):
            return True
    return False


@rule
def legal_incite_target(t):
    for person in range(PERSONS):
        if may_be_incited(t, person):
            offer(t, PERSON + person)


@rule
def home_king(t, seat):
    """K4: whoever rules the home country."""
    return t.ruler[t.home[seat]]


@rule
def incite_dice(t, person):
    """One die if the religion is “different” from the home king's, or that king is a woman or has alchemy; else two.

    The table itself names alchemy: it counts without `abilities`, too.
    """
    king = home_king(t, t.owner[person])
    if not same_religion(person, king) or SEX[king] == FEMALE or ABILITY[king] == Ability.ALCHEMY:
        return 1
    return INCITE_DICE


@rule
def play_incite_target(t, action):
    """All dice must succeed; value: the target's ambition. K29: new faith: P and CP by itself."""
    t.target = action - PERSON
    tell(t, Told.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    if RELIGION[t.target] >= Religion.CP and dynasty_has(t, t.seat, Ability.NEW_FAITH):
        tell(t, Told.BY_ITSELF, t.seat, 0, 0, 0, EVERYBODY)
        push(t, Step.INCITED, t.turn_player, 0, 0)
        return
    dice = incite_dice(t, t.target)
    if roll(t, t.seat, dice, AMBITION[t.target]) == dice:
        tell(t, Told.OUTCOME, t.seat, 0, 1, 0, EVERYBODY)
        push(t, Step.INCITED, t.turn_player, 0, 0)
    else:
        tell(t, Told.OUTCOME, t.seat, 0, 0, 0, EVERYBODY)


@rule
def legal_police(t):
    """K29: use the police (a: the person with the ability), or not."""
    offer(t, PASS)
    offer(t, DECLARE)


@rule
def play_police(t, action):
    """K29: a die up to the police person's governance executes the target."""
    if action == DECLARE:
        face = die(t)
        tell(t, Told.POLICED, t.seat, t.a, t.target, face, EVERYBODY)
        if face <= GOVERNANCE[t.a]:
            bury(t, t.target)


@rule
def follow_incite(t):
    """K29, K40: the police of the target's dynasty are asked one after another, from person `a` on; then, unless
    executed, the target makes a revolution, or is a rebel."""
    owner = t.owner[t.target]
    if owner == NOBODY:
        return
    for person in range(t.a, PERSONS):
        if t.owner[person] == owner and has_ability(t, person, Ability.POLICE):
            push(t, Step.INCITED, t.turn_player, person + 1, 0)
            push(t, Step.POLICE, owner, person, 0)
            return
    if has_ability(t, t.target, Ability.REVOLUTION):
        revolt(t)
    else:
        t.rebel[t.target] = 1
        tell(t, Told.REBELS, owner, t.target, 0, 0, EVERYBODY)


@rule
def revolt(t):
    """K29: he becomes king in place of the king whom he serves (a noble: the home king), who dies, without succession.

    Spouse and children stay the countries' royals, his own place among them is vacated.
    """
    seat = t.owner[t.target] + 0
    old = t.liege[t.target] + 0
    if old == NOBODY:
        old = home_king(t, seat) + 0
    tell(t, Told.REVOLTED, seat, t.target, old, 0, EVERYBODY)
    settle(t, t.target, seat, Place.KING, NOBODY)
    for person in range(PERSONS):
        if t.liege[person] == old:
            t.liege[person] = t.target
    tell(t, Told.DIED, seat, old, 0, 0, EVERYBODY)
    leave_play(t, old)
    succeed_to(t, t.target, seat, old)
