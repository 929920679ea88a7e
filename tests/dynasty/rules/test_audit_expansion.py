"""The audit of events, the Neuroi and what has been seen (truths 12 to 15): a wrong table is found out."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.material import (
    BASE_PERSONS,
    COUNTRY_NAMES,
    EVENT_CARD,
    NOBODY,
    PERSON_NAMES,
    PERSONS,
    SEATS,
    Event,
    EventPlace,
    Holder,
    Place,
)
from dynasty_env.kit.state import State
from tests.false_tables import Wrong, both, put

from .conftest import seat
from .events import held, laid, on, under_the_neuroi

ALBA, SULEIMAN, SEER = (PERSON_NAMES.index(name) for name in ("Duke of Alba", "Suleiman I", "the Seer"))
EMPIRE = COUNTRY_NAMES.index("Ottoman Empire")


def court(**fields: Any) -> State:
    """Events in a hand (cancel), attached (grounded), in a deck (splendid); the others are out of the game."""
    own = seat("Philip II", courtiers=["Duke of Alba"], events=held("cancel"))
    decks = {"person_decks": {"red": ["event:splendid", "the Seer", "James I"]}}
    given = {"attached": on(grounded="Duke of Alba")} | decks | fields
    return laid(own, seat("Elizabeth I"), **given)


def found(wrong: Wrong, state: State | None = None) -> int:
    """What the audit says once something has been put in a wrong place."""
    table = state or court()
    assert table.call("audit") == 0
    wrong(table.tables[0])
    return int(table.call("audit"))


def seen(row: int, card: int, deck: int) -> Wrong:
    return put("seen", (row, card - BASE_PERSONS), deck)


@pytest.mark.rule("SW02-04")
@pytest.mark.parametrize(
    "wrong",
    [
        put("event_place", Event.SPLENDID, EventPlace.OUT),  # it is in a deck
        put("event_place", Event.SPLENDID, EventPlace.GONE),
        put("event_place", Event.POLYGAMY, EventPlace.DECK),  # it is in none
        put("event_place", Event.CANCEL, EventPlace.GONE),  # it lies before somebody
        put("event_deck", Event.CANCEL, NOBODY),  # taken from a deck
        put("event_deck", Event.GALE_SLASH, 2),  # nobody holds it
        put("event_place", Event.GALE_SLASH, EventPlace.HAND),
    ],
)
def test_truth_12_an_event_is_where_its_place_says(wrong: Wrong) -> None:
    """SW02-04: an event is in a deck once, or face down before a player, taken from a deck, or neither."""
    assert found(wrong) == 12


@pytest.mark.rule("SW02-04")
def test_truth_12_an_event_is_in_a_deck_once() -> None:
    """SW02-04: … and never twice."""
    state = court()
    deck = [int(card) for card in state.record["deck"]]
    second = deck.index(PERSON_NAMES.index("James I"))
    assert found(both(put("deck", second, EVENT_CARD + Event.SPLENDID)), state) in (3, 12)


@pytest.mark.rule("SW02-08")
@pytest.mark.parametrize(
    "wrong",
    [
        put("event_person", Event.GROUNDED, NOBODY),
        put("event_place", Event.GROUNDED, EventPlace.GONE),
        put("event_person", Event.SPLENDID, ALBA),
        put("event_person", Event.GROUNDED, PERSON_NAMES.index("James I")),  # of no dynasty
    ],
)
def test_truth_13_an_event_is_attached_to_somebody_of_a_dynasty(wrong: Wrong) -> None:
    """SW02-08: an attached event has its person, who belongs to a dynasty; no other event has one."""
    assert found(wrong) == 13


@pytest.mark.rule("SW02-04")
@pytest.mark.parametrize("row", [0, 1, SEATS])
def test_truth_14_what_was_seen_may_still_be_there(row: int) -> None:
    """SW02-04, SW02-07-10: a seat (or everybody) remembers in which deck a card is, as long as it may be there: in a
    deck, or as an event in somebody's hand, where nobody else saw it go."""
    there = [EVENT_CARD + Event.SPLENDID, EVENT_CARD + Event.CANCEL, SEER]
    gone = [EVENT_CARD + Event.GROUNDED, EVENT_CARD + Event.POLYGAMY]
    for card in there:
        assert found(seen(row, card, 2)) == 0, card
    assert found(seen(row, gone[0], 2)) == 14
    assert found(both(put("event_place", Event.POLYGAMY, EventPlace.GONE), seen(row, gone[1], 2))) == 14
    assert found(both(put("event_place", Event.POLYGAMY, EventPlace.TABLE), seen(row, gone[1], 2))) == 14


@pytest.mark.rule("SW02-07-10")
@pytest.mark.parametrize("row", [0, 1, SEATS])
@pytest.mark.parametrize("person", [BASE_PERSONS, PERSONS - 1])
def test_truth_14_a_person_who_has_left_the_deck_is_no_memory(row: int, person: int) -> None:
    """SW02-07-10: the first and the last person of the expansion too."""
    name = PERSON_NAMES[person]
    in_deck = court(person_decks={"red": ["event:splendid", name, "James I"]})
    assert found(seen(row, person, 2), in_deck) == 0
    turned_up = court(person_decks={"red": ["event:splendid", "James I"]}, wanderers=[name])
    assert found(seen(row, person, 2), turned_up) == 14


