"""The cards, and what lies where in a save file: what the second reading of Kingdoms is written over.

It shares nothing with the game but the two lists of cards. "row n" is the table's number of an action, K… a ruling of
docs/rules/kingdoms.md, "ch." its chapter, D-R… a ruling of Dynasty's.
"""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Save = dict[str, Any]
Seat = dict[str, Any]
Realm = dict[str, Any]  # an item of a seat's `kings`: a king, his countries, his spouse and his children

DATA = Path(__file__).resolve().parents[3] / "dynasty_env" / "europe" / "data"
BASE_PERSONS = 81  # the first rows of the list of persons; the others belong to an expansion of Dynasty's
SIDES = ("north", "east", "south", "west")

COLOURS = ("yellow", "blue", "red", "green")
RELIGIONS = ("CC", "C", "CP", "P")  # D-R3: each is the same as itself and as its neighbours
SULEIMAN = "Suleiman I"
OTTOMAN_EMPIRE = "Ottoman Empire"
ALWAYS = frozenset({"suppression", "alchemy"})  # K29: the table itself names these


@dataclass(frozen=True)
class Person:
    """One person card."""

    colour: str
    sex: str
    war: int
    governance: int
    prestige: int
    fertility: int
    life: int
    ambition: int
    religion: str
    ability: str


@dataclass(frozen=True)
class Country:
    """One country card: its power, the countries on its sides, and those of them that it borders by land."""

    power: int
    neighbours: frozenset[str]
    by_land: frozenset[str]


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return sorted(csv.DictReader(file), key=lambda row: int(row["id"]))


def _persons() -> dict[str, Person]:
    return {
        row["name"]: Person(
            colour=row["colour"],
            sex=row["sex"],
            war=int(row["war"]),
            governance=int(row["governance"]),
            prestige=int(row["prestige"]),
            fertility=int(row["fertility"]),
            life=int(row["life"]),
            ambition=int(row["ambition"]),
            religion=row["religion"],
            ability=row["ability"],
        )
        for row in _rows("persons.csv")[:BASE_PERSONS]
    }


def _countries() -> dict[str, Country]:
    return {
        row["name"]: Country(
            power=int(row["power"]),
            neighbours=frozenset(row[side] for side in SIDES if row[side]),
            by_land=frozenset(row[side] for side in SIDES if row[f"{side}_by"] == "land"),
        )
        for row in _rows("countries.csv")
    }


PERSONS, COUNTRIES = _persons(), _countries()
PERSON_NAMES, COUNTRY_NAMES = tuple(PERSONS), tuple(COUNTRIES)  # in the order of their numbers


def different(one: str, other: str) -> bool:
    """D-R3: whether the religions of two persons are different; Suleiman's is from everybody's."""
    if SULEIMAN in (one, other):
        return one != other
    return abs(RELIGIONS.index(PERSONS[one].religion) - RELIGIONS.index(PERSONS[other].religion)) > 1


def other_sex(one: str, other: str) -> bool:
    """Whether two persons are of different sex."""
    return PERSONS[one].sex != PERSONS[other].sex


def border(one: str, other: str) -> bool:
    """Whether two countries border each other, by land or by sea."""
    return other in COUNTRIES[one].neighbours or one in COUNTRIES[other].neighbours


def border_by_land(one: str, other: str) -> bool:
    """Whether two countries border each other by land."""
    return other in COUNTRIES[one].by_land or one in COUNTRIES[other].by_land


def able(save: Save, person: str, ability: str) -> bool:
    """K29: whether a person has this ability; without the option `abilities` only the table's own two count."""
    return PERSONS[person].ability == ability and (ability in ALWAYS or option(save, "abilities"))


def option(save: Save, name: str) -> Any:
    """An option of the game, or its default."""
    defaults = {"max_rounds": 20, "abilities": True, "kin_marriage": True, "ask_forced": False}
    return save["options"].get(name, defaults.get(name))


