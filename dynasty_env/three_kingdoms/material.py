"""The map, the generals, the countries and the destiny cards as NumPy tables, and the tables of the book as constants.

Rules index these arrays by area (0 … 36), side (0 … 87), general (0 … 246), country (0 … 10) or part of a destiny card.
A general who returns with other numbers later in the story has several units; values have a row for each unit.
"""

from enum import IntEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.printed import Columns, codes, padded, rows

DATA = Path(__file__).parent / "data"

SEATS = 11
TURNS = 45
TURNS_OF_PERIOD = 5
PERIODS = 9
CARDS_OF_TURN = 5  # §5.3
SCENARIOS = 8
FIRST_YEAR = 190
NOWHERE = -1
NO_ONE = -1

Table = npt.NDArray[np.int64]


class City(IntEnum):
    """§2.4: the city in an area."""

    NONE = 0
    SMALL = 1
    LARGE = 2


class Side(IntEnum):
    """§2.2, §2.3: the side between two areas."""

    PLAIN = 0
    RIVER = 1
    MOUNTAIN = 2
    CLOSED = 3


class Place(IntEnum):
    """Where a general is."""

    UNBORN = 0  # has not entered the game yet
    SERVING = 1  # serves a country, in an area
    FREE = 2  # §5.5.7: face down in an area
    DEAD = 3
    GONE = 4  # has left, or serves none of the scenario's countries


class Stat(IntEnum):
    """The numbers of a general."""

    VALOUR = 0
    COMMAND = 1
    WITS = 2
    ADMINISTRATION = 3
    DIPLOMACY = 4


STATS = tuple(stat.name.lower() for stat in Stat)
ABSENT = -1
"""The value of a number that a general does not have, which is not the same as 0."""


# ------------------------------------------------------------------------------------------------------------ the map

_AREAS = rows(DATA / "areas.csv")
AREA_NAMES = tuple(row["name"] for row in _AREAS)
AREAS = len(AREA_NAMES)
STRENGTH: Table = np.array([int(row["strength"]) for row in _AREAS], np.int64)
CITY: Table = np.array([City[row["city"].upper()] for row in _AREAS], np.int64)
POINTS: Table = STRENGTH + CITY
"""§25 of the first edition: the points of an area: its strength, +1 for a small city, +2 for a large one."""

_SIDES = rows(DATA / "sides.csv")
SIDES = len(_SIDES)
SIDE_ENDS: Table = np.array([[AREA_NAMES.index(row["area"]), AREA_NAMES.index(row["neighbour"])] for row in _SIDES])
"""(88, 2): the two areas on either side of a side."""
SIDE_KIND: Table = np.array([Side[row["side"].upper()] for row in _SIDES], np.int64)
NO_SIDE = -1
SIDE_BETWEEN: Table = np.full((AREAS, AREAS), NO_SIDE, np.int64)
"""(37, 37): the side between two areas, or -1."""
for _side, (_one, _other) in enumerate(SIDE_ENDS):
    SIDE_BETWEEN[_one, _other] = SIDE_BETWEEN[_other, _one] = _side
OPEN_SIDE: Table = np.flatnonzero(SIDE_KIND != Side.CLOSED).astype(np.int64)
"""(79,): the sides that can be crossed, on which ban markers may lie (T50)."""
OPEN_SIDES = len(OPEN_SIDE)
MOVEMENT: Table = np.array([1, 2, 2, 99], np.int64)
"""§25.4: the movement points that a side of each kind costs."""
GENERAL_MOVES, TROOP_MOVES = 3, 2  # §25.3
COST: Table = np.where(SIDE_BETWEEN == NO_SIDE, MOVEMENT[Side.CLOSED], MOVEMENT[SIDE_KIND[SIDE_BETWEEN]])
"""(37, 37): the movement cost of the side from area to area; 99 where there is no way."""
WAY: Table = np.where(MOVEMENT[Side.CLOSED] > COST, SIDE_BETWEEN, NO_SIDE)
"""(37, 37): the side between two areas next to each other that is not closed, or -1."""
MOST_NEIGHBOURS = 6
NEIGHBOURS: Table = padded([np.flatnonzero(way != NO_SIDE).tolist() for way in WAY], MOST_NEIGHBOURS)
"""(37, 6): areas across a side that is not closed, padded with -1."""
NEXT_AT: Table = np.array(
    [[sum(1 << int(a) for a in np.flatnonzero(COST[area] == cost)) for area in range(AREAS)] for cost in range(3)]
)
"""(3, 37): the areas reached from each area across a side with this movement cost, one bit each."""

