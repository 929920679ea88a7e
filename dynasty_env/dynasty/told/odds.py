"""§08-02-03-01: the chance that an action succeeds, exactly.

Success means that the sum of the dice reaches the highest number among the cards of the counting suits. The cards are
drawn, without putting back, from those that a seat cannot see: the pack and the other hands are one shuffled heap to
it. How high they go is a ratio of binomials.
"""

from collections.abc import Sequence
from functools import cache
from math import comb

from dynasty_env.kit.engine.cards import JOKER, KINDS, RANKS

BLACK = (*range(13), *range(39, 52))
RED = tuple(range(13, 39))


@cache
def none_among(cards: int, marked: int, drawn: int) -> float:
    """The chance that none of the `marked` cards of a heap of `cards` is among the `drawn` ones."""
    return comb(cards - marked, drawn) / comb(cards, drawn)


class Heap:
    """Cards that lie in an unknown order, seen through one action: red counts, or black.

    Args:
        counts: how many of each kind (53).
        red: red counts (marriage, procreation); else black (war, hire, incite).

    Attributes:
        size: how many cards.
        above: (14,) how many of them would make the success value more than 0 … 13. A joker counts as 1: the turn
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
