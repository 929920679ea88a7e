"""§9–§17: what a power may do, and that each action does what its name says, at the ends of every family of names."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.action.alliances import can_ally_clans, can_ask, direct, label_clans
from dynasty_env.three_kingdoms.rules.action.domestic import (
    attempt,
    can_anybody_try,
    can_levy,
    can_talk,
    court,
    duty,
    levy,
    may_try,
    raise_one,
    win_points,
)
from dynasty_env.three_kingdoms.rules.action.invasion import (
    aims,
    can_join,
    can_march,
    can_set_out,
    enough,
    generals_allowed,
    is_directed,
    joins_from,
    kind_of_force,
    marcher,
    may_aim,
    may_be_named,
    to_spare,
    troops_allowed,
)
from dynasty_env.three_kingdoms.rules.action.marching import launch, march, send_back, send_back_the_weak
from dynasty_env.three_kingdoms.rules.control import take_off
from dynasty_env.three_kingdoms.steps import Step, Trace
from dynasty_env.three_kingdoms.table import DIRECTED
from tests.three_kingdoms.rules.conftest import (
    area,
    country,
    empty,
    general,
    names,
    new,
    of_kind,
    one,
    order,
    phase_of,
    put,
    told,
)

FIRST, LAST = m.AREA_NAMES[0], m.AREA_NAMES[-1]
DONG, SHAO, BIAO, SHU, ZHANG = (country(n) for n in ("Dong Zhuo", "Yuan Shao", "Liu Biao", "Yuan Shu", "Zhang Lu"))
LI, HUA = general("Li Ru"), general("Hua Xiong")


def realm(points: int = 0) -> State:
    """Dong Zhuo in Luoyang with Li Ru and Hua Xiong; Yuan Shao in Xuchang; Zhang Lu, minor, in Hanzhong; clans."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao", "Zhang Lu")
    put(state, "Luoyang", "Dong Zhuo", 12, "Dong Zhuo", "Li Ru", "Hua Xiong")
    put(state, "Xuchang", "Yuan Shao", 8, "Yuan Shao", "Yan Liang")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    put(state, "Hanzhong", "Zhang Lu", 12, "Zhang Lu", "Zhang Wei")
    put(state, "Bingzhou", "clans", 10)
    phase_of(state, "Dong Zhuo")
    state.tables[0].points = points
    state.call("reopen")
    return state


def neighbour(name: str) -> str:
    return m.AREA_NAMES[int(m.NEIGHBOURS[area(name), 0])]


def frames(state: State) -> list[tuple[int, ...]]:
    return [tuple(row) for row in state.record["stack"][: state.record["depth"]].tolist()][::-1]


# ------------------------------------------------------------------------------------------------- names and deeds


@pytest.mark.rule("§9.3", "§10.4", "§16.7")
@pytest.mark.parametrize("where", [FIRST, LAST])
def test_s09_the_first_and_the_last_area_levy_and_are_invaded(where: str) -> None:
    state = realm()
    put(state, where, "Dong Zhuo", 5, "Li Ru")
    phase_of(state, "Dong Zhuo")
    assert where in of_kind(state, "levy:")
    order(state, f"levy:{where}", "done?")
    assert state.record["troops"][area(where)] >= 5 + m.STRENGTH[area(where)]
    state = realm()
    put(state, neighbour(where), "Dong Zhuo", 5, "Li Ru")
    phase_of(state, "Dong Zhuo")
    order(state, f"invade:{where}")
    assert (state.record["target"], state.phase) == (area(where), "invade_troops")
    order(state, "troops:2")
    assert state.record["control"][area(where)] == DONG


@pytest.mark.rule("§14.1")
@pytest.mark.parametrize("where", [FIRST, LAST])
def test_s14_the_first_and_the_last_clans_are_allied(where: str) -> None:
    state = realm(2)
    put(state, where, "clans", 7)
    state.call("reopen")
    order(state, f"clans:{where}")
    assert state.record["clan_group"][area(where)] == 1
    assert state.record["points"] == 1


