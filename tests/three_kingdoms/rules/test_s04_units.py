"""§4, §5.5, §16, §26: who stands where, whose an area is, and who comes into it."""

from __future__ import annotations

import pytest

from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.control import (
    army_beside,
    look_for_falls,
    neglect,
    set_free,
    settle_in,
    take_control,
    take_off,
    welcome,
)
from dynasty_env.three_kingdoms.rules.forces import (
    area_count,
    army_of,
    attackers,
    attacking,
    attacks,
    enemy_of,
    generals_in,
    generals_there,
    is_anybody_fresh,
    is_empty,
    is_next_to,
    may_cross,
    plays,
    rest_role,
    serves,
    side_of,
    strongest,
    troops_in,
    value,
)
from dynasty_env.three_kingdoms.steps import Step, Trace
from tests.three_kingdoms.rules.conftest import area, audited, country, general, new, put, told
from tests.three_kingdoms.rules.fights import field

RESTS_ATTACKING, RESTS_DEFENDING = m.Role.RESTS_ATTACKING, m.Role.RESTS_DEFENDING


@pytest.mark.rule("§4.2", "§16.8", "§4.6")
def test_s16_generals_there_and_fresh() -> None:
    state = field()
    t = state.tables[0]

    def found(name: str) -> tuple[int, bool]:
        return int(generals_there(t, area(name))), bool(is_anybody_fresh(t, area(name)))

    assert found("Xuchang") == (2, False), "the defenders alone, who are in a fight"
    assert found("Jizhou") == (1, True)
    t.acted[general("Yuan Shao")] = 1
    assert found("Jizhou") == (1, False), "has acted"
    t.role[general("Li Su")] = m.Role.ATTACKS
    assert found("Changan") == (1, False), "is named, and still there"
    put(state, "Youzhou", "nobody", 0, "Zhao Yun")
    assert found("Youzhou") == (0, False), "free generals do not count"
    t.area[general("Li Su")] = m.NOWHERE
    assert found("Changan") == (0, False), "is on the way"
    assert found(m.AREA_NAMES[0]) == (0, False), "and nowhere else"
    t.role[general("Hua Xiong")] = RESTS_ATTACKING
    t.role[general("Tian Feng")] = RESTS_DEFENDING
    assert found("Xuchang") == (2, False)
    t.battle = m.NOWHERE
    assert found("Xuchang") == (5, False), "where no fight goes on all of them stand"


@pytest.mark.rule("§16.8", "§4.6")
def test_s16_empty_is_where_nobody_stands() -> None:
    state = field()
    t = state.tables[0]
    assert not is_empty(t, area("Jizhou"))
    t.troops[area("Jizhou")] = 0
    assert not is_empty(t, area("Jizhou")), "Yuan Shao himself"
    assert not is_empty(t, area("Runan")), "troops alone"
    assert is_empty(t, area("Chenliu"))


@pytest.mark.rule("§2.3", "§15.5", "§16.1")
def test_s16_who_is_next_to_whom_and_who_may_cross() -> None:
    t = new(1).tables[0]
    for one in range(m.AREAS):
        near = {int(a) for a in m.NEIGHBOURS[one] if a != m.NOWHERE}
        assert near == {other for other in range(m.AREAS) if is_next_to(one, other)}
        assert near == {other for other in range(m.AREAS) if may_cross(t, one, other)}
    one, other = area("Luoyang"), area("Xuchang")
    t.bans[m.SIDE_BETWEEN[one, other]] = 1
    assert not may_cross(t, one, other)
    assert not may_cross(t, other, one)
    assert is_next_to(one, other), "T10: retreats ignore it"
    t.bans[m.SIDE_BETWEEN[one, other]] = 0
    assert may_cross(t, one, other)


@pytest.mark.rule("§2.5", "T2")
def test_s02_a_generals_values_are_those_of_his_unit() -> None:
    t = new(5).tables[0]
    for unit in range(3):
        t.unit[general("Lu Xun")] = unit
        row = m.VALUES[m.FIRST_UNIT[general("Lu Xun")] + unit]
        assert [value(t, general("Lu Xun"), stat) for stat in m.Stat] == row.tolist()


