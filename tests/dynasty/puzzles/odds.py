"""The odds of an action at a table of Dynasty, as the engine has them.

A joker from the pack is named 1.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import sqrt

import numpy as np

from dynasty_env.dynasty.ids import Trace
from dynasty_env.kit.engine.rng import threefry
from dynasty_env.kit.state import State
from tests.position_play import Play
from tests.rule_testing import compiled

GAMES = 1_000
SEEDS = 40_000


def odds(play: Play, of: str) -> str:
    """``FACT is VALUE by ACTION``: over all orders in which the cards can come and all rolls of the dice."""
    facts, action = _read(play, of)
    drawn = dice = 0
    while True:
        won: list[bool] = []
        for state in _cases(compiled(play.state), drawn, dice):
            cards, faces = _finish(state, action)
            if cards > drawn or faces > dice:
                drawn, dice = max(drawn, cards), max(dice, faces)
                break
            won.append(all(play.at(state).holds(fact) for fact in facts))
        else:
            return str(Fraction(sum(won), len(won)))


def about(play: Play, of: str) -> bool:
    """``ODDS of FACT is VALUE by ACTION``: whether the share of many tables, all that its seat cannot know drawn
    anew, lies within four standard errors of these odds."""
    text, _, of = of.partition(" of ")
    facts, action = _read(play, of)
    share = Fraction(text)
    start = compiled(play.state)
    won = 0
    for key in range(GAMES):
        state = start.hide(start.seat, key)
        _finish(state, action)
        won += all(play.at(state).holds(fact) for fact in facts)
    return abs(won / GAMES - share) <= 4 * sqrt(share * (1 - share) / GAMES)


def _read(play: Play, of: str) -> tuple[list[str], str]:
    text, _, action = of.rpartition(" by ")
    return [fact.replace(" is ", ": ") for fact in text.split(" and ")], play.short[action]


def _finish(state: State, action: str) -> tuple[int, int]:
    """Play the action, name jokers 1, and say how many cards and dice it has wanted (of death checks, too)."""
    state.play(action)
    kinds = [entry.kind for entry in state.trace()]
    while state.phase == "joker":
        state.play("joker:1")
        kinds += [entry.kind for entry in state.trace()]
    return kinds.count(Trace.SUPPLIED), sum(kind in (Trace.DIE, Trace.CHECKED) for kind in kinds)


def _cases(start: State, drawn: int, dice: int) -> Iterator[State]:
    """The table with every order of the pack's first cards, each of which is equally likely, and with every roll."""
    size = int(start.record["pack_size"])
    pack = start.record["pack"][:size][::-1].tolist()
    for first in permutations(range(size), min(drawn, size)):
        order = [*first, *(i for i in range(size) if i not in first)]
        for seed in _seeds_of(dice):
            state = start.clone()
            table = state.tables.array
            table["pack"][0, :size] = [pack[i] for i in order][::-1]
            table["key0"], table["key1"], table["draws"] = seed, 0, 0
            yield state


@cache
def _seeds_of(dice: int) -> list[int]:
    """A seed for each roll: a table on which nothing is left to shuffle spends its first numbers on the dice."""
    keys = np.arange(SEEDS, dtype=np.int64)
    rolls = [1 + (threefry(keys, 0, draw, 0)[0] * 6 >> 32) for draw in range(dice)]
    found: dict[tuple[int, ...], int] = {}
    for seed in range(SEEDS):
        found.setdefault(tuple(int(roll[seed]) for roll in rolls), seed)
    return [found[faces] for faces in product(range(1, 7), repeat=dice)]
