"""Playing cards: kinds, and hands stored as counts.

A kind is suit * 13 + rank - 1 with suits spades, hearts, diamonds, clubs; kind 52 is the joker. A hand or a discard
pile is an array of 53 counts, without an order. Only a face-down pack has an order.
"""

from dynasty_env.kit.engine.rule import rule

SPADES, HEARTS, DIAMONDS, CLUBS = 0, 1, 2, 3
RANKS = 13
JOKER = 52
KINDS = 53

SUIT_LETTERS = "SHDC"
RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARD_NAMES = tuple(suit + rank for suit in SUIT_LETTERS for rank in RANK_NAMES) + ("JOKER",)


@rule
def number_of(card):
    """The number of a card: A = 1 … K = 13."""
    return card % RANKS + 1


@rule
def is_red(card):
    """Hearts or diamonds; not the joker, which can stand for any card."""
    return 13 <= card < 39


@rule
def sort(pile, start, count):
    """Sort `count` places of the flat array `pile`, from `start` on, into ascending order."""
    for i in range(start + 1, start + count):
        card = pile[i] + 0
        j = i
        while j > start and pile[j - 1] > card:
            pile[j] = pile[j - 1]
            j -= 1
        pile[j] = card
