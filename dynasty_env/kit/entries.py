"""The entry points: the few functions through which Python reaches a game's rules.

All take an array of tables first (a single game is an array of one), and are compiled with exact signatures, so that
a wrong dtype is refused instead of compiled anew. `deal`, `observe`, `hide`, `returns` and `audit` are the
game's own rules, named here and bound by the backend.
"""

from typing import Any

from numba import types

from dynasty_env.kit.loop import open_decision, play, run
from dynasty_env.kit.rng import set_key, threefry
from dynasty_env.kit.rule import rule
from dynasty_env.kit.table import forget_the_rest

DONE, ILLEGAL, FAULTY = 0, 1, 2
"""What `step` answers: carried out, refused (the table is unchanged), or stopped by a bug of the rules."""


def _of_the_game(*_: Any) -> Any:
    raise NotImplementedError("bound to a game's rules by the backend")


game_deal = game_observe = game_hide = game_returns = game_audit = _of_the_game


def deal(tables, i, seed):
    """Deal table `i` anew from `seed`; its options stay."""
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
    """Play `action` at table `i`; DONE, ILLEGAL (nothing has changed) or FAULTY."""
    t = tables[i]
    if action < 0 or action >= len(t.mask) or t.mask[action] == 0:
        return ILLEGAL
    play(t, action)
    if t.fault != 0:
        return FAULTY
    return DONE


def reopen(tables, i):
    """Work the mask of table `i` out from the rest of it (after loading)."""
    if tables[i].done == 0:
        open_decision(tables[i])


def proceed(tables, i):
    """Take what waits on the stack of table `i` up to the next decision."""
    run(tables[i])


def observe(tables, i, seat, out):
    """Write what `seat` sees of table `i` into the row `out`."""
    game_observe(tables[i], seat, out, 0)


def hide(tables, i, seat, key):
    """Redraw all that `seat` does not know of table `i`, and key the generator with `key`."""
    t = tables[i]
    set_key(t, key)
    game_hide(t, seat)
    t.seed = -1
    t.draws = 0
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
    """One of the legal actions, uniformly: the `count`-th choice under `key`."""
    word, _ = threefry(key & 0xFFFFFFFF, key >> 32, count & 0xFFFFFFFF, count >> 32)
    wanted = (word * t.choices) >> 32
    for action in range(len(t.mask)):
        if t.mask[action] == 1:
            if wanted == 0:
                return action
            wanted -= 1
    return -1


def random_steps(tables, first, last, steps, key):
    """Play `steps` uniformly random moves at each of the tables first … last-1, dealing anew after an end.

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

    Returns 0, or the number of the first broken truth, or -1 if the rules stopped with a fault. `counts` gets:
    decisions, actions offered in all.
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


def batch_check(tables, first, last, actions):
    """-1, or the index of the first of the tables first … last-1 that goes on and does not allow its action."""
    for i in range(first, last):
        t = tables[i]
        action = actions[i]
        if t.done == 0 and (action < 0 or action >= len(t.mask) or t.mask[action] == 0):
            return i
    return -1


def batch_play(tables, first, last, actions, terminated, returned, final):
    """Play legal `actions` (n,) at the tables first … last-1.

    Sets `terminated` (n,) to 1 where the game is over; where it has just ended, `returned` (n, kinds, seats), and in
    `final` (n, seats, D) what every seat sees at the end.
    Returns -1, or the index of a table whose rules stopped with a fault.
    """
    for i in range(first, last):
        t = tables[i]
        if t.done == 0:
            play(t, actions[i])
            if t.fault != 0:
                return i
            if t.done == 1:
                game_returns(t, returned[i])
                for seat in range(t.num_players):
                    game_observe(t, seat, final[i], seat)
        terminated[i] = t.done
    return -1


def batch_redeal(tables, first, last, which):
    """Deal the tables marked in `which` (n,) anew. The next seed of a table follows from its first: seed + number of
    tables. Returns -1, or the index of a table whose rules stopped with a fault."""
    for i in range(first, last):
        if which[i] == 1:
            deal_table(tables[i], tables[i].seed + len(tables))
            if tables[i].fault != 0:
                return i
    return -1


def batch_observe(tables, first, last, observation, mask, seat):
    """Write the deciding seats' observations (n, D), masks (n, A) and numbers (n,) of the tables first … last-1."""
    for i in range(first, last):
        t = tables[i]
        seat[i] = t.seat
        for action in range(len(t.mask)):
            mask[i, action] = t.mask[action]
        game_observe(t, t.seat, observation, i)


ENTRIES = {
    f.__name__: f
    for f in (
        deal, step, reopen, proceed, observe, hide, returns, audit, random_steps, audited_game,
        batch_check, batch_play, batch_redeal, batch_observe,
    )
}  # fmt: skip


def signature(name: str, record: Any) -> Any:
    """The exact Numba signature of an entry for tables of type `record`."""
    tables = types.Array(record, 1, "C")
    i8, f4, i1 = types.int64, types.float32, types.int8
    bytes1, bytes2, bytes3 = (types.Array(i1, n, "C") for n in (1, 2, 3))
    floats2, floats3 = (types.Array(f4, n, "C") for n in (2, 3))
    words = types.Array(i8, 1, "C")
    return {
        "deal": types.void(tables, i8, i8),
        "step": i8(tables, i8, i8),
        "reopen": types.void(tables, i8),
        "proceed": types.void(tables, i8),
        "observe": types.void(tables, i8, i8, bytes2),
        "hide": types.void(tables, i8, i8, i8),
        "returns": types.void(tables, i8, floats2),
        "audit": i8(tables, i8),
        "random_steps": i8(tables, i8, i8, i8, i8),
        "audited_game": i8(tables, i8, i8, words),
        "batch_check": i8(tables, i8, i8, words),
        "batch_play": i8(tables, i8, i8, words, bytes1, floats3, bytes3),
        "batch_redeal": i8(tables, i8, i8, bytes1),
        "batch_observe": types.void(tables, i8, i8, bytes2, bytes2, bytes1),
    }[name]
