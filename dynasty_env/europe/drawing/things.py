"""What can be looked up of a table of Dynasty or Kingdoms: persons with their numbers, countries with their borders."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from dynasty_env.europe.material import (
    COLOUR,
    COLOUR_NAMES,
    COUNTRY_NAMES,
    NEIGHBOUR,
    NOBODY,
    PERSON_NAMES,
    POWER,
    SEX,
    SEXES,
    WAY,
    Way,
)
from dynasty_env.europe.words import LEGEND, religion
from dynasty_env.kit.glossary import Term

ROLES = {
    "spouses": "spouse", "children": "child", "courtiers": "courtier", "nobles": "noble", "wanderers": "wanderer",
    "pool": "in the pool", "removed": "has left play", "under_neuroi": "under the Neuroi card", "king": "king",
    "spouse": "spouse",
}  # fmt: skip
"""What a person is, by the place in a view that names the person."""


def person_term(name: str, stats: Mapping[str, int], ability: str, where: str) -> Term:
    """A person.

    Args:
        stats: the numbers by letter.
        ability: the special ability, or an empty string.
        where: what the person is at the table.
    """
    person = PERSON_NAMES.index(name)
    named = {entry.split()[0]: entry.split(maxsplit=1)[1] for entry in LEGEND}
    numbers = ", ".join(f"{named.get(letter, letter)} {value}" for letter, value in stats.items())
    sex = {"m": "man", "f": "woman"}[SEXES[SEX[person]]]
    lines = [f"{numbers.capitalize()}.", f"A {sex}, {COLOUR_NAMES[COLOUR[person]]}, religion {religion(person)}."]
    lines += [f"Special ability: {ability} (? {ability} explains it)."] if ability else []
    return Term(name, "person", "", (), "\n".join([*lines, f"{where[:1].upper()}{where[1:]}."]))


def terms_of(
    persons: Iterable[tuple[str, Mapping[str, int], str]], where: Mapping[str, str], held: Mapping[str, str]
) -> list[Term]:
    """The persons of a game and all countries.

    Args:
        persons: name, numbers and special ability of each.
        where: what a person is at the table; those without an entry are not there yet.
        held: who holds a country; those without an entry are not in play.
    """
    named = [
        person_term(name, stats, ability, where.get(name, "not at the table yet")) for name, stats, ability in persons
    ]
    return [*named, *(country_term(name, held.get(name, "not in play"), held) for name in COUNTRY_NAMES)]


def country_term(name: str, where: str, held: Mapping[str, str]) -> Term:
    """A country with its neighbours, and who holds them."""
    country = COUNTRY_NAMES.index(name)
    borders = [
        f"- {COUNTRY_NAMES[other]} ({'by land' if way == Way.LAND else 'by sea'}; "
        f"power {POWER[other]}, {held.get(COUNTRY_NAMES[other], 'not in play')})"
        for other, way in zip(NEIGHBOUR[country].tolist(), WAY[country].tolist(), strict=True)
        if other != NOBODY
    ]
    return Term(name, "country", "", (), "\n".join([f"Power {POWER[country]}, {where}.", "Borders:", *borders]))


def persons_at(view: Mapping[str, Any], agent: Callable[[int], str]) -> dict[str, str]:
    """What each person of a view is, and whose."""
    found = {name: ROLES[key] for key in ("wanderers", "pool", "removed", "under_neuroi") for name in view.get(key, ())}
    for seat, place in enumerate(view["seats"]):
        found |= {name: f"{role} of {agent(seat)}" for name, role in _in_place(place)}
    return found


def _in_place(place: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, content in place.items():
        if key in ROLES and content:
            yield from ((name, ROLES[key]) for name in ([content] if isinstance(content, str) else content))
        elif key == "kings":
            for king in content:
                yield from _in_place(king)


def countries_at(view: Mapping[str, Any], agent: Callable[[int], str]) -> dict[str, str]:
    """Who holds each country of a view."""
    found = {name: "independent" for name in view["independent"]}
    found |= {name: "occupied by the Neuroi" for name in view.get("occupied", ())}
    for seat, place in enumerate(view["seats"]):
        kings = [king["countries"] for king in place.get("kings", ())]
        own = [place.get("territories", ()), place.get("unruled", ()), *kings]
        found |= {name: f"held by {agent(seat)}" for names in own for name in names}
    contest = view.get("contest")
    return found | ({name: "contested" for name in contest["countries"]} if contest else {})