@pytest.mark.rule("§12.1", "§12.4", "§13.2")
@pytest.mark.parametrize("name", ["Zhang Lu", "Lü Bu", "Yuan Shao"])
def test_s12_the_first_and_the_last_country_are_asked_and_may_use_units(name: str) -> None:
    state = realm(6)
    t = state.tables[0]
    if name == "Lü Bu":
        t.status[country(name)] = m.Status.PLAYING
        put(state, "Chenliu", name, 4, "Lü Bu")
    state.call("reopen")
    assert name in of_kind(state, "country:")
    if t.country_seat[country(name)] != m.NO_ONE:
        entries = order(state, f"country:{name}")
        entry = one(entries, Trace.ASKED)
        assert (entry.seat, entry.subject, entry.object) == (0, DONG, country(name))
        order(state, "yes")
    else:
        entries = order(state, f"country:{name}")
        assert (one(entries, Trace.ALLIED).object, one(entries, Trace.ALLIED).value) == (country(name), 0)
        assert t.directed[0] == country(name)
        t.allied[country(name)] = m.Pact.ALLY
        t.directed[0], t.directed_size = m.NO_ONE, 0
        state.call("reopen")
    before = int(t.points)
    entries = order(state, f"troops of:{name}", f"generals of:{name}")
    assert [(e.subject, e.object, e.value) for e in told(entries, Trace.ALLOWED)] == [
        (DONG, country(name), 5), (DONG, country(name), -2),
    ]  # fmt: skip
    assert (t.ally_troops[country(name)], t.ally_generals[country(name)], t.points) == (5, 2, before - 2)


@pytest.mark.rule("§10.4", "§12.4", "§15.2")
def test_s09_what_is_offered_when() -> None:
    state = realm()
    assert "levy the rest" not in names(state), "one area needs no shortcut"
    assert not {"ban", "lift"} & names(state)
    put(state, "Chenliu", "Dong Zhuo", 3, "Li Ru")
    phase_of(state, "Dong Zhuo")
    assert "levy the rest" in names(state)
    state = realm(1)
    assert "ban" in names(state)
    assert "lift" not in names(state)
    t = state.tables[0]
    t.bans[m.OPEN_SIDE[-1]] = 1
    t.allied[SHAO] = t.allied[SHU] = m.Pact.ALLY
    t.status[SHU] = m.Status.FALLEN
    state.call("reopen")
    assert "lift" in names(state)
    assert (of_kind(state, "troops of:"), of_kind(state, "generals of:")) == ({"Yuan Shao"}, {"Yuan Shao"})


@pytest.mark.rule("§15.2", "§15.4")
def test_s15_bans_at_the_ends_of_the_list_and_their_limit() -> None:
    for action, sign in (("ban", 1), ("lift", -1)):
        state = realm(3)
        t = state.tables[0]
        for side in m.OPEN_SIDE:
            t.bans[side] = 5
        t.bans[m.OPEN_SIDE[0]] = 100 if sign == 1 else 0
        state.call("reopen")
        order(state, action)
        offered = of_kind(state, "side:")
        assert len(offered) == m.OPEN_SIDES - 1
        last = m.SIDE_ENDS[m.OPEN_SIDE[-1]]
        entries = order(state, f"side:{m.AREA_NAMES[last[0]]}-{m.AREA_NAMES[last[1]]}")
        entry = one(entries, Trace.BANNED)
        assert (entry.seat, entry.subject, entry.object, entry.value) == (0, DONG, m.OPEN_SIDE[-1], sign)
        assert (t.bans[m.OPEN_SIDE[-1]], t.points) == (5 + sign, 2)
    state = realm(1)
    t = state.tables[0]
    t.bans[m.OPEN_SIDE[3]] = 99
    state.call("reopen")
    order(state, "ban")
    assert len(of_kind(state, "side:")) == m.OPEN_SIDES


# ------------------------------------------------------------------------------------------------- domestic work


@pytest.mark.rule("§10.6", "§11.2", "T43")
def test_s10_who_may_try() -> None:
    state = realm()
    t = state.tables[0]
    here, administration = area("Luoyang"), m.Stat.ADMINISTRATION
    assert [may_try(t, g, here, administration) for g in (LI, HUA)] == [True, False]
    assert not may_try(t, LI, area("Xuchang"), administration)
    for name, value, back in (("acted", 1, 0), ("role", m.Role.ATTACKS, 0), ("place", m.Place.FREE, m.Place.SERVING)):
        getattr(t, name)[LI] = value
        assert not may_try(t, LI, here, administration), name
        getattr(t, name)[LI] = back
    take_off(t, LI, m.Place.DEAD)
    assert can_anybody_try(t, here, administration), "Dong Zhuo"
    assert not can_anybody_try(t, area("Chenliu"), administration)


