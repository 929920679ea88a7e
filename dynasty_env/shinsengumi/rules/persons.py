"""§04: persons on the board, their stats, and the players who live as them.

A player's self is the person in whom the player has been reborn.
"""

from dynasty_env.kit.engine.rule import rule
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROWS,
    BETROTHED_BUSHIDO,
    BUSHIDO,
    COLUMN,
    COMBAT,
    DEBATE,
    ESTEEM,
    FAILURE,
    LEFT_COLUMNS,
    NEIGHBOUR,
    NOBODY,
    NOWHERE,
    PERSONS,
    SIDE,
    UNWORTHY_BUSHIDO,
    Event,
    Failure,
    Place,
)


@rule
def betrothed(t, person):
    """The bonus of the fiancée to a person's combat, debate and esteem: 1 if she is attached to him, else 0."""
    return 1 if t.attached[person] == Event.FIANCEE else 0


@rule
def combat(t, person):
    return COMBAT[person] + betrothed(t, person)


@rule
def debate(t, person):
    return DEBATE[person] + betrothed(t, person)


@rule
def esteem(t, person):
    return ESTEEM[person] + betrothed(t, person)


@rule
def bushido(t, person):
    """§06-01 D: bushido. Kondo Isami's is the number of his column, unless an attached event sets it (ch. 1)."""
    if t.attached[person] == Event.FIANCEE:
        return BETROTHED_BUSHIDO
    if t.attached[person] == Event.UNWORTHY:
        return UNWORTHY_BUSHIDO
    if BUSHIDO[person] == COLUMN:
        return t.cell[person] % SIDE + 1
    return BUSHIDO[person] + 0


@rule
def failure(t, person):
    """The person's failure action; with “Unworthy of bushido” attached it is seppuku."""
    if t.attached[person] == Event.UNWORTHY:
        return Failure.SEPPUKU + 0
    return FAILURE[person] + 0


@rule
def on_the_left(t, person):
    """§08: is the person on the shogunate's side, columns 1–3?"""
    return t.cell[person] % SIDE < LEFT_COLUMNS


@rule
def is_free(t, cell):
    """Is this a cell of the board, and empty?"""
    return (cell != NOWHERE) & (t.board[cell] == NOBODY)


@rule
def is_possible(t, person, arrow):
    """§06-01 D: can the person move along this arrow, without leaving the board or hitting a piece?"""
    return is_free(t, NEIGHBOUR[t.cell[person], ARROW[person, arrow]])


@rule
def can_move(t, person):
    """§06-01 D: can the person move along any of his arrows?"""
    for arrow in range(ARROWS):
        if is_possible(t, person, arrow):
            return True
    return False


@rule
def stand(t, person, cell):
    """Put a person onto an empty cell, from wherever he was."""
    if t.cell[person] != NOWHERE:
        t.board[t.cell[person]] = NOBODY
    t.cell[person] = cell
    t.board[cell] = person


@rule
def owner(t, person):
    """The seat whose self this person is, or -1."""
    for seat in range(t.num_players):
        if t.chip[seat] == person:
            return seat
    return NOBODY


@rule
def living(t):
    """How many players have a self."""
    count = 0
    for seat in range(t.num_players):
        if t.chip[seat] != NOBODY:
            count += 1
    return count


@rule
def next_living(t, seat):
    """The next seat clockwise with a self (S-R10); the same seat if there is no other."""
    following = (seat + 1) % t.num_players
    for _ in range(t.num_players):
        if t.chip[following] != NOBODY:
            return following
        following = (following + 1) % t.num_players
    return seat + 0


@rule
def stands(t, person):
    """Is this person on the board?"""
    return t.place[person] == Place.BOARD


@rule
def anybody_unattached(t):
    """Is there a person on the board without an attached event?"""
    for person in range(PERSONS):
        if stands(t, person) and t.attached[person] == NOBODY:
            return True
    return False


@rule
def is_beside(t, person, event):
    """Is this event on the board, and the person on one of the four cells beside it?"""
    for direction in range(ARROWS):
        if t.cell[person] != NOWHERE and NEIGHBOUR[t.cell[person], direction] == t.event_cell[event]:
            return t.event_cell[event] != NOWHERE
    return False
