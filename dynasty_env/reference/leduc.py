"""Leduc poker (F. Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005) for two or three.

The pack has two cards of each rank, and one rank more than there are seats. Each seat gets a card and pays an ante of
one chip. In two rounds, seats take turns to fold, call (or check), or raise: by two chips in the first round and by
four in the second, at most twice per round. Folding is only possible when there is something to pay. Before the second
round a card is placed in the middle: the seat whose card has its rank wins, otherwise the highest rank wins; equal
ranks share the pot. With two seats, the first one loses 0.0856 chip per game if both play optimally.
"""

from enum import IntEnum

from dynasty_env.kit.engine import EVERYBODY, Automatic, Phase, offer, push, rule, tell
from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.envs.module import GameModule
from dynasty_env.kit.game import ListedChance
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.reference.poker import (
    CARD_PIECES,
    MOST_SEATS,
    Poker,
    deal_cards,
    drawn_card,
    gain,
    observe_cards,
    redraw_cards,
)

FOLD, CALL, RAISE = 0, 1, 2
COPIES = 2
ROUNDS, RAISES = 2, 2
MOVES = 3 * MOST_SEATS - 2  # in a round: all but one check, and everybody else answers two raises
STAKE = 1 + RAISES * (2 + 4)  # the most chips that a seat can pay
BOUND = float(STAKE * (MOST_SEATS - 1))


class Step(IntEnum):
    """Decisions; steps from 64 on are automatic."""

    ACT = 1
    BOARD = 64


class Trace(IntEnum):
    """Kinds of trace entries."""

    FOLDS = 1
    CALLS = 2
    RAISES = 3
    TURNS_UP = 4
    SHOWS = 5


TABLE = table_dtype(
    header(actions=3, stack=2, trace=2 + MOST_SEATS),
    [
        ("card", "i1", (MOST_SEATS,)),  # of each seat, by rank
        ("board", "i1"),  # the card in the middle, by rank; -1: none yet
        ("shown", "i1", (MOST_SEATS,)),
        ("paid", "i1", (MOST_SEATS,)),  # chips of each seat in the pot
        ("folded", "i1", (MOST_SEATS,)),
        ("round", "i1"),
        ("moves", "i1", (ROUNDS, MOVES)),  # action + 1 of each turn of each round, in order; 0: not yet
        ("length", "i1"),  # turns of this round so far
        ("raises", "i1"),  # of this round
        ("waiting", "i1"),  # seats that are still to act before the round ends
    ],
)


@rule
def deal(t):
    """Each seat gets a card and pays an ante."""
    deal_cards(t, COPIES)
    for seat in range(MOST_SEATS):
        t.paid[seat] = seat < t.num_players
        t.folded[seat] = seat >= t.num_players
    for number in range(ROUNDS):
        for turn in range(MOVES):
            t.moves[number, turn] = 0
    t.round = 0
    begin_round(t)


@rule
def playing(t):
    """How many have not folded."""
    count = 0
    for seat in range(t.num_players):
        count += t.folded[seat] == 0
    return count


@rule
def next_in_play(t, seat):
    """The first seat from `seat` on that has not folded."""
    while t.folded[seat] == 1:
        seat = (seat + 1) % t.num_players
    return seat


@rule
def begin_round(t):
    """All remaining seats are asked, from the first seat on."""
    t.length = 0
    t.raises = 0
    t.waiting = playing(t)
    push(t, Step.ACT, next_in_play(t, 0), 0, 0)


@rule
def stake(t):
    """The amount that a seat must have paid to stay in."""
    most = 0
    for seat in range(t.num_players):
        most = max(most, t.paid[seat])
    return most


@rule
def legal_act(t):
    """Folding is legal if there is something to pay; raising is legal twice per round."""
    if t.paid[t.seat] < stake(t):
        offer(t, FOLD)
    offer(t, CALL)
    if t.raises < RAISES:
        offer(t, RAISE)


@rule
def play_act(t, action):
    """After a raise, all others must answer; the round is over once nobody is left to act."""
    t.moves[t.round, t.length] = action + 1
    t.length += 1
    t.waiting -= 1
    if action == FOLD:
        t.folded[t.seat] = 1
        tell(t, Trace.FOLDS, t.seat, 0, 0, 0, EVERYBODY)
    else:
        owed = stake(t)
        if action == RAISE:
            owed += 2 * (t.round + 1)
            t.raises += 1
            t.waiting = playing(t) - 1
        t.paid[t.seat] = owed
        tell(t, Trace.RAISES if action == RAISE else Trace.CALLS, t.seat, 0, 0, owed, EVERYBODY)
    if playing(t) == 1:
        finish(t)
    elif t.waiting > 0:
        push(t, Step.ACT, next_in_play(t, (t.seat + 1) % t.num_players), 0, 0)
    elif t.round == 0:
        push(t, Step.BOARD, 0, 0, 0)
    else:
        finish(t)