@pytest.mark.rule("§10.6", "§10.7", "§10.8", "§11.4")
def test_s10_an_attempt_is_one_die_against_the_sum() -> None:
    outcomes = set()
    for key in range(60):
        state = realm()
        t = state.tables[0]
        t.key0, t.told = key, 0
        t.picked[LI] = 1
        success = attempt(t, area("Luoyang"), m.Stat.ADMINISTRATION)
        entry = one(state, Trace.ROLLED)
        assert (entry.subject, entry.object) == (m.Stat.ADMINISTRATION, 4)
        assert success == (entry.value <= 4)
        assert (t.picked[LI], t.acted[LI], t.acted[HUA]) == (0, 1, 0)
        outcomes.add(entry.value)
    assert outcomes == set(range(1, 7))


@pytest.mark.rule("§10.2", "§10.4", "§9.5", "T41", "T42")
def test_s10_which_areas_levy() -> None:
    state = realm()
    t = state.tables[0]
    here = area("Luoyang")
    for work, may in ((m.Work.FREE, True), (m.Work.TALKED, True), (m.Work.LEVIED, False), (m.Work.INVADED, False),
                      (m.Work.NOTHING, False)):  # fmt: skip
        t.work[here] = work
        assert can_levy(t, here) == may
    t.work[here] = t.work[area("Xuchang")] = m.Work.FREE
    assert not can_levy(t, area("Xuchang"))
    for who in ("Dong Zhuo", "Li Ru", "Hua Xiong"):
        t.acted[general(who)] = 1
    assert not can_levy(t, here)
    t.told = t.trace_length = 0
    levy(t, here)
    assert (t.work[here], t.troops[here], t.tired[here]) == (m.Work.LEVIED, 17, 5)
    entry = one(state, Trace.LEVIED)
    assert (entry.subject, entry.object, entry.value) == (DONG, here, 5)


@pytest.mark.rule("§10.6", "§11.4", "§11.7")
def test_s10_a_success_is_one_more_soldier_or_two_points() -> None:
    for key in range(30):
        state = realm(3)
        t = state.tables[0]
        t.key0, t.told, t.picked[LI] = key, 0, 1
        raise_one(t, area("Luoyang"))
        won = len(told(state, Trace.RAISED))
        assert (t.troops[area("Luoyang")], t.tired[area("Luoyang")]) == (12 + won, won)
        t.told, t.picked[LI] = 0, 1
        win_points(t, area("Luoyang"))
        assert t.points == 3 + 2 * len(told(state, Trace.POINTS))


@pytest.mark.rule("§11.2", "T41")
def test_s11_where_the_court_is() -> None:
    state = realm()
    t = state.tables[0]
    assert court(t) == area("Luoyang")
    assert can_talk(t)
    for work in (m.Work.TALKED, m.Work.LEVIED, m.Work.INVADED):
        t.work[area("Luoyang")] = work
        assert not can_talk(t)
    t.work[area("Luoyang")] = m.Work.FREE
    for who in ("Dong Zhuo", "Li Ru"):
        t.acted[general(who)] = 1
    assert not can_talk(t), "Hua Xiong has no diplomacy"
    t.acted[LI] = 0
    assert can_talk(t)
    t.control[area("Luoyang")] = BIAO
    assert not can_talk(t)
    t.ruler[DONG] = m.NO_ONE
    assert court(t) == m.NOWHERE
    assert not can_talk(t)


@pytest.mark.rule("§11.5", "§11.6")
def test_s11_one_after_the_other_and_the_rest_may_go_on() -> None:
    state = realm()
    order(state, "diplomacy", "general:1", "yes")
    assert (state.phase, names(state), state.record["b"]) == ("diplomacy_group", {"done", "each", "general:1"}, 0)
    order(state, "general:1")
    assert state.phase == "act", "only a yes was left"
    assert state.record["work"][area("Luoyang")] == m.Work.TALKED


