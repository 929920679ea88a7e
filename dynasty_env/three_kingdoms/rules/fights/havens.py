"""§22.4–§22.10: where units leaving a fight may go."""

from dynasty_env.kit.engine import offer, rule
from dynasty_env.three_kingdoms.ids import AREA, Reach
from dynasty_env.three_kingdoms.material import AREAS, CLANS, NEUTRAL, NOWHERE, OWNERS
from dynasty_env.three_kingdoms.rules.forces import DEFENDER, attackers, is_among, is_empty, is_next_to

OWN, NOBODYS, OTHERS = 0, 1, 2
"""§22.4, §22.6, §22.7: kinds of areas next to the fight, in the order in which they are considered."""


@rule
def is_haven(t, area, owner, kind):
    """Is this an area of that kind for the owner's units? §22.10: clans only go to clan areas."""
    if area == t.battle:
        return False
    if kind == OWN:
        return t.control[area] == owner
    if owner == CLANS:
        return False
    if kind == NOBODYS:
        return t.control[area] == NEUTRAL
    return t.control[area] != owner and t.control[area] != NEUTRAL and is_empty(t, area)


@rule
def find_havens(t, owner, reach):
    """Mark where the owner's units may go, and return the number of these areas.

    §22.4, §22.6, §22.7: own areas next to the fight; without any, neutral ones; without any, others' areas without
    units. T52, T58: without any of these, any own area; §22.9, T27: for a destroyed army, any own area in any case;
    §22.10: clans go no further than next to the fight.
    """
    found = 0
    for area in range(AREAS):
        t.reach[area] = 0
    for kind in range(OTHERS + 1):
        if found == 0:
            for area in range(AREAS):
                if is_next_to(t.battle, area) and is_haven(t, area, owner, kind):
                    t.reach[area] = 1
                    found += 1
    if owner != CLANS and (reach == Reach.ANYWHERE or (reach == Reach.IF_NEEDED and found == 0)):
        for area in range(AREAS):
            if t.reach[area] == 0 and is_haven(t, area, owner, OWN):
                t.reach[area] = 1
                found += 1
    return found


@rule
def can_retreat(t, army):
    """§22.8: every country of the army has somewhere to go."""
    if army == DEFENDER:
        return find_havens(t, t.defender, Reach.ADJACENT) > 0
    there = attackers(t)
    for owner in range(OWNERS):
        if is_among(owner, there) and find_havens(t, owner, Reach.ADJACENT) == 0:
            return False
    return True


@rule
def best_haven(t, owner):
    """T59: the own area with the most troops, areas next to the fight first, ties in the order of areas.

    Call it after `find_havens`.
    """
    best, most = NOWHERE, -1
    for area in range(AREAS):
        if t.reach[area] == 1:
            liked = liking(t, area, owner)
            if liked > most or (liked == most and t.troops[area] > t.troops[best]):
                best, most = area, liked
    return best


@rule
def liking(t, area, owner):
    """T59: 2 for an own area next to the fight; 1 for another own area; 0 for anybody else's."""
    if t.control[area] != owner:
        return 0
    return 2 if is_next_to(t.battle, area) else 1


@rule
def offer_havens(t):
    """Offer the areas that `find_havens` has marked."""
    for area in range(AREAS):
        if t.reach[area] == 1:
            offer(t, AREA + area)
