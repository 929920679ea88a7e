"""The player's working memory: the board as its seat sees it, on which it moves persons and puts them back.

Seats are counted from the player, who is seat 0.
"""

from math import exp, sqrt

import numpy as np

from dynasty_env.kit.engine.rule import rule
from dynasty_env.shinsengumi.actions import ACTIONS
from dynasty_env.shinsengumi.greedy.weights import CROSSING, DRIFT, RANK, SCALE, SPREAD
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROWS,
    BETROTHED_BUSHIDO,
    BUSHIDO,
    CELLS,
    COLOURS,
    COLUMN,
    COMBAT,
    ESTEEM,
    EVENTS,
    LEFT_COLUMNS,
    NEIGHBOUR,
    NOBODY,
    NOWHERE,
    PERSONS,
    SEATS,
    SIDE,
    TURNS,
    UNWORTHY_BUSHIDO,
)
from dynasty_env.shinsengumi.seen.view import BETROTHED

KEYS = SIDE * LEFT_COLUMNS
"""How many cells a side of the board has, and so how many ranks for the great victory (see `key_of_cell`)."""

MIND = np.dtype(
    [
        ("phase", "i8"),
        ("players", "i8"),
        ("turn", "i8"),
        ("turn_player", "i8"),
        ("selves", "i8", (SEATS,)),  # each seat's self, the person in whom its player lives, mine first; -1: none
        ("hand", "i8", (COLOURS,)),
        ("laid", "i8", (ARROWS,)),
        ("mover", "i8"),
        ("doomed", "i8"),
        ("turned_up", "i8"),
        ("attached", "i8", (PERSONS,)),
        ("marked", "i8", (PERSONS,)),  # markers on each person, who has moved if there are any
        ("cell", "i8", (PERSONS,)),  # where each stands, or -1
        ("event_cell", "i8", (EVENTS,)),  # where each event lies, or -1
        ("held", "i8", (CELLS,)),  # how many persons and events there are on each cell
        ("esteem", "i8", (PERSONS,)),
        ("combat", "i8", (PERSONS,)),
        ("scale", "f8"),  # lead in esteem that makes a side e times as likely to win
        ("crossing", "f8"),  # chance that a rival on the other side comes over
        ("weight", "f8", (KEYS,)),  # of each rank: how likely it is the great victor's, up to a factor
        ("now", "f8"),  # the value of the position as it is
        ("arrow_value", "f8", (ARROWS,)),  # of the mover's move, where it is possible
        ("worths", "f8", (ACTIONS,)),  # the value of each legal action
    ],
    align=True,
)


@rule
def read(m, seen):
    """Fill the blank record `m` with what the seat sees (`seen`, an observation), and what follows from it."""
    m.phase = int(seen.phase)
    m.players = int(seen.players)
    m.turn = int(seen.turn)
    m.turn_player = int(seen.turn_player)
    m.mover = int(seen.mover)
    m.doomed = int(seen.doomed)
    m.turned_up = int(seen.turned_up)
    for seat in range(SEATS):
        m.selves[seat] = seen.selves[seat] if seat < m.players else NOBODY
    for colour in range(COLOURS):
        m.hand[colour] = seen.hands[0, colour]
    for arrow in range(ARROWS):
        m.laid[arrow] = seen.laid[arrow]
    for event in range(EVENTS):
        cell = int(seen.event_cells[event])
        m.event_cell[event] = cell if cell < CELLS else NOWHERE
        if cell < CELLS:
            m.held[cell] += 1
    for person in range(PERSONS):
        m.attached[person] = seen.attached[person]
        m.marked[person] = int(seen.markers[person, 0]) + int(seen.markers[person, 1])
        betrothed = 1 if m.attached[person] == BETROTHED else 0
        m.esteem[person] = ESTEEM[person] + betrothed
        m.combat[person] = COMBAT[person] + betrothed
        m.cell[person] = NOWHERE
        if seen.cells[person] < CELLS:
            stand(m, person, int(seen.cells[person]))
    left = max(TURNS - m.turn, 0)
    m.scale = SCALE + SPREAD * sqrt(left)
    m.crossing = min(0.5, CROSSING * left)
    for key in range(KEYS):
        m.weight[key] = exp(-RANK / (1 + DRIFT * left) * key / LEFT_COLUMNS)


@rule
def stand(m, person, cell):
    """Move the person to a cell, or with NOWHERE off the board."""
    if m.cell[person] != NOWHERE:
        m.held[m.cell[person]] -= 1
    m.cell[person] = cell
    if cell != NOWHERE:
        m.held[cell] += 1


@rule
def is_free(m, cell):
    return cell >= 0 and m.held[cell] == 0


@rule
def on_the_left(cell):
    return cell % SIDE < LEFT_COLUMNS


@rule
def key_of_cell(cell):
    """§08: the rank of a cell for the great victory, by row, then by distance from the side edge; 0 is the best."""
    column = cell % SIDE
    return cell // SIDE * LEFT_COLUMNS + min(column, SIDE - 1 - column)


@rule
def is_possible(m, person, arrow):
    """Could the person move along this arrow (from 0)?"""
    return is_free(m, NEIGHBOUR[m.cell[person], ARROW[person, arrow]])


@rule
def default_arrow(m, person):
    """The first arrow, from 0, along which the person can move, or -1."""
    for arrow in range(ARROWS):
        if is_possible(m, person, arrow):
            return arrow
    return NOBODY


@rule
def bushido_at(m, person, cell):
    """The bushido that the person has on this cell."""
    if m.attached[person] != 0:
        return BETROTHED_BUSHIDO if m.attached[person] == BETROTHED else UNWORTHY_BUSHIDO
    return cell % SIDE + 1 if BUSHIDO[person] == COLUMN else BUSHIDO[person] + 0


@rule
def value(m):
    """My chance of the great victory, 0 … 1, as persons stand now; if my self is gone, it is reborn anywhere."""
    lead = 0
    for person in range(PERSONS):
        cell = m.cell[person]
        if cell != NOWHERE:
            lead += m.esteem[person] if on_the_left(cell) else -m.esteem[person]
    left_wins = 1 / (1 + exp(-lead / m.scale))
    me = m.selves[0]
    if me == NOBODY or m.cell[me] == NOWHERE:
        reborn = m.weight[KEYS // 2]
        return (share(m, True, reborn) * left_wins + share(m, False, reborn) * (1 - left_wins)) / 2
    weight = m.weight[key_of_cell(m.cell[me])]
    if on_the_left(m.cell[me]):
        return share(m, True, weight) * left_wins
    return share(m, False, weight) * (1 - left_wins)


@rule
def share(m, left, mine):
    """My chance of the great victory if the side `left` (True: the shogunate) wins. `mine`: the weight of my cell."""
    total = mine
    for seat in range(1, m.players):
        person = m.selves[seat]
        if person == NOBODY:
            continue
        if m.cell[person] == NOWHERE:
            total += m.weight[KEYS // 2] / 2
        else:
            same = on_the_left(m.cell[person]) == left
            total += m.weight[key_of_cell(m.cell[person])] * (1 - m.crossing if same else m.crossing)
    return mine / total


@rule
def without(m, person):
    """The value if the person were off the board."""
    return value_at(m, person, NOWHERE)


@rule
def value_at(m, person, cell):
    """The value if the person stood on this cell."""
    before = m.cell[person] + 0
    stand(m, person, cell)
    found = value(m)
    stand(m, person, before)
    return found
