"""The other part of `hide`: the person decks, and the expansion's cards in them or face down before other seats."""

import numpy as np

from dynasty_env.dynasty.ids import Step
from dynasty_env.dynasty.material import DECK_ROOM, EVENT_CARD, EVENTS, EXPANSION, SEATS, EventPlace, Place
from dynasty_env.dynasty.rules.people import lay_event
from dynasty_env.dynasty.rules.person_decks import top_of
from dynasty_env.dynasty.rules.seen_in_decks import may_be_kept, may_be_taken, was_in
from dynasty_env.europe.material import BASE_PERSONS, DECKS, NOBODY
from dynasty_env.kit.engine import below, rule, shuffle
from dynasty_env.kit.engine.cards import sort
from dynasty_env.kit.engine.table import Fault

MOST_DEALS = 20_000
"""How many deals of the expansion's cards may be rejected in a row; about one in three is accepted."""


@rule
def forget_what_others_saw(t, me):
    """Clear what only the others have seen in person decks; what everybody saw stays known."""
    for row in range(SEATS):
        if row != me:
            for card in range(EXPANSION):
                t.seen[row, card] = t.seen[SEATS, card]
                t.seen_after[row, card] = t.seen_after[SEATS, card]
            for deck in range(DECKS):
                t.searched_after[row, deck] = NOBODY


@rule
def foresees(t, me):
    """SW02-07-10: is `me` looking at the top of a person deck?"""
    return t.done == 0 and t.step == Step.FORESIGHT and t.seat == me


@rule
def redraw_deck(t, me, deck):
    """Shuffle a deck, except for events under it in set-up and a top card that `me` is looking at."""
    bottom = deck * DECK_ROOM + t.under[deck]
    loose = t.deck_size[deck] - t.under[deck]
    if foresees(t, me) and t.a == deck:
        loose -= 1
    sort(t.deck, bottom, loose)
    for i in range(t.deck_size[deck], DECK_ROOM):
        t.deck[deck * DECK_ROOM + i] = 0
    shuffle(t, t.deck, bottom, loose)


# the expansion's cards: each is in one of the decks 0 … 3, or an event that lies face down before another seat


@rule
def is_face_down(t, me, event):
    """Does the event lie face down before another seat, so that `me` does not know which event it is?"""
    place = t.event_place[event]
    return place == EventPlace.HAND and t.event_owner[event] != me and t.event_shown[event] == 0


@rule
def is_loose(t, me, card):
    """As far as `me` knows, can this card (of the expansion, counted from 0) be somewhere else?"""
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
def redraw_expansion(t, me):
    """Deal the cards that `me` cannot see to the places where they can be; all such deals are equally likely.

    The events face down before others are dealt first, then the cards that `me` has seen in a deck, and finally the
    rest, which go into decks that `me` has not searched. Rejection sampling makes all deals equally likely. Sets the
    fault `NO_DEAL` if too many are rejected.

    The rules below work on four arrays:

    - `loose` (28,): 1 for each card that can be somewhere else.
    - `owners` (4, 13), by deck and by when an event was taken from it: 1 + the seat before which it lies, 0 for none.
    - `room` (4,): loose cards in each deck.
    - `home` (28,): where each card is dealt: -1 not yet, 0 … 3 a deck, else 4 + 13 * deck + when for an event taken
      from a deck.
    """
    loose = np.zeros(EXPANSION, np.int64)
    owners = np.zeros((DECKS, EVENTS + 1), np.int64)  # by deck and when it was taken: 1 + the seat, 0 none
    room = np.zeros(DECKS, np.int64)
    home = np.zeros(EXPANSION, np.int64)
    for card in range(EXPANSION):
        loose[card] = is_loose(t, me, card)
    for event in range(EVENTS):
        if is_face_down(t, me, event):
            owners[t.event_deck[event], t.event_taken[event]] = 1 + t.event_owner[event]
    for deck in range(DECKS):
        for i in range(t.deck_size[deck]):
            card = t.deck[deck * DECK_ROOM + i] - BASE_PERSONS
            if card >= 0 and loose[card] == 1:
                room[deck] += 1
    for _ in range(MOST_DEALS):
        if deal_kept(t, me, loose, owners, home) and deal_seen(t, me, loose, owners, room, home):
            deal_rest(t, me, loose, room, home)
            lay_out(t, me, loose, owners, home)
            return
    t.fault = Fault.NO_DEAL


