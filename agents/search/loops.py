"""The loops of the searches, compiled with a game's rules like the kit's own entry points.

All of them work on a few tables: the position as its seat knows it (`ROOT`, never changed), an imagined table that
agrees with it (`WORLD`), and one to play on (`PLAYED`). Everything that is drawn follows from a key and a number, and a
search with a given number of playouts is therefore the same on every machine.
"""

from functools import partial
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numba import types

from agents.search.distilled.loops import finish_distilled, net_type
from agents.search.looked import looked_type
from agents.search.value import Network, judged
from dynasty_env.kit.engine.backend import Program
from dynasty_env.kit.engine.choice import drawn_action
from dynasty_env.kit.engine.entries import (
    finish_greedily,
    finish_randomly,
    game_greedy,
    game_observe,
    game_returns,
    key_of,
    play_greedy,
    redraw,
)
from dynasty_env.kit.engine.loop import play
from dynasty_env.kit.engine.rng import threefry
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import Fault

ROOT, WORLD, PLAYED = 0, 1, 2
TABLES = 3
"""Number of tables that a search works on."""

WIN = 0
"""The index of the returns that a network judges, which are the first of every game's rewards."""

REDRAW, CHOICES, TREE, OTHERS = 0, 1, 2, 3
"""The draws under the key of a search: hidden cards, moves of playouts, moves in the tree, and views of rivals."""


class Drawn(NamedTuple):
    """The parameters by which a search draws its imagined tables.

    Attributes:
        seat: the deciding seat.
        key: 0 … 2**63-1.
        first, last: numbers of the tables, first … last-1.
        kind: row of the returns that counts.
    """

    seat: int
    key: int
    first: int
    last: int
    kind: int = WIN


class Judging(NamedTuple):
    """The parameters by which an imagined table is played to its returns.

    Attributes:
        depth, net, looked: see `finish`.
        returned: (kinds, seats) float32, overwritten.
    """

    depth: int
    net: Any
    looked: Any
    returned: Any


class Nodes(NamedTuple):
    """The tree of a search.

    Attributes:
        nodes, values: (n, 7) int32 and (n,) float64; node 0 is the root. A full tree does not grow any more.
        path: (n,) int32, overwritten.
        used: (1,) int64: number of nodes so far, which is updated.
        explore: weight of the upper confidence bound, in returns.
        width: of progressive widening, see `widest`.
    """

    nodes: Any
    values: Any
    path: Any
    used: Any
    explore: float
    width: float


def finish(t: Any, seat: Any, key: Any, depth: Any, net: Any, looked: Any, returned: Any) -> None:
    """Bring an imagined table to its returns (kinds, seats): `play_out`, `play_greedily`, `play_distilled` or
    `judge_soon`.

    Args:
        seat: the seat whose returns are wanted.
        key: determines what is drawn.
        depth: number of decisions before a network judges.
        net, looked: the network, and buffers (see `Looked`).
    """
    raise NotImplementedError


@rule
def play_out(t, seat, key, depth, net, looked, returned):
    """By random moves to the end."""
    finish_randomly(t, key, returned)


@rule
def play_greedily(t, seat, key, depth, net, looked, returned):
    """By the game's own bot to the end."""
    finish_greedily(t, key, looked.seen[0], returned)


@rule
def play_distilled(t, seat, key, depth, net, looked, returned):
    """By the game's small policy (`agents.search.distilled`) to the end."""
    finish_distilled(t, looked, net, returned)


@rule
def judge_soon(t, seat, key, depth, net, looked, returned):
    """By the game's own bot for `depth` decisions; then the network estimates the returns of `seat`."""
    count = 0
    while t.done == 0 and t.fault == 0 and count < depth:
        play_greedy(t, key, count, looked.seen[0])
        count += 1
    if t.fault == 0 and t.done == 1:
        game_returns(t, returned)
    elif t.fault == 0:
        game_observe(t, seat, looked.seen[0])
        returned[WIN] = 0.0
        returned[WIN, seat] = judged(net, looked.flat, looked.sums)


