"""§25: redeployment of one's own units and of those that one directs."""

from numpy import int8

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, Listing, offer, push, rule, tell
from dynasty_env.kit.words import EntryKind, Message, Phase, State, _
from dynasty_env.three_kingdoms.ids import (
    ALL,
    ALL_BUT_RULER,
    AMOUNT,
    AMOUNTS,
    AREA,
    DONE,
    GENERAL,
    HALF,
    SLOTS,
    Step,
    Trace,
)
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CLANS,
    CLANS_STAY,
    GENERAL_MOVES,
    GENERALS,
    NEXT_AT,
    OWNERS,
    TROOP_MOVES,
    Place,
)
from dynasty_env.three_kingdoms.rules import nouns

from .forces import plays
from .frames import then_with

PLAIN, HARD = 1, 2
"""§25.4: movement points for a plain side, and for a river or a mountain."""


@rule
def redeployment(t):
    """§25.1, T64: the power's own units, then those of the directed, in the order allied."""
    if not plays(t, t.power):
        return
    if t.a + 1 < t.directed_size:
        then_with(t, Step.REDEPLOYMENT, t.a + 1, 0)
    for general in range(GENERALS):
        t.picked[general] = 0  # 1: has been moved
    for area in range(AREAS):
        t.sent[area] = 0
        t.moved_in[area] = 0
    owner = t.power + 0
    group = 0
    if t.a >= 0:
        owner = t.directed[t.a] + 0
        if owner > OWNERS:
            group = owner - OWNERS
            owner = CLANS
        elif not plays(t, owner):
            return
    push(t, Step.REDEPLOY, t.country_seat[t.power], owner, group)


@rule
def is_group(t, area, owner, group):
    """§14.2: does the area belong to the owner, and for clans to that group?"""
    return t.control[area] == owner and (owner != CLANS or t.clan_group[area] == group)


@rule
def held_with(t, area):
    """§25.2, §14.2: areas with the same owner as this one (for clans, of the same group), one bit each."""
    owner = t.control[area]
    group = t.clan_group[area]
    found = 0
    for other in range(AREAS):
        if t.control[other] == owner and t.clan_group[other] == group:
            found |= 1 << other
    return found


@rule
def next_to(plain, hard):
    """Areas next to one of `plain` across a plain side, or next to one of `hard` across a river or a mountain.

    All are given as bits. It has no branches, since it is called for every area.
    """
    found = 0
    for area in range(AREAS):
        found |= NEXT_AT[PLAIN, area] & -((plain >> area) & 1) | NEXT_AT[HARD, area] & -((hard >> area) & 1)
    return found


@rule
def within(area, own, points):
    """§25.2–§25.4: the own areas (as bits) within this many movement points, reached only through own areas."""
    before = 0
    reached = 1 << area
    for _number in range(points):
        further = reached | (own & next_to(reached, before))
        before = reached
        reached = further
    return reached


@rule
def can_be_moved(t, general, area):
    """T64: is this a general there who has not been moved yet?"""
    return t.area[general] == area and t.place[general] == Place.SERVING and t.picked[general] == 0


@rule
def can_leave(t, area):
    """The troops of an area that may be moved. T64: each moves once.

    §14.5: clans leave three, or all if there are fewer; T36: during set-up one stays.
    """
    most = t.troops[area] - t.moved_in[area]
    if t.free_moves == 1:
        most = min(most, t.troops[area] - 1)
    elif t.control[area] == CLANS:
        most = min(most, t.troops[area] - CLANS_STAY)
    return max(most, 0)


@rule
def can_anybody_be_moved(t, area):
    """Can a general of the area still be moved? This is `can_be_moved` without branches."""
    here, serving, zero = int8(area), int8(Place.SERVING), int8(0)
    found = False
    for general in range(GENERALS):
        found = found | (t.area[general] == here) & (t.place[general] == serving) & (t.picked[general] == zero)
    return found


@rule
def goals(t, area, own):
    """The own areas (`held_with`) where units of the area may go, one bit each.

    T74: it sends units to each other area once; §25.3: generals go further than troops.
    """
    generals = can_anybody_be_moved(t, area)
    found = 0
    if generals or can_leave(t, area) > 0:
        if t.free_moves == 1:  # §30.3
            found = own
        else:
            found = within(area, own, GENERAL_MOVES if generals else TROOP_MOVES)
    return found & ~(t.sent[area] | 1 << area)


@rule
def legal_redeploy(t):
    """§25.1: an area to move from, or no more."""
    offer(t, DONE)
    own = 0
    for area in range(AREAS):
        if is_group(t, area, t.a, t.b):
            own |= 1 << area
    for area in range(AREAS):
        if (own >> area) & 1 == 1 and goals(t, area, own) != 0:
            offer(t, AREA + area)


@rule
def play_redeploy(t, action):
    """§25.1: now choose where to."""
    if action != DONE:
        push(t, Step.REDEPLOY, t.seat, t.a, t.b)
        push(t, Step.REDEPLOY_TO, t.seat, t.a, action - AREA)


@rule
def legal_redeploy_to(t):
    """§25.2–§25.4: own areas within reach."""
    found = goals(t, t.b, held_with(t, t.b))
    for other in range(AREAS):
        if (found >> other) & 1 == 1:
            offer(t, AREA + other)


