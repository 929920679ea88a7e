"""The numbering of actions, of phases (a seat decides) and steps (automatic), and of trace entries.

Action ids form one flat range, divided into named slices. An id means the same in every phase: `PERSON + person` names
that person, for whatever purpose; `CELL + cell` names that cell; `STONE + k` lays a stone on arrow k + 1, one of the
four directions in which a person can move.
"""

from enum import IntEnum

from dynasty_env.kit.engine.table import FIRST_AUTOMATIC
from dynasty_env.kit.seats.actions import named, numbered
from dynasty_env.shinsengumi.material import ARROWS, CELL_NAMES, EVENT_NAMES, PERSON_NAMES

ACTION_NAMES, SLICES = numbered(
    {
        "pass": ["pass"],
        "use": ["use"],
        "person": named("person", PERSON_NAMES),
        "cell": named("cell", CELL_NAMES),
        "arrow": named("arrow", range(1, ARROWS + 1)),
        "event": named("event", EVENT_NAMES),
    }
)
"""The name of each id, and the range of ids of each kind of action."""

PASS = 0  # lay no stone · do not use the powder
USE = 1  # use the Ishida powder
PERSON: int = SLICES["person"].start  # + person
CELL: int = SLICES["cell"].start  # + cell
STONE: int = SLICES["arrow"].start  # + arrow, from 0
EVENT: int = SLICES["event"].start  # + event
ACTIONS = len(ACTION_NAMES)


class Step(IntEnum):
    """Decisions are below 64, automatic steps from 64 on."""

    PICK_SELF = 1
    EVENT_CELL = 2
    EVENT_PERSON = 3
    MOVE = 4
    WAIT = 5
    FIGHT_ORDER = 6
    ASSASSINATE_TARGET = 7
    BULLY_TARGET = 8
    ISHIDA = 9

    TURN = FIRST_AUTOMATIC  # a turn begins: everybody draws stones, an event is turned up
    DANCE = FIRST_AUTOMATIC + 1  # the event Ee ja nai ka (a dancing crowd) moves
    MOVEMENT = FIRST_AUTOMATIC + 2  # the next person is named, or nobody can be
    DEPART = FIRST_AUTOMATIC + 3  # no more stones are laid: the person moves
    JUDGE = FIRST_AUTOMATIC + 4  # which fights has the move triggered?
    FIGHTS = FIRST_AUTOMATIC + 5  # the next of these fights
    FIGHT_OVER = FIRST_AUTOMATIC + 6  # the event that was fought leaves play, unless it stays
    FACING = FIRST_AUTOMATIC + 7  # the next person who fights at Aburanokoji
    REMOVAL = FIRST_AUTOMATIC + 8  # a: the person who leaves for good
    CLEAN_UP = FIRST_AUTOMATIC + 9  # markers are taken off, and the next turn begins


class Trace(IntEnum):
    """Kinds of trace entries. Each comment lists what the fields hold, in the order: seat, subject; object; value."""

    PLACED = 1  # person comes onto the board; object: cell
    PICKED = 2  # seat, person who is now its self
    TURN = 3  # seat: turn player; value: number of the turn
    DREW = 4  # seat; value: stones drawn
    DRAWN = 5  # seat; subject: white, object: black stones drawn (with hidden stones visible to that seat only)
    TURNED_UP = 6  # seat, event
    EVENT_PLACED = 7  # seat, event; object: cell
    ATTACHED = 8  # seat, event; object: person
    KEPT = 9  # seat, event
    EVENT_GONE = 10  # event leaves play
    DANCED = 11  # object: cell that Ee ja nai ka moves to, -1: it stays; value: face
    NAMED = 12  # seat, person
    LAID = 13  # seat, person; object: arrow from 0; value: colour
    WAITS_FAILED = 14  # person: several arrows share the most stones
    MOVED = 15  # person; object: cell; value: arrow from 0
    CHECKED = 16  # person; object: bushido; value: face
    FAILED = 17  # person; object: the Failure
    SLID = 18  # person; object: cell where a failure action or a wound takes him
    ROLLED = 19  # person; value: face of a failure action's die
    AIMED = 20  # seat, person who is to be assassinated
    BULLIED = 21  # seat, person who is driven one cell down
    BLOOD = 22  # person who gets a second black marker
    FOUGHT = 23  # person; object: event he fights; value: its highest die
    DIE = 24  # object: event; value: face of one of its dice
    WOUNDED = 25  # person
    DOOMED = 26  # person is about to be removed
    SAVED = 27  # seat, person whom it saves with the Ishida powder
    REMOVED = 28  # person leaves for good
    DESERTED = 29  # person goes back to the pile
    LOST_STONES = 30  # seat; value: stones that go back to the bag
    OUT = 31  # seat: it no longer has a self
    TURN_PASSED = 32  # seat: it is the turn player for the rest of the turn
    DROPPED = 33  # event: its fight does not take place
    ENDED = 34  # subject: the shogunate side's esteem, object: the imperial side's; value: great victor, -1 nobody
