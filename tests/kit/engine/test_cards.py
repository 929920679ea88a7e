"""Kinds of playing cards: names, numbers and colours."""

from dynasty_env.kit.engine.cards import (
    CARD_NAMES,
    CLUBS,
    DIAMONDS,
    HEARTS,
    JOKER,
    KINDS,
    RANKS,
    SPADES,
    is_red,
    number_of,
)

NUMBERS = {"A": 1, "J": 11, "Q": 12, "K": 13} | {str(n): n for n in range(2, 11)}


def test_fifty_three_kinds_with_a_name_each() -> None:
    assert KINDS == len(CARD_NAMES) == len(set(CARD_NAMES)) == 53
    assert CARD_NAMES[JOKER] == "JOKER"


def test_kinds_go_by_suit_then_number() -> None:
    for suit, letter in ((SPADES, "S"), (HEARTS, "H"), (DIAMONDS, "D"), (CLUBS, "C")):
        for rank in range(RANKS):
            assert CARD_NAMES[suit * RANKS + rank][0] == letter
    assert CARD_NAMES[:3] == ("SA", "S2", "S3")
    assert CARD_NAMES[12:15] == ("SK", "HA", "H2")
    assert CARD_NAMES[51] == "CK"


def test_number_of_every_card() -> None:
    for card in range(JOKER):
        assert number_of(card) == NUMBERS[CARD_NAMES[card][1:]]


def test_hearts_and_diamonds_are_red() -> None:
    assert {CARD_NAMES[card][0] for card in range(JOKER) if is_red(card)} == {"H", "D"}
    assert sum(bool(is_red(card)) for card in range(JOKER)) == 26


def test_the_joker_is_not_red() -> None:
    assert not is_red(JOKER)
