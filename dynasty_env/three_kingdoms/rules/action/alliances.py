"""§12–§15: alliances with powers, minor powers and clans; ban markers."""

from dynasty_env.kit.engine import EVERYBODY, Chapter, offer, push, rule, tell
from dynasty_env.kit.words import Chosen, EntryKind, Phase, _
from dynasty_env.three_kingdoms.ids import SIDE, YES, Step, Trace
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CLANS,
    GENERALS_OF_POINT,
    LEAST_FOR_POWER,
    NEIGHBOURS,
    NO_ONE,
    NOWHERE,
    OPEN_SIDE,
    OPEN_SIDES,
    OWNERS,
    TROOPS_OF_POINT,
    Pact,
    Work,
)
from dynasty_env.three_kingdoms.material import MOST_NEIGHBOURS as NEXT
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.forces import area_count, plays
from dynasty_env.three_kingdoms.rules.frames import yes_or_no
from dynasty_env.three_kingdoms.table import DIRECTED

MOST_BANS = 100


@rule
def can_ask(t, country):
    """§12.8, §13.5: may the power ask for this alliance? Not of a country invaded in this phase, and not twice (T7).

    T44: it takes two points for a power; §13.2: as many as it has areas for a minor power.
    """
    if country == t.power or not plays(t, country) or t.invaded[country] == 1 or t.allied[country] != Pact.NONE:
        return False
    if t.country_seat[country] != NO_ONE:
        return t.points >= LEAST_FOR_POWER
    return t.points >= area_count(t, country) and t.directed_size < DIRECTED


@rule
def ask_country(t, country):
    """§12.1: a power has to answer; §13.2: a minor power is paid."""
    if t.country_seat[country] != NO_ONE:
        tell(t, Trace.ASKED, t.seat, t.power, country, 0, EVERYBODY)
        push(t, Step.ALLY_ANSWER, t.country_seat[country], t.power, country)
    else:
        t.points -= area_count(t, country)
        t.allied[country] = Pact.DIRECTED
        direct(t, country)
        for area in range(AREAS):
            if t.control[area] == country:
                t.work[area] = Work.FREE
        tell(t, Trace.ALLIED, 0, t.power, country, 0, EVERYBODY)


@rule
def direct(t, which):
    """T64: add to the directed, in the order of the alliances."""
    t.directed[t.directed_size] = which
    t.directed_size += 1


@rule
def play_ally_answer(t, action):
    """§12.1: the alliance is made, or not."""
    agreed = 1 if action == YES else 0
    t.allied[t.b] = Pact.ALLY if agreed == 1 else Pact.REFUSED
    t.answer[t.a, t.b] = 1 + agreed
    tell(t, Trace.ANSWERED, t.seat, t.b, t.a, agreed, EVERYBODY)


@rule
def allow_troops(t, country):
    """§12.4 ①: a point lets the ally use five troops."""
    t.points -= 1
    t.ally_troops[country] += TROOPS_OF_POINT
    tell(t, Trace.ALLOWED, 0, t.power, country, TROOPS_OF_POINT, EVERYBODY)


@rule
def allow_generals(t, country):
    """§12.4 ②: a point lets the ally use two generals."""
    t.points -= 1
    t.ally_generals[country] += GENERALS_OF_POINT
    tell(t, Trace.ALLOWED, 0, t.power, country, -GENERALS_OF_POINT, EVERYBODY)


# ---------------------------------------------------------------------------------------------------------------- clans


@rule
def label_clans(t):
    """§14.2: mark every clan area with the first area of its group; other areas get -1.

    A group is joined by sides that are not closed.
    """
    for area in range(AREAS):
        t.reach[area] = area if t.control[area] == CLANS else NOWHERE
    changed = 1
    while changed == 1:
        changed = 0
        for area in range(AREAS):
            if t.reach[area] != NOWHERE:
                for k in range(NEXT):
                    other = NEIGHBOURS[area, k]
                    if other != NOWHERE and t.reach[other] != NOWHERE and t.reach[other] < t.reach[area]:
                        t.reach[area] = t.reach[other]
                        changed = 1


