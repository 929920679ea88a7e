"""§4: who controls an area; free generals join whoever does."""

from dynasty_env.kit.engine import EVERYBODY, Chapter, rule, tell
from dynasty_env.kit.words import Chosen, EntryKind, _
from dynasty_env.three_kingdoms.ids import Step, Trace
from dynasty_env.three_kingdoms.material import CLANS, COUNTRIES, GENERALS, NEUTRAL, NO_ONE, Place, Role, Work
from dynasty_env.three_kingdoms.rules import nouns

from .forces import area_count, army_of, plays, rest_role
from .frames import then_with


@rule
def take_control(t, area, owner):
    """T21: from now on the area belongs to the owner; it cannot act any more in this step (T33).

    T48: what directed clans take belongs to their group.
    """
    before = t.control[area] + 0
    if 0 <= before < COUNTRIES and before != owner:
        t.taken_by[before] = owner
    t.control[area] = owner
    t.work[area] = Work.NOTHING
    t.clan_group[area] = t.marching_clans if owner == CLANS else 0
    tell(t, Trace.CONTROLS, 0, owner, area, 0, EVERYBODY)
    if 0 <= owner < COUNTRIES:
        welcome(t, area)


@rule
def welcome(t, area):
    """§5.5.9, T31: free generals of the area join the country that controls it."""
    for general in range(GENERALS):
        if t.place[general] == Place.FREE and t.area[general] == area:
            t.place[general] = Place.SERVING
            t.country[general] = t.control[area]
            t.acted[general] = 1
            t.role[general] = Role.NONE
            tell(t, Trace.ENTERED, 0, general, area, t.control[area], EVERYBODY)


@rule
def set_free(t, general, area):
    """§5.5.7: the general lies face down in the area, and belongs to nobody."""
    t.place[general] = Place.FREE
    t.country[general] = NO_ONE
    t.area[general] = area
    t.acted[general] = 0
    t.role[general] = Role.NONE


@rule
def take_off(t, general, place):
    """The general leaves the map, dead or for good."""
    t.place[general] = place
    t.country[general] = NO_ONE
    t.area[general] = -1
    t.acted[general] = 0
    t.role[general] = Role.NONE


@rule
def settle_in(t, general, country, area):
    """The general serves the country, in the area. Newcomers during a step cannot act in it (T21, T30)."""
    t.place[general] = Place.SERVING
    t.country[general] = country
    t.area[general] = area
    t.acted[general] = 1
    t.role[general] = Role.NONE
    if area != -1 and area == t.battle:
        t.role[general] = rest_role(army_beside(t, country))


@rule
def army_beside(t, country):
    """The army that a country's newcomer joins in the area of a fight."""
    if country == t.defender:
        return 1
    for general in range(GENERALS):
        if t.country[general] == country and army_of(t, general) == 1:
            return 1
    return 0


@rule
def neglect(t, area):
    """§4.5: when its clans are gone, an area becomes neutral."""
    t.control[area] = NEUTRAL
    t.work[area] = Work.NOTHING
    t.clan_group[area] = 0
    t.troops[area] = 0
    t.tired[area] = 0
    tell(t, Trace.CONTROLS, 0, NEUTRAL, area, 0, EVERYBODY)


@rule
def look_for_falls(t):
    """§24.1, T18: a country without an area falls, to the one that took its last area (T32)."""
    for country in range(COUNTRIES):
        if plays(t, country) and area_count(t, country) == 0:
            then_with(t, Step.FALL, country, t.taken_by[country])


ENTERED_TEXTS = {
    True: _("{person} appears in {area} and serves nobody yet"),
    False: _("{person} appears in {area} for {country}"),
}

CHAPTER = Chapter(
    __name__,
    entries=(
        EntryKind(Trace.ENTERED, Chosen(lambda entry: entry.value < 0, ENTERED_TEXTS), "person", "area", "country"),
        EntryKind(
            Trace.CONTROLS,
            nouns.by_owner(_("{country} controls {area}"), _("the clans control {area}")),
            "country",
            "area",
            tone="good",
            cites="§4.1",
        ),
    ),
)
