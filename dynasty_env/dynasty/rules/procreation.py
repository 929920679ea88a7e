"""§09-02: procreation."""

from dynasty_env.dynasty.actions import DECK, PERSON
from dynasty_env.dynasty.material import BIRTH_CARDS, COLOUR, DECKS, NOBODY, PERSONS, SEX, Place
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .interrupts import open_window
from .people import is_spouse
from .person_decks import draw_person
from .stats import fertility


@rule
def may_procreate_with(t, seat, person):
    """May the seat's king have a child with this person?

    §09-02-01: with his spouse, who is of the other sex (§05-02). SW02-03: one of the two is of a bloodline that has a
    deck.
    """
    if not is_spouse(t, seat, person):
        return False
    king = t.king[seat]
    return SEX[person] != SEX[king] and (COLOUR[person] < DECKS or COLOUR[king] < DECKS)


@rule
def can_procreate(t, seat):
    """§09-02-01: the seat's king has a spouse with whom he may have a child."""
    if t.king[seat] == NOBODY:
        return False
    for person in range(PERSONS):
        if may_procreate_with(t, seat, person):
            return True
    return False


@rule
def begin_procreation(t):
    """SW02-08-12: with several spouses the player names one of them; else the interrupt window opens at once."""
    spouses = 0
    for person in range(PERSONS):
        if may_procreate_with(t, t.seat, person):
            spouses += 1
            t.target = person
    if spouses > 1:
        t.target = NOBODY
        push(t, Step.PROCREATION_SPOUSE, t.seat, 0, 0)
    else:
        open_window(t)


@rule
def legal_procreation_spouse(t):
    """SW02-08-12: each spouse with whom the king may have a child."""
    for person in range(PERSONS):
        if may_procreate_with(t, t.seat, person):
            offer(t, PERSON + person)


@rule
def play_procreation_spouse(t, action):
    """SW02-08-12: the spouse is named, and the interrupt window opens."""
    t.target = action - PERSON
    tell(t, Told.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    open_window(t)


@rule
def procreation_cards(t):
    """§09-02-02: as many cards as 6 - the spouse's fertility."""
    return BIRTH_CARDS - fertility(t, t.target)


@rule
def procreation_dice(t):
    """§09-02-02: as many dice as the own king's fertility, +1 if their bloodlines differ."""
    king = t.king[t.turn_player]
    if COLOUR[king] != COLOUR[t.target]:
        return fertility(t, king) + 1
    return fertility(t, king)


@rule
def is_birth_deck(t, deck):
    """§09-02-03: a deck of the king's or the spouse's colour; D-R11: it must have cards."""
    if t.deck_size[deck] == 0:
        return False
    return deck == COLOUR[t.king[t.turn_player]] or deck == COLOUR[t.target]


@rule
def give_birth(t):
    """§09-02-03: the player chooses the deck that the child comes from; D-R11: if none has cards, nobody is born."""
    for deck in range(DECKS):
        if is_birth_deck(t, deck):
            push(t, Step.BIRTH_DECK, t.turn_player, 0, 0)
            return
    tell(t, Told.CHILDLESS_BIRTH, t.turn_player, 0, 0, 0, EVERYBODY)


@rule
def legal_birth_deck(t):
    """§09-02-03: a deck of the king's or the spouse's colour that has cards."""
    for deck in range(DECKS):
        if is_birth_deck(t, deck):
            offer(t, DECK + deck)


@rule
def play_birth_deck(t, action):
    """§09-02-03: the deck's top card becomes the youngest child."""
    draw_person(t, action - DECK, t.seat, Place.CHILD)
