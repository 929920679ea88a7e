"""§03–§04: the pieces as NumPy tables, and the tables of the book as constants.

Rules index these arrays by person id (0 … 23), event id (0 … 15) or cell (0 … 35, row by row from the top left).
"""

from enum import IntEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.printed import Columns, codes, rows

DATA = Path(__file__).parent / "data"
PERSONS_CSV = DATA / "persons.csv"
EVENTS_CSV = DATA / "events.csv"

SEATS = 5
PERSONS = 24
EVENTS = 16
SIDE = 6  # columns, and rows
CELLS = SIDE * SIDE
ARROWS = 4
COLOURS = 2
STONES = 16  # of each colour
TURNS = 12
FIRST_PERSONS = 6  # §05-03
NOBODY = -1
NOWHERE = -1

MOST_ROLLS = 36  # S-R7
MOST_NAMINGS = 40  # S-R9, S-R28: from the 41st naming of a turn on deserters leave for good
BETROTHED_BUSHIDO = 1  # bushido with the event “Fiancee”
UNWORTHY_BUSHIDO = 2  # bushido with the event “Unworthy of bushido”
WOUNDED_FROM, KILLED_FROM = 3, 5  # §10-2: gunfire
LEFT_COLUMNS = 3  # §08: columns 1–3 are the shogunate's side


class Colour(IntEnum):
    """§06-01 A: the colours of stones and arrows."""

    WHITE = 0  # praise
    BLACK = 1  # rebuke


class Direction(IntEnum):
    """The directions to the orthogonal neighbours."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3


class Failure(IntEnum):
    """Ch. 7: failure actions: what a person does after failing a bushido check."""

    ASSASSINATE = 0
    RESOLVE = 1
    COUGH_BLOOD = 2
    DRUNK = 3
    SEPPUKU = 4
    DESERT = 5
    BULLY = 6
    SPIRIT = 7
    UNMOVED = 8
    RAGE = 9
    DEFECT = 10
    CARELESS = 11
    PANIC = 12


class Event(IntEnum):
    """The event pieces, in the order of the book."""

    AIZU_GUARDIAN = 0
    ABURANOKOJI = 1
    FIANCEE = 2
    IKEDAYA_RONIN = 3
    ISHIDA_POWDER = 4
    EE_JA_NAI_KA = 5
    OSAKA_WRESTLERS = 6
    KAIENTAI = 7
    KYOTO_DEPUTY = 8
    FORBIDDEN_GATE = 9
    UNWORTHY = 10
    SNIPER = 11
    CHOSHU_ELDERS = 12
    PLEASURE_QUARTER = 13
    MIMAWARIGUMI = 14
    SATSUMA_RIFLEMEN = 15


class Lies(IntEnum):
    """Where an event goes when it is turned up."""

    BOARD = 0
    ATTACHED = 1
    KEPT = 2


class Trigger(IntEnum):
    """★ in the book: what starts the fight of an event."""

    NONE = 0
    BELOW = 1  # somebody has moved to the cell below the event
    ABOVE = 2  # … above it
    BESIDE = 3  # … to any of the four beside it
    GATHERING = 4  # … to one of the four, and another person stands beside it, too
    COLUMN = 5  # … into the event's column from another


class Fight(IntEnum):
    """§10: kinds of fights."""

    NONE = 0
    SWORD = 1
    GUNFIRE = 2
    BRAWL = 3


class Place(IntEnum):
    """Where a person is."""

    PILE = 0
    BOARD = 1
    DEAD = 2


class EventPlace(IntEnum):
    """Where an event is."""

    PILE = 0
    BOARD = 1
    ATTACHED = 2
    KEPT = 3
    GONE = 4


SEASONS = tuple(
    f"{half} of {year}"
    for year in ("Bunkyu 3", "Genji 1", "Keio 1", "Keio 2", "Keio 3", "Meiji 1")
    for half in ("spring and summer", "autumn and winter")
)
"""§07: the half-years of the twelve turns."""

COLOUR_NAMES = tuple(colour.name.lower() for colour in Colour)
DIRECTION_NAMES = tuple(direction.name.lower() for direction in Direction)
STATS = ("combat", "debate", "esteem", "bushido")
COLUMN = 0
"""In `BUSHIDO`: the number of the person's column (§06-01 D: Kondo Isami)."""

Table = npt.NDArray[np.int64]


_PERSONS = rows(PERSONS_CSV)
_EVENTS = rows(EVENTS_CSV)


def _arrow(row: dict[str, str], number: int) -> tuple[int, int]:
    """Direction and colour of an arrow, from text such as ``up white``."""
    direction, colour = row[f"arrow{number}"].split()
    return DIRECTION_NAMES.index(direction), COLOUR_NAMES.index(colour)


def _range(row: dict[str, str], name: str) -> tuple[int, int]:
    """First and last column or row, counted from 0, from text such as ``4-6``; an empty range if there is none."""
    first, _, last = (row[name] or "1-0").partition("-")
    return int(first) - 1, int(last) - 1


