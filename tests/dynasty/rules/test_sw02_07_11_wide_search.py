"""SW02-07-11: wide search (広域探査): an ace for a person out of a deck. D-R2, D-R51, D-R61."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import seat, seat_of
from .expansion import court, declare, results, same_for, tops

WITCH = "the Seeker"
EVENT = "event:splendid"
RED = ["James I", "Mary I", "Anne Boleyn", "Charles I"]
GREEN = ["Gustav Vasa", "Erik XIV", "Christian IV"]
DECKS = {"red": [*RED[:2], "the Gale", EVENT, *RED[2:]], "green": ["the Healer", *GREEN]}


def house(hand: str = "HA S2", place: str = "courtiers") -> dict[str, Any]:
    own = seat("Henry IV", hand=hand)
    own[place].append(WITCH)
    return own


def choosing(own: dict[str, Any] | None = None, *rivals: dict[str, Any], **fields: Any) -> State:
    """Seat 0 chooses its action; the red and green decks hold cards of the expansion."""
    others = rivals or (seat("Elizabeth I", hand="SK"), seat("Mary Stuart"))
    return court(own or house(), *others, **{"person_decks": DECKS} | fields)


def searching(deck: str = "red", **fields: Any) -> State:
    """She has looked through a deck."""
    state = choosing(**fields)
    declare(state, "search", "card:HA", f"deck:{deck}")
    return state


def deck_of(state: State, name: str) -> list[str]:
    deck: list[str] = state.to_dict()["person_decks"][name]
    return deck


# ----------------------------------------------------------------------------------------------------------- the search


@pytest.mark.rule("SW02-07-11")
@pytest.mark.parametrize("choice", ["pass", "person:Mary I"])
def test_sw02_07_11_the_deck_is_shuffled(choice: str) -> None:
    """SW02-07-11: then the deck is shuffled, whether somebody was taken or not; the others lie as they did."""
    state = searching()
    orders = {tuple(deck_of(after, "red")) for after in results(state, choice, tries=30)}
    assert len(orders) > 15
    assert {tuple(deck_of(after, "green")) for after in results(state, choice, tries=5)} == {tuple(DECKS["green"])}


# ------------------------------------------------------------------------------------------------------- who knows what

SWAPPED = {"red": [*RED[:2], "the Healer", EVENT, *RED[2:]], "green": ["the Gale", *GREEN]}
"""The same, but that the two witches have changed places."""


@pytest.mark.rule("SW02-07-11")
def test_sw02_07_11_her_player_alone_sees_the_deck() -> None:
    """SW02-07-11: the look is hers alone: two tables whose red decks differ look different to her player, to the
    others and before it they are the same."""
    one, other = searching(), searching(person_decks=SWAPPED)
    assert (one.observe(0) != other.observe(0)).any()
    assert one.view(0) != other.view(0)
    for viewer in (1, 2):
        assert same_for(viewer, one, other)
    assert one.view(None) == other.view(None)
    for viewer in (0, 1, 2):
        assert same_for(viewer, choosing(), choosing(person_decks=SWAPPED))


@pytest.mark.rule("SW02-07-11")
def test_sw02_07_11_not_the_other_decks() -> None:
    """SW02-07-11: one deck: the green ones, whose events differ, look the same to her player."""
    green = {"green": [EVENT, *GREEN], "yellow": ["the Gale", "Philip III", "Rudolf II"]}
    other = {"green": ["the Gale", *GREEN], "yellow": [EVENT, "Philip III", "Rudolf II"]}
    assert same_for(0, searching(person_decks=green), searching(person_decks=other))


@pytest.mark.rule("D-R51")
def test_d_r51_whom_it_takes_is_shown() -> None:
    """D-R51: whom she takes everybody sees; that nobody was taken, too."""
    taken, other, nobody = searching(), searching(), searching()
    declare(taken, "person:Mary I")
    declare(other, "person:James I")
    declare(nobody, "pass")
    for viewer in (0, 1, 2):
        assert len({str(state.view(viewer)["seats"][0]["courtiers"]) for state in (taken, other, nobody)}) == 3


@pytest.mark.rule("SW02-07-11")
def test_sw02_07_11_she_remembers_what_she_saw() -> None:
    """SW02-07-11: her player remembers what is in that deck, and so what is not; for the others the expansion's cards
    may lie in either."""
    state = searching()
    declare(state, "pass")
    assert seat_of(state, 0)["seen"] == {"the Gale": "red", EVENT: "red"}
    assert seat_of(state, 1)["seen"] == {} == seat_of(state, 2)["seen"]
    for key in range(40):
        copy = state.hide(0, key)
        assert sorted(deck_of(copy, "red")) == sorted(DECKS["red"])
        assert sorted(deck_of(copy, "green")) == sorted(DECKS["green"])
    assert len({tuple(sorted(deck_of(state.hide(1, key), "red"))) for key in range(40)}) == 3


@pytest.mark.rule("SW02-07-11")
@pytest.mark.parametrize("viewer", [0, 1])
def test_sw02_07_11_the_order_is_nobodys(viewer: int) -> None:
    """SW02-07-11: after the shuffle nobody knows the order."""
    state = searching()
    declare(state, "person:Mary I")
    assert len(tops(state, viewer, "red", 60)) >= 5
