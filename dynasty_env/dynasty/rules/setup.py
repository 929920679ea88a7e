"""§08-01: set-up."""

from dynasty_env.dynasty.actions import DECK, PERSON
from dynasty_env.dynasty.material import (
    BASE_PERSONS,
    COLOUR,
    COUNTRIES,
    DECK_ROOM,
    DECKS,
    EVENT_CARD,
    EVENTS,
    EXPANSION,
    EXPANSION_A_DECK,
    FIRST_PERSONS,
    HAND_SIZE,
    NOBODY,
    PERSONS,
    POPE,
    SEATS,
    EventPlace,
    Place,
)
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.europe.rules.deal import deal_countries, on_the_right
from dynasty_env.kit.engine.cards import JOKER, KINDS
from dynasty_env.kit.engine.rng import below, shuffle
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .copies import put_all_in_pack
from .pack import draw
from .people import offer_own_persons
from .person_decks import has_person, reshuffle_deck, turn_up


@rule
def deal(t):
    """Shuffle, deal, and choose the first player, who holds the pope; the player on his right holds the scythe."""
    clear(t)
    fill_person_decks(t)
    deal_countries(t)
    fill_pack(t)
    for seat in range(t.num_players):
        draw(t, seat, HAND_SIZE)
    t.first_player = below(t, t.num_players)
    t.pope = t.first_player
    t.scythe = on_the_right(t, t.first_player)
    tell(t, Told.FIRST_PLAYER, t.first_player, 0, 0, 0, EVERYBODY)
    push(t, Step.SETUP, t.first_player, 0, 0)


@rule
def clear(t):
    """Clear the table: nothing lies on it."""
    t.turn = 0
    t.turn_player = 0
    t.no_hand_limit = 0
    t.pack_size = 0
    t.laid_size = 0
    t.second = NOBODY
    for seat in range(SEATS):
        t.vetoed[seat] = 0
        t.childless[seat] = 0
        t.fallen[seat] = 0
        t.knows_top[seat] = 0
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
    for deck in range(DECKS):
        t.set_up_from[deck] = 0
        t.under[deck] = 0
    clear_events(t)
    forget_action(t)


@rule
def clear_events(t):
    """Take all events out of the game, and forget what anybody has seen of the expansion's cards."""
    for event in range(EVENTS):
        t.event_place[event] = EventPlace.OUT
        t.event_owner[event] = NOBODY
        t.event_deck[event] = NOBODY
        t.event_taken[event] = 0
        t.event_shown[event] = 0
        t.event_person[event] = NOBODY
    for row in range(SEATS + 1):
        for card in range(EXPANSION):
            t.seen[row, card] = NOBODY
            t.seen_after[row, card] = 0
    for deck in range(DECKS):
        t.events_taken[deck] = 0
        for seat in range(SEATS):
            t.searched_after[seat, deck] = NOBODY
    for i in range(COUNTRIES):
        t.spread[i] = 0


@rule
def forget_action(t):
    """Clear the declared action, its dice, and the marks of persons refused to the reaper or sent to war."""
    t.action = -1
    t.target = NOBODY
    t.actor = NOBODY
    t.defender = NOBODY
    t.country = NOBODY
    t.friend = NOBODY
    t.friend_of = NOBODY
    t.needed = 0
    for i in range(t.dice_size):
        t.dice[i] = 0
    t.dice_size = 0
    for person in range(PERSONS):
        t.refused[person] = 0
        t.sent[person] = 0
    t.refused[POPE] = 0


@rule
def fill_person_decks(t):
    """Four decks, one for each bloodline; Suleiman is in the blue one (D-R4)."""
    for deck in range(DECKS):
        t.deck_size[deck] = 0
    for person in range(BASE_PERSONS):
        put_into_deck(t, COLOUR[person], person)
    if t.witches == 1:
        mix_in_expansion(t)
    for deck in range(DECKS):
        shuffle(t, t.deck, deck * DECK_ROOM, t.deck_size[deck])


@rule
def put_into_deck(t, deck, card):
    """Put a person, or 97 + an event, on top of a person deck."""
    t.deck[deck * DECK_ROOM + t.deck_size[deck]] = card
    t.deck_size[deck] += 1
    if card < EVENT_CARD:
        t.place[card] = Place.DECK
    else:
        t.event_place[card - EVENT_CARD] = EventPlace.DECK


@rule
def mix_in_expansion(t):
    """SW02-01: the expansion's 28 cards are shuffled, and seven go into each deck."""
    for card in range(EXPANSION):
        t.pack[card] = BASE_PERSONS + card
    shuffle(t, t.pack, 0, EXPANSION)
    for card in range(EXPANSION):
        put_into_deck(t, card // EXPANSION_A_DECK, t.pack[card] + 0)
        t.pack[card] = 0


@rule
def fill_pack(t):
    """Put 52 cards and two jokers for each pack (D-R1) into the face-down pack, and shuffle it."""
    put_all_in_pack(t)
    for kind in range(KINDS):
        copies = 2 * t.packs if kind == JOKER else t.packs
        for _ in range(copies):
            t.pack[t.pack_size] = kind
            t.pack_size += 1
    shuffle(t, t.pack, 0, t.pack_size)


@rule
def set_up_next(t):
    """Clockwise from the first player each dynasty turns up its first persons (a: how many dynasties have done so).

    §08-02: then the first player has the first turn. SW02-04: decks under which events lie are shuffled before it.
    """
    for deck in range(DECKS):
        t.set_up_from[deck] = 0
    if t.a == t.num_players:
        for deck in range(DECKS):
            if t.under[deck] > 0:
                t.under[deck] = 0
                reshuffle_deck(t, deck)
        push(t, Step.TURN, t.first_player, 0, 0)
        return
    push(t, Step.SETUP, (t.seat + 1) % t.num_players, t.a + 1, 0)
    push(t, Step.SETUP_KING, t.seat, 0, 0)
    for left in range(FIRST_PERSONS):
        push(t, Step.SETUP_DECK, t.seat, FIRST_PERSONS - 1 - left, 0)


@rule
def legal_setup_deck(t):
    """Any deck, but not all three persons from the same one; D-R5: they are turned up one after another."""
    for deck in range(DECKS):
        if t.set_up_from[deck] < FIRST_PERSONS - 1 and has_person(t, deck):
            offer(t, DECK + deck)


@rule
def play_setup_deck(t, action):
    """Turn up the deck's top person. All three are courtiers until one of them is named king."""
    turn_up(t, action - DECK, t.seat)
    t.set_up_from[action - DECK] += 1


@rule
def legal_setup_king(t):
    """§08-01: one of the three persons turned up."""
    offer_own_persons(t)


@rule
def play_setup_king(t, action):
    """§08-01: the person becomes king, and the other two stay courtiers."""
    king = action - PERSON
    t.place[king] = Place.KING
    t.king[t.seat] = king
    tell(t, Told.CROWNED, t.seat, king, 0, 0, EVERYBODY)
