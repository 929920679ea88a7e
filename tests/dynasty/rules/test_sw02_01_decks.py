"""SW02-01: how the cards of the expansion are dealt."""

from collections import Counter

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.material import EVENT_NAMES

from .conftest import all_persons, every_person, printed

WITCHES = (
    "the Healer", "the Evil Eye", "the Watcher", "the Marksman", "the Thunderer", "the Gale", "the Mighty", "the Beam",
    "the Swift", "the Seer", "the Seeker", "the Deflector",
)  # fmt: skip
ORDINARY = ("the Quartermaster", "the Mechanic", "the Courier", "the Physician")
CARDS = {*WITCHES, *ORDINARY, *(f"event:{event}" for event in EVENT_NAMES)}
"""SW02-01: the cards of the expansion: persons and events."""


def decks(seed: int, *, witches: bool = True, abilities: bool = True) -> dict[str, list[str]]:
    """The person decks as dealt."""
    state = GAME.new(seed, backend="interpreted", witches=witches, abilities=abilities)
    dealt: dict[str, list[str]] = state.to_dict()["person_decks"]
    return dealt


@pytest.mark.rule("SW02-01", "D-R23")
@pytest.mark.parametrize("abilities", [False, True])
def test_sw02_01_there_are_28_cards(abilities: bool) -> None:
    """SW02-01: 28 cards, with or without §11-03; D-R23: 12 witches (the letter W after the religion, SW02-02), one per
    ability, 12 events and four ordinary persons. Without the expansion there is none of them."""
    dealt = [card for deck in decks(0, abilities=abilities).values() for card in deck]
    assert len(CARDS) == 28 and Counter(dealt) == Counter([*all_persons(), *CARDS])
    cards = {name: printed(name) for name in every_person()}
    assert {name for name, card in cards.items() if str(card.religion).endswith("W")} == set(WITCHES)
    assert len({cards[name].ability for name in WITCHES}) == 12 and not any(cards[name].ability for name in ORDINARY)
    assert not CARDS & {card for deck in decks(0, witches=False).values() for card in deck}


@pytest.mark.rule("SW02-01")
def test_sw02_01_seven_to_each_deck() -> None:
    """SW02-01: seven are dealt into the deck of each colour, whatever their own; each deck is shuffled with them: over
    400 deals each card is in each deck about 100 times (4.6 standard deviations), and lies anywhere in it."""
    seen: Counter[tuple[str, str]] = Counter()
    places: Counter[int] = Counter()
    for seed in range(400):
        for colour, deck in decks(seed).items():
            assert sum(card in CARDS for card in deck) == 7
            assert len(deck) == 7 + (21 if colour == "blue" else 20)  # §08-01: Suleiman is in the blue deck
            assert {printed(card).colour for card in deck if card not in CARDS} == {colour}
            seen.update((card, colour) for card in deck if card in CARDS)
            places.update(i for i, card in enumerate(deck) if card in CARDS and colour == "yellow")
    assert len(seen) == 4 * 28 and min(seen.values()) > 60 and max(seen.values()) < 140
    assert set(places) == set(range(27)) and max(places.values()) < 104 + 5 * 10
