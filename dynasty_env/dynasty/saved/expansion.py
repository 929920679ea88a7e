"""What the expansion adds to a save file: events, what lies under the Neuroi card, who has seen what."""

from collections.abc import Sequence
from typing import Any

from dynasty_env.dynasty.material import (
    BASE_PERSONS,
    COUNTRIES,
    DECK_NAMES,
    DECKS,
    EVENT_CARD,
    EVENT_NAMES,
    EVENTS,
    EXPANSION,
    MOST_CARDS,
    MOST_DICE,
    NOBODY,
    PERSON_NAMES,
    SEATS,
    SULEIMAN,
    WITCH_WITH,
    Ability,
    Event,
    EventPlace,
    Holder,
    Place,
)
from dynasty_env.dynasty.saved.placement import Placement
from dynasty_env.dynasty.seen.public_table import CARDS
from dynasty_env.dynasty.seen.view import events_before, seen_by
from dynasty_env.kit.files.json_reader import Reader

FIELDS = (
    "attached", "events_on_table", "removed_events", "occupied", "under_neuroi", "sent", "checked", "dice", "needed",
    "second", "under", "shown",
)  # fmt: skip
SEAT_FIELDS = ("fallen", "events", "seen", "knows_top")


def seat_to_dict(record: Any, seat: int) -> dict[str, Any]:
    """What the expansion adds to a seat of a save file."""
    return {
        "events": events_before(record, seat, seat),
        "seen": seen_by(record, seat),
        "knows_top": bool(record["knows_top"][seat]),
    }


def refuse(reader: Reader, seats: list[Reader]) -> None:
    """Without `witches` nothing of the expansion may be there."""
    for part, names in [(reader, FIELDS), *((seat, SEAT_FIELDS) for seat in seats)]:
        for name in names:
            if name in part.mapping():
                raise part[name].wrong("this belongs to the expansion; set options.witches, or leave it out")


def place_expansion(placement: Placement, reader: Reader, seat_readers: Sequence[Reader]) -> None:
    """Lay the events, the Neuroi and what is known of them."""
    t = placement.t
    for seat, seat_reader in enumerate(seat_readers):
        t.fallen[seat] = seat_reader.get("fallen", False).flag()
        t.knows_top[seat] = seat_reader.get("knows_top", False).flag()
        for item in seat_reader.get("events", []).each():
            item.fields(("event", "deck", "shown"))
            event = placement.event(item["event"], EventPlace.HAND)
            if event in (Event.NEUROI, Event.DOLL):
                raise item["event"].wrong("this event is resolved when it is taken and is never kept (SW02-08)")
            t.event_owner[event] = seat
            t.event_deck[event] = item.get("deck", DECK_NAMES[0]).one_of(DECK_NAMES, "deck")
            t.event_shown[event] = item.get("shown", False).flag()
    for item in reader.get("attached", []).each():
        attach(placement, item)
    for item in reader.get("events_on_table", []).each():
        placement.event(item, EventPlace.TABLE)
    for item in reader.get("removed_events", []).each():
        placement.event(item, EventPlace.GONE)
    for item in reader.get("occupied", []).each():
        t.holder[placement.country(item)] = Holder.OCCUPIED
    for item in reader.get("under_neuroi", []).each():
        if item.value != PERSON_NAMES[SULEIMAN]:
            raise item.wrong("only Suleiman I goes under the card, with his country (SW02-06-01)")
        t.place[placement.person(item)] = Place.OCCUPIED
    place_war(t, reader)
    for deck, count in by_deck(reader, "under"):
        t.under[deck] = count.whole(0, EVENTS)
    if reader.has("second"):
        t.second = reader["second"].one_of(PERSON_NAMES, "person")
        if t.second != WITCH_WITH[Ability.HYPER_SPEED]:
            raise reader["second"].wrong("only the witch with hyper-speed acts again (SW02-07-09)")