# ----------------------------------------------------------------------------------------------------------- generals

_UNITS = rows(DATA / "generals.csv")
GENERAL_NAMES = tuple(dict.fromkeys(row["name"] for row in _UNITS))
GENERALS = len(GENERAL_NAMES)
UNITS = len(_UNITS)
UNIT_GENERAL: Table = np.array([GENERAL_NAMES.index(row["name"]) for row in _UNITS], np.int64)
UNIT_ENTRY: Table = np.array([int(row["entry"] or 0) for row in _UNITS], np.int64)
"""(units,): the period in which the unit enters the game; 0: it is there from turn 1."""
FIRST_UNIT: Table = np.array([list(UNIT_GENERAL).index(g) for g in range(GENERALS)], np.int64)
"""(generals,): the earliest unit of each general."""
UNITS_OF: Table = np.array([int(np.count_nonzero(g == UNIT_GENERAL)) for g in range(GENERALS)], np.int64)
"""(generals,): how many units a general has; they are consecutive."""
VALUES: Table = np.array([[int(row[s]) if row[s] else ABSENT for s in STATS] for row in _UNITS], np.int64)
"""(units, 5): valour, command, wits, administration, diplomacy; -1: absent."""

# ---------------------------------------------------------------------------------------------------------- countries

_COUNTRIES = rows(DATA / "countries.csv")
COUNTRY_NAMES = tuple(row["name"] for row in _COUNTRIES)
COUNTRY_COLOURS = tuple(row["colour"] for row in _COUNTRIES)
COUNTRIES = len(COUNTRY_NAMES)
CLANS = COUNTRIES
"""Stands for the clans in place of a country."""
OWNERS = COUNTRIES + 1
NEUTRAL = -1
"""The controller of an area that nobody controls."""
MOST_HEIRS = 4
HEIRS: Table = padded(
    [[GENERAL_NAMES.index(name) for name in row["heirs"].split(";")] for row in _COUNTRIES], MOST_HEIRS
)
"""(11, 4): the line of rulers, first to last, padded with -1."""
LI_JUE, GUO_SI = GENERAL_NAMES.index("Li Jue"), GENERAL_NAMES.index("Guo Si")
DONG_ZHUO = COUNTRY_NAMES.index("Dong Zhuo")
HEIRS_OF_LI_JUE: Table = np.array([LI_JUE, GUO_SI, NO_ONE, NO_ONE], np.int64)
"""T20: the line of Dong Zhuo's country in scenario 2."""
FOREMOST: Table = np.array([COUNTRY_NAMES.index(name) for name in ("Cao", "Sun", "Liu Bei")], np.int64)
"""T69: the countries that are given out first from scenario 4 on."""

# ---------------------------------------------------------------------------------------------------------- scenarios

SCENARIO_NAMES = (
    "The tyrant Dong Zhuo",
    "Lü Bu, the demon of war",
    "The battle of Guandu",
    "The battle of Red Cliffs",
    "Liu Bei enters Shu",
    "The struggle for Jing",
    "The battle of Yiling",
    "The northern expeditions",
)
CAMPAIGN = 0
"""The value of the option `scenario` for the campaign, which is set up like scenario 1 and ends in period 9."""
RULER: Table = np.full((SCENARIOS, COUNTRIES), NO_ONE, np.int64)
"""(8, 11): the ruler when the scenario begins; -1: the country is not in it."""
POWER_ORDER: Table = np.zeros((SCENARIOS, COUNTRIES), np.int64)
"""(8, 11): the place ①②③… of a country in the scenario's list, from 1; 0: not in it."""
START_TROOPS: Table = np.zeros((SCENARIOS, COUNTRIES), np.int64)
"""(8, 11): the troops of a country when the scenario begins."""
for _row in rows(DATA / "scenarios.csv"):
    _at = int(_row["scenario"]) - 1, COUNTRY_NAMES.index(_row["country"])
    RULER[_at] = GENERAL_NAMES.index(_row["ruler"])
    POWER_ORDER[_at] = int(_row["order"])
    START_TROOPS[_at] = int(_row["troops"])
POWERS: Table = (RULER != NO_ONE).sum(axis=1)
"""(8,): the number of countries in each scenario."""


