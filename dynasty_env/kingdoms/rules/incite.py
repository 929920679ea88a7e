"""Row 5: incitement (反乱煽動); K29: new faith, police, revolution."""

from dynasty_env.europe.rules.relations import same_religion
from dynasty_env.europe.rules.rights import offer_right
from dynasty_env.europe.rules.special_abilities import asks_the_police, has_ability, incites_at_once, play_police
from dynasty_env.kingdoms.actions import INCITE, PERSON
from dynasty_env.kingdoms.material import (
    ABILITY,
    AMBITION,
    FEMALE,
    INCITE_DICE,
    NOBODY,
    PERSONS,
    SEX,
    Ability,
    Place,
)
from dynasty_env.kingdoms.steps import Step, Trace
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, Phase, offers, push, rule, some, tell

from .countries import succeed_to
from .dice import roll
from .kinds import Action
from .persons import leave_play, settle


@rule
def may_be_incited(t, person):
    """Anybody of a dynasty, one's own too, who is no king and no rebel."""
    return t.owner[person] != NOBODY and t.place[person] != Place.KING and t.rebel[person] == 0


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
    """All dice must succeed; value: the target's ambition."""
    t.target = action - PERSON
    tell(t, Trace.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    dice = incite_dice(t, t.target)
    if incites_at_once(t, t.seat, t.target):
        tell(t, Trace.BY_ITSELF, t.seat, 0, 0, 0, EVERYBODY)
        push(t, Step.INCITED, t.turn_player, 0, 0)
    elif roll(t, t.seat, dice, AMBITION[t.target], dice) == dice:
        push(t, Step.INCITED, t.turn_player, 0, 0)


@rule
def follow_incite(t):
    """K29, K40: the police of the target's dynasty are asked one after another, from person `a` on; then, unless
    executed, the target makes a revolution, or is a rebel."""
    owner = t.owner[t.target]
    if owner == NOBODY or asks_the_police(t):
        return
    if has_ability(t, t.target, Ability.REVOLUTION):
        revolt(t)
    else:
        t.rebel[t.target] = 1
        tell(t, Trace.REBELS, owner, t.target, 0, 0, EVERYBODY)


@rule
def revolt(t):
    """K29: he becomes king in place of the king whom he serves (a noble: the home king), who dies, without succession.

    Spouse and children stay the countries' royals, his own place among them is vacated.
    """
    seat = t.owner[t.target] + 0
    old = t.liege[t.target] + 0
    if old == NOBODY:
        old = home_king(t, seat) + 0
    tell(t, Trace.REVOLTED, seat, t.target, old, 0, EVERYBODY)
    settle(t, t.target, seat, Place.KING, NOBODY)
    for person in range(PERSONS):
        if t.liege[person] == old:
            t.liege[person] = t.target
    tell(t, Trace.DIED, seat, old, 0, 0, EVERYBODY)
    leave_play(t, old)
    succeed_to(t, t.target, seat, old)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(Step.INCITE_TARGET, offers(PERSON, PERSONS, may_be_incited)),
        Phase(Step.POLICE, offer_right, play_police),
    ),
    automatic=(Automatic(Step.INCITED, follow_incite),),
    kinds=(Action(INCITE, may=some(PERSONS, may_be_incited), begin=Step.INCITE_TARGET),),
)
