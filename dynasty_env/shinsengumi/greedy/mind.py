"""The player's working memory: the board as its seat sees it, on which it moves persons and puts them back.

Seats are counted from the player, who is seat 0. The fields have the same names as on the table, so the rules of the
game can be called on the record to find out who may move where, what triggers a fight, and who is ahead.
"""

from math import exp, sqrt

import numpy as np

from dynasty_env.kit.engine.rule import rule
from dynasty_env.shinsengumi.greedy.weights import CROSSING, DRIFT, RANK, SCALE, SPREAD
from dynasty_env.shinsengumi.ids import ACTIONS
from dynasty_env.shinsengumi.material import (
    ARROWS,
    CELLS,
    COLOURS,
    ESTEEM,
    EVENTS,
    LEFT_COLUMNS,
    NOBODY,
    NOWHERE,
    PERSONS,
    SEATS,
    SIDE,
    TRIGGER,
    TURNS,
    Event,
    EventPlace,
    Place,
    Trigger,
)
from dynasty_env.shinsengumi.rules.persons import on_the_left
from dynasty_env.shinsengumi.rules.score import leaning, rank_key
from dynasty_env.shinsengumi.table import TABLE
from dynasty_env.shinsengumi.views.view import BETROTHED, UNWORTHY

KEYS = SIDE * LEFT_COLUMNS
"""The number of cells on a side of the board, and so of ranks for the great victory (`rules.score.rank_key`)."""

MOST_LEAD = int(ESTEEM.sum()) + 1
"""All esteem on one side, plus what the fiancée adds."""

LEFT_WINS = np.array(
    [
        [1 / (1 + exp(-lead / (SCALE + SPREAD * sqrt(left)))) for lead in range(-MOST_LEAD, MOST_LEAD + 1)]
        for left in range(TURNS + 1)
    ]
)
"""The chance that the shogunate's side wins, by the turns after this one and by its lead in esteem + `MOST_LEAD`."""

WEIGHT = np.array(
    [[exp(-RANK / (1 + DRIFT * left) * key / LEFT_COLUMNS) for key in range(KEYS)] for left in range(TURNS + 1)]
)
"""How likely each rank is to have the great victory, up to a factor, by the turns left after this one."""

AS_ON_THE_TABLE = (
    "num_players", "step", "turn", "turn_player", "chip", "place", "cell", "markers", "attached", "event_place",
    "event_cell", "board", "hand", "laid", "turned_up", "mover", "origin",
)  # fmt: skip

MIND = np.dtype(
    [
        *[(name, TABLE[name]) for name in AS_ON_THE_TABLE],
        ("doomed", "i1"),
        ("threats", "i8"),  # how many events on the board may cause a fight
        ("threat", "i8", (EVENTS,)),  # these events, in ascending order
        ("lead", "i8"),  # lead of the shogunate's side in esteem
        ("turns_left", "i8"),  # turns left after this one
        ("crossing", "f8"),  # chance that a rival on the other side changes sides
        ("now", "f8"),  # the value of the current position
        ("arrow_value", "f8", (SEATS, ARROWS)),  # value to each seat of the mover's move along each possible arrow
        ("first_value", "f8", (SEATS, ARROWS)),  # the same for the real mover on the table, not an imagined one
        ("stone_price", "f8"),  # value of a stone while the mover may be made to wait
        ("worths", "f8", (ACTIONS,)),  # the value of each legal action
    ],
    align=True,
)


@rule
def read(m, seen):
    """Fill the blank record `m` with what the seat sees (`seen`, an observation) and with values derived from it."""
    m.step = seen.phase
    m.num_players = seen.players
    m.turn = seen.turn
    m.turn_player = seen.turn_player
    m.doomed = seen.doomed
    m.turned_up = seen.turned_up
    for seat in range(SEATS):
        m.chip[seat] = seen.selves[seat] if seat < m.num_players else NOBODY
    read_stones(m, seen)
    read_board(m, seen)
    m.turns_left = max(TURNS - m.turn, 0)
    m.crossing = min(0.5, CROSSING * m.turns_left)


@rule
def read_stones(m, seen):
    """Read the stones in all hands and on the arrows; hidden hands are assumed to be empty."""
    for seat in range(SEATS):
        for colour in range(COLOURS):
            m.hand[seat, colour] = max(seen.hands[seat, colour], 0)
    for arrow in range(ARROWS):
        m.laid[arrow] = seen.laid[arrow]