def _at_start() -> Table:
    """(8, generals): the country whose roster has a general when a scenario begins; -1 for none."""
    result = np.full((SCENARIOS, GENERALS), NO_ONE, np.int64)
    retired = {(int(row["scenario"]), row["country"], row["general"]) for row in rows(DATA / "retired.csv")}
    for row in rows(DATA / "rosters.csv"):
        country, general = COUNTRY_NAMES.index(row["country"]), GENERAL_NAMES.index(row["general"])
        for scenario in range(int(row["period"]) + 1, SCENARIOS + 1):
            at = scenario - 1
            if RULER[at, country] != NO_ONE and (scenario, row["country"], row["general"]) not in retired:
                assert result[at, general] == NO_ONE, (scenario, row["general"])
                result[at, general] = country
    return result


START_COUNTRY: Table = _at_start()

START_OWNER: Table = np.full((SCENARIOS, AREAS), NEUTRAL, np.int64)
"""(8, 37): who controls an area when the scenario begins."""
AREA_TROOPS: Table = np.full((SCENARIOS, AREAS), -1, np.int64)
"""(8, 37): the troops listed for an area; -1 if only the country's total is listed."""
START_AREA: Table = np.full((SCENARIOS, GENERALS), NOWHERE, np.int64)
"""(8, generals): the area where a general is listed; -1 if only the number of the country's generals is listed."""
_LISTED: list[list[int]] = [[] for _ in range(SCENARIOS * OWNERS)]
for _row in rows(DATA / "scenario_areas.csv"):
    _at = int(_row["scenario"]) - 1, AREA_NAMES.index(_row["area"])
    START_OWNER[_at] = CLANS if _row["country"] == "clans" else COUNTRY_NAMES.index(_row["country"])
    AREA_TROOPS[_at] = int(_row["troops"] or -1)
    _LISTED[_at[0] * OWNERS + START_OWNER[_at]].append(_at[1])
    for _name in filter(None, _row["generals"].split(";")):
        START_AREA[_at[0], GENERAL_NAMES.index(_name)] = _at[1]
LISTED_AREAS: Table = padded(_LISTED, AREAS).reshape(SCENARIOS, OWNERS, AREAS)
"""(8, 12, 37): the areas of a country (last: the clans) in listed order, padded with -1."""

# ------------------------------------------------------------------------------------------------------ destiny cards

_PARTS = rows(DATA / "destiny.csv")
CARDS = 25  # T4: in each period
ENDS = CARDS - 1
"""T4: the card “game ends” of each period."""
PARTS = len(_PARTS)
MOST_PLACES = 3


def _places(column: str, width: int) -> Table:
    """(parts, width): the places where a card lets somebody enter: of a general (0 …), or an area (GENERALS + area)."""
    numbers = {name: number for number, name in enumerate((*GENERAL_NAMES, *AREA_NAMES))}
    return padded([[numbers[name] for name in row[column].split(";") if name] for row in _PARTS], width)


def _unit(row: dict[str, str]) -> int:
    if not row["general"]:
        return NO_ONE
    return int(FIRST_UNIT[GENERAL_NAMES.index(row["general"])]) + int(row["version"] or 1) - 1


PART_UNIT: Table = np.array([_unit(row) for row in _PARTS], np.int64)
"""(parts,): the unit that a part of a card is about."""
PART_ENTERS: Table = np.array([row["change"] == "enters" for row in _PARTS], np.int64)
PART_PLACES: Table = _places("places", MOST_PLACES)
"""(parts, 3): the lettered places in order, each a general or GENERALS + area; padded with -1."""
PART_DIE: Table = _places("die", 6)
"""(parts, 6): the places by the face of a die; -1 if the card has none."""
CARD_PARTS: Table = np.zeros((PERIODS, CARDS, 2), np.int64)
"""(9, 25, 2): the first part of a card, and the one after its last part."""
for _number, _row in enumerate(_PARTS):
    _at = int(_row["period"]) - 1, int(_row["card"]) - 1
    if CARD_PARTS[_at][1] == 0:
        CARD_PARTS[_at][0] = _number
    CARD_PARTS[_at][1] = _number + 1


# ---------------------------------------------------------------------------------------------------- tables (T17)


class Method(IntEnum):
    """§18.5: how a round of a fight is fought."""

    DUEL = 0
    BATTLE = 1
    STRATAGEM = 2


class Check(IntEnum):
    """§24: the result of a capture check."""

    NOTHING = 0
    DEATH = 1
    CAPTURED = 2
    SUBMITS = 3
    EXILE = 4


