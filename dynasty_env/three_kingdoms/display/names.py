"""Names of what entries and actions speak of."""

from collections.abc import Mapping
from typing import Any

from dynasty_env.three_kingdoms.material import (
    AREA_NAMES,
    CLANS,
    COUNTRIES,
    COUNTRY_NAMES,
    GENERAL_NAMES,
    OPEN_SIDE,
    SIDE_ENDS,
)
from dynasty_env.three_kingdoms.views.listed import COUNTING, listed
from dynasty_env.three_kingdoms.views.public_table import general_values

ARMIES = ("the attackers", "the defender")


def area(number: int) -> str:
    """An area."""
    return AREA_NAMES[number]


def country(number: int) -> str:
    """A country, the clans, or nobody."""
    if 0 <= number < COUNTRIES:
        return COUNTRY_NAMES[number]
    return "the clans" if number == CLANS else "nobody"


def general(number: int) -> str:
    """A general, or a clansman."""
    return GENERAL_NAMES[number] if number >= 0 else "a clansman"


def side(number: int) -> str:
    """A side, by its number among all."""
    one, other = SIDE_ENDS[number]
    return f"{area(one)} – {area(other)}"


def open_side(number: int) -> str:
    """A side, by its number among those that can be crossed."""
    return side(int(OPEN_SIDE[number]))


def does(number: int, verb: str) -> str:
    """A country, the clans, or nobody, with what it does: ``Cao marches``, ``the clans march``."""
    if number == CLANS:
        return f"the clans {verb}"
    return f"{country(number)} {verb}{'es' if verb.endswith('ch') else 's'}"


def is_or_are(number: int) -> str:
    """The verb for a country, or the clans."""
    return "are" if number == CLANS else "is"


def generals(count: int) -> str:
    """A number of generals."""
    return "1 general" if count == 1 else f"{count} generals"


def areas(count: int) -> str:
    """A number of areas."""
    return "1 area" if count == 1 else f"{count} areas"


def points(count: int) -> str:
    """A number of points."""
    return "1 point" if count == 1 else f"{count} points"


def agent(seat: int) -> str:
    """Who sits there."""
    return f"power_{seat}"


def player(country: Mapping[str, Any]) -> str:
    """Who plays a country of a view."""
    return "minor power" if country["seat"] is None else agent(country["seat"])


def title(view: Mapping[str, Any]) -> str:
    """What stands above a table: when it is, and who decides what."""
    when = f"turn {view['turn']} · {view['year']}" if view["turn"] else "set-up"
    decides = "" if view["deciding"] is None else f" · {agent(view['deciding'])} decides"
    waiting = "the game is over" if view["phase"] == "end" else view["phase"].replace("_", " ") + decides
    return f"Three Kingdoms · {when} · {waiting}"


def soldiers(count: int) -> str:
    """A number of troops."""
    return "1 soldier" if count == 1 else f"{count} troops"


def in_slot(record: Any, slot: int) -> str:
    """The general of a slot, with his number that counts now."""
    found = listed(record)
    if slot >= len(found):
        return f"general {slot + 1}"
    stat = COUNTING.get(int(record["step"]))
    if stat is None:
        return general(found[slot])
    counts = stat.name.lower()
    number = general_values(record, found[slot])[counts]
    return general(found[slot]) + (f" ({counts} {number})" if number is not None else "")