PERSON_NAMES = tuple(row["name"] for row in _PERSONS)
NOTES = tuple(row["note"] for row in _PERSONS)
COMBAT, DEBATE, ESTEEM = (np.array([int(row[stat]) for row in _PERSONS], np.int64) for stat in STATS[:3])
BUSHIDO: Table = np.array([COLUMN if row["bushido"] == "column" else int(row["bushido"]) for row in _PERSONS], np.int64)
FAILURE: Table = np.array([int(Failure[row["failure"].upper()]) for row in _PERSONS], np.int64)
ARROW: Table = np.array([[_arrow(row, n + 1)[0] for n in range(ARROWS)] for row in _PERSONS], np.int64)
"""(24, 4): directions of the arrows 1–4, in order of priority."""
ARROW_COLOUR: Table = np.array([[_arrow(row, n + 1)[1] for n in range(ARROWS)] for row in _PERSONS], np.int64)
"""(24, 4): their colours."""

EVENT_NAMES = tuple(row["name"] for row in _EVENTS)
EVENT_TEXTS = tuple(row["text"] for row in _EVENTS)
LIES: Table = np.array([int(Lies[row["lies"].upper()]) for row in _EVENTS], np.int64)
COLUMNS: Table = np.array([_range(row, "columns") for row in _EVENTS], np.int64)
"""(16, 2): first and last column (from 0) where an event may be placed."""
ROWS: Table = np.array([_range(row, "rows") for row in _EVENTS], np.int64)
"""(16, 2): first and last row (from 0) where an event may be placed."""
TRIGGER: Table = np.array([int(Trigger[row["trigger"].upper() or "NONE"]) for row in _EVENTS], np.int64)
FIGHT: Table = np.array([int(Fight[row["fight"].upper() or "NONE"]) for row in _EVENTS], np.int64)
DICE: Table = np.array([int(row["dice"]) for row in _EVENTS], np.int64)
STAYS: Table = np.array([int(row["stays"]) for row in _EVENTS], np.int64)

CELL_NAMES = tuple(f"{column}.{row}" for row in range(1, SIDE + 1) for column in range(1, SIDE + 1))
"""Cells as they are written: the column, a dot, the row."""


def _neighbour(cell: int, direction: int) -> int:
    row, column = divmod(cell, SIDE)
    row += (direction == Direction.DOWN) - (direction == Direction.UP)
    column += (direction == Direction.RIGHT) - (direction == Direction.LEFT)
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else NOWHERE


NEIGHBOUR: Table = np.array([[_neighbour(cell, d) for d in range(ARROWS)] for cell in range(CELLS)], np.int64)
"""(36, 4): the cell above, to the right, below, to the left, or -1."""
DANCE: Table = np.array([NOWHERE, Direction.UP, Direction.RIGHT, Direction.RIGHT, Direction.DOWN, Direction.LEFT,
                         Direction.LEFT], np.int64)  # fmt: skip
"""(7,), by face of the die: the direction in which Ee ja nai ka moves: 1 up, 2–3 right, 4 down, 5–6 left."""


CARD_COLUMNS: Columns = {
    "persons": {
        **dict.fromkeys(("combat", "debate", "esteem"), "as on the piece"),
        "bushido": "as on the piece; 0: the number of his column",
        "failure": f"what he does when a check fails: {codes(Failure)}",
        **{f"arrow_{n}": f"the direction of his arrow {n}: {codes(Direction)}" for n in range(1, ARROWS + 1)},
        **{f"colour_{n}": f"the colour of his arrow {n}: {codes(Colour)}" for n in range(1, ARROWS + 1)},
    },
    "events": {
        "lies": f"where it goes: {codes(Lies)}",
        "first_column": "of the cells where it may lie, from 0", "last_column": "-1: it does not lie on the board",
        "first_row": "of the same cells, from 0", "last_row": "-1: it does not lie on the board",
        "trigger": f"what starts its fight: {codes(Trigger)}", "fight": codes(Fight), "dice": "of its fight",
        "stays": "1: it stays on the board after its fight",
    },
}  # fmt: skip
"""The columns of `card_table`."""


def card_table() -> dict[str, Table]:
    """The printed numbers that raw observations leave out, so that a network can look them up by id.

    Returns:
        ``persons`` (24, 13): combat, debate, esteem, bushido (0: the number of his column), failure action, directions
            of the arrows 1–4, their colours (1 black). ``events`` (16, 9): where it goes, first and last column, first
            and last row, trigger, fight, dice, whether it stays.
    """
    persons = np.concatenate(
        [np.stack([COMBAT, DEBATE, ESTEEM, BUSHIDO, FAILURE], axis=1), ARROW, ARROW_COLOUR], axis=1
    )
    events = np.concatenate([LIES[:, None], COLUMNS, ROWS, np.stack([TRIGGER, FIGHT, DICE, STAYS], axis=1)], axis=1)
    return {"persons": persons, "events": events}
