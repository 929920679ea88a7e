"""§22–§24: retreats, destruction, capture checks; §18.8: how fights end."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.control import take_off
from dynasty_env.three_kingdoms.rules.fights.checks import roll_check
from dynasty_env.three_kingdoms.rules.fights.retreat import begin_retreat, find_havens
from dynasty_env.three_kingdoms.steps import Reach, Trace
from tests.rule_testing import come_true
from tests.three_kingdoms.rules.conftest import (
    area,
    chance,
    country,
    empty,
    general,
    names,
    new,
    one,
    order,
    phase_of,
    put,
    told,
)
from tests.three_kingdoms.rules.fights import field, rounds

BATTLE = m.Method.BATTLE


def havens(state: State, owner: str, reach: Reach = Reach.ADJACENT) -> set[str]:
    """Where units may go."""
    find_havens(state.tables[0], country(owner), reach)
    return {m.AREA_NAMES[a] for a in range(m.AREAS) if state.record["reach"][a] == 1}


def asked(where: str = "Xuchang", defender: str = "Yuan Shao", attackers: int = 15, defenders: int = 15) -> State:
    """A round is over, and the attacker is asked."""
    state = rounds(field(defender, attackers, defenders, where), BATTLE, 1)
    order(state, "done", "done?")
    assert state.phase == "retreat"
    return state


@pytest.mark.rule("§22.4", "§22.6", "§22.7", "T33")
def test_s22_own_areas_then_neutral_then_others_without_units() -> None:
    """Xuchang's neighbours: Chenliu, Luoyang, Xinye, Runan, Yuzhou."""
    state = field()
    assert havens(state, "Yuan Shao") == {"Runan"}
    assert havens(state, "Dong Zhuo") == {"Luoyang"}
    put(state, "Runan", "Yuan Shu", 3)
    assert havens(state, "Yuan Shao") == {"Chenliu", "Xinye", "Yuzhou"}
    for name in ("Chenliu", "Xinye", "Yuzhou"):
        put(state, name, "Liu Biao", 2)
    assert havens(state, "Yuan Shao") == set()
    put(state, "Luoyang", "Dong Zhuo", 0)
    assert havens(state, "Yuan Shao") == {"Luoyang"}, "T33: the home that the attacker has left"


@pytest.mark.rule("§22.8")
def test_s22_without_anywhere_to_go_nobody_is_asked() -> None:
    state = field(attackers=15, defenders=15)
    for name in ("Chenliu", "Xinye", "Yuzhou", "Luoyang"):
        put(state, name, "Liu Biao", 2)
    rounds(state, BATTLE, 1)
    order(state, "done", "done")
    assert (state.phase, state.record["a"]) == ("retreat", 1), "the defender alone can"


@pytest.mark.rule("§22.10")
def test_s22_clans_go_to_clans_alone() -> None:
    state = field("clans")
    assert havens(state, "clans") == set()
    put(state, "Xinye", "clans", 4)
    assert havens(state, "clans") == {"Xinye"}


@pytest.mark.rule("§22.3", "§22.5")
def test_s22_all_go_and_may_be_split() -> None:
    state = asked()
    put(state, "Chenliu", "Dong Zhuo", 1)
    order(state, "yes")
    assert names(state) == {"area:Luoyang", "area:Chenliu", "each"}
    together, apart = state.clone(), state.clone()
    troops = int(state.record["army"][country("Dong Zhuo")])
    order(together, "area:Luoyang")
    assert together.record["troops"][area("Luoyang")] == 5 + troops
    assert together.record["battle"] == m.NOWHERE
    order(apart, "each", "area:Luoyang", "area:Chenliu", "area:Luoyang", "area:Chenliu", "troops:3")
    order(apart, "area:Luoyang", "all")
    r = apart.record
    assert (r["troops"][area("Chenliu")], r["troops"][area("Luoyang")]) == (4, 5 + troops - 3)
    assert r["area"][general("Li Ru")] == area("Chenliu")


@pytest.mark.rule("§22.11", "T15", "T17")
@pytest.mark.parametrize(("enemy", "most"), [(4, 1), (9, 2), (15, 3), (25, 4), (40, 5)])
def test_s22_pursuit_by_the_enemys_troops(enemy: int, most: int) -> None:
    seen = set()
    for key in range(60):
        state = field(attackers=30, defenders=enemy)
        t = state.tables[0]
        t.depth -= 1
        t.key0 = key
        t.told = 0
        begin_retreat(t, 0, Reach.ADJACENT)
        seen.add(30 - int(t.army[country("Dong Zhuo")]))
    assert max(seen) == most


@pytest.mark.rule("§23.3", "T23")
def test_s23_a_pursuit_that_leaves_no_troops_destroys() -> None:
    state = field(attackers=1, defenders=40)
    t = state.tables[0]
    t.depth -= 1
    t.told = 0
    t.trace_length = 0
    begin_retreat(t, 0, Reach.ADJACENT)
    state.call("proceed")
    assert told(state, Trace.DESTROYED), "at least one is lost to 31 and more"


