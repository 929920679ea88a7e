"""§06-01 B, ch. 6: an event that is turned up is placed on the board, attached to a person, or kept by its player."""

from dynasty_env.kit.engine import EVERYBODY, Chapter, offer, offers, push, rule, tell
from dynasty_env.kit.words import Chosen, EntryKind, Message, Phase, State, _
from dynasty_env.shinsengumi.ids import CELL, PERSON, Step, Trace
from dynasty_env.shinsengumi.material import (
    CELLS,
    COLUMNS,
    EVENT_NAMES,
    EVENT_TEXTS,
    LIES,
    NOBODY,
    NOWHERE,
    PERSONS,
    ROWS,
    SIDE,
    Event,
    EventPlace,
    Lies,
)
from dynasty_env.shinsengumi.rules import nouns

from .persons import anybody_unattached, stands


@rule
def turn_up_event(t):
    """§06-01 B: the top event is turned up. S-R6: if it cannot be placed anywhere, it leaves play."""
    if t.event_pile_size == 0:
        return
    t.event_pile_size -= 1
    event = t.event_pile[t.event_pile_size] + 0
    t.event_pile[t.event_pile_size] = 0
    tell(t, Trace.TURNED_UP, t.turn_player, event, 0, 0, EVERYBODY)
    if LIES[event] == Lies.KEPT:
        t.powder = t.turn_player
        t.event_place[event] = EventPlace.KEPT
        tell(t, Trace.KEPT, t.turn_player, event, 0, 0, EVERYBODY)
    elif LIES[event] == Lies.ATTACHED and anybody_unattached(t):
        t.turned_up = event
        push(t, Step.EVENT_PERSON, t.turn_player, 0, 0)
    elif LIES[event] == Lies.BOARD and has_room(t, event):
        t.turned_up = event
        push(t, Step.EVENT_CELL, t.turn_player, 0, 0)
    else:
        leave_play(t, event)


@rule
def may_lie(t, event, cell):
    """Is the cell empty, and within the event's columns and rows? The sniper needs a column without any piece."""
    row = cell // SIDE
    column = cell % SIDE
    if t.board[cell] != NOBODY:
        return False
    if column < COLUMNS[event, 0] or column > COLUMNS[event, 1] or row < ROWS[event, 0] or row > ROWS[event, 1]:
        return False
    if event == Event.SNIPER:
        for other in range(SIDE):
            if t.board[other * SIDE + column] != NOBODY:
                return False
    return True


@rule
def has_room(t, event):
    """Is there a cell where the event may be placed?"""
    for cell in range(CELLS):
        if may_lie(t, event, cell):
            return True
    return False


@rule
def play_event_cell(t, action):
    """§06-01 B: the event is placed, without starting a fight."""
    event = t.turned_up + 0
    t.turned_up = NOBODY
    put_down(t, event, action - CELL)
    tell(t, Trace.EVENT_PLACED, t.seat, event, action - CELL, 0, EVERYBODY)


@rule
def legal_event_person(t):
    """§06-01 B: anybody on the board without an attached event."""
    for person in range(PERSONS):
        if stands(t, person) and t.attached[person] == NOBODY:
            offer(t, PERSON + person)


@rule
def play_event_person(t, action):
    """§06-01 B: the event is attached to the person."""
    event = t.turned_up + 0
    t.turned_up = NOBODY
    t.attached[action - PERSON] = event
    t.event_place[event] = EventPlace.ATTACHED
    tell(t, Trace.ATTACHED, t.seat, event, action - PERSON, 0, EVERYBODY)


@rule
def put_down(t, event, cell):
    """Put an event onto an empty cell, from wherever it was."""
    if t.event_cell[event] != NOWHERE:
        t.board[t.event_cell[event]] = NOBODY
    t.event_place[event] = EventPlace.BOARD
    t.event_cell[event] = cell
    t.board[cell] = PERSONS + event


@rule
def leave_play(t, event):
    """The event is removed from the game."""
    if t.event_cell[event] != NOWHERE:
        t.board[t.event_cell[event]] = NOBODY
        t.event_cell[event] = NOWHERE
    t.event_place[event] = EventPlace.GONE
    t.due[event] = 0
    tell(t, Trace.EVENT_GONE, 0, event, 0, 0, EVERYBODY)


@rule
def detach(t, person):
    """An event attached to a person leaves play."""
    if t.attached[person] != NOBODY:
        leave_play(t, t.attached[person] + 0)
        t.attached[person] = NOBODY


# what is said


def turned_up(state: State) -> str:
    """The event and its effect."""
    number = int(state.record["turned_up"])
    return Message(_("{event}: {text}"), event=EVENT_NAMES[number], text=EVENT_TEXTS[number])


GONE_TEXTS = {True: _("{event} leave play"), False: _("{event} leaves play")}

CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.EVENT_CELL,
            offers(CELL, CELLS, may_lie, of="turned_up"),
            asks=_("Where does this event happen?"),
            why=_("You can place it on any marked cell."),
            says={"cell": _("place it at {cell}")},
            stakes=turned_up,
            cites="§06-01-B, EV-00",
        ),
        Phase(
            Step.EVENT_PERSON,
            asks=_("To whom do you attach this event?"),
            why=_("It stays with him."),
            says={"person": _("attach it to {person}")},
            stakes=turned_up,
            cites="§06-01-B, EV-00",
        ),
    ),
    entries=(
        EntryKind(Trace.TURNED_UP, _("{who} turns up {event}"), "event", cites="§06-01-B"),
        EntryKind(Trace.EVENT_PLACED, _("{who} places {event} at {cell}"), "event", "cell"),
        EntryKind(Trace.ATTACHED, _("{who} attaches {event} to {person}"), "event", "person"),
        EntryKind(Trace.KEPT, _("{who} keeps {event}"), "event"),
        EntryKind(Trace.EVENT_GONE, Chosen(lambda entry: entry.subject in nouns.SEVERAL, GONE_TEXTS), "event"),
    ),
)
