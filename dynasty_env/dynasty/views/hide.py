"""`hide` resamples a table: everything that one seat does not know is redrawn. view.py defines what a seat knows."""

from dynasty_env.dynasty.ids import Step
from dynasty_env.dynasty.material import DECKS, NOBODY
from dynasty_env.dynasty.rules.command import legal_warrior
from dynasty_env.dynasty.rules.events import legal_cancel, legal_event
from dynasty_env.dynasty.rules.interrupts import legal_interrupt
from dynasty_env.dynasty.rules.territories import defender_of
from dynasty_env.dynasty.rules.witches import legal_search_person, offer_aces
from dynasty_env.dynasty.views.redraw_cards import forget_what_others_drew, redraw_cards, shown_aces_are_held
from dynasty_env.dynasty.views.redraw_decks import forget_what_others_saw, redraw_deck, redraw_expansion
from dynasty_env.kit.engine import below, rule
from dynasty_env.kit.engine.table import Fault

MOST_TRIES = 20_000
"""How many redrawn tables may be rejected because the game cannot have reached them; an early one is usually fine."""


@rule
def hide(t, me):
    """Resample the table: redraw everything that the seat `me` does not know, uniformly within its information set.

    The seat knows its own hand and events, every face-up card, and whatever it was shown that is still true: the top
    card of the pack, who drew a card that it had seen there, which cards were in which pack and who drew from it, which
    of the expansion's cards are or were in a person deck, and who holds an ace. All arrangements of the other cards
    that agree with this are equally likely. If hidden cards determine which seat is asked, `me` does not know that
    seat, so it is redrawn, too. Everything is sorted before it is shuffled, so the result depends only on the
    generator's key and on what `me` knows.

    Sets the fault `NO_DEAL` if no table is found that the game can have reached.
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
    """Do hidden cards determine which seat decides here, or whether any seat does?"""
    return is_secret(t) or t.step == Step.SEARCH_ACE or t.step == Step.SEARCH_PERSON


@rule
def is_secret(t):
    """Is it hidden from the other seats which seat decides here?"""
    return t.step == Step.INTERRUPT or t.step == Step.EVENT or t.step == Step.CANCEL or t.step == Step.WARRIOR


@rule
def may_be_so(t, me):
    """Can the game have reached this decision with these cards? If so, redraw which of the possible seats decides."""
    if not shown_aces_are_held(t, me):
        return False
    if t.done == 1 or t.seat == me or not depends_on_cards(t):
        return True
    return ask_another(t, me)


@rule
def ask_another(t, me):
    """Choose at random which seat other than `me` is asked, among those that would have a choice: `t.seat` and `t.a`.

    Seats are asked in turn, and `a` is the place of the seat in that order. If `me` would have a choice, too, it knows
    whether it has been asked in this round; if not, it was or will be skipped without notice. Returns False if no other
    seat can be asked with these cards.
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
    """How many seats are asked in turn: all in a window or about not jealous, two for warrior's way, else one."""
    if t.step == Step.WARRIOR:
        return 1 if defender_of(t) == NOBODY else 2
    return t.num_players if t.step == Step.INTERRUPT or (t.step == Step.EVENT and t.b > 0) else 1


@rule
def seat_at(t, began, place):
    """The seat that is asked at a place in the order, from 0. `began`: the seat at place 0."""
    if t.step == Step.WARRIOR:
        return t.turn_player if place == 0 else defender_of(t)
    return (began + place) % t.num_players if places_in_turn(t) > 1 else t.seat + 0


@rule
def would_be_asked(t, seat):
    """Would this seat have a choice in the open decision?"""
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
        offer_aces(t)
    else:
        legal_search_person(t)
    t.seat = asked
    return t.choices > 1 or t.ask_forced == 1
