"""A whole open game on the kit: take one to three from a heap; whoever takes the last wins."""

from enum import IntEnum

from dynasty_env.kit.engine.loop import Automatic, Phase
from dynasty_env.kit.engine.rng import below
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, header, offer, push, table_dtype, tell
from dynasty_env.kit.plain import PlainGame
from dynasty_env.kit.seats.layout import Layout, Piece


class Step(IntEnum):
    TAKE = 1
    NEXT = 64


class Trace(IntEnum):
    TAKES = 1


TABLE = table_dtype(header(3, 4, 8), [("heap", "i1"), ("last", "i1")])


@rule
def deal(t):
    t.heap = 12 + below(t, 8)
    t.last = -1
    push(t, Step.TAKE, 0, 0, 0)


@rule
def legal_take(t):
    for n in range(min(3, t.heap)):
        offer(t, n)


@rule
def play_take(t, action):
    t.heap -= action + 1
    t.last = t.seat
    tell(t, Trace.TAKES, t.seat, 0, 0, action + 1, EVERYBODY)
    push(t, Step.NEXT, t.seat, 0, 0)


@rule
def next_seat(t):
    if t.heap == 0:
        t.done = 1
        t.step = 0
    else:
        push(t, Step.TAKE, (t.seat + 1) % t.num_players, 0, 0)


@rule
def observe(t, me, seen):
    seen.heap = t.heap
    seen.deciding = (t.seat - me + t.num_players) % t.num_players


@rule
def hide(t, me):
    pass


@rule
def returns(t, out):
    for row in range(3):
        for seat in range(t.num_players):
            out[row, seat] = 1.0 if seat == t.last else -1.0 / (t.num_players - 1)


@rule
def greedy(seen, mask, word):
    """Leave a multiple of four if the heap allows it, else take one."""
    return max(seen.heap % 4 - 1, 0)


@rule
def audit(t):
    return 0 if 0 <= t.heap < 20 else 1


class Nim(PlainGame):
    name = "nim_v0"
    agent = "taker"
    dtype = TABLE
    seats = (2, 4)
    longest = 20
    rewards = ("win", "rank", "points")
    action_names = ("take 1", "take 2", "take 3")
    layout = Layout(
        [Piece("heap", (1,), 0, 20, False, "what is left"), Piece("deciding", (1,), 0, 5, True, "whose turn, from me")]
    )
    rules = {  # noqa: RUF012
        "deal": deal, "observe": observe, "hide": hide, "returns": returns, "audit": audit, "greedy": greedy
    }  # fmt: skip
    phases = (Phase(Step.TAKE, legal_take, play_take),)
    automatic = (Automatic(Step.NEXT, next_seat),)
    trace_kinds = Trace


GAME = Nim()
