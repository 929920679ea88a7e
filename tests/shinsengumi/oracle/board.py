"""The pieces and the board as the book has them, and what lies where in a save file.

What the second reading of Shinsengumi is written over. It shares nothing with the game but the list of persons, whose
numbers no book tells; the events are written down here once more. § is the book's number, "ch." the rules page's.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Save = dict[str, Any]
Cell = tuple[int, int]  # column from the left, row from the top, both from 1 (§03)

DATA = Path(__file__).resolve().parents[3] / "dynasty_env" / "shinsengumi" / "data"

EDGE = 6
BOARD = frozenset((column, row) for column in range(1, EDGE + 1) for row in range(1, EDGE + 1))
STEPS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
COLOURS = ("white", "black")
STONES = 16  # of each colour (§03)
TURNS = 12  # §07
SHOGUNATE, IMPERIAL = "shogunate", "imperial"


@dataclass(frozen=True)
class Person:
    """§04-01: one person; `bushido` is None for Kondo Isami, whose column it is (§06-01 D)."""

    combat: int
    debate: int
    esteem: int
    bushido: int | None
    failure: str
    arrows: tuple[tuple[str, str], ...]  # direction and colour, by priority


@dataclass(frozen=True)
class Event:
    """§04-02 and "the events": where it may be laid, what starts its fight, which fight, and whether it stays."""

    columns: range
    rows: range
    trigger: str = ""
    fight: str = ""
    dice: int = 0
    stays: bool = False


ALL, WEST, EAST = range(1, 7), range(1, 4), range(4, 7)
NOT_FIRST, NOT_LAST, FIRST, NOWHERE = range(2, 7), range(1, 6), range(1, 2), range(0)
FIANCEE, UNWORTHY, POWDER = "Fiancee", "Unworthy of bushido", "Ishida powder"
DANCER, SNIPER, ABURANOKOJI = "Ee ja nai ka", "Sniper", "Aburanokoji"
ATTACHED = (FIANCEE, UNWORTHY)

EVENTS = {
    "Aizu guardian": Event(EAST, NOT_LAST, "below", "sword", 3),
    ABURANOKOJI: Event(ALL, ALL, "gathering", "sword", 1),
    FIANCEE: Event(NOWHERE, NOWHERE),
    "Ikedaya ronin": Event(WEST, NOT_LAST, "below", "sword", 2),
    POWDER: Event(NOWHERE, NOWHERE),
    DANCER: Event(ALL, ALL, stays=True),
    "Osaka wrestlers": Event(ALL, NOT_LAST, "below", "brawl", 1),
    "Kaientai": Event(WEST, NOT_FIRST, "above", "sword", 1),
    "Kyoto deputy": Event(EAST, NOT_LAST, "below", "sword", 2),
    "Forbidden gate": Event(ALL, ALL, "beside", "gunfire", 1, stays=True),
    UNWORTHY: Event(NOWHERE, NOWHERE),
    SNIPER: Event(ALL, FIRST, "column", "gunfire", 1),
    "Choshu elders": Event(WEST, NOT_LAST, "below", "sword", 3),
    "Pleasure quarter": Event(ALL, NOT_FIRST, stays=True),
    "Mimawarigumi": Event(EAST, NOT_FIRST, "above", "sword", 2),
    "Satsuma riflemen": Event(WEST, NOT_LAST, "below", "gunfire", 4),
}


def _persons() -> dict[str, Person]:
    with (DATA / "persons.csv").open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: int(row["id"]))
    return {
        row["name"]: Person(
            combat=int(row["combat"]),
            debate=int(row["debate"]),
            esteem=int(row["esteem"]),
            bushido=None if row["bushido"] == "column" else int(row["bushido"]),
            failure=row["failure"],
            arrows=tuple((row[f"arrow{k}"].split()[0], row[f"arrow{k}"].split()[1]) for k in range(1, 5)),
        )
        for row in rows
    }


PERSONS = _persons()
PERSON_NAMES, EVENT_NAMES = tuple(PERSONS), tuple(EVENTS)  # in the order of their numbers


@cache
def at(cell: str) -> Cell:
    """The cell that a save file names so."""
    column, row = cell.split(".")
    return int(column), int(row)


@cache
def name(cell: Cell) -> str:
    """How a save file names a cell."""
    return f"{cell[0]}.{cell[1]}"


@cache
def neighbour(cell: Cell, direction: str) -> Cell:
    """The next cell in a direction, which may be off the board."""
    across, down = STEPS[direction]
    return cell[0] + across, cell[1] + down


@cache
def beside(cell: Cell) -> frozenset[Cell]:
    """The cells of the board that share an edge with this one."""
    return frozenset(neighbour(cell, direction) for direction in STEPS) & BOARD


def side(cell: Cell) -> str:
    """§08: columns 1 to 3 are the shogunate's, 4 to 6 the imperial side's."""
    return SHOGUNATE if cell[0] in WEST else IMPERIAL


def piece(save: Save, person: str) -> dict[str, Any]:
    """The item of a person who is on the board."""
    found: dict[str, Any] = next(item for item in save["persons"] if item["person"] == person)
    return found


def standing(save: Save) -> dict[str, Cell]:
    """Where each person stands."""
    return {item["person"]: at(item["cell"]) for item in save["persons"]}


def lying(save: Save) -> dict[str, Cell]:
    """Where each event that takes up a cell lies."""
    return {item["event"]: at(item["cell"]) for item in save["events"]}


def empty(save: Save) -> set[Cell]:
    """§06-00: the cells without a piece."""
    return set(BOARD) - set(standing(save).values()) - set(lying(save).values())


def attached(save: Save, person: str) -> str | None:
    """The event under a person."""
    under: str | None = piece(save, person)["attached"]
    return under


def combat(save: Save, person: str) -> int:
    """§04-01; a fiancée makes it one more."""
    return PERSONS[person].combat + (attached(save, person) == FIANCEE)


def debate(save: Save, person: str) -> int:
    """§04-01; a fiancée makes it one more."""
    return PERSONS[person].debate + (attached(save, person) == FIANCEE)


def esteem(save: Save, person: str) -> int:
    """§04-01; a fiancée makes it one more."""
    return PERSONS[person].esteem + (attached(save, person) == FIANCEE)


def bushido(save: Save, person: str) -> int:
    """§06-01 D: as printed, Kondo Isami's is his column; an attached event sets it."""
    under = attached(save, person)
    if under is not None:
        return {FIANCEE: 1, UNWORTHY: 2}[under]
    printed = PERSONS[person].bushido
    return standing(save)[person][0] if printed is None else printed