@rule
def counted(t, returned, kind, seat):
    """The result of `seat` at the finished table `t`: its return, except that it loses no more if everybody loses than
    if somebody else wins. Players are compared by their victories."""
    lost = kind == WIN and t.num_players > 1
    for each in range(t.num_players):
        lost = lost and returned[WIN, each] < 0.0
    return max(returned[kind, seat], np.float32(-1.0 / (t.num_players - 1))) if lost else returned[kind, seat]


def habit(t: Any, looked: Any, word: Any) -> int:
    """The action of the deciding seat where a tree has not learnt anything yet: `any_habit` or `bot_habit`.

    Args:
        looked: buffers (see `Looked`).
        word: random, 0 … 2**32-1.
    """
    raise NotImplementedError


@rule
def any_habit(t, looked, word):
    """A random legal action."""
    return drawn_action(t.mask, t.choices, word)


@rule
def bot_habit(t, looked, word):
    """The action of the game's own bot, which gets only the seat's observation and mask."""
    game_observe(t, t.seat, looked.seen[0])
    return game_greedy(looked.seen[0], t.mask, word)


def flat(tables, drawn, actions, judging, totals):
    """Flat Monte Carlo: each of `actions` (k,) in each of the imagined tables of `drawn`, played to the end.

    All actions meet the same imagined tables with the same future dice and the same random draws of the players (common
    random numbers), which minimises the influence of chance on the comparison.

    Args:
        tables: (3,) the tables that the search works on.
        drawn, judging: see `Drawn` and `Judging`.
        totals: (k,) float64, to which the results of the seat are added, as computed by `counted`.

    Returns -1, or the index of a table whose rules stopped with a fault.
    """
    seat, key, first, last, kind = drawn
    depth, net, looked, returned = judging
    for number in range(first, last):
        tables[WORLD] = tables[ROOT]
        redraw(tables[WORLD], seat, key_of(key, number, REDRAW))
        if tables[WORLD].fault != 0:
            return WORLD
        choices = key_of(key, number, CHOICES)
        for place in range(len(actions)):
            tables[PLAYED] = tables[WORLD]
            t = tables[PLAYED]
            play(t, actions[place])
            if t.fault == 0:
                finish(t, seat, choices, depth, net, looked, returned)
            if t.fault != 0:
                return PLAYED
            totals[place] += counted(t, returned, kind, seat)
    return -1


# ---------------------------------------------------------------------------------- a tree over what one seat can know
#
# A node is a decision that was taken: by `mover`, `action`. Its value is the mover's, since all seats pursue their own.

MOVER, ACTION, CHILD, NEXT, VISITS, OFFERED, PASSED = 0, 1, 2, 3, 4, 5, 6
"""Columns of a node: the seat and action that led to it; first child, next child of the same parent (-1: none); how
often its mover, while learning, chose it and could have chosen it; how often any playout passed through it."""
COLUMNS = 7
NONE = -1


@rule
def find_child(nodes, parent, mover, action):
    """The child of a node for that action of that seat, or -1."""
    child = nodes[parent, CHILD]
    while child != NONE and (nodes[child, ACTION] != action or nodes[child, MOVER] != mover):
        child = nodes[child, NEXT]
    return child


@rule
def add_child(nodes, values, used, parent, mover, action):
    """Initialise a new node, which no playout has passed through yet."""
    nodes[used, MOVER] = mover
    nodes[used, ACTION] = action
    nodes[used, CHILD] = NONE
    nodes[used, NEXT] = nodes[parent, CHILD]
    nodes[used, VISITS] = 0
    nodes[used, OFFERED] = 0
    nodes[used, PASSED] = 0
    values[used] = 0.0
    nodes[parent, CHILD] = used


@rule
def widest(visits, width):
    """Progressive widening: how many children of a node with this many visits to try, `width` * sqrt(visits)."""
    return max(1, int(width * sqrt(visits + 1.0)))


