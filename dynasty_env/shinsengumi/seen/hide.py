"""`hide`: a table with all that one seat does not know redrawn. What a seat does know is in view.py."""

from dynasty_env.kit.engine.cards import sort
from dynasty_env.kit.engine.rng import below, shuffle
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import Fault
from dynasty_env.shinsengumi.material import (
    COLOURS,
    NOBODY,
    Colour,
)
from dynasty_env.shinsengumi.rules.movement import legal_wait
from dynasty_env.shinsengumi.rules.persons import living, next_living
from dynasty_env.shinsengumi.rules.stones import stones_of
from dynasty_env.shinsengumi.steps import Step

MOST_TRIES = 20_000
"""Deals of the stones that may be thrown away since nobody could be the one who is asked; mostly the first will do."""


@rule
def hide(t, me):
    """Redraw all that `me` does not know, uniformly given what it does.

    Nobody knows the order of the piles. With hidden stones, the other hands are drawn anew from all stones that `me`
    cannot place, and who is asked to wait is one who could be.
    """
    sort(t.person_pile, 0, t.person_pile_size)
    shuffle(t, t.person_pile, 0, t.person_pile_size)
    sort(t.event_pile, 0, t.event_pile_size)
    shuffle(t, t.event_pile, 0, t.event_pile_size)
    if t.hidden_stones == 1:
        if t.done == 0 and t.step == Step.WAIT and t.seat != me:
            redraw_wait(t, me)
        else:
            redraw_stones(t, me)


@rule
def redraw_stones(t, me):
    """Since the last draw hands have only shrunk: what has gone back to the bag openly is there, and so are the own
    lost stones. All others may be in any hand, among what another seat has lost, or in the bag."""
    white = t.bag[Colour.WHITE] - t.returned[Colour.WHITE] - t.lost[me, Colour.WHITE]
    black = t.bag[Colour.BLACK] - t.returned[Colour.BLACK] - t.lost[me, Colour.BLACK]
    for seat in range(t.num_players):
        if seat != me:
            white += t.hand[seat, Colour.WHITE]
            black += t.hand[seat, Colour.BLACK]
    for seat in range(t.num_players):
        if seat != me:
            for colour in range(COLOURS):
                t.bag[colour] += t.hand[seat, colour]
            held = stones_of(t, seat)
            gone = t.lost[seat, Colour.WHITE] + t.lost[seat, Colour.BLACK]
            held_white = redraw(t, held, white, black)
            white -= held_white
            black -= held - held_white
            gone_white = redraw(t, gone, white, black)
            white -= gone_white
            black -= gone - gone_white
            t.hand[seat, Colour.WHITE] = held_white
            t.hand[seat, Colour.BLACK] = held - held_white
            t.lost[seat, Colour.WHITE] = gone_white
            t.lost[seat, Colour.BLACK] = gone - gone_white
            for colour in range(COLOURS):
                t.bag[colour] -= t.hand[seat, colour]


@rule
def redraw(t, count, white, black):
    """How many of `count` stones are white, drawn blind from so many white and black ones."""
    drawn = 0
    for i in range(count):
        if below(t, white + black - i) < white - drawn:
            drawn += 1
    return drawn


@rule
def redraw_wait(t, me):
    """Somebody else is being asked to wait, who has a stone that he can lay: `a` players after where the round of
    passes began.

    Whoever can lay a stone knows whether he has been asked in this round; who cannot has been passed over, or will be,
    unnoticed. Stones are redrawn until somebody could be the one who is asked.
    """
    began = t.seat + 0
    for _ in range(t.a):
        began = living_before(t, began)
    mine = living_steps(t, began, me)
    knows = mine >= 0 and can_wait(t, me)
    was_asked = t.a > mine
    candidates = 0
    for _ in range(MOST_TRIES):
        redraw_stones(t, me)
        seat = began + 0
        for position in range(living(t)):
            if position != mine and (not knows or (position > mine) == was_asked) and can_wait(t, seat):
                candidates += 1
                if below(t, candidates) == 0:
                    t.a = position
                    t.seat = seat
            seat = next_living(t, seat)
        if candidates > 0:
            return
    t.fault = Fault.NO_DEAL


@rule
def living_before(t, seat):
    """The seat of which `seat` is the next living one."""
    before = (seat + t.num_players - 1) % t.num_players
    while t.chip[before] == NOBODY:
        before = (before + t.num_players - 1) % t.num_players
    return before


@rule
def living_steps(t, first, seat):
    """How many players with a self further than `first` this one sits; -1: he has none."""
    if t.chip[seat] == NOBODY:
        return -1
    steps = 0
    while first != seat:
        first = next_living(t, first)
        steps += 1
    return steps


@rule
def can_wait(t, seat):
    """Would this seat be asked in the open wait?"""
    asked = t.seat + 0
    t.seat = seat
    t.choices = 0
    legal_wait(t)
    t.seat = asked
    return t.choices > 1 or t.ask_forced == 1
