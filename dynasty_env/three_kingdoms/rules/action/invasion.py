"""§16, §17: invasions, alone or together with allies."""

from dynasty_env.kit.engine import offer, push, rule
from dynasty_env.three_kingdoms.ids import (
    ALL,
    ALL_BUT_RULER,
    AMOUNT,
    AMOUNTS,
    AREA,
    COUNTRY,
    DONE,
    ENOUGH,
    GENERAL,
    HALF,
    SLOTS,
    Step,
)
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CLANS,
    CLANS_STAY,
    COUNTRIES,
    GENERALS,
    NEIGHBOURS,
    NEUTRAL,
    NOWHERE,
    OWNERS,
    Pact,
    Place,
    Role,
    Work,
)
from dynasty_env.three_kingdoms.material import MOST_NEIGHBOURS as NEXT
from dynasty_env.three_kingdoms.rules.forces import is_anybody_fresh, may_cross, plays
from dynasty_env.three_kingdoms.rules.frames import then

NO_LIMIT = 10000
NO_FORCE, OF_COUNTRIES = -1, 0
"""The kind of force being put together: none yet, countries, or a clan group (by its number)."""


# -------------------------------------------------------------------------------------------------------- who may march


@rule
def marcher(t, area):
    """The owner of units that march from an area: its country; §14.2: for clans OWNERS + the number of their group."""
    owner = t.control[area] + 0
    return OWNERS + t.clan_group[area] if owner == CLANS else owner


@rule
def may_aim(t, area, target):
    """May units of an area aim at this target?

    T26, §16.11: not at the power whose phase it is, a country or clans allied with it, or an area of their own owner;
    T49: clans never aim at clans; T22: not where their force was too weak in this phase (for clans: that of their
    group).
    """
    owner = t.control[area]
    held = t.control[target]
    if held == owner or held == t.power or (t.barred[target] >> marcher(t, area)) & 1 == 1:
        return False
    if held == CLANS:
        return owner != CLANS and t.clan_group[target] == 0
    return held == NEUTRAL or (t.allied[held] != Pact.ALLY and t.allied[held] != Pact.DIRECTED)


@rule
def to_spare(t, area):
    """§16.9: the troops of an area that may still march; §14.4.2: clans leave three behind."""
    fresh = t.troops[area] - max(t.tired[area], 0) - t.force[area]
    if t.control[area] == CLANS:
        fresh = min(fresh, t.troops[area] - t.force[area] - CLANS_STAY)
    return fresh


@rule
def is_directed(t, area):
    """§9.2: does the power decide for this area: its own, or that of a minor power or clans that it directs?"""
    if t.work[area] != Work.FREE and t.work[area] != Work.INVADED:
        return False
    owner = t.control[area]
    if owner == t.power:
        return True
    if owner == CLANS:
        return t.clan_group[area] > 0
    return owner != NEUTRAL and t.allied[owner] == Pact.DIRECTED


@rule
def can_set_out(t, area):
    """§16.6: there must be a soldier and a general (§14.4.1: clans march without) who have not acted."""
    if not is_directed(t, area) or to_spare(t, area) < 1:
        return False
    return t.control[area] == CLANS or is_anybody_fresh(t, area)


@rule
def can_march(t, area, target):
    """§16.1: may units of the area invade the other one, across a side without a ban?"""
    return can_set_out(t, area) and may_cross(t, area, target) and may_aim(t, area, target)


@rule
def aims(t):
    """The areas that can be invaded, one bit each."""
    found = 0
    for area in range(AREAS):
        if can_set_out(t, area):
            for k in range(NEXT):
                target = NEIGHBOURS[area, k]
                if target != NOWHERE and may_cross(t, area, target) and may_aim(t, area, target):
                    found |= 1 << target
    return found


@rule
def kind_of_force(t):
    """The kind of force so far; §17.3: clans march alone, and only those of one group."""
    for area in range(AREAS):
        if t.force[area] > 0:
            return t.clan_group[area] + 0 if t.control[area] == CLANS else OF_COUNTRIES
    return NO_FORCE


@rule
def begin_invasion(t, target):
    """§16.7: the target is named."""
    t.target = target
    for area in range(AREAS):
        t.force[area] = 0
    for country in range(COUNTRIES):
        t.asked[country] = 0
    push(t, Step.INVADE_AREA, t.seat, 0, 0)


@rule
def legal_invade_area(t):
    """§16.4, §17: an area to march from, an ally to invite, or no more."""
    kind = kind_of_force(t)
    own = 0
    for k in range(NEXT):
        area = NEIGHBOURS[t.target, k]
        if area != NOWHERE:
            if t.force[area] > 0 and t.control[area] == t.power:
                own = 1
            if t.force[area] == 0 and can_march(t, area, t.target):
                this = t.clan_group[area] + 0 if t.control[area] == CLANS else OF_COUNTRIES
                if kind == NO_FORCE or kind == this:
                    offer(t, AREA + area)
    if kind != NO_FORCE:
        offer(t, DONE)
    if own == 1:  # T45: an ally joins only beside the power's own units
        for country in range(COUNTRIES):
            if t.asked[country] == 0 and can_join(t, country):
                offer(t, COUNTRY + country)


@rule
def play_invade_area(t, action):
    """§16.7: units are named area by area; then the force sets out."""
    if action == DONE:
        then(t, Step.LAUNCH)
        return
    push(t, Step.INVADE_AREA, t.seat, 0, 0)
    if action >= COUNTRY:
        t.asked[action - COUNTRY] = 1
        push(t, Step.JOIN, t.country_seat[action - COUNTRY], action - COUNTRY, 0)
    else:
        name_units(t, action - AREA)


