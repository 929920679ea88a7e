"""The table: one structured record that holds everything on it.

Every game's table begins with the same header: the generator, the open decision, the frames that wait below it, its
mask, and the trace of the last move. Rules of the kit read nothing else.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from dynasty_env.kit.engine.rule import rule

FrameField = tuple[Any, ...]

FRAME = ("step", "seat", "a", "b")
ENTRY = ("kind", "seat", "subject", "object", "value", "audience")
EVERYBODY = 63
"""Audience bits of an entry that everybody may see: one for each of six seats. The rules of a game with more seats read
a number with as many bits as it has seats (`Game.seat_rows`)."""

SEATS = 6
"""Number of seat rows in the arrays of every game; a game with more seats has a row for each (`Game.seat_rows`)."""

FIRST_AUTOMATIC = 64
"""Steps below this number are decisions of a seat; the engine takes the others automatically."""


class Fault(IntEnum):
    """What can go wrong in rules: always a bug in the rules, never an error of the caller."""

    NONE = 0
    STACK_FULL = 1
    TRACE_FULL = 2
    NO_CHOICE = 3
    STACK_EMPTY = 4
    BAD_POLICY = 5
    NO_DEAL = 6  # `hide` has found no table that agrees with what a seat knows
    ENDLESS = 7
    NO_SUCH_ACTION = 8  # the id that was offered is in `only`


def header(actions: int, stack: int, trace: int, point: int = 0) -> list[FrameField]:
    """The fields that every table begins with.

    Args:
        actions: number of action ids of the game.
        stack: maximum number of frames waiting at the same time.
        trace: maximum number of entries that one move can leave.
        point: coordinates of the game's points (`kit.engine.points`), if it has any.
    """
    pointed: list[FrameField] = [("point", "f4", (point,))] if point else []  # of the action being played
    return [
        ("seed", "i8"),  # the seed it was dealt from; -1 on a resampled table
        ("key0", "i8"),  # generator: two words of key …
        ("key1", "i8"),
        ("draws", "i8"),  # … and the number of draws
        ("num_players", "i1"),
        ("ask_forced", "i1"),  # 1: decisions with a single legal action are asked, too
        ("done", "i1"),
        ("fault", "i1"),
        ("step", "i1"),  # the open decision: its step, seat and two numbers of its own
        ("seat", "i1"),
        ("a", "i2"),
        ("b", "i2"),
        ("depth", "i2"),  # frames waiting below it, top last
        ("stack", "i2", (stack, len(FRAME))),
        ("choices", "i2"),  # number of legal actions, and one of them
        ("only", "i2"),
        ("mask", "i1", (actions,)),  # 1 for each legal action
        ("told", "i1"),  # 1: the last move has revealed something; 0: the trace is still that of an earlier move
        ("trace_length", "i2"),  # what the last move that revealed something did, in order
        ("trace", "i2", (trace, len(ENTRY))),
        *pointed,
    ]


def table_dtype(head: Sequence[FrameField], body: Sequence[FrameField]) -> np.dtype[np.void]:
    """The aligned record of a game: `head` from `header()`, then the game's own fields."""
    return np.dtype([*head, *body], align=True)


def offset_of(dtype: np.dtype[np.void], field: str) -> int:
    """Offset of a field in a table's bytes."""
    assert dtype.fields is not None
    return int(dtype.fields[field][1])


@rule
def push(t, step, seat, a, b):
    """Put a frame on the stack: it is taken before everything that is already waiting."""
    if t.depth == len(t.stack):
        t.fault = Fault.STACK_FULL
        return
    t.stack[t.depth, 0] = step
    t.stack[t.depth, 1] = seat
    t.stack[t.depth, 2] = a
    t.stack[t.depth, 3] = b
    t.depth += 1


@rule
def pop(t):
    """Take the top frame; it becomes the open step."""
    if t.depth == 0:
        t.fault = Fault.STACK_EMPTY
        return
    t.depth -= 1
    t.step = t.stack[t.depth, 0]
    t.seat = t.stack[t.depth, 1]
    t.a = t.stack[t.depth, 2]
    t.b = t.stack[t.depth, 3]


@rule
def tell(t, kind, seat, subject, object_, value, audience):
    """Add an entry to the trace; the first one of a move replaces the trace of earlier moves.

    So a silent pass leaves the trace as it is, and nobody can tell it from not having been asked.
    """
    if t.told == 0:
        t.trace_length = 0
        t.told = 1
    if t.trace_length == len(t.trace):
        t.fault = Fault.TRACE_FULL
        return
    t.trace[t.trace_length, 0] = kind
    t.trace[t.trace_length, 1] = seat
    t.trace[t.trace_length, 2] = subject
    t.trace[t.trace_length, 3] = object_
    t.trace[t.trace_length, 4] = value
    t.trace[t.trace_length, 5] = audience
    t.trace_length += 1


@rule
def forget_the_rest(t, seat):
    """Drop the trace entries that `seat` may not see, and clear unused places of stack and trace."""
    for i in range(t.depth, len(t.stack)):
        for column in range(4):
            t.stack[i, column] = 0
    t.told = 1
    kept = 0
    for i in range(t.trace_length):
        if t.trace[i, 5] >> seat & 1:
            for column in range(6):
                t.trace[kept, column] = t.trace[i, column]
            kept += 1
    for i in range(kept, len(t.trace)):
        for column in range(6):
            t.trace[i, column] = 0
    t.trace_length = kept


@rule
def offer(t, action):
    """Make `action` legal in the open decision."""
    if t.fault != 0:
        return
    t.choices += 1
    t.only = action
    if action < 0 or action >= len(t.mask):
        t.fault = Fault.NO_SUCH_ACTION
    else:
        t.mask[action] = 1


@rule
def from_me(t, me, seat):
    """A seat counted clockwise from `me`, which is 0."""
    return seat - me if seat >= me else seat - me + t.num_players