@rule
def bound(nodes, values, child, explore):
    """Upper confidence bound of a child that has been tried.

    The number of times it was offered takes the place of the parent's visits (Cowling, Powley and Whitehouse 2012).
    """
    visits = nodes[child, VISITS]
    return values[child] / visits + explore * sqrt(log(nodes[child, OFFERED] + 1.0) / visits)


@rule
def explore_child(nodes, values, t, parent, explore, width, looked, word):
    """The action of the deciding seat while it learns.

    First its habit; then another new action as long as few have been tried; else the one with the highest bound, where
    actions that it has not learnt from yet come first.
    """
    tried = 0
    best = NONE
    most = -1e300
    child = nodes[parent, CHILD]
    while child != NONE:
        if nodes[child, MOVER] == t.seat and t.mask[nodes[child, ACTION]] == 1:
            tried += 1
            height = 1e200 if nodes[child, VISITS] == 0 else bound(nodes, values, child, explore)
            if height > most:
                most = height
                best = nodes[child, ACTION]
        child = nodes[child, NEXT]
    if tried == 0:
        return habit(t, looked, word)
    if tried == t.choices or tried >= widest(nodes[parent, PASSED], width):
        return best
    wanted = (word * (t.choices - tried)) >> 32
    for action in range(len(t.mask)):
        if t.mask[action] == 1 and find_child(nodes, parent, t.seat, action) == NONE:
            if wanted == 0:
                return action
            wanted -= 1
    return best


@rule
def follow_child(nodes, values, t, parent, explore, looked, word):
    """The action of the deciding seat while another one learns.

    Among the actions that it has learnt about here, the one with the highest bound; its habit if there are none.
    """
    best = NONE
    most = -1e300
    child = nodes[parent, CHILD]
    while child != NONE:
        if nodes[child, MOVER] == t.seat and nodes[child, VISITS] > 0 and t.mask[nodes[child, ACTION]] == 1:
            height = bound(nodes, values, child, explore)
            if height > most:
                most = height
                best = nodes[child, ACTION]
        child = nodes[child, NEXT]
    return habit(t, looked, word) if best == NONE else best


@rule
def offer_children(nodes, t, parent):
    """Count for each legal child that it could have been chosen here."""
    child = nodes[parent, CHILD]
    while child != NONE:
        if nodes[child, MOVER] == t.seat and t.mask[nodes[child, ACTION]] == 1:
            nodes[child, OFFERED] += 1
        child = nodes[child, NEXT]


