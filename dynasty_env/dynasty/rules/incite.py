"""§09-05: inciting a person of another dynasty (反乱煽動)."""

from dynasty_env.dynasty.actions import DECLARE, PASS, PERSON
from dynasty_env.dynasty.material import NOBODY, PERSONS, RELIGION, Ability, Event, Place, Religion
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.kit.engine.rng import die
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .death import bury
from .interrupts import open_window
from .people import dynasty_has, has_ability, leave_play, leave_siblings, settle
from .stats import ambition, carries, governance, prestige


@rule
def may_be_incited(t, seat, person):
    """§09-05-01: is this a person of another dynasty, and no king? SW02-08-09: nobody with splendid can be incited."""
    owner = t.owner[person]
    if owner == NOBODY or owner == seat or t.place[person] == Place.KING:
        return False
    return not carries(t, person, Event.SPLENDID)


@rule
def can_incite(t, seat):
    for person in range(PERSONS):
        if may_be_incited(t, seat, person):
            return True
    return False


@rule
def legal_incite_target(t):
    """§09-05-01: everybody whom the turn player may incite."""
    for person in range(PERSONS):
        if may_be_incited(t, t.seat, person):
            offer(t, PERSON + person)


@rule
def play_incite_target(t, action):
    """§09-05-01: the target is named, and the interrupt window opens; new faith may make it succeed at once."""
    t.target = action - PERSON
    tell(t, Told.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    if RELIGION[t.target] >= Religion.CP and dynasty_has(t, t.seat, Ability.NEW_FAITH):
        tell(t, Told.BY_ITSELF, t.seat, 0, 0, 0, EVERYBODY)  # §11-03-11, D-R22: no window, no cards, no dice
        incite(t)
    else:
        open_window(t)


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
def legal_police(t):
    """§11-03-06: send the police (a: the person with the ability), or not."""
    offer(t, PASS)
    offer(t, DECLARE)


@rule
def play_police(t, action):
    """§11-03-06: a die of at most the police person's governance executes the target."""
    if action == DECLARE:
        face = die(t)
        tell(t, Told.POLICED, t.seat, t.a, t.target, face, EVERYBODY)
        if face <= governance(t, t.a):
            bury(t, t.target)


@rule
def follow_incite(t):
    """What follows from an incitement that has succeeded.

    §11-03-06, D-R21: first, each police person of the target's dynasty may be sent, one after another (a: from which
    person on). Unless executed, the target then becomes an own courtier (§09-05-03), or makes a revolution (§11-03-04).
    """
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
        tell(t, Told.INCITED, t.turn_player, t.target, t.owner[t.target], 0, EVERYBODY)
        settle(t, t.target, t.turn_player, Place.COURTIER)


@rule
def revolt(t):
    """§11-03-04: the target becomes king of his own dynasty and the old king dies; spouse and children stay.

    D-R19: the old king never counts as childless; if the new one was the spouse or a child, that place is vacated.
    """
    seat = t.owner[t.target] + 0
    old = t.king[seat] + 0
    tell(t, Told.REVOLTED, seat, t.target, old, 0, EVERYBODY)
    if old != NOBODY:
        tell(t, Told.DIED, seat, old, 0, 0, EVERYBODY)
        leave_play(t, old)
    leave_siblings(t, t.target)
    t.place[t.target] = Place.KING
    t.king[seat] = t.target
