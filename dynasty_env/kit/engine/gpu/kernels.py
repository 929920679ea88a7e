"""The kernels: what one GPU thread does with one table. `kit.engine.gpu.cuda` binds them to a game's rules.

They are launched with at least one thread a table; surplus threads do nothing. What a thread reads and writes often is
in its own memory (`cuda.local`): this is interleaved, so that threads that reach the same field share a line. `trouble`
(2,) int64 holds the least index of a table whose action is illegal, and of one whose rules stopped with a fault; n
means none.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda
from numba.cuda import types

from dynasty_env.kit.engine.choice import SEVERAL, advised, best_action, single_action, value_actions
from dynasty_env.kit.engine.entries import deal_table, game_greedy, game_observe, game_returns, pick
from dynasty_env.kit.engine.loop import play
from dynasty_env.kit.engine.rng import threefry
from dynasty_env.kit.engine.rule import rule

ILLEGAL, FAULT = 0, 1
"""Places in `trouble`."""

SEEN: Any = None
MIND: Any = None
SEEN_WORDS = MIND_WORDS = 0
"""Of each game: the types of an observation and of a bot's mind, filled up to words of 64 bits, and their words."""


def deal_all(tables: Any, which: Any, seeds: Any, trouble: Any) -> None:
    """Deal the tables marked in `which` (n,) from `seeds` (n,), which then tell the seeds of the games after these."""
    i = cuda.grid(1)
    if i < len(tables) and which[i] == 1 and trouble[ILLEGAL] == len(tables):
        deal_table(tables[i], seeds[i])
        seeds[i] += len(tables)
        if tables[i].fault != 0:
            cuda.atomic.min(trouble, FAULT, i)


def check_all(tables: Any, actions: Any, trouble: Any) -> None:
    """Is each action (n,) legal, where the game goes on?"""
    i = cuda.grid(1)
    if i < len(tables):
        t = tables[i]
        action = actions[i]
        if t.done == 0 and (action < 0 or action >= len(t.mask) or t.mask[action] == 0):
            cuda.atomic.min(trouble, ILLEGAL, i)


def play_all(  # noqa: PLR0913
    tables: Any, order: Any, actions: Any, row: int, rewards: Any, before: Any, over: Any, returned: Any, trouble: Any
) -> None:
    """Play the checked actions (n,), or none if one is illegal. Threads take the tables in `order` (n,).

    Sets `before` and `over` (n,) to 1 where the game was over before and is now. Where it has just ended, `returned`
    (n, kinds, seats) get the returns, and `rewards` (n, seats) their row `row` (elsewhere 0).
    """
    thread = cuda.grid(1)
    if thread < len(tables) and trouble[ILLEGAL] == len(tables):
        i = order[thread]
        t = tables[i]
        for seat in range(t.num_players):
            rewards[i, seat] = 0
        before[i] = t.done
        if t.done == 0:
            play(t, actions[i])
            if t.fault != 0:
                cuda.atomic.min(trouble, FAULT, i)
            elif t.done == 1:
                game_returns(t, returned[i])
                for seat in range(t.num_players):
                    rewards[i, seat] = returned[i, row, seat]
        over[i] = t.done


def observe_ends(tables: Any, before: Any, over: Any, final: Any, trouble: Any) -> None:
    """Write what every seat sees where `play_all` has just ended the game: `final` (n * seats, words), a thread for
    each row."""
    thread = cuda.grid(1)
    rows = len(final) // len(tables)
    i = thread // rows
    if i < len(tables) and trouble[ILLEGAL] == len(tables) and over[i] == 1 and before[i] == 0 and tables[i].fault == 0:
        seat = thread - i * rows
        if seat < tables[i].num_players:
            observe_into(tables[i], seat, final, thread)


def observe_all(tables: Any, observation: Any, seat: Any) -> None:
    """Write the deciding seats' observations (n, words) and numbers (n,)."""
    i = cuda.grid(1)
    if i < len(tables):
        seat[i] = tables[i].seat
        observe_into(tables[i], tables[i].seat, observation, i)


@rule
def observe_into(t: Any, me: Any, rows: Any, row: Any) -> None:
    """Write what `me` sees into a row of words."""
    words = cuda.local.array(SEEN_WORDS, np.int64)
    game_observe(t, me, seen_in(words))
    for word in range(SEEN_WORDS):
        rows[row, word] = words[word]


def pick_all(tables: Any, key: int, count: int, actions: Any) -> None:
    """A random legal action for every table: the `count`-th choice of `rollout` under `key`; -1 after the end."""
    i = cuda.grid(1)
    if i < len(tables):
        actions[i] = pick(tables[i], key + i, count)


