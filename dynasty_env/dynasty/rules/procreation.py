"""§09-02: procreation."""

from dynasty_env.dynasty.actions import DECK
from dynasty_env.dynasty.material import BIRTH_CARDS, COLOUR, DECKS, FERTILITY, NOBODY, SEX, Place
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.kit.rule import rule
from dynasty_env.kit.table import EVERYBODY, offer, push, tell

from .people import spouse_of, turn_up


@rule
def can_procreate(t, seat):
    """§09-02-01: the own king has a spouse (of the other sex, §05-02)."""
    king = t.king[seat]
    if king == NOBODY:
        return False
    spouse = spouse_of(t, seat)
    return spouse != NOBODY and SEX[spouse] != SEX[king]


@rule
def procreation_cards(t):
    """§09-02-02: 6 - the spouse's fertility."""
    return BIRTH_CARDS - FERTILITY[t.target]


@rule
def procreation_dice(t):
    """§09-02-02: the own king's fertility, +1 if their bloodlines differ."""
    king = t.king[t.turn_player]
    if COLOUR[king] != COLOUR[t.target]:
        return FERTILITY[king] + 1
    return FERTILITY[king]


@rule
def is_birth_deck(t, deck):
    """§09-02-03: the king's or the spouse's colour; D-R11: with cards."""
    if t.deck_size[deck] == 0:
        return False
    return deck == COLOUR[t.king[t.turn_player]] or deck == COLOUR[t.target]


@rule
def give_birth(t):
    """§09-02-03; D-R11: with no card left for it nobody is born."""
    for deck in range(DECKS):
        if is_birth_deck(t, deck):
            push(t, Step.BIRTH_DECK, t.turn_player, 0, 0)
            return
    tell(t, Told.CHILDLESS_BIRTH, t.turn_player, 0, 0, 0, EVERYBODY)


@rule
def legal_birth_deck(t):
    for deck in range(DECKS):
        if is_birth_deck(t, deck):
            offer(t, DECK + deck)


@rule
def play_birth_deck(t, action):
    """§09-02-03: the deck's top card becomes the youngest child."""
    child = turn_up(t, action - DECK, t.seat, Place.CHILD)
    tell(t, Told.BORN, t.seat, child, 0, 0, EVERYBODY)
