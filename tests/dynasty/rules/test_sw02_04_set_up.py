"""SW02-04, D-R44: an event that is turned up in set-up."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State

from .conftest import chance, names, play, seat_of
from .events import bearer, events_of, is_discarded, new, occupied

EVENTS = (
    "neuroi", "cancel", "admiration", "grounded", "doll", "gale slash", "all-out attack", "warrior's way", "splendid",
    "so what", "not jealous", "polygamy",
)  # fmt: skip
TOP = ("James I", "Mary I", "Anne Boleyn", "Charles I")
"""Persons of the red deck, so that a test knows what lies on top of it."""


def dealt(red: list[str] | tuple[str, ...] = (), **options: object) -> State:
    """A fresh game whose red deck begins with these cards; an event of another deck changes places with one of the
    red deck's. In the other decks the events lie low."""
    laid = new(5, ask_forced=True, **options).to_dict()
    decks = laid["person_decks"]
    for colour in ("yellow", "blue", "green"):
        decks[colour].sort(key=lambda card: card.startswith("event:"))
    for i, wanted in enumerate(red):
        deck = next(deck for deck in decks.values() if wanted in deck)
        if deck is not decks["red"]:
            other = next(card for card in decks["red"] if card.startswith("event:") and card not in red)
            deck[deck.index(wanted)] = other
            decks["red"].remove(other)
        else:
            deck.remove(wanted)
        decks["red"].insert(i, wanted)
    assert decks["red"][: len(red)] == list(red)
    return GAME.from_dict(laid, backend="interpreted")


def red_deck(state: State) -> list[str]:
    """The red deck, top first."""
    deck: list[str] = state.to_dict()["person_decks"]["red"]
    return deck


def finished(state: State) -> State:
    """Set up every dynasty from green, yellow, yellow, but for the very last move."""
    while True:
        if state.phase == "setup_king":
            action = f"person:{seat_of(state, state.seat)['courtiers'][0]}"
        else:
            action = "deck:green" if not seat_of(state, state.seat)["courtiers"] else "deck:yellow"
        after = state.clone()
        after.play(action)
        if not after.phase.startswith("setup"):
            return state
        state = after


def last_action(state: State) -> str:
    assert state.phase == "setup_king"
    return f"person:{seat_of(state, state.seat)['courtiers'][0]}"


# -------------------------------------------------------------------------------------- it goes under, another comes up


@pytest.mark.rule("SW02-04")
@pytest.mark.parametrize("event", EVENTS)
def test_sw02_04_it_goes_under_its_deck_and_another_card_is_drawn(event: str) -> None:
    """SW02-04: an event drawn in set-up goes back under its person deck, and the draw is made again; no event, the
    Neuroi and the doll included, does anything."""
    state = dealt([f"event:{event}", *TOP])
    seat, size = state.seat, len(red_deck(state))
    play(state, "deck:red")
    assert seat_of(state, seat)["courtiers"] == ["James I"]
    deck = red_deck(state)
    assert (deck[0], deck[-1], len(deck)) == ("Mary I", f"event:{event}", size - 1)
    assert events_of(state, seat) == [] and not is_discarded(state, event)
    assert not occupied(state) and bearer(state, event) is None


@pytest.mark.rule("SW02-04")
def test_sw02_04_until_a_person_comes_up() -> None:
    """SW02-04: … as often as an event comes up: two in a row go under one after the other."""
    state = dealt(["event:cancel", "event:doll", *TOP])
    seat = state.seat
    play(state, "deck:red")
    assert seat_of(state, seat)["courtiers"] == ["James I"]
    deck = red_deck(state)
    assert (deck[0], deck[-2:]) == ("Mary I", ["event:cancel", "event:doll"])


@pytest.mark.rule("SW02-04")
def test_sw02_04_a_person_is_turned_up_as_ever() -> None:
    """SW02-04: only events go under; a person of the expansion is turned up like any other."""
    state = dealt(["the Healer", *TOP])
    seat = state.seat
    play(state, "deck:red")
    assert seat_of(state, seat)["courtiers"] == ["the Healer"]
    assert red_deck(state)[0] == "James I"


@pytest.mark.rule("D-R44")
def test_d_r44_the_event_is_no_card_of_the_three() -> None:
    """D-R44, §08-01: the dynasty still gets three persons, not all three from one deck."""
    state = dealt(["event:cancel", *TOP])
    seat = state.seat
    play(state, "deck:red", "deck:red")
    assert set(seat_of(state, seat)["courtiers"]) == {"James I", "Mary I"}
    assert (state.phase, names(state)) == ("setup_deck", {"deck:yellow", "deck:blue", "deck:green"})
    play(state, "deck:green")
    assert state.phase == "setup_king"


