"""A betting game with hidden cards for exactly two seats (Leduc hold'em): six cards, two rounds."""

from enum import IntEnum

from dynasty_env.kit.engine.loop import Automatic, Phase
from dynasty_env.kit.engine.rng import below, shuffle
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, header, offer, push, table_dtype, tell
from dynasty_env.kit.plain import PlainGame
from dynasty_env.kit.seats.layout import Layout, Piece

FOLD, CALL, RAISE = 0, 1, 2
CARDS, RANKS = 6, 3  # two each of jack, queen and king, which are 0, 1 and 2


class Step(IntEnum):
    BET = 1
    NEXT = 64


class Trace(IntEnum):
    FOLDS = 1
    CALLS = 2
    RAISES = 3
    SHOWS = 4


TABLE = table_dtype(
    header(3, 3, 8),
    [
        ("pack", "i1", (CARDS,)),  # the first two are the seats' hands, the third lies open from the second round on
        ("paid", "i1", (2,)),
        ("round", "i1"),
        ("raises", "i1"),
        ("acted", "i1"),
        ("folded", "i1"),  # who has folded; -1: nobody
    ],
)


@rule
def deal(t):
    for card in range(CARDS):
        t.pack[card] = card // 2
    shuffle(t, t.pack, 0, CARDS)
    for seat in range(2):
        t.paid[seat] = 1
    t.round = 0
    t.raises = 0
    t.acted = 0
    t.folded = -1
    push(t, Step.BET, 0, 0, 0)


@rule
def legal_bet(t):
    if t.paid[t.seat] < t.paid[1 - t.seat]:
        offer(t, FOLD)
    offer(t, CALL)
    if t.raises < 2:
        offer(t, RAISE)


@rule
def play_bet(t, action):
    other = 1 - t.seat
    t.acted += 1
    if action == FOLD:
        t.folded = t.seat
        tell(t, Trace.FOLDS, t.seat, 0, 0, 0, EVERYBODY)
    elif action == CALL:
        t.paid[t.seat] = t.paid[other]
        tell(t, Trace.CALLS, t.seat, 0, 0, 0, EVERYBODY)
    else:
        t.paid[t.seat] = t.paid[other] + 2 + 2 * t.round
        t.raises += 1
        tell(t, Trace.RAISES, t.seat, 0, 0, 2 + 2 * t.round, EVERYBODY)
    push(t, Step.NEXT, t.seat, 0, 0)


@rule
def next_seat(t):
    if t.folded >= 0:
        t.done = 1
        t.step = 0
    elif t.acted < 2 or t.paid[0] != t.paid[1]:
        push(t, Step.BET, 1 - t.seat, 0, 0)
    elif t.round == 0:
        t.round = 1
        t.raises = 0
        t.acted = 0
        tell(t, Trace.SHOWS, -1, 1 + t.pack[2], 0, 0, EVERYBODY)
        push(t, Step.BET, 0, 0, 0)
    else:
        t.done = 1
        t.step = 0


@rule
def strength(t, seat):
    rank = t.pack[seat]
    return rank + (RANKS if rank == t.pack[2] else 0)


@rule
def won(t, seat):
    """What a seat wins in chips."""
    other = 1 - seat
    if t.folded == seat:
        return -t.paid[seat]
    if t.folded == other:
        return t.paid[other] + 0
    mine, its = strength(t, seat), strength(t, other)
    if mine == its:
        return 0
    return t.paid[other] + 0 if mine > its else -t.paid[seat]


@rule
def returns(t, out):
    for seat in range(2):
        chips = won(t, seat)
        out[0, seat] = 1.0 if chips > 0 else -1.0 if chips < 0 else 0.0
        out[1, seat] = chips / 13.0


@rule
def audit(t):
    for rank in range(RANKS):
        there = 0
        for i in range(CARDS):
            there += t.pack[i] == rank
        if there != 2:
            return 1
    return 0 if t.raises <= 2 and t.paid[0] <= 13 and t.paid[1] <= 13 else 2


@rule
def observe(t, me, seen):
    seen.mine = t.pack[me]
    seen.open = 1 + t.pack[2] if t.round == 1 else 0
    seen.paid[0] = t.paid[me]
    seen.paid[1] = t.paid[1 - me]
    seen.raises = t.raises
    seen.deciding = (t.seat - me + 2) % 2


@rule
def hide(t, me):
    """The cards that `me` cannot place, in their order, so that nothing of how they lay is left, and then drawn."""
    other = 1 - me
    mine, first, number = t.pack[me] + 0, 2 + t.round, 0
    shown = t.pack[2] + 0 if t.round == 1 else -1
    for rank in range(RANKS):
        for _ in range(2 - (rank == mine) - (rank == shown)):
            t.pack[other if number == 0 else first + number - 1] = rank
            number += 1
    shuffle(t, t.pack, first, CARDS - first)
    drawn = below(t, number)
    if drawn > 0:
        kept = t.pack[other] + 0
        t.pack[other] = t.pack[first + drawn - 1]
        t.pack[first + drawn - 1] = kept


@rule
def greedy(seen, mask, word):
    if seen.mine == 2 and mask[RAISE]:
        return RAISE
    if seen.mine == 0 and mask[FOLD]:
        return FOLD
    return CALL


class TwoCards(PlainGame):
    name = "two_cards_v0"
    agent = "player"
    dtype = TABLE
    seats = (2, 2)
    longest = 8
    rewards = ("win", "points")
    points_bound = 13.0
    action_names = ("fold", "call", "raise")
    layout = Layout(
        [
            Piece("mine", (1,), 0, 2, True, "my card: jack, queen, king", private=True),
            Piece("open", (1,), 0, 3, True, "the open card; 0: none yet"),
            Piece("paid", (2,), 0, 13, False, "what has been paid, from the one that looks", by_seat=True),
            Piece("raises", (1,), 0, 2, False, "in this round"),
            Piece("deciding", (1,), 0, 1, True, "whose turn it is, from the one that looks"),
        ]
    )
    rules = {  # noqa: RUF012
        "deal": deal, "observe": observe, "hide": hide, "returns": returns, "audit": audit, "greedy": greedy
    }  # fmt: skip
    phases = (Phase(Step.BET, legal_bet, play_bet),)
    automatic = (Automatic(Step.NEXT, next_seat),)
    trace_kinds = Trace
    goal = "Whoever has the better card, a pair before a king, wins the pot."


GAME = TwoCards()
