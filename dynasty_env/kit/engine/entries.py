"""The entry points: the few functions through which Python calls a game's rules.

All take an array of tables first (a single game is an array of one), and are compiled with exact signatures, so that a
wrong dtype raises an error instead of being compiled anew. `deal`, `observe`, `hide`, `returns` and `audit` are the
game's own rules, named here and bound by the backend.

`batch_…` entries work on all tables of an array in order, `some_…` ones on those whose indices they are given. Both
work on a part first … last-1 of them, so that threads can share the work. Observations are records (`Layout.dtype`):
unlike a row of an array, a record is passed on without reference counting, for which threads would have to wait for
each other.
"""

from typing import Any

from numba import types

from dynasty_env.kit.engine.choice import advised_in_mind, any_action, drawn_action, game_mind
from dynasty_env.kit.engine.loop import open_decision, play, run
from dynasty_env.kit.engine.rng import set_key, threefry
from dynasty_env.kit.engine.rule import given_by_the_game, rule
from dynasty_env.kit.engine.table import Fault, forget_the_rest

DONE, ILLEGAL, FAULTY = 0, 1, 2
"""Results of `step`: done, illegal (the table is unchanged), or stopped by a bug in the rules."""

SAME_STEP, NEXT_STEP, DISABLED = 0, 1, 2
"""When `batch_step` deals a new game at an ended table: within the step, in the next one, or never."""


game_deal = game_observe = game_hide = game_returns = game_audit = given_by_the_game
game_greedy = any_action


def deal(tables, i, seed):
    """Deal a new game at table `i` from `seed`; its options stay."""
    deal_table(tables[i], seed)


@rule
def deal_table(t, seed):
    t.seed = seed
    set_key(t, seed)
    t.done = 0
    t.fault = 0
    t.depth = 0
    t.told = 0
    t.trace_length = 0
    game_deal(t)
    run(t)


def step(tables, i, action):
    """Play `action` at table `i`; returns DONE, ILLEGAL (nothing has changed) or FAULTY."""
    t = tables[i]
    if action < 0 or action >= len(t.mask) or t.mask[action] == 0:
        return ILLEGAL
    play(t, action)
    if t.fault != 0:
        return FAULTY
    return DONE


def reopen(tables, i):
    """Recompute the mask of table `i` from the rest of the table (after loading)."""
    if tables[i].done == 0:
        open_decision(tables[i])


def proceed(tables, i):
    """Process the stack of table `i` up to the next decision."""
    run(tables[i])


def observe(tables, i, seat, observation):
    """Write what `seat` sees of table `i` into `observation` (1,)."""
    game_observe(tables[i], seat, observation[0])


@rule
def key_of(key, number, purpose):
    """A separate key 0 … 2**63-1 for each purpose of each number under `key`."""
    high, low = threefry(key & 0xFFFFFFFF, key >> 32, number & 0xFFFFFFFF, purpose)
    return (high >> 1) << 32 | low


def hide(tables, i, seat, key):
    """Redraw everything that `seat` does not know at table `i`, including future dice; `key` is the seed."""
    redraw(tables[i], seat, key)


@rule
def redraw(t, seat, key):
    set_key(t, key)
    game_hide(t, seat)
    t.seed = -1
    set_key(t, key_of(key, 0, 0))  # separate dice, which reveal nothing of those that placed the cards
    forget_the_rest(t, seat)
    if t.done == 0:
        open_decision(t)


def returns(tables, i, out):
    """Write every seat's returns of each kind (one row for each of the game's rewards) at the end of table `i`."""
    game_returns(tables[i], out)


def audit(tables, i):
    """0, or the number of the truth that table `i` breaks."""
    return game_audit(tables[i])


@rule
def pick(t, key, count):
    """One of the legal actions, uniformly: choice number `count` under `key`."""
    word, _ = threefry(key & 0xFFFFFFFF, key >> 32, count & 0xFFFFFFFF, count >> 32)
    return drawn_action(t.mask, t.choices, word)


def random_steps(tables, first, last, steps, key):
    """Play `steps` uniformly random moves at each of the tables first … last-1, dealing a new game after an end.

    Returns the number of games that ended, or -1 - index of a table whose rules stopped with a fault.
    """
    ended = 0
    for i in range(first, last):
        t = tables[i]
        for n in range(steps):
            play(t, pick(t, key + i, n))
            if t.fault != 0:
                return -1 - i
            if t.done == 1:
                ended += 1
                deal_table(t, t.seed + len(tables))
    return ended


