"""§26: the death of rulers, their heirs, the fall of countries, and exile."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, below, die, offer, push, rule, tell
from dynasty_env.kit.words import Chosen, EntryKind, Phase, _
from dynasty_env.three_kingdoms.ids import AREA, Step, Trace
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CHECKS,
    CLANS,
    COUNTRIES,
    DONG_ZHUO,
    GENERALS,
    HEIRS,
    HEIRS_OF_LI_JUE,
    MOST_HEIRS,
    NO_ONE,
    NOWHERE,
    Check,
    Column,
    Place,
    Role,
    Status,
)
from dynasty_env.three_kingdoms.rules import nouns

from .control import neglect, set_free, settle_in, take_control, take_off
from .forces import ATTACKER, DEFENDER, army_of, enemy_of, plays, rest_role, serves, side_of
from .frames import then, then_with
from .score import end_if_alone


@rule
def heir_of(t, country, place):
    """§26.6: the general at a place in the line of heirs, or -1; T20: Li Jue's heir is Guo Si."""
    if t.scenario == 2 and country == DONG_ZHUO:
        return HEIRS_OF_LI_JUE[place]
    return HEIRS[country, place]


@rule
def has_ruler(t, country):
    """Is the ruler alive and serving his country?"""
    return t.ruler[country] != NO_ONE and serves(t, t.ruler[country], country)


@rule
def settle_rulers(t):
    """§26.1: countries whose ruler is dead, gone or captured get a new one; T29: the defender's first.

    T18: the conqueror is the enemy in the fight.
    """
    for back in range(COUNTRIES):
        country = COUNTRIES - 1 - back
        if country != t.defender and plays(t, country) and not has_ruler(t, country):
            then_with(t, Step.SUCCEED, country, enemy_of(t, ATTACKER) if t.battle != NOWHERE else NO_ONE)
    if 0 <= t.defender < COUNTRIES and plays(t, t.defender) and not has_ruler(t, t.defender):
        then_with(t, Step.SUCCEED, t.defender, enemy_of(t, DEFENDER))


@rule
def succeed(t):
    """§26.2–§26.5: the next available heir rules; T63: the line only goes down; with nobody left, the country falls."""
    country = t.a + 0
    if not plays(t, country) or has_ruler(t, country):
        return
    for place in range(t.heir[country] + 1, MOST_HEIRS):
        heir = heir_of(t, country, place)
        if heir != NO_ONE:
            t.heir[country] = place
            if serves(t, heir, country):
                enthrone(t, country, heir)
                return
            if t.place[heir] == Place.UNBORN or t.place[heir] == Place.FREE:
                if has_entrance(t, country):
                    enter_heir(t, country, heir)
                    return
    then_with(t, Step.FALL, country, t.b)


@rule
def may_enter(t, country, area):
    """§26.3: an own area; T30: not that of a fight that the country's army has lost."""
    return t.control[area] == country and not (area == t.battle and t.fled == DEFENDER)


@rule
def has_entrance(t, country):
    """Is there an area where an heir can enter?"""
    for area in range(AREAS):
        if may_enter(t, country, area):
            return True
    return False


@rule
def enthrone(t, country, heir):
    """§26.2: the heir becomes ruler; exiles waiting for him arrive (T66)."""
    t.ruler[country] = heir
    tell(t, Trace.RULER, 0, country, heir, 0, EVERYBODY)
    then(t, Step.ARRIVE)


@rule
def enter_heir(t, country, heir):
    """§26.3: an heir who is not in play enters an own area of choice; T60: for minor powers where most troops are."""
    if t.country_seat[country] != NO_ONE:
        push(t, Step.HEIR_AREA, t.country_seat[country], country, heir)
        return
    best = NOWHERE
    for area in range(AREAS):
        if may_enter(t, country, area) and (best == NOWHERE or t.troops[area] > t.troops[best]):
            best = area
    crown(t, country, heir, best)


@rule
def crown(t, country, heir, area):
    """§26.3: the heir enters there, and rules."""
    settle_in(t, heir, country, area)
    tell(t, Trace.ENTERED, 0, heir, area, country, EVERYBODY)
    enthrone(t, country, heir)


@rule
def legal_heir_area(t):
    """§26.3: any own area."""
    for area in range(AREAS):
        if may_enter(t, t.a, area):
            offer(t, AREA + area)


@rule
def play_heir_area(t, action):
    """§26.3: the heir enters there, and rules."""
    crown(t, t.a, t.b, action - AREA)


# ----------------------------------------------------------------------------------------------------------------- fall


@rule
def fall(t):
    """§24, T18: the country falls, to its conqueror or to nobody; T29: a conqueror who has fallen gets nothing."""
    country = t.a + 0
    conqueror = t.b + 0
    if not plays(t, country):
        return
    if 0 <= conqueror < COUNTRIES and not plays(t, conqueror):
        conqueror = NO_ONE
    army = side_of(t, country)
    against = side_of(t, conqueror) if conqueror != NO_ONE else -1
    t.status[country] = Status.FALLEN
    t.cup[country] = 0
    tell(t, Trace.FELL, 0, country, 0, conqueror, EVERYBODY)
    yield_force(t, country, conqueror, army)
    yield_areas(t, country, conqueror)
    for general in range(GENERALS):
        if serves(t, general, country):
            yield_general(t, general, conqueror, against)
    settle_rulers(t)
    then(t, Step.ARRIVE)
    end_if_alone(t)