@pytest.mark.rule("§18.1", "T30")
def test_s18_the_armies_of_a_fight() -> None:
    state = field()
    t = state.tables[0]
    hua, yan = general("Hua Xiong"), general("Yan Liang")
    assert [army_of(t, hua), army_of(t, yan), army_of(t, general("Li Su"))] == [0, 1, -1]
    assert [rest_role(0), rest_role(1)] == [RESTS_ATTACKING, RESTS_DEFENDING]
    t.role[hua], t.role[yan] = RESTS_ATTACKING, RESTS_DEFENDING
    assert [army_of(t, hua), army_of(t, yan)] == [0, 1]
    t.army[country("Liu Biao")] = 4
    assert (attacking(t), troops_in(t, 0), troops_in(t, 1)) == (14, 14, 10)
    assert (generals_in(t, 0), generals_in(t, 1)) == (3, 2)


@pytest.mark.rule("§17.5", "T16", "T18", "T76")
def test_t16_who_attacks_and_who_captures() -> None:
    state = field()
    t = state.tables[0]
    dong, biao, shao = country("Dong Zhuo"), country("Liu Biao"), country("Yuan Shao")
    assert attackers(t) == 1 << dong
    t.army[biao] = 1
    assert attackers(t) == 1 << dong | 1 << biao
    t.army[biao] = t.army[dong] = 0
    assert attackers(t) == 1 << dong, "generals alone are units"
    assert attacks(t, dong)
    assert not attacks(t, biao)
    assert strongest(t) == dong
    for name in ("Dong Zhuo", "Hua Xiong", "Li Ru"):
        take_off(t, general(name), m.Place.DEAD)
    assert attackers(t) == 0
    t.first_attacker = biao
    assert strongest(t) == biao, "all of them are gone"
    t.army[m.CLANS] = 3
    assert attackers(t) == 1 << m.CLANS
    assert (enemy_of(t, 0), enemy_of(t, 1)) == (shao, m.CLANS)
    t.army[biao] = 3
    assert strongest(t) == biao, "T76: the first in the list"
    t.army[dong] = 3
    assert strongest(t) == dong, "the power, if it is as strong"
    t.army[biao] = 4
    assert strongest(t) == biao
    t.power = m.NO_ONE
    t.army[biao] = 3
    assert strongest(t) == biao


@pytest.mark.rule("T18", "T61")
def test_t61_to_which_army_a_countrys_units_belong() -> None:
    t = field().tables[0]
    assert [side_of(t, country(n)) for n in ("Dong Zhuo", "Yuan Shao", "Liu Biao", "clans")] == [0, 1, -1, -1]
    t.army[m.CLANS] = 2
    assert side_of(t, m.CLANS) == 0
    t.battle = m.NOWHERE
    assert [side_of(t, country(n)) for n in ("Dong Zhuo", "Yuan Shao", "clans")] == [-1, -1, -1]


@pytest.mark.rule("§4.1", "T21", "T32", "T48")
def test_t21_whose_an_area_is_from_now_on() -> None:
    state = field()
    t = state.tables[0]
    here, shao, dong = area("Runan"), country("Yuan Shao"), country("Dong Zhuo")
    put(state, "Runan", "nobody", 0, "Zhao Yun")
    t.control[here], t.work[here], t.clan_group[here], t.marching_clans = shao, m.Work.FREE, 2, 3
    t.told = 0
    take_control(t, here, dong)
    assert (t.control[here], t.work[here], t.clan_group[here]) == (dong, m.Work.NOTHING, 0)
    assert t.taken_by[shao] == dong
    assert t.taken_by[dong] == m.NO_ONE
    assert t.country[general("Zhao Yun")] == dong, "T31"
    assert [e.kind for e in state.trace()] == [Trace.CONTROLS, Trace.ENTERED]
    audited(state)
    take_control(t, here, m.CLANS)
    assert (t.control[here], t.clan_group[here], t.taken_by[dong]) == (m.CLANS, 3, m.CLANS)
    take_control(t, here, dong)
    assert t.taken_by[dong] == m.CLANS, "clans fall to nobody"
    take_control(t, here, dong)
    assert t.taken_by[dong] == m.CLANS, "nothing is taken from oneself"


@pytest.mark.rule("T31", "§5.5.9", "T48")
def test_t31_clans_and_nobody_have_no_generals() -> None:
    state = field()
    t = state.tables[0]
    put(state, "Chenliu", "nobody", 0, "Zhao Yun")
    take_control(t, area("Chenliu"), m.CLANS)
    assert t.place[general("Zhao Yun")] == m.Place.FREE
    t.role[general("Zhao Yun")] = RESTS_ATTACKING
    t.control[area("Chenliu")] = country("Dong Zhuo")
    put(state, "Youzhou", "nobody", 0, "Pang De")
    t.told = 0
    welcome(t, area("Chenliu"))
    who = general("Zhao Yun")
    assert (t.place[who], t.country[who], t.area[who]) == (m.Place.SERVING, country("Dong Zhuo"), area("Chenliu"))
    assert (t.acted[who], t.role[who]) == (1, m.Role.NONE)
    assert t.place[general("Pang De")] == m.Place.FREE, "another area's"
    audited(state)


