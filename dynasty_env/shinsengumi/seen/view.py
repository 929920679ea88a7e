"""What a seat may know: the only way by which information leaves a table.

`observe` writes a seat's view as small integers, `seat_view` says it in words; `hide` (hide.py) redraws all that lies
outside of it. Everything that shows a running game to a seat goes through here.
"""

from typing import Any

import numpy as np

from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.shinsengumi.actions import ACTION_NAMES
from dynasty_env.shinsengumi.material import (
    ARROWS,
    CELLS,
    COLOURS,
    EVENT_NAMES,
    EVENTS,
    NOBODY,
    NOWHERE,
    PERSON_NAMES,
    PERSONS,
    SEASONS,
    SEATS,
    STONES,
    TURNS,
    Event,
    EventPlace,
    Place,
)
from dynasty_env.shinsengumi.rules.movement import arrow_taken
from dynasty_env.shinsengumi.rules.persons import esteem, is_possible, on_the_left, owner, stands
from dynasty_env.shinsengumi.rules.stones import stones_of
from dynasty_env.shinsengumi.seen.public_table import person_name, points, public_table, sides, stones
from dynasty_env.shinsengumi.steps import Step

NO_SEAT = SEATS  # relative seat: nobody, or not to be known
IN_PILE, OUT_OF_PLAY, UNDER_A_PERSON, KEPT = CELLS, CELLS + 1, CELLS + 2, CELLS + 3
BLOCKED, OPEN, TAKEN = 0, 1, 2  # arrows
BETROTHED, UNWORTHY = 1, 2  # what lies under a person

LAYOUT = Layout(
    [
        Piece("phase", (1,), 0, 15, True, "step number of the open decision (see `phases`); 0 once the game is over"),
        Piece("deciding", (1,), 0, SEATS, True, "who decides, counted from me; 5: I may not know, or nobody"),
        Piece("players", (1,), 1, SEATS, True, "number of seats"),
        Piece("options", (2,), 0, 1, False, "hidden_stones, ask_forced"),
        Piece("turn", (1,), 0, TURNS, False, "number of the turn, 0 during set-up"),
        Piece("turn_player", (1,), 0, SEATS - 1, True, "counted from me"),
        Piece("namings", (1,), 0, 127, False, "persons named in this turn"),
        Piece("powder", (1,), 0, SEATS, True, "who keeps the Ishida powder, counted from me; 5: nobody"),
        Piece("selves", (SEATS,), -1, PERSONS - 1, True, "person in whom each seat lives, counted from me, or -1"),
        Piece("stones", (SEATS,), 0, 127, False, "stones in each hand, counted from me"),
        Piece("hands", (SEATS, COLOURS), -1, 127, False, "white and black stones of each, from me; -1: hidden"),
        Piece("bag", (COLOURS,), -1, STONES, False, "white and black stones in the bag; -1: hidden"),
        Piece("known_bag", (COLOURS,), 0, STONES, False, "stones hidden: those that I know to be in the bag"),
        Piece("laid", (ARROWS,), 0, 127, False, "stones laid on the arrows of the person about to move"),
        Piece("arrows", (ARROWS,), 0, TAKEN, True, "of who is to move: 0 blocked, 1 possible, 2 taken if all pass now"),
        Piece("passes", (1,), 0, SEATS, False, "passes in succession, where I may know who decides"),
        Piece("mover", (1,), -1, PERSONS - 1, True, "person who was named, or -1"),
        Piece("origin", (1,), -1, CELLS - 1, True, "cell that he left, or -1"),
        Piece("doomed", (1,), -1, PERSONS - 1, True, "person about to be removed (the powder is asked for), or -1"),
        Piece("turned_up", (1,), -1, EVENTS - 1, True, "event being placed, or -1"),
        Piece("fighting", (1,), -1, EVENTS - 1, True, "event being fought, or -1"),
        Piece("due", (EVENTS,), 0, 1, False, "1: the fight of this event has still to be fought"),
        Piece("facing", (PERSONS,), 0, 1, False, "1: has still to fight at Aburanokoji"),
        Piece("esteem", (2,), 0, 127, False, "esteem on the shogunate's and on the imperial side"),
        Piece("leads", (SEATS,), -127, 127, False, "esteem on each one's side less the other's, counted from me"),
        Piece("self_cells", (SEATS,), -1, CELLS - 1, True, "where each one's self stands, counted from me, or -1"),
        Piece("cells", (PERSONS,), 0, OUT_OF_PLAY, True, "where each person stands; 36 in the pile, 37 dead"),
        Piece("owners", (PERSONS,), 0, SEATS, True, "whose self each person is, counted from me; 5: nobody's"),
        Piece("markers", (PERSONS, COLOURS), 0, 2, False, "white and black markers on each person"),
        Piece("attached", (PERSONS,), 0, 2, True, "under each person: 0 nothing, 1 Fiancee, 2 Unworthy of bushido"),
        Piece("event_cells", (EVENTS,), 0, KEPT, True, "where each event lies; 36 pile, 37 gone, 38 attached, 39 kept"),
    ]
)  # fmt: skip
"""Pieces of an observation, "me" being the seat that it is for."""


