"""§03–§06: the cards as printed, as NumPy tables, and the book's tables as constants.

Rules index these arrays by person id (0 … 96), country id (0 … 20) or card kind. Rows of cards that a version does
not have yet stay empty, so that ids keep their meaning.
"""

import csv
from enum import IntEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt

DATA = Path(__file__).parent / "data"
PERSONS_CSV = DATA / "persons.csv"
COUNTRIES_CSV = DATA / "countries.csv"

SEATS = 6
PERSONS = 97  # 80 + Suleiman I, and 16 places for the expansion
EVENTS = 12
COUNTRIES = 21
DECKS = 4  # yellow, blue, red, green: the bloodlines that have a deck
DECK_ROOM = 32  # places in a person deck: 20 persons, Suleiman, 7 of the expansion
MOST_CARDS = 108  # two packs

POPE = PERSONS  # the pope, where a person is named
POPE_LIFE = 3  # §11-01
POPE_PRESTIGE = 2  # §11-01
NOBODY = -1

HAND_SIZE = 5  # §08-01, and the limit of §08-02-04
WAR_TAX_DRAW, WAR_TAX_HAND = 3, 10  # §11-03-08
SEA_WAR = 4  # §11-03-09
SUPPRESSED_FROM = 5  # §11-03-01: a die of 5 or 6 kills
FIRST_TERRITORIES = 2  # §08-01
FIRST_PERSONS = 3  # §08-01
BIRTH_CARDS = 6  # §09-02-02: 6 - fertility of the spouse


class Colour(IntEnum):
    """§05-01: bloodlines. The first four have a deck; five more belong to the expansion."""

    YELLOW = 0
    BLUE = 1
    RED = 2
    GREEN = 3
    ROSE = 4
    WHITE = 5
    GREY = 6
    VIOLET = 7
    BLACK = 8


class Religion(IntEnum):
    """§05-03 (D-R3): places on the line CC – C – CP – P."""

    CC = 0
    C = 1
    CP = 2
    P = 3


class Place(IntEnum):
    """Where a person is."""

    OUT = 0  # not in this game
    DECK = 1
    WANDERER = 2
    KING = 3
    SPOUSE = 4
    CHILD = 5
    COURTIER = 6
    GONE = 7  # has left play


class Holder(IntEnum):
    """Who has a country, where it is no seat."""

    INDEPENDENT = -1
    OUT = -2  # not in play (yet, or any more)
    OCCUPIED = -3


class Way(IntEnum):
    """§06-01: how a neighbour is reached."""

    NONE = 0
    LAND = 1
    SEA = 2


class Ability(IntEnum):
    """§11-03: special abilities, named as in the cards."""

    NONE = 0
    SUPPRESSION = 1
    ASSASSINATION = 2
    PLUNDER = 3
    REVOLUTION = 4
    WASTE = 5
    POLICE = 6
    EXECUTION = 7
    WAR_TAX = 8
    SEA_4 = 9
    ALCHEMY = 10
    NEW_FAITH = 11
    ADVENT = 12


MALE, FEMALE = 0, 1
SEXES = ("m", "f")
DIRECTIONS = ("north", "east", "south", "west")
STATS = ("war", "governance", "prestige", "fertility", "life", "ambition")
COLOUR_NAMES = tuple(colour.name.lower() for colour in Colour)
DECK_NAMES = COLOUR_NAMES[:DECKS]
EVENT_NAMES = (
    "neuroi",
    "cancel",
    "admiration",
    "grounded",
    "doll",
    "gale slash",
    "all-out attack",
    "warrior's way",
    "splendid",
    "so what",
    "not jealous",
    "polygamy",
)

Table = npt.NDArray[np.int64]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


_PERSONS = _rows(PERSONS_CSV)
_COUNTRIES = _rows(COUNTRIES_CSV)


def _person_column(values: list[int], missing: int) -> Table:
    return np.array(values + [missing] * (PERSONS - len(values)), np.int64)


PERSON_NAMES = tuple(row["name"] for row in _PERSONS) + tuple(f"#{i}" for i in range(len(_PERSONS), PERSONS))
PRINTED = len(_PERSONS)  # persons that this version has cards for
COUNTRY_NAMES = tuple(row["name"] for row in _COUNTRIES)

WAR, GOVERNANCE, PRESTIGE, FERTILITY, LIFE, AMBITION = (
    _person_column([int(row[stat]) for row in _PERSONS], 0) for stat in STATS
)
COLOUR = _person_column([COLOUR_NAMES.index(row["colour"]) for row in _PERSONS], NOBODY)
SEX = _person_column([SEXES.index(row["sex"]) for row in _PERSONS], NOBODY)
RELIGION = _person_column([int(Religion[row["religion"]]) if row["religion"] else NOBODY for row in _PERSONS], NOBODY)
"""Suleiman has none: he is different from everybody (§11-02)."""

ABILITY = _person_column([int(Ability[row["ability"].upper() or "NONE"]) for row in _PERSONS], int(Ability.NONE))

POWER: Table = np.array([int(row["power"]) for row in _COUNTRIES], np.int64)
NEIGHBOUR: Table = np.array(
    [[COUNTRY_NAMES.index(row[d]) if row[d] else NOBODY for d in DIRECTIONS] for row in _COUNTRIES], np.int64
)
"""(21, 4): the country to the north, east, south, west, or -1."""
WAY: Table = np.array(
    [[int(Way[row[f"{d}_by"].upper()]) if row[d] else 0 for d in DIRECTIONS] for row in _COUNTRIES], np.int64
)
"""(21, 4): joined there by land or sea."""

SULEIMAN = PERSON_NAMES.index("Suleiman I")
OTTOMAN = COUNTRY_NAMES.index("Ottoman Empire")
assert OTTOMAN == COUNTRIES - 1


def card_table() -> dict[str, Table]:
    """The printed numbers that raw observations leave out, for a network to join: persons (97, 10: war … ambition,
    colour, sex, religion, ability) and countries (21, 9: power, four neighbours, four ways)."""
    persons = np.stack([WAR, GOVERNANCE, PRESTIGE, FERTILITY, LIFE, AMBITION, COLOUR, SEX, RELIGION, ABILITY], axis=1)
    return {"persons": persons, "countries": np.concatenate([POWER[:, None], NEIGHBOUR, WAY], axis=1)}
