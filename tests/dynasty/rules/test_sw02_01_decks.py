"""SW02-01: how the cards of the expansion are used."""

from __future__ import annotations

from collections import Counter

import pytest

from dynasty_env.dynasty.game import GAME

from .conftest import all_persons, every_person, printed
from .events import new

DECKS = ("yellow", "blue", "red", "green")
EVENTS = (
    "neuroi", "cancel", "admiration", "grounded", "doll", "gale slash", "all-out attack", "warrior's way", "splendid",
    "so what", "not jealous", "polygamy",
)  # fmt: skip
WITCHES = (
    "the Healer", "the Evil Eye", "the Watcher", "the Marksman", "the Thunderer", "the Gale", "the Mighty", "the Beam",
    "the Swift", "the Seer", "the Seeker", "the Deflector",
)  # fmt: skip
ORDINARY = ("the Quartermaster", "the Mechanic", "the Courier", "the Physician")
CARDS = {*WITCHES, *ORDINARY, *(f"event:{event}" for event in EVENTS)}
"""SW02-01: the cards of the expansion: persons and events."""


def decks(seed: int) -> dict[str, list[str]]:
    """The person decks as dealt."""
    dealt: dict[str, list[str]] = new(seed).to_dict()["person_decks"]
    return dealt


@pytest.mark.rule("SW02-01")
def test_sw02_01_there_are_28_cards() -> None:
    """SW02-01: 28 cards; D-R23: 12 witches, one per ability, 12 events, one each, and four ordinary persons."""
    assert len(CARDS) == 28
    dealt = [card for deck in decks(0).values() for card in deck]
    assert Counter(dealt) == Counter([*all_persons(), *CARDS])


@pytest.mark.rule("D-R23")
def test_d_r23_the_witches_have_twelve_abilities() -> None:
    """D-R23: one witch per ability; the letter W after the religion makes a witch (SW02-02)."""
    persons = {name: printed(name) for name in every_person()}
    assert {name for name, card in persons.items() if str(card.religion).endswith("W")} == set(WITCHES)
    assert len({persons[name].ability for name in WITCHES}) == 12
    assert {persons[name].ability for name in ORDINARY} == {""}


@pytest.mark.rule("SW02-01")
@pytest.mark.parametrize("seed", range(5))
def test_sw02_01_seven_to_each_deck(seed: int) -> None:
    """SW02-01: they are dealt in equal parts into the decks of the four colours: seven to each."""
    for colour, deck in decks(seed).items():
        assert len([card for card in deck if card in CARDS]) == 7
        base = [card for card in deck if card not in CARDS]
        assert {printed(card).colour for card in base} == {colour}
        assert len(base) == (21 if colour == "blue" else 20)  # §08-01: Suleiman is in the blue deck


@pytest.mark.rule("SW02-01")
def test_sw02_01_every_card_may_come_into_every_deck() -> None:
    """SW02-01: they are shuffled before they are dealt; their colours need not match those of the decks."""
    where = {card: set[str]() for card in CARDS}
    for seed in range(80):
        for colour, deck in decks(seed).items():
            for card in deck:
                if card in CARDS:
                    where[card].add(colour)
    assert all(colours == set(DECKS) for colours in where.values())


@pytest.mark.rule("SW02-01")
def test_sw02_01_every_card_is_a_quarter_of_the_time_in_each_deck() -> None:
    """SW02-01: … each as likely as any other: over 400 deals no card is in a deck much oftener than 100 times."""
    seen: Counter[tuple[str, str]] = Counter()
    for seed in range(400):
        for colour, deck in decks(seed).items():
            seen.update((card, colour) for card in deck if card in CARDS)
    assert min(seen.values()) > 60 and max(seen.values()) < 140  # 4.6 standard deviations on either side


@pytest.mark.rule("SW02-01")
def test_sw02_01_the_decks_are_shuffled_with_them() -> None:
    """SW02-01: then each deck is shuffled: a card of the expansion may lie anywhere in it."""
    places: Counter[int] = Counter()
    for seed in range(100):
        deck = decks(seed)["yellow"]
        places.update(i for i, card in enumerate(deck) if card in CARDS)
    assert set(places) == set(range(27))
    assert max(places.values()) < 26 + 24  # 26 expected, and more than five standard deviations


@pytest.mark.rule("SW02-01")
def test_sw02_01_not_without_the_option() -> None:
    """SW02 is an addition: without it no card of it is in the game."""
    dealt = GAME.new(0, backend="interpreted").to_dict()
    assert not CARDS & {card for deck in dealt["person_decks"].values() for card in deck}


@pytest.mark.rule("SW02-01")
@pytest.mark.parametrize("abilities", [False, True])
def test_sw02_01_with_and_without_the_advanced_rule(abilities: bool) -> None:
    """SW02-01 with or without §11-03's abilities: the same 28 cards."""
    dealt = new(3, abilities=abilities).to_dict()
    assert {card for deck in dealt["person_decks"].values() for card in deck} >= CARDS