@rule
def deal_kept(t, me, loose, owners, home):
    """Choose an event for each face-down one before others. False: none fits, or one was chosen twice."""
    for card in range(EXPANSION):
        home[card] = NOBODY
    for deck in range(DECKS):
        for taken in range(1, EVENTS + 1):
            if owners[deck, taken] > 0:
                choices = 0
                chosen = NOBODY
                for card in range(EXPANSION):
                    if loose[card] == 1 and may_be_taken(t, me, card, deck, taken):
                        choices += 1
                        if below(t, choices) == 0:
                            chosen = card
                if chosen == NOBODY or home[chosen] != NOBODY:
                    return False
                home[chosen] = DECKS + (EVENTS + 1) * deck + taken
    return True


@rule
def deal_seen(t, me, loose, owners, room, home):
    """Put the cards that `me` has seen in a deck, and that nobody keeps, into it. False: the deal is rejected."""
    left = 0
    for deck in range(DECKS):
        if t.searched_after[me, deck] == NOBODY:
            left += room[deck] - surely_in(t, me, loose, owners, deck)
    for deck in range(DECKS):
        in_deck = 0
        for card in range(EXPANSION):
            if loose[card] == 1 and home[card] < DECKS and t.seen[me, card] == deck:
                if not was_in(t, me, card, deck):
                    return False
                home[card] = deck
                in_deck += 1
        if t.searched_after[me, deck] == NOBODY:
            free = room[deck] - surely_in(t, me, loose, owners, deck)
            for _ in range(in_deck - surely_in(t, me, loose, owners, deck)):
                if left <= 0 or below(t, left) >= free:
                    return False
                left -= 1
                free -= 1
        elif in_deck != room[deck]:
            return False
    return True


@rule
def surely_in(t, me, loose, owners, deck):
    """How many cards that `me` has seen in the deck must still be there: all but those that others may be keeping."""
    others = 0
    events = 0
    for card in range(EXPANSION):
        if loose[card] == 1 and t.seen[me, card] == deck:
            if may_be_kept(card):
                events += 1
            else:
                others += 1
    for taken in range(EVENTS + 1):
        if owners[deck, taken] > 0:
            events -= 1
    return others + max(events, 0)


@rule
def deal_rest(t, me, loose, room, home):
    """Put all other cards into any decks that have room and that `me` has not searched."""
    free = np.zeros(DECKS, np.int64)
    left = 0
    for deck in range(DECKS):
        if t.searched_after[me, deck] == NOBODY:
            free[deck] = room[deck]
            for card in range(EXPANSION):
                if loose[card] == 1 and home[card] == deck:
                    free[deck] -= 1
            left += free[deck]
    for card in range(EXPANSION):
        if loose[card] == 1 and home[card] == NOBODY:
            place = below(t, left)
            for deck in range(DECKS):
                if place < free[deck]:
                    home[card] = deck
                    free[deck] -= 1
                    break
                place -= free[deck]
            left -= 1


@rule
def lay_out(t, me, loose, owners, home):
    """Move the cards to where they were dealt; the decks are shuffled later (`redraw_deck`)."""
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
            if home[card] < DECKS:
                lay_event(t, event, EventPlace.DECK, NOBODY, NOBODY, 0)
            else:
                deck = (home[card] - DECKS) // (EVENTS + 1)
                taken = (home[card] - DECKS) % (EVENTS + 1)
                lay_event(t, event, EventPlace.HAND, owners[deck, taken] - 1, deck, taken)
