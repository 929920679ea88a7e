"""The game's own player: it takes what is empty or weak, levies, and moves troops to its borders."""

from dynasty_env.kit.engine.rule import rule
from dynasty_env.three_kingdoms.actions import (
    ALL,
    ALL_BUT_RULER,
    AMOUNT,
    AMOUNTS,
    AREA,
    DONE,
    EACH,
    EVENLY,
    GENERAL,
    INVADE,
    LEVY,
    NO,
    REST,
    SLOTS,
    YES,
)
from dynasty_env.three_kingdoms.material import AREAS, NEIGHBOURS, NOWHERE, OWNERS, STRENGTH
from dynasty_env.three_kingdoms.material import MOST_NEIGHBOURS as NEXT
from dynasty_env.three_kingdoms.rules.forces import is_next_to
from dynasty_env.three_kingdoms.steps import Step

from .sight import frontier, is_mine, marching, needed, threat, to_spare, troops_at, worth_taking

STAYS_AT = 60
"""An attacker goes with less than so many per cent of the enemy's troops, a defender with less than half of that."""


@rule
def greedy(seen, mask, word):
    """What to do in the open decision."""
    step = seen.phase
    if step == Step.ACT:
        return act(seen, mask)
    if step == Step.INVADE_AREA or step == Step.INVADE_GENERALS or step == Step.INVADE_TROOPS:
        return put_together(seen, mask, step)
    if step == Step.RETREAT:
        return YES if goes(seen) else NO
    if step == Step.RETREAT_TO or step == Step.FLEE_TO or step == Step.HEIR_AREA:
        return safest(seen, mask)
    if Step.REDEPLOY <= step <= Step.REDEPLOY_TROOPS:
        return redeploy(seen, mask, step)
    return plain_answer(mask)


@rule
def plain_answer(mask):
    """Where there is little to think about: the best of them, each by himself, a yes, or no more."""
    for action in (ALL, EACH, EVENLY, YES, DONE):
        if mask[action] == 1:
            return action
    for action in range(len(mask)):
        if mask[action] == 1:
            return action
    return 0


@rule
def act(seen, mask):
    """The most promising attack; else levies, those without a rival's threat last."""
    best = -1
    most = 0
    for area in range(AREAS):
        if mask[INVADE + area] == 1 and worth_taking(seen, area) > most:
            most = worth_taking(seen, area)
            best = INVADE + area
    if best != -1:
        return best
    if mask[REST] == 1:
        return REST
    for area in range(AREAS):
        if mask[LEVY + area] == 1:
            return LEVY + area
    return DONE


@rule
def put_together(seen, mask, step):
    """A force of as many as are needed, the rulers at home."""
    wanted = needed(seen, seen.target) - marching(seen)
    if step == Step.INVADE_AREA:
        return next_area(seen, mask, wanted)
    if step == Step.INVADE_GENERALS:
        if needed(seen, seen.target) == 1:
            return least_general(seen, mask)
        for action in (ALL_BUT_RULER, ALL, DONE):
            if mask[action] == 1:
                return action
        return least_general(seen, mask)
    return amount_of(mask, max(min(wanted, to_spare(seen, seen.about[0])), 1))


@rule
def next_area(seen, mask, wanted):
    """The area that can spare most, as long as more are needed."""
    if wanted <= 0 and mask[DONE] == 1:
        return DONE
    best = -1
    for area in range(AREAS):
        if mask[AREA + area] == 1 and (best == -1 or to_spare(seen, area) > to_spare(seen, best)):
            best = area
    if best == -1 or (mask[DONE] == 1 and to_spare(seen, best) == 0):
        return DONE
    return AREA + best


@rule
def least_general(seen, mask):
    """The general whom one misses least, and no ruler if it can be helped."""
    best = -1
    least = 1000
    for slot in range(SLOTS):
        if mask[GENERAL + slot] == 1:
            total = 100 * max(seen.listed[slot, 5], 0)
            for stat in range(5):
                total += max(seen.listed[slot, stat], 0)
            if total < least:
                least = total
                best = GENERAL + slot
    return best if best != -1 else plain_answer(mask)


@rule
def amount_of(mask, troops):
    """That many troops, or all."""
    if troops <= AMOUNTS and mask[AMOUNT + troops - 1] == 1:
        return AMOUNT + troops - 1
    if mask[ALL] == 1:
        return ALL
    for amount in range(AMOUNTS):
        if mask[AMOUNT + AMOUNTS - 1 - amount] == 1:
            return AMOUNT + AMOUNTS - 1 - amount
    return plain_answer(mask)


@rule
def goes(seen):
    """The fight does not look well."""
    ours = 0
    for owner in range(OWNERS):
        ours += seen.army[owner]
    theirs = troops_at(seen, seen.battle)
    if seen.about[0] == 0:
        return 100 * ours < STAYS_AT * theirs
    return 200 * theirs < STAYS_AT * ours


@rule
def safest(seen, mask):
    """Next to where we are, my own, with most troops."""
    best = -1
    most = -1
    for area in range(AREAS):
        if mask[AREA + area] == 1:
            value = troops_at(seen, area) + (1000 if is_mine(seen, area) else 0)
            if seen.battle < AREAS and is_next_to(seen.battle, area):
                value += 2000
            if value > most:
                most = value
                best = AREA + area
    return best if best != -1 else plain_answer(mask)


# ------------------------------------------------------------------------------------------------------- redeployment


@rule
def pull(seen, area):
    """How much an area wants troops: much to do around it, few troops in it."""
    around = frontier(seen, area)
    return 0 if around == 0 else 10 * (around + threat(seen, area)) // (5 + troops_at(seen, area))


@rule
def redeploy(seen, mask, step):
    """Troops leave areas in the middle of the country for its borders."""
    if step == Step.REDEPLOY:
        for area in range(AREAS):
            if mask[AREA + area] == 1 and is_mine(seen, area) and troops_at(seen, area) > 0:
                if frontier(seen, area) == 0 and has_border_beside(seen, area):
                    return AREA + area
        return DONE
    if step == Step.REDEPLOY_TO:
        best = -1
        for area in range(AREAS):
            if mask[AREA + area] == 1 and (best == -1 or pull(seen, area) > pull(seen, best)):
                best = area
        return AREA + best if best != -1 else plain_answer(mask)
    if step == Step.REDEPLOY_GENERALS:
        for action in (ALL_BUT_RULER, ALL):
            if mask[action] == 1:
                return action
        return DONE if STRENGTH[seen.about[0]] > 2 else plain_slot(mask)
    return ALL if mask[ALL] == 1 else amount_of(mask, 1)


@rule
def plain_slot(mask):
    """The first general who may go, or nobody."""
    return GENERAL if mask[GENERAL] == 1 else DONE


@rule
def has_border_beside(seen, area):
    """An own area on the border is next to it."""
    for k in range(NEXT):
        other = NEIGHBOURS[area, k]
        if other != NOWHERE and is_mine(seen, other) and frontier(seen, other) > 0:
            return True
    return False
