"""Who is where, and how strong: what all chapters need to know about units."""

from numpy import int8

from dynasty_env.kit.engine.rule import rule
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CLANS,
    COUNTRIES,
    FIRST_UNIT,
    GENERALS,
    NO_SIDE,
    NOWHERE,
    OWNERS,
    VALUES,
    WAY,
    Place,
    Role,
    Status,
)

UNDECIDED = -2
"""The goal of a general leaving a fight, before it is known."""
ATTACKER, DEFENDER = 0, 1
"""The two armies of a fight."""


@rule
def value(t, general, stat):
    """A value of the general as he is now; -1 if he does not have it."""
    return VALUES[FIRST_UNIT[general] + t.unit[general], stat]


@rule
def serves(t, general, country):
    """Does the general serve the country?"""
    return t.place[general] == Place.SERVING and t.country[general] == country


@rule
def plays(t, country):
    """Is the country in the game?"""
    return t.status[country] == Status.PLAYING


@rule
def army_of(t, general):
    """The general's army in the fight: 0 the attackers', 1 the defender's; -1: none."""
    role = t.role[general]
    if role == Role.ATTACKS or role == Role.RESTS_ATTACKING:
        return ATTACKER
    if role == Role.DEFENDS or role == Role.RESTS_DEFENDING:
        return DEFENDER
    return -1


@rule
def generals_there(t, area):
    """How many generals of its country are in an area, without attackers.

    It counts without branches, since they are hard to predict for so many generals. So does `is_anybody_fresh`.
    """
    here, serving, zero = int8(area), int8(Place.SERVING), int8(0)
    attack = int8(1 if area == t.battle else 0)  # attackers have an odd Role
    found = 0
    for general in range(GENERALS):
        found += (t.area[general] == here) & (t.place[general] == serving) & (t.role[general] & attack == zero)
    return found


@rule
def is_anybody_fresh(t, area):
    """Is there a general in the area who has not acted?"""
    here, serving, zero = int8(area), int8(Place.SERVING), int8(0)
    found = False
    for general in range(GENERALS):
        stands = (t.area[general] == here) & (t.place[general] == serving)
        found = found | (stands & (t.acted[general] == zero) & (t.role[general] == zero))
    return found


@rule
def is_empty(t, area):
    """§16.8: no units are there; free generals do not count (§4.6)."""
    return t.troops[area] == 0 and generals_there(t, area) == 0


@rule
def area_count(t, owner):
    """How many areas a country, or the clans, control."""
    found = 0
    for area in range(AREAS):
        if t.control[area] == owner:
            found += 1
    return found


@rule
def may_cross(t, area, other):
    """§15.5, §16.1: are the areas next to each other, without a closed side or a ban marker between them?"""
    return WAY[area, other] != NO_SIDE and t.bans[WAY[area, other]] == 0


@rule
def is_next_to(area, other):
    """Are the areas next to each other across a side that is not closed?"""
    return WAY[area, other] != NO_SIDE


@rule
def attacking(t):
    """The number of the attackers' troops."""
    found = 0
    for owner in range(OWNERS):
        found += t.army[owner]
    return found


@rule
def troops_in(t, army):
    """The number of troops in an army of the fight."""
    return attacking(t) if army == ATTACKER else t.troops[t.battle] + 0


@rule
def generals_in(t, army):
    """The number of generals in an army of the fight, including captives and newcomers."""
    found = 0
    for general in range(GENERALS):
        if army_of(t, general) == army:
            found += 1
    return found


@rule
def attackers(t):
    """The owners with units among the attackers: one bit for each country, and one for the clans."""
    found = 0
    for owner in range(OWNERS):
        if t.army[owner] > 0:
            found |= 1 << owner
    for general in range(GENERALS):
        if army_of(t, general) == ATTACKER:
            found |= 1 << t.country[general]
    return found


@rule
def is_among(owner, owners):
    """Is the bit of this country, or of the clans, set?"""
    return (owners >> owner) & 1 == 1


@rule
def attacks(t, owner):
    """Does a country, or do the clans, have units among the attackers?"""
    return is_among(owner, attackers(t))


@rule
def strongest(t):
    """The attacking country with the most troops; -1 if nobody has attacked.

    Among equals it is the one whose phase it is, else the first (T16, T76), even if all attackers are gone.
    """
    there = attackers(t)
    best = -1
    if t.power != -1 and is_among(t.power, there):
        best = t.power + 0
    for owner in range(OWNERS):
        if is_among(owner, there) and (best == -1 or t.army[owner] > t.army[best]):
            best = owner
    return best if best != -1 else t.first_attacker + 0


@rule
def enemy_of(t, army):
    """T16, T18: who takes captives from an army: the defender, or the strongest attacker."""
    return t.defender + 0 if army == ATTACKER else strongest(t)


@rule
def rest_role(army):
    """T30: the role of a general who joins an army during a fight."""
    return Role.RESTS_ATTACKING if army == ATTACKER else Role.RESTS_DEFENDING


@rule
def side_of(t, owner):
    """The army of the fight with a country's units; -1 if there are none."""
    if t.battle == NOWHERE:
        return -1
    if owner == t.defender:
        return DEFENDER
    if owner < COUNTRIES or owner == CLANS:
        if attacks(t, owner):
            return ATTACKER
    return -1
