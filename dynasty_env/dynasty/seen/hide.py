"""`hide`: a seat's table with all that it does not know redrawn. Part of the view: see view.py."""

import numpy as np

from dynasty_env.dynasty.actions import SEARCH
from dynasty_env.dynasty.material import (
    BASE_PERSONS,
    DECK_ROOM,
    DECKS,
    EVENT_CARD,
    EVENTS,
    EXPANSION,
    NOBODY,
    SEATS,
    Event,
    EventPlace,
    Place,
)
from dynasty_env.dynasty.rules.command import legal_warrior
from dynasty_env.dynasty.rules.events import legal_cancel, legal_event
from dynasty_env.dynasty.rules.interrupts import legal_interrupt
from dynasty_env.dynasty.rules.person_decks import top_of
from dynasty_env.dynasty.rules.territories import defender_of
from dynasty_env.dynasty.rules.witches import legal_search_ace, legal_search_person
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.engine.cards import KINDS, RANKS, sort
from dynasty_env.kit.engine.rng import below, shuffle
from dynasty_env.kit.engine.rule import rule


@rule
def hide(t, me):
    """Redraw all that `me` does not know, uniformly given what it does.

    Known are the own hand, the own events and every open card, and what `me` has seen: the top of the pack, the top of
    a person deck, which of the expansion's cards lie in which deck. The other hands and the pack are one shuffled heap,
    dealt out again by their sizes; cards of the expansion that `me` has not seen lie in any deck or, events,
    face down before any player who has taken one. Where being asked depends on hidden cards, `me` does not know who is.
    Everything is put in order before it is shuffled: the outcome depends on the key and on what `me` knows alone.
    """
    forget_what_others_saw(t, me)
    while True:
        if t.witches == 1:
            redraw_expansion(t, me)
        for deck in range(DECKS):
            redraw_deck(t, me, deck)
        redraw_cards(t, me)
        if may_be_so(t, me):
            return


@rule
def forget_what_others_saw(t, me):
    """What the others have seen in person decks is theirs; what everybody saw remains."""
    for row in range(SEATS):
        if row != me:
            for card in range(EXPANSION):
                t.seen[row, card] = t.seen[SEATS, card]


# playing cards


@rule
def knows_top(t, me):
    """SW02-07-03: has `me` seen the card that lies on top of the pack?"""
    return t.knows_top[me] == 1 and t.pack_size > 0


@rule
def redraw_cards(t, me):
    fixed = 1 if knows_top(t, me) else 0
    top = t.pack[t.pack_size - 1] + 0
    heap = t.pack_size - fixed
    for seat in range(t.num_players):
        if seat != me:
            for kind in range(KINDS):
                for _ in range(t.hand[seat, kind]):
                    t.pack[heap] = kind
                    heap += 1
                t.hand[seat, kind] = 0
    sort(t.pack, 0, heap)
    for i in range(heap, len(t.pack)):
        t.pack[i] = 0
    shuffle(t, t.pack, 0, heap)
    for seat in range(t.num_players):
        if seat != me:
            for _ in range(t.hand_size[seat]):
                heap -= 1
                t.hand[seat, t.pack[heap]] += 1
                t.pack[heap] = 0
    if fixed == 1:
        t.pack[heap] = top


# person decks


@rule
def foresees(t, me):
    """SW02-07-10: is `me` looking at the top of a person deck?"""
    return t.done == 0 and t.step == Step.FORESIGHT and t.seat == me


@rule
def redraw_deck(t, me, deck):
    """Its cards in any order, but for those under it in set-up, and for one that `me` foresees."""
    bottom = deck * DECK_ROOM + t.under[deck]
    loose = t.deck_size[deck] - t.under[deck]
    if foresees(t, me) and t.a == deck:
        loose -= 1
    sort(t.deck, bottom, loose)
    for i in range(t.deck_size[deck], DECK_ROOM):
        t.deck[deck * DECK_ROOM + i] = 0
    shuffle(t, t.deck, bottom, loose)


# the expansion's cards: places are decks 0 … 3, then those of events face down before others


@rule
def is_face_down(t, me, event):
    """Does it lie face down before somebody else, so that `me` does not know which it is?"""
    place = t.event_place[event]
    return place == EventPlace.HAND and t.event_owner[event] != me and t.event_shown[event] == 0


@rule
def is_loose(t, me, card):
    """May this card (of the expansion, counted from 0) lie elsewhere than it does, for all that `me` knows?"""
    event = card - (EVENT_CARD - BASE_PERSONS)
    if event >= 0 and t.event_place[event] != EventPlace.DECK:
        return is_face_down(t, me, event)
    if event < 0 and t.place[BASE_PERSONS + card] != Place.DECK:
        return False
    for deck in range(DECKS):
        for i in range(t.under[deck]):
            if t.deck[deck * DECK_ROOM + i] == BASE_PERSONS + card:
                return False
    return not (foresees(t, me) and top_of(t, t.a) == BASE_PERSONS + card)