@pytest.mark.rule("§13.6.4", "§14.3", "T8", "T47")
def test_t47_what_falls_due_at_the_end_of_the_step() -> None:
    state = realm(3)
    put(state, "Changan", "Zhang Lu", 6)
    state.call("reopen")
    order(state, "clans:Bingzhou", "country:Zhang Lu")
    t = state.tables[0]
    t.depth = t.told = 0
    duty(t)
    levied = [(e.subject, e.object) for e in told(state, Trace.LEVIED)]
    assert levied == sorted([(m.CLANS, area("Bingzhou")), (ZHANG, area("Hanzhong"))], key=lambda each: each[1])
    assert t.work[area("Changan")] == m.Work.NOTHING, "no general there"
    assert t.work[area("Luoyang")] == m.Work.FREE, "one's own need not"
    assert frames(state) == [(Step.LEVY_GROUP, t.country_seat[DONG], area("Hanzhong"), 0)]
    t.told = t.depth = 0
    duty(t)
    assert not t.told, "once"
    t.status[DONG] = m.Status.FALLEN
    t.work[area("Bingzhou")] = m.Work.FREE
    duty(t)
    assert not t.told, "T34"


# ----------------------------------------------------------------------------------------------------- alliances


@pytest.mark.rule("§12.8", "§13.2", "§13.5", "T7", "T44")
def test_s13_whom_one_may_ask() -> None:
    state = realm(2)
    t = state.tables[0]
    assert [can_ask(t, c) for c in (DONG, SHAO, ZHANG, country("Lü Bu"))] == [False, True, True, False]
    for points, asked in ((0, (False, False)), (1, (False, True)), (2, (True, True))):
        t.points = points
        assert (can_ask(t, SHAO), can_ask(t, ZHANG)) == asked
    t.control[area("Changan")] = t.control[area("Tianshui")] = ZHANG
    assert not can_ask(t, ZHANG)
    t.points = 3
    assert can_ask(t, ZHANG)
    t.directed_size = DIRECTED
    assert (can_ask(t, SHAO), can_ask(t, ZHANG)) == (True, False)
    t.directed_size = DIRECTED - 1
    assert can_ask(t, ZHANG)
    for pact in (m.Pact.ALLY, m.Pact.REFUSED, m.Pact.DIRECTED):
        t.allied[SHAO] = pact
        assert not can_ask(t, SHAO)
    t.allied[SHAO], t.invaded[SHAO] = m.Pact.NONE, 1
    assert not can_ask(t, SHAO)
    t.directed_size = 0
    direct(t, ZHANG)
    direct(t, m.OWNERS + 1)
    assert (t.directed[0], t.directed[1], t.directed_size) == (ZHANG, m.OWNERS + 1, 2)


@pytest.mark.rule("§14.1", "§14.2", "T26")
def test_s14_groups_of_clans() -> None:
    state = realm(3)
    t = state.tables[0]
    for name in ("Youzhou", "Shangdang", "Wuling"):
        put(state, name, "clans", 5)
    label_clans(t)
    group = min(area(name) for name in ("Bingzhou", "Youzhou", "Shangdang"))
    for name in ("Bingzhou", "Youzhou", "Shangdang"):
        assert t.reach[area(name)] == group
    assert (t.reach[area("Wuling")], t.reach[area("Luoyang")]) == (area("Wuling"), m.NOWHERE)
    assert [can_ally_clans(t, a) for a in (group, area("Wuling"), area("Luoyang"))] == [True, True, False]
    assert not any(can_ally_clans(t, area(n)) for n in ("Bingzhou", "Youzhou", "Shangdang") if area(n) != group)
    t.points = 2
    assert not can_ally_clans(t, group)
    t.points, t.directed_size = 3, DIRECTED
    assert not can_ally_clans(t, group)
    t.directed_size = 0
    t.clans_invaded[area("Bingzhou")] = 1
    assert (can_ally_clans(t, group), can_ally_clans(t, area("Wuling"))) == (False, True)
    t.clans_invaded[area("Bingzhou")], t.clan_group[area("Youzhou")] = 0, 1
    assert not can_ally_clans(t, group)
    order_state = realm(4)
    put(order_state, "Wuling", "clans", 5)
    order_state.call("reopen")
    order(order_state, "clans:Wuling")
    entries = order(order_state, "clans:Bingzhou")
    r = order_state.record
    assert (r["clan_group"][area("Wuling")], r["clan_group"][area("Bingzhou")], r["points"]) == (1, 2, 2)
    assert (r["directed"][:3].tolist(), r["directed_size"]) == ([m.OWNERS + 1, m.OWNERS + 2, -1], 2)
    entry = one(entries, Trace.ALLIED)
    assert (entry.subject, entry.object, entry.value) == (DONG, m.CLANS, area("Bingzhou"))


