"""The map, the generals, the scenarios and the tables of the page: what the second account is written over.

It shares nothing with the game but the lists of data. § is the book's number, T… a ruling of
docs/rules/three_kingdoms.md, "ch." its chapter.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "dynasty_env" / "three_kingdoms" / "data"
CLANS = "clans"
THAW = "thaw"
STATS = ("valour", "command", "wits", "administration", "diplomacy")


def rows(name: str) -> list[dict[str, str]]:
    """A list of data."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


STRENGTH = {row["name"]: int(row["strength"]) for row in rows("areas.csv")}
AREAS = tuple(STRENGTH)
CITY = {row["name"]: {"none": 0, "small": 1, "large": 2}[row["city"]] for row in rows("areas.csv")}  # §25: its points
SIDES = tuple((row["area"], row["neighbour"]) for row in rows("sides.csv"))
KIND = {(row["area"], row["neighbour"]): row["side"] for row in rows("sides.csv")}
STEPS = {"plain": 1, "river": 2, "mountain": 2}  # §25.4: movement that a side costs


def side(one: str, other: str) -> tuple[str, str] | None:
    """The side between two areas, if they are adjacent and it is not closed."""
    found = (one, other) if (one, other) in KIND else (other, one)
    return found if KIND.get(found, "closed") != "closed" else None


NEAR = {area: tuple(other for other in AREAS if side(area, other)) for area in AREAS}  # §2.3: never across closed sides
OPEN_SIDES = tuple(ends for ends in SIDES if KIND[ends] != "closed")

Values = dict[str, int | None]  # None: absent, which is not 0


def _units() -> dict[str, list[Values]]:
    units: dict[str, list[Values]] = {}
    for row in rows("generals.csv"):
        values: Values = {stat: int(row[stat]) if row[stat] else None for stat in STATS}
        units.setdefault(row["name"], []).append(values)
    return units


UNITS = _units()  # each general's units, in the order in which they replace each other (T2)
GENERALS = tuple(UNITS)  # roster order
ENTRY = {name: [int(row["entry"] or 0) for row in rows("generals.csv") if row["name"] == name] for name in GENERALS}

COUNTRIES = tuple(row["name"] for row in rows("countries.csv"))
HEIRS = {row["name"]: row["heirs"].split(";") for row in rows("countries.csv")}
LI_JUE = ["Li Jue", "Guo Si"]  # T20: who follows whom in scenario 2's black country

CAMPAIGN = 0
TURNS, TURNS_OF_PERIOD = 45, 5


@dataclass(frozen=True)
class Listed:
    """What a scenario lists for a country: its ruler, and the areas with troops and generals, where they are told."""

    ruler: str
    troops: int
    areas: dict[str, int | None]
    generals: dict[str, str]


def powers(scenario: int) -> dict[str, Listed]:
    """The countries of a scenario in its order ①②③…; the campaign's are the first one's."""
    number = scenario or 1
    found = {}
    for row in rows("scenarios.csv"):
        if int(row["scenario"]) == number:
            found[row["country"]] = Listed(row["ruler"], int(row["troops"]), *_areas(number, row["country"]))
    return found


def clan_areas(scenario: int) -> dict[str, int | None]:
    """The areas of clans, and their troops."""
    return _areas(scenario or 1, CLANS)[0]


def _areas(number: int, country: str) -> tuple[dict[str, int | None], dict[str, str]]:
    here = [row for row in rows("scenario_areas.csv") if int(row["scenario"]) == number and row["country"] == country]
    troops = {row["area"]: int(row["troops"]) if row["troops"] else None for row in here}
    return troops, {name: row["area"] for row in here for name in row["generals"].split(";") if name}


def roster(scenario: int) -> dict[str, str]:
    """Who serves which country when a scenario begins: all who have entered for it but the retired (T2)."""
    number = scenario or 1
    retired = {(row["country"], row["general"]) for row in rows("retired.csv") if int(row["scenario"]) == number}
    playing = powers(scenario)
    return {
        row["general"]: row["country"]
        for row in rows("rosters.csv")
        if int(row["period"]) < number and row["country"] in playing and (row["country"], row["general"]) not in retired
    }


@dataclass(frozen=True)
class Part:
    """One thing that a card says: who enters as which of his units, with whom or where, and the six numbers' areas."""

    change: str
    general: str
    version: int
    letters: tuple[str, ...]
    numbers: tuple[str, ...]


def _cards() -> dict[tuple[int, int], list[Part]]:
    cards: dict[tuple[int, int], list[Part]] = {}
    for row in rows("destiny.csv"):
        part = Part(
            row["change"],
            row["general"],
            int(row["version"] or 1),
            tuple(filter(None, row["places"].split(";"))),
            tuple(filter(None, row["die"].split(";"))),
        )
        cards.setdefault((int(row["period"]), int(row["card"])), []).append(part)
    return cards


CARDS = _cards()
CARDS_OF_TURN = 5

_A = "2 S3, 3 D3, 4 S2, 5 D2, 6 B1, 7 B2, 8 B1, 9 D1, 10 S1, 11 B3, 12 D5"
METHODS = {"D": "duel", "B": "battle", "S": "stratagem"}
A = {(METHODS[cell.split()[1][0]], int(cell.split()[1][1])) for cell in _A.split(", ")}


def battle_losses(difference: int) -> tuple[int, int]:
    """Table B: losses of the winner and the loser."""
    for most, losses in ((0, (1, 1)), (2, (1, 2)), (4, (1, 3)), (6, (1, 4)), (9, (1, 5)), (12, (1, 6))):
        if difference <= most:
            return losses
    return 0, 8


def stratagem_losses(difference: int) -> int:
    """Table C: losses of the loser."""
    return next((lost for most, lost in ((0, 0), (2, 1), (4, 2), (6, 3), (9, 4)) if difference <= most), 5)


def pursuit_row(troops: int) -> str:
    """Table D: what the six faces of the die cost, by the pursuer's troops."""
    rows_of_d = ((0, "000000"), (5, "000111"), (10, "001122"), (20, "011223"), (30, "112234"))
    return next((faces for most, faces in rows_of_d if troops <= most), "122345")


E = {  # X death, C captured, S submits, E exile, - nothing
    "duel 3": "X-----",
    "duel 4": "XC----",
    "duel 5": "XXC---",
    "duel 6": "XXXCC-",
    "adjacent": "XC----",
    "not adjacent": "XCCC--",
    "fallen, there": "XCCSSE",
    "fallen, elsewhere": "SSSEEE",
}
