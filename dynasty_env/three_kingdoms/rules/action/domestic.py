"""§10, §11: domestic work: levies and diplomacy."""

from collections.abc import Sequence
from typing import Any

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, Listing, die, offer, push, rule, tell
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.words import Chance, Chances, Chosen, EntryKind, Message, Phase, State, Tone, _
from dynasty_env.three_kingdoms.ids import DONE, EACH, GENERAL, SLOTS, YES, Step, Trace
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CLANS,
    GENERALS,
    NO_ONE,
    NOWHERE,
    POINTS_OF_SUCCESS,
    STRENGTH,
    Place,
    Role,
    Stat,
    Work,
)
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.forces import is_anybody_fresh, plays, value

CERTAIN = 6
"""§10.7: values with a sum of six or more always succeed."""


# ------------------------------------------------------------------------------------------------------------- attempts


@rule
def may_try(t, general, area, stat):
    """§10.6, §11.2: the general is there, has not acted, and has the value (T43)."""
    if t.area[general] != area or t.place[general] != Place.SERVING or t.acted[general] == 1:
        return False
    return t.role[general] == Role.NONE and value(t, general, stat) > 0


@rule
def may_levy(t, general, area):
    """§10.6: may the general roll for an additional soldier?"""
    return may_try(t, general, area, Stat.ADMINISTRATION)


@rule
def may_talk(t, general, area):
    """§11.2: may the general go as an envoy?"""
    return may_try(t, general, area, Stat.DIPLOMACY)


@rule
def can_anybody_try(t, area, stat):
    """May anybody there try?"""
    for general in range(GENERALS):
        if may_try(t, general, area, stat):
            return True
    return False


@rule
def offer_attempt(t, area, named, stat):
    """§10.7, §11.5: who joins the attempt; or each separately, or no more."""
    total = 0
    slot = 0
    for general in range(GENERALS):
        if may_try(t, general, area, stat):
            if t.picked[general] == 1:
                total += value(t, general, stat)
    for general in range(GENERALS):
        if may_try(t, general, area, stat) and slot < SLOTS:
            if t.picked[general] == 0 and total < CERTAIN:
                offer(t, GENERAL + slot)
            slot += 1
    if named > 0:
        offer(t, YES)
    else:
        offer(t, EACH)
        offer(t, DONE)


@rule
def name_slot(t, area, slot, stat):
    """Name the general in this slot of the list."""
    for general in range(GENERALS):
        if may_try(t, general, area, stat):
            if slot == 0:
                t.picked[general] = 1
            slot -= 1


@rule
def attempt(t, area, stat):
    """§10.6, §11.4: one die for the named generals together: a face up to the sum of their values succeeds."""
    total = 0
    for general in range(GENERALS):
        if t.picked[general] == 1:
            total += value(t, general, stat)
            t.picked[general] = 0
            t.acted[general] = 1  # §10.8, §11.6
    face = die(t)
    tell(t, Trace.ROLLED, 0, stat, total, face, EVERYBODY)
    return face <= total


# ----------------------------------------------------------------------------------------------------------------- levy


@rule
def can_levy(t, area):
    """§10.2, T41, T42: one's own area with a general who has not done diplomacy."""
    if t.control[area] != t.power or (t.work[area] != Work.FREE and t.work[area] != Work.TALKED):
        return False
    return is_anybody_fresh(t, area)


@rule
def levy(t, area):
    """§10.4: add as many troops as the strength of the area; they cannot act in this step."""
    t.work[area] = Work.LEVIED
    t.troops[area] += STRENGTH[area]
    t.tired[area] += STRENGTH[area]
    tell(t, Trace.LEVIED, 0, t.control[area], area, STRENGTH[area], EVERYBODY)


@rule
def begin_levy(t, area):
    """§10.4, §10.5: levy; then the area's generals may roll for more."""
    levy(t, area)
    if can_anybody_try(t, area, Stat.ADMINISTRATION):
        push(t, Step.LEVY_GROUP, t.seat, area, 0)


@rule
def levy_the_rest(t):
    """§10: levy in every own area that still can, each general rolling separately."""
    for area in range(AREAS):
        if can_levy(t, area):
            levy(t, area)
            each_levies(t, area)


