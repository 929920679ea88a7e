"""What a seat may know: the only way for information to leave a table.

`observe` writes what a seat sees as small integers, `seat_view` puts it into words, and `hide` (hide.py) redraws
everything else. Everything that shows a running game to a seat goes through here.
"""

from typing import Any

import numpy as np
from numpy import int8

from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import from_me
from dynasty_env.kit.options import observed, observing
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.kit.seats.views import head, name_of
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.ids import Step
from dynasty_env.shinsengumi.material import (
    ARROWS,
    CELLS,
    COLOURS,
    ESTEEM,
    EVENT_NAMES,
    EVENTS,
    LEFT_COLUMNS,
    NOBODY,
    NOWHERE,
    PERSON_NAMES,
    PERSONS,
    SEASONS,
    SEATS,
    SIDE,
    STONES,
    TURNS,
    Colour,
    Event,
    EventPlace,
    Place,
)
from dynasty_env.shinsengumi.rules.movement import arrow_taken
from dynasty_env.shinsengumi.rules.persons import is_possible, on_the_left
from dynasty_env.shinsengumi.rules.stones import stones_of
from dynasty_env.shinsengumi.table import OPTIONS
from dynasty_env.shinsengumi.views.public_table import points, public_table, sides, stones

NO_SEAT = SEATS  # in place of a seat counted from me: there is none, or I may not know it
IN_PILE, OUT_OF_PLAY, UNDER_A_PERSON, KEPT = CELLS, CELLS + 1, CELLS + 2, CELLS + 3
BLOCKED, OPEN, TAKEN = 0, 1, 2  # arrows
BETROTHED, UNWORTHY = 1, 2  # the event attached to a person

SEEN_OPTIONS = observed(OPTIONS)
observe_options = observing(SEEN_OPTIONS)

LAYOUT = Layout(
    [
        Piece("phase", (1,), 0, 15, True, "step number of the open decision (see `phases`); 0 once the game is over"),
        Piece("deciding", (1,), 0, SEATS, True, "deciding seat, counted from me; 5: hidden, or nobody"),
        Piece("players", (1,), 1, SEATS, True, "number of seats"),
        Piece("options", (len(SEEN_OPTIONS),), 0, 1, False, ", ".join(SEEN_OPTIONS)),
        Piece("turn", (1,), 0, TURNS, False, "number of the turn, 0 during set-up"),
        Piece("turn_player", (1,), 0, SEATS - 1, True, "counted from me"),
        Piece("namings", (1,), 0, 127, False, "number of persons named in this turn"),
        Piece("powder", (1,), 0, SEATS, True, "who keeps the Ishida powder, counted from me; 5: nobody"),
        Piece("selves", (SEATS,), -1, PERSONS - 1, True, "self of each seat, counted from me, or -1"),
        Piece("stones", (SEATS,), 0, 127, False, "stones in each hand, counted from me"),
        Piece("hands", (SEATS, COLOURS), -1, 127, False, "white and black stones of each, from me; -1: hidden"),
        Piece("bag", (COLOURS,), -1, STONES, False, "white and black stones in the bag; -1: hidden"),
        Piece("known_bag", (COLOURS,), 0, STONES, False, "with hidden stones: those that I know to be in the bag"),
        Piece("laid", (ARROWS,), 0, 127, False, "stones laid on the arrows of the person about to move"),
        Piece("arrows", (ARROWS,), 0, TAKEN, True, "of the mover: 0 blocked, 1 possible, 2 taken if all pass now"),
        Piece("passes", (1,), 0, SEATS, False, "passes in a row, if I may know who decides"),
        Piece("mover", (1,), -1, PERSONS - 1, True, "person who was named, or -1"),
        Piece("origin", (1,), -1, CELLS - 1, True, "cell that the person named left, or -1"),
        Piece("doomed", (1,), -1, PERSONS - 1, True, "person about to be removed (the powder is asked for), or -1"),
        Piece("turned_up", (1,), -1, EVENTS - 1, True, "event being placed, or -1"),
        Piece("fighting", (1,), -1, EVENTS - 1, True, "event being fought, or -1"),
        Piece("due", (EVENTS,), 0, 1, False, "1: this event still has to be fought"),
        Piece("facing", (PERSONS,), 0, 1, False, "1: still has to fight at Aburanokoji"),
        Piece("esteem", (2,), 0, 127, False, "esteem on the shogunate's and on the imperial side"),
        Piece("leads", (SEATS,), -127, 127, False, "esteem of each seat's side minus that of the other, from me"),
        Piece("self_cells", (SEATS,), -1, CELLS - 1, True, "cell of each seat's self, counted from me, or -1"),
        Piece("cells", (PERSONS,), 0, OUT_OF_PLAY, True, "where each person stands; 36 in the pile, 37 dead"),
        Piece("owners", (PERSONS,), 0, SEATS, True, "whose self each person is, counted from me; 5: nobody's"),
        Piece("markers", (PERSONS, COLOURS), 0, 2, False, "white and black markers on each person"),
        Piece("attached", (PERSONS,), 0, 2, True, "under each person: 0 nothing, 1 Fiancee, 2 Unworthy of bushido"),
        Piece("event_cells", (EVENTS,), 0, KEPT, True, "where each event lies; 36 pile, 37 gone, 38 attached, 39 kept"),
    ],
    labels={
        "phase": Step, "selves mover doomed": ("none", *PERSON_NAMES), "turned_up fighting": ("none", *EVENT_NAMES),
    },
    entries={
        "options": SEEN_OPTIONS, "due event_cells": EVENT_NAMES,
        "facing cells owners markers attached": PERSON_NAMES,
    },
)  # fmt: skip
"""The pieces of an observation. “Me” is the seat that the observation is for."""