def greedy_all(tables: Any, order: Any, wanted: Any, observation: Any, mask: Any, key: int, actions: Any) -> None:
    """What the game's own bot does at the tables marked in `wanted` (n,), into `actions` (n,).

    It takes what deciding seats see (n, words) and may do (n, A), and `key` decides what it draws. Threads take the
    tables in `order` (n,).
    """
    thread = cuda.grid(1)
    if thread < len(tables) and wanted[order[thread]] == 1:
        i = order[thread]
        words = cuda.local.array(SEEN_WORDS, np.int64)
        read_words(observation, i, words)
        word, _ = threefry(key & 0xFFFFFFFF, key >> 32, i, 0)
        actions[i] = game_greedy(seen_in(words), mask[i], word)


def worthiest_all(tables: Any, order: Any, wanted: Any, observation: Any, mask: Any, actions: Any) -> None:
    """As `greedy_all`, of a bot that values actions (`kit.engine.choice`)."""
    thread = cuda.grid(1)
    if thread < len(tables) and wanted[order[thread]] == 1:
        i = order[thread]
        action = single_action(mask[i])
        if action == SEVERAL:
            words = cuda.local.array(SEEN_WORDS, np.int64)
            read_words(observation, i, words)
            m = mind_in(blank(cuda.local.array(MIND_WORDS, np.int64)))
            value_actions(m, seen_in(words), mask[i])
            action = best_action(m.worths, mask[i])
        actions[i] = action


def advise_all(
    tables: Any, order: Any, wanted: Any, observation: Any, mask: Any, values: Any, actions: Any
) -> None:  # fmt: skip
    """What such a bot thinks of each action, looking as far ahead as it can: into `values` (n, A); 0 if illegal.
    `actions` (n,) get the one with the highest value."""
    thread = cuda.grid(1)
    if thread < len(tables) and wanted[order[thread]] == 1:
        i = order[thread]
        words = cuda.local.array(SEEN_WORDS, np.int64)
        read_words(observation, i, words)
        m = mind_in(blank(cuda.local.array(MIND_WORDS, np.int64)))
        advised(m, seen_in(words), mask[i])
        for action in range(values.shape[1]):
            values[i, action] = m.worths[action] if mask[i, action] == 1 else 0
        actions[i] = best_action(m.worths, mask[i])


@rule
def read_words(rows: Any, row: Any, words: Any) -> None:
    """Copy a row."""
    for word in range(SEEN_WORDS):
        words[word] = rows[row, word]


@rule
def blank(words: Any) -> Any:
    """The same words, all 0."""
    for word in range(MIND_WORDS):
        words[word] = 0
    return words


@rule
def seen_in(words: Any) -> Any:
    """A thread's private words as an observation."""
    return words.view(SEEN)[0]


@rule
def mind_in(words: Any) -> Any:
    """A thread's private words as what a bot has in mind."""
    return words.view(MIND)[0]


def rollout(tables: Any, steps: int, key: int, games: Any, trouble: Any) -> None:
    """Play `steps` random moves at each table, with a new game after each end; `games` (n,) counts the ends.

    The same games as `entries.random_steps` plays.
    """
    i = cuda.grid(1)
    if i < len(tables):
        roll_out(tables[i], i, len(tables), steps, key, games, trouble)


@rule
def roll_out(t: Any, i: int, count: int, steps: int, key: int, games: Any, trouble: Any) -> None:
    """What `rollout` does with table `i` of `count`."""
    games[i] = 0
    for n in range(steps):
        play(t, pick(t, key + i, n))
        if t.fault != 0:
            cuda.atomic.min(trouble, FAULT, i)
            return
        if t.done == 1:
            games[i] += 1
            deal_table(t, t.seed + count)


KERNELS: dict[str, Callable[..., None]] = {
    f.__name__: f for f in (deal_all, check_all, play_all, observe_ends, observe_all, pick_all, rollout)
}
BOTS: dict[str, Callable[..., None]] = {f.__name__: f for f in (greedy_all, worthiest_all, advise_all)}
"""What asks a game's own bot; the last two, one that values actions."""


def signatures(record: Any) -> dict[str, tuple[Any, ...]]:
    """The exact Numba types of each kernel's arguments. `record`: of tables."""
    tables = types.Array(record, 1, "C")
    i8 = types.int64
    bytes1, bytes2 = (types.Array(types.int8, n, "C") for n in (1, 2))
    floats2, floats3 = (types.Array(types.float32, n, "C") for n in (2, 3))
    words, rows = (types.Array(i8, n, "C") for n in (1, 2))
    return {
        "deal_all": (tables, bytes1, words, words),
        "check_all": (tables, words, words),
        "play_all": (tables, words, words, i8, floats2, bytes1, bytes1, floats3, words),
        "observe_ends": (tables, bytes1, bytes1, rows, words),
        "observe_all": (tables, rows, bytes1),
        "pick_all": (tables, i8, i8, words),
        "greedy_all": (tables, words, bytes1, rows, bytes2, i8, words),
        "worthiest_all": (tables, words, bytes1, rows, bytes2, words),
        "advise_all": (tables, words, bytes1, rows, bytes2, floats2, words),
        "rollout": (tables, i8, i8, words, words),
    }
