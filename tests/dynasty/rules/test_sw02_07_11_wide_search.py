"""SW02-07-11: wide search (広域探査): an ace for a person out of a deck. D-R2, D-R51, D-R61."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import hand, holder, names, play, seat, seat_of, where
from .expansion import court, declare, on, results, same_for, tops

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


# ----------------------------------------------------------------------------------------------------------- conditions


@pytest.mark.rule("SW02-07-11")
@pytest.mark.parametrize(("cards", "offered"), [
    ("HA", True), ("DA", True), ("SA", True), ("CA", True), ("H2 CK D10", False), ("JOKER", False), ("", False),
    ("JOKER S2 CA", True),
])  # fmt: skip
def test_sw02_07_11_with_an_ace_in_hand(cards: str, offered: bool) -> None:
    """SW02-07-11: an ace of any suit in her player's hand; D-R2, D-R51: a joker is no ace for it."""
    assert ("search" in names(choosing(house(cards)))) is offered


@pytest.mark.rule("SW02-07-11")
@pytest.mark.parametrize("whose", ["rival's", "nobody's", "out"])
def test_sw02_07_11_only_for_her_dynasty(whose: str) -> None:
    """SW02-07-11: … in the dynasty she belongs to."""
    rival = seat("Elizabeth I", hand="SA", courtiers=[WITCH] if whose == "rival's" else [])
    state = choosing(seat("Henry IV", hand="HA"), rival, wanderers=[WITCH] if whose == "nobody's" else [])
    assert "search" not in names(state)
    if whose == "rival's":
        declare(state, "pass", "deck:yellow")
        assert (state.seat, "search" in names(state)) == (1, True)


@pytest.mark.rule("SW02-07-11")
@pytest.mark.parametrize("place", ["courtiers", "children"])
def test_sw02_07_11_wherever_she_is(place: str) -> None:
    """SW02-07-11: courtier or child; or king."""
    assert "search" in names(choosing(house(place=place)))
    assert "search" in names(choosing(seat(WITCH, hand="DA")))


@pytest.mark.rule("D-R51")
def test_d_r51_no_deck_no_search() -> None:
    """D-R51: there must be a deck with cards."""
    empty: dict[str, list[str]] = {"yellow": [], "blue": [], "red": [], "green": []}
    assert "search" not in names(choosing(person_decks=empty))
    assert "search" in names(choosing(person_decks=empty | {"green": ["Erik XIV"]}))


# ----------------------------------------------------------------------------------------------------------- the search


@pytest.mark.rule("SW02-07-11")
def test_sw02_07_11_an_ace_is_discarded() -> None:
    """SW02-07-11: one ace, of her player's choice, goes from his hand to the discards."""
    state = choosing(house("HA CA S2 JOKER"))
    declare(state, "search")
    assert (state.phase, state.seat, names(state)) == ("search_ace", 0, {"card:HA", "card:CA"})
    play(state, "card:CA")
    assert (hand(state, 0), state.to_dict()["discards"]) == (["HA", "JOKER", "S2"], ["CA"])


@pytest.mark.rule("SW02-07-11")
def test_sw02_07_11_one_deck_is_looked_through() -> None:
    """SW02-07-11, D-R51: a person deck that has cards is chosen."""
    state = choosing(person_decks=DECKS | {"blue": []})
    declare(state, "search", "card:HA")
    assert (state.phase, names(state)) == ("search_deck", {"deck:yellow", "deck:red", "deck:green"})


@pytest.mark.rule("SW02-07-11")
def test_sw02_07_11_a_person_of_that_deck_or_nobody() -> None:
    """SW02-07-11: any person of that deck may be taken, or nobody; an event never."""
    state = searching()
    assert (state.phase, state.seat) == ("search_person", 0)
    assert names(state) == {"pass", "person:the Gale", *(f"person:{who}" for who in RED)}
    assert names(searching("green")) == {"pass", "person:the Healer", *(f"person:{who}" for who in GREEN)}


@pytest.mark.rule("SW02-07-11")
@pytest.mark.parametrize("who", ["Mary I", "the Gale", "James I", "Charles I"])
def test_sw02_07_11_the_person_becomes_a_courtier(who: str) -> None:
    """SW02-07-11: the person, wherever in the deck, becomes a courtier; the others stay, and so does the event."""
    state = searching()
    declare(state, f"person:{who}")
    assert where(state, who) == (0, "courtiers")
    assert sorted(deck_of(state, "red")) == sorted(card for card in DECKS["red"] if card != who)


