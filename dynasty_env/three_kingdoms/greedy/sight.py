"""How the game's built-in player evaluates the map that it sees."""

from dynasty_env.kit.engine.rule import rule
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CLANS,
    COUNTRIES,
    NEIGHBOURS,
    NOWHERE,
    OPEN_SIDE,
    OPEN_SIDES,
    POINTS,
    SEATS,
    SIDE_BETWEEN,
    Work,
)
from dynasty_env.three_kingdoms.material import MOST_NEIGHBOURS as NEXT

GARRISON = 3
"""One soldier stays behind for this many soldiers of the strongest neighbour that might attack."""
AHEAD = 2
"""An attack needs this many times the defender's troops …"""
SPARE = 3
"""… plus this many."""


@rule
def troops_at(seen, area):
    """The troops in an area."""
    return seen.troops[area] + 128 * seen.troops_128[area]


@rule
def is_mine(seen, area):
    """Is the area my country's?"""
    return seen.control[area] == seen.country


@rule
def is_rivals(seen, area):
    """Does the area belong to another seat? Minor powers and clans do not attack on their own."""
    owner = seen.control[area]
    return owner < COUNTRIES and owner != seen.country and seen.players[owner] < SEATS


@rule
def threat(seen, area):
    """The troops of the strongest rival next to the area."""
    worst = 0
    for k in range(NEXT):
        other = NEIGHBOURS[area, k]
        if other != NOWHERE and is_rivals(seen, other):
            worst = max(worst, troops_at(seen, other))
    return worst


@rule
def frontier(seen, area):
    """How much there is to do next to the area: areas of others, and rivals' troops."""
    found = 0
    for k in range(NEXT):
        other = NEIGHBOURS[area, k]
        if other != NOWHERE and not is_mine(seen, other):
            found += POINTS[other] + (troops_at(seen, other) if is_rivals(seen, other) else 0)
    return found


@rule
def is_barred(seen, area, other):
    """Is there a ban marker between the two?"""
    side = SIDE_BETWEEN[area, other]
    for k in range(OPEN_SIDES):
        if OPEN_SIDE[k] == side:
            return seen.bans[k] > 0
    return True


@rule
def to_spare(seen, area):
    """Fresh troops of an area that do not have to stay."""
    fresh = troops_at(seen, area) - seen.tired[area] - seen.force[area]
    return max(fresh - threat(seen, area) // GARRISON, 0)


@rule
def can_send(seen, area):
    """Does my area have generals, and has it not worked yet?"""
    if not is_mine(seen, area) or seen.generals_there[area] == 0:
        return False
    return seen.work[area] == Work.FREE or seen.work[area] == Work.INVADED


@rule
def against(seen, target):
    """The troops that I could send against an area."""
    found = 0
    for k in range(NEXT):
        area = NEIGHBOURS[target, k]
        if area != NOWHERE and can_send(seen, area) and not is_barred(seen, area, target):
            found += to_spare(seen, area)
    return found


@rule
def needed(seen, target):
    """The troops that an attack on the area needs: one if it is empty."""
    defending = troops_at(seen, target)
    if defending == 0 and seen.generals_there[target] == 0:
        return 1
    return AHEAD * defending + SPARE


@rule
def worth_taking(seen, target):
    """The value of an attack on the area; 0 if it is not worth a try."""
    if against(seen, target) < needed(seen, target):
        return 0
    gain = 10 * POINTS[target] + 5
    if is_rivals(seen, target):
        gain += 20
    elif seen.control[target] == CLANS:
        gain += 5
    return max(gain - troops_at(seen, target) // 2, 1)


@rule
def marching(seen):
    """The troops of the force that is being put together."""
    found = 0
    for area in range(AREAS):
        found += seen.force[area]
    return found
