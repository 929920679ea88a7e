"""A dice game: roll as long as you dare, and hold before a 1 takes everything away.

On its turn, a seat rolls a die as often as it likes. When it holds, what it has rolled counts; a 1 ends the turn with
nothing. The first seat to hold with at least `GOAL` points wins.

The rules are functions of the table `t`, marked `@rule`: plain integers and arrays, and calls of other rules. They run
as Python and, compiled, as machine code. Views, saves, pictures and environments follow from the declarations here.
"""

from enum import IntEnum

from dynasty_env.kit.engine.chapter import Chapter, Truth
from dynasty_env.kit.engine.loop import Automatic, Phase
from dynasty_env.kit.engine.rng import below, die
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, SEATS, header, offer, push, table_dtype, tell
from dynasty_env.kit.envs.module import GameModule
from dynasty_env.kit.plain import PlainGame
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.kit.state import State

GOAL = 30
HOLD, ROLL = 0, 1  # action ids
MAX_DECISIONS = 100  # a game ends after this many decisions, so that its length is bounded


class Step(IntEnum):
    """Decisions have numbers below 64; steps from 64 on are automatic."""

    TURN = 1
    NEXT = 64


class Trace(IntEnum):
    """What can happen: the kinds of trace entries that moves leave, as the chronicle tells them."""

    ROLLS = 1
    LOSES = 2
    HOLDS = 3


TABLE = table_dtype(
    header(actions=2, stack=3, trace=4),
    [
        ("points", "i2", (SEATS,)),  # what each seat has collected
        ("rolled", "i2"),  # in this turn
        ("decisions", "i2"),  # so far
    ],
)

# -------------------------------------------------------------------------------------------------------------- rules


@rule
def deal(t):
    """Set every field: the table may have held another game before. The dice choose who begins."""
    for seat in range(SEATS):
        t.points[seat] = 0
    t.rolled = 0
    t.decisions = 0
    push(t, Step.TURN, below(t, t.num_players), 0, 0)


@rule
def legal_turn(t):
    """Hold what you have, or roll unless it is enough to win. If only one action is legal, it is played
    automatically."""
    offer(t, HOLD)
    if t.points[t.seat] + t.rolled < GOAL:
        offer(t, ROLL)


@rule
def play_turn(t, action):
    """A 1 takes away what was rolled in this turn; any other number is added to it."""
    t.decisions += 1
    if action == HOLD:
        t.points[t.seat] += t.rolled
        tell(t, Trace.HOLDS, t.seat, 0, 0, t.points[t.seat], EVERYBODY)
        push(t, Step.NEXT, t.seat, 0, 0)
    else:
        number = die(t)
        tell(t, Trace.ROLLS, t.seat, 0, 0, number, EVERYBODY)
        if number == 1:
            tell(t, Trace.LOSES, t.seat, 0, 0, t.rolled, EVERYBODY)
            push(t, Step.NEXT, t.seat, 0, 0)
        else:
            t.rolled += number
            push(t, Step.TURN, t.seat, 0, 0)


@rule
def next_turn(t):
    """The next seat's turn begins, unless the game is over."""
    t.rolled = 0
    if t.points[t.seat] >= GOAL or t.decisions >= MAX_DECISIONS:
        t.done = 1
        t.step = 0
    else:
        push(t, Step.TURN, (t.seat + 1) % t.num_players, 0, 0)


@rule
def returns(t, out):
    """The most points win; tied seats share the victory. Gains and losses sum to 0."""
    best = t.points[0] + 0
    for seat in range(t.num_players):
        best = max(best, t.points[seat])
    winners = 0
    for seat in range(t.num_players):
        if t.points[seat] == best:
            winners += 1
    for seat in range(t.num_players):
        out[0, seat] = 0.0
        if winners < t.num_players:
            out[0, seat] = 1.0 / winners if t.points[seat] == best else -1.0 / (t.num_players - winners)


@rule
def points_are_possible(t):
    """Nobody has a negative score, and nobody keeps playing after reaching the goal."""
    for seat in range(t.num_players):
        if t.points[seat] < 0 or (t.points[seat] >= GOAL and t.done == 0):
            return False
    return 0 <= t.rolled < GOAL + 6


CHAPTER = Chapter(
    __name__,
    phases=(Phase(Step.TURN),),  # its rules are legal_turn and play_turn
    automatic=(Automatic(Step.NEXT, next_turn),),
    truths=(Truth("points are possible", points_are_possible),),
)

# ----------------------------------------------------------------------------------------------- what a seat may know

LAYOUT = Layout(
    [
        Piece("points", (SEATS,), 0, 127, False, "what each seat has held, from the one that looks", by_seat=True),
        Piece("rolled", (1,), 0, 127, False, "in this turn"),
        Piece("deciding", (1,), 0, SEATS - 1, True, "whose turn it is, from the one that looks"),
    ]
)


@rule
def observe(t, me, seen):
    """What seat `me` sees, in the form of `LAYOUT`: every piece is written each time."""
    for away in range(SEATS):
        seen.points[away] = t.points[(me + away) % t.num_players] if away < t.num_players else 0
    seen.rolled = t.rolled
    seen.deciding = (t.seat - me + t.num_players) % t.num_players


@rule
def hide(t, me):
    """Resample everything that `me` may not know: here nothing is hidden."""


# ------------------------------------------------------------------------------------------------------------ the game


class MyGame(PlainGame):
    """Roll a die as often as you dare; hold before a 1 takes everything away."""

    name = "my_game_v0"
    dtype = TABLE
    seats = (2, SEATS)
    longest = MAX_DECISIONS + GOAL  # the last turn may take a few rolls more
    action_names = ("hold", "roll")
    chapters = (CHAPTER,)
    rules = {"deal": deal, "observe": observe, "hide": hide, "returns": returns}  # noqa: RUF012
    layout = LAYOUT
    trace_kinds = Trace
    goal = f"Whoever holds with {GOAL} points or more wins. A 1 takes away all that was rolled in the turn."
    examples = "“hold”, “roll”"

    def scores(self, state: State) -> list[float]:
        """The current points. Without this method, a seat would have 1 for a victory and 0 before."""
        return [float(points) for points in state.record["points"][: state.num_players]]


GAME = MyGame()

_module = GameModule(GAME)
env, vec_env = _module.env, _module.vec_env
single_env, seat_vec_env = _module.single_env, _module.seat_vec_env
