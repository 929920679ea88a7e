"""Europe in the 16th century: the cards that Dynasty and its variants share, as NumPy tables (§04–§06).

Rules index these arrays by person id (0 … 96) and country id (0 … 20). The persons from 81 on and the last five
bloodlines belong to Dynasty's expansion (SW02).
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.printed import codes, padded, rows

DATA = Path(__file__).parent / "data"
PERSONS_CSV = DATA / "persons.csv"
COUNTRIES_CSV = DATA / "countries.csv"

PERSONS = 97  # 80 + Suleiman I, and 16 of the expansion
BASE_PERSONS = 81  # the first persons, which belong to the base game
COUNTRIES = 21
DECKS = 4  # yellow, blue, red, green: the bloodlines with a deck
NOBODY = -1


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


class Holder(IntEnum):
    """The values of `holder` for a country that no seat holds."""

    INDEPENDENT = -1
    OUT = -2  # not in play (not yet, or no longer)
    OCCUPIED = -3  # by the Neuroi of Dynasty's expansion


class Way(IntEnum):
    """§06-01: how a neighbour is reached."""

    NONE = 0
    LAND = 1
    SEA = 2


class Ability(IntEnum):
    """§11-03 and, from 13 on, SW02-07 (for the witches): special abilities, named as on the cards."""

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
ABILITY_NAMES = tuple(ability.name.lower().replace("_", " ") for ability in Ability)
STATS = ("war", "governance", "prestige", "fertility", "life", "ambition")
COLOUR_NAMES = tuple(colour.name.lower() for colour in Colour)
DECK_NAMES = COLOUR_NAMES[:DECKS]

Table = npt.NDArray[np.int64]


_PERSONS = rows(PERSONS_CSV)
_COUNTRIES = rows(COUNTRIES_CSV)


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
"""(97,): a `Religion`; -1 for Suleiman, who differs from everybody (§11-02)."""

WITCH = _person_column([int(row["religion"].endswith("W")) for row in _PERSONS])
"""(97,): 1 for a witch (SW02-02)."""

ABILITY = _person_column([int(Ability[row["ability"].upper() or "NONE"]) for row in _PERSONS])
BEARERS: tuple[tuple[int, ...], ...] = tuple(tuple(np.flatnonzero(ability == ABILITY).tolist()) for ability in Ability)
MOST_BEARERS = max(len(bearers) for bearers in BEARERS[1:])
BEARER: Table = padded(((), *BEARERS[1:]), MOST_BEARERS)
"""(25, 3), by `Ability`: the persons who have it, padded with -1. The row of `NONE` is empty."""

POWER: Table = np.array([int(row["power"]) for row in _COUNTRIES], np.int64)
NEIGHBOUR: Table = np.array(
    [[COUNTRY_NAMES.index(row[d]) if row[d] else NOBODY for d in DIRECTIONS] for row in _COUNTRIES], np.int64
)
"""(21, 4): the country to the north, east, south, west, or -1."""
WAY: Table = np.array(
    [[int(Way[row[f"{d}_by"].upper()]) if row[d] else 0 for d in DIRECTIONS] for row in _COUNTRIES], np.int64
)
"""(21, 4): the `Way` to that neighbour, by land or by sea."""

SULEIMAN = PERSON_NAMES.index("Suleiman I")
OTTOMAN = COUNTRY_NAMES.index("Ottoman Empire")
assert OTTOMAN == COUNTRIES - 1


_RELIGIONS = codes([religion.name for religion in Religion])
PERSON_COLUMNS: Mapping[str, str] = dict.fromkeys(STATS, "as on the card") | {
    "colour": codes(Colour),
    "sex": codes(SEXES),
    "religion": f"{_RELIGIONS}; -1: Suleiman I",
    "ability": codes(ABILITY_NAMES),
}
"""The columns of ``persons``, and what they hold."""
COUNTRY_COLUMNS: Mapping[str, str] = {
    "power": "as on the map",
    **{direction: f"the country to the {direction}; -1: none" for direction in DIRECTIONS},
    **{f"{direction}_by": f"the way there: {codes(Way)}" for direction in DIRECTIONS},
}
"""The columns of ``countries``."""


def card_table(persons: Sequence[Table]) -> dict[str, Table]:
    """The printed numbers that raw observations leave out, so that a network can look them up by id.

    Args:
        persons: the columns of ``persons``, (P,) each.

    Returns:
        ``persons``, (P, columns). ``countries`` (21, 9): power, the neighbours to the north, east, south, west (or -1),
            the ways there.
    """
    return {"persons": np.stack(persons, axis=1), "countries": np.concatenate([POWER[:, None], NEIGHBOUR, WAY], axis=1)}
