"""A whole open game on the kit: take one to three from a heap; whoever takes the last wins."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from dynasty_env.kit.engine.loop import Automatic, Phase
from dynasty_env.kit.engine.rng import below
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, header, offer, push, table_dtype, tell
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.game import BackendName, Game, Option
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.kit.state import State


class Step(IntEnum):
    TAKE = 1
    NEXT = 64


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
    tell(t, 1, t.seat, 0, 0, action + 1, EVERYBODY)
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


class Nim(Game):
    name = "nim_v0"
    agent = "taker"
    dtype = TABLE
    seats = (2, 4)
    longest = 20
    points_bound = 1.0
    action_names = ("take 1", "take 2", "take 3")
    layout = Layout(
        [
            Piece("heap", (1,), 0, 20, False, "what is left"),
            Piece("deciding", (1,), 0, 5, True, "whose turn, from me"),
        ]
    )
    rules = {  # noqa: RUF012
        "deal": deal, "observe": observe, "hide": hide, "returns": returns, "audit": audit, "greedy": greedy
    }  # fmt: skip
    options = (Option("num_players", 2, (2, 3, 4), "seats"), Option("ask_forced", False, (False, True), "ask all"))
    phases = (Phase(Step.TAKE, legal_take, play_take),)
    automatic = (Automatic(Step.NEXT, next_seat),)

    def describe(self, state: State, action: int) -> str:
        return self.action_names[action]

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return {"heap": int(state.record["heap"]), "deciding": state.seat}

    def scores(self, state: State) -> list[float]:
        return [float(state.record["last"] == seat and state.done) for seat in range(state.num_players)]

    def to_dict(self, state: State) -> dict[str, Any]:
        record = state.record
        names = ("heap", "last", "seat", "done", "key0", "key1", "draws", "seed")
        return {"game": self.name, "options": state.options, **{name: int(record[name]) for name in names}}

    def from_dict(self, saved: Mapping[str, Any], *, backend: BackendName | None = None) -> State:
        reader = Reader(saved)
        state = State(self, self.blank(1, self.check_options(reader["options"].mapping())), self.backend(backend))
        for name, value in saved.items():
            if name not in ("game", "options"):
                state.tables.array[name] = value
        state.tables.array["step"] = 0 if saved["done"] else Step.TAKE
        state.call("reopen")
        return state

    def chronicle(self, state: State, seat: int | None) -> list[str]:
        return [f"taker_{entry.seat} takes {entry.value}" for entry in state.trace(seat)]

    def ansi(self, state: State, seat: int | None) -> str:
        return "|" * int(state.record["heap"])

    def picture(self, state: State, seat: int | None) -> np.ndarray[Any, Any]:
        return np.full((20, 20, 3), 12 * int(state.record["heap"]), np.uint8)


GAME = Nim()