class Column(IntEnum):
    """§24.2: the columns of table E."""

    DUEL_3 = 0
    DUEL_4 = 1
    DUEL_5 = 2
    DUEL_6 = 3
    ADJACENT = 4
    NOT_ADJACENT = 5
    FALLEN_THERE = 6
    FALLEN_ELSEWHERE = 7


_A = ["--", "--", "S3", "D3", "S2", "D2", "B1", "B2", "B1", "D1", "S1", "B3", "D5"]
METHOD: Table = np.array([0 if cell == "--" else int(Method("DBS".index(cell[0]))) for cell in _A], np.int64)
"""(13,): table A by the sum of two dice: the method …"""
METHOD_GENERALS: Table = np.array([0 if cell == "--" else int(cell[1]) for cell in _A], np.int64)
"""(13,): … and the number of generals."""
_B = [(0, 1, 1), (2, 1, 2), (4, 1, 3), (6, 1, 4), (9, 1, 5), (12, 1, 6)]
BATTLE_FROM = 13
_LOSSES = [next((losses for most, *losses in _B if d <= most), [0, 8]) for d in range(BATTLE_FROM + 1)]
BATTLE: Table = np.array(_LOSSES, np.int64)
"""(14, 2): table B by the difference, with 13 and more last: losses of the winner and the loser."""
_C = [(0, 0), (2, 1), (4, 2), (6, 3), (9, 4)]
STRATAGEM_FROM = 10
_LOSS = [next((loss for most, loss in _C if d <= most), 5) for d in range(STRATAGEM_FROM + 1)]
STRATAGEM: Table = np.array(_LOSS, np.int64)
"""(11,): table C by the difference, with 10 and more last: losses of the lower side."""
PURSUIT_TROOPS: Table = np.array([0, 5, 10, 20, 30], np.int64)
"""Table D: the highest number of troops for each row but the last."""
PURSUIT: Table = np.array(
    [[0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2], [0, 1, 1, 2, 2, 3], [1, 1, 2, 2, 3, 4],
     [1, 2, 2, 3, 4, 5]], np.int64)  # fmt: skip
"""(6, 6): table D by the pursuer's troops and the die."""
CHECKS: Table = np.array(
    [["-XCSE".index(cell) for cell in row] for row in
     ("X-----", "XC----", "XXC---", "XXXCC-", "XC----", "XCCC--", "XCCSSE", "SSSEEE")], np.int64)  # fmt: skip
"""(8, 6): table E by column and die."""

MOST_IN_DUEL_LOSS = 3  # §19.5
CHECK_FROM = 3  # §19.6
MOST_IN_WALKOVER = 5  # §19.7
CLAN_DUELLISTS = 3  # §19.8
MOST_ROUNDS = 30  # T13, T58
CLANS_STAY = 3  # §14.4.2, §14.5
TROOPS_OF_POINT, GENERALS_OF_POINT = 5, 2  # §12.4
POINTS_OF_SUCCESS = 2  # §11.4
LEAST_FOR_POWER = 2  # §12.5


CARD_COLUMNS: Columns = {
    "areas": {"strength": "as on the map", "city": codes(City)},
    "generals": dict.fromkeys(STATS, f"as on the unit; {ABSENT}: none"),
}
"""The columns of `card_table`."""


def card_table() -> dict[str, Table]:
    """The printed numbers that raw observations leave out, so that a network can look them up by id.

    Returns:
        ``areas`` (37, 2): strength, city. ``generals`` (units, 5): valour, command, wits, administration, diplomacy, -1
            if absent.
    """
    return {"areas": np.stack([STRENGTH, CITY], axis=1), "generals": VALUES}


class Status(IntEnum):
    """Whether a country is in the game."""

    ABSENT = 0
    PLAYING = 1
    FALLEN = 2


class Role(IntEnum):
    """The role of a general in an invasion and its fight."""

    NONE = 0
    ATTACKS = 1
    DEFENDS = 2
    RESTS_ATTACKING = 3  # T30: takes no part, but goes where the attackers go
    RESTS_DEFENDING = 4


class Work(IntEnum):
    """§9.3: what an area has done in the action step."""

    NOTHING = -1  # may not act
    FREE = 0
    TALKED = 1  # diplomacy; a levy may follow (T41)
    LEVIED = 2
    INVADED = 3


class Pact(IntEnum):
    """§12–§14: the relation of a country to the power whose phase it is."""

    NONE = 0
    REFUSED = 1
    ALLY = 2  # a power that has agreed
    DIRECTED = 3  # a minor power
