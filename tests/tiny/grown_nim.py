"""Weighed nim in a later version: who is in a game of four may pass, and everybody sees how often that was done.

The new id stands between the old ones, and so does the new piece of the observation.
"""

import numpy as np

from dynasty_env.kit.engine.loop import Automatic, Phase
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.scratch import blank_record
from dynasty_env.kit.engine.table import EVERYBODY, header, offer, push, table_dtype, tell
from dynasty_env.kit.seats.layout import Layout, Piece
from tests.tiny.nim import Step, Trace, next_seat
from tests.tiny.nim import deal as deal_heap
from tests.tiny.nim import observe as observe_heap
from tests.tiny.weighed_nim import WeighedNim, look
from tests.tiny.weighed_nim import worth as worth_of_taking

TABLE = table_dtype(header(4, 4, 8), [("heap", "i1"), ("last", "i1"), ("passes", "i1")])
MIND = np.dtype([("worths", "f4", (4,)), ("heap", "i1")])
PASS = 1
TAKES = np.array([1, 0, 2, 3])


@rule
def deal(t):
    deal_heap(t)
    t.passes = 0


@rule
def legal_take(t):
    for action in range(4):
        if TAKES[action] <= t.heap and (action != PASS or (t.num_players == 4 and t.passes < 9)):
            offer(t, action)


@rule
def play_take(t, action):
    if action == PASS:
        t.passes += 1
    t.heap -= TAKES[action]
    t.last = t.seat
    tell(t, Trace.TAKES, t.seat, 0, 0, TAKES[action], EVERYBODY)
    push(t, Step.NEXT, t.seat, 0, 0)


@rule
def observe(t, me, seen):
    observe_heap(t, me, seen)
    seen.passes = t.passes


@rule
def worth(m, seen, action):
    if action == PASS:
        return 0.5
    return worth_of_taking(m, seen, TAKES[action] - 1)


class GrownNim(WeighedNim):
    dtype = TABLE
    longest = 30
    action_names = ("take 1", "pass", "take 2", "take 3")
    layout = Layout(
        [
            Piece("heap", (1,), 0, 20, False, "what is left"),
            Piece("passes", (1,), 0, 9, True, "how often was passed"),
            Piece("deciding", (1,), 0, 5, True, "whose turn, from me"),
        ]
    )
    rules = {**WeighedNim.rules, "deal": deal, "observe": observe}  # noqa: RUF012
    bindings = {"mind": blank_record(MIND), "look": look, "worth": worth}  # noqa: RUF012
    phases = (Phase(Step.TAKE, legal_take, play_take),)
    automatic = (Automatic(Step.NEXT, next_seat),)


GAME = GrownNim()
