"""A game of dice alone: in each of three rounds every seat rolls, for itself or against the next seat."""

from enum import IntEnum

from dynasty_env.kit.engine.loop import Automatic, Phase
from dynasty_env.kit.engine.rng import die
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, SEATS, header, offer, push, table_dtype, tell
from dynasty_env.kit.plain import PlainGame
from dynasty_env.kit.seats.layout import Layout, Piece

ROUNDS = 3


class Step(IntEnum):
    ROLL = 1
    NEXT = 64


class Trace(IntEnum):
    ROLLS = 1


TABLE = table_dtype(header(2, 4, 8), [("turn", "i1"), ("sums", "i1", (SEATS,))])


@rule
def deal(t):
    t.turn = 1
    for seat in range(SEATS):
        t.sums[seat] = 0
    push(t, Step.ROLL, 0, 0, 0)


@rule
def legal_roll(t):
    offer(t, 0)
    offer(t, 1)


@rule
def play_roll(t, action):
    """0: the die counts for the seat itself; 1: two dice, the lower of which the next seat loses."""
    face = die(t)
    if action == 0:
        t.sums[t.seat] += face
    else:
        other = die(t)
        t.sums[(t.seat + 1) % t.num_players] -= min(face, other)
    tell(t, Trace.ROLLS, t.seat, 0, 0, face, EVERYBODY)
    push(t, Step.NEXT, t.seat, 0, 0)


@rule
def next_seat(t):
    following = (t.seat + 1) % t.num_players
    if following == 0:
        t.turn += 1
    if t.turn > 3:
        t.done = 1
        t.step = 0
    else:
        push(t, Step.ROLL, following, 0, 0)


@rule
def observe(t, me, seen):
    seen.turn = t.turn
    for away in range(t.num_players):
        seen.sums[away] = t.sums[(me + away) % t.num_players]


@rule
def hide(t, me):
    pass


@rule
def returns(t, out):
    best = t.sums[0] + 0
    for seat in range(t.num_players):
        best = max(best, t.sums[seat])
    winners = 0
    for seat in range(t.num_players):
        if t.sums[seat] == best:
            winners += 1
    for row in range(3):
        for seat in range(t.num_players):
            out[row, seat] = 0.0
            if winners < t.num_players:
                out[row, seat] = 1.0 / winners if t.sums[seat] == best else -1.0 / (t.num_players - winners)


@rule
def greedy(seen, mask, word):
    """Always for itself, but for one roll in four."""
    return 1 if word < 1 << 30 else 0


@rule
def audit(t):
    return 0


class Dice(PlainGame):
    name = "dice_v0"
    agent = "roller"
    dtype = TABLE
    seats = (2, 4)
    longest = 12
    points_bound = 40.0
    rewards = ("win", "rank", "points")
    action_names = ("for me", "against the next")
    layout = Layout(
        [
            Piece("turn", (1,), 0, 4, False, "the round"),
            Piece("sums", (SEATS,), -40, 40, False, "what each seat has, from me on"),
        ]
    )
    rules = {  # noqa: RUF012
        "deal": deal, "observe": observe, "hide": hide, "returns": returns, "audit": audit, "greedy": greedy
    }  # fmt: skip
    phases = (Phase(Step.ROLL, legal_roll, play_roll),)
    automatic = (Automatic(Step.NEXT, next_seat),)
    trace_kinds = Trace


GAME = Dice()