def attach(placement: Placement, item: Reader) -> None:
    """An event and its person: of a dynasty, and a king for doll and polygamy."""
    t = placement.t
    item.fields(("event", "person", "seat", "deck"))
    event = placement.event(item["event"], EventPlace.ATTACHED)
    person = item["person"].one_of(PERSON_NAMES, "person")
    if t.owner[person] == NOBODY:
        raise item["person"].wrong("an event is attached to a person of a dynasty")
    if event in (Event.DOLL, Event.POLYGAMY) and t.place[person] != Place.KING:
        raise item["person"].wrong(f"{EVENT_NAMES[event]} belongs to a king (SW02-08)")
    if event in (Event.NEUROI, Event.ALL_OUT_ATTACK):
        raise item["event"].wrong("this event is attached to nobody (SW02-08)")
    t.event_person[event] = person
    if event == Event.WARRIORS_WAY:
        t.event_owner[event] = item.get("seat", int(t.owner[person])).whole(0, placement.n - 1)
        t.event_deck[event] = item.get("deck", DECK_NAMES[0]).one_of(DECK_NAMES, "deck")
    elif item.has("seat") or item.has("deck"):
        raise item.wrong("only warrior's way goes back to a seat")


def place_war(t: Any, reader: Reader) -> None:
    """Who was sent, and the dice on the table."""
    for item in reader.get("sent", []).each():
        t.sent[item.one_of(PERSON_NAMES, "person")] = 1
    for item in reader.get("checked", []).each():
        t.sent[item.one_of(PERSON_NAMES, "person")] = 2
    dice = list(reader.get("dice", []).each())
    if len(dice) > MOST_DICE:
        raise reader["dice"].wrong(f"no more than {MOST_DICE} dice are rolled (D-R56)")
    for i, item in enumerate(dice):
        t.dice[i] = item.whole(1, 6)
    t.dice_size = len(dice)
    t.needed = reader.get("needed", 0).whole(-MOST_CARDS * 13, MOST_CARDS * 13)


def place_knowledge(t: Any, reader: Reader, seat_readers: Sequence[Reader]) -> None:
    """What was seen in decks; what everybody saw, every seat has seen."""
    for row, part, name in [(SEATS, reader, "shown"), *((i, r, "seen") for i, r in enumerate(seat_readers))]:
        seen = part.get(name, {})
        for card_name in seen.mapping():
            card = CARDS.index(card_name) if card_name in CARDS else NOBODY
            if card == NOBODY:
                raise seen[card_name].wrong(f"{card_name!r} is no card of the expansion")
            deck = seen[card_name].one_of(DECK_NAMES, "deck")
            event = card - (EVENT_CARD - BASE_PERSONS)
            if event >= 0 and t.event_owner[event] == row:
                raise seen[card_name].wrong(
                    "it lies before this seat, which knows of it without having seen it elsewhere"
                )
            if not may_be_in(t, card, deck):
                raise seen[card_name].wrong(f"{card_name} is neither in that deck nor was it taken from it face down")
            t.seen[row, card] = deck
    for row in range(SEATS):
        for card in range(EXPANSION):
            event = card - (EVENT_CARD - BASE_PERSONS)
            if t.seen[SEATS, card] != NOBODY and (event < 0 or t.event_owner[event] != row):
                t.seen[row, card] = t.seen[SEATS, card]


def may_be_in(t: Any, card: int, deck: int) -> bool:
    """Is the card in the deck, or an event that somebody has taken from it?"""
    event = card - CARDS.index(f"event:{EVENT_NAMES[0]}")
    if event >= 0 and t.event_place[event] == EventPlace.HAND:
        return bool(t.event_deck[event] == deck)
    start = deck * len(t.deck) // DECKS
    return BASE_PERSONS + card in [t.deck[start + i] for i in range(t.deck_size[deck])]


def by_deck(reader: Reader, name: str) -> list[tuple[int, Reader]]:
    """Numbers by the name of a deck."""
    counts = reader.get(name, {})
    counts.fields(DECK_NAMES)
    return [(DECK_NAMES.index(deck), counts[deck]) for deck in counts.mapping()]


def occupied(t: Any) -> bool:
    """Does any country lie under the Neuroi card?"""
    return any(t.holder[country] == Holder.OCCUPIED for country in range(COUNTRIES))
