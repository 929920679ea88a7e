"""Invariants that hold at every decision: each piece and stone is in exactly one place."""

from dynasty_env.kit.engine import Chapter, mask_is_counted, truth
from dynasty_env.shinsengumi.ids import Step
from dynasty_env.shinsengumi.material import (
    ARROW_COLOUR,
    ARROWS,
    CELLS,
    COLOURS,
    COLUMNS,
    EVENTS,
    LIES,
    NOBODY,
    NOWHERE,
    PERSONS,
    ROWS,
    SIDE,
    STONES,
    TURNS,
    Event,
    EventPlace,
    Lies,
    Place,
)

from .persons import owner


@truth("every stone is in exactly one place, and a seat without a self has none")
def stones_lie_once(t):
    for colour in range(COLOURS):
        marked = 0
        for person in range(PERSONS):
            marked += t.markers[person, colour]
        out = 0
        for seat in range(t.num_players):
            if t.hand[seat, colour] < 0 or (t.chip[seat] == NOBODY and t.hand[seat, colour] > 0):
                return False
            out += t.hand[seat, colour]
        for arrow in range(ARROWS):
            if t.laid[arrow] > 0 and ARROW_COLOUR[max(t.mover, 0), arrow] == colour:
                out += t.laid[arrow]
        if t.bag[colour] < 0 or t.spares[colour] < 0 or t.spares[colour] > marked:
            return False
        if t.bag[colour] + out + marked - t.spares[colour] != STONES:
            return False
        if t.hidden_stones == 1 and t.spares[colour] != marked:
            return False
    return True


@truth("a cell of the board holds the piece that stands there, and every piece stands on one cell")
def pieces_stand_on_their_cells(t):
    pieces = 0
    for cell in range(CELLS):
        piece = t.board[cell]
        if piece != NOBODY:
            pieces += 1
            if piece < PERSONS and t.cell[piece] != cell:
                return False
            if piece >= PERSONS and t.event_cell[piece - PERSONS] != cell:
                return False
    for person in range(PERSONS):
        if (t.place[person] == Place.BOARD) != (t.cell[person] != NOWHERE):
            return False
        pieces -= t.place[person] == Place.BOARD
    for event in range(EVENTS):
        if (t.event_place[event] == EventPlace.BOARD) != (t.event_cell[event] != NOWHERE):
            return False
        pieces -= t.event_place[event] == EventPlace.BOARD
    return pieces == 0


@truth("a person is in the pile exactly when his place says so", each=PERSONS)
def person_pile_holds_whom_it_should(t, person):
    found = 0
    for i in range(t.person_pile_size):
        found += t.person_pile[i] == person
    return found == (1 if t.place[person] == Place.PILE else 0)


@truth("an event is in the pile exactly when its place says so", each=EVENTS)
def event_pile_holds_what_it_should(t, event):
    found = 1 if t.turned_up == event else 0
    for i in range(t.event_pile_size):
        found += t.event_pile[i] == event
    return found == (1 if t.event_place[event] == EventPlace.PILE else 0)


@truth("a self is a person on the board, and no two players share one", each="num_players")
def selves_are_on_the_board(t, seat):
    own = t.chip[seat]
    return own == NOBODY or (t.place[own] == Place.BOARD and owner(t, own) == seat)


@truth("an attached event lies under exactly one person on the board", each=EVENTS)
def events_are_attached_once(t, event):
    under = 0
    for person in range(PERSONS):
        if t.attached[person] != NOBODY and t.place[person] != Place.BOARD:
            return False
        under += t.attached[person] == event
    if under != (1 if t.event_place[event] == EventPlace.ATTACHED else 0):
        return False
    return under == 0 or LIES[event] == Lies.ATTACHED


@truth("markers lie only on persons on the board, one white or up to two black ones", each=PERSONS)
def markers_lie_on_the_board(t, person):
    white, black = t.markers[person, 0], t.markers[person, 1]
    if not (0 <= white <= 1 and 0 <= black <= 2) or (white > 0 and black > 0):
        return False
    return white + black == 0 or t.place[person] == Place.BOARD


@truth("stones are laid only while a person is about to move")
def stones_are_laid_for_a_mover(t):
    laid = 0
    for arrow in range(ARROWS):
        laid += t.laid[arrow]
    return laid == 0 or (t.mover != NOBODY and t.step == Step.WAIT)


@truth("turn and turn player are of this game, and the seat that decides has a self")
def turn_is_of_this_game(t):
    n = t.num_players
    if not (0 <= t.turn <= TURNS and 0 <= t.turn_player < n and 0 <= t.seat < n):
        return False
    return t.done == 1 or t.step == Step.PICK_SELF or t.chip[t.seat] != NOBODY


@truth("events lie within the columns and rows where they may be", each=EVENTS)
def events_lie_where_they_may(t, event):
    if t.event_place[event] != EventPlace.BOARD or event == Event.EE_JA_NAI_KA:
        return True
    column, row = t.event_cell[event] % SIDE, t.event_cell[event] // SIDE
    return COLUMNS[event, 0] <= column <= COLUMNS[event, 1] and ROWS[event, 0] <= row <= ROWS[event, 1]


@truth("the powder is kept by a seat exactly when its place says so", each=EVENTS)
def powder_is_kept_by_a_seat(t, event):
    kept = t.event_place[event] == EventPlace.KEPT
    return kept == (event == Event.ISHIDA_POWDER and t.powder != NOBODY)


@truth("only events on the board are being fought, or still have to be")
def fights_are_on_the_board(t):
    for event in range(EVENTS):
        if (t.due[event] == 1 or t.fighting == event) and t.event_place[event] != EventPlace.BOARD:
            return False
    for person in range(PERSONS):
        if t.facing[person] != 0 and (t.fighting != Event.ABURANOKOJI or t.place[person] != Place.BOARD):
            return False
    return True


@truth("stones that are known to be in the bag are in it", each=COLOURS)
def known_stones_are_in_the_bag(t, colour):
    known = t.returned[colour] + 0
    for seat in range(t.num_players):
        known += t.lost[seat, colour]
    return known <= t.bag[colour] and (known <= 0 or t.hidden_stones == 1)


CHAPTER = Chapter(
    __name__,
    truths=(
        stones_lie_once, pieces_stand_on_their_cells, person_pile_holds_whom_it_should,
        event_pile_holds_what_it_should, selves_are_on_the_board, events_are_attached_once, markers_lie_on_the_board,
        stones_are_laid_for_a_mover, mask_is_counted, turn_is_of_this_game, events_lie_where_they_may,
        powder_is_kept_by_a_seat, fights_are_on_the_board, known_stones_are_in_the_bag,
    ),
)  # fmt: skip
