"""The game's built-in player: it takes what is empty or weak, levies troops, and moves them to its borders.

The worth of an action is a number for comparing the actions of one decision; it does not estimate the result.
"""

import numpy as np

from dynasty_env.kit.engine.rule import rule
from dynasty_env.three_kingdoms.ids import (
    ACTIONS,
    ALL,
    ALL_BUT_RULER,
    AMOUNT,
    AMOUNTS,
    AREA,
    DONE,
    EACH,
    EVENLY,
    GENERAL,
    GROUP,
    INVADE,
    LEVY,
    REST,
    YES,
    Step,
)
from dynasty_env.three_kingdoms.material import AREAS, NEIGHBOURS, NOWHERE, OWNERS, STRENGTH
from dynasty_env.three_kingdoms.material import MOST_NEIGHBOURS as NEXT
from dynasty_env.three_kingdoms.rules.forces import is_next_to

from .sight import frontier, is_mine, marching, needed, threat, to_spare, troops_at, worth_taking

STAYS_AT = 60
"""An attacker retreats with less than this percentage of the enemy's troops, a defender with less than half of it."""

MIND = np.dtype(
    [
        ("worths", "f8", (ACTIONS,)),  # the worth of each action, by id
        ("needed", "i8"),  # total troops that the attack needs …
        ("wanted", "i8"),  # … and how many its force still lacks
        ("troops", "i8"),  # how many troops of an area I would name
    ],
    align=True,
)


@rule
def look(m, seen):
    """Work out what an attack needs while its force is being put together."""
    m.needed = 0
    m.wanted = 0
    m.troops = 1
    if Step.INVADE_AREA <= seen.phase <= Step.INVADE_TROOPS and seen.target < AREAS:
        m.needed = needed(seen, seen.target)
        m.wanted = m.needed - marching(seen)
        if seen.phase == Step.INVADE_TROOPS:
            m.troops = max(min(m.wanted, to_spare(seen, seen.about[0])), 1)


@rule
def worth(m, seen, action):
    """The worth of a legal action in the open decision."""
    step = seen.phase
    if step == Step.ACT:
        return deed(seen, action)
    if step == Step.INVADE_AREA:
        return origin(m, seen, action)
    if step == Step.INVADE_GENERALS:
        return leader(m, seen, action)
    if step == Step.INVADE_TROOPS or step == Step.REDEPLOY_TROOPS:
        return amount(m, step, action)
    if step == Step.RETREAT:
        return 1.0 if (action == YES) == goes(seen) else 0.0
    if step == Step.RETREAT_TO or step == Step.FLEE_TO or step == Step.HEIR_AREA:
        return safety(seen, action)
    if step == Step.REDEPLOY or step == Step.REDEPLOY_TO or step == Step.REDEPLOY_GENERALS:
        return removal(seen, step, action)
    return plain(action)


@rule
def is_area(action):
    """Does the action name an area?"""
    return AREA <= action < GROUP


@rule
def plain(action):
    """For simple decisions: prefer the best, then each separately, an even split, a yes, or no more."""
    if action == ALL:
        return 0.9
    if action == EACH:
        return 0.8
    if action == EVENLY:
        return 0.7
    if action == YES:
        return 0.6
    return 0.5 if action == DONE else 0.0


# ------------------------------------------------------------------------------------------------------------- to act


@rule
def deed(seen, action):
    """The worth of an action of the turn: first the most promising attack, then levies."""
    if INVADE <= action < AREA:
        promise = worth_taking(seen, action - INVADE)
        return 0.3 + 0.005 * promise if promise > 0 else -0.2
    if action == REST:
        return 0.25
    if LEVY <= action < INVADE:
        return 0.2
    return 0.15 if action == DONE else 0.0


@rule
def origin(m, seen, action):
    """The worth of an area as an origin: prefer the one that can spare most, as long as more troops are needed."""
    if is_area(action):
        return 0.1 + 0.001 * to_spare(seen, action - AREA)
    if action == DONE:
        return 100.0 if m.wanted <= 0 else 0.1005
    return 0.0


@rule
def leader(m, seen, action):
    """The worth of naming generals for an attack: all but the ruler.

    If the target is empty, the general who is least missed at home goes alone, and not the ruler if possible.
    """
    if GENERAL <= action < AMOUNT:
        return (2.0 if m.needed > 1 else 10.0) - missed(seen, action - GENERAL)
    if m.needed > 1:
        if action == ALL_BUT_RULER:
            return 3.0
        if action == ALL:
            return 2.9
        if action == DONE:
            return 2.8
    return plain(action)


@rule
def missed(seen, slot):
    """How much a general is missed at home: by his values, and most of all if he is the ruler."""
    total = 100 * max(seen.listed[slot, 5], 0)
    for stat in range(5):
        total += max(seen.listed[slot, stat], 0)
    return 0.001 * total


@rule
def amount(m, step, action):
    """The worth of a number of troops: as many as needed, else all; in a redeployment all."""
    if action == ALL:
        return 2.0 if step == Step.INVADE_TROOPS else 4.0
    if AMOUNT <= action < AMOUNT + AMOUNTS:
        troops = action - AMOUNT + 1
        return 3.0 if troops == m.troops else 1.0 + 0.001 * troops
    return plain(action)


# --------------------------------------------------------------------------------------------------------- retreats


@rule
def goes(seen):
    """Does the fight look bad?"""
    ours = 0
    for owner in range(OWNERS):
        ours += seen.army[owner]
    theirs = troops_at(seen, seen.battle)
    if seen.about[0] == 0:
        return 100 * ours < STAYS_AT * theirs
    return 200 * theirs < STAYS_AT * ours


@rule
def safety(seen, action):
    """The worth of an area as a refuge: next to the fight, my own, with the most troops."""
    if not is_area(action):
        return -1.0
    area = action - AREA
    found = troops_at(seen, area) + (1000 if is_mine(seen, area) else 0)
    if seen.battle < AREAS and is_next_to(seen.battle, area):
        found += 2000
    return 0.0002 * found


# ------------------------------------------------------------------------------------------------------- redeployment


@rule
def removal(seen, step, action):
    """The worth of a redeployment: troops move from the middle of the country to its borders."""
    if step == Step.REDEPLOY:
        if is_area(action):
            return 0.6 if may_be_left(seen, action - AREA) else 0.2
        return 0.4
    if step == Step.REDEPLOY_TO:
        return 0.01 * pull(seen, action - AREA) if is_area(action) else -1.0
    if action == ALL_BUT_RULER:
        return 0.9
    if action == ALL:
        return 0.8
    if action == DONE:
        return 0.5
    return 0.6 if action == GENERAL and STRENGTH[seen.about[0]] <= 2 else 0.0


@rule
def may_be_left(seen, area):
    """Is this my area, with troops but nothing to do, next to one of mine that has?"""
    if not is_mine(seen, area) or troops_at(seen, area) == 0 or frontier(seen, area) > 0:
        return False
    for k in range(NEXT):
        other = NEIGHBOURS[area, k]
        if other != NOWHERE and is_mine(seen, other) and frontier(seen, other) > 0:
            return True
    return False


@rule
def pull(seen, area):
    """How much an area needs troops: a lot to do around it, few troops in it."""
    around = frontier(seen, area)
    return 0 if around == 0 else 10 * (around + threat(seen, area)) // (5 + troops_at(seen, area))
