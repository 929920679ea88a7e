"""`hide`: a seat's table with all that it does not know redrawn. Part of the view: see view.py."""

from dynasty_env.dynasty.material import DECKS, NOBODY
from dynasty_env.dynasty.rules.command import legal_warrior
from dynasty_env.dynasty.rules.events import legal_cancel, legal_event
from dynasty_env.dynasty.rules.interrupts import legal_interrupt
from dynasty_env.dynasty.rules.territories import defender_of
from dynasty_env.dynasty.rules.witches import legal_search_ace, legal_search_person
from dynasty_env.dynasty.seen.redraw_cards import forget_what_others_drew, redraw_cards, shown_aces_are_held
from dynasty_env.dynasty.seen.redraw_decks import forget_what_others_saw, redraw_deck, redraw_expansion
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.engine.rng import below
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import Fault

MOST_TRIES = 20_000
"""Tables that may be thrown away because the game could not have come to them; mostly one of the first two is good."""


@rule
def hide(t, me):
    """Redraw all that `me` does not know, uniformly given what it does.

    Known are the own hand, the own events and every open card, and all that `me` was ever shown and that still holds:
    the top of the pack, who drew a card that he had seen there, which cards were in which pack and who drew from it,
    which of the expansion's cards are or were in a deck, who holds an ace. All arrangements of the other cards that
    agree with this are alike. Where being asked depends on hidden cards, `me` does not know who is.
    Everything is put in order before it is shuffled: the outcome depends on the key and on what `me` knows alone.
    """
    if t.witches == 1:
        forget_what_others_saw(t, me)
    forget_what_others_drew(t, me)
    for _ in range(MOST_TRIES):
        if t.witches == 1:
            redraw_expansion(t, me)
        for deck in range(DECKS):
            redraw_deck(t, me, deck)
        redraw_cards(t, me)
        if t.fault != 0 or may_be_so(t, me):
            return
    t.fault = Fault.NO_DEAL


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
    """Could the game have come to this decision with these cards? If so, somebody who may be the one is asked."""
    if not shown_aces_are_held(t, me):
        return False
    if t.done == 1 or t.seat == me or not depends_on_cards(t):
        return True
    return ask_another(t, me)


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