@rule
def each_levies(t, area):
    """§10.6: everybody there rolls separately."""
    for general in range(GENERALS):
        if may_try(t, general, area, Stat.ADMINISTRATION):
            t.picked[general] = 1
            raise_one(t, area)


@rule
def raise_one(t, area):
    """§10.6: a success is one more soldier."""
    if attempt(t, area, Stat.ADMINISTRATION):
        t.troops[area] += 1
        t.tired[area] += 1
        tell(t, Trace.RAISED, 0, 0, area, 1, EVERYBODY)


@rule
def legal_levy_group(t):
    """§10.5–§10.7: who rolls together."""
    offer_attempt(t, t.a, t.b, Stat.ADMINISTRATION)


@rule
def play_levy_group(t, action):
    """§10.6: they roll; then the others may go on."""
    area = t.a + 0
    if action == EACH:
        each_levies(t, area)
    elif action == YES:
        raise_one(t, area)
        if can_anybody_try(t, area, Stat.ADMINISTRATION):
            push(t, Step.LEVY_GROUP, t.seat, area, 0)
    elif action != DONE:
        name_slot(t, area, action - GENERAL, Stat.ADMINISTRATION)
        push(t, Step.LEVY_GROUP, t.seat, area, t.b + 1)


@rule
def duty(t):
    """§13.6.4, §14.3, T47: when the step ends, areas of directed minor powers and clans that did not invade levy."""
    if not plays(t, t.power):
        return
    for area in range(AREAS):
        owner = t.control[area]
        if owner != t.power and t.work[area] == Work.FREE and owner != NO_ONE:
            if owner == CLANS:
                levy(t, area)
            elif is_anybody_fresh(t, area):
                levy(t, area)
                if can_anybody_try(t, area, Stat.ADMINISTRATION):
                    push(t, Step.LEVY_GROUP, t.country_seat[t.power], area, 0)
            else:
                t.work[area] = Work.NOTHING  # T8


# ------------------------------------------------------------------------------------------------------------ diplomacy


@rule
def court(t):
    """§11.2: the area of the ruler, or -1."""
    ruler = t.ruler[t.power]
    return t.area[ruler] + 0 if ruler != NO_ONE else NOWHERE


@rule
def can_talk(t):
    """§11.2, T41: somebody at court has a value of diplomacy, and the area has not levied."""
    area = court(t)
    if area == NOWHERE or t.control[area] != t.power or t.work[area] != Work.FREE:
        return False
    return can_anybody_try(t, area, Stat.DIPLOMACY)


@rule
def begin_diplomacy(t):
    """§11.1: the area of the court does domestic work."""
    area = court(t)
    t.work[area] = Work.TALKED
    push(t, Step.DIPLOMACY_GROUP, t.seat, area, 0)


@rule
def legal_diplomacy_group(t):
    """§11.5: who rolls together."""
    offer_attempt(t, t.a, t.b, Stat.DIPLOMACY)


@rule
def play_diplomacy_group(t, action):
    """§11.4: they roll; then the others may go on."""
    area = t.a + 0
    if action == EACH:
        for general in range(GENERALS):
            if may_try(t, general, area, Stat.DIPLOMACY):
                t.picked[general] = 1
                win_points(t, area)
    elif action == YES:
        win_points(t, area)
        if can_anybody_try(t, area, Stat.DIPLOMACY):
            push(t, Step.DIPLOMACY_GROUP, t.seat, area, 0)
    elif action != DONE:
        name_slot(t, area, action - GENERAL, Stat.DIPLOMACY)
        push(t, Step.DIPLOMACY_GROUP, t.seat, area, t.b + 1)


@rule
def win_points(t, area):
    """§11.4: a success brings two points."""
    if attempt(t, area, Stat.DIPLOMACY):
        t.points += POINTS_OF_SUCCESS
        tell(t, Trace.POINTS, 0, t.power, 0, t.points, EVERYBODY)


# what is said


def chance_of(t: Any, generals: Sequence[int], stat: Stat) -> float:
    """§10.6, §11.4: the chance that these generals succeed together."""
    return float(at_most(sum(int(value(t, general, stat)) for general in generals)))