# ----------------------------------------------------------------------------------------------------- invasions


@pytest.mark.rule("§16.11", "T22", "T26", "T49")
def test_t26_at_whom_one_may_aim() -> None:
    state = realm()
    t = state.tables[0]
    xuchang, bingzhou, chenliu = area("Xuchang"), area("Bingzhou"), area("Chenliu")
    home, hanzhong, youzhou = area("Luoyang"), area("Hanzhong"), area("Youzhou")
    put(state, "Youzhou", "clans", 10)
    assert all(may_aim(t, home, target) for target in (xuchang, chenliu, bingzhou))
    assert not may_aim(t, home, home)
    assert not may_aim(t, hanzhong, home), "not at the power whose phase it is"
    assert not may_aim(t, xuchang, xuchang)
    assert not may_aim(t, youzhou, bingzhou), "clans never at clans"
    t.clan_group[bingzhou] = 1
    assert not may_aim(t, home, bingzhou), "allied clans"
    for pact, may in ((m.Pact.ALLY, False), (m.Pact.DIRECTED, False), (m.Pact.REFUSED, True), (m.Pact.NONE, True)):
        t.allied[SHAO] = pact
        assert may_aim(t, home, xuchang) == may
    t.barred[xuchang] = 1 << ZHANG
    assert (may_aim(t, hanzhong, xuchang), may_aim(t, home, xuchang)) == (False, True)
    t.clan_group[youzhou] = 16
    assert [marcher(t, a) for a in (home, bingzhou, youzhou)] == [DONG, m.OWNERS + 1, m.OWNERS + 16]
    t.barred[xuchang] = 1 << marcher(t, youzhou)
    assert [may_aim(t, a, xuchang) for a in (home, bingzhou, youzhou)] == [True, True, False]


@pytest.mark.rule("§16.9", "§14.4.2", "T49")
def test_s16_troops_to_spare() -> None:
    t = realm().tables[0]
    here, clans = area("Luoyang"), area("Bingzhou")
    assert (to_spare(t, here), to_spare(t, clans)) == (12, 7)
    t.tired[here], t.force[here] = 3, 4
    assert to_spare(t, here) == 5
    t.force[clans] = 2
    assert to_spare(t, clans) == 5
    t.tired[clans] = 4
    assert to_spare(t, clans) == 4


@pytest.mark.rule("§9.2", "§16.1", "§16.6", "§14.4.1")
def test_s16_who_may_march() -> None:
    state = realm()
    t = state.tables[0]
    here, clans, hanzhong = area("Luoyang"), area("Bingzhou"), area("Hanzhong")
    assert [is_directed(t, a) for a in (here, clans, hanzhong, area("Xuchang"))] == [True, False, False, False]
    for number in (clans, hanzhong, area("Chenliu"), area("Xuchang")):
        t.work[number] = m.Work.FREE
    assert not any(is_directed(t, a) for a in (clans, hanzhong, area("Chenliu"), area("Xuchang")))
    t.clan_group[clans], t.allied[ZHANG] = 1, m.Pact.DIRECTED
    assert is_directed(t, clans)
    assert is_directed(t, hanzhong)
    for work, may in ((m.Work.INVADED, True), (m.Work.LEVIED, False), (m.Work.TALKED, False), (m.Work.NOTHING, False)):
        t.work[here] = work
        assert is_directed(t, here) == may
    t.work[here] = m.Work.FREE
    assert can_set_out(t, here)
    assert can_set_out(t, clans), "without a general"
    for who in ("Dong Zhuo", "Li Ru", "Hua Xiong"):
        t.acted[general(who)] = 1
    assert not can_set_out(t, here)
    t.acted[LI], t.tired[here] = 0, 12
    assert not can_set_out(t, here)
    t.tired[here] = 11
    assert can_set_out(t, here)
    assert can_march(t, here, area("Xuchang"))
    assert not can_march(t, here, hanzhong), "not next to it"
    t.bans[m.SIDE_BETWEEN[here, area("Xuchang")]] = 1
    assert not can_march(t, here, area("Xuchang"))
    near = {int(a) for a in m.NEIGHBOURS[here] if a >= 0} - {area("Xuchang")}
    for other in (clans, hanzhong):
        near |= {int(a) for a in m.NEIGHBOURS[other] if a >= 0}
    assert {a for a in range(m.AREAS) if aims(t) >> a & 1} == near - {here, clans, hanzhong}


