"""What must hold of every table at every decision: each piece and stone is in exactly one place."""

from dynasty_env.kit.engine.rule import rule
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
from dynasty_env.shinsengumi.steps import Step

from .persons import owner

TRUTHS = {
    1: "every stone is in exactly one place, and a seat without a self has none",
    2: "a cell of the board holds the piece that stands there, and every piece stands on one cell",
    3: "a person is in the pile exactly when his place says so",
    4: "an event is in the pile exactly when its place says so",
    5: "a self is a person on the board, and no two players share one",
    6: "an attached event lies under exactly one person on the board",
    7: "markers lie only on persons on the board, one white or up to two black ones",
    8: "stones are laid only while a person is about to move",
    9: "the mask agrees with the number of choices, and a decision has one",
    10: "turn and turn player are of this game, and the seat that decides has a self",
    11: "events lie within the columns and rows where they may be",
    12: "the powder is kept by a seat exactly when its place says so",
    13: "only events on the board are being fought, or still have to be",
    14: "stones that are known to be in the bag are in it",
}


@rule
def audit(t):
    """The number of the first of the `TRUTHS` that does not hold of the table; 0 if all of them do."""
    wrong = audit_stones(t)
    if wrong == 0:
        wrong = audit_board(t)
    if wrong == 0:
        wrong = audit_persons(t)
    if wrong == 0:
        wrong = audit_events(t)
    if wrong == 0:
        wrong = audit_decision(t)
    return wrong


@rule
def audit_stones(t):
    for colour in range(COLOURS):
        marked = 0
        for person in range(PERSONS):
            marked += t.markers[person, colour]
        out = 0
        for seat in range(t.num_players):
            if t.hand[seat, colour] < 0 or (t.chip[seat] == NOBODY and t.hand[seat, colour] > 0):
                return 1
            out += t.hand[seat, colour]
        for arrow in range(ARROWS):
            if t.laid[arrow] > 0 and ARROW_COLOUR[max(t.mover, 0), arrow] == colour:
                out += t.laid[arrow]
        if t.bag[colour] < 0 or t.spares[colour] < 0 or t.spares[colour] > marked:
            return 1
        if t.bag[colour] + out + marked - t.spares[colour] != STONES:
            return 1
        if t.hidden_stones == 1 and t.spares[colour] != marked:
            return 1
        known = t.returned[colour] + 0
        for seat in range(t.num_players):
            known += t.lost[seat, colour]
        if known > t.bag[colour] or (known > 0 and t.hidden_stones == 0):
            return 14
    return 0


@rule
def audit_board(t):
    pieces = 0
    for cell in range(CELLS):
        piece = t.board[cell]
        if piece != NOBODY:
            pieces += 1
            if piece < PERSONS and t.cell[piece] != cell:
                return 2
            if piece >= PERSONS and t.event_cell[piece - PERSONS] != cell:
                return 2
    for person in range(PERSONS):
        if (t.place[person] == Place.BOARD) != (t.cell[person] != NOWHERE):
            return 2
        if t.place[person] == Place.BOARD:
            pieces -= 1
    for event in range(EVENTS):
        if (t.event_place[event] == EventPlace.BOARD) != (t.event_cell[event] != NOWHERE):
            return 2
        if t.event_place[event] == EventPlace.BOARD:
            pieces -= 1
    return 0 if pieces == 0 else 2


@rule
def audit_persons(t):
    for person in range(PERSONS):
        found = 0
        for i in range(t.person_pile_size):
            found += t.person_pile[i] == person
        if found != (1 if t.place[person] == Place.PILE else 0):
            return 3
        white = t.markers[person, 0]
        black = t.markers[person, 1]
        if white < 0 or black < 0 or white > 1 or black > 2 or (white > 0 and black > 0):
            return 7
        if white + black > 0 and t.place[person] != Place.BOARD:
            return 7
        if t.attached[person] != NOBODY and t.place[person] != Place.BOARD:
            return 6
        if t.facing[person] != 0 and (t.fighting != Event.ABURANOKOJI or t.place[person] != Place.BOARD):
            return 13
    for seat in range(t.num_players):
        self_of_seat = t.chip[seat]
        if self_of_seat != NOBODY and (t.place[self_of_seat] != Place.BOARD or owner(t, self_of_seat) != seat):
            return 5
    return 0


@rule
def audit_events(t):
    for event in range(EVENTS):
        place = t.event_place[event]
        found = 0
        for i in range(t.event_pile_size):
            found += t.event_pile[i] == event
        if t.turned_up == event:
            found += 1
        if found != (1 if place == EventPlace.PILE else 0):
            return 4
        under = 0
        for person in range(PERSONS):
            under += t.attached[person] == event
        if under != (1 if place == EventPlace.ATTACHED else 0) or (under == 1 and LIES[event] != Lies.ATTACHED):
            return 6
        if place == EventPlace.BOARD and event != Event.EE_JA_NAI_KA:
            column = t.event_cell[event] % SIDE
            row = t.event_cell[event] // SIDE
            if column < COLUMNS[event, 0] or column > COLUMNS[event, 1] or row < ROWS[event, 0] or row > ROWS[event, 1]:
                return 11
        if (place == EventPlace.KEPT) != (event == Event.ISHIDA_POWDER and t.powder != NOBODY):
            return 12
        if t.due[event] == 1 and place != EventPlace.BOARD:
            return 13
    if t.fighting != NOBODY and t.event_place[t.fighting] != EventPlace.BOARD:
        return 13
    return 0


@rule
def audit_decision(t):
    laid = 0
    for arrow in range(ARROWS):
        laid += t.laid[arrow]
    if laid > 0 and (t.mover == NOBODY or t.step != Step.WAIT):
        return 8
    offered = 0
    for action in range(len(t.mask)):
        offered += t.mask[action]
    if offered != t.choices or (t.choices == 0) != (t.done == 1):
        return 9
    if t.choices == 1 and t.ask_forced == 0:
        return 9
    n = t.num_players
    if not (0 <= t.turn <= TURNS and 0 <= t.turn_player < n and 0 <= t.seat < n):
        return 10
    if t.done == 0 and t.step != Step.PICK_SELF and t.chip[t.seat] == NOBODY:
        return 10
    return 0