@rule
def can_ally_clans(t, first):
    """§14.1: may the power ally with the clans of the group that begins there (after `label_clans`)?

    It costs as many points as the group has areas; T26: the group must not have been invaded in this phase.
    """
    if t.reach[first] != first or t.directed_size >= DIRECTED:
        return False
    areas = 0
    for area in range(AREAS):
        if t.reach[area] == first:
            areas += 1
            if t.clans_invaded[area] == 1 or t.clan_group[area] != 0:
                return False
    return t.points >= areas


@rule
def remember_invasion(t, target):
    """§13.5, §14.2: invaded clans count as one country with all areas of their group, as it was before the fight."""
    label_clans(t)
    for area in range(AREAS):
        if t.reach[area] == t.reach[target]:
            t.clans_invaded[area] = 1


@rule
def ally_clans(t, first):
    """§14.1: the group is directed in this phase."""
    label_clans(t)
    number = 1
    for area in range(AREAS):
        number = max(number, t.clan_group[area] + 1)
    for area in range(AREAS):
        if t.reach[area] == first:
            t.points -= 1
            t.clan_group[area] = number
            t.work[area] = Work.FREE
    direct(t, OWNERS + number)
    tell(t, Trace.ALLIED, 0, t.power, CLANS, first, EVERYBODY)


# ----------------------------------------------------------------------------------------------------------------- bans


@rule
def legal_ban_side(t):
    """§15.3, §15.4, T50: any side that is not closed; to take a marker away, a side that has one."""
    for k in range(OPEN_SIDES):
        bans = t.bans[OPEN_SIDE[k]]
        if (t.a == 1 and bans < MOST_BANS) or (t.a == -1 and bans > 0):
            offer(t, SIDE + k)


@rule
def play_ban_side(t, action):
    """§15.2: each marker costs a point."""
    side = OPEN_SIDE[action - SIDE]
    t.points -= 1
    t.bans[side] += t.a
    tell(t, Trace.BANNED, t.seat, t.power, side, t.a, EVERYBODY)


BANNED_TEXTS = {
    1: _("a ban marker is put on the border {side}"),
    -1: _("a ban marker is removed from the border {side}"),
}

CHAPTER = Chapter(
    __name__,
    phases=(
        yes_or_no(
            Step.ALLY_ANSWER,
            asks=_("Do you agree to an alliance?"),
            why=_("It holds until this phase ends. You do not attack each other, and may invade somebody together."),
            says={"yes": _("agree to the alliance"), "no": _("refuse")},
            purposes={
                "yes": _("You may march with them, as far as they pay for it with their points."),
                "no": _("They may invade you in this phase, if they want to."),
            },
            stakes=nouns.about(_("{country} asks for an alliance in this phase"), country="a"),
            cites="§12.1, T7",
            frame=("country", "country"),
        ),
        Phase(
            Step.BAN_SIDE,
            asks=_("Which border?"),
            why=_(
                "Nobody can invade across a border with a ban marker. Each thaw removes one marker from every border."
            ),
            stakes=nouns.about(_("nobody can invade across a border with a ban marker")),
            cites="§15.4",
            families=("side",),
            frame=("sign",),
        ),
    ),
    entries=(
        EntryKind(
            Trace.ASKED,
            _("{country} asks {other} for an alliance"),
            subject="country",
            object="other:country",
            deed="asked for an alliance",
            cites="§12.1",
        ),
        EntryKind(
            Trace.ANSWERED,
            Chosen(lambda entry: entry.value, (_("{country} refuses"), _("{country} agrees"))),
            "country",
            "other:country",
            "yes:number",
            cites="§12.1",
        ),
        EntryKind(
            Trace.ALLIED, _("{country} directs {other} in this phase"), "country", "other:country", "first:number"
        ),
        EntryKind(
            Trace.BANNED,
            Chosen(lambda entry: entry.value, BANNED_TEXTS),
            "country",
            "side",
            "put:number",
            cites="§15.2",
        ),
        EntryKind(
            Trace.ALLOWED,
            _("{ally} may use {units} more for {country}"),
            "country",
            "ally:country",
            "units",
            cites="§12.4",
        ),
    ),
)