def each_attempt(t: Any, area: int, stat: Stat) -> float:
    """§10.6: the average number of successes if everybody there rolls separately."""
    return sum(chance_of(t, [general], stat) for general in range(GENERALS) if may_try(t, general, area, stat))


def on_average(text: str, number: float) -> str:
    """The average result in words; empty if nothing can come of it."""
    return Message(text, number=f"{number:.1f}") if number else ""


def more_troops(state: State, area: int) -> str:
    """The average number of troops that the generals of an area add to its levy."""
    number = each_attempt(state.tables[0], area, Stat.ADMINISTRATION)
    return on_average(_("its generals add {number} on average"), number)


def more_points(state: State, _number: int) -> str:
    """The average number of points that envoys bring."""
    t = state.tables[0]
    return on_average(
        _("{number} points on average"), POINTS_OF_SUCCESS * each_attempt(t, int(court(t)), Stat.DIPLOMACY)
    )


AVERAGES: dict[str, Chances] = {"levy": more_troops, "diplomacy": more_points}
"""What domestic work brings on average, by the family of the actions that begin it."""


def group_chances(stat: Stat, worth: int, text: str) -> dict[str, Chances]:
    """The chances of rolling together: those named so far plus one more, or everybody separately."""

    def together(state: State, more: Sequence[int]) -> Chance | str:
        named = [general for general in nouns.listed(state) if state.record["picked"][general]]
        group = [*named, *more]
        return Chance(chance_of(state.tables[0], group, stat)) if group else ""

    def each(state: State, _number: int) -> str:
        return on_average(text, worth * each_attempt(state.tables[0], int(state.record["a"]), stat))

    return {
        "each": each,
        "yes": lambda state, _number: together(state, ()),
        "general": lambda state, slot: together(state, [nouns.listed(state)[slot]]),
    }


ROLLED_TEXTS: dict[bool, tuple[str, Tone]] = {
    True: (_("{stat} {sum}, the die shows {face}: a success"), "good"),
    False: (_("{stat} {sum}, the die shows {face}: a failure"), "bad"),
}

CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.LEVY_GROUP,
            asks=_("Who recruits one more soldier?"),
            why=_(
                "A die up to the general's administration is a success and brings one soldier. Several generals can "
                "add their values for one roll."
            ),
            says={"done": _("no additional levy"), "each": _("each general rolls separately"), "yes": _("roll")},
            purposes={"yes": _("The generals named so far roll one die together.")},
            stakes=nouns.about(_("who rolls for an additional soldier in {area}?"), area="a"),
            chance=group_chances(Stat.ADMINISTRATION, 1, _("{number} soldiers on average")),
            cites="§10.5, §10.7",
            frame=("area", "named"),
            lists=Listing(may_levy, Stat.ADMINISTRATION),
            families=("general",),
        ),
        Phase(
            Step.DIPLOMACY_GROUP,
            asks=_("Who goes as an envoy?"),
            why=_(
                "A die up to the general's diplomacy is a success and brings two points. Several generals can "
                "add their values for one roll."
            ),
            says={"done": _("no more diplomacy"), "each": _("each general rolls separately"), "yes": _("roll")},
            purposes={"yes": _("The generals named so far roll one die together.")},
            stakes=nouns.about(_("who rolls for two points of diplomacy?")),
            chance=group_chances(Stat.DIPLOMACY, POINTS_OF_SUCCESS, _("{number} points on average")),
            cites="§11.5",
            frame=("area", "named"),
            lists=Listing(may_talk, Stat.DIPLOMACY),
            families=("general",),
        ),
    ),
    automatic=(Automatic(Step.DUTY, duty),),
    entries=(
        EntryKind(
            Trace.LEVIED,
            nouns.by_owner(_("{country} levies {troops} in {area}"), _("the clans levy {troops} in {area}")),
            "country",
            "area",
            "troops",
            cites="§10.4",
        ),
        EntryKind(
            Trace.ROLLED,
            Chosen(lambda entry: entry.value <= entry.object, ROLLED_TEXTS),
            "stat",
            "sum:number",
            "face:number",
        ),
        EntryKind(Trace.RAISED, _("one more soldier in {area}"), object="area", tone="good", cites="§10.6"),
        EntryKind(Trace.POINTS, _("{country} has {points} of diplomacy"), "country", value="points", cites="§11.4"),
    ),
)
