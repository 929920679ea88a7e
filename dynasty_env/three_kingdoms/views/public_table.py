"""The table in words, as far as a seat may know it: countries, areas, generals, the phase and the fight."""

from typing import Any

import numpy as np

from dynasty_env.kit.seats.views import name_of, number_of
from dynasty_env.three_kingdoms.ids import SIDES_NAMED, Step
from dynasty_env.three_kingdoms.material import (
    ABSENT,
    AREA_NAMES,
    AREAS,
    CARDS,
    CITY,
    CLANS,
    COUNTRIES,
    COUNTRY_NAMES,
    FIRST_UNIT,
    FIRST_YEAR,
    GENERAL_NAMES,
    NEUTRAL,
    NO_ONE,
    NOWHERE,
    OPEN_SIDE,
    OWNERS,
    POINTS,
    STATS,
    STRENGTH,
    VALUES,
    City,
    Method,
    Pact,
    Place,
    Role,
    Status,
    Work,
)
from dynasty_env.three_kingdoms.table import THAW

AGREED = 2
"""The value in the table for a yes to an alliance."""
PICKS = (Step.DUEL_PICK, Step.BATTLE_PICK, Step.STRATAGEM_PICK)
SETS = {Role.ATTACKS: 0, Role.RESTS_ATTACKING: 0, Role.DEFENDS: 1, Role.RESTS_DEFENDING: 1}
"""The army of each role."""
ROLES = [role.name.lower() for role in Role]
WORKS = [work.name.lower() for work in Work]
CITIES = [City(int(city)).name.lower() for city in CITY]
UNIT_VALUES = [[None if number == ABSENT else number for number in row] for row in VALUES.tolist()]
OF_GENERALS = ("unit", "role", "player", "step", "country", "ruler", "place", "acted", "picked")
"""The fields of a table that `general_view` reads."""


def owner_name(owner: int) -> str:
    """A country, the clans, the thaw marker, or nobody, in words."""
    if owner == NEUTRAL:
        return "nobody"
    return {CLANS: "clans", THAW: "thaw"}.get(owner) or COUNTRY_NAMES[owner]


def general_values(record: Any, general: int) -> dict[str, int | None]:
    """The five values of a general as he is now; None if absent."""
    return dict(zip(STATS, UNIT_VALUES[FIRST_UNIT[general] + record["unit"][general]], strict=True))


def points_of(record: Any, country: int) -> int:
    """The points of a country (§25 of the first edition)."""
    return int(POINTS[record["control"] == country].sum())


def general_view(record: Any, general: int, seat: int | None) -> dict[str, Any]:
    """A general in words. Whether he is named is hidden while the other army names its generals (T13).

    `record`: that of a table, or a dict of lists of `OF_GENERALS`, which is faster to read.
    """
    role = record["role"][general]
    army = SETS.get(role, -1)
    hidden = army >= 0 and record["step"] in PICKS and record["player"][army] not in (seat, NO_ONE)
    return {
        "name": GENERAL_NAMES[general],
        "country": owner_name(record["country"][general]),
        **general_values(record, general),
        "ruler": general in record["ruler"] and record["place"][general] == Place.SERVING,
        "acted": bool(record["acted"][general]),
        "role": ROLES[role],
        "named": None if hidden else bool(record["picked"][general]),
    }


def areas_view(record: Any, seat: int | None) -> dict[str, dict[str, Any]]:
    """All areas in words, with everybody in them."""
    plain = {name: record[name].tolist() for name in OF_GENERALS}
    place, where = record["place"], record["area"]
    serving: dict[int, list[dict[str, Any]]] = {area: [] for area in range(AREAS)}
    free: dict[int, list[str]] = {area: [] for area in range(AREAS)}
    for general in np.flatnonzero((where != NOWHERE) & (place == Place.SERVING)).tolist():
        serving[where[general]].append(general_view(plain, general, seat))
    for general in np.flatnonzero((where != NOWHERE) & (place == Place.FREE)).tolist():
        free[where[general]].append(GENERAL_NAMES[general])
    return {
        name: {
            "strength": int(STRENGTH[area]),
            "city": CITIES[area],
            "control": owner_name(int(record["control"][area])),
            "troops": int(record["troops"][area]),
            "acted": int(record["tired"][area]),
            "work": WORKS[int(record["work"][area]) - Work.NOTHING],
            "marching": int(record["force"][area]) if record["target"] != NOWHERE else 0,
            "clan_group": int(record["clan_group"][area]),
            "generals": serving[area],
            "free": free[area],
        }
        for area, name in enumerate(AREA_NAMES)
    }


def country_view(record: Any, country: int) -> dict[str, Any]:
    """A country in words."""
    return {
        "seat": number_of(record["country_seat"][country]),
        "status": Status(int(record["status"][country])).name.lower(),
        "ruler": name_of(GENERAL_NAMES, record["ruler"][country]),
        "points": points_of(record, country),
        "start_points": int(record["start_points"][country]),
        "areas": int((record["control"] == country).sum()),
        "troops": int(record["troops"][record["control"] == country].sum() + record["army"][country]),
        "generals": int((record["country"] == country).sum()),
        "pact": Pact(int(record["allied"][country])).name.lower(),
        "may_use": {"troops": int(record["ally_troops"][country]), "generals": int(record["ally_generals"][country])},
        "asked": _answers(record["answer"][country]),
        "asked_last_turn": _answers(record["last_answer"][country]),
    }


def _answers(row: Any) -> dict[str, str]:
    """Whom a country has asked for an alliance, and the answers."""
    return {COUNTRY_NAMES[c]: "yes" if row[c] == AGREED else "no" for c in np.flatnonzero(row)}


def bans_of(record: Any) -> dict[str, int]:
    """The sides that have ban markers, and how many."""
    sides = zip(SIDES_NAMED, OPEN_SIDE, strict=True)
    return {name: int(record["bans"][side]) for name, side in sides if record["bans"][side]}


def fight_view(record: Any) -> dict[str, Any] | None:
    """The fight in words, if there is one."""
    if record["battle"] == NOWHERE:
        return None
    return {
        "area": AREA_NAMES[record["battle"]],
        "round": int(record["rounds"]),
        "method": Method(int(record["method"])).name.lower(),
        "generals": int(record["number"]),
        "across_rivers": bool(record["across_rivers"]),
        "attackers": {owner_name(o): int(record["army"][o]) for o in range(OWNERS) if record["army"][o]},
        "defender": owner_name(int(record["defender"])),
        "players": [number_of(seat) for seat in record["player"]],
    }


def public_table(record: Any, seat: int | None, seats: int) -> dict[str, Any]:
    """The whole table as `seat` may know it (None: the public)."""
    playing = [c for c in range(COUNTRIES) if record["status"][c] != Status.ABSENT]
    turn = int(record["turn"])
    return {
        "turn": turn,
        "year": FIRST_YEAR + turn - 1,
        "cards": [c + 1 for c in range(CARDS) if record["turned"][c]],
        "cup": [owner_name(int(m)) for m in np.flatnonzero(record["cup"])],
        "power": name_of(COUNTRY_NAMES, record["power"]),
        "diplomacy": int(record["points"]),
        "seats": [owner_name(int(record["seat_country"][s])) for s in range(seats)],
        "countries": {COUNTRY_NAMES[c]: country_view(record, c) for c in playing},
        "areas": areas_view(record, seat),
        "bans": bans_of(record),
        "target": name_of(AREA_NAMES, record["target"]),
        "fight": fight_view(record),
    }