@rule
def play_redeploy_to(t, action):
    """§25.3: generals move, then troops, if they can reach the area."""
    origin = t.b + 0
    other = action - AREA
    t.sent[origin] |= 1 << other
    tell(t, Trace.REDEPLOYED, t.seat, t.a, origin, other, EVERYBODY)
    near = within(origin, held_with(t, origin), TROOP_MOVES)
    if (t.free_moves == 1 or (near >> other) & 1 == 1) and can_leave(t, origin) > 0:
        push(t, Step.REDEPLOY_TROOPS, t.seat, origin, other)
    if can_anybody_be_moved(t, origin):
        push(t, Step.REDEPLOY_GENERALS, t.seat, origin, other)


@rule
def legal_redeploy_generals(t):
    """§25.3: which generals go, or no more."""
    offer(t, DONE)
    slot = 0
    rulers = 0
    for general in range(GENERALS):
        if can_be_moved(t, general, t.a):
            if slot < SLOTS:
                offer(t, GENERAL + slot)
            if t.ruler[t.country[general]] == general:
                rulers = 1
            slot += 1
    if slot > 1:
        offer(t, ALL)
    if rulers == 1 and slot > 2:
        offer(t, ALL_BUT_RULER)


@rule
def play_redeploy_generals(t, action):
    """§25.3: these generals go."""
    if action == DONE:
        return
    slot = 0
    left = 0
    for general in range(GENERALS):
        if can_be_moved(t, general, t.a):
            ruler = t.ruler[t.country[general]] == general
            if action == ALL or (action == ALL_BUT_RULER and not ruler) or action == GENERAL + slot:
                t.area[general] = t.b
                t.picked[general] = 1
                tell(t, Trace.WENT, 0, general, t.b, 0, EVERYBODY)
            else:
                left += 1
            slot += 1
    if action >= GENERAL and left > 0:
        push(t, Step.REDEPLOY_GENERALS, t.seat, t.a, t.b)


@rule
def legal_redeploy_troops(t):
    """§25.3: how many troops go, or none."""
    most = can_leave(t, t.a)
    offer(t, DONE)
    for amount in range(1, min(most, AMOUNTS) + 1):
        offer(t, AMOUNT + amount - 1)
    if most > 1:
        offer(t, ALL)
    if most > 2:
        offer(t, HALF)


@rule
def play_redeploy_troops(t, action):
    """§25.3: these troops go."""
    if action == DONE:
        return
    most = can_leave(t, t.a)
    amount = most
    if action == HALF:
        amount = (most + 1) // 2
    elif action >= AMOUNT:
        amount = action - AMOUNT + 1
    t.troops[t.a] -= amount
    t.troops[t.b] += amount
    t.moved_in[t.b] += amount
    tell(t, Trace.TROOPS_WENT, 0, t.control[t.a], t.b, amount, EVERYBODY)
    if action == AMOUNT + AMOUNTS - 1 and most > AMOUNTS:
        push(t, Step.REDEPLOY_TROOPS, t.seat, t.a, t.b)


# what is said


def way(state: State) -> str:
    """The areas that units go from and to."""
    start, goal = (nouns.area(int(state.record[field])) for field in ("a", "b"))
    return Message(_("from {start} to {goal}"), start=start, goal=goal)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.REDEPLOY,
            asks=_("Do you move units between your areas?"),
            why=_("Generals can cross three borders and troops two; rivers and mountains count double."),
            says={"done": _("no more redeployment"), "area": _("move units from {area}")},
            purposes={"done": _("Your phase is over.")},
            stakes=nouns.about(_("redeployment of {country}"), country="a"),
            cites="§25.1, T64",
            frame=("owner", "group"),
        ),
        Phase(
            Step.REDEPLOY_TO,
            asks=_("Where to?"),
            why=_("Next you choose who goes, and how many."),
            says={"area": _("move units to {area}")},
            stakes=nouns.about(_("from {area}"), area="b"),
            cites="§25.2",
            frame=("owner", "area"),
        ),
        Phase(
            Step.REDEPLOY_GENERALS,
            asks=_("Which generals go there?"),
            why=_("Each moves once in a redeployment."),
            stakes=way,
            cites="§25.3",
            families=("done", "all", "all but the ruler", "general"),
            lists=Listing(can_be_moved),
            frame=("area", "area"),
        ),
        Phase(
            Step.REDEPLOY_TROOPS,
            asks=_("How many troops go there?"),
            why=_("Each moves once in a redeployment."),
            stakes=way,
            cites="§25.3",
            families=("done", "all", "half", "troops"),
            frame=("area", "area"),
        ),
    ),
    automatic=(Automatic(Step.REDEPLOYMENT, redeployment, ("directed",)),),
    entries=(
        EntryKind(
            Trace.REDEPLOYED,
            nouns.by_owner(
                _("{country} moves units from {start} to {goal}"), _("the clans move units from {start} to {goal}")
            ),
            "country",
            "start:area",
            "goal:area",
            tone="quiet",
            cites="§25.2",
        ),
    ),
)
