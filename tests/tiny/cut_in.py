"""A whole hidden-hand game on the kit: three seats, four hidden cards each, and an interrupt.

Cards 1 … 6, three of each: four to a hand, six stay in the pack. The leader lays a card; then everybody clockwise may
cut in with a higher one or pass, until all have passed in succession. The highest card takes the trick (one point),
and its player leads the next one and draws a card. The game ends with a hand that is empty when its turn comes.
"""

from enum import IntEnum

from dynasty_env.kit.engine.cards import sort
from dynasty_env.kit.engine.loop import Automatic, Phase
from dynasty_env.kit.engine.rng import below, shuffle
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, header, offer, push, table_dtype, tell
from dynasty_env.kit.game import Items
from dynasty_env.kit.plain import PlainGame
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.kit.state import State

SEATS = 3
CARDS = 18


class Step(IntEnum):
    LEAD = 1
    CUT = 2
    TRICK = 64


class Trace(IntEnum):
    DRAWS = 1
    DRAWS_A_CARD = 2
    LAYS = 3


TABLE = table_dtype(
    header(7, 4, 40),
    [
        ("hand", "i1", (SEATS, 7)),  # counts by number
        ("size", "i1", (SEATS,)),
        ("points", "i1", (SEATS,)),
        ("pack", "i1", (CARDS,)),
        ("pack_size", "i1"),
        ("used", "i1", (7,)),
        ("top", "i1"),
        ("top_seat", "i1"),
    ],
)


@rule
def deal(t):
    t.top = 0
    t.top_seat = 0
    for i in range(CARDS):
        t.pack[i] = i % 6 + 1
    shuffle(t, t.pack, 0, CARDS)
    t.pack_size = CARDS
    for number in range(7):
        t.used[number] = 0
    for seat in range(SEATS):
        t.points[seat] = 0
        t.size[seat] = 0
        for number in range(7):
            t.hand[seat, number] = 0
        for _ in range(4):
            take(t, seat)
    push(t, Step.LEAD, below(t, SEATS), 0, 0)


@rule
def take(t, seat):
    t.pack_size -= 1
    card = t.pack[t.pack_size]
    t.hand[seat, card] += 1
    t.size[seat] += 1
    tell(t, Trace.DRAWS, seat, card, 0, 0, 1 << seat)
    tell(t, Trace.DRAWS_A_CARD, seat, 0, 0, 0, EVERYBODY)


@rule
def lay(t, number):
    t.hand[t.seat, number] -= 1
    t.size[t.seat] -= 1
    t.used[number] += 1
    t.top = number
    t.top_seat = t.seat
    tell(t, Trace.LAYS, t.seat, number, 0, 0, EVERYBODY)


@rule
def legal_lead(t):
    for number in range(1, 7):
        if t.hand[t.seat, number] > 0:
            offer(t, number)


@rule
def play_lead(t, action):
    lay(t, action)
    push(t, Step.TRICK, t.seat, 0, 0)
    push(t, Step.CUT, (t.seat + 1) % SEATS, 0, 0)


@rule
def legal_cut(t):
    offer(t, 0)
    for number in range(t.top + 1, 7):
        if t.hand[t.seat, number] > 0:
            offer(t, number)


@rule
def play_cut(t, action):
    passes = t.a + 1
    if action != 0:
        passes = 0
        lay(t, action)
    if passes < SEATS:
        push(t, Step.CUT, (t.seat + 1) % SEATS, passes, 0)


@rule
def trick(t):
    t.points[t.top_seat] += 1
    winner = t.top_seat + 0
    t.top = 0
    if t.pack_size > 0:
        take(t, winner)
    if t.size[winner] == 0:
        t.done = 1
        t.step = 0
    else:
        push(t, Step.LEAD, winner, 0, 0)


@rule
def observe(t, me, seen):
    seen.phase = t.step
    asked = (t.seat - me + SEATS) % SEATS
    seen.deciding = asked if t.step != Step.CUT or asked == 0 else SEATS
    seen.top = t.top
    seen.top_seat = (t.top_seat - me + SEATS) % SEATS
    for number in range(7):
        seen.hand[number] = t.hand[me, number]
        seen.used[number] = t.used[number]
    for seat in range(SEATS):
        seen.sizes[(seat - me + SEATS) % SEATS] = t.size[seat]
        seen.points[(seat - me + SEATS) % SEATS] = t.points[seat]


@rule
def hide(t, me):
    heap = t.pack_size + 0
    for seat in range(SEATS):
        if seat != me:
            for number in range(7):
                for _ in range(t.hand[seat, number]):
                    t.pack[heap] = number
                    heap += 1
                t.hand[seat, number] = 0
    sort(t.pack, 0, heap)
    for i in range(heap, len(t.pack)):
        t.pack[i] = 0
    shuffle(t, t.pack, 0, heap)
    for seat in range(SEATS):
        if seat != me:
            for _ in range(t.size[seat]):
                heap -= 1
                t.hand[seat, t.pack[heap]] += 1
    if t.done == 0 and t.step == Step.CUT and t.seat != me:
        began = (t.seat - t.a + SEATS) % SEATS
        mine = (me - began + SEATS) % SEATS
        t.a = (mine + 1 + below(t, SEATS - 1)) % SEATS
        t.seat = (began + t.a) % SEATS


@rule
def returns(t, out):
    total = 0
    for seat in range(SEATS):
        total += t.points[seat]
    for row in range(3):
        for seat in range(SEATS):
            out[row, seat] = (t.points[seat] - (total - t.points[seat]) / (SEATS - 1)) / CARDS


@rule
def audit(t):
    for number in range(1, 7):
        found = t.used[number] + 0
        for seat in range(SEATS):
            if t.hand[seat, number] < 0:
                return 2
            found += t.hand[seat, number]
        for i in range(t.pack_size):
            found += t.pack[i] == number
        if found != 3:
            return 1
    return 0


class CutIn(PlainGame):
    name = "cut_in_v0"
    agent = "player"
    dtype = TABLE
    seats = (3, 3)
    longest = 100
    points_bound = float(CARDS)
    action_names = ("pass", "1", "2", "3", "4", "5", "6")
    layout = Layout(
        [
            Piece("phase", (1,), 0, 2, True, "step"),
            Piece("deciding", (1,), 0, 3, True, "from me; 3: unknown", private=True),
            Piece("top", (1,), 0, 6, False, "highest card of the trick"),
            Piece("top_seat", (1,), 0, 2, True, "whose it is, from me"),
            Piece("hand", (7,), 0, 3, False, "my cards by number", private=True),
            Piece("used", (7,), 0, 3, False, "cards played by number"),
            Piece("sizes", (SEATS,), 0, 12, False, "cards in each hand, from me"),
            Piece("points", (SEATS,), 0, 18, False, "tricks taken, from me"),
        ]
    )
    rules = {"deal": deal, "observe": observe, "hide": hide, "returns": returns, "audit": audit}  # noqa: RUF012
    rewards = ("win", "rank", "points")
    items = (Items(lists=(("pack", "pack_size"),), counts=("hand",)),)
    phases = (Phase(Step.LEAD, legal_lead, play_lead), Phase(Step.CUT, legal_cut, play_cut, secret=True))
    automatic = (Automatic(Step.TRICK, trick),)
    trace_kinds = Trace

    def describe(self, state: State, action: int) -> str:
        return f"lay a {action}" if action else "pass"

    def scores(self, state: State) -> list[float]:
        return [float(points) for points in state.record["points"]]


GAME = CutIn()
