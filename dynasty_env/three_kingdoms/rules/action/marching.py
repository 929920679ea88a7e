"""§16.6, §16.8: the assembled force sets out; a force that is too weak stays."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, rule, tell
from dynasty_env.kit.words import EntryKind, _
from dynasty_env.three_kingdoms.ids import Step, Trace
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CLANS,
    COUNTRIES,
    GENERALS,
    NEUTRAL,
    NO_ONE,
    NOWHERE,
    OWNERS,
    SIDE_BETWEEN,
    SIDE_KIND,
    Pact,
    Role,
    Side,
    Work,
)
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.forces import generals_there, is_empty
from dynasty_env.three_kingdoms.rules.frames import then

from .alliances import remember_invasion
from .invasion import NO_FORCE, kind_of_force, marcher


@rule
def launch(t):
    """§16.8: the force marches; an empty area is taken without a fight."""
    send_back_the_weak(t)
    if kind_of_force(t) == NO_FORCE:
        t.target = NOWHERE
        return
    held = t.control[t.target] + 0
    empty = is_empty(t, t.target)
    if held == CLANS:
        remember_invasion(t, t.target)
    elif held != NEUTRAL:
        t.invaded[held] = 1
    for owner in range(OWNERS):
        t.army[owner] = 0
    t.across_rivers = 1
    t.first_attacker = NO_ONE
    for area in range(AREAS):
        if t.force[area] > 0:
            march(t, area)
    for owner in range(OWNERS):
        if t.army[owner] > 0 and (t.first_attacker == NO_ONE or owner == t.power):
            t.first_attacker = owner
    for general in range(GENERALS):
        if t.role[general] == Role.ATTACKS:
            t.area[general] = t.target
            t.acted[general] = 1
    t.battle = t.target
    t.defender = held
    t.target = NOWHERE
    then(t, Step.VICTORY if empty else Step.FIGHT)


@rule
def march(t, area):
    """§9.6, §16.2: units leave the area, which has now invaded in this step; §20.6 ③: did they cross a river?"""
    owner = t.control[area]
    if t.work[area] != Work.NOTHING:
        t.work[area] = Work.INVADED
    t.troops[area] -= t.force[area]
    t.army[owner] += t.force[area]
    if owner == CLANS:
        t.marching_clans = t.clan_group[area]
    if SIDE_KIND[SIDE_BETWEEN[area, t.target]] != Side.RIVER:
        t.across_rivers = 0
    tell(t, Trace.MARCHED, 0, owner, area, t.force[area], EVERYBODY)
    t.force[area] = 0


@rule
def send_back_the_weak(t):
    """T22: units of minor powers and clans below their limits stay, and may not aim there again in this phase."""
    troops = 0
    clans = 0
    generals = 0
    for area in range(AREAS):
        troops += t.force[area]
        if t.control[area] == CLANS:
            clans += t.force[area]
    for general in range(GENERALS):
        if t.role[general] == Role.ATTACKS:
            generals += 1
    against = t.troops[t.target]
    if clans > 0 and clans < max(2 * against, 1):  # §14.4.3
        send_back(t, CLANS)
    # §13.6.2: the whole attacking side together (T8)
    if against > troops or generals_there(t, t.target) > 2 * generals:
        for country in range(COUNTRIES):
            if t.allied[country] == Pact.DIRECTED:
                send_back(t, country)


@rule
def send_back(t, owner):
    """T22: the units count as not having acted."""
    found = 0
    for area in range(AREAS):
        if t.control[area] == owner and t.force[area] > 0:
            t.force[area] = 0
            t.barred[t.target] |= 1 << marcher(t, area)
            found = 1
    if found == 1:
        tell(t, Trace.STAYED, 0, owner, t.target, 0, EVERYBODY)
    for general in range(GENERALS):
        if t.role[general] == Role.ATTACKS and t.country[general] == owner:
            t.role[general] = Role.NONE


CHAPTER = Chapter(
    __name__,
    automatic=(Automatic(Step.LAUNCH, launch),),
    entries=(
        EntryKind(
            Trace.MARCHED,
            nouns.by_owner(
                _("{country} marches from {area} with {troops}"), _("the clans march from {area} with {troops}")
            ),
            "country",
            "area",
            "troops",
            cites="§16.6",
        ),
        EntryKind(
            Trace.STAYED,
            nouns.by_owner(
                _("{country} stays at home, too weak to attack {area}"),
                _("the clans stay at home, too weak to attack {area}"),
            ),
            "country",
            "area",
            cites="T22",
        ),
    ),
)
