"""The odds of an action, counted from the book alone (§04, §08-02-03-01, §10-01) as exact fractions.

Cards are named as in a save file: suit and rank, or "JOKER". A card played from hand may also be "joker:7", a joker
that its player counts as 7. A joker from the pack is named by the turn player; here he always names 1, which is never
worse for him than another number. Nothing here is shared with the games.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")  # §04: the ace is the lowest, 1
SUITS = "SHDC"
RED, BLACK = "HD", "SC"  # §04
PACK = (*(suit + rank for suit in SUITS for rank in RANKS), "JOKER", "JOKER")
"""One pack (D-R1)."""

Odds = dict[int, Fraction]


def number(card: str) -> int:
    """§04: what a card counts as; a joker from the pack is named 1."""
    if card.startswith("joker:"):
        return int(card.removeprefix("joker:"))
    return 1 if card == "JOKER" else RANKS.index(card[1:]) + 1


def worth(card: str, suits: str) -> int:
    """What a card brings to the success value: 0 outside the counting suits; a joker matches every suit (D-R2)."""
    return number(card) if card.upper().startswith("JOKER") or card[0] in suits else 0


def without(pack: Sequence[str], *cards: str) -> list[str]:
    """The pack after these cards have been taken out of it."""
    left = list(pack)
    for card in cards:
        left.remove(card)
    return left


def sums(dice: int) -> Odds:
    """The odds of each sum of so many dice; 0 for none."""
    odds: Odds = {0: Fraction(1)}
    for _ in range(dice):
        thrown: Odds = {}
        for (total, p), face in product(odds.items(), range(1, 7)):
            thrown[total + face] = thrown.get(total + face, Fraction(0)) + p / 6
        odds = thrown
    return odds


def at_least(value: int, dice: int) -> Fraction:
    """The chance that the dice reach a success value."""
    return sum((p for total, p in sums(dice).items() if total >= value), Fraction(0))


def highest(heap: Sequence[str], drawn: int, suits: str) -> Odds:
    """The odds of the highest counting number among `drawn` cards of a shuffled heap; 0 if none counts.

    At most `v` is drawn exactly when all the cards are among those worth `v` or less.
    """
    drawn = min(drawn, len(heap))
    odds: Odds = {}
    before = Fraction(0)
    for value in range(14):
        low = sum(worth(card, suits) <= value for card in heap)
        up_to = Fraction(comb(low, drawn), comb(len(heap), drawn))
        if up_to > before:
            odds[value] = up_to - before
        before = up_to
    return odds


def highest_by_listing(heap: Sequence[str], drawn: int, suits: str) -> Odds:
    """The same by looking at every hand of `drawn` cards, for small heaps."""
    hands = list(combinations(heap, min(drawn, len(heap))))
    odds: Odds = {}
    for hand in hands:
        value = max((worth(card, suits) for card in hand), default=0)
        odds[value] = odds.get(value, Fraction(0)) + Fraction(1, len(hands))
    return odds


def success(
    pack: Sequence[str], cards: int, suits: str, dice: int, played: Sequence[str] = (), discards: Sequence[str] = ()
) -> Fraction:
    """The chance that an action succeeds (§08-02-03-01).

    Args:
        pack: the shuffled pack.
        cards: (a) how many cards the action calls for; the pack supplies what `played` leaves open.
        suits: (b) the counting suits, `RED` or `BLACK`.
        dice: (d) how many dice are rolled.
        played: cards from hands.
        discards: shuffled to a new pack when the pack does not suffice.
    """
    wanted = max(0, cards - len(played))
    lying = list(played)
    heap = pack
    if wanted > len(pack):
        lying += pack
        wanted -= len(pack)
        heap = discards
    floor = max((worth(card, suits) for card in lying), default=0)
    return sum(
        (p * at_least(max(floor, value), dice) for value, p in highest(heap, wanted, suits).items()), Fraction(0)
    )