ESTEEM_OF = ESTEEM.astype(np.int8)
OFF_THE_BOARD = np.array([IN_PILE, NOWHERE, UNDER_A_PERSON, KEPT, OUT_OF_PLAY], np.int8)
"""The observation's value for an event off the board, by its `EventPlace`; on the board the value is its cell."""


@rule
def knows_who_decides(t, me):
    """Does `me` know which seat decides?

    Hidden stones determine which seat is asked to wait, so only this seat itself knows it.
    """
    return t.done == 0 and (t.step != Step.WAIT or t.seat == me or t.hidden_stones == 0)


@rule
def observe(t, me, seen):
    """Write what the seat `me` sees into `seen`, a record with the pieces of `LAYOUT`.

    For speed, most of it is loops over bytes without branches, which processors cannot predict from one table to the
    next. All fields of a person are read before any of them is tested, since a field that is read on a condition is a
    branch, and bytes (`int8`) are compared with bytes.
    """
    observe_turn(t, me, seen)
    observe_stones(t, me, seen)
    observe_move(t, me, seen)
    observe_sides(t, me, seen)
    observe_persons(t, me, seen)
    observe_events(t, seen)


@rule
def observe_turn(t, me, seen):
    seen.phase = t.step
    seen.deciding = from_me(t, me, t.seat) if knows_who_decides(t, me) else NO_SEAT
    seen.players = t.num_players
    observe_options(t, seen)
    seen.turn = t.turn
    seen.turn_player = from_me(t, me, t.turn_player)
    seen.namings = t.namings
    seen.powder = NO_SEAT if t.powder == NOBODY else from_me(t, me, t.powder)


@rule
def observe_stones(t, me, seen):
    for place in range(SEATS):
        seen.stones[place] = 0
        seen.hands[place, Colour.WHITE] = 0
        seen.hands[place, Colour.BLACK] = 0
    for seat in range(t.num_players):
        place = from_me(t, me, seat)
        hidden = (t.hidden_stones == 1) & (seat != me)
        seen.stones[place] = stones_of(t, seat)
        for colour in range(COLOURS):
            seen.hands[place, colour] = -1 if hidden else t.hand[seat, colour]
    for colour in range(COLOURS):
        seen.bag[colour] = -1 if t.hidden_stones == 1 else t.bag[colour]
        seen.known_bag[colour] = t.returned[colour] + t.lost[me, colour]
    for arrow in range(ARROWS):
        seen.laid[arrow] = t.laid[arrow]