@pytest.mark.rule("§17.1", "§17.3", "T7", "T45", "T51")
def test_t45_whether_an_ally_can_join() -> None:
    state = realm()
    t = state.tables[0]
    put(state, "Chenliu", "Liu Biao", 3)
    xuchang = area("Xuchang")
    t.target, t.allied[SHAO] = area("Chenliu"), m.Pact.ALLY
    t.ally_troops[SHAO] = t.ally_generals[SHAO] = 1
    assert joins_from(t, SHAO, xuchang)
    assert can_join(t, SHAO)
    for name, index, value in (("ally_troops", SHAO, 0), ("ally_generals", SHAO, 0), ("force", xuchang, 1),
                               ("tired", xuchang, 8), ("control", xuchang, BIAO)):  # fmt: skip
        row = getattr(t, name)
        before = int(row[index])
        row[index] = value
        assert not joins_from(t, SHAO, xuchang), name
        assert not can_join(t, SHAO)
        row[index] = before
    for value in (1, 0):
        for who in ("Yuan Shao", "Yan Liang"):
            t.acted[general(who)] = value
        assert joins_from(t, SHAO, xuchang) == (value == 0)
    t.tired[xuchang] = 7
    assert joins_from(t, SHAO, xuchang)
    t.bans[m.SIDE_BETWEEN[xuchang, area("Chenliu")]] = 1
    assert not joins_from(t, SHAO, xuchang)
    t.bans[m.SIDE_BETWEEN[xuchang, area("Chenliu")]] = 0
    t.allied[SHAO] = m.Pact.REFUSED
    assert not can_join(t, SHAO)
    t.allied[SHAO] = m.Pact.ALLY
    t.status[SHAO] = m.Status.FALLEN
    assert not can_join(t, SHAO)
    t.status[SHAO], t.control[area("Chenliu")] = m.Status.PLAYING, SHAO
    assert not can_join(t, SHAO), "it is his own area"


@pytest.mark.rule("§16.5", "§16.7", "§12.4", "T44")
@pytest.mark.parametrize("allowed", [0, 1, 2, 3])
def test_s16_generals_who_march(allowed: int) -> None:
    state = realm()
    t = state.tables[0]
    assert (generals_allowed(t, area("Luoyang")), troops_allowed(t, area("Luoyang"))) == (10_000, 12)
    put(state, "Xuchang", "Yuan Shao", 8, "Wen Chou")
    t.allied[SHAO], t.ally_generals[SHAO], t.ally_troops[SHAO] = m.Pact.ALLY, allowed, 3
    assert (generals_allowed(t, area("Xuchang")), troops_allowed(t, area("Xuchang"))) == (allowed, 3)
    t.ally_troops[SHAO] = 30
    assert troops_allowed(t, area("Xuchang")) == 8
    if allowed == 0:
        return
    t.step, t.seat, t.a, t.b, t.target = Step.INVADE_GENERALS, int(t.country_seat[SHAO]), area("Xuchang"), 0, 0
    state.call("reopen")
    also = ({"all"} if allowed >= 3 else set()) | ({"all but the ruler"} if allowed >= 2 else set())
    assert names(state) == {"general:1", "general:2", "general:3"} | also
    state.play("general:2")
    assert t.ally_generals[SHAO] == allowed - 1
    assert (state.phase == "invade_generals" and "done" in names(state)) == (allowed > 1)


