"""Persons, countries and the numbers in the table of actions, as NumPy tables and constants.

Rules index these arrays by person id (0 … 80) and country id (0 … 20). Persons and countries are those of Dynasty's
base game, from `dynasty_env.europe`.
"""

from enum import IntEnum
from pathlib import Path

import numpy as np

from dynasty_env.europe import material as europe
from dynasty_env.europe.material import BASE_PERSONS as PERSONS
from dynasty_env.europe.material import (
    COLOUR_NAMES,
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECKS,
    FEMALE,
    NEIGHBOUR,
    NOBODY,
    OTTOMAN,
    POWER,
    SEXES,
    SULEIMAN,
    WAY,
    Ability,
    Holder,
    Religion,
    Table,
    Way,
)
from dynasty_env.europe.rules.deal import FIRST_PERSONS
from dynasty_env.kit.printed import Columns, codes

DATA = Path(__file__).parent / "data"

SEATS = 6
DECK_ROOM = 21  # places in a person deck: 20 persons, and Suleiman in the blue one

BIRTH_DICE = 2  # row 2
SAME_COLOUR = 1  # row 2: how much less the fertility is if king and spouse are of one colour
AID = 2  # row 3: what a helper's country counts, whatever its power
INDEPENDENT_WAR = 2  # K16: war of an independent country's commander
SEA_WAR = 4  # K29: sea-4
DEFEATED = 1  # row 3: how much less life counts in the check of a defeated defender
SMALL_POWER = 2  # row 4: up to this power a country may recover without a success
INCITE_DICE = 2  # row 5: unless one die is enough
SUPPRESSION = 4  # row 6: instead of the suppressor's prestige
ARMS = 1  # succession contest: added for taking up arms, and subtracted from life after losing that way
MOST_TIES = 10  # K26


class Place(IntEnum):
    """Where a person is."""

    DECK = 0
    POOL = 1
    KING = 2
    SPOUSE = 3  # of a king
    CHILD = 4  # of a king
    NOBLE = 5  # of a dynasty
    GONE = 6  # has left play


class Side(IntEnum):
    """Which side of a war a country is used for."""

    NONE = 0
    ATTACK = 1  # by the attacker
    DEFENCE = 2  # by the defender
    AIDS_ATTACK = 3  # by another dynasty
    AIDS_DEFENCE = 4


NEIGHBOURS = np.array([sum(1 << other for other in row if other != NOBODY) for row in NEIGHBOUR.tolist()])
"""(21,) the countries next to each country, by land or by sea, as bits."""

PERSON_NAMES = europe.PERSON_NAMES[:PERSONS]
WAR, GOVERNANCE, PRESTIGE, FERTILITY, LIFE, AMBITION = (
    column[:PERSONS]
    for column in (europe.WAR, europe.GOVERNANCE, europe.PRESTIGE, europe.FERTILITY, europe.LIFE, europe.AMBITION)
)
COLOUR, SEX, RELIGION = europe.COLOUR[:PERSONS], europe.SEX[:PERSONS], europe.RELIGION[:PERSONS]
ABILITY: Table = np.where(europe.ABILITY[:PERSONS] < Ability.ADVENT, europe.ABILITY[:PERSONS], 0)
"""(81,): special abilities; *advent* (Suleiman's) has no effect here (K29)."""


CARD_COLUMNS: Columns = {
    "persons": {**europe.PERSON_COLUMNS, "ability": codes(europe.ABILITY_NAMES[: Ability.ADVENT])},
    "countries": europe.COUNTRY_COLUMNS,
}
"""The columns of `card_table`."""


def card_table() -> dict[str, Table]:
    """See `europe.material.card_table`.

    ``persons`` (81, 10): the six numbers from war to ambition, colour, sex, religion, ability.
    """
    numbers = (WAR, GOVERNANCE, PRESTIGE, FERTILITY, LIFE, AMBITION)
    return europe.card_table([*numbers, COLOUR, SEX, RELIGION, ABILITY])