@rule
def imagine(tables, seat, key, number):
    """Make an imagined table in `WORLD`, and return the seat that learns from it.

    Every fourth table is for one of the rivals of `seat`, in turn: everything that the rival does not know is
    resampled, including the hand of `seat`, and no rival in the tree learns from the real hand. The others are for
    `seat`.
    """
    tables[WORLD] = tables[ROOT]
    t = tables[WORLD]
    redraw(t, seat, key_of(key, number, REDRAW))
    if number % 4 != 3 or t.num_players == 1 or t.fault != 0:
        return seat
    rival = (seat + 1 + (number // 4) % (t.num_players - 1)) % t.num_players
    redraw(t, rival, key_of(key, number, OTHERS))
    return rival


@rule
def descend(t, learner, draws, first, branches, looked):
    """Play down the tree from the root, beginning with `first`, and add a node; returns the length of `path`."""
    nodes, values, path, used, explore, width = branches
    steps = 0
    node = 0
    grown = False
    while t.done == 0 and t.fault == 0 and not grown and steps < len(path):
        if t.choices == 0:
            t.fault = Fault.NO_CHOICE
            break
        word, _ = threefry(draws & 0xFFFFFFFF, draws >> 32, steps, 0)
        if steps == 0:
            action = first
        elif t.seat == learner:
            offer_children(nodes, t, node)
            action = explore_child(nodes, values, t, node, explore, width, looked, word)
        else:
            action = follow_child(nodes, values, t, node, explore, looked, word)
        child = find_child(nodes, node, t.seat, action)
        grown = child == NONE and steps > 0
        if child == NONE and used[0] < len(nodes):
            child = used[0]
            used[0] += 1
            add_child(nodes, values, child, node, t.seat, action)
            if t.seat == learner:
                nodes[child, OFFERED] += 1
        if child == NONE:
            grown = True  # the tree is full
        else:
            node = child
            path[steps] = node
            steps += 1
        play(t, action)
    return steps


@rule
def learn(nodes, values, path, steps, learner, gained):
    """Update the visits of the nodes of `path`, and the values of those of `learner`."""
    nodes[0, PASSED] += 1
    for step in range(steps):
        node = path[step]
        nodes[node, PASSED] += 1
        if nodes[node, MOVER] == learner:
            nodes[node, VISITS] += 1
            values[node] += gained


def tree(tables, drawn, actions, branches, judging):
    """Information-set Monte Carlo tree search: each of `actions` (k,) in each of the imagined tables of `drawn`.

    As in `flat`, all actions meet the same tables. From each table the game descends the tree, which gets a new node,
    and is played on to the end. The nodes of the seat that learns from this table are updated with the result (max-n:
    every seat pursues its own returns). In the tables of a rival, actions that the resampled hand of `seat` does not
    allow are left out.

    Args:
        tables, drawn, judging: as in `flat`.
        branches: see `Nodes`.

    Returns -1, or the index of a table whose rules stopped with a fault.
    """
    seat, key, first, last, kind = drawn
    depth, net, looked, returned = judging
    for number in range(first, last):
        learner = imagine(tables, seat, key, number)
        if tables[WORLD].fault != 0:
            return WORLD
        if tables[WORLD].seat != seat:  # it is secret who is asked, and the rival assumes somebody else
            continue
        draws = key_of(key, number, TREE)
        choices = key_of(key, number, CHOICES)
        for place in range(len(actions)):
            if tables[WORLD].mask[actions[place]] == 0:
                continue
            tables[PLAYED] = tables[WORLD]
            t = tables[PLAYED]
            steps = descend(t, learner, draws, actions[place], branches, looked)
            if t.fault == 0:
                finish(t, learner, choices, depth, net, looked, returned)
            if t.fault != 0:
                return PLAYED
            gained = counted(t, returned, kind, learner)
            learn(branches.nodes, branches.values, branches.path, steps, learner, gained)
    return -1


def judge_type() -> Any:
    """The Numba type of the value network."""
    shorts2, ints1 = types.Array(types.int16, 2, "C"), types.Array(types.int32, 1, "C")
    return types.NamedTuple((types.Array(types.int64, 1, "C"), shorts2, ints1, shorts2, ints1, ints1), Network)


def signature(net: Any, name: str, record: Any, seen: Any) -> Any:
    """The exact Numba signature of a loop for tables of type `record`, observations of type `seen` and a network of
    type `net`."""
    tables = types.Array(record, 1, "C")
    i8, f8 = types.int64, types.float64
    ints1, ints2 = (types.Array(types.int32, n, "C") for n in (1, 2))
    words, doubles = types.Array(i8, 1, "C"), types.Array(f8, 1, "C")
    drawn = types.NamedUniTuple(i8, 5, Drawn)
    judging = types.NamedTuple((i8, net, looked_type(seen), types.Array(types.float32, 2, "C")), Judging)
    nodes = types.NamedTuple((ints2, doubles, ints1, words, f8, f8), Nodes)
    return {"flat": i8(tables, drawn, words, judging, doubles), "tree": i8(tables, drawn, words, nodes, judging)}[name]


SEARCHES = {
    name: Program(
        f"search-{name}", {"flat": flat, "tree": tree}, partial(signature, net), {"finish": finished, "habit": usual}
    )
    for name, net, finished, usual in (
        ("random", judge_type(), play_out, any_habit),
        ("greedy", judge_type(), play_greedily, bot_habit),
        ("distilled", net_type(), play_distilled, bot_habit),
        ("network", judge_type(), judge_soon, bot_habit),
    )
}
"""The loops, by how an imagined table is brought to its returns."""