@pytest.mark.rule("§16.5", "T9")
def test_t9_enough_is_as_many_as_the_enemy_for_clans_twice_as_many() -> None:
    t = realm().tables[0]
    t.target = area("Xuchang")
    assert (enough(t, area("Luoyang")), enough(t, area("Bingzhou"))) == (8, 16)
    t.force[area("Chenliu")] = 5
    assert (enough(t, area("Luoyang")), enough(t, area("Bingzhou"))) == (3, 11)
    t.force[area("Chenliu")] = 8
    assert enough(t, area("Luoyang")) == 1
    t.target, t.force[area("Chenliu")] = area("Runan"), 0
    assert (enough(t, area("Luoyang")), enough(t, area("Bingzhou"))) == (1, 1)


@pytest.mark.rule("§16.5", "§16.6")
@pytest.mark.parametrize(("troops", "enemies", "also"), [
    (2, 5, {"all"}), (3, 5, {"all", "half"}), (9, 8, {"all", "half", "enough"}),
    (8, 8, {"all", "half"}), (9, 1, {"all", "half"}), (9, 2, {"all", "half", "enough"}),
])  # fmt: skip
def test_s16_how_many_troops_march(troops: int, enemies: int, also: set[str]) -> None:
    state = realm()
    put(state, "Luoyang", "Dong Zhuo", troops)
    put(state, "Xuchang", "Yuan Shao", enemies)
    state.call("reopen")
    order(state, "invade:Xuchang", "all")
    assert names(state) == also | {f"troops:{n}" for n in range(1, troops + 1)}
    for action, count in (("half", (troops + 1) // 2), ("enough", enemies), ("all", troops), ("troops:1", 1)):
        if action in names(state):
            gone = state.clone()
            order(gone, action)
            assert gone.record["army"][DONG] == count


@pytest.mark.rule("§16.8", "T26", "§17.3")
def test_s16_the_force_sets_out() -> None:
    state = realm()
    t = state.tables[0]
    t.depth = t.told = 0
    assert kind_of_force(t) == -1
    launch(t)
    assert (t.target, frames(state)) == (m.NOWHERE, []), "nobody marches"
    for where, holder, step in (("Xuchang", SHAO, Step.FIGHT), ("Chenliu", m.NEUTRAL, Step.VICTORY),
                                ("Bingzhou", m.CLANS, Step.FIGHT)):  # fmt: skip
        state = realm()
        t = state.tables[0]
        t.depth = t.told = 0
        t.target, t.force[area("Luoyang")], t.role[HUA], t.role[LI] = area(where), 4, m.Role.ATTACKS, m.Role.NONE
        assert kind_of_force(t) == 0
        launch(t)
        assert frames(state) == [(step, 0, 0, 0)]
        assert (t.battle, t.defender, t.target, t.first_attacker) == (area(where), holder, m.NOWHERE, DONG)
        assert (t.army[DONG], t.troops[area("Luoyang")], t.force[area("Luoyang")]) == (4, 8, 0)
        assert (t.area[HUA], t.acted[HUA], t.area[LI], t.acted[LI]) == (area(where), 1, area("Luoyang"), 0)
        assert t.work[area("Luoyang")] == m.Work.INVADED
        assert state.record["invaded"].sum() == (holder == SHAO)
        assert t.invaded[SHAO] == (holder == SHAO)
        assert state.record["clans_invaded"].sum() == (holder == m.CLANS)
        entry = one(state, Trace.MARCHED)
        assert (entry.subject, entry.object, entry.value) == (DONG, area("Luoyang"), 4)


@pytest.mark.rule("T16", "T76")
def test_t76_who_counts_as_the_first_of_several_attackers() -> None:
    state = realm()
    t = state.tables[0]
    put(state, "Chenliu", "Yuan Shu", 5, "Yuan Shu")
    t.depth, t.target = 0, area("Xuchang")
    t.force[area("Luoyang")] = t.force[area("Chenliu")] = 3
    t.role[HUA] = t.role[general("Yuan Shu")] = m.Role.ATTACKS
    launch(t)
    assert t.first_attacker == DONG, "the power, though later in the list"
    state = realm()
    t = state.tables[0]
    t.depth, t.target = 0, area("Xuchang")
    put(state, "Chenliu", "Yuan Shu", 5, "Yuan Shu")
    put(state, "Runan", "Liu Biao", 5, "Huang Zu")
    t.force[area("Chenliu")] = t.force[area("Runan")] = 9
    t.role[general("Huang Zu")] = t.role[general("Yuan Shu")] = m.Role.ATTACKS
    launch(t)
    assert t.first_attacker == SHU, "else the first in the list"


@pytest.mark.rule("§20.6", "T57", "§9.6")
def test_s20_who_crosses_rivers_and_which_clans_march() -> None:
    for kind in (m.Side.PLAIN, m.Side.RIVER, m.Side.MOUNTAIN):
        side = int((kind == m.SIDE_KIND).argmax())
        one_end, other_end = (m.AREA_NAMES[a] for a in m.SIDE_ENDS[side])
        state = realm()
        t = state.tables[0]
        put(state, one_end, "clans", 9)
        t.target, t.force[area(one_end)], t.across_rivers, t.clan_group[area(one_end)] = area(other_end), 5, 1, 2
        march(t, area(one_end))
        assert t.across_rivers == (1 if kind == m.Side.RIVER else 0)
        assert (t.marching_clans, t.army[m.CLANS], t.troops[area(one_end)]) == (2, 5, 4)
        assert t.work[area(one_end)] == m.Work.NOTHING, "what is not directed stays so"


@pytest.mark.rule("T8", "T9", "T22", "§13.6.2", "§14.4.3")
@pytest.mark.parametrize(("clans", "enemies", "stays"), [(15, 8, True), (16, 8, False), (1, 0, False)])
def test_t22_clans_need_twice_the_troops(clans: int, enemies: int, stays: bool) -> None:
    state = realm()
    t = state.tables[0]
    put(state, "Bingzhou", "clans", 30)
    t.target, t.troops[area("Xuchang")], t.force[area("Bingzhou")] = area("Xuchang"), enemies, clans
    t.told, t.clan_group[area("Bingzhou")] = 0, 3
    for who in ("Yuan Shao", "Yan Liang"):
        t.area[general(who)] = m.NOWHERE
    send_back_the_weak(t)
    assert (t.force[area("Bingzhou")] == 0) == stays
    assert t.barred[area("Xuchang")] == (1 << m.OWNERS + 3 if stays else 0)
    assert bool(t.told) == stays


@pytest.mark.rule("T8", "T22", "§13.6.2")
@pytest.mark.parametrize(("troops", "enemies", "there", "stays"), [
    (6, 6, 2, False), (6, 7, 2, True), (6, 5, 3, True), (6, 6, 0, False),
])  # fmt: skip
def test_t22_minor_powers_keep_both_limits(troops: int, enemies: int, there: int, stays: bool) -> None:
    state = realm()
    t = state.tables[0]
    t.allied[ZHANG] = m.Pact.DIRECTED
    t.target, t.troops[area("Xuchang")], t.force[area("Hanzhong")] = area("Xuchang"), enemies, troops
    wei = general("Zhang Wei")
    t.role[wei] = m.Role.ATTACKS
    t.told = 0
    here = [general(who) for who in ("Yuan Shao", "Yan Liang", "Wen Chou")]
    for number, who in enumerate(here):
        t.place[who], t.country[who] = m.Place.SERVING, SHAO
        t.area[who] = area("Xuchang") if number < there else m.NOWHERE
    send_back_the_weak(t)
    assert (t.force[area("Hanzhong")], t.role[wei]) == ((0, 0) if stays else (troops, m.Role.ATTACKS))
    if stays:
        entry = one(state, Trace.STAYED)
        assert (entry.subject, entry.object) == (ZHANG, area("Xuchang"))
        assert t.barred[area("Xuchang")] == 1 << ZHANG
        t.force[area("Luoyang")], t.role[LI] = 3, m.Role.ATTACKS
        send_back(t, ZHANG)
        assert (t.force[area("Luoyang")], t.role[LI]) == (3, m.Role.ATTACKS), "others march on"


@pytest.mark.rule("§16.7", "§9.2")
def test_s16_who_may_be_named() -> None:
    t = realm().tables[0]
    here = area("Luoyang")
    assert may_be_named(t, HUA, here)
    assert not may_be_named(t, HUA, area("Xuchang"))
    for name, value, back in (("acted", 1, 0), ("role", m.Role.ATTACKS, 0), ("place", m.Place.FREE, m.Place.SERVING)):
        getattr(t, name)[HUA] = value
        assert not may_be_named(t, HUA, here), name
        getattr(t, name)[HUA] = back
