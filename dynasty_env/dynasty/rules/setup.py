"""§08-01: set-up."""

from dynasty_env.dynasty.actions import DECK, PERSON
from dynasty_env.dynasty.material import (
    COLOUR,
    COUNTRIES,
    DECK_ROOM,
    DECKS,
    FIRST_PERSONS,
    FIRST_TERRITORIES,
    HAND_SIZE,
    NOBODY,
    OTTOMAN,
    PERSONS,
    PRINTED,
    SEATS,
    Holder,
    Place,
)
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.kit.cards import JOKER, KINDS
from dynasty_env.kit.rng import below, shuffle
from dynasty_env.kit.rule import rule
from dynasty_env.kit.table import EVERYBODY, offer, push, tell

from .pack import draw
from .people import offer_own_persons, turn_up


@rule
def deal(t):
    """Shuffle, deal, and choose the first player; he holds the pope, the player on his right the scythe."""
    clear(t)
    fill_person_decks(t)
    deal_countries(t)
    fill_pack(t)
    for seat in range(t.num_players):
        draw(t, seat, HAND_SIZE)
    t.first_player = below(t, t.num_players)
    t.pope = t.first_player
    t.scythe = (t.first_player + t.num_players - 1) % t.num_players
    tell(t, Told.FIRST_PLAYER, t.first_player, 0, 0, 0, EVERYBODY)
    push(t, Step.SETUP, t.first_player, 0, 0)


@rule
def clear(t):
    """Nothing lies on the table."""
    t.turn = 0
    t.turn_player = 0
    t.no_hand_limit = 0
    t.pack_size = 0
    t.laid_size = 0
    for seat in range(SEATS):
        t.vetoed[seat] = 0
        t.childless[seat] = 0
        t.king[seat] = NOBODY
        t.hand_size[seat] = 0
        for kind in range(KINDS):
            t.hand[seat, kind] = 0
    for kind in range(KINDS):
        t.discards[kind] = 0
    for i in range(len(t.pack)):
        t.laid[i] = 0
        t.laid_number[i] = 0
        t.laid_by[i] = 0
    for person in range(PERSONS):
        t.place[person] = Place.OUT
        t.owner[person] = NOBODY
        t.born[person] = 0
    forget_action(t)


@rule
def forget_action(t):
    """Nothing is declared, nobody has been refused."""
    t.action = -1
    t.target = NOBODY
    t.actor = NOBODY
    t.defender = NOBODY
    t.country = NOBODY
    for person in range(PERSONS + 1):
        t.refused[person] = 0


@rule
def fill_person_decks(t):
    """Four decks by bloodline; Suleiman belongs to the blue one (D-R4)."""
    for deck in range(DECKS):
        t.deck_size[deck] = 0
    for person in range(PRINTED):
        deck = COLOUR[person]
        t.deck[deck * DECK_ROOM + t.deck_size[deck]] = person
        t.deck_size[deck] += 1
        t.place[person] = Place.DECK
    for deck in range(DECKS):
        shuffle(t, t.deck, deck * DECK_ROOM, t.deck_size[deck])


@rule
def deal_countries(t):
    """Two territories each, the rest is independent; the Ottoman Empire is not in the deal."""
    for country in range(COUNTRIES):
        t.holder[country] = Holder.INDEPENDENT
    t.holder[OTTOMAN] = Holder.OUT
    for seat in range(t.num_players):
        for _ in range(FIRST_TERRITORIES):
            nth = below(t, OTTOMAN - dealt(t))
            for country in range(OTTOMAN):
                if t.holder[country] == Holder.INDEPENDENT:
                    if nth == 0:
                        t.holder[country] = seat
                        break
                    nth -= 1


@rule
def dealt(t):
    """How many countries have been dealt."""
    count = 0
    for country in range(OTTOMAN):
        if t.holder[country] >= 0:
            count += 1
    return count


@rule
def fill_pack(t):
    """52 cards and two jokers a pack (D-R1)."""
    for kind in range(KINDS):
        copies = 2 * t.packs if kind == JOKER else t.packs
        for _ in range(copies):
            t.pack[t.pack_size] = kind
            t.pack_size += 1
    shuffle(t, t.pack, 0, t.pack_size)


@rule
def set_up_next(t):
    """Clockwise from the first player each dynasty turns up its persons (a: how many dynasties have), then play begins.

    §08-02: the first player has the first turn.
    """
    if t.a == t.num_players:
        push(t, Step.TURN, t.first_player, 0, 0)
        return
    push(t, Step.SETUP, (t.seat + 1) % t.num_players, t.a + 1, 0)
    push(t, Step.SETUP_KING, t.seat, 0, 0)
    for left in range(FIRST_PERSONS):
        push(t, Step.SETUP_DECK, t.seat, FIRST_PERSONS - 1 - left, 0)


@rule
def turned_up_from(t, seat, deck):
    """How many of the dynasty's persons came from this deck."""
    count = 0
    for person in range(PERSONS):
        if t.owner[person] == seat and COLOUR[person] == deck:
            count += 1
    return count


@rule
def legal_setup_deck(t):
    """A deck of one's choice, but not all three persons from one; D-R5: one after another."""
    for deck in range(DECKS):
        if t.deck_size[deck] > 0 and turned_up_from(t, t.seat, deck) < FIRST_PERSONS - 1:
            offer(t, DECK + deck)


@rule
def play_setup_deck(t, action):
    """Two of the three will be courtiers: they lie there until the king is named."""
    turn_up(t, action - DECK, t.seat, Place.COURTIER)


@rule
def legal_setup_king(t):
    """One of the three persons turned up."""
    offer_own_persons(t)


@rule
def play_setup_king(t, action):
    king = action - PERSON
    t.place[king] = Place.KING
    t.king[t.seat] = king
    tell(t, Told.CROWNED, t.seat, king, 0, 0, EVERYBODY)
