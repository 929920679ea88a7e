"""§03–§06: the cards as printed, as NumPy tables, and the book's tables as constants.

Rules index these arrays by person id (0 … 96), country id (0 … 20) or card kind. The persons from 81 on, the events and
the last five bloodlines belong to the expansion (SW02).
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
PERSONS = 97  # 80 + Suleiman I, and 16 of the expansion
BASE_PERSONS = 81  # the first ones belong to the base game
COUNTRIES = 21
DECKS = 4  # yellow, blue, red, green: the bloodlines that have a deck
DECK_ROOM = 32  # places in a person deck: 20 persons, Suleiman, 7 of the expansion
MOST_CARDS = 108  # two packs
COPIES, JOKERS = 2, 4  # of a kind, in two packs
EVENT_CARD = PERSONS  # + event: an event card, where it lies in a person deck
EXPANSION = 28  # SW02-01: cards of the expansion, 16 persons and 12 events
EXPANSION_A_DECK = 7  # SW02-01: shuffled into each deck
MOST_DICE = 48  # D-R56
MOST_PRODUCT = 9_999  # D-R56

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
WITCH_SPOUSE = 10  # SW02-05: points for a spouse who is a witch
OCCUPIES_FROM = 4  # SW02-06-01: a die of 4, 5 or 6 occupies a neighbour
HEAT_RAY_DICE = 1  # SW02-07-08
MAY_CHANGE = 2  # SW02-07-12: dice that deflection may change
ADMIRATION_FERTILITY = 3  # SW02-08-03
DOLL_STATS = 1  # SW02-08-05
FEWEST_SENT = 3  # SW02-08-07
WARRIOR_WAR, WARRIOR_DICE, WARRIOR_CHECKS = 1, 3, 2  # SW02-08-08
MOCKED_AMBITION, MOCKED_LIFE = 4, 5  # SW02-08-11: not jealous; all else 0


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
    OCCUPIED = 8  # SW02-06-01: Suleiman, under the Neuroi card


class EventPlace(IntEnum):
    """Where an event card is."""

    OUT = 0  # not in this game
    DECK = 1
    HAND = 2  # face down before a player
    TABLE = 3  # being played, or on the table for a while
    ATTACHED = 4  # to a person
    GONE = 5


class CardPlace(IntEnum):
    """Where a playing card is, if in no hand."""

    PACK = -1
    OPEN = -2  # laid, or among the discards
    ABSENT = -3  # not in this game


class Event(IntEnum):
    """SW02-08: the events, one card each."""

    NEUROI = 0
    CANCEL = 1
    ADMIRATION = 2
    GROUNDED = 3
    DOLL = 4
    GALE_SLASH = 5
    ALL_OUT_ATTACK = 6
    WARRIORS_WAY = 7
    SPLENDID = 8
    SO_WHAT = 9
    NOT_JEALOUS = 10
    POLYGAMY = 11


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
    """§11-03, and from 13 on SW02-07 (of the witches): special abilities, named as in the cards."""

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
    HEALING = 13
    EVIL_EYE = 14
    SPATIAL_SENSE = 15
    BALLISTICS = 16
    LIGHTNING = 17
    GALE = 18
    MIGHT = 19
    HEAT_RAY = 20
    HYPER_SPEED = 21
    FORESIGHT = 22
    WIDE_SEARCH = 23
    DEFLECTION = 24


MALE, FEMALE = 0, 1
SEXES = ("m", "f")
DIRECTIONS = ("north", "east", "south", "west")
STATS = ("war", "governance", "prestige", "fertility", "life", "ambition")
COLOUR_NAMES = tuple(colour.name.lower() for colour in Colour)
DECK_NAMES = COLOUR_NAMES[:DECKS]
EVENT_NAMES = tuple(
    "warrior's way" if event is Event.WARRIORS_WAY else "all-out attack" if event is Event.ALL_OUT_ATTACK
    else event.name.lower().replace("_", " ")
    for event in Event
)  # fmt: skip
EVENTS = len(EVENT_NAMES)

Table = npt.NDArray[np.int64]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


_PERSONS = _rows(PERSONS_CSV)
_COUNTRIES = _rows(COUNTRIES_CSV)


def _person_column(values: list[int]) -> Table:
    assert len(values) == PERSONS
    return np.array(values, np.int64)


PERSON_NAMES = tuple(row["name"] for row in _PERSONS)
COUNTRY_NAMES = tuple(row["name"] for row in _COUNTRIES)

WAR, GOVERNANCE, PRESTIGE, FERTILITY, LIFE, AMBITION = (
    _person_column([int(row[stat]) for row in _PERSONS]) for stat in STATS
)
COLOUR = _person_column([COLOUR_NAMES.index(row["colour"]) for row in _PERSONS])
SEX = _person_column([SEXES.index(row["sex"]) for row in _PERSONS])
RELIGION = _person_column(
    [int(Religion[row["religion"].removesuffix("W")]) if row["religion"] else NOBODY for row in _PERSONS]
)
"""Suleiman has none: he is different from everybody (§11-02)."""

WITCH = _person_column([int(row["religion"].endswith("W")) for row in _PERSONS])
"""1: a witch (SW02-02)."""

ABILITY = _person_column([int(Ability[row["ability"].upper() or "NONE"]) for row in _PERSONS])
BEARERS: tuple[tuple[int, ...], ...] = tuple(tuple(np.flatnonzero(ability == ABILITY).tolist()) for ability in Ability)
MOST_BEARERS = max(len(bearers) for bearers in BEARERS[1:])
BEARER: Table = np.array(
    [(bearers + (NOBODY,) * MOST_BEARERS)[:MOST_BEARERS] for bearers in ((), *BEARERS[1:])], np.int64
)
"""(25, 10): the persons who have an ability, then -1."""

WITCH_WITH: Table = np.array(
    [next((p for p in range(PERSONS) if WITCH[p] and ABILITY[p] == ability), NOBODY) for ability in Ability], np.int64
)
"""(25,): the witch who has an ability (SW02-07), or -1."""

POWER: Table = np.array([int(row["power"]) for row in _COUNTRIES], np.int64)
THE_NEUROI = COUNTRIES  # all occupied countries, where a country is named: they are one (SW02-06-02)
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
    """The printed numbers that raw observations leave out, for a network to join: persons (97, 11: war … ambition,
    colour, sex, religion, ability, witch) and countries (21, 9: power, four neighbours, four ways)."""
    numbers = [WAR, GOVERNANCE, PRESTIGE, FERTILITY, LIFE, AMBITION]
    persons = [*numbers, COLOUR, SEX, RELIGION, ABILITY, WITCH]
    return {"persons": np.stack(persons, axis=1), "countries": np.concatenate([POWER[:, None], NEIGHBOUR, WAY], axis=1)}
