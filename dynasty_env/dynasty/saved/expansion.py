"""What the expansion adds to a save file: events, everything under the Neuroi card, and what each seat has seen."""

from collections.abc import Iterator, Sequence
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
from dynasty_env.dynasty.rules.seen_in_decks import may_be_taken, may_lie_in
from dynasty_env.dynasty.views.public_table import CARDS, seen_in_decks
from dynasty_env.dynasty.views.view import events_before
from dynasty_env.kit.errors import in_short
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import Loader

FIELDS = (
    "attached", "events_on_table", "removed_events", "occupied", "under_neuroi", "sent", "checked", "dice", "needed",
    "second", "under", "shown", "events_taken",
)  # fmt: skip
IDLE = ("sent", "checked", "dice", "needed", "under")
NEITHER = "it is not in that deck, nor was it taken from it face down later"

SEAT_FIELDS = ("fallen", "events", "seen", "seen_after", "searched", "knows_top")


def seat_to_dict(record: Any, seat: int) -> dict[str, Any]:
    """What the expansion adds to a seat of a save file."""
    return {
        "events": events_before(record, seat, seat),
        **seen_in_decks(record, seat),
        "knows_top": bool(record["knows_top"][seat]),
    }


def refuse(reader: Reader, seats: list[Reader]) -> None:
    """Raise a SaveError if a file without the option `witches` has a field of the expansion."""
    for part, names in [(reader, FIELDS), *((seat, SEAT_FIELDS) for seat in seats)]:
        for name in names:
            if name in part.mapping():
                raise part[name].wrong("this belongs to the expansion; set options.witches, or leave it out")


def place_expansion(loader: Loader) -> None:
    """Lay the events and everything related: occupied countries, the current war, what each seat has.

    Raises:
        SaveError: something cannot be where the file says.
    """
    t, reader = loader.t, loader.reader
    for seat, seat_reader in enumerate(loader.seat_readers):
        t.fallen[seat] = seat_reader.get("fallen", False).flag()
        t.knows_top[seat] = seat_reader.get("knows_top", False).flag()
        for item in seat_reader.get("events", []).each():
            item.fields(("event", "deck", "taken", "shown"))
            event = place_event(loader, item["event"], EventPlace.HAND)
            if event in (Event.NEUROI, Event.DOLL):
                raise item["event"].wrong("this event is resolved when it is taken and is never kept (SW02-08)")
            t.event_owner[event] = seat
            t.event_deck[event] = item.get("deck", DECK_NAMES[0]).one_of(DECK_NAMES, "deck")
            t.event_shown[event] = item.get("shown", False).flag()
            if not t.event_shown[event]:
                count_taken(loader, event, item)
            elif item.has("taken"):
                raise item["taken"].wrong("leave this out: it matters only for events that the others do not know")
    loader.lay(reader.get("events_on_table", []), "event", t.event_place, EventPlace.TABLE)
    loader.lay(reader.get("removed_events", []), "event", t.event_place, EventPlace.GONE)
    loader.lay(reader.get("occupied", []), "country", t.holder, Holder.OCCUPIED)
    for item in reader.get("under_neuroi", []).each():
        if not item.says(PERSON_NAMES[SULEIMAN]):
            raise item.wrong("only Suleiman I goes under the card, with his country (SW02-06-01)")
        t.place[loader.piece("person", item)] = Place.OCCUPIED
    for item in reader.get("attached", []).each():
        attach(loader, item)
    for deck, count in by_deck(reader, "events_taken"):
        t.events_taken[deck] = count.whole(max(t.events_taken[deck], 1), EVENTS)
    if reader.has("second"):
        t.second = reader["second"].one_of(PERSON_NAMES, "person")
        if t.second != WITCH_WITH[Ability.HYPER_SPEED]:
            raise reader["second"].wrong("only the witch with hyper-speed acts again (SW02-07-09)")


def place_event(loader: Loader, reader: Reader, place: EventPlace) -> int:
    """Lay the event that a field names, and return it."""
    event = loader.piece("event", reader)
    loader.t.event_place[event] = place
    return event


def count_taken(loader: Loader, event: int, item: Reader) -> None:
    """Record the event's number among those taken from its deck: as the file says, or one after the last one listed."""
    t = loader.t
    deck = t.event_deck[event]
    taken = item["taken"].whole(1, EVENTS) if item.has("taken") else t.events_taken[deck] + 1
    loader.placed.once(f"event taken from {DECK_NAMES[deck]}", item, taken)
    t.event_taken[event] = taken
    t.events_taken[deck] = max(t.events_taken[deck], taken)


def attach(loader: Loader, item: Reader) -> None:
    """Attach an event to a person of a dynasty or under the Neuroi card (D-R59); doll and polygamy go to a king.

    Raises:
        SaveError: the event cannot be attached to this person.
    """
    t = loader.t
    item.fields(("event", "person", "seat", "deck"))
    event = place_event(loader, item["event"], EventPlace.ATTACHED)
    person = item["person"].one_of(PERSON_NAMES, "person")
    if t.owner[person] == NOBODY and t.place[person] != Place.OCCUPIED:
        raise item["person"].wrong("an event is attached to a person of a dynasty")
    if event in (Event.DOLL, Event.POLYGAMY) and t.place[person] != Place.KING:
        raise item["person"].wrong(f"{EVENT_NAMES[event]} belongs to a king (SW02-08)")
    if event in (Event.NEUROI, Event.ALL_OUT_ATTACK):
        raise item["event"].wrong("this event is attached to nobody (SW02-08)")
    t.event_person[event] = person
    if item.has("seat") or item.has("deck"):
        raise item.wrong("only warrior's way goes back to a seat")


