"""Loops in machine code with which several threads check and step the same tables, piece by piece.

They coordinate through the numbers of a board, which all of them read and write atomically.
"""

from typing import Any

from numba import types

from dynasty_env.kit.engine import entries
from dynasty_env.kit.engine.backend import Program
from dynasty_env.kit.engine.entries import first_refusing, step_tables
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.threads import atomic
from dynasty_env.kit.engine.threads.atomic import add, lower, pause, read, write

PIECE = 16
"""Number of tables that a thread takes at a time: a few microseconds of work."""

APART = 16
"""Distance between numbers that different threads write: two cache lines."""
TURN, WORK, DONE, WRONG, PATIENCE, HOME, NEXT = range(0, 7 * APART, APART)
"""Places on a board: the number of the round, its work (CHECK or PLAY), the number of tables done in it, of the first
table that refuses its action or whose rules have failed (-1: none), of pauses for which threads watch for the next
round, 1 once threads are to end, and the next table of the first part. The next tables of the other parts follow, and
then a flag for each thread: 1 while it sleeps."""
CHECK, PLAY = range(2)
"""The work of a round: to check the actions, or to play them."""
CLOSED = -1
"""In place of a round: the thread is to end."""


@rule
def work_off(tables, board, own, parts, given):
    """Check or step pieces of the tables until none is left, beginning with those of the part `own`."""
    n = len(tables)
    for further in range(parts):
        part = (own + further) % parts
        last = n * (part + 1) // parts
        while read(board, NEXT + part * APART) < last:
            first = add(board, NEXT + part * APART, PIECE)
            if first >= last:  # others were faster
                break
            until = min(first + PIECE, last)
            if read(board, WORK) == CHECK:
                wrong = first_refusing(tables, first, until, given[0])
            else:
                wrong = step_tables(tables, first, until, *given)
            if wrong >= 0:
                lower(board, WRONG, wrong)
            add(board, DONE, until - first)


def lead(tables, board, parts, work, given):
    """Begin a round with all tables, and do all of it that other threads do not take.

    `work`: CHECK or PLAY. `given` are the arguments of `batch_step` from the actions on.
    """
    n = len(tables)
    write(board, WORK, work)
    write(board, WRONG, -1)
    write(board, DONE, 0)
    for part in range(parts):  # from here on threads take pieces
        write(board, NEXT + part * APART, n * part // parts)
    add(board, TURN, 1)
    work_off(tables, board, 0, parts, given)


def follow(tables, board, own, parts, turn, given):
    """Take part in every round after `turn`, beginning with the part `own`, until the next one does not come in time.

    Returns the number of the last round, or CLOSED if the thread is to end.
    """
    while True:
        pauses = 0
        while read(board, TURN) == turn and read(board, HOME) == 0:
            pauses += 1
            if pauses > read(board, PATIENCE):
                write(board, NEXT + (parts + own) * APART, 1)
                return turn
            pause()
        if read(board, HOME) != 0:
            return CLOSED
        turn = read(board, TURN)
        work_off(tables, board, own, parts, given)


def is_done(tables, board, pauses):
    """Whether all tables of the round are done, waiting for at most `pauses` pauses."""
    for _ in range(pauses):
        if read(board, DONE) == len(tables):
            return True
        pause()
    return False


def signature(name: str, record: Any, seen: Any) -> Any:
    """The exact Numba signatures of the entry points."""
    i8, (tables, _, _, *arguments) = types.int64, entries.signature("batch_step", record, seen).args
    board, given = types.Array(i8, 1, "C"), types.Tuple(arguments)
    return {
        "lead": types.void(tables, board, i8, i8, given),
        "follow": i8(tables, board, i8, i8, i8, given),
        "is_done": types.boolean(tables, board, i8),
    }[name]


STEPS = Program(
    "steps", {each.__name__: each for each in (lead, follow, is_done)}, signature, made_by=(atomic.__file__,)
)
