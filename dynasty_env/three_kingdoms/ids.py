"""The numbering of actions, of phases (a seat decides) and steps (automatic), and of trace entries.

Action ids form one flat range, divided into named slices. An id means the same in every phase:

- `AREA + area` and `SIDE + k` name a place on the map.
- `COUNTRY + country` names a country, and `GROUP + area` the clans of the group whose first area this is.
- `GENERAL + k` names the k-th available general, in the order of the roster.
- `AMOUNT + n - 1` names a number of troops.
"""

from enum import IntEnum

from dynasty_env.kit.engine.table import FIRST_AUTOMATIC
from dynasty_env.kit.seats.actions import named, numbered
from dynasty_env.three_kingdoms.material import AREA_NAMES, COUNTRY_NAMES, OPEN_SIDE, SIDE_ENDS

SINGLE = (
    "done", "yes", "no", "all", "all but the ruler", "half", "enough", "each", "levy the rest", "diplomacy", "ban",
    "lift", "evenly", "mine first", "yours first",
)  # fmt: skip
"""The actions that name nothing, in the order of their ids."""

DONE = 0  # no more · none
YES = 1
NO = 2
ALL = 3  # all of them · the best ones
ALL_BUT_RULER = 4
HALF = 5  # half of the troops, rounded up
ENOUGH = 6  # as many troops as are needed
EACH = 7  # each separately · each to his own place
REST = 8  # levy in all remaining areas, every general separately
DIPLOMACY = 9
BAN = 10  # put a ban marker on a side
LIFT = 11  # take a marker away
EVENLY = 12  # losses of a joint army: shared evenly …
MINE = 13  # … borne by the proposer first …
YOURS = 14  # … by the partner first

SLOTS = 80
AMOUNTS = 100
SIDES_NAMED = [f"{AREA_NAMES[one]}-{AREA_NAMES[other]}" for one, other in SIDE_ENDS[OPEN_SIDE]]
"""The sides that can be crossed, by the areas that they separate."""

ACTION_NAMES, SLICES = numbered(
    {
        "answer": SINGLE,
        "levy": named("levy", AREA_NAMES),
        "invade": named("invade", AREA_NAMES),
        "area": named("area", AREA_NAMES),
        "clans": named("clans", AREA_NAMES),
        "country": named("country", COUNTRY_NAMES),
        "troops_of": named("troops of", COUNTRY_NAMES),
        "generals_of": named("generals of", COUNTRY_NAMES),
        "side": named("side", SIDES_NAMED),
        "general": named("general", range(1, SLOTS + 1)),
        "troops": named("troops", range(1, AMOUNTS + 1)),
    }
)
"""The name of each id, and the range of ids of each kind of action."""

LEVY: int = SLICES["levy"].start  # + area
INVADE: int = SLICES["invade"].start  # + area
AREA: int = SLICES["area"].start  # + area
GROUP: int = SLICES["clans"].start  # + first area of the group
COUNTRY: int = SLICES["country"].start  # + country
MORE_TROOPS: int = SLICES["troops_of"].start  # + country: a point for five troops of an ally
MORE_GENERALS: int = SLICES["generals_of"].start  # + country: a point for two generals of an ally
SIDE: int = SLICES["side"].start  # + number of a side that can be crossed
GENERAL: int = SLICES["general"].start  # + slot
AMOUNT: int = SLICES["troops"].start  # + troops - 1
ACTIONS = len(ACTION_NAMES)


