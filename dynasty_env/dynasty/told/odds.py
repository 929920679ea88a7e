"""§08-02-03-01: the chance that an action succeeds, exactly.

It does if the sum of the dice reaches the highest number among the cards of the suits that count. The cards are drawn,
without replacement, from those that a seat cannot see: to it, the pack and the other hands are one shuffled heap. The
chance that none of them is above a number is a ratio of binomial coefficients.
"""

from collections.abc import Sequence
from functools import cache
from math import comb

from dynasty_env.kit.engine.cards import JOKER, KINDS, RANKS

BLACK = (*range(13), *range(39, 52))  # kinds of cards, jokers excepted
RED = tuple(range(13, 39))


@cache
def none_among(cards: int, marked: int, drawn: int) -> float:
    """The chance that none of the `marked` cards is among `drawn` ones, out of a heap of `cards`."""
    return comb(cards - marked, drawn) / comb(cards, drawn)


class Heap:
    """Cards in an unknown order, counted for one kind of action.

    Args:
        counts: (53,) how many of each kind.
        red: True if red cards count (marriage, procreation), False if black ones do (war, hire, incite).

    Attributes:
        size: how many cards.
        above: (14,) how many of them would raise the success value above 0 … 13. A joker counts as 1, since the turn
            player names its number.
    """

    def __init__(self, counts: Sequence[int], red: bool) -> None:
        self.size = sum(counts)
        above = [0] * (RANKS + 1)
        for kind in RED if red else BLACK:
            above[kind % RANKS] += counts[kind]
        for number in range(RANKS - 1, -1, -1):
            above[number] += above[number + 1]
        above[0] += counts[JOKER]
        self.above = tuple(above)


def most_copies(packs: int) -> tuple[int, ...]:
    """(53,) how many of each kind a game has (D-R1)."""
    return (packs,) * (KINDS - 1) + (2 * packs,)
