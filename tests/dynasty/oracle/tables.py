"""Small tables of the expansion with made-up cards, for the oracle's own tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .events import EVENTS, event_places
from .legal import legal
from .saves import Book, Person, Save
from .test_oracle import BOOK as BASE
from .test_oracle import declared, rest_in_pack, whole
from .truths import invariants, person_places


def _added(name: str, colour: str, sex: str, stats: str, religion: str, ability: str = "") -> Person:
    """A made-up person of the expansion; `stats` are war, governance, prestige, fertility, life, ambition."""
    war, governance, prestige, fertility, life, ambition = map(int, stats)
    return Person(
        name, colour, sex, war, governance, prestige, fertility, life, ambition, religion, ability, expansion=True
    )


ADDED = [
    #                                  WGPFLA
    _added("Hilda", "rose", "female", "122231", "CPW", "healing"),
    _added("Sif", "white", "female", "123121", "CW", "foresight"),
    _added("Tora", "blue", "female", "324123", "CPW", "lightning"),
    _added("Wanda", "grey", "female", "131122", "PW", "wide_search"),
    _added("Dora", "white", "female", "322221", "PW", "deflection"),
    _added("Vera", "green", "female", "412113", "PW", "hyper_speed"),
    _added("Ray", "grey", "female", "212222", "PW", "heat_ray"),
    _added("Kuno", "violet", "male", "141232", "P"),
]
BOOK = Book(BASE.persons | {card.name: card for card in ADDED}, BASE.countries)


def gifted(name: str, ability: str) -> Book:
    """The made-up cards, where this person has this ability."""
    return Book(BOOK.persons | {name: replace(BOOK.persons[name], ability=ability)}, BOOK.countries)


def coven(phase: str = "action", witch: str | None = None, place: str = "courtiers", **changes: Any) -> Save:
    """A dealt table of the expansion: this witch belongs to seat 0, every other card of the expansion has left play."""
    save = whole(phase) | {"removed_events": [], "attached": [], "events_on_table": [], "occupied": []}
    save |= {"under_neuroi": [], "sent": [], "checked": [], "second": None, "shown": {}, "under": {}}
    save["options"] = save["options"] | {"witches": True}
    save["declared"] = save["declared"] | {"friend": None}
    for seat in save["seats"]:
        seat |= {"events": [], "fallen": False, "seen": {}}
    if witch and place == "king":
        save["removed"].append(save["seats"][0]["king"])
        save["seats"][0] |= {"king": witch, "spouses": []}
        save["removed"].append("Marie")
    elif witch:
        save["seats"][0][place] = [*save["seats"][0][place], witch]
    return rest_removed(save | changes)


def rest_removed(save: Save) -> Save:
    """The same save, in which what lies nowhere has left play."""
    lying = {person for there in person_places(save).values() for person in there}
    save["removed"] = [*save["removed"], *(person for person in BOOK.persons if person not in lying)]
    spent = {event for there in event_places(save).values() for event in there}
    save["removed_events"] = [*save["removed_events"], *(event for event in EVENTS if event not in spent)]
    return rest_in_pack(save)


def allowed(save: Save) -> set[str]:
    return legal(save, BOOK)


def complaints(save: Save) -> list[str]:
    return invariants(save, book=BOOK)


def chosen(**changes: Any) -> Save:
    """A declaration of seat 0."""
    return declared(**changes) | {"friend": None}


def on(event: str, person: str, seat: int | None = None) -> dict[str, Any]:
    return {"event": event, "person": person, "seat": seat}


def taken(*events: str) -> list[dict[str, Any]]:
    """What lies face down before a seat."""
    return [{"event": event, "deck": "red", "shown": False} for event in events]


def having(place: int, *events: str, phase: str = "event", **changes: Any) -> Save:
    """A dealt table where this seat has taken these events."""
    save = coven(phase)
    save["seats"][place]["events"] = taken(*events)
    save["removed_events"] = [event for event in save["removed_events"] if event not in events]
    for lain in changes.get("attached", []):
        save["removed_events"].remove(lain["event"])
    for event in changes.get("events_on_table", []):
        save["removed_events"].remove(event)
    return save | changes


def invaded(*lands: str, phase: str = "action", events: tuple[str, ...] = (), **changes: Any) -> Save:
    """The Neuroi occupy these countries, or Poland and England, which were independent."""
    gone = lands or ("Poland", "England")
    changes = {"events_on_table": ["neuroi"], "occupied": list(gone)} | changes
    save = having(0, *events, phase=phase, **changes)
    save["independent"] = [land for land in ("England", "Poland") if land not in gone]
    for seat in save["seats"]:
        seat["territories"] = [land for land in seat["territories"] if land not in gone]
    return save


WAR = chosen(action="war", country="France")
FIGHT = chosen(action="war", country="France", actor="Anna")
RAID = chosen(action="war", country="the Neuroi", actor="Anna")
