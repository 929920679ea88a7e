"""Small tables laid by hand, for the tests of the oracle itself."""

from __future__ import annotations

from typing import Any

from .account import NOTHING_DECLARED
from .board import COLOURS, COUNTRIES, OTTOMAN_EMPIRE, PERSONS, Realm, Save, Seat, dynasty, lands

CHARLES, ALBA, ISABELLA = "Charles V", "Duke of Alba", "Isabella of Portugal"
ELIZABETH, DRAKE, STUART = "Elizabeth I", "Francis Drake", "Mary Stuart"


def realm(king: str, *countries: str, spouse: str | None = None, children: tuple[str, ...] = ()) -> Realm:
    """One item of a seat's `kings`."""
    return {"king": king, "countries": list(countries), "spouse": spouse, "children": list(children)}


def seat(home: str | None, *kings: Realm, nobles: tuple[str, ...] = (), unruled: tuple[str, ...] = ()) -> Seat:
    """One item of `seats`."""
    return {"home": home, "kings": list(kings), "nobles": list(nobles), "unruled": list(unruled), "vetoed": False}


def spanish(**changes: Any) -> Seat:
    """Charles V rules Spain and Portugal."""
    return seat("Spain", realm(CHARLES, "Spain", "Portugal", **changes), nobles=(ALBA, ISABELLA))


def english(**changes: Any) -> Seat:
    """Elizabeth I rules England and Scotland."""
    return seat("England", realm(ELIZABETH, "England", "Scotland", **changes), nobles=(DRAKE, STUART))


def table(phase: str = "action", **changes: Any) -> Save:
    """Turn 3 of two seats, the first one's; who and what is not placed is in the decks, and independent."""
    declared = dict(NOTHING_DECLARED) | changes.pop("declared", {})
    save: Save = {
        "options": {"num_players": 2, "ask_forced": True},
        "phase": phase,
        "seat": 0,
        "frame": {"a": 0, "b": 0},
        "turn": 3,
        "turn_player": 0,
        "first_player": 0,
        "scythe": 0,
        "seats": [spanish(), english()],
        "pool": [],
        "removed": [],
        "removed_countries": [OTTOMAN_EMPIRE],
        "exhausted": [],
        "rebels": [],
        "declared": declared,
        "committed": {},
        "refused": [],
        "contest": None,
    }
    save |= changes
    used = {person for each in save["seats"] for person in dynasty(each)} | {*save["pool"], *save["removed"]}
    decks = {colour: [name for name in PERSONS if PERSONS[name].colour == colour] for colour in COLOURS}
    waiting = {colour: [name for name in deck if name not in used] for colour, deck in decks.items()}
    save.setdefault("person_decks", waiting)
    held = {country for each in save["seats"] for country in [*lands(each), *each["unruled"]]}
    held |= {*save["removed_countries"], *(save["contest"]["countries"] if save["contest"] else [])}
    save.setdefault("independent", [country for country in COUNTRIES if country not in held])
    return save
