"""§02–§04: cards, character sheets and weapons as NumPy tables, and the tables of the book as constants.

Rules index these arrays by sheet (0 … 3), by the position of a weapon on its sheet (0, 1), or by card (0 … 107).
"""

from enum import IntEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine.cards import CARD_NAMES, RANKS
from dynasty_env.kit.printed import Columns, codes, rows

DATA = Path(__file__).parent / "data"

SEATS = 4
FIGURES = 8  # at most two for each seat
WEAPONS = 2  # F53: on each sheet
MOST_PLOTS = 8  # skill is 8 at most
NOBODY = -1
NO_CARD = -1
LOWERED = 99  # a pose: no reach, no ray

# ---------------------------------------------------------------------------------------------------------------- cards

PACK_SIZE = 54  # F1: 52 and two jokers
PACKS = 2
CARDS = PACKS * PACK_SIZE
"""F65: every card can be told apart from every other by its face, including the two jokers and the two packs."""
JOKERS = 52
"""Within a pack the suits come first, 13 ranks each: spades, hearts, diamonds, clubs; then the two jokers."""
KING = 13
JOKER = 14
"""The value of `NUMBER` for a joker: above all numbers."""


class Suit(IntEnum):
    """Suits from the strongest to the weakest."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3
    NONE = 4  # a joker


KIND = np.arange(CARDS) % PACK_SIZE
NUMBER = np.where(KIND < JOKERS, KIND % RANKS + 1, JOKER)
"""§05-04: A is 1, except when it is decided who acts."""
SUIT = np.where(KIND < JOKERS, KIND // RANKS, Suit.NONE)
PRIORITY = np.where(NUMBER == 1, 13, NUMBER - 2) * 4 + 3 - np.minimum(SUIT, 3)
"""§05-04: who acts first: A > K > Q … > 2, then spades > hearts > diamonds > clubs. Not used for jokers."""
CARDS_NAMED = tuple(
    CARD_NAMES[min(kind, JOKERS)] + "2" * (kind > JOKERS) + "-2" * (card >= PACK_SIZE)
    for card, kind in enumerate(KIND.tolist())
)
"""``S10``, ``JOKER``, ``JOKER2``; the cards of the second pack end in ``-2``."""

# --------------------------------------------------------------------------------------------------------------- sheets


class Stat(IntEnum):
    """§04-01: abilities."""

    JUDGEMENT = 0  # 判断力: cards in hand
    SKILL = 1  # 戦技力: cards plotted
    MOBILITY = 2  # 移動力: how far it goes, w
    ATTACK = 3  # 攻撃力: cards turned up when it attacks
    SPIRIT = 4  # 精神力: a card must be above it
    VITALITY = 5  # 生命力: damage that puts it out


STATS = len(Stat)
STAT_NAMES = tuple(stat.name.lower() for stat in Stat)
STAT_LEAST = np.array([3, 3, 3, 3, 3, 5])
STAT_MOST = np.array([8, 8, 8, 8, 8, 10])
"""F2: the highest values from the dice."""
DIE_ADDS = STAT_LEAST - 1
POINTS = 35
SPREAD = 0
"""The value of a stat that has not been named yet while points are being spread."""


class Weapon(IntEnum):
    """Kinds of weapons."""

    MELEE = 0  # 白兵武器
    SHOOTING = 1
    THROWN = 2  # F3: used up, aimed by eye: straight ahead


_SHEETS, _WEAPONS = rows(DATA / "sheets.csv"), rows(DATA / "weapons.csv")
SHEET_NAMES = tuple(row["name"] for row in _SHEETS)
SHEETS = len(SHEET_NAMES)
SHEET_STATS = np.array([[int(row[name]) for name in STAT_NAMES] for row in _SHEETS])
DISTRACTS = np.array([" AB".index(row["distracts"] or " ") for row in _SHEETS])
"""§07-02: 1 *distracts A*, 2 *distracts B*, 0 nobody."""
KEEN = np.array([int(row["keen"]) for row in _SHEETS])
STEADY = np.array([int(row["steady"]) for row in _SHEETS])


def _weapons(column: str) -> list[list[str]]:
    result = {(row["sheet"], int(row["place"])): row[column] for row in _WEAPONS}
    return [[result[sheet, place] for place in range(WEAPONS)] for sheet in SHEET_NAMES]


WEAPON_NAMES = tuple(tuple(row) for row in _weapons("name"))
WEAPON_KIND = np.array([[Weapon[kind.upper()] for kind in row] for row in _weapons("kind")], np.int64)
REACH = np.array([[float(reach or 0) for reach in row] for row in _weapons("reach")])
"""F3: the reach of a melee weapon, from the rim, w."""
RANGE = np.array([[float(far or 0) for far in row] for row in _weapons("range")])
"""§05-07: the range of a shooting weapon, w."""
HIT = np.array([[int(hit or 0) for hit in row] for row in _weapons("hit")])
"""§05-07: a card with at most this number hits; 0: always hits."""

# --------------------------------------------------------------------------------------------------------------- rooms

GRID = 0.5
"""F19: the step between lengths, w."""
APART = 5.4
"""F34: the least distance from opponents, centre to centre; it is 4.2 w from rim to rim."""
ROOM = np.array(
    [[0, 0, 12, 14, 16, 16, 20, 20, 24], [0, 0, 16, 20, 24, 24, 24, 24, 24], [0, 0, 24, 24, 24, 24, 24, 24, 24]]
)
"""F34: side of the room, w, by the option `room` and the number of figures."""

EDGES = np.array([10, 12, 2, 4, 6, 8])
"""F3: clock positions of the edges of a stand."""


class Feeling(IntEnum):
    """§07-01: the feeling that results from the emotion cards of a figure."""

    CALM = 0  # 楽
    SORROW = 1  # 哀
    JOY = 2  # 喜
    ANGER = 3  # 怒


FEELING_ADDS = np.array([0, -2, 2, 0])


class Stats(IntEnum):
    """The option `stats`: the source of abilities."""

    SHEETS = 0
    DICE = 1
    POINTS = 2


class At(IntEnum):
    """Where a card is; for places that belong to a figure, the figure's number is added."""

    PACK = 0
    DISCARD = 1  # everybody sees them
    TABLE = 2  # turned up for the current check
    ABSENT = 3  # the second pack, when it is not in play
    HAND = 10
    PLOT = 20  # lies face down
    UP = 30  # the face-up plot
    GONE = 40  # F33: in the discards, hidden from others
    FEELING = 50  # beside a figure


