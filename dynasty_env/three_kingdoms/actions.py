"""The ids of all actions, in named slices of one flat range. An id means the same in every phase.

`AREA + area` and `SIDE + k` name a place on the map, `COUNTRY + country` a country, `GROUP + area` the clans of the
group whose first area that is, `GENERAL + k` the k-th general, in the order of the roster, among whom may be chosen,
`AMOUNT + n - 1` a number of troops.
"""

from dynasty_env.three_kingdoms.material import (
    AREA_NAMES,
    AREAS,
    COUNTRIES,
    COUNTRY_NAMES,
    OPEN_SIDE,
    OPEN_SIDES,
    SIDE_ENDS,
)

SINGLE = (
    "done", "yes", "no", "all", "all but the ruler", "half", "enough", "each", "levy the rest", "diplomacy", "ban",
    "lift", "evenly", "mine first", "yours first",
)  # fmt: skip
"""The actions that name nothing, in the order of their ids."""

DONE = 0  # that was all · none
YES = 1
NO = 2
ALL = 3  # all of them · the best ones
ALL_BUT_RULER = 4
HALF = 5  # half of the troops, rounded up
ENOUGH = 6  # as many troops as are needed
EACH = 7  # each by himself · each to a place of his own
REST = 8  # levy in all areas that are left, every general by himself
DIPLOMACY = 9
BAN = 10  # put a ban marker on a side
LIFT = 11  # take one away
EVENLY = 12  # losses of a joint army: shared evenly …
MINE = 13  # … borne by the proposer first …
YOURS = 14  # … by the partner first

LEVY = len(SINGLE)  # + area
INVADE = LEVY + AREAS  # + area
AREA = INVADE + AREAS  # + area
GROUP = AREA + AREAS  # + first area of the group
COUNTRY = GROUP + AREAS  # + country
MORE_TROOPS = COUNTRY + COUNTRIES  # + country: a point for five troops of an ally
MORE_GENERALS = MORE_TROOPS + COUNTRIES  # + country: a point for two generals of an ally
SIDE = MORE_GENERALS + COUNTRIES  # + number of a side that can be crossed
SLOTS = 80
GENERAL = SIDE + OPEN_SIDES  # + slot
AMOUNTS = 100
AMOUNT = GENERAL + SLOTS  # + troops - 1
ACTIONS = AMOUNT + AMOUNTS

ACTION_NAMES = (
    *SINGLE,
    *(f"levy:{name}" for name in AREA_NAMES),
    *(f"invade:{name}" for name in AREA_NAMES),
    *(f"area:{name}" for name in AREA_NAMES),
    *(f"clans:{name}" for name in AREA_NAMES),
    *(f"country:{name}" for name in COUNTRY_NAMES),
    *(f"troops of:{name}" for name in COUNTRY_NAMES),
    *(f"generals of:{name}" for name in COUNTRY_NAMES),
    *(f"side:{AREA_NAMES[SIDE_ENDS[s, 0]]}-{AREA_NAMES[SIDE_ENDS[s, 1]]}" for s in OPEN_SIDE),
    *(f"general:{slot}" for slot in range(1, SLOTS + 1)),
    *(f"troops:{amount}" for amount in range(1, AMOUNTS + 1)),
)  # fmt: skip
assert len(ACTION_NAMES) == len(set(ACTION_NAMES)) == ACTIONS

SLICES: dict[str, slice] = {
    "answer": slice(DONE, LEVY),
    "levy": slice(LEVY, INVADE),
    "invade": slice(INVADE, AREA),
    "area": slice(AREA, GROUP),
    "clans": slice(GROUP, COUNTRY),
    "country": slice(COUNTRY, MORE_TROOPS),
    "troops_of": slice(MORE_TROOPS, MORE_GENERALS),
    "generals_of": slice(MORE_GENERALS, SIDE),
    "side": slice(SIDE, GENERAL),
    "general": slice(GENERAL, AMOUNT),
    "troops": slice(AMOUNT, ACTIONS),
}
"""Which ids each kind of action has."""