def clockwise(save: Save, first: int) -> list[int]:
    """All seats, from this one on."""
    count = len(save["seats"])
    return [number % count for number in range(first, first + count)]


def family(realm: Realm) -> list[str]:
    """The royals of a king's countries: he, his spouse, his children."""
    return [realm["king"], *([realm["spouse"]] if realm["spouse"] else []), *realm["children"]]


def kings(seat: Seat) -> list[str]:
    """The kings of a dynasty."""
    return [realm["king"] for realm in seat["kings"]]


def dynasty(seat: Seat) -> list[str]:
    """Everybody who belongs to a dynasty, royals and nobles."""
    return [*(person for realm in seat["kings"] for person in family(realm)), *seat["nobles"]]


def subjects(seat: Seat) -> list[str]:
    """Everybody of a dynasty who is no king."""
    crowned = set(kings(seat))
    return [person for person in dynasty(seat) if person not in crowned]


def idle(save: Save, seat: Seat) -> list[str]:
    """Children and nobles of a dynasty who are no rebels: who can be sent as a king, or be a candidate."""
    children = [child for realm in seat["kings"] for child in realm["children"]]
    return [person for person in [*children, *seat["nobles"]] if person not in save["rebels"]]


def everybody(save: Save) -> list[str]:
    """Everybody of any dynasty."""
    return [person for seat in save["seats"] for person in dynasty(seat)]


def owner(save: Save, person: str) -> int | None:
    """The seat that a person belongs to; nobody's is who lies in the pool or a deck, or has left play."""
    return next((number for number, seat in enumerate(save["seats"]) if person in dynasty(seat)), None)


def lands(seat: Seat) -> list[str]:
    """The countries of a dynasty that have a king."""
    return [country for realm in seat["kings"] for country in realm["countries"]]


def lord(save: Save, country: str) -> int | None:
    """The seat whose country this is; nobody's is an independent one."""
    return next((number for number, seat in enumerate(save["seats"]) if country in lands(seat)), None)


def ruler(seat: Seat, country: str) -> Realm:
    """What the king of an own country rules, and his family."""
    return next(realm for realm in seat["kings"] if country in realm["countries"])


def home_king(seat: Seat) -> str:
    """K4: whoever rules the home country."""
    king: str = ruler(seat, seat["home"])["king"]
    return king


def has(save: Save, number: int, ability: str) -> bool:
    """K44: whether anybody of a dynasty has this ability."""
    return any(able(save, person, ability) for person in dynasty(save["seats"][number]))


def joined(save: Save, number: int, battlefield: str) -> set[str]:
    """K11: the normal countries of a dynasty that a chain of its countries connects with the battlefield."""
    own = set(lands(save["seats"][number])) - {battlefield}
    reached: set[str] = set()
    edge = {battlefield}
    while edge:
        edge = {country for country in own - reached if any(border(country, near) for near in edge)}
        reached |= edge
    return reached - set(save["exhausted"])


def by_sea(save: Save, number: int, battlefield: str) -> bool:
    """K12: whether a war of this dynasty's for the battlefield is a sea battle."""
    return not any(border_by_land(country, battlefield) for country in lands(save["seats"][number]))


def strongest(seat: Seat) -> set[str]:
    """K31: the countries of the most printed power, of a dynasty's."""
    most = max((COUNTRIES[country].power for country in lands(seat)), default=0)
    return {country for country in lands(seat) if COUNTRIES[country].power == most}


def named(persons: Iterable[str]) -> set[str]:
    """The actions that name these persons."""
    return {f"person:{person}" for person in persons}


def countries(names: Iterable[str]) -> set[str]:
    """The actions that name these countries."""
    return {f"country:{name}" for name in names}


def decks(save: Save, colours: Iterable[str]) -> set[str]:
    """The decks of these colours that have cards."""
    return {f"deck:{colour}" for colour in colours if save["person_decks"][colour]}


def realms(save: Save) -> Iterator[Realm]:
    """What each king of any dynasty rules."""
    for seat in save["seats"]:
        yield from seat["kings"]
