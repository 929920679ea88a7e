"""The public part of the table in words, for views and save files."""

from typing import Any

import numpy as np

from dynasty_env.kingdoms.ids import ACTION_NAMES
from dynasty_env.kingdoms.material import COUNTRY_NAMES, DECK_NAMES, DECKS, NOBODY, PERSON_NAMES, Holder, Place, Side
from dynasty_env.kit.seats.views import name_of, names_where

SIDE_NAMES = tuple(side.name.lower() for side in Side)
"""How a country is used in a war; the first name means: not used."""


def kings_of(record: Any, seat: int) -> list[dict[str, Any]]:
    """A dynasty's kings by person number: countries, spouse, and children in the order of birth."""
    kings = []
    for king in np.flatnonzero((record["place"] == int(Place.KING)) & (record["owner"] == seat)):
        family = record["liege"] == king
        spouses = names_where(PERSON_NAMES, family & (record["place"] == int(Place.SPOUSE)))
        children = np.flatnonzero(family & (record["place"] == int(Place.CHILD)))
        kings.append(
            {
                "king": PERSON_NAMES[king],
                "countries": names_where(COUNTRY_NAMES, record["ruler"] == king),
                "spouse": spouses[0] if spouses else None,
                "children": [PERSON_NAMES[i] for i in sorted(children, key=lambda i: int(record["born"][i]))],
            }
        )
    return kings


def seat_public(record: Any, seat: int) -> dict[str, Any]:
    """Everything that lies before a seat. ``unruled``: its countries without a king yet (set-up, conquest)."""
    return {
        "home": name_of(COUNTRY_NAMES, record["home"][seat]),
        "kings": kings_of(record, seat),
        "nobles": names_where(PERSON_NAMES, (record["place"] == int(Place.NOBLE)) & (record["owner"] == seat)),
        "unruled": names_where(COUNTRY_NAMES, (record["holder"] == seat) & (record["ruler"] == NOBODY)),
        "vetoed": bool(record["vetoed"][seat]),
    }


def declared(record: Any) -> dict[str, Any]:
    """The current action: its type, and the persons and countries that it names."""
    return {
        "action": name_of(ACTION_NAMES, record["action"]),
        **{role: name_of(PERSON_NAMES, record[role]) for role in ("king", "target", "actor", "defender")},
        "country": name_of(COUNTRY_NAMES, record["country"]),
    }


def committed(record: Any) -> dict[str, str]:
    """The countries used in the current war, and how."""
    used = np.flatnonzero(record["committed"])
    return {COUNTRY_NAMES[country]: SIDE_NAMES[record["committed"][country]] for country in used}


def contest(record: Any) -> dict[str, Any] | None:
    """The succession contest: the dead king, the holder of his countries, and the candidates; None if there is none."""
    dead = int(record["throne"])
    if dead == NOBODY:
        return None
    contested = record["ruler"] == dead
    return {
        "dead": PERSON_NAMES[dead],
        "seat": int(record["holder"][contested][0]),
        "countries": names_where(COUNTRY_NAMES, contested),
        "candidates": [
            {"seat": int(seat), "person": PERSON_NAMES[record["candidate"][seat]], "arms": bool(record["arms"][seat])}
            for seat in np.flatnonzero(record["candidate"] != NOBODY)
        ],
    }


def public_table(record: Any) -> dict[str, Any]:
    """Everything that lies open in the middle of the table."""
    set_up_from = {DECK_NAMES[deck]: int(record["set_up_from"][deck]) for deck in range(DECKS)}
    return {
        "turn": int(record["turn"]),
        "turn_player": int(record["turn_player"]),
        "first_player": int(record["first_player"]),
        "scythe": int(record["scythe"]),
        "pool": names_where(PERSON_NAMES, record["place"] == int(Place.POOL)),
        "independent": names_where(COUNTRY_NAMES, record["holder"] == int(Holder.INDEPENDENT)),
        "removed": names_where(PERSON_NAMES, record["place"] == int(Place.GONE)),
        "removed_countries": names_where(COUNTRY_NAMES, record["holder"] == int(Holder.OUT)),
        "exhausted": names_where(COUNTRY_NAMES, record["exhausted"]),
        "rebels": names_where(PERSON_NAMES, record["rebel"]),
        "declared": declared(record),
        "committed": committed(record),
        "contest": contest(record),
        "refused": names_where(PERSON_NAMES, record["refused"]),
        **({"set_up_from": set_up_from} if any(set_up_from.values()) else {}),
    }
