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
def dice_tail(dice: int) -> tuple[float, ...]:
    """(14,) the chance that the sum of `dice` dice is at least 0 … 13. No dice: the sum is 0."""
    ways = [1]
    for _ in range(dice):
        longer = [0] * (len(ways) + 6)
        for total, count in enumerate(ways):
            for face in range(1, 7):
                longer[total + face] += count
        ways = longer
    return tuple(sum(ways[needed:]) / 6**dice for needed in range(RANKS + 1))


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


def success(
    dice: int, drawn: int, heap: Heap, laid: int = 0, pack: int | None = None, rebuilt: Heap | None = None
) -> float:
    """The chance of success.

    Args:
        dice: how many are rolled.
        drawn: cards still to come from `heap`.
        heap: what the turn player, or another seat, cannot see.
        laid: the success value of the cards that lie there already.
        pack: how many cards can come from `heap` (all, if left out); the rest comes from
        rebuilt: the discards, which then become the new pack.
    """
    first = min(drawn, heap.size if pack is None else pack, heap.size)
    second = min(drawn - first, rebuilt.size) if rebuilt is not None else 0
    tail = dice_tail(dice)
    chance = 0.0
    reached = 0.0
    for value in range(laid, RANKS + 1):
        no_higher = none_among(heap.size, heap.above[value], first) if first else 1.0
        if second and rebuilt is not None:
            no_higher *= none_among(rebuilt.size, rebuilt.above[value], second)
        chance += (no_higher - reached) * tail[value]
        reached = no_higher
        if reached == 1.0:
            break
    return chance


def most_copies(packs: int) -> tuple[int, ...]:
    """(53,) how many of each kind a game has (D-R1)."""
    return (packs,) * (KINDS - 1) + (2 * packs,)