def audited_game(tables, i, key, counts):
    """Play table `i` to its end at random, auditing it after every decision.

    Returns 0, or the number of the first broken truth, or -1 if the rules stopped with a fault. `counts` receives the
    number of decisions and the total number of legal actions.
    """
    t = tables[i]
    n = 0
    while True:
        if t.fault != 0:
            return -1
        wrong = game_audit(t)
        if wrong != 0:
            return wrong
        if t.done == 1:
            return 0
        counts[0] += 1
        counts[1] += t.choices
        play(t, pick(t, key, n))
        n += 1


# ------------------------------------------------------------------------------------------------ many tables at once


def batch_check(tables, first, last, actions):
    """The index of the first of the tables first … last-1 that is in progress and does not allow its action; -1:
    none."""
    return first_refusing(tables, first, last, actions)


@rule
def first_refusing(tables, first, last, actions):
    """`batch_check`, as a rule for other code that steps many tables."""
    for i in range(first, last):
        t = tables[i]
        action = actions[i]
        if (action < 0 or action >= len(t.mask) or t.mask[action] == 0) and t.done == 0:
            return i
    return -1


@rule
def copy_mask(t, mask, row):
    for action in range(len(t.mask)):
        mask[row, action] = t.mask[action]


@rule
def ask_ahead(t):
    """Does nothing, except in machine code, where it prefetches half of the lines of a later table
    (`kit.engine.ahead`)."""


@rule
def ask_rest_ahead(t):
    """Prefetches the other half of these lines, likewise."""


@rule
def claim_ahead(observation, mask, i):
    """Does nothing, except in machine code, where it prefetches the rows of a table after the i-th, for writing
    (`kit.engine.ahead`)."""


def batch_deal(tables, first, last, seeds, observation, mask, seat):
    """Deal the tables first … last-1 from `seeds` (n,) and write what `batch_step` writes.

    Returns -1, or the index of a table whose rules stopped with a fault.
    """
    for i in range(first, last):
        t = tables[i]
        deal_table(t, seeds[i])
        if t.fault != 0:
            return i
        copy_mask(t, mask, i)
        if len(observation) > 0:
            game_observe(t, t.seat, observation[i])
        seat[i] = t.seat
    return -1


def batch_step(  # noqa: PLR0913
    tables, first, last, actions, reset, kind, observation, mask, seat, rewards, terminated, returned, final
):
    """Play legal `actions` (n,) at the tables first … last-1, each table's whole step before the next one's.

    It writes:

    - what the deciding seat then sees to `observation` (n,), if that has rows, its mask to `mask` (n, A), and which
      seat it is to `seat` (n,);
    - 1 to `terminated` (n,) where the game is over;
    - where the game has just ended, the returns to `returned` (n, kinds, seats), those of `kind` to `rewards` (n,
      seats), and what every seat sees at the end to `final` (n * `Game.seat_rows`,).

    `reset` says when a new game is dealt at an ended table (SAME_STEP, NEXT_STEP, DISABLED). Its seed is the last seed
    + number of tables.

    Returns -1, or the index of a table whose rules stopped with a fault.
    """
    return step_tables(
        tables, first, last, actions, reset, kind, observation, mask, seat, rewards, terminated, returned, final
    )


@rule
def step_tables(  # noqa: PLR0913
    tables, first, last, actions, reset, kind, observation, mask, seat, rewards, terminated, returned, final
):
    """`batch_step`, as a rule for other code that steps many tables."""
    rows = len(final) // max(len(tables), 1)
    for i in range(first, last):
        t = tables[i]
        for each in range(rewards.shape[1]):
            rewards[i, each] = 0
        ask_ahead(t)
        if t.done == 0:
            play(t, actions[i])
            if t.fault != 0:
                return i
            terminated[i] = t.done
            if t.done == 1:
                game_returns(t, returned[i])
                for each in range(t.num_players):
                    rewards[i, each] = returned[i, kind, each]
                    if len(final) > 0:
                        game_observe(t, each, final[i * rows + each])
                if reset == SAME_STEP:
                    deal_table(t, t.seed + len(tables))
        elif reset == NEXT_STEP:
            deal_table(t, t.seed + len(tables))
            terminated[i] = 0
        if t.fault != 0:
            return i
        copy_mask(t, mask, i)
        ask_rest_ahead(t)
        if len(observation) > 0:
            game_observe(t, t.seat, observation[i])
        seat[i] = t.seat
        claim_ahead(observation, mask, i)
    return -1