@rule
def from_me(t, me, seat):
    """A seat counted clockwise from `me`."""
    return (seat - me + t.num_players) % t.num_players


@rule
def knows_who_decides(t, me):
    """With hidden stones, who is asked to wait depends on them: only the seat itself is told."""
    return t.done == 0 and (t.step != Step.WAIT or t.seat == me or t.hidden_stones == 0)


@rule
def observe(t, me, out, row):
    """Write what `me` sees into `out[row]`, in the order of `LAYOUT`."""
    for i in range(out.shape[1]):
        out[row, i] = 0
    at = observe_turn(t, me, out, row)
    at = observe_stones(t, me, out, row, at)
    at = observe_move(t, me, out, row, at)
    at = observe_sides(t, me, out, row, at)
    observe_pieces(t, me, out, row, at)


@rule
def observe_turn(t, me, out, row):
    out[row, 0] = t.step
    out[row, 1] = from_me(t, me, t.seat) if knows_who_decides(t, me) else NO_SEAT
    out[row, 2] = t.num_players
    out[row, 3] = t.hidden_stones
    out[row, 4] = t.ask_forced
    out[row, 5] = t.turn
    out[row, 6] = from_me(t, me, t.turn_player)
    out[row, 7] = t.namings
    out[row, 8] = NO_SEAT if t.powder == NOBODY else from_me(t, me, t.powder)
    for seat in range(SEATS):
        out[row, 9 + seat] = NOBODY
    for seat in range(t.num_players):
        out[row, 9 + from_me(t, me, seat)] = t.chip[seat]
    return 9 + SEATS


@rule
def observe_stones(t, me, out, row, at):
    for seat in range(t.num_players):
        place = from_me(t, me, seat)
        out[row, at + place] = stones_of(t, seat)
        for colour in range(COLOURS):
            seen = t.hidden_stones == 0 or seat == me
            out[row, at + SEATS + place * COLOURS + colour] = t.hand[seat, colour] if seen else -1
    at += SEATS * (1 + COLOURS)
    for colour in range(COLOURS):
        out[row, at + colour] = t.bag[colour] if t.hidden_stones == 0 else -1
        out[row, at + COLOURS + colour] = t.returned[colour] + t.lost[me, colour]
    at += 2 * COLOURS
    for arrow in range(ARROWS):
        out[row, at + arrow] = t.laid[arrow]
    return at + ARROWS