@rule
def may_be_held(card):
    """Events but Neuroi and doll, which are resolved when taken."""
    event = card - (EVENT_CARD - BASE_PERSONS)
    return event >= 0 and event != Event.NEUROI and event != Event.DOLL


@rule
def redraw_expansion(t, me):
    """Deal the cards that `me` cannot see over the places where they may be, all such deals alike.

    First the events face down before others, then cards that `me` has seen in a deck go there, then the rest anywhere.
    A deal is thrown away with the odds that make all of them alike.
    """
    loose = np.zeros(EXPANSION, np.int64)
    for card in range(EXPANSION):
        loose[card] = is_loose(t, me, card)
    held = np.zeros((SEATS, DECKS), np.int64)
    for event in range(EVENTS):
        if is_face_down(t, me, event):
            held[t.event_owner[event], t.event_deck[event]] += 1
    room = np.zeros(DECKS, np.int64)
    for deck in range(DECKS):
        for i in range(t.deck_size[deck]):
            card = t.deck[deck * DECK_ROOM + i] - BASE_PERSONS
            if card >= 0 and loose[card] == 1:
                room[deck] += 1
    home = np.zeros(EXPANSION, np.int64)
    while not deal_held(t, me, loose, held, home) or not deal_seen(t, me, loose, held, room, home):
        pass
    deal_rest(t, loose, room, home)
    lay_out(t, me, loose, held, home)


@rule
def deal_held(t, me, loose, held, home):
    """An event for each that lies face down before others: one of those that may be it. False: the same one twice.

    `home` of a card: -1 none yet, 0 … 3 a deck, 4 + place among the events face down, in the order of seats and decks.
    """
    for card in range(EXPANSION):
        home[card] = NOBODY
    place = DECKS
    for seat in range(SEATS):
        for deck in range(DECKS):
            for _ in range(held[seat, deck]):
                choices = 0
                chosen = NOBODY
                for card in range(EXPANSION):
                    seen = t.seen[me, card]
                    if loose[card] == 1 and may_be_held(card) and (seen == NOBODY or seen == deck):
                        choices += 1
                        if below(t, choices) == 0:
                            chosen = card
                if home[chosen] != NOBODY:
                    return False
                home[chosen] = place
                place += 1
    return True


@rule
def deal_seen(t, me, loose, held, room, home):
    """Cards that `me` has seen in a deck, and that nobody holds, lie there. False: to be thrown away."""
    left = 0
    for deck in range(DECKS):
        left += room[deck]
    for deck in range(DECKS):
        left -= surely_in(t, me, loose, held, deck)
    for deck in range(DECKS):
        free = room[deck] - surely_in(t, me, loose, held, deck)
        in_deck = 0
        for card in range(EXPANSION):
            if loose[card] == 1 and home[card] < DECKS and t.seen[me, card] == deck:
                home[card] = deck
                in_deck += 1
        for _ in range(in_deck - surely_in(t, me, loose, held, deck)):
            if left <= 0 or below(t, left) >= free:
                return False
            left -= 1
            free -= 1
    return True


@rule
def surely_in(t, me, loose, held, deck):
    """How many of the cards that `me` has seen in the deck must be there still: all but those that can be held."""
    others = 0
    events = 0
    for card in range(EXPANSION):
        if loose[card] == 1 and t.seen[me, card] == deck:
            if may_be_held(card):
                events += 1
            else:
                others += 1
    taken = 0
    for seat in range(SEATS):
        taken += held[seat, deck]
    return others + max(events - taken, 0)


@rule
def deal_rest(t, loose, room, home):
    """All others lie in any deck that has room."""
    for deck in range(DECKS):
        for card in range(EXPANSION):
            if loose[card] == 1 and home[card] == deck:
                room[deck] -= 1
    left = 0
    for deck in range(DECKS):
        left += room[deck]
    for card in range(EXPANSION):
        if loose[card] == 1 and home[card] == NOBODY:
            place = below(t, left)
            for deck in range(DECKS):
                if place < room[deck]:
                    home[card] = deck
                    room[deck] -= 1
                    break
                place -= room[deck]
            left -= 1