def possible(save: Save, person: str) -> list[int]:
    """§06-01 D: the numbers of a person's arrows that point at an empty cell, by priority."""
    here, free = standing(save)[person], empty(save)
    return [k for k, (way, _) in enumerate(PERSONS[person].arrows, 1) if neighbour(here, way) in free]


def triggered(save: Save, event: str) -> bool:
    """§10, "the events": whether an event's fight is on for the person who was named, where he stands now."""
    cells, mover = standing(save), save["mover"]
    if mover not in cells or event not in lying(save):
        return False
    here, there, trigger = cells[mover], lying(save)[event], EVENTS[event].trigger
    if trigger == "below":
        return here == neighbour(there, "down")
    if trigger == "above":
        return here == neighbour(there, "up")
    if trigger == "beside":
        return here in beside(there)
    if trigger == "gathering":
        return here in beside(there) and len(gathered(save, there)) >= 2
    if trigger == "column":
        return here[0] == there[0] != at(save["origin"])[0]
    return False


def gathered(save: Save, cell: Cell) -> list[str]:
    """The persons who stand beside a cell."""
    return [person for person, where in standing(save).items() if where in beside(cell)]


def option(save: Save, which: str) -> Any:
    """An option of the game, or its default."""
    return save["options"].get(which, {"hidden_stones": False, "ask_forced": False}.get(which))


def alive(save: Save) -> list[int]:
    """S-R10: the seats that have a self."""
    return [number for number, seat in enumerate(save["seats"]) if seat["self"] is not None]


def clockwise(save: Save, first: int) -> list[int]:
    """S-R17: the seats that have a self, from the first one on."""
    count = len(save["seats"])
    return [number % count for number in range(first, first + count) if number % count in alive(save)]


def named(persons: Iterable[str]) -> set[str]:
    """The actions that name these persons."""
    return {f"person:{person}" for person in persons}
