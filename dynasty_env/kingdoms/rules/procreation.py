"""Row 2: procreation (子作り)."""

from dynasty_env.kingdoms.actions import DECK, PERSON
from dynasty_env.kingdoms.material import (
    BIRTH_DICE,
    COLOUR,
    COUNTRIES,
    DECKS,
    FERTILITY,
    PERSONS,
    SAME_COLOUR,
    SEX,
    Place,
)
from dynasty_env.kingdoms.steps import Step, Told
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .decks import turn_up
from .dice import roll
from .persons import is_king, is_married, spouse_of


@rule
def is_birth_deck(t, king, deck):
    """The king's or the spouse's colour; K9: with cards."""
    if t.deck_size[deck] == 0:
        return False
    return deck == COLOUR[king] or deck == COLOUR[spouse_of(t, king)]


@rule
def may_procreate(t, seat, king):
    """A married king of the dynasty; K32: with a spouse of the other sex, and a deck for the child."""
    if not is_king(t, seat, king):
        return False
    if not is_married(t, king):
        return False
    spouse = spouse_of(t, king)
    if SEX[spouse] == SEX[king]:
        return False
    return t.deck_size[COLOUR[king]] > 0 or t.deck_size[COLOUR[spouse]] > 0


@rule
def can_procreate(t, seat):
    """Is there such a king? Each rules a country."""
    for country in range(COUNTRIES):
        if t.holder[country] == seat and may_procreate(t, seat, t.ruler[country]):
            return True
    return False


@rule
def legal_procreation_king(t):
    for king in range(PERSONS):
        if may_procreate(t, t.seat, king):
            offer(t, PERSON + king)


@rule
def play_procreation_king(t, action):
    """Two dice, success if either succeeds; value: both fertilities, -1 if the two are of one colour."""
    t.king = action - PERSON
    tell(t, Told.ACTS, t.seat, t.king, 0, 0, EVERYBODY)
    spouse = spouse_of(t, t.king)
    value = FERTILITY[t.king] + FERTILITY[spouse]
    if COLOUR[t.king] == COLOUR[spouse]:
        value -= SAME_COLOUR
    if roll(t, t.seat, BIRTH_DICE, value) > 0:
        tell(t, Told.OUTCOME, t.seat, 0, 1, 0, EVERYBODY)
        push(t, Step.BIRTH_DECK, t.seat, 0, 0)
    else:
        tell(t, Told.OUTCOME, t.seat, 0, 0, 0, EVERYBODY)


@rule
def legal_birth_deck(t):
    for deck in range(DECKS):
        if is_birth_deck(t, t.king, deck):
            offer(t, DECK + deck)


@rule
def play_birth_deck(t, action):
    """The deck's top card becomes that king's youngest child (K9)."""
    turn_up(t, action - DECK, t.seat, Place.CHILD, t.king)
