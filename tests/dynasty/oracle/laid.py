"""Crowded tables laid at random: everything of the expansion is in play at once, so that rare decisions come up."""

from typing import Any

import numpy as np

from .events import EVENTS, OWN_TIME
from .saves import COLOURS, JOKER, OTTOMAN_EMPIRE, RANKS, SUITS, SULEIMAN, Book, Save, Seat, printed

EARLY = 0.4  # how much sooner than others the expansion's persons are dealt, from the end of the list
HELD = ("all-out attack", "warrior's way", "not jealous", *OWN_TIME)


def laid(seed: int, **options: Any) -> Save:
    """A save file of two to five full dynasties, most events held or attached, and often the Neuroi on the table."""
    rng, book = np.random.default_rng([seed, 6]), printed()
    count = int(rng.integers(2, 6))
    persons = sorted(book.persons, key=lambda person: rng.random() + EARLY * book.persons[person].expansion)
    seats = [_seat(persons, rng, book) for _ in range(count)]
    save: Save = {
        "game": "dynasty_v0",
        "seed": seed,
        "options": {"num_players": count, "witches": True} | options,
        "phase": str(rng.choice(["recruit", "action"])),
        "seats": seats,
        "wanderers": [persons.pop() for _ in range(count) if persons[-1] != SULEIMAN],
    }
    save |= {role: int(rng.integers(count)) for role in ("turn_player", "first_player", "pope", "scythe")}
    _countries(save, persons, rng, book)
    _events(save, rng)
    _decks(save, persons, rng, book)
    pack = [suit + rank for suit in SUITS for rank in RANKS] + [JOKER, JOKER]
    pack = [str(card) for card in rng.permutation(pack)]
    for seat in seats:
        seat["hand"] = [pack.pop() for _ in range(5)]
    return save | {"pack": pack}


def _seat(persons: list[str], rng: np.random.Generator, book: Book) -> Seat:
    """A king, often with a spouse, and some children and courtiers."""
    king = persons.pop()
    seat: Seat = {"king": king, "spouses": [], "events": []}
    others = [person for person in persons if book.persons[person].sex != book.persons[king].sex]
    if rng.random() < 0.6:
        seat["spouses"] = [others.pop()]
        persons.remove(seat["spouses"][0])
    seat["children"] = [persons.pop() for _ in range(rng.integers(0, 3))]
    seat["courtiers"] = [persons.pop() for _ in range(rng.integers(1, 6))]
    return seat


def _countries(save: Save, persons: list[str], rng: np.random.Generator, book: Book) -> None:
    """One to three territories each; the Neuroi have some of the rest, half the time; and Suleiman I has his."""
    lands = [str(land) for land in rng.permutation([land for land in book.countries if land != OTTOMAN_EMPIRE])]
    for seat in save["seats"]:
        seat["territories"] = [lands.pop() for _ in range(rng.integers(1, 4))]
        if SULEIMAN in [seat["king"], *seat["spouses"], *seat["children"], *seat["courtiers"]]:
            seat["territories"].append(OTTOMAN_EMPIRE)
    taken = int(rng.integers(1, 5)) if rng.random() < 0.5 else 0
    save["occupied"], save["independent"] = lands[:taken], lands[taken:]
    save["events_on_table"] = ["neuroi"] if taken else []
    save["under_neuroi"] = []
    if taken and SULEIMAN in persons and rng.random() < 0.5:
        persons.remove(SULEIMAN)
        save["under_neuroi"] = [SULEIMAN]
        save["occupied"].append(OTTOMAN_EMPIRE)


def _events(save: Save, rng: np.random.Generator) -> None:
    """Each event is held by a seat, attached to a person, or has left play."""
    save |= {"attached": [], "removed_events": [] if save["events_on_table"] else ["neuroi"]}
    seats = save["seats"]
    free = [seat for seat in seats if not seat["spouses"]]
    if free and rng.random() < 0.5:
        save["attached"].append({"event": "doll", "person": free[0]["king"], "seat": None})
    else:
        save["removed_events"].append("doll")
    for event in HELD:
        seat = seats[rng.integers(len(seats))]
        chance = rng.random()
        if event in (*OWN_TIME, "not jealous") and chance < 0.4:
            people = [seat["king"], *seat["spouses"], *seat["children"], *seat["courtiers"], *save["under_neuroi"]]
            person = seat["king"] if event == "polygamy" else people[rng.integers(len(people))]
            save["attached"].append({"event": event, "person": person, "seat": None})
        elif chance < 0.9:
            seat["events"].append({"event": event, "deck": str(rng.choice(COLOURS)), "shown": False})
        else:
            save["removed_events"].append(event)
    assert len(save["attached"]) + sum(len(seat["events"]) for seat in seats) <= len(EVENTS)


def _decks(save: Save, persons: list[str], rng: np.random.Generator, book: Book) -> None:
    """Everybody else lies in a deck, or has left play; those of the expansion first, in turn in any deck."""
    persons.sort(key=lambda person: not book.persons[person].expansion)
    decks: dict[str, list[str]] = {colour: [] for colour in COLOURS}
    turn = int(rng.integers(len(COLOURS)))
    for place, person in enumerate(persons):
        card = book.persons[person]
        decks[COLOURS[(turn + place) % len(COLOURS)] if card.expansion else card.colour].append(person)
    save["removed"] = [deck.pop() for deck in decks.values() for _ in range(rng.integers(0, 3)) if deck[-1] != SULEIMAN]
    save["person_decks"] = decks
