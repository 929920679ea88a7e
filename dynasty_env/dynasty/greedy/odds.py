"""§08-02-03-01: the exact chance that an action succeeds.

It succeeds if the sum of the dice reaches the highest number among the cards of the suits that count. The cards are
drawn without replacement from those that the seat cannot see: from its point of view, the pack and the other hands are
one shuffled heap. The chance that none of them is above a number is a ratio of binomial coefficients.
"""

from math import comb

import numpy as np

from dynasty_env.dynasty.greedy.mind import BLACK, DISCARDS, HIDDEN, MEMOS
from dynasty_env.dynasty.material import BIRTH_CARDS
from dynasty_env.kit.engine.cards import JOKER, RANKS
from dynasty_env.kit.engine.odds import none_among, sums_of_dice
from dynasty_env.kit.engine.rule import rule

MOST_ROLLED = 64
"""With this many dice success is certain: their sum is higher than any card's number."""


ROLLS = [sums_of_dice(dice) for dice in range(MOST_ROLLED + 1)]
TAIL = np.array([[sum(ways[needed:]) / sum(ways) for needed in range(RANKS + 1)] for ways in ROLLS])
"""(65, 14): the chance that the sum of 0 … 64 dice is at least 0 … 13."""


def births() -> list[list[float]]:
    """(65, 7): the chance of a birth with 0 … 64 dice and 0 … 6 cards, all drawn from one full pack."""
    red, size = 2 * RANKS, 4 * RANKS + 2
    chances = []
    for tail in TAIL.tolist():
        row = []
        for drawn in range(BIRTH_CARDS + 1):
            above = [red + 2, *(red - 2 * number for number in range(1, RANKS + 1))]  # jokers count as 1
            reached = [comb(size - more, drawn) / comb(size, drawn) for more in above]
            row.append(sum((r - s) * t for r, s, t in zip(reached, [0.0, *reached], tail, strict=False)))
        chances.append(row)
    return chances


BIRTHS = np.array(births())


@rule
def success(m, colour, dice, drawn, at_hand, value):
    """The chance of success when the success value is at least `value` and `drawn` cards are still to come.

    `colour`: BLACK or RED, whichever counts. The first `at_hand` cards come from the cards that I cannot see; the rest
    come from the discards, which have become the new pack by then.
    """
    first = min(drawn, at_hand, m.heap[HIDDEN])
    second = min(drawn - first, m.heap[DISCARDS])
    rolled = min(dice, MOST_ROLLED)
    chance = 0.0
    reached = 0.0
    for highest in range(value, RANKS + 1):
        no_higher = none_among(m.heap[HIDDEN], m.above[colour, HIDDEN, highest], first)
        if second > 0:
            no_higher *= none_among(m.heap[DISCARDS], m.above[colour, DISCARDS, highest], second)
        chance += (no_higher - reached) * TAIL[rolled, highest]
        reached = no_higher
        if reached == 1.0:
            break
    return chance


@rule
def contest_chance(m, colour, wanted, dice, laid, value):
    """The chance of success with `laid` cards on the table, of which the highest that counts is `value`.

    The others are expected to play a share of the cards in their hands. Half of these are of suits that count, and they
    replace cards from the pack.
    """
    supplied = max(0.0, wanted - laid - m.extra / 2)
    return success(m, colour, dice, round(m.extra + supplied), m.pack_size + round(m.extra), value)


@rule
def own_chance(m, colour, wanted, dice):
    """The chance that an action of mine with `wanted` cards and `dice` succeeds, if I use my hand in the best way."""
    if wanted >= MEMOS or dice >= MEMOS:
        return best_chance(m, colour, wanted, dice)
    if m.chance_known[colour, wanted, dice] == 0:
        m.chance_known[colour, wanted, dice] = 1
        m.chance[colour, wanted, dice] = best_chance(m, colour, wanted, dice)
    return m.chance[colour, wanted, dice]


@rule
def best_chance(m, colour, wanted, dice):
    """Compute `own_chance`: I play low cards from my hand instead of unknown ones, if that is better."""
    chance = contest_chance(m, colour, wanted, dice, 0, 0)
    laid = min(m.hand[0, JOKER], wanted)
    value = min(laid, 1)
    first = 0 if colour == BLACK else RANKS
    second = 3 * RANKS if colour == BLACK else 2 * RANKS
    for rank in range(RANKS // 2):
        count = m.hand[0, first + rank] + m.hand[0, second + rank]
        if count > 0 and laid < wanted:
            laid = min(laid + count, wanted)
            value = rank + 1
    if laid > 0:
        chance = max(chance, contest_chance(m, colour, wanted, dice, laid, value))
    return chance