# ------------------------------------------------------------------------------- some of many tables, and their bots


def some_observe(tables, which, first, last, seats, observation, mask):
    """Write what `seats` (k,) see, and the masks, of the tables `which` (k,), first … last-1 of them, to rows 0 …
    k-1."""
    for k in range(first, last):
        t = tables[which[k]]
        copy_mask(t, mask, k)
        game_observe(t, seats[k], observation[k])


def some_play(tables, which, first, last, actions):
    """Play legal `actions` (k,) at the tables `which` (k,), first … last-1 of them.

    Returns -1, or the index of a table whose rules stopped with a fault.
    """
    for k in range(first, last):
        t = tables[which[k]]
        play(t, actions[k])
        if t.fault != 0:
            return which[k]
    return -1


def some_returns(tables, which, first, last, returned):
    """Write the returns of the ended tables `which` (k,), first … last-1 of them, to `returned` (n, kinds, seats)."""
    for k in range(first, last):
        game_returns(tables[which[k]], returned[which[k]])


def some_redeal(tables, which, first, last):
    """Deal new games at the tables `which` (k,), first … last-1 of them, from their next seeds.

    Returns -1, or the index of a table whose rules stopped with a fault.
    """
    for k in range(first, last):
        t = tables[which[k]]
        deal_table(t, t.seed + len(tables))
        if t.fault != 0:
            return which[k]
    return -1


@rule
def play_greedy(t, key, count, seen):
    """Action number `count` of the game's own bot under `key`, given only what its seat sees and its legal actions."""
    game_observe(t, t.seat, seen)
    word, _ = threefry(key & 0xFFFFFFFF, key >> 32, count & 0xFFFFFFFF, count >> 32)
    action = game_greedy(seen, t.mask, word)
    if action < 0 or action >= len(t.mask) or t.mask[action] == 0:
        t.fault = Fault.BAD_POLICY
    else:
        play(t, action)


def random_bots(tables, which, first, last, waiting, key, counts, observation):
    """Let random bots play the tables `which` (k,), first … last-1 of them, until the seat in `waiting` (n,) decides.

    Args:
        key: 0 … 2**62-1, the seed of the bots' draws.
        counts: (n,) the number of draws by bots at each table; it is increased.
        observation: (n,) records, for bots that look at them.

    Returns -1, or the index of a table whose rules stopped with a fault.
    """
    for k in range(first, last):
        i = which[k]
        t = tables[i]
        while t.done == 0 and t.seat != waiting[i]:
            play(t, pick(t, key + i, counts[i]))
            counts[i] += 1
            if t.fault != 0:
                return i
    return -1


def greedy_bots(tables, which, first, last, waiting, key, counts, observation):
    """As `random_bots`, by the game's own bot; `observation` is overwritten."""
    for k in range(first, last):
        i = which[k]
        t = tables[i]
        while t.done == 0 and t.seat != waiting[i]:
            play_greedy(t, key + i, counts[i], observation[i])
            counts[i] += 1
            if t.fault != 0:
                return i
    return -1


def greedy_actions(tables, first, last, key, observation, mask, actions):
    """Write the actions of the game's own bot for the rows first … last-1 of `observation` (k,) and `mask` (k, A).

    The rows hold what deciding seats see and their legal actions, at any tables; `key` is the seed of the bot's draws.
    The actions go to `actions` (k,).
    """
    for row in range(first, last):
        word, _ = threefry(key & 0xFFFFFFFF, key >> 32, row, 0)
        actions[row] = game_greedy(observation[row], mask[row], word)


def advise(tables, first, last, observation, mask, values):
    """Write the game's own bot's values of the legal actions of the decisions first … last-1 to `values` (B, A).

    Values of illegal actions stay as they are. For games whose bot values actions (`kit.engine.choice`).
    """
    for row in range(first, last):
        advised_in_mind(game_mind(), observation[row], mask[row], values, row)


@rule
def begin_playout(t, seat, key):
    """Set new dice and redraw everything that `seat` does not know; with -1 the cards stay where they are."""
    if seat >= 0:
        redraw(t, seat, key)
    else:
        set_key(t, key)


