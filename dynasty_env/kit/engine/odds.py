"""Exact odds of dice and cards, for bots and for chances in words: rules like any other."""

from functools import cache
from math import comb

import numpy as np

from dynasty_env.kit.engine.rule import rule

FACES = 6
MOST_CARDS = 108
"""Number of cards in two packs with four jokers."""

COMB = np.array([[float(comb(n, k)) for k in range(MOST_CARDS + 1)] for n in range(MOST_CARDS + 1)])
"""(109, 109): the binomial coefficients, n choose k."""


@rule
def at_most(value: int) -> float:
    """The probability that one die shows at most a value; 0 below 1, 1 from 6 on."""
    return min(max(value, 0), FACES) / FACES


@rule
def highest_above(value: int, dice: int) -> float:
    """The probability that the highest of some dice is above a value; 0 without dice."""
    none = 1.0
    for _ in range(dice):
        none *= at_most(value)
    return 1 - none


@rule
def none_among(cards: int, marked: int, drawn: int) -> float:
    """The probability that none of `marked` cards is among `drawn` cards drawn from `cards`."""
    return COMB[cards - marked, drawn] / COMB[cards, drawn]  # type: ignore[no-any-return]


@cache
def sums_of_dice(dice: int) -> list[int]:
    """The number of ways in which the dice show each sum, from 0 on. Without dice the sum is 0."""
    if dice == 0:
        return [1]
    fewer = sums_of_dice(dice - 1)
    longer = [0] * (len(fewer) + FACES)
    for total, count in enumerate(fewer):
        for face in range(1, FACES + 1):
            longer[total + face] += count
    return longer