@rule
def observe_move(t, me, out, row, at):
    """Who moves, what is being decided about, and the fights."""
    if t.step == Step.WAIT:
        for arrow in range(ARROWS):
            out[row, at + arrow] = OPEN if is_possible(t, t.mover, arrow) else BLOCKED
        out[row, at + arrow_taken(t, t.mover)] = TAKEN
        if knows_who_decides(t, me):
            out[row, at + ARROWS] = t.a
    at += ARROWS + 1
    out[row, at] = t.mover
    out[row, at + 1] = t.origin
    out[row, at + 2] = t.a if t.step == Step.ISHIDA else NOBODY
    out[row, at + 3] = t.turned_up
    out[row, at + 4] = t.fighting
    at += 5
    for event in range(EVENTS):
        out[row, at + event] = t.due[event]
    at += EVENTS
    for person in range(PERSONS):
        out[row, at + person] = t.facing[person]
    return at + PERSONS


@rule
def observe_sides(t, me, out, row, at):
    """Who leads."""
    for person in range(PERSONS):
        if stands(t, person):
            out[row, at + (0 if on_the_left(t, person) else 1)] += esteem(t, person)
    for place in range(SEATS):
        out[row, at + 2 + SEATS + place] = NOWHERE
    ahead = out[row, at] - out[row, at + 1]
    for seat in range(t.num_players):
        person = t.chip[seat]
        if person != NOBODY:
            place = at + 2 + from_me(t, me, seat)
            out[row, place] = ahead if on_the_left(t, person) else -ahead
            out[row, place + SEATS] = t.cell[person]
    return at + 2 + 2 * SEATS


@rule
def observe_pieces(t, me, out, row, at):
    for person in range(PERSONS):
        seat = owner(t, person)
        if stands(t, person):
            out[row, at + person] = t.cell[person]
        else:
            out[row, at + person] = IN_PILE if t.place[person] == Place.PILE else OUT_OF_PLAY
        out[row, at + PERSONS + person] = NO_SEAT if seat == NOBODY else from_me(t, me, seat)
        for colour in range(COLOURS):
            out[row, at + 2 * PERSONS + person * COLOURS + colour] = t.markers[person, colour]
        if t.attached[person] == Event.FIANCEE:
            out[row, at + 4 * PERSONS + person] = BETROTHED
        elif t.attached[person] == Event.UNWORTHY:
            out[row, at + 4 * PERSONS + person] = UNWORTHY
    at += 5 * PERSONS
    for event in range(EVENTS):
        place = t.event_place[event]
        if place == EventPlace.BOARD:
            out[row, at + event] = t.event_cell[event]
        elif place == EventPlace.PILE:
            out[row, at + event] = IN_PILE
        elif place == EventPlace.ATTACHED:
            out[row, at + event] = UNDER_A_PERSON
        elif place == EventPlace.KEPT:
            out[row, at + event] = KEPT
        else:
            out[row, at + event] = OUT_OF_PLAY


def seat_view(state: Any, seat: int | None) -> dict[str, Any]:
    """What `seat` knows, as a readable dict; None: what everybody knows."""
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
                "self": person_name(person),
                "stones": sum(held.values()),
                **{name: count if seen else None for name, count in held.items()},
                "out": person == NOBODY and turn > 0,
                "points": points(record, number),
            }
        )
    return {
        "game": state.game.name,
        "options": state.options,
        "seat": seat,
        "phase": state.phase,
        "deciding": None if state.done or secret else asked,
        "legal": [ACTION_NAMES[i] for i in state.legal()] if seat == asked and not state.done else [],
        "season": SEASONS[turn - 1] if turn else None,
        **public_table(record),
        "doomed": PERSON_NAMES[record["a"]] if record["step"] == Step.ISHIDA and not state.done else None,
        "esteem": sides(record),
        "person_pile": [PERSON_NAMES[p] for p in np.flatnonzero(record["place"] == Place.PILE)],
        "event_pile": [EVENT_NAMES[e] for e in sorted(record["event_pile"][: record["event_pile_size"]])],
        "bag": None if hidden else stones(record["bag"]),
        "seats": seats,
    }