@rule
def yield_force(t, country, conqueror, army):
    """T61: half of its troops in the fight, rounded up, join the conqueror's side there; the rest are removed."""
    if army == ATTACKER:
        half = (t.army[country] + 1) // 2
        t.army[country] = 0
        if conqueror == t.defender and conqueror < COUNTRIES and conqueror != NO_ONE:
            t.troops[t.battle] += half
    elif army == DEFENDER:
        half = (t.troops[t.battle] + 1) // 2
        t.troops[t.battle] = 0
        t.tired[t.battle] = 0
        if 0 <= conqueror < COUNTRIES and side_of(t, conqueror) == ATTACKER:
            t.army[conqueror] += half


@rule
def yield_areas(t, country, conqueror):
    """§24.2, §24.3: the conqueror gets its areas, with half of the troops in each, rounded up.

    T18: without a conqueror they become neutral, and the troops are removed.
    """
    for area in range(AREAS):
        if t.control[area] == country:
            if 0 <= conqueror < COUNTRIES:
                take_control(t, area, conqueror)
                t.troops[area] = (t.troops[area] + 1) // 2
                t.tired[area] = t.troops[area]
            else:
                neglect(t, area)


@rule
def yield_general(t, general, conqueror, against):
    """§24.4, §24.2 ③: a check in the columns of the fall; §24.5: after a destiny card everybody goes into exile."""
    if conqueror == NO_ONE:
        exile(t, general)
        return
    column = Column.FALLEN_ELSEWHERE
    if t.battle != NOWHERE and t.area[general] == t.battle:
        column = Column.FALLEN_THERE
    check = CHECKS[column, die(t) - 1]
    tell(t, Trace.CHECKED, 0, general, column, check, EVERYBODY)
    if check == Check.DEATH:
        take_off(t, general, Place.DEAD)
    elif check == Check.EXILE:
        exile(t, general)
    elif conqueror == CLANS:
        set_free(t, general, t.area[general])
        if t.area[general] == NOWHERE:
            exile(t, general)
    elif check != Check.NOTHING:
        t.country[general] = conqueror
        t.acted[general] = 1
        if column == Column.FALLEN_THERE and against != -1:
            t.role[general] = rest_role(against)
        else:
            t.role[general] = Role.NONE


@rule
def exile(t, general):
    """§24.5, T5: the general joins a random country in play, including the victor and minor powers."""
    count = 0
    for country in range(COUNTRIES):
        if plays(t, country):
            count += 1
    nth = below(t, max(count, 1))
    for country in range(COUNTRIES):
        if plays(t, country):
            if nth == 0:
                settle_in(t, general, country, NOWHERE)
                tell(t, Trace.EXILED, 0, general, 0, country, EVERYBODY)
                return
            nth -= 1
    take_off(t, general, Place.GONE)


@rule
def arrive(t):
    """T16, T66: exiles and others on their way reach their ruler's area, as soon as there is one."""
    for general in range(GENERALS):
        if t.place[general] == Place.SERVING and t.area[general] == NOWHERE:
            country = t.country[general]
            if has_ruler(t, country) and t.area[t.ruler[country]] != NOWHERE:
                ruler = t.ruler[country]
                area = t.area[ruler] + 0
                army = army_of(t, ruler)
                t.area[general] = area
                t.acted[general] = 1
                if area == t.battle and army != -1:
                    t.role[general] = rest_role(army)
                tell(t, Trace.ENTERED, 0, general, area, country, EVERYBODY)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.HEIR_AREA,
            asks=_("Where does the heir appear?"),
            why=_("Your ruler is lost. The next of the line takes over."),
            says={"area": _("the heir appears in {area}")},
            stakes=nouns.about(_("{person} will rule {country}"), person="b", country="a"),
            cites="§26.3",
            decides="the country's seat",
            frame=("country", "person"),
        ),
    ),
    automatic=(
        Automatic(Step.SUCCEED, succeed, ("country", "conqueror")),
        Automatic(Step.FALL, fall, ("country", "conqueror")),
        Automatic(Step.ARRIVE, arrive),
    ),
    entries=(
        EntryKind(Trace.RULER, _("{person} now rules {country}"), "country", "person", cites="§26.1"),
        EntryKind(
            Trace.FELL,
            Chosen(
                lambda entry: entry.value < 0, {True: _("{country} falls"), False: _("{country} falls to {conqueror}")}
            ),
            "country",
            value="conqueror:country",
            tone="bad",
        ),
        EntryKind(Trace.EXILED, _("{person} goes into exile with {country}"), "person", value="country", cites="§24.5"),
    ),
)
