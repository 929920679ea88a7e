"""Kuhn poker (H. W. Kuhn, "A simplified two-person poker", 1950) for two or three.

The pack has one card more than there are seats, all of different rank. Each seat gets a card and pays an ante of one
chip. Seats take turns to pass or bet one chip. Once somebody has bet, each of the others in turn bets as well, or
passes and is out. The highest card among those who have bet takes the pot, or the highest of all cards if nobody has
bet. With two seats, the first one loses 1/18 chip per game if both play optimally.
"""

from enum import IntEnum

from dynasty_env.kit.engine import EVERYBODY, Phase, offer, push, rule, tell
from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.envs.module import GameModule
from dynasty_env.kit.game import ListedChance
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.reference.poker import CARD_PIECES, MOST_SEATS, Poker, deal_cards, gain, observe_cards, redraw_cards

PASS, BET = 0, 1
COPIES = 1
MOVES = 2 * MOST_SEATS - 1  # in the longest game: all but one pass, the last one bets, all others answer
BOUND = 4.0  # chips: the most that two others can pay


class Step(IntEnum):
    """Decisions; steps from 64 on are automatic."""

    ACT = 1


class Trace(IntEnum):
    """Kinds of trace entries."""

    PASSES = 1
    BETS = 2
    SHOWS = 3


TABLE = table_dtype(
    header(actions=2, stack=2, trace=1 + MOST_SEATS),
    [
        ("card", "i1", (MOST_SEATS,)),  # of each seat, by rank
        ("board", "i1"),  # unused: -1
        ("shown", "i1", (MOST_SEATS,)),
        ("paid", "i1", (MOST_SEATS,)),  # chips of each seat in the pot
        ("moves", "i1", (MOVES,)),  # action + 1 of each turn, in order; 0: not yet
        ("length", "i1"),  # turns so far
        ("bettor", "i1"),  # who bet first; -1: nobody
    ],
)


@rule
def deal(t):
    """Each seat gets a card and pays an ante; the first seat begins."""
    deal_cards(t, COPIES)
    for seat in range(MOST_SEATS):
        t.paid[seat] = seat < t.num_players
    for turn in range(MOVES):
        t.moves[turn] = 0
    t.length = 0
    t.bettor = -1
    push(t, Step.ACT, 0, 0, 0)


@rule
def legal_act(t):
    """Both are always legal."""
    offer(t, PASS)
    offer(t, BET)


@rule
def play_act(t, action):
    """The game is over once all have answered a bet, or all have passed."""
    t.moves[t.length] = action + 1
    t.length += 1
    if action == BET:
        t.paid[t.seat] += 1
        if t.bettor == -1:
            t.bettor = t.seat
    tell(t, Trace.BETS if action == BET else Trace.PASSES, t.seat, 0, 0, 0, EVERYBODY)
    following = (t.seat + 1) % t.num_players
    if following == t.bettor or (t.bettor == -1 and t.length == t.num_players):
        finish(t)
    else:
        push(t, Step.ACT, following, 0, 0)


@rule
def stays(t, seat):
    """Whether a seat has not passed on a bet."""
    return t.bettor == -1 or t.paid[seat] == 2


@rule
def finish(t):
    """Those who stay show their cards, unless only one stays."""
    staying = 0
    for seat in range(t.num_players):
        staying += stays(t, seat)
    if staying > 1:
        for seat in range(t.num_players):
            if stays(t, seat):
                t.shown[seat] = 1
                tell(t, Trace.SHOWS, seat, t.card[seat], 0, 0, EVERYBODY)
    t.done = 1
    t.step = 0


@rule
def returns(t, out):
    """The highest card among those who stay takes the pot."""
    winner = -1
    for seat in range(t.num_players):
        if stays(t, seat) and (winner == -1 or t.card[seat] > t.card[winner]):
            winner = seat
    for row in range(2):
        for seat in range(t.num_players):
            out[row, seat] = gain(t, seat, 1, seat == winner, BOUND)


@rule
def observe(t, me, seen):
    """My card, and every turn so far."""
    observe_cards(t, me, seen)
    for turn in range(MOVES):
        seen.moves[turn] = t.moves[turn]


@rule
def hide(t, me):
    """Cards that `me` has not seen are dealt again."""
    redraw_cards(t, me, COPIES)


@rule
def audit(t):
    """1: two seats have the same card, or a card does not exist; 2: the chips do not match the moves."""
    bets = 0
    for turn in range(MOVES):
        bets += t.moves[turn] == BET + 1
    for seat in range(t.num_players):
        if not 0 <= t.card[seat] <= t.num_players:
            return 1
        for other in range(seat):
            if t.card[seat] == t.card[other]:
                return 1
        bets -= t.paid[seat] - 1
    return 2 if bets != 0 else 0


class Kuhn(Poker):
    """Kuhn poker."""

    name = "kuhn_v0"
    dtype = TABLE
    longest = MOVES
    points_bound = BOUND
    chance = ListedChance(outcomes=MOST_SEATS + 1, draws=MOST_SEATS)
    action_names = ("pass", "bet")
    layout = Layout(
        [*CARD_PIECES, Piece("moves", (MOVES,), 0, 2, True, "the turns so far, in order: 1 pass, 2 bet, 0 not yet")]
    )
    rules = {"deal": deal, "observe": observe, "hide": hide, "returns": returns, "audit": audit}  # noqa: RUF012
    phases = (Phase(Step.ACT, legal_act, play_act),)
    trace_kinds = Trace
    goal = "The highest card among the players who have bet takes the pot; if nobody has bet, the highest card of all."
    examples = "“pass”, “bet”"


GAME = Kuhn()

_module = GameModule(GAME)
game, env, vec_env = _module.game, _module.env, _module.vec_env
single_env, seat_vec_env = _module.single_env, _module.seat_vec_env