CARD_COLUMNS: Columns = {
    "cards": {
        "number": "1 … 13; 14: a joker", "suit": codes(Suit), "priority": "of face-up plots, the highest acts first",
    },
    "sheets": {
        **dict.fromkeys(STAT_NAMES, "as on the sheet"),
        "distracts": codes(["nobody", "A", "B"]), "keen": "1: keen", "steady": "1: steady",
    },
    "weapons": {
        "kind": codes(Weapon), "reach": "of a melee weapon, in tenths of a width",
        "range": "of a shooting weapon, in tenths of a width",
        "hit": "a card with at most this number hits; 0: always hits",
    },
}  # fmt: skip
"""The columns of `card_table`. Row 2 s + w of ``weapons`` is weapon w of sheet s."""


def card_table() -> dict[str, npt.NDArray[np.int16]]:
    """The printed values, for networks.

    Returns:
        ``cards`` (108, 3): number (jokers 14), suit (jokers 4) and priority of every card; ``sheets`` (4, 9):
            abilities, whom it distracts, keen, steady; ``weapons`` (8, 4): both weapons of each sheet: kind, reach and
            range in tenths of a width, hit value.
    """
    weapons = np.stack([WEAPON_KIND, REACH * 10, RANGE * 10, HIT], 2).reshape(SHEETS * WEAPONS, 4)
    sheets = np.concatenate([SHEET_STATS, np.stack([DISTRACTS, KEEN, STEADY], 1)], 1)
    tables = {"cards": np.stack([NUMBER, SUIT, PRIORITY], 1), "sheets": sheets, "weapons": weapons}
    return {name: np.rint(table).astype(np.int16) for name, table in tables.items()}