@rule
def lay_board(t):
    """A card is placed in the middle, and the second round begins."""
    t.board = drawn_card(t, COPIES)
    t.round = 1
    tell(t, Trace.TURNS_UP, -1, t.board, 0, 0, EVERYBODY)
    begin_round(t)


@rule
def finish(t):
    """Those who have not folded show their cards, unless only one is left."""
    if playing(t) > 1:
        for seat in range(t.num_players):
            if t.folded[seat] == 0:
                t.shown[seat] = 1
                tell(t, Trace.SHOWS, seat, t.card[seat], 0, 0, EVERYBODY)
    t.done = 1
    t.step = 0


@rule
def strength(t, seat):
    """The strength of a seat's card at the end; -1 if it has folded."""
    if t.folded[seat] == 1:
        return -1
    return t.num_players + 1 if t.card[seat] == t.board else t.card[seat] + 0


@rule
def returns(t, out):
    """A pair takes the pot, otherwise the highest rank does; equal ranks share it."""
    best = -1
    for seat in range(t.num_players):
        best = max(best, strength(t, seat))
    winners = 0
    for seat in range(t.num_players):
        winners += strength(t, seat) == best
    for row in range(2):
        for seat in range(t.num_players):
            out[row, seat] = gain(t, seat, winners, strength(t, seat) == best, BOUND)


@rule
def observe(t, me, seen):
    """My card, the one in the middle, and every turn of both rounds."""
    observe_cards(t, me, seen)
    seen.board = t.board + 1
    for number in range(ROUNDS):
        for turn in range(MOVES):
            seen.moves[number, turn] = t.moves[number, turn]
    for away in range(MOST_SEATS):
        seen.paid[away] = 0
        seen.folded[away] = 0
    for away in range(t.num_players):
        seen.paid[away] = t.paid[(me + away) % t.num_players]
        seen.folded[away] = t.folded[(me + away) % t.num_players]


@rule
def hide(t, me):
    """Cards that `me` has not seen are dealt again."""
    redraw_cards(t, me, COPIES)


@rule
def audit(t):
    """1: too many cards of a rank, or a card of no rank; 2: impossible numbers of chips."""
    for rank in range(t.num_players + 1):
        held = (t.board == rank) + 0
        for seat in range(t.num_players):
            held += t.card[seat] == rank
        if held > COPIES:
            return 1
    for seat in range(t.num_players):
        if not 0 <= t.card[seat] <= t.num_players:
            return 1
        if not 1 <= t.paid[seat] <= STAKE or (t.folded[seat] == 0 and t.done == 1 and t.paid[seat] != stake(t)):
            return 2
    return 0


class Leduc(Poker):
    """Leduc poker."""

    name = "leduc_v0"
    dtype = TABLE
    longest = ROUNDS * MOVES
    points_bound = BOUND
    chance = ListedChance(outcomes=COPIES * (MOST_SEATS + 1), draws=MOST_SEATS + 1)
    action_names = ("fold", "call", "raise")
    layout = Layout(
        [
            *CARD_PIECES,
            Piece("board", (1,), 0, MOST_SEATS + 1, True, "the card in the middle: rank + 1, or 0"),
            Piece("moves", (ROUNDS, MOVES), 0, 3, True, "turns by round: 1 fold, 2 call, 3 raise, 0 not yet"),
            Piece("paid", (MOST_SEATS,), 0, STAKE, False, "chips of each seat in the pot, from me on"),
            Piece("folded", (MOST_SEATS,), 0, 1, False, "who is out, from me on"),
        ]
    )
    rules = {"deal": deal, "observe": observe, "hide": hide, "returns": returns, "audit": audit}  # noqa: RUF012
    phases = (Phase(Step.ACT, legal_act, play_act),)
    automatic = (Automatic(Step.BOARD, lay_board),)
    trace_kinds = Trace
    goal = "A card that pairs with the one in the middle takes the pot; otherwise, the highest card does."
    examples = "“call”, “raise”"


GAME = Leduc()

_module = GameModule(GAME)
game, env, vec_env = _module.game, _module.env, _module.vec_env
single_env, seat_vec_env = _module.single_env, _module.seat_vec_env
