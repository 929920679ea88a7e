"""The face-up part of the table in words, for views and save files."""

from typing import Any

import numpy as np

from dynasty_env.dynasty.ids import ACTION_NAMES
from dynasty_env.dynasty.material import EVENT_NAMES, POPE, SEATS, THE_NEUROI, EventPlace, Place
from dynasty_env.europe.material import BASE_PERSONS, COUNTRY_NAMES, DECK_NAMES, NOBODY, PERSON_NAMES, Holder
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.seats.views import name_of, names_where, number_of

PERSON_CARDS = (*PERSON_NAMES, *(f"event:{name}" for name in EVENT_NAMES))
"""Names of the cards in the person decks, by id: persons, then events."""
CARDS = PERSON_CARDS[BASE_PERSONS:]
"""Names of the expansion's cards."""
PERSONS_AND_POPE = (*PERSON_NAMES, "pope")
assert PERSONS_AND_POPE[POPE] == "pope"
TARGET_COUNTRIES = (*COUNTRY_NAMES, "the Neuroi")
assert TARGET_COUNTRIES[THE_NEUROI] == "the Neuroi"


def _names(record: Any, place: Place, owner: int) -> list[str]:
    persons = ((record["place"] == int(place)) & (record["owner"] == owner)).nonzero()[0].tolist()
    if len(persons) > 1:
        born = record["born"]
        persons.sort(key=lambda person: born[person])
    return [PERSON_NAMES[person] for person in persons]


def _countries(record: Any, holder: int) -> list[str]:
    return names_where(COUNTRY_NAMES, record["holder"] == int(holder))


def card_names(counts: Any) -> list[str]:
    """Names of playing cards, given how many there are of each kind."""
    return [CARD_NAMES[kind] for kind, count in enumerate(counts.tolist()) for _ in range(count)]


def declared(record: Any) -> dict[str, Any]:
    """The declared action in words; None for everything not named yet."""
    return {
        "action": name_of(ACTION_NAMES, record["action"]),
        **{role: name_of(PERSONS_AND_POPE, record[role]) for role in ("target", "actor", "defender")},
        "country": name_of(TARGET_COUNTRIES, record["country"]),
        **({"friend": name_of(PERSON_NAMES, record["friend"])} if record["witches"] else {}),
    }


def on_table(record: Any) -> list[dict[str, Any]]:
    """The cards laid for the action, in order. A `None` number: a joker not named yet; a `None` seat: from the pack."""
    return [
        {
            "card": CARD_NAMES[record["laid"][i]],
            "number": int(record["laid_number"][i]) or None,
            "seat": number_of(record["laid_by"][i]),
        }
        for i in range(record["laid_size"])
    ]


def seat_public(record: Any, seat: int) -> dict[str, Any]:
    """Everything that lies face up before a seat."""
    return {
        "king": name_of(PERSON_NAMES, record["king"][seat]),
        "spouses": _names(record, Place.SPOUSE, seat),
        "children": _names(record, Place.CHILD, seat),
        "courtiers": _names(record, Place.COURTIER, seat),
        "territories": _countries(record, seat),
        "childless": bool(record["childless"][seat]),
        "vetoed": bool(record["vetoed"][seat]),
        **({"fallen": bool(record["fallen"][seat])} if record["witches"] else {}),
    }


def seen_in_decks(record: Any, seat: int) -> dict[str, Any]:
    """What a seat has seen of the expansion's cards.

    Returns:
        ``seen``: the deck where it saw each card. ``seen_after``: for each card, how many events had been taken from
            that deck at that time, if any. ``searched``: for each deck that it has searched, how many had been taken at
            that time.
    """
    decks, after = record["seen"][seat], record["seen_after"][seat]
    searched = record["searched_after"][seat]
    seen = np.flatnonzero(decks != NOBODY)
    return {
        "seen": {CARDS[card]: DECK_NAMES[decks[card]] for card in seen},
        "seen_after": {CARDS[card]: int(after[card]) for card in seen if after[card]},
        "searched": {DECK_NAMES[deck]: int(searched[deck]) for deck in np.flatnonzero(searched != NOBODY)},
    }


def public_table(record: Any) -> dict[str, Any]:
    """Everything that lies face up in the middle of the table."""
    return {
        "turn": int(record["turn"]),
        "turn_player": int(record["turn_player"]),
        "first_player": int(record["first_player"]),
        "pope": int(record["pope"]),
        "scythe": int(record["scythe"]),
        "no_hand_limit": bool(record["no_hand_limit"]),
        "wanderers": _names(record, Place.WANDERER, NOBODY),
        "independent": _countries(record, Holder.INDEPENDENT),
        "discards": card_names(record["discards"]),
        "removed": _names(record, Place.GONE, NOBODY),
        "removed_countries": _countries(record, Holder.OUT),
        "declared": declared(record),
        "on_table": on_table(record),
        "refused": names_where(PERSONS_AND_POPE, record["refused"]),
        "rebuilt": int(record["rebuilt"]),
        **({"set_up_from": _by_deck(record["set_up_from"])} if record["set_up_from"].any() else {}),
        **(public_expansion(record) if record["witches"] else {}),
    }


def public_expansion(record: Any) -> dict[str, Any]:
    """What the expansion adds to `public_table`."""
    places = record["event_place"]
    return {
        "attached": [
            {
                "event": EVENT_NAMES[event],
                "person": PERSON_NAMES[record["event_person"][event]],
                "seat": number_of(record["event_owner"][event]),
                "deck": name_of(DECK_NAMES, record["event_deck"][event]),
            }
            for event in np.flatnonzero(places == int(EventPlace.ATTACHED))
        ],
        "events_on_table": names_where(EVENT_NAMES, places == int(EventPlace.TABLE)),
        "removed_events": names_where(EVENT_NAMES, places == int(EventPlace.GONE)),
        "occupied": _countries(record, Holder.OCCUPIED),
        "under_neuroi": _names(record, Place.OCCUPIED, NOBODY),
        "sent": names_where(PERSON_NAMES, record["sent"]),
        "checked": names_where(PERSON_NAMES, record["sent"] == 2),
        "dice": [int(face) for face in record["dice"][: record["dice_size"]]],
        "needed": int(record["needed"]),
        "second": name_of(PERSON_NAMES, record["second"]),
        "under": _by_deck(record["under"]),
        "events_taken": _by_deck(record["events_taken"]),
        "shown": {CARDS[i]: DECK_NAMES[record["seen"][SEATS, i]] for i in np.flatnonzero(record["seen"][SEATS] >= 0)},
    }


def _by_deck(counts: Any) -> dict[str, int]:
    return {DECK_NAMES[deck]: int(counts[deck]) for deck in np.flatnonzero(counts)}
