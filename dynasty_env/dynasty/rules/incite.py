"""§09-05: inciting a person of another dynasty (反乱煽動)."""

from dynasty_env.dynasty.actions import INCITE, PERSON
from dynasty_env.dynasty.material import NOBODY, PERSONS, Ability, Event, Place
from dynasty_env.dynasty.steps import Step, Trace
from dynasty_env.europe.rules.rights import offer_right
from dynasty_env.europe.rules.special_abilities import asks_the_police, has_ability, incites_at_once, play_police
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, Phase, offers, push, rule, some, tell

from .interrupts import name_target
from .kinds import Action
from .people import leave_play, leave_siblings, settle
from .stats import ambition, carries, prestige


@rule
def may_be_incited(t, seat, person):
    """§09-05-01: is this a person of another dynasty, and no king? SW02-08-09: nobody with splendid can be incited."""
    owner = t.owner[person]
    if owner == NOBODY or owner == seat or t.place[person] == Place.KING:
        return False
    return not carries(t, person, Event.SPLENDID)


@rule
def play_incite_target(t, action):
    """§09-05-01: the target is named, and the interrupt window opens; new faith may make it succeed at once."""
    name_target(t, action - PERSON, incites_at_once(t, t.seat, action - PERSON))


@rule
def incite_cards(t):
    """§09-05-02: as many cards as the target's king has prestige (D-R27: 0 without a king)."""
    king = t.king[t.owner[t.target]]
    if king == NOBODY:
        return 0
    return prestige(t, king)


@rule
def incite_dice(t):
    """§09-05-02: as many dice as the target's ambition."""
    return ambition(t, t.target)


@rule
def incite(t):
    """The incitement has succeeded; `follow_incite` carries it out, beginning with the police."""
    push(t, Step.INCITED, t.turn_player, 0, 0)


@rule
def follow_incite(t):
    """What follows from an incitement that has succeeded.

    §11-03-06, D-R21: first, each police person of the target's dynasty may be sent, one after another (a: from which
    person on). Unless executed, the target then becomes an own courtier (§09-05-03), or makes a revolution (§11-03-04).
    """
    if t.owner[t.target] == NOBODY or asks_the_police(t):
        return
    if has_ability(t, t.target, Ability.REVOLUTION):
        revolt(t)
    else:
        tell(t, Trace.INCITED, t.turn_player, t.target, t.owner[t.target], 0, EVERYBODY)
        settle(t, t.target, t.turn_player, Place.COURTIER)


@rule
def revolt(t):
    """§11-03-04: the target becomes king of his own dynasty and the old king dies; spouse and children stay.

    D-R19: the old king never counts as childless; if the new one was the spouse or a child, that place is vacated.
    """
    seat = t.owner[t.target] + 0
    old = t.king[seat] + 0
    tell(t, Trace.REVOLTED, seat, t.target, old, 0, EVERYBODY)
    if old != NOBODY:
        tell(t, Trace.DIED, seat, old, 0, 0, EVERYBODY)
        leave_play(t, old)
    leave_siblings(t, t.target)
    t.place[t.target] = Place.KING
    t.king[seat] = t.target


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(Step.INCITE_TARGET, offers(PERSON, PERSONS, may_be_incited)),
        Phase(Step.POLICE, offer_right, play_police),
    ),
    automatic=(Automatic(Step.INCITED, follow_incite),),
    kinds=(
        Action(
            INCITE,
            may=some(PERSONS, may_be_incited),
            begin=Step.INCITE_TARGET,
            cards=incite_cards,
            dice=incite_dice,
            succeed=incite,
        ),
    ),
)
