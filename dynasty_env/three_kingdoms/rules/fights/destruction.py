"""§23: armies without troops are destroyed: checks, then flight."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offer, push, rule, tell
from dynasty_env.kit.words import EntryKind, Phase, _
from dynasty_env.three_kingdoms.ids import AREA, EACH, Reach, Step, Trace
from dynasty_env.three_kingdoms.material import CLANS, GENERALS, NEUTRAL, NO_ONE, NOWHERE, Column, Place, Role
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.forces import (
    ATTACKER,
    DEFENDER,
    UNDECIDED,
    army_of,
    attacking,
    enemy_of,
    generals_in,
    is_empty,
    is_next_to,
    plays,
    troops_in,
)
from dynasty_env.three_kingdoms.rules.frames import then, then_with
from dynasty_env.three_kingdoms.rules.rulers import exile, settle_rulers

from .checks import roll_check
from .havens import best_haven, find_havens, offer_havens
from .retreat import chooser, each_country_then, go_general, send_home


@rule
def aftermath(t):
    """§18.6, §23.1: after losses: if an army is gone or destroyed, handle that; otherwise somebody may retreat."""
    theirs = troops_in(t, DEFENDER) + generals_in(t, DEFENDER)
    if not plays(t, t.power):  # T34: the partners leave immediately
        t.fled = ATTACKER
        then(t, Step.FIGHT_OVER)
        send_home(t, ATTACKER, Reach.IF_NEEDED)
    elif attacking(t) == 0:  # §23.5: if both are destroyed, the attacker flees
        destroy(t, ATTACKER, 1 if is_defender_destroyed(t) else 0)
    elif theirs == 0:
        then(t, Step.FIGHT_OVER)
    elif is_defender_destroyed(t):
        destroy(t, DEFENDER, 0)
    else:
        then_with(t, Step.ASK_RETREAT, ATTACKER, 0)


@rule
def is_defender_destroyed(t):
    """§23.1, §23.4: an army without troops is destroyed: immediately, or, if it never had any, by its first loss."""
    return troops_in(t, DEFENDER) == 0 and (t.had_troops == 1 or t.hurt[DEFENDER] == 1)


@rule
def destroy(t, army, both):
    """T16: the generals choose where to flee, then they are checked."""
    t.fled = army
    tell(t, Trace.DESTROYED, 0, army, 0, both, EVERYBODY)
    then(t, Step.FIGHT_OVER)
    then_with(t, Step.DESTROYED, army, both)
    each_country_then(t, army, Step.FLEE, army)


@rule
def flee(t):
    """T27: each general may flee to any own area; T15: clans are removed, and without any area the country falls."""
    owner = t.a + 0
    havens = find_havens(t, owner, Reach.ANYWHERE) if owner != CLANS else 0
    seat = chooser(t, t.b, owner)
    goal = best_haven(t, owner) if havens > 0 and seat == NO_ONE else NOWHERE
    for general in range(GENERALS):
        if army_of(t, general) == t.b and t.country[general] == owner:
            t.goal[general] = goal
    if havens > 0 and seat != NO_ONE:
        push(t, Step.FLEE_TO, seat, owner, t.b)


@rule
def legal_flee_to(t):
    """T27: an area where all of them flee, or each separately."""
    havens = find_havens(t, t.a, Reach.ANYWHERE)
    offer_havens(t)
    generals = 0
    for general in range(GENERALS):
        if army_of(t, general) == t.b and t.country[general] == t.a:
            generals += 1
    if havens > 1 and generals > 1:
        offer(t, EACH)


@rule
def play_flee_to(t, action):
    """T16: the place is chosen before the check."""
    for general in range(GENERALS):
        if army_of(t, general) == t.b and t.country[general] == t.a:
            t.goal[general] = UNDECIDED if action == EACH else action - AREA
    if action == EACH:
        push(t, Step.FLEE_GENERAL, t.seat, t.a, t.b)


@rule
def next_to_flee(t, owner, army):
    """The country's first general who has not chosen where to flee; -1 if all have."""
    for general in range(GENERALS):
        if t.goal[general] == UNDECIDED and army_of(t, general) == army and t.country[general] == owner:
            return general
    return NO_ONE


@rule
def legal_flee_general(t):
    """T27: where the next general flees."""
    find_havens(t, t.a, Reach.ANYWHERE)
    offer_havens(t)


@rule
def play_flee_general(t, action):
    """T27: the general will flee there."""
    t.goal[next_to_flee(t, t.a, t.b)] = action - AREA
    if next_to_flee(t, t.a, t.b) != NO_ONE:
        push(t, Step.FLEE_GENERAL, t.seat, t.a, t.b)


@rule
def check_destroyed(t):
    """§23.2, §23.5: each general takes a check, the defender's first; then they flee; T28: rulers after all checks."""
    army = t.a + 0
    both = t.b + 0
    captor = enemy_of(t, army)
    if both == 1:  # T29: the defender's generals stay, and are checked as if next to the fight
        for general in range(GENERALS):
            if t.role[general] == Role.DEFENDS:
                roll_check(t, general, strong_enemy(t), DEFENDER, Column.ADJACENT, 1)
    for general in range(GENERALS):
        if army_of(t, general) == army and t.goal[general] != NOWHERE:
            if t.role[general] == Role.ATTACKS or t.role[general] == Role.DEFENDS:
                near = is_next_to(t.battle, t.goal[general])
                roll_check(t, general, captor, army, Column.ADJACENT if near else Column.NOT_ADJACENT, both)
            if army_of(t, general) == army and t.place[general] == Place.SERVING:
                arrive_fleeing(t, general)
            t.goal[general] = NOWHERE
    settle_rulers(t)
    then(t, Step.ARRIVE)


@rule
def strong_enemy(t):
    """The captor of the defender's generals."""
    return enemy_of(t, DEFENDER)


@rule
def arrive_fleeing(t, general):
    """T27: the general reaches his goal, unless others have got there first: then he goes into exile."""
    goal = t.goal[general] + 0
    held = t.control[goal]
    if held == t.country[general] or held == NEUTRAL or is_empty(t, goal):
        go_general(t, general, goal)
    else:
        t.role[general] = Role.NONE
        exile(t, general)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.FLEE_TO,
            asks=_("Where do the generals flee?"),
            why=_(
                "Your army is destroyed. Dice decide who is captured: an area next to the fight is safer than one "
                "farther away."
            ),
            says={"each": _("each flees separately"), "area": _("flee to {area}")},
            stakes=nouns.about(_("where do the generals of {country} flee?"), country="a"),
            cites="§22.9, T27",
            decides="each seat for its own units",
            frame=("owner", "army"),
        ),
        Phase(
            Step.FLEE_GENERAL,
            asks=_("Where does this general flee?"),
            why=_("It is easier to escape to an area next to the fight than to one farther away."),
            says={"area": _("flee to {area}")},
            stakes=nouns.about_leaving(_("where does {person} flee?")),
            cites="§22.9, T27",
            decides="each seat for its own units",
            frame=("owner", "army"),
        ),
    ),
    automatic=(
        Automatic(Step.AFTERMATH, aftermath),
        Automatic(Step.DESTROYED, check_destroyed, ("army", "both")),
        Automatic(Step.FLEE, flee, ("owner", "army")),
    ),
    entries=(EntryKind(Trace.DESTROYED, _("the army of {army} is destroyed"), "army", tone="bad", cites="§23.1"),),
)