def lost(defenders: int = 1) -> State:
    """The defender of Xuchang has so few troops that a round may destroy him."""
    return rounds(field(attackers=30, defenders=defenders), BATTLE, 3)


@pytest.mark.rule("§22.9", "§23.1", "§23.2", "T16", "T27")
def test_s23_a_destroyed_army_chooses_first_then_is_checked() -> None:
    state = lost()
    order(state, "all")
    broken = chance(state, "done", lambda s: s.phase == "flee_to")
    assert names(broken) == {"area:Runan", "area:Jizhou", "each"}, "§22.9: any own area"
    near = chance(broken, "area:Runan", lambda s: len(told(s, Trace.CHECKED)) == 2)
    assert {e.object for e in told(near, Trace.CHECKED)} == {m.Column.ADJACENT}
    far = chance(broken, "area:Jizhou", lambda s: len(told(s, Trace.CHECKED)) == 2)
    assert {e.object for e in told(far, Trace.CHECKED)} == {m.Column.NOT_ADJACENT}
    assert near.record["control"][area("Xuchang")] == country("Dong Zhuo")
    away = chance(broken, "area:Runan", lambda s: all(e.value == 0 for e in told(s, Trace.CHECKED)))
    assert away.record["area"][general("Yan Liang")] == area("Runan")


@pytest.mark.rule("§24.3", "§24.4", "T16", "T30")
def test_s24_captives_are_the_victors_at_once() -> None:
    state = lost()
    order(state, "all")
    broken = chance(state, "done", lambda s: s.phase == "flee_to")
    taken = chance(broken, "area:Jizhou", lambda s: any(e.value == m.Check.CAPTURED for e in told(s, Trace.CHECKED)))
    captive = next(e.subject for e in told(taken, Trace.CHECKED) if e.value == m.Check.CAPTURED)
    r = taken.record
    assert r["country"][captive] == country("Dong Zhuo")
    assert (r["area"][captive], r["acted"][captive]) == (area("Xuchang"), 1)
    dead = chance(broken, "area:Jizhou", lambda s: any(e.value == m.Check.DEATH for e in told(s, Trace.CHECKED)))
    victim = next(e.subject for e in told(dead, Trace.CHECKED) if e.value == m.Check.DEATH)
    assert dead.record["place"][victim] == m.Place.DEAD


@pytest.mark.rule("§23.4")
def test_s23_generals_without_troops_are_destroyed_by_the_first_loss() -> None:
    state = rounds(field(attackers=30, defenders=0), BATTLE, 1)
    order(state, "all")
    broken = chance(state, "done", lambda s: bool(told(s, Trace.DESTROYED)))
    assert told(broken, Trace.LOST)
    safe = rounds(field(attackers=9, defenders=0), m.Method.STRATAGEM, 1)
    order(safe, "done", "done")
    assert not told(safe, Trace.DESTROYED), "nobody lost anything"


@pytest.mark.rule("§23.5", "T29")
def test_s23_both_destroyed_the_attacker_flees_and_nobody_is_captured() -> None:
    state = rounds(field(attackers=1, defenders=1, where="Yuzhou"), BATTLE, 1)
    order(state, "done")
    both = chance(state, "done", lambda s: bool(told(s, Trace.DESTROYED)))
    assert one(both, Trace.DESTROYED).subject == 0
    assert one(both, Trace.DESTROYED).value == 1
    for key in range(80):
        copy = both.clone()
        copy.tables[0].key0 = key
        order(copy, sorted(n for n in names(copy) if n.startswith("area:"))[0])
        assert not any(e.value in (m.Check.CAPTURED, m.Check.SUBMITS) for e in told(copy, Trace.CHECKED))
        assert copy.record["control"][area("Yuzhou")] == country("Yuan Shao")


@pytest.mark.rule("§4.5")
def test_s04_clans_that_are_gone_are_the_attackers() -> None:
    state = rounds(field("clans", attackers=30, defenders=1), BATTLE, 3)
    won = chance(state, "all", lambda s: s.record["control"][area("Xuchang")] == country("Dong Zhuo"))
    assert won.record["battle"] == m.NOWHERE


@pytest.mark.rule("T58")
def test_t58_after_thirty_rounds_the_weaker_side_must_go() -> None:
    state = field(attackers=15, defenders=40, where="Yuzhou")
    state.tables[0].rounds = 29
    rounds(state, BATTLE, 1)
    entries = order(state, "done", "done")
    assert one(entries, Trace.RETREATS).subject == 0


@pytest.mark.rule("§22.2", "§18.8")
def test_s18_the_defender_retreats_and_the_attacker_has_the_area() -> None:
    state = asked(attackers=20, defenders=15)
    order(state, "no", "yes", "area:Runan?")
    r = state.record
    assert r["control"][area("Xuchang")] == country("Dong Zhuo")
    assert r["area"][general("Yan Liang")] == area("Runan")
    assert state.phase == "act"