def check_events(t: Any, reader: Reader) -> None:
    """SW02-08: raise a SaveError if an event in the middle or attached to a person cannot be there in this position.

    The Neuroi card is there exactly as long as the Neuroi occupy countries.
    """
    occupied = any(t.holder[country] == Holder.OCCUPIED for country in range(COUNTRIES))
    for event, name in enumerate(EVENT_NAMES):
        lies = t.event_place[event] == EventPlace.TABLE
        if lies != (event == Event.NEUROI and occupied):
            where = "cannot lie in the middle now" if lies else "has to lie there now"
            raise reader.get("events_on_table", []).wrong(f"{name} {where} (SW02-08)")
    if t.event_place[Event.WARRIORS_WAY] == EventPlace.ATTACHED:
        raise reader["attached"].wrong("warrior's way lies with a person only in a war (SW02-08-08)")


def place_knowledge(t: Any, reader: Reader, seat_readers: Sequence[Reader]) -> None:
    """Record which cards of the expansion everybody (``shown``) and single seats have seen in decks.

    Raises:
        SaveError: a card cannot be where it is, given what was seen.
    """
    may_be_taken_down = [event for event in range(EVENTS) if event not in (Event.NEUROI, Event.DOLL)]
    out_of_decks = sum(t.event_place[event] != EventPlace.DECK for event in may_be_taken_down)
    if sum(t.events_taken) > out_of_decks:
        raise reader.get("events_taken", {}).wrong(f"no more than {out_of_decks} events are out of the decks")
    for card, deck, item in sighted(reader, "shown"):
        event = card - (EVENT_CARD - BASE_PERSONS)
        kept = event >= 0 and t.event_place[event] == EventPlace.HAND and not t.event_shown[event]
        if not is_in(t, card, deck) and not (kept and t.event_deck[event] == deck):
            raise item.wrong(f"{CARDS[card]}: {NEITHER}")
        for row in range(SEATS + 1):
            if not kept or t.event_owner[event] != row:
                t.seen[row, card] = deck
    for seat, seat_reader in enumerate(seat_readers):
        for deck, count in by_deck(seat_reader, "searched"):
            t.searched_after[seat, deck] = count.whole(0, t.events_taken[deck])
        after = seat_reader.get("seen_after", {})
        after.fields(list(seat_reader.get("seen", {}).mapping()))
        for card, deck, item in sighted(seat_reader, "seen"):
            t.seen[seat, card] = deck
            t.seen_after[seat, card] = after.get(CARDS[card], 0).whole(0, t.events_taken[deck])
            wrong = contradiction(t, seat, card)
            if wrong:
                raise item.wrong(wrong)
        for card in range(EXPANSION):
            wrong = contradiction(t, seat, card)
            if wrong:
                raise seat_reader.get("searched", {}).wrong(wrong)


def sighted(reader: Reader, name: str) -> Iterator[tuple[int, int, Reader]]:
    """Yield (card, deck, entry) from a field that lists in which deck cards of the expansion were seen."""
    seen = reader.get(name, {})
    for card in seen.mapping():
        if card not in CARDS:
            raise seen[card].wrong(f"{in_short(card)} is no card of the expansion")
        yield CARDS.index(card), seen[card].one_of(DECK_NAMES, "deck"), seen[card]


def contradiction(t: Any, seat: int, card: int) -> str:
    """Why a card of the expansion (from 0) cannot be where it is, given what the seat has seen; empty if it can."""
    event = card - (EVENT_CARD - BASE_PERSONS)
    cannot_be = f"{CARDS[card]} is not where it can be after what this seat has seen"
    for deck in range(DECKS):
        if is_in(t, card, deck):
            return "" if may_lie_in(t, seat, card, deck) else f"{cannot_be}: {NEITHER}"
    if event < 0 or t.event_place[event] != EventPlace.HAND or t.event_shown[event]:
        return f"{CARDS[card]}: {NEITHER}" if t.seen[seat, card] != NOBODY else ""
    if t.event_owner[event] == seat:
        return f"{CARDS[card]} lies before the seat itself" if t.seen[seat, card] != NOBODY else ""
    taken = may_be_taken(t, seat, card, t.event_deck[event], t.event_taken[event])
    return "" if taken else f"{cannot_be}: {NEITHER}"


def is_in(t: Any, card: int, deck: int) -> bool:
    """Whether a card of the expansion (counted from 0) is in the deck."""
    start = deck * len(t.deck) // DECKS
    return BASE_PERSONS + card in [t.deck[start + i] for i in range(t.deck_size[deck])]


def by_deck(reader: Reader, name: str) -> list[tuple[int, Reader]]:
    """Yield (deck, number) from a field that has a number for each deck's name."""
    counts = reader.get(name, {})
    counts.fields(DECK_NAMES)
    return [(DECK_NAMES.index(deck), counts[deck]) for deck in counts.mapping()]