@rule
def read_board(m, seen):
    """Read who and what is where, and who is about to move."""
    m.mover = seen.mover
    m.lead = 0
    for cell in range(CELLS):
        m.board[cell] = NOBODY
    for event in range(EVENTS):
        lay(m, event, NOWHERE)
        if seen.event_cells[event] < CELLS:
            lay(m, event, seen.event_cells[event])
            m.board[seen.event_cells[event]] = PERSONS + event
    list_threats(m)
    for person in range(PERSONS):
        m.attached[person] = NOBODY
        if seen.attached[person] == BETROTHED:
            m.attached[person] = Event.FIANCEE
        elif seen.attached[person] == UNWORTHY:
            m.attached[person] = Event.UNWORTHY
        for colour in range(COLOURS):
            m.markers[person, colour] = seen.markers[person, colour]
        m.cell[person] = NOWHERE
        if seen.cells[person] < CELLS:
            put(m, person, seen.cells[person])


@rule
def lay(m, event, cell):
    """Record that the event is on this cell, or on none with NOWHERE; the board is not changed."""
    m.event_cell[event] = cell
    m.event_place[event] = EventPlace.PILE + 0 if cell == NOWHERE else EventPlace.BOARD + 0


@rule
def put_event(m, event, cell):
    """Imagine that the event is on this empty cell, or gone with NOWHERE."""
    if m.event_cell[event] != NOWHERE:
        m.board[m.event_cell[event]] = NOBODY
    lay(m, event, cell)
    if cell != NOWHERE:
        m.board[cell] = PERSONS + event
    list_threats(m)


@rule
def list_threats(m):
    """List the events on the board that may cause a fight."""
    m.threats = 0
    for event in range(EVENTS):
        if m.event_place[event] == EventPlace.BOARD and TRIGGER[event] != Trigger.NONE:
            m.threat[m.threats] = event
            m.threats += 1


@rule
def put(m, person, cell):
    """Imagine that the person is on this cell, or off the board with NOWHERE."""
    if m.cell[person] != NOWHERE:
        m.board[m.cell[person]] = NOBODY
        m.lead -= leaning(m, person)
    m.cell[person] = cell
    m.place[person] = Place.PILE + 0 if cell == NOWHERE else Place.BOARD + 0
    if cell != NOWHERE:
        m.board[cell] = person
        m.lead += leaning(m, person)


@rule
def attach(m, person, event):
    """Imagine that the event, or none with NOBODY, is attached to a person on the board."""
    m.lead -= leaning(m, person)
    m.attached[person] = event
    m.lead += leaning(m, person)


@rule
def value(m):
    """My chance of the great victory, 0 … 1, with persons as they are; if my self is gone, it is reborn anywhere."""
    left_wins = LEFT_WINS[m.turns_left, m.lead + MOST_LEAD]
    me = m.chip[0]
    if me == NOBODY or m.cell[me] == NOWHERE:
        reborn = WEIGHT[m.turns_left, KEYS // 2]
        return (share(m, True, reborn) * left_wins + share(m, False, reborn) * (1 - left_wins)) / 2
    weight = WEIGHT[m.turns_left, rank_key(m, 0)]
    if on_the_left(m, me):
        return share(m, True, weight) * left_wins
    return share(m, False, weight) * (1 - left_wins)


@rule
def share(m, left, mine):
    """My chance of the great victory if the side `left` (True: the shogunate) wins. `mine`: the weight of my cell."""
    total = mine
    for seat in range(1, m.num_players):
        person = m.chip[seat]
        if person == NOBODY:
            continue
        if m.cell[person] == NOWHERE:
            total += WEIGHT[m.turns_left, KEYS // 2] / 2
        else:
            same = on_the_left(m, person) == left
            total += WEIGHT[m.turns_left, rank_key(m, seat)] * (1 - m.crossing if same else m.crossing)
    return mine / total


@rule
def without(m, person):
    """The value if the person were off the board."""
    return value_at(m, person, NOWHERE)


@rule
def value_at(m, person, cell):
    """The value if the person stood on this cell."""
    before = m.cell[person] + 0
    put(m, person, cell)
    found = value(m)
    put(m, person, before)
    return found
