"""What can be looked up of a table: areas with their borders, generals with their numbers, countries.

Everything comes from a view, and from what is printed on the map and on the cards.
"""

from typing import Any

import numpy as np

from dynasty_env.kit.glossary import Term
from dynasty_env.three_kingdoms.display import words
from dynasty_env.three_kingdoms.material import AREA_NAMES, FIRST_UNIT, GENERAL_NAMES, SIDE_ENDS, SIDE_KIND, STATS, Side
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.views.public_table import UNIT_VALUES

KINDS = {
    Side.PLAIN: "open country", Side.RIVER: "a river", Side.MOUNTAIN: "mountains", Side.CLOSED: "closed to everybody",
}  # fmt: skip
CITIES = {"none": "no city", "small": "a small city", "large": "a large city"}


def things(view: dict[str, Any]) -> list[Term]:
    """The areas, generals and countries of a view."""
    areas = [Term(name, "area", "", (), _area(view, name)) for name in view["areas"]]
    here = {each["name"]: (name, each) for name, area in view["areas"].items() for each in area["generals"]}
    free = {each: name for name, area in view["areas"].items() for each in area["free"]}
    generals = [
        Term(name, "general", "", (), _general(number, *here.get(name, (free.get(name), None))))
        for number, name in enumerate(GENERAL_NAMES)
    ]
    countries = [Term(name, "country", "", (), _country(view, name)) for name in view["countries"]]
    return [*areas, *generals, *countries]


def _area(view: dict[str, Any], name: str) -> str:
    area, number = view["areas"][name], AREA_NAMES.index(name)
    lines = [f"Strength {area['strength']}, {CITIES[area['city']]}. {_held(area)}."]
    lines += [f"Generals: {'; '.join(map(_in_short, area['generals']))}."] if area["generals"] else []
    free = ", ".join(area["free"])
    lines += [f"Free generals, who join the first country that controls it: {free}."] if free else []
    sides = [int(side) for side in np.flatnonzero((np.asarray(SIDE_ENDS) == number).any(axis=1))]
    return "\n".join([*lines, "Borders:", *(_border(view, number, side) for side in sides)])


def _held(area: dict[str, Any]) -> str:
    """Who holds an area, and its troops."""
    if area["control"] == "nobody":
        return "Nobody holds it"
    return f"{area['control'].capitalize() if area['control'] == 'clans' else area['control']}: {_forces(area)}"


def _forces(area: dict[str, Any]) -> str:
    return f"{nouns.soldiers(area['troops'])}, {nouns.generals(len(area['generals']))}"


def _border(view: dict[str, Any], area: int, side: int) -> str:
    """The area across a side, what lies between, and who is there."""
    one, other = SIDE_ENDS[side].tolist()
    across = AREA_NAMES[other if one == area else one]
    bans = view["bans"].get(f"{AREA_NAMES[one]}-{AREA_NAMES[other]}", 0)
    banned = f", {bans} ban marker{'s' if bans > 1 else ''}" if bans else ""
    return f"- {across} ({KINDS[Side(int(SIDE_KIND[side]))]}{banned}). {_held(view['areas'][across])}."


def _in_short(general: dict[str, Any]) -> str:
    numbers = " ".join(f"{stat[0].upper()}{general[stat]}" for stat in STATS if general[stat] is not None)
    return f"{general['name']}{' (ruler)' if general['ruler'] else ''} {numbers or 'without numbers'}"


def _general(number: int, area: str | None, general: dict[str, Any] | None) -> str:
    """A general's numbers as they are now, or those of his first card; where he is, and whom he serves."""
    values = dict(zip(STATS, UNIT_VALUES[FIRST_UNIT[number]], strict=True)) if general is None else general
    numbers = ", ".join(f"{stat} {'–' if values[stat] is None else values[stat]}" for stat in STATS)
    missing = " (–: he has no such number, and cannot do it.)" if None in [values[stat] for stat in STATS] else ""
    lines = [f"{numbers.capitalize()}.{missing}"]
    if general is None:
        return "\n".join(
            [*lines, "Not on the map." if area is None else f"A free general in {area}: he serves nobody."]
        )
    rules = f"Rules {general['country']}" if general["ruler"] else f"Serves {general['country']}"
    acted = " He has acted in this phase." if general["acted"] else ""
    return "\n".join([*lines, f"{rules}, in {area}.{acted}"])


def _country(view: dict[str, Any], name: str) -> str:
    country = view["countries"][name]
    if country["status"] == "fallen":
        return "Has fallen."
    held = [each for each, area in view["areas"].items() if area["control"] == name]
    areas = "; ".join(f"{each}: {_forces(view['areas'][each])}" for each in held) or "It holds no area"
    ruler = country["ruler"] or "nobody until an heir appears"
    return f"Played by {words.player(country)}. Ruler: {ruler}. {nouns.points(country['points'])}.\n{areas}."