@rule
def lay_out(t, me, loose, held, home):
    """Put the cards where they were dealt to; the decks' loose cards are laid in any order for now."""
    for deck in range(DECKS):
        start = deck * DECK_ROOM
        kept = 0
        top = t.deck_size[deck] + 0
        for i in range(top):
            card = t.deck[start + i] - BASE_PERSONS
            if card < 0 or loose[card] == 0:
                t.deck[start + kept] = t.deck[start + i]
                kept += 1
        fixed_top = t.deck[start + kept - 1] + 0 if foresees(t, me) and t.a == deck else NOBODY
        if fixed_top != NOBODY:
            kept -= 1
        for card in range(EXPANSION):
            if loose[card] == 1 and home[card] == deck:
                t.deck[start + kept] = BASE_PERSONS + card
                kept += 1
        if fixed_top != NOBODY:
            t.deck[start + kept] = fixed_top
            kept += 1
        t.deck_size[deck] = kept
    for card in range(EVENT_CARD - BASE_PERSONS, EXPANSION):
        if loose[card] == 1:
            event = card - (EVENT_CARD - BASE_PERSONS)
            t.event_place[event] = EventPlace.DECK
            t.event_owner[event] = NOBODY
            t.event_deck[event] = NOBODY
            place = DECKS
            for seat in range(SEATS):
                for deck in range(DECKS):
                    for _ in range(held[seat, deck]):
                        if home[card] == place:
                            t.event_place[event] = EventPlace.HAND
                            t.event_owner[event] = seat
                            t.event_deck[event] = deck
                        place += 1


# who is asked


@rule
def depends_on_cards(t):
    """Depends on hidden cards who is asked here, or whether?"""
    return is_secret(t) or t.step == Step.SEARCH_ACE or t.step == Step.SEARCH_PERSON


@rule
def is_secret(t):
    """Are the others not told who is asked here?"""
    return t.step == Step.INTERRUPT or t.step == Step.EVENT or t.step == Step.CANCEL or t.step == Step.WARRIOR


@rule
def may_be_so(t, me):
    """Could the game have come to this decision with these cards? If so, somebody who may be the one is asked.

    SW02-07-11: who has chosen a wide search holds an ace, until it is played.
    """
    if t.done == 1:
        return True
    if t.action == SEARCH and (t.step == Step.CANCEL or t.step == Step.SEARCH_ACE) and not has_ace(t, t.turn_player):
        return False
    if t.seat == me or not depends_on_cards(t):
        return True
    return ask_another(t, me)


@rule
def has_ace(t, seat):
    for suit in range(4):
        if t.hand[seat, suit * RANKS] > 0:
            return True
    return False


@rule
def ask_another(t, me):
    """Somebody else is being asked, `a` places after where the round began: one of those who would be, at random.

    A seat that would be asked knows whether it has been in this round; one that would not has been passed over, or
    will be, unnoticed. False: with these cards nobody could be the one.
    """
    places = places_in_turn(t)
    began = (t.seat - t.a + t.num_players) % t.num_players
    mine = NOBODY
    for place in range(places):
        if seat_at(t, began, place) == me:
            mine = place
    knows = mine != NOBODY and would_be_asked(t, me)
    was_asked = t.a > mine
    candidates = 0
    chosen = NOBODY
    for place in range(places):
        if place != mine and (not knows or (place > mine) == was_asked):
            if would_be_asked(t, seat_at(t, began, place)):
                candidates += 1
                if below(t, candidates) == 0:
                    chosen = place
    if chosen == NOBODY:
        return False
    t.seat = seat_at(t, began, chosen)
    if places > 1:
        t.a = chosen
    return True


@rule
def places_in_turn(t):
    """How many seats are asked one after the other: in a window all, for warrior's way two, else one."""
    if t.step == Step.WARRIOR:
        return 1 if defender_of(t) == NOBODY else 2
    return t.num_players if t.step == Step.INTERRUPT or (t.step == Step.EVENT and t.b > 0) else 1


@rule
def seat_at(t, began, place):
    if t.step == Step.WARRIOR:
        return t.turn_player if place == 0 else defender_of(t)
    return (began + place) % t.num_players if places_in_turn(t) > 1 else t.seat + 0


@rule
def would_be_asked(t, seat):
    """Has this seat a choice in the open decision?"""
    asked = t.seat + 0
    t.seat = seat
    t.choices = 0
    if t.step == Step.INTERRUPT:
        legal_interrupt(t)
    elif t.step == Step.EVENT:
        legal_event(t)
    elif t.step == Step.CANCEL:
        legal_cancel(t)
    elif t.step == Step.WARRIOR:
        legal_warrior(t)
    elif t.step == Step.SEARCH_ACE:
        legal_search_ace(t)
    else:
        legal_search_person(t)
    t.seat = asked
    return t.choices > 1 or t.ask_forced == 1