@rule
def name_units(t, area):
    """§16.6: at least one general and one soldier; for clans only troops."""
    push(t, Step.INVADE_TROOPS, t.seat, area, 0)
    if t.control[area] != CLANS:
        push(t, Step.INVADE_GENERALS, t.seat, area, 0)


# ----------------------------------------------------------------------------------------------------- powers as allies


@rule
def joins_from(t, country, area):
    """§12.3, T51: an area of the ally next to the target, with units that have not acted, as far as points allow."""
    if t.control[area] != country or t.force[area] > 0 or not may_cross(t, area, t.target):
        return False
    if t.troops[area] - max(t.tired[area], 0) < 1 or t.ally_troops[country] < 1 or t.ally_generals[country] < 1:
        return False
    return is_anybody_fresh(t, area)


@rule
def can_join(t, country):
    """Does the ally have anything that may join?"""
    if t.allied[country] != Pact.ALLY or not plays(t, country) or t.control[t.target] == country:
        return False
    for area in range(AREAS):
        if joins_from(t, country, area):
            return True
    return False


@rule
def legal_join(t):
    """T7: the ally names areas and units, or nothing."""
    offer(t, DONE)
    for area in range(AREAS):
        if joins_from(t, t.a, area):
            offer(t, AREA + area)


@rule
def play_join(t, action):
    """T7: units from there, or no more."""
    if action != DONE:
        push(t, Step.JOIN, t.seat, t.a, 0)
        name_units(t, action - AREA)


# ------------------------------------------------------------------------------------------------------ units are named


@rule
def may_be_named(t, general, area):
    """The general is there, has not acted, and has not been named."""
    if t.area[general] != area or t.place[general] != Place.SERVING or t.acted[general] == 1:
        return False
    return t.role[general] == Role.NONE


@rule
def generals_allowed(t, area):
    """§12.4 ②: how many more generals of the area may march; for an allied power as many as points allow."""
    owner = t.control[area]
    return t.ally_generals[owner] + 0 if t.allied[owner] == Pact.ALLY else NO_LIMIT


@rule
def troops_allowed(t, area):
    """§12.4 ①: the same for troops."""
    owner = t.control[area]
    fresh = to_spare(t, area)
    if owner != CLANS and t.allied[owner] == Pact.ALLY:
        return min(fresh, t.ally_troops[owner])
    return fresh


@rule
def legal_invade_generals(t):
    """§16.5–§16.7: which generals march."""
    limit = generals_allowed(t, t.a)
    slot = 0
    rulers = 0
    for general in range(GENERALS):
        if may_be_named(t, general, t.a):
            if slot < SLOTS and limit > 0:
                offer(t, GENERAL + slot)
            if t.ruler[t.country[general]] == general:
                rulers = 1
            slot += 1
    if 1 < slot <= limit:
        offer(t, ALL)
    if rulers == 1 and 2 < slot <= limit + 1:
        offer(t, ALL_BUT_RULER)
    if t.b > 0:
        offer(t, DONE)


@rule
def play_invade_generals(t, action):
    """§16.7: name these generals."""
    if action == DONE:
        return
    slot = 0
    left = 0
    for general in range(GENERALS):
        if may_be_named(t, general, t.a):
            ruler = t.ruler[t.country[general]] == general
            if action == ALL or (action == ALL_BUT_RULER and not ruler) or action == GENERAL + slot:
                t.role[general] = Role.ATTACKS
                if t.allied[t.country[general]] == Pact.ALLY:
                    t.ally_generals[t.country[general]] -= 1
            else:
                left += 1
            slot += 1
    if action >= GENERAL and left > 0 and generals_allowed(t, t.a) > 0:
        push(t, Step.INVADE_GENERALS, t.seat, t.a, t.b + 1)


@rule
def enough(t, area):
    """The troops that this force still needs, at least one.

    T9: for clans twice the enemy's, otherwise as many as the enemy has.
    """
    marching = 0
    for other in range(AREAS):
        marching += t.force[other]
    against = t.troops[t.target]
    wanted = 2 * against if t.control[area] == CLANS else against
    return max(wanted - marching, 1)


@rule
def legal_invade_troops(t):
    """§16.5, §16.6: how many troops march; with more than a hundred: all, half, or a hundred and again."""
    most = troops_allowed(t, t.a)
    for amount in range(1, min(most, AMOUNTS) + 1):
        offer(t, AMOUNT + amount - 1)
    if most > 1:
        offer(t, ALL)
    if most > 2:
        offer(t, HALF)
    needed = enough(t, t.a)
    if t.b == 0 and 1 < needed < most:
        offer(t, ENOUGH)
    if t.b > 0:
        offer(t, DONE)


@rule
def play_invade_troops(t, action):
    """§16.7: name this many troops."""
    if action == DONE:
        return
    most = troops_allowed(t, t.a)
    amount = most
    if action == HALF:
        amount = (most + 1) // 2
    elif action == ENOUGH:
        amount = enough(t, t.a)
    elif action >= AMOUNT:
        amount = action - AMOUNT + 1
    t.force[t.a] += amount
    owner = t.control[t.a]
    if owner != CLANS and t.allied[owner] == Pact.ALLY:
        t.ally_troops[owner] -= amount
    if action == AMOUNT + AMOUNTS - 1 and most > AMOUNTS:
        push(t, Step.INVADE_TROOPS, t.seat, t.a, t.b + 1)