@pytest.mark.rule("T31", "§24.4")
def test_s24_whom_clans_capture_is_free_there() -> None:
    seen = set()
    for key in range(80):
        state = field("clans")
        t = state.tables[0]
        t.key0 = key
        roll_check(t, general("Li Ru"), m.CLANS, 0, m.Column.NOT_ADJACENT, 0)
        seen.add((int(t.place[general("Li Ru")]), int(t.area[general("Li Ru")])))
    assert (m.Place.FREE, area("Xuchang")) in seen


@pytest.mark.rule("§23.5", "T29")
def test_s23_when_clans_fall_with_the_last_defender_he_is_checked_and_they_do_not_take_the_area() -> None:
    """As attackers, who have no generals of their own to flee …"""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 10, "Dong Zhuo")
    put(state, "Jizhou", "Yuan Shao", 7, "Yuan Shao")
    put(state, "Changsha", "Yuan Shao", 1, "Yan Liang")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    put(state, "Wuling", "clans", 8)
    phase_of(state, "Dong Zhuo")
    state.tables[0].points = 1
    state.call("reopen")
    order(state, "clans:Wuling", "invade:Changsha")
    fought = chance(state, "troops:2", lambda s: s.phase == "battle_pick")
    both = chance(fought, "done", lambda s: [e.value for e in told(s, Trace.DESTROYED)] == [1])
    assert one(both, Trace.CHECKED).object == m.Column.ADJACENT
    assert both.record["control"][area("Changsha")] == country("Yuan Shao")


@pytest.mark.rule("§23.5", "§4.5")
def test_s23_when_clans_fall_with_the_last_attacker_he_flees_and_the_area_is_neutral() -> None:
    """… and as defenders."""
    state = rounds(field("clans", attackers=1, defenders=1), BATTLE, 1)
    both = chance(state, "done", lambda s: [e.value for e in told(s, Trace.DESTROYED)] == [1])
    assert both.phase == "flee_to"
    order(both, "area:Luoyang", "area:Luoyang?")
    assert both.record["control"][area("Xuchang")] == m.NEUTRAL


def falls(state: State, count: int = 1) -> State:
    """He flees to Luoyang, and so many countries fall; seat 0, who would be asked next, is out then."""
    return come_true(lambda s: None, state, "area:Luoyang", lambda s: len(told(s, Trace.FELL)) == count)


def in_person(state: State, who: str, where: str) -> None:
    """The ruler himself stands among the defenders."""
    t = state.tables[0]
    ruler = t.ruler[country(who)]
    t.area[ruler], t.role[ruler] = area(where), m.Role.DEFENDS


def without_heirs(state: State, who: str) -> State:
    """Nobody follows the ruler of that country."""
    for heir in m.HEIRS[country(who)]:
        if heir not in (m.NO_ONE, state.tables[0].ruler[country(who)]):
            take_off(state.tables[0], heir, m.Place.DEAD)
    return state


@pytest.mark.rule("T18")
def test_t18_a_destroyed_attacker_who_loses_his_ruler_falls_to_the_defender() -> None:
    state = rounds(field(attackers=1, defenders=40, where="Yuzhou"), BATTLE, 1)
    order(without_heirs(state, "Dong Zhuo"), "done")
    broken = chance(state, "done", lambda s: s.phase == "flee_to")
    fallen = falls(broken)
    assert one(fallen, Trace.FELL).value == country("Yuan Shao")
    assert fallen.record["control"][area("Luoyang")] == country("Yuan Shao")


@pytest.mark.rule("T18", "T29")
def test_t29_a_defender_who_loses_his_ruler_falls_to_an_attacker_who_flees() -> None:
    state = rounds(field(attackers=1, defenders=1, where="Yuzhou"), BATTLE, 1)
    t = without_heirs(state, "Yuan Shao").tables[0]
    in_person(state, "Yuan Shao", "Yuzhou")
    t.first_attacker = country("Dong Zhuo")
    order(state, "done")
    both = chance(state, "done", lambda s: s.phase == "flee_to")
    fallen = falls(both)
    assert one(fallen, Trace.FELL).value == country("Dong Zhuo")
    assert fallen.record["control"][area("Jizhou")] == country("Dong Zhuo")


@pytest.mark.rule("T29")
def test_t29_if_both_countries_fall_the_defenders_is_first_and_the_other_is_nobodys() -> None:
    state = rounds(field(attackers=1, defenders=1, where="Yuzhou"), BATTLE, 1)
    t = without_heirs(without_heirs(state, "Yuan Shao"), "Dong Zhuo").tables[0]
    in_person(state, "Yuan Shao", "Yuzhou")
    t.first_attacker = country("Dong Zhuo")
    order(state, "done")
    both = chance(state, "done", lambda s: s.phase == "flee_to")
    fallen = falls(both, 2)
    first, second = told(fallen, Trace.FELL)
    assert (first.subject, first.value) == (country("Yuan Shao"), country("Dong Zhuo"))
    assert (second.subject, second.value) == (country("Dong Zhuo"), m.NO_ONE)