CANCEL = EVENT_CARD + Event.CANCEL


@pytest.mark.rule("D-R70")
@pytest.mark.parametrize(
    ("wrong", "truth"),
    [
        (seen(1, CANCEL, 1), 18),  # it was taken from the red deck, not from the one where the seat saw it
        (both(seen(1, CANCEL, 2), put("seen_after", (1, CANCEL - BASE_PERSONS), 1)), 18),  # seen after it was taken
        (both(seen(1, CANCEL, 2), put("seen_after", (1, CANCEL - BASE_PERSONS), 0)), 0),
        (seen(0, CANCEL, 1), 0),  # whoever holds it knows where it is
        (both(seen(1, CANCEL, 1), put("event_shown", Event.CANCEL, 1)), 0),  # everybody knows which it is
        (put("searched_after", (1, 2), 0), 18),  # looked through, and neither it nor the deck's cards were found
        (both(put("searched_after", (1, 2), 0), seen(1, EVENT_CARD + Event.SPLENDID, 2)), 18),
    ],
)
def test_truth_18_a_hidden_event_is_one_that_each_seat_may_take_it_for(wrong: Wrong, truth: int) -> None:
    """D-R70: what lies face down, or in a deck, agrees with all that the other seats have seen in the decks."""
    assert found(wrong) == truth


@pytest.mark.rule("D-R70")
@pytest.mark.parametrize(
    ("missed", "truth"), [([], 0), ([PERSON_NAMES[BASE_PERSONS]], 18), (["the Seer"], 18), (["James I"], 0)]
)
def test_truth_18_a_deck_that_was_looked_through_holds_what_was_seen_there(missed: list[str], truth: int) -> None:
    """D-R70: after a wide search every card of the expansion in that deck has been seen; of others nothing is kept."""
    deck = ["James I", "the Seer", PERSON_NAMES[BASE_PERSONS]]
    state = court(person_decks={"red": deck})
    looked = put("searched_after", (1, 2), 1)
    cards = [PERSON_NAMES.index(name) for name in deck if name not in missed]
    of_it = [card for card in cards if card >= BASE_PERSONS]
    saw = [seen(1, card, 2) for card in of_it] + [put("seen_after", (1, card - BASE_PERSONS), 1) for card in of_it]
    assert found(both(looked, *saw), state) == truth


@pytest.mark.rule("SW02-06-01")
@pytest.mark.parametrize("place", [EventPlace.OUT, EventPlace.GONE])
def test_truth_15_no_occupied_country_without_the_card(place: EventPlace) -> None:
    """SW02-06-01: countries are occupied while the Neuroi card lies on them."""
    state = court(**under_the_neuroi("France", "Milan"))
    assert found(put("event_place", Event.NEUROI, place), state) == 15
    empty = court(**under_the_neuroi("France"))
    france = COUNTRY_NAMES.index("France")
    gone = both(put("holder", france, Holder.INDEPENDENT), put("event_place", Event.NEUROI, EventPlace.GONE))
    assert found(gone, empty) == 0


@pytest.mark.rule("SW02-06-01")
def test_truth_8_suleiman_and_the_empire_are_occupied_together() -> None:
    """SW02-06-01, D-R59: Suleiman is under the card exactly when the Ottoman Empire is."""
    fields = under_the_neuroi("Ottoman Empire", suleiman=True)
    assert found(put("holder", EMPIRE, Holder.OUT), court(**fields)) == 8
    assert found(put("place", SULEIMAN, Place.GONE), court(**fields)) == 8
    assert found(put("holder", EMPIRE, Holder.OCCUPIED), court(**under_the_neuroi("France"))) == 8


@pytest.mark.rule("SW02-08-12")
def test_truth_5_several_spouses_with_polygamy_alone() -> None:
    """SW02-08-12: a king with polygamy may have several spouses, another one may not."""
    mary = PERSON_NAMES.index("Mary I")
    second = both(put("place", mary, Place.SPOUSE), put("owner", mary, 0))
    own = seat("Philip II", spouse="Anne Boleyn")
    plain = laid(own, seat("Elizabeth I"), wanderers=["Mary I"])
    assert found(second, plain) == 5
    several = laid(own, seat("Elizabeth I"), wanderers=["Mary I"], attached=on(polygamy="Philip II"))
    assert found(second, several) == 0


@pytest.mark.rule("D-R19")
@pytest.mark.parametrize(("king", "number"), [("Henry of Guise", 0), ("Henry III", 5)])
def test_truth_5_all_stay_in_a_revolution(king: str, number: int) -> None:
    """D-R19, SW02-08-12: all spouses stay under a king whom a revolution has brought; under no other ability."""
    mary = PERSON_NAMES.index("Mary I")
    state = laid(seat(king, spouse="Anne Boleyn"), seat("Elizabeth I"), wanderers=["Mary I"], abilities=True)
    assert found(both(put("place", mary, Place.SPOUSE), put("owner", mary, 0)), state) == number