@pytest.mark.rule("§5.5.7", "§5.6", "T21", "T30")
def test_t30_who_is_free_gone_or_new() -> None:
    state = field()
    t = state.tables[0]
    hua, li = general("Hua Xiong"), general("Li Ru")
    set_free(t, hua, area("Youzhou"))
    assert (t.place[hua], t.country[hua], t.area[hua]) == (m.Place.FREE, m.NO_ONE, area("Youzhou"))
    assert (t.acted[hua], t.role[hua]) == (0, m.Role.NONE)
    take_off(t, li, m.Place.DEAD)
    assert (t.place[li], t.country[li], t.area[li], t.acted[li], t.role[li]) == (m.Place.DEAD, -1, -1, 0, 0)
    settle_in(t, hua, country("Liu Biao"), area("Xiangyang"))
    assert (t.place[hua], t.country[hua], t.area[hua]) == (m.Place.SERVING, country("Liu Biao"), area("Xiangyang"))
    assert (t.acted[hua], t.role[hua]) == (1, m.Role.NONE)
    settle_in(t, hua, country("Yuan Shao"), area("Xuchang"))
    assert t.role[hua] == RESTS_DEFENDING, "he takes no part in the fight"
    settle_in(t, li, country("Dong Zhuo"), area("Xuchang"))
    assert t.role[li] == RESTS_ATTACKING
    settle_in(t, li, country("Dong Zhuo"), m.NOWHERE)
    assert t.role[li] == m.Role.NONE
    t.battle = m.NOWHERE
    settle_in(t, li, country("Dong Zhuo"), m.NOWHERE)
    assert t.role[li] == m.Role.NONE, "on the way, while no fight goes on"


@pytest.mark.rule("T30")
def test_t30_whom_a_newcomer_joins_in_the_area_of_a_fight() -> None:
    t = field().tables[0]
    assert army_beside(t, country("Yuan Shao")) == 1
    assert army_beside(t, country("Dong Zhuo")) == 0
    t.defender = m.NO_ONE
    assert army_beside(t, country("Yuan Shao")) == 1, "by his country's generals there"
    assert army_beside(t, country("Liu Biao")) == 0


@pytest.mark.rule("§4.5")
def test_s04_a_neglected_area_is_nobodys() -> None:
    state = field()
    t = state.tables[0]
    here = area("Runan")
    t.work[here], t.clan_group[here], t.tired[here] = m.Work.FREE, 1, 2
    t.told = 0
    neglect(t, here)
    found = (t.control[here], t.work[here], t.clan_group[here], t.troops[here], t.tired[here])
    assert found == (m.NEUTRAL, m.Work.NOTHING, 0, 0, 0)
    audited(state)
    assert [e.kind for e in told(state, Trace.CONTROLS)] == [Trace.CONTROLS]


@pytest.mark.rule("T18", "T32")
def test_t18_who_has_no_area_is_about_to_fall() -> None:
    state = field()
    t = state.tables[0]
    t.depth = 0
    look_for_falls(t)
    assert t.depth == 0
    t.control[area("Xiangyang")] = country("Dong Zhuo")
    t.taken_by[country("Liu Biao")] = country("Dong Zhuo")
    assert area_count(t, country("Liu Biao")) == 0
    assert area_count(t, country("Dong Zhuo")) == 3
    look_for_falls(t)
    assert state.record["stack"][: t.depth].tolist() == [[Step.FALL, 0, country("Liu Biao"), country("Dong Zhuo")]]
    t.status[country("Liu Biao")] = m.Status.FALLEN
    assert not plays(t, country("Liu Biao"))
    assert not plays(t, country("Lü Bu"))
    t.depth = 0
    look_for_falls(t)
    assert t.depth == 0, "who has fallen does not fall again"


@pytest.mark.rule("§4.6")
def test_s04_who_serves_whom() -> None:
    t = field().tables[0]
    assert serves(t, general("Hua Xiong"), country("Dong Zhuo"))
    assert not serves(t, general("Hua Xiong"), country("Yuan Shao"))
    t.place[general("Hua Xiong")] = m.Place.FREE
    assert not serves(t, general("Hua Xiong"), country("Dong Zhuo"))
