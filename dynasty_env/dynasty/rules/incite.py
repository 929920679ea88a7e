"""§09-05: inciting a person of another dynasty (反乱煽動)."""

from dynasty_env.dynasty.actions import PERSON
from dynasty_env.dynasty.material import AMBITION, NOBODY, PERSONS, Place
from dynasty_env.dynasty.steps import Told
from dynasty_env.kit.rule import rule
from dynasty_env.kit.table import EVERYBODY, offer, tell

from .interrupts import open_window
from .people import prestige, settle


@rule
def may_be_incited(t, seat, person):
    """§09-05-01: of another dynasty, and no king."""
    owner = t.owner[person]
    return owner != NOBODY and owner != seat and t.place[person] != Place.KING


@rule
def can_incite(t, seat):
    for person in range(PERSONS):
        if may_be_incited(t, seat, person):
            return True
    return False


@rule
def legal_incite_target(t):
    for person in range(PERSONS):
        if may_be_incited(t, t.seat, person):
            offer(t, PERSON + person)


@rule
def play_incite_target(t, action):
    t.target = action - PERSON
    tell(t, Told.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    open_window(t)


@rule
def incite_cards(t):
    """§09-05-02: the prestige of the target's king (D-R27: none, 0 cards)."""
    king = t.king[t.owner[t.target]]
    if king == NOBODY:
        return 0
    return prestige(t, king)


@rule
def incite_dice(t):
    """§09-05-02: the target's ambition."""
    return AMBITION[t.target]


@rule
def incite(t):
    """§09-05-03: the target becomes an own courtier."""
    tell(t, Told.INCITED, t.turn_player, t.target, t.owner[t.target], 0, EVERYBODY)
    settle(t, t.target, t.turn_player, Place.COURTIER)