class Step(IntEnum):
    """Decisions are below 64, automatic steps from 64 on; their `frame` says what the numbers of a frame hold."""

    POWER = 1
    SETUP_PLACE = 2
    ACT = 3
    LEVY_GROUP = 4
    DIPLOMACY_GROUP = 5
    BAN_SIDE = 6  # 1: a marker is put, -1: one is taken away
    ALLY_ANSWER = 7
    INVADE_AREA = 8
    INVADE_GENERALS = 9
    INVADE_TROOPS = 10
    JOIN = 11
    PROXY = 12
    LOSS_SPLIT = 13
    LOSS_ACCEPT = 14
    DUEL_PICK = 15
    BATTLE_PICK = 16
    STRATAGEM_PICK = 17
    RETREAT = 18
    RETREAT_TO = 19
    RETREAT_GENERAL = 20
    RETREAT_TROOPS = 21
    RETREAT_AMOUNT = 22  # its second number is three times the area, plus a Reach
    CONTROL_TIE = 23
    HAND_OVER = 24
    REDEPLOY = 25
    REDEPLOY_TO = 26
    REDEPLOY_GENERALS = 27
    REDEPLOY_TROOPS = 28
    HEIR_AREA = 29
    FLEE_TO = 30
    FLEE_GENERAL = 31

    SET_UP = FIRST_AUTOMATIC  # powers are known: the countries are placed
    TURN = FIRST_AUTOMATIC + 1
    DESTINY = FIRST_AUTOMATIC + 2
    CARD_PART = FIRST_AUTOMATIC + 3
    MARKER = FIRST_AUTOMATIC + 4  # the next marker is drawn
    ACTION_STEP = FIRST_AUTOMATIC + 5  # a power continues its action step
    DUTY = FIRST_AUTOMATIC + 6  # directed minor powers and clans levy in areas that did not invade
    REDEPLOYMENT = FIRST_AUTOMATIC + 7  # index of the directed owner; -1: the power itself
    PHASE_END = FIRST_AUTOMATIC + 8
    LAUNCH = FIRST_AUTOMATIC + 9  # an invasion sets out
    FIGHT = FIRST_AUTOMATIC + 10
    ROUND = FIRST_AUTOMATIC + 11
    RESOLVE = FIRST_AUTOMATIC + 12
    AFTERMATH = FIRST_AUTOMATIC + 13
    ASK_RETREAT = FIRST_AUTOMATIC + 14
    DESTROYED = FIRST_AUTOMATIC + 15
    FIGHT_OVER = FIRST_AUTOMATIC + 16
    VICTORY = FIRST_AUTOMATIC + 17
    OCCUPY = FIRST_AUTOMATIC + 18
    LEFTOVER = FIRST_AUTOMATIC + 19  # 0: check who falls; 1: clear the fight away
    SUCCEED = FIRST_AUTOMATIC + 20
    FALL = FIRST_AUTOMATIC + 21
    ARRIVE = FIRST_AUTOMATIC + 22  # exiles and newcomers reach their rulers
    SEND = FIRST_AUTOMATIC + 23  # units leave the fight
    FLEE = FIRST_AUTOMATIC + 24  # generals of a destroyed army choose where to flee


class Reach(IntEnum):
    """§22.4–§22.9: how far units leaving a fight may go."""

    ADJACENT = 0
    IF_NEEDED = 1  # to any own area, if there is no place next to the fight
    ANYWHERE = 2  # to any own area


class Trace(IntEnum):
    """Kinds of trace entries; `EntryKind` says what their fields hold, comments what some numbers stand for."""

    PLAYS = 1
    TURN = 2
    CARD = 3
    ENTERED = 4  # value -1: free
    REPLACED = 5  # value: the unit that now represents him
    LEFT = 6
    VOID = 7  # the card's text about him is void
    MARKER = 8  # value: country, CLANS or THAW
    THAWED = 9
    GREW = 10
    LEVIED = 11
    ROLLED = 12
    RAISED = 13
    POINTS = 14
    ASKED = 15
    ANSWERED = 16  # value 1: yes
    ALLIED = 17  # value: first area of the clans
    BANNED = 18  # value 1: put, -1: taken away
    ALLOWED = 19  # value: troops, or minus generals
    INVADED = 20
    MARCHED = 21
    STAYED = 22
    PROXY = 23
    ROUND = 24  # value: Method
    SPLIT = 25  # value: the split agreed
    NAMED = 26
    DUEL = 27  # general -1: a clansman; value: the lead of the first army's roll
    WALKOVER = 28  # general -1: a clansman; value: losses
    TOTALS = 29  # subject: the attackers', object: the defenders'
    LOST = 30
    CHECKED = 31  # object: Column; value: Check
    RETREATS = 32
    PURSUED = 33
    DESTROYED = 34
    WENT = 35
    TROOPS_WENT = 36
    CONTROLS = 37  # subject -1: nobody
    RULER = 38
    FELL = 39  # value -1: no conqueror
    EXILED = 40
    REDEPLOYED = 41
    ENDED = 42  # value 1: an end card, 2: one country or seat is left, 3: the last turn