@pytest.mark.rule("SW02-07-11")
def test_sw02_07_11_nobody_may_be_taken() -> None:
    """SW02-07-11: with a look alone nobody is taken; the ace is spent."""
    state = searching()
    declare(state, "pass")
    assert sorted(deck_of(state, "red")) == sorted(DECKS["red"])
    assert (seat_of(state, 0)["courtiers"], state.to_dict()["discards"]) == ([WITCH], ["HA"])


@pytest.mark.rule("SW02-07-11")
@pytest.mark.parametrize("choice", ["pass", "person:Mary I"])
def test_sw02_07_11_the_deck_is_shuffled(choice: str) -> None:
    """SW02-07-11: then the deck is shuffled, whether somebody was taken or not; the others lie as they did."""
    state = searching()
    orders = {tuple(deck_of(after, "red")) for after in results(state, choice, tries=30)}
    assert len(orders) > 15
    assert {tuple(deck_of(after, "green")) for after in results(state, choice, tries=5)} == {tuple(DECKS["green"])}


@pytest.mark.rule("SW02-07-11")
@pytest.mark.parametrize("choice", ["pass", "person:Mary I"])
def test_sw02_07_11_it_is_the_turns_action(choice: str) -> None:
    """SW02-07-11: it is the action of the turn: the next player's turn follows; no card was played to it."""
    state = searching()
    declare(state, choice)
    assert (state.phase, state.seat, state.to_dict()["on_table"]) == ("recruit", 1, [])


@pytest.mark.rule("D-R51")
def test_d_r51_suleiman_brings_the_ottoman_empire() -> None:
    """D-R51, §11-02: Suleiman, taken so, brings the Ottoman Empire."""
    state = choosing(person_decks={"blue": ["Louis XIII", "Suleiman I", "Henry III"]})
    declare(state, "search", "card:HA", "deck:blue", "person:Suleiman I")
    assert (where(state, "Suleiman I"), holder(state, "Ottoman Empire")) == ((0, "courtiers"), 0)


@pytest.mark.rule("D-R51")
def test_d_r51_the_last_card_of_a_deck() -> None:
    """§07-01 c: a deck that is emptied so ends the game."""
    state = choosing(person_decks={"green": ["Erik XIV"]})
    declare(state, "search", "card:HA", "deck:green", "person:Erik XIV")
    assert state.done
    again = choosing(person_decks={"green": ["Erik XIV"]})
    declare(again, "search", "card:HA", "deck:green", "pass")
    assert not again.done and deck_of(again, "green") == ["Erik XIV"]


@pytest.mark.rule("D-R51")
def test_d_r51_foresight_has_no_part_in_it() -> None:
    """D-R51, SW02-07-10: nothing is drawn: a Seer is not asked."""
    state = choosing(seat("Henry IV", courtiers=[WITCH, "the Seer"], hand="HA"))
    declare(state, "search", "card:HA", "deck:red", "person:Mary I")
    assert where(state, "Mary I") == (0, "courtiers") and (state.phase, state.seat) == ("recruit", 1)


@pytest.mark.rule("D-R61")
def test_d_r61_cancelled_the_ace_is_still_in_hand() -> None:
    """D-R61: cancelled right after its type, the search has cost nothing; D-R31: the discard is red."""
    rival = seat("Elizabeth I", courtiers=["Mary Stuart"], hand="D5")
    state = choosing(house("HA"), rival, attached=on("cancel", "Mary Stuart"))
    declare(state, "search")
    assert (state.phase, state.seat) == ("cancel", 1)
    declare(state, "card:D5")
    assert (state.phase, state.seat, hand(state, 0)) == ("recruit", 1, ["HA"])
    assert state.to_dict()["discards"] == ["D5"]


# ------------------------------------------------------------------------------------------------------- who knows what

SWAPPED = {"red": [*RED[:2], "the Healer", EVENT, *RED[2:]], "green": ["the Gale", *GREEN]}
"""The same, but that the two witches have changed places."""
REVEALED = {"red": [*RED[:2], EVENT, "the Gale", *RED[2:]], "green": DECKS["green"]}
"""The same cards in another order."""


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
def test_sw02_07_11_what_has_been_taken_is_no_memory() -> None:
    """SW02-07-11: whom she took is out of the deck."""
    state = searching()
    declare(state, "person:the Gale")
    assert seat_of(state, 0)["seen"] == {EVENT: "red"}


@pytest.mark.rule("SW02-07-11")
@pytest.mark.parametrize("viewer", [0, 1])
def test_sw02_07_11_the_order_is_nobodys(viewer: int) -> None:
    """SW02-07-11: after the shuffle nobody knows the order."""
    state = searching()
    declare(state, "person:Mary I")
    assert len(tops(state, viewer, "red", 60)) >= 5
