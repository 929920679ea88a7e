"""§03–§06: the printed cards as NumPy tables, and the tables of the book as constants.

Rules index these arrays by person id (0 … 96), country id (0 … 20) or card kind. The persons from 81 on, the events and
the last five bloodlines belong to the expansion (SW02). Persons and countries come from `dynasty_env.europe`, which
Dynasty shares with its variants.
"""

from enum import IntEnum
from pathlib import Path

import numpy as np

from dynasty_env.europe import material as europe
from dynasty_env.europe.material import (
    ABILITY,
    AMBITION,
    BASE_PERSONS,
    BEARER,
    COLOUR,
    COLOUR_NAMES,
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECKS,
    DIRECTIONS,
    FERTILITY,
    GOVERNANCE,
    LIFE,
    NEIGHBOUR,
    NOBODY,
    OTTOMAN,
    PERSON_NAMES,
    PERSONS,
    POWER,
    PRESTIGE,
    RELIGION,
    SEX,
    SULEIMAN,
    WAR,
    WAY,
    WITCH,
    Ability,
    Colour,
    Holder,
    Religion,
    Table,
    Way,
)
from dynasty_env.europe.rules.deal import FIRST_PERSONS
from dynasty_env.kit.printed import Columns

DATA = Path(__file__).parent / "data"

SEATS = 6
DECK_ROOM = 32  # places in a person deck: 20 persons, Suleiman, 7 of the expansion
MOST_CARDS = 108  # two packs
COPIES, JOKERS = 2, 4  # copies in two packs: of each card, and of the joker
EVENT_CARD = PERSONS  # + event: an event card that is in a person deck
EXPANSION = 28  # SW02-01: cards of the expansion, 16 persons and 12 events
EXPANSION_A_DECK = 7  # SW02-01: shuffled into each deck
MOST_DICE = 48  # D-R56
MOST_PRODUCT = 9_999  # D-R56

POPE = PERSONS  # the pope, wherever a person is named
POPE_LIFE = 3  # §11-01
POPE_PRESTIGE = 2  # §11-01

HAND_SIZE = 5  # §08-01, and the limit of §08-02-04
WAR_TAX_DRAW, WAR_TAX_HAND = 3, 10  # §11-03-08
SEA_WAR = 4  # §11-03-09
SUPPRESSED_FROM = 5  # §11-03-01: a die of 5 or 6 kills
BIRTH_CARDS = 6  # §09-02-02: 6 - fertility of the spouse
WITCH_SPOUSE = 10  # SW02-05: points for a spouse who is a witch
OCCUPIES_FROM = 4  # SW02-06-01: a die of 4, 5 or 6 occupies a neighbour
HEAT_RAY_DICE = 1  # SW02-07-08
MAY_CHANGE = 2  # SW02-07-12: dice that deflection may change
ADMIRATION_FERTILITY = 3  # SW02-08-03
DOLL_STATS = 1  # SW02-08-05
FEWEST_SENT = 3  # SW02-08-07
WARRIOR_WAR, WARRIOR_DICE, WARRIOR_CHECKS = 1, 3, 2  # SW02-08-08
MOCKED_AMBITION, MOCKED_LIFE = 4, 5  # SW02-08-11: with not jealous; all other numbers are 0


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
    """Where a playing card is if it is not in a hand."""

    PACK = -1
    OPEN = -2  # laid for the action, or in the discards
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


EVENT_NAMES = tuple(
    "warrior's way" if event is Event.WARRIORS_WAY else "all-out attack" if event is Event.ALL_OUT_ATTACK
    else event.name.lower().replace("_", " ")
    for event in Event
)  # fmt: skip
EVENTS = len(EVENT_NAMES)

WITCH_WITH: Table = np.array(
    [next((p for p in range(PERSONS) if WITCH[p] and ABILITY[p] == ability), NOBODY) for ability in Ability], np.int64
)
"""(25,): the witch who has an ability (SW02-07), or -1."""

THE_NEUROI = COUNTRIES  # wherever a country is named: all occupied ones, which count as one (SW02-06-02)


CARD_COLUMNS: Columns = {
    "persons": {**europe.PERSON_COLUMNS} | {"witch": "1: a witch of the expansion"},
    "countries": europe.COUNTRY_COLUMNS,
}
"""The columns of `card_table`."""


def card_table() -> dict[str, Table]:
    """See `europe.material.card_table`.

    ``persons`` (97, 11): the six numbers from war to ambition, colour, sex, religion, ability, and whether the person
    is a witch.
    """
    numbers = (WAR, GOVERNANCE, PRESTIGE, FERTILITY, LIFE, AMBITION)
    return europe.card_table([*numbers, COLOUR, SEX, RELIGION, ABILITY, WITCH])
