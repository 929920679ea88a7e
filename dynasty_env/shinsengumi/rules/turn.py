"""§06-01: a turn: stones, event, Ee ja nai ka, movement, clean-up."""

from dynasty_env.kit.engine.rng import die
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, push, tell
from dynasty_env.shinsengumi.material import (
    COLOURS,
    DANCE,
    MOST_ROLLS,
    NEIGHBOUR,
    NOBODY,
    NOWHERE,
    PERSONS,
    TURNS,
    Colour,
    Event,
    EventPlace,
)
from dynasty_env.shinsengumi.steps import Step, Told

from .events import put_down, turn_up_event
from .movement import can_be_named
from .persons import debate, is_free, next_living
from .score import finish
from .stones import draw_stones, forget_the_bag, return_stones, unmark


@rule
def begin_turn(t):
    """§06-01: phases A and B now, C and D after them."""
    t.turn += 1
    t.namings = 0
    tell(t, Told.TURN, t.turn_player, 0, 0, t.turn, EVERYBODY)
    hand_out_stones(t)
    push(t, Step.MOVEMENT, t.turn_player, 0, 0)
    push(t, Step.DANCE, t.turn_player, 0, 0)
    turn_up_event(t)


@rule
def hand_out_stones(t):
    """A: leftovers go back; everybody draws as many as his self's debate. S-R18: the turn player first, clockwise."""
    for seat in range(t.num_players):
        return_stones(t, seat)
    forget_the_bag(t)
    for place in range(t.num_players):
        seat = (t.turn_player + place) % t.num_players
        if t.chip[seat] != NOBODY:
            draw_stones(t, seat, debate(t, t.chip[seat]))


@rule
def dance(t):
    """C: Ee ja nai ka moves by the die, again and again, until a die would take it off the board or onto a piece.

    S-R7: at most 36 rolls.
    """
    if t.event_place[Event.EE_JA_NAI_KA] == EventPlace.BOARD:
        for _ in range(MOST_ROLLS):
            face = die(t)
            cell = NEIGHBOUR[t.event_cell[Event.EE_JA_NAI_KA], DANCE[face]]
            if not is_free(t, cell):
                tell(t, Told.DANCED, 0, 0, NOWHERE, face, EVERYBODY)
                return
            put_down(t, Event.EE_JA_NAI_KA, cell)
            tell(t, Told.DANCED, 0, 0, cell, face, EVERYBODY)


@rule
def go_on_moving(t):
    """D: until every person is marked or cannot move."""
    for person in range(PERSONS):
        if can_be_named(t, person):
            push(t, Step.MOVEMENT, t.turn_player, 0, 0)
            push(t, Step.MOVE, t.turn_player, 0, 0)
            return
    push(t, Step.CLEAN_UP, t.turn_player, 0, 0)


@rule
def clean_up(t):
    """E: markers are removed, of two black ones only one; the next turn player. §07: the twelfth turn is the last."""
    for person in range(PERSONS):
        kept = 1 if t.markers[person, Colour.BLACK] > 1 else 0
        for colour in range(COLOURS):
            while t.markers[person, colour] > (kept if colour == Colour.BLACK else 0):
                unmark(t, person, colour)
    if t.turn == TURNS:
        finish(t)
    else:
        t.turn_player = next_living(t, t.turn_player)
        push(t, Step.TURN, t.turn_player, 0, 0)