@rule
def finish_randomly(t, key, returned):
    """Let random bots play the table to its end, and write every seat's returns to `returned` (kinds, seats).

    A fault of the rules stops them.
    """
    count = 0
    while t.done == 0 and t.fault == 0:
        play(t, pick(t, key, count))
        count += 1
    if t.fault == 0:
        game_returns(t, returned)


@rule
def finish_greedily(t, key, seen, returned):
    """As `finish_randomly`, by the game's own bot; `seen` is overwritten."""
    count = 0
    while t.done == 0 and t.fault == 0:
        play_greedy(t, key, count, seen)
        count += 1
    if t.fault == 0:
        game_returns(t, returned)


def random_playouts(tables, first, last, number, seat, key, observation, returned):
    """Let random bots play the tables first … last-1 to their ends, each with its own dice.

    Args:
        number: number of the playout at table 0; together with `key` it determines everything drawn.
        seat: first redraw what this seat does not know; -1: the cards stay where they are.
        observation: (n,) records, for bots that look at them.
        returned: (n, kinds, seats), every seat's returns.

    Returns -1, or the index of a table whose rules stopped with a fault.
    """
    for i in range(first, last):
        t = tables[i]
        begin_playout(t, seat, key_of(key, number + i, 0))
        finish_randomly(t, key_of(key, number + i, 1), returned[i])
        if t.fault != 0:
            return i
    return -1


def greedy_playouts(tables, first, last, number, seat, key, observation, returned):
    """As `random_playouts`, by the game's own bot; `observation` is overwritten."""
    for i in range(first, last):
        t = tables[i]
        begin_playout(t, seat, key_of(key, number + i, 0))
        finish_greedily(t, key_of(key, number + i, 1), observation[i], returned[i])
        if t.fault != 0:
            return i
    return -1


ENTRIES = {
    f.__name__: f
    for f in (
        deal, step, reopen, proceed, observe, hide, returns, audit, random_steps, audited_game,
        batch_check, batch_deal, batch_step, some_observe, some_play, some_returns, some_redeal,
        random_bots, greedy_bots, greedy_actions, advise, random_playouts, greedy_playouts,
    )
}  # fmt: skip


def signature(name: str, record: Any, seen: Any) -> Any:
    """The exact Numba signature of an entry for tables of type `record` and observations of type `seen`."""
    tables, rows = (types.Array(each, 1, "C") for each in (record, seen))
    i8, f4, i1 = types.int64, types.float32, types.int8
    bytes1, bytes2 = (types.Array(i1, n, "C") for n in (1, 2))
    floats2, floats3 = (types.Array(f4, n, "C") for n in (2, 3))
    words = types.Array(i8, 1, "C")
    bots = i8(tables, words, i8, i8, words, i8, words, rows)
    playouts = i8(tables, i8, i8, i8, i8, i8, rows, floats3)
    return {
        "deal": types.void(tables, i8, i8),
        "step": i8(tables, i8, i8),
        "reopen": types.void(tables, i8),
        "proceed": types.void(tables, i8),
        "observe": types.void(tables, i8, i8, rows),
        "hide": types.void(tables, i8, i8, i8),
        "returns": types.void(tables, i8, floats2),
        "audit": i8(tables, i8),
        "random_steps": i8(tables, i8, i8, i8, i8),
        "audited_game": i8(tables, i8, i8, words),
        "batch_check": i8(tables, i8, i8, words),
        "batch_deal": i8(tables, i8, i8, words, rows, bytes2, bytes1),
        "batch_step": i8(tables, i8, i8, words, i8, i8, rows, bytes2, bytes1, floats2, bytes1, floats3, rows),
        "some_observe": types.void(tables, words, i8, i8, words, rows, bytes2),
        "some_play": i8(tables, words, i8, i8, words),
        "some_returns": types.void(tables, words, i8, i8, floats3),
        "some_redeal": i8(tables, words, i8, i8),
        "random_bots": bots,
        "greedy_bots": bots,
        "greedy_actions": types.void(tables, i8, i8, i8, rows, bytes2, words),
        "advise": types.void(tables, i8, i8, rows, bytes2, floats2),
        "random_playouts": playouts,
        "greedy_playouts": playouts,
    }[name]
