"""Positions with their outcomes: the game's own bot plays whole games, compiled, and some decisions are kept."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.kit.engine.backend import Program
from dynasty_env.kit.engine.entries import deal_table, game_observe, game_returns, key_of, pick, play_greedy
from dynasty_env.kit.engine.loop import play
from dynasty_env.kit.engine.rng import threefry
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.errors import RuleFault
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes

WIN = 0
GAMES = 256
"""Games that are played with the same options, one after the other."""
MAX_PER_GAME = 16
"""The maximum number of positions that are kept of a game."""
SHARE = 0.06
"""The share of a game's decisions whose positions are kept."""
RANDOM = (0.0, 0.05, 0.2)
"""Shares of random moves in a game: positions that result from mistakes must occur too."""


class Sample(NamedTuple):
    """Positions, each as seen by one seat.

    Attributes:
        observation: (n, D) int8.
        outcome: (n,) float32, what that seat won in the end, by the first of the game's rewards, unchanged: where
            everybody loses it may be lower than the value that searches use.
        game: (n,) int64, the number of the game that the position comes from.
    """

    observation: Bytes
    outcome: npt.NDArray[np.float32]
    game: npt.NDArray[np.int64]


@rule
def chance(key, count, purpose):
    """A number 0 … 2**32-1 for each purpose of each count under `key`."""
    word, _ = threefry(key & 0xFFFFFFFF, key >> 32, count, purpose)
    return word


def play_and_keep(tables, first, last, key, keep, stray, seen, seats, outcome, number, looked, returned):  # noqa: PLR0913
    """Play games first … last-1 at table 0 to their ends and keep some of their positions.

    Args:
        key: 0 … 2**63-1; together with the number of a game it determines every random draw.
        keep, stray: out of 2**32: how often a position is kept, and how often a move is random instead of the bot's.
        seen: (n,) observations as records: the kept ones.
        seats, outcome, number: (n,), the seat that saw each position, what it won, and in which game.
        looked: (1,) observation, for the bot; overwritten.
        returned: (kinds, seats), overwritten.

    Returns how many positions were kept, or -1 if the rules stopped with a fault.
    """
    kept = 0
    t = tables[0]
    for game in range(first, last):
        deal_table(t, key_of(key, game, 0))
        draws = key_of(key, game, 1)
        begin = kept
        count = 0
        while t.done == 0 and t.fault == 0:
            if chance(draws, count, 1) < keep and kept < len(seen) and kept < begin + MAX_PER_GAME:
                seat = (chance(draws, count, 2) * t.num_players) >> 32
                game_observe(t, seat, seen[kept])
                seats[kept] = seat
                number[kept] = game
                kept += 1
            if chance(draws, count, 3) < stray:
                play(t, pick(t, draws, count))
            else:
                play_greedy(t, draws, count, looked[0])
            count += 1
        if t.fault != 0:
            return -1
        game_returns(t, returned)
        for k in range(begin, kept):
            outcome[k] = returned[WIN, seats[k]]
    return kept


def signature(name: str, record: Any, seen: Any) -> Any:
    """The exact Numba signature of `play_and_keep`."""
    tables, rows = (types.Array(each, 1, "C") for each in (record, seen))
    i8 = types.int64
    words, floats = types.Array(i8, 1, "C"), types.Array(types.float32, 1, "C")
    return i8(tables, i8, i8, i8, i8, i8, rows, words, floats, words, rows, types.Array(types.float32, 2, "C"))


SAMPLE = Program("sample", {"play_and_keep": play_and_keep}, signature)


def sampled(game: Game, positions: int, key: int) -> Iterator[Sample]:
    """Kept positions in parts, at least `positions` of them, from games with mixed options, determined by `key`."""
    keep = game.compile(SAMPLE)
    count = 0
    for part, options in enumerate(option_sets(game, positions, key)):
        room = GAMES * MAX_PER_GAME
        observation = np.zeros((room, game.layout.size), np.int8)
        records, looked = game.layout.records(observation), np.zeros(1, game.layout.dtype)
        seats, number = np.zeros(room, np.int64), np.zeros(room, np.int64)
        outcome, returned = np.zeros(room, np.float32), np.zeros((len(game.rewards), game.seat_rows), np.float32)
        wanted = round(SHARE * 2**32), round(RANDOM[part % len(RANDOM)] * 2**32)
        tables = game.blank(1, game.check_options(options))
        games = part * GAMES, (part + 1) * GAMES
        kept = keep.call(
            "play_and_keep", tables, *games, key, *wanted, records, seats, outcome, number, looked, returned
        )
        if kept < 0:
            raise RuleFault(f"{game.name}: the rules failed in game {games[0]} … of key {key} ({options})")
        yield Sample(observation[:kept], outcome[:kept], number[:kept])
        count += kept
        if count >= positions:
            return