@rule
def observe_move(t, me, seen):
    """Who moves, and what the open decision is about."""
    for arrow in range(ARROWS):
        seen.arrows[arrow] = BLOCKED
    seen.passes = 0
    if t.step == Step.WAIT:
        for arrow in range(ARROWS):
            seen.arrows[arrow] = OPEN if is_possible(t, t.mover, arrow) else BLOCKED
        seen.arrows[arrow_taken(t, t.mover)] = TAKEN
        if knows_who_decides(t, me):
            seen.passes = t.a
    seen.mover = t.mover
    seen.origin = t.origin
    seen.doomed = t.a if t.step == Step.ISHIDA else NOBODY
    seen.turned_up = t.turned_up
    seen.fighting = t.fighting


@rule
def observe_sides(t, me, seen):
    """§08: which side leads, and where the selves are."""
    total = 0
    left = 0
    for person in range(PERSONS):
        standing = t.place[person] == Place.BOARD
        worth = standing * (ESTEEM_OF[person] + (t.attached[person] == Event.FIANCEE))
        total += worth
        left += worth * (t.cell[person] % SIDE < LEFT_COLUMNS)
    seen.esteem[0] = left
    seen.esteem[1] = total - left
    for place in range(SEATS):
        seen.selves[place] = NOBODY
        seen.leads[place] = 0
        seen.self_cells[place] = NOWHERE
    for seat in range(t.num_players):
        person = t.chip[seat]
        if person != NOBODY:
            place = from_me(t, me, seat)
            seen.selves[place] = person
            seen.leads[place] = 2 * left - total if on_the_left(t, person) else total - 2 * left
            seen.self_cells[place] = t.cell[person]


@rule
def observe_persons(t, me, seen):
    in_pile, out, board, pile = int8(IN_PILE), int8(OUT_OF_PLAY), int8(Place.BOARD), int8(Place.PILE)
    nobodys, nothing, betrothed, unworthy = int8(NO_SEAT), int8(0), int8(BETROTHED), int8(UNWORTHY)
    for person in range(PERSONS):
        place, cell = t.place[person], t.cell[person]
        elsewhere = in_pile if place == pile else out
        seen.cells[person] = cell if place == board else elsewhere
    for person in range(PERSONS):
        event = t.attached[person]
        other = unworthy if event == Event.UNWORTHY else nothing
        seen.attached[person] = betrothed if event == Event.FIANCEE else other
        seen.owners[person] = nobodys
    for person in range(PERSONS):
        seen.facing[person] = t.facing[person]
    for person in range(PERSONS):
        seen.markers[person, Colour.WHITE] = t.markers[person, Colour.WHITE]
        seen.markers[person, Colour.BLACK] = t.markers[person, Colour.BLACK]
    for seat in range(t.num_players):
        if t.chip[seat] != NOBODY:
            seen.owners[t.chip[seat]] = from_me(t, me, seat)


@rule
def observe_events(t, seen):
    for event in range(EVENTS):
        place, cell, elsewhere = t.event_place[event], t.event_cell[event], OFF_THE_BOARD[t.event_place[event]]
        seen.event_cells[event] = cell if place == EventPlace.BOARD else elsewhere
    for event in range(EVENTS):
        seen.due[event] = t.due[event]


def seat_view(state: State, seat: int | None) -> dict[str, Any]:
    """What `seat` knows, as a readable dict; with None, what everybody knows."""
    record = state.record
    asked = int(record["seat"])
    hidden = bool(record["hidden_stones"])
    secret = hidden and record["step"] == Step.WAIT and seat != asked
    turn = int(record["turn"])
    seats = []
    for number in range(state.num_players):
        person = int(record["chip"][number])
        seen = not hidden or number == seat
        held = stones(record["hand"][number])
        seats.append(
            {
                "self": name_of(PERSON_NAMES, person),
                "stones": sum(held.values()),
                **{name: count if seen else None for name, count in held.items()},
                "out": person == NOBODY and turn > 0,
                "points": points(record, number),
            }
        )
    return {
        **head(state, seat),
        "deciding": None if state.done or secret else asked,
        "season": SEASONS[turn - 1] if turn else None,
        **public_table(record),
        "doomed": PERSON_NAMES[record["a"]] if record["step"] == Step.ISHIDA and not state.done else None,
        "esteem": sides(record),
        "person_pile": [PERSON_NAMES[p] for p in np.flatnonzero(record["place"] == Place.PILE)],
        "event_pile": [EVENT_NAMES[e] for e in sorted(record["event_pile"][: record["event_pile_size"]])],
        "bag": None if hidden else stones(record["bag"]),
        "seats": seats,
    }
