"""`hide` resamples a table: everything that one seat does not know is redrawn. view.py defines what a seat knows."""

from dynasty_env.kit.engine import below, rule, shuffle
from dynasty_env.kit.engine.cards import sort
from dynasty_env.kit.engine.table import Fault
from dynasty_env.shinsengumi.ids import Step
from dynasty_env.shinsengumi.material import COLOURS, NOBODY, Colour
from dynasty_env.shinsengumi.rules.movement import legal_wait
from dynasty_env.shinsengumi.rules.persons import living, next_living
from dynasty_env.shinsengumi.rules.stones import stones_of

MOST_TRIES = 20_000
"""How many deals of stones may be rejected because no seat could be asked to wait; usually the first is accepted."""


@rule
def hide(t, me):
    """Resample the table: redraw everything that the seat `me` does not know, uniformly within its information set.

    Nobody knows the order of the piles. With hidden stones, the other hands are redrawn from all stones that may be
    anywhere as far as `me` knows. While another seat is asked to wait, `me` does not know which one, so that seat is
    redrawn, too. Sets the fault `NO_DEAL` if no seat is found that can be asked.
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
    """Redraw the other hands, what others have lost, and the bag.

    Hands have only shrunk since the last draw. So stones that openly went back to the bag are still there, and so are
    those that `me` has lost. All other stones can be in any other hand, among the stones another seat has lost, or in
    the bag.
    """
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
    """The number of white stones among `count` stones drawn blind from this many white and black ones."""
    drawn = 0
    for i in range(count):
        if below(t, white + black - i) < white - drawn:
            drawn += 1
    return drawn


@rule
def redraw_wait(t, me):
    """Redraw the stones, and which seat other than `me` is asked to wait.

    This must be a seat that can lay a stone. `t.a` counts the seats with a self from the one where the round of passes
    began. If `me` can lay a stone, it knows whether it has been asked in this round; if not, it was or will be skipped
    without notice. Stones are redrawn until some seat can be the one that is asked.
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
    """The seat with a self before this one, anticlockwise."""
    before = (seat + t.num_players - 1) % t.num_players
    while t.chip[before] == NOBODY:
        before = (before + t.num_players - 1) % t.num_players
    return before


@rule
def living_steps(t, first, seat):
    """How many seats with a self there are from `first` to `seat`; -1 if `seat` has no self."""
    if t.chip[seat] == NOBODY:
        return -1
    steps = 0
    while first != seat:
        first = next_living(t, first)
        steps += 1
    return steps


@rule
def can_wait(t, seat):
    """Would this seat be asked to wait, given its stones?"""
    asked = t.seat + 0
    t.seat = seat
    t.choices = 0
    legal_wait(t)
    t.seat = asked
    return t.choices > 1 or t.ask_forced == 1
