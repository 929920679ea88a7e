"""The cards, and what lies where in a save file: what the second reading of the rulebook is written over.

It shares nothing with the games but the two lists of cards. § is the book's number, "ch." the rules page's.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Save = dict[str, Any]
Seat = dict[str, Any]

DATA = Path(__file__).resolve().parents[3] / "dynasty_env" / "europe" / "data"
BASE_PERSONS = 81  # the first rows of the list of persons; the others come with the expansion

COLOURS = ("yellow", "blue", "red", "green")  # §05-01: one person deck for each
RANKS = {"A": 1, **{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13}  # §04
SUITS = "SHDC"
SIDES = ("north", "east", "south", "west")  # §06-01 c
RED, BLACK = frozenset("HD"), frozenset("SC")  # §04
JOKER = "JOKER"
JOKERS_A_PACK = 2
POPE = "pope"
POPE_BONUS = 2  # §11-01
SULEIMAN = "Suleiman I"
OTTOMAN_EMPIRE = "Ottoman Empire"


@dataclass(frozen=True)
class Person:
    """One person card (§05-01)."""

    name: str
    colour: str
    sex: str
    war: int
    governance: int
    prestige: int
    fertility: int
    life: int
    ambition: int
    religion: str
    ability: str = ""  # §05-01 j; at most one
    expansion: bool = False  # SW02-01: one of the 28 cards that the expansion adds


@dataclass(frozen=True)
class Country:
    """One country card (§06-01), with the countries on its four sides, and those of them that are joined by sea."""

    name: str
    power: int
    neighbours: frozenset[str]
    by_sea: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Book:
    """The cards of a game, by name."""

    persons: dict[str, Person]
    countries: dict[str, Country]


@cache
def printed() -> Book:
    """The cards as the two lists print them: 20 persons a colour, Suleiman I, the expansion's 16, and 21 countries."""
    persons = [
        Person(
            name=row["name"],
            colour=row["colour"].lower(),
            sex=row["sex"],
            war=int(row["war"]),
            governance=int(row["governance"]),
            prestige=int(row["prestige"]),
            fertility=int(row["fertility"]),
            life=int(row["life"]),
            ambition=int(row["ambition"]),
            religion=row["religion"],
            ability=row["ability"],
            expansion=int(row["id"]) >= BASE_PERSONS,
        )
        for row in _rows("persons.csv")
    ]
    countries = [
        Country(
            name=row["name"],
            power=int(row["power"]),
            neighbours=frozenset(filter(None, (row[side] for side in SIDES))),
            by_sea=frozenset(row[side] for side in SIDES if row[f"{side}_by"] == "sea"),
        )
        for row in _rows("countries.csv")
    ]
    return Book({p.name: p for p in persons}, {c.name: c for c in countries})


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def option(save: Save, name: str) -> Any:
    """An option of the game, or its default (ch. "Terms")."""
    defaults = {"num_players": None, "packs": 1, "abilities": True, "kin_marriage": True}  # the others are off
    return save.get("options", {}).get(name, defaults.get(name, False))


def royals(seat: Seat) -> list[str]:
    """§05-02: king, spouse and children."""
    return [*([seat["king"]] if seat["king"] else []), *seat["spouses"], *seat["children"]]


def dynasty(seat: Seat) -> list[str]:
    """§05-02: all persons of a dynasty, royals and courtiers."""
    return [*royals(seat), *seat["courtiers"]]


def decider(save: Save) -> Seat:
    """The seat that decides now."""
    seat: Seat = save["seats"][save["seat"]]
    return seat


def others(save: Save) -> list[Seat]:
    """Every seat but the deciding one."""
    return [seat for place, seat in enumerate(save["seats"]) if place != save["seat"]]


def owner(save: Save, person: str | None) -> int | None:
    """The seat that a person (or the pope, D-R13) belongs to; nobody for a wanderer."""
    if person == POPE:
        pope: int = save["pope"]
        return pope
    return next((place for place, seat in enumerate(save["seats"]) if person in dynasty(seat)), None)


def lord(save: Save, country: str | None) -> int | None:
    """The seat whose territory a country is (§06-02); nobody for an independent one."""
    return next((place for place, seat in enumerate(save["seats"]) if country in seat["territories"]), None)


def other_sex(one: str, other: str, book: Book) -> bool:
    """§05-01 a: whether two persons are of different sex."""
    return book.persons[one].sex != book.persons[other].sex


def named(persons: Iterable[str]) -> set[str]:
    """The actions that name these persons, or the pope."""
    return {POPE if person == POPE else f"person:{person}" for person in persons}


def border(one: str, other: str, book: Book) -> bool:
    """§06-01 c: whether two countries are neighbours, by land or by sea."""
    return other in book.countries[one].neighbours or one in book.countries[other].neighbours


def by_sea(one: str, other: str, book: Book) -> bool:
    """§06-01 c: whether two countries are neighbours by sea."""
    return other in book.countries[one].by_sea or one in book.countries[other].by_sea


def decks(save: Save, colours: Iterable[str]) -> set[str]:
    """The decks of these colours that have cards."""
    return {f"deck:{colour}" for colour in colours if save["person_decks"].get(colour)}


def able(save: Save, persons: Iterable[str | None], ability: str, book: Book) -> list[str]:
    """§11-03: those of these persons who have the ability; nobody without the option `abilities`."""
    if not option(save, "abilities"):
        return []
    return [person for person in persons if person is not None and book.persons[person].ability == ability]