@pytest.mark.rule("D-R44")
def test_d_r44_one_person_and_one_event_are_not_two_from_a_deck() -> None:
    """D-R44, §08-01: … so after an event and a person of one deck two more may not both come from it."""
    state = dealt(["event:cancel", "James I", "event:doll", "Mary I"])
    play(state, "deck:red", "deck:green")
    assert "deck:red" in names(state)


# --------------------------------------------------------------------------------------------- those decks are shuffled


@pytest.mark.rule("SW02-04")
def test_sw02_04_after_set_up_its_deck_is_shuffled() -> None:
    """SW02-04: at the end of set-up that person deck is shuffled again: the event may lie anywhere, on top too."""
    state = dealt(["event:cancel", *TOP])
    play(state, "deck:red")
    state = finished(state)
    before = red_deck(state)
    assert before[-1] == "event:cancel"
    after = chance(state, last_action(state), lambda s: red_deck(s)[0] == "event:cancel")
    assert sorted(red_deck(after)) == sorted(before)
    orders = set()
    for key in range(6):
        copy = state.clone()
        copy.tables.array["key0"] = key
        copy.play(last_action(copy))
        orders.add(tuple(red_deck(copy)))
    assert len(orders) == 6


@pytest.mark.rule("SW02-04")
def test_sw02_04_not_before_set_up_has_ended() -> None:
    """SW02-04: … at the end, not at once: until then the rest of the deck keeps its order."""
    state = dealt(["event:cancel", *TOP])
    order = [*red_deck(state)[2:], "event:cancel"]
    play(state, "deck:red", "deck:green")
    assert red_deck(state) == order


@pytest.mark.rule("SW02-04")
def test_sw02_04_the_other_decks_keep_their_order() -> None:
    """SW02-04: … that deck, no other."""
    state = dealt(["event:cancel", *TOP])
    play(state, "deck:red")
    state = finished(state)
    before = state.to_dict()["person_decks"]
    play(state, last_action(state))
    after = state.to_dict()["person_decks"]
    assert after["red"] != before["red"]
    assert all(after[colour] == before[colour] for colour in ("yellow", "blue", "green"))


@pytest.mark.rule("SW02-04")
def test_sw02_04_a_deck_without_an_event_is_not_shuffled() -> None:
    """SW02-04: a deck from which only persons were turned up stays as it lies."""
    state = dealt(TOP)
    play(state, "deck:red")
    state = finished(state)
    before = red_deck(state)
    for key in range(3):
        copy = state.clone()
        copy.tables.array["key0"] = key
        copy.play(last_action(copy))
        assert red_deck(copy) == before


# ------------------------------------------------------------------------------------------------ everybody has seen it


@pytest.mark.rule("D-R44")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_d_r44_everybody_knows_where_it_went(seat: int) -> None:
    """D-R44: it is turned up openly: everybody knows that it is in that deck, at the bottom until set-up ends."""
    state = dealt(["event:cancel", "event:doll", *TOP])
    play(state, "deck:red")
    for key in range(8):
        assert red_deck(state.hide(seat, key))[-2:] == ["event:cancel", "event:doll"]


@pytest.mark.rule("D-R44")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_d_r44_after_set_up_that_it_is_in_that_deck(seat: int) -> None:
    """D-R44: … after set-up in that deck, nobody knows where; other events of it may be in any deck."""
    state = dealt(["event:cancel", *TOP])
    play(state, "deck:red")
    state = finished(state)
    play(state, last_action(state))
    assert state.to_dict()["shown"]["event:cancel"] == "red"
    drawn = [red_deck(state.hide(seat, key)) for key in range(30)]
    assert all("event:cancel" in deck for deck in drawn)
    assert len({deck.index("event:cancel") for deck in drawn}) > 3
    assert not all("event:polygamy" in deck for deck in drawn)


@pytest.mark.rule("D-R44")
def test_d_r44_all_were_told() -> None:
    """D-R44: … openly: what was told is the same to all, and names the event."""
    state = dealt(["event:cancel", *TOP])
    play(state, "deck:red")
    told = [state.trace(seat) for seat in range(4)]
    assert all(entries == told[0] for entries in told)
    assert any("cancel" in line for line in state.chronicle(None))
