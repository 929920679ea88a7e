"""Rulings that no chapter's tests meet by themselves."""

import numpy as np
import pytest

from dynasty_env.kit.engine.table import push
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.control import look_for_falls, take_control, take_off, welcome
from dynasty_env.three_kingdoms.rules.destiny import enter, turn_up
from dynasty_env.three_kingdoms.rules.fights.checks import check_duellist
from dynasty_env.three_kingdoms.rules.fights.destruction import arrive_fleeing
from dynasty_env.three_kingdoms.rules.fights.losses import share_losses
from dynasty_env.three_kingdoms.rules.fights.retreat import chooser
from dynasty_env.three_kingdoms.rules.forces import strongest
from dynasty_env.three_kingdoms.rules.rulers import may_enter, settle_rulers
from dynasty_env.three_kingdoms.steps import Step, Trace
from tests.three_kingdoms.rules.conftest import (
    area,
    audited,
    country,
    empty,
    general,
    names,
    new,
    of_kind,
    order,
    phase_of,
    put,
    told,
)
from tests.three_kingdoms.rules.fights import field, rounds


@pytest.mark.rule("§4.6")
def test_s04_free_generals_do_not_hold_an_area() -> None:
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 10, "Dong Zhuo", "Hua Xiong")
    put(state, "Jizhou", "Yuan Shao", 10, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    put(state, "Xinye", "nobody", 0, "Xu Shu", "Zhao Yun")
    phase_of(state, "Dong Zhuo")
    entries = order(state, "invade:Xinye", "all", "troops:1")
    assert not told(entries, Trace.INVADED)


@pytest.mark.rule("T39")
def test_t39_beside_a_free_general_the_newcomer_is_free_too() -> None:
    state = new(1)
    t = state.tables[0]
    put(state, "Wuling", "nobody", 0, "Liu Bei")
    part = next(p for p in range(m.PARTS) if m.PART_UNIT[p] == m.FIRST_UNIT[general("Guan Yu")] and m.PART_ENTERS[p])
    enter(t, general("Guan Yu"), 0, part)
    assert (t.place[general("Guan Yu")], t.area[general("Guan Yu")]) == (m.Place.FREE, area("Wuling"))


@pytest.mark.rule("T24")
def test_t24_who_chooses_where_units_go() -> None:
    state = field()
    t = state.tables[0]
    power, defender = t.country_seat[country("Dong Zhuo")], t.country_seat[country("Yuan Shao")]
    assert chooser(t, 0, country("Dong Zhuo")) == power
    assert chooser(t, 0, country("Liu Biao")) == t.country_seat[country("Liu Biao")], "each seat its own"
    assert chooser(t, 0, country("Zhang Lu")) == power, "the director for a minor power"
    assert chooser(t, 1, country("Yuan Shao")) == defender


@pytest.mark.rule("T28", "T61", "T18")
def test_t28_after_all_checks_a_country_without_heir_falls_to_the_enemy_in_the_fight() -> None:
    state = field(attackers=20, defenders=9)
    t = state.tables[0]
    t.ruler[country("Yuan Shao")] = general("Yan Liang")
    t.heir[country("Yuan Shao")] = m.MOST_HEIRS - 1
    take_off(t, general("Yan Liang"), m.Place.DEAD)
    t.depth -= 1
    push(t, Step.AFTERMATH, 0, 0, 0)
    settle_rulers(t)
    state.call("proceed")
    r = state.record
    assert r["status"][country("Yuan Shao")] == m.Status.FALLEN
    assert r["control"][area("Jizhou")] == country("Dong Zhuo")
    assert r["troops"][area("Jizhou")] == 4, "half of seven, rounded up"
    assert r["control"][area("Xuchang")] == country("Dong Zhuo")
    assert r["troops"][area("Xuchang")] == 20 + 5, "half of nine joins the conqueror's side there"
    audited(state)


@pytest.mark.rule("T34")
def test_t34_the_power_falls_in_its_own_phase() -> None:
    state = field(attackers=20, defenders=9)
    t = state.tables[0]
    t.heir[country("Dong Zhuo")] = m.MOST_HEIRS - 1
    take_off(t, general("Dong Zhuo"), m.Place.DEAD)
    t.depth -= 1
    push(t, Step.AFTERMATH, 0, 0, 0)
    settle_rulers(t)
    state.call("proceed")
    r = state.record
    assert r["status"][country("Dong Zhuo")] == m.Status.FALLEN
    assert r["troops"][area("Xuchang")] == 9 + 10
    assert state.phase == "ally_answer", "the phase is over without redeployment"
    assert r["power"] == m.NO_ONE


@pytest.mark.rule("T62")
def test_t62_a_duellist_who_has_died_captures_nobody() -> None:
    owners = set()
    for key in range(200):
        state = field()
        t = state.tables[0]
        t.key0 = key
        put(state, "Runan", "Liu Biao", 2, "Huang Zu")
        winner = general("Huang Zu")  # a partner of the attackers, who captures for himself …
        t.role[winner] = m.Role.ATTACKS
        if key % 2:
            take_off(t, winner, m.Place.DEAD)  # … if he is alive
        check_duellist(t, general("Tian Feng"), winner, 1, m.Column.DUEL_6)
        if t.place[general("Tian Feng")] == m.Place.SERVING and t.country[general("Tian Feng")] != country("Yuan Shao"):
            owners.add((key % 2, int(t.country[general("Tian Feng")])))
    assert owners == {(0, country("Liu Biao")), (1, country("Dong Zhuo"))}


@pytest.mark.rule("T57")
def test_t57_rivers_are_as_at_the_start_of_the_fight() -> None:
    """Jiangling – Changsha and Jiangxia – Changsha are rivers; Wuling – Changsha is plain."""
    for second, rivers in (("Jiangxia", 1), ("Wuling", 0)):
        state = empty(new(1), "Liu Biao", "Yuan Shao", "Yuan Shu", "Dong Zhuo")
        put(state, "Jiangling", "Liu Biao", 9, "Liu Biao")
        put(state, second, "Liu Biao", 9, "Huang Zu")
        put(state, "Changsha", "clans", 5)
        put(state, "Jizhou", "Yuan Shao", 9, "Yuan Shao")
        put(state, "Luoyang", "Dong Zhuo", 9, "Dong Zhuo")
        put(state, "Shouchun", "Yuan Shu", 9, "Yuan Shu")
        phase_of(state, "Liu Biao")
        order(state, "invade:Changsha", "area:Jiangling", "all", f"area:{second}", "all")
        assert state.record["across_rivers"] == rivers


@pytest.mark.rule("§17.6")
def test_s17_a_joint_army_is_destroyed_with_its_last_soldier_only() -> None:
    state = field(attackers=1, defenders=20)
    t = state.tables[0]
    put(state, "Runan", "Liu Biao", 2)
    t.army[country("Liu Biao")] = 5
    t.army[country("Dong Zhuo")] = 0
    rounds(state, m.Method.STRATAGEM, 1)
    order(state, "done", "done")
    assert not told(state, Trace.DESTROYED)


@pytest.mark.rule("T76")
def test_t76_of_equals_the_power_else_the_first() -> None:
    state = field(attackers=5)
    t = state.tables[0]
    t.army[country("Liu Biao")] = 5
    assert strongest(t) == country("Dong Zhuo")
    t.army[country("Dong Zhuo")] = 0
    t.army[country("Yuan Shu")] = 5
    assert strongest(t) == country("Yuan Shu"), "before Liu Biao in the list"
    t.army[country("Liu Biao")] = 6
    assert strongest(t) == country("Liu Biao")


@pytest.mark.rule("T82", "T46")
def test_t82_what_one_cannot_bear_the_largest_bears_then_the_next() -> None:
    state = field(attackers=6)
    t = state.tables[0]
    t.army[country("Liu Biao")] = 1
    t.army[country("Yuan Shu")] = 4
    share_losses(t, 9)
    assert [int(t.army[country(n)]) for n in ("Dong Zhuo", "Liu Biao", "Yuan Shu")] == [1, 0, 1]


@pytest.mark.rule("T78")
def test_t78_an_heir_does_not_enter_a_lost_field() -> None:
    state = field()
    t = state.tables[0]
    assert may_enter(t, country("Yuan Shao"), area("Xuchang"))
    t.fled = 1
    assert not may_enter(t, country("Yuan Shao"), area("Xuchang"))
    assert may_enter(t, country("Yuan Shao"), area("Jizhou"))


@pytest.mark.rule("T79", "T31")
def test_t79_whom_clans_captured_is_the_areas_when_the_fight_is_over() -> None:
    state = new(1)
    put(state, "Luoyang", "nobody", 0, "Zhao Yun")
    put(state, "Luoyang", "Dong Zhuo", 5)
    welcome(state.tables[0], area("Luoyang"))
    assert state.record["country"][general("Zhao Yun")] == country("Dong Zhuo")


@pytest.mark.rule("T80")
def test_t80_who_finds_others_at_his_goal_goes_into_exile() -> None:
    state = field()
    t = state.tables[0]
    number = general("Tian Feng")
    t.goal[number] = area("Xinye")
    put(state, "Xinye", "Liu Biao", 3)
    arrive_fleeing(t, number)
    assert t.area[number] == m.NOWHERE, "on the way to his new ruler"
    assert told(state, Trace.EXILED) or t.country[number] != m.NO_ONE


@pytest.mark.rule("T75")
def test_t75_the_first_to_reach_a_neutral_area_makes_it_his_countrys() -> None:
    state = field(attackers=15, defenders=15)
    put(state, "Luoyang", "nobody")
    put(state, "Chenliu", "nobody")
    rounds(state, m.Method.STRATAGEM, 1)
    order(state, "done", "done", "yes", "each")
    assert {"area:Luoyang", "area:Chenliu"} <= names(state)
    order(state, "area:Luoyang")
    assert state.record["control"][area("Luoyang")] == country("Dong Zhuo")
    assert state.record["troops"][area("Luoyang")] > 0, "the others had no other own area, and followed"


@pytest.mark.rule("T72")
def test_t72_lu_bu_and_dong_min_have_no_exit() -> None:
    leaving = {m.GENERAL_NAMES[m.UNIT_GENERAL[m.PART_UNIT[p]]] for p in range(m.PARTS)
               if m.PART_UNIT[p] != m.NO_ONE and not m.PART_ENTERS[p]}  # fmt: skip
    assert not leaving & {"Lü Bu", "Dong Min"}
    assert {"Dong Zhuo", "Tao Qian", "Sun Jian", "Cao Cao", "Liu Bei"} <= leaving


@pytest.mark.rule("T81")
def test_t81_powers_go_round_the_seats() -> None:
    lists = [new(1, powers=n).record["seat_country"][:4].tolist() for n in range(4)]
    for n in range(1, 4):
        assert lists[n] == [lists[0][(seat - n) % 4] for seat in range(4)]


@pytest.mark.rule("T83")
def test_t83_every_card_comes_first_equally_often() -> None:
    counts = np.zeros(m.CARDS, int)
    state = new(1)
    for key in range(2000):
        t = state.tables[0]
        t.key0, t.draws = key, 0
        counts[turn_up(t)] += 1
        for card in range(m.CARDS):
            t.turned[card] = 0
    assert 40 < counts.min() < counts.max() < 130


@pytest.mark.rule("T48")
def test_t48_what_a_directed_power_takes_does_not_act() -> None:
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao", "Zhang Lu")
    put(state, "Luoyang", "Dong Zhuo", 20, "Dong Zhuo")
    put(state, "Jizhou", "Yuan Shao", 10, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    put(state, "Hanzhong", "Zhang Lu", 12, "Zhang Lu", "Zhang Wei")
    phase_of(state, "Dong Zhuo")
    state.tables[0].points = 1
    state.call("reopen")
    order(state, "country:Zhang Lu", "invade:Tianshui", "general:2", "done", "troops:3")
    assert state.record["control"][area("Tianshui")] == country("Zhang Lu")
    order(state, "done")
    assert state.record["troops"][area("Tianshui")] == 3, "no levy there"
    assert of_kind(state, "area:") >= {"Tianshui"}, "but it is redeployed to and from"


@pytest.mark.rule("T51")
def test_t51_an_allys_units_act_once_a_phase() -> None:
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 20, "Dong Zhuo", "Hua Xiong", "Li Ru")
    put(state, "Xuchang", "Yuan Shao", 10, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    phase_of(state, "Dong Zhuo")
    t = state.tables[0]
    t.points = 8
    state.call("reopen")
    order(state, "country:Yuan Shao", "yes", *["troops of:Yuan Shao", "generals of:Yuan Shao"] * 2)
    order(state, "invade:Chenliu", "general:2", "done", "troops:4", "country:Yuan Shao", "area:Xuchang", "troops:2")
    assert state.phase == "hand_over"
    order(state, "done", "invade:Xinye", "general:2", "done", "troops:4")
    assert state.phase == "act", "nobody could be invited: his only general has acted"


@pytest.mark.rule("§16.10")
def test_s16_one_area_may_be_attacked_more_than_once() -> None:
    state = field(attackers=20, defenders=15)
    rounds(state, m.Method.STRATAGEM, 1)
    order(state, "done", "done", "yes", "area:Luoyang?")
    put(state, "Luoyang", "Dong Zhuo", 9, "Hua Xiong", "Li Ru")
    t = state.tables[0]
    t.tired[area("Luoyang")] = 0
    t.work[area("Luoyang")] = m.Work.FREE
    t.acted[general("Hua Xiong")] = 0
    state.call("reopen")
    assert "Xuchang" in of_kind(state, "invade:")


@pytest.mark.rule("T32")
def test_t32_who_took_the_last_area_without_a_fight_conquers() -> None:
    state = empty(new(1), "Dong Zhuo", "Zhang Lu", "Yuan Shao")
    put(state, "Luoyang", "Dong Zhuo", 20, "Dong Zhuo")
    put(state, "Xuchang", "Zhang Lu", 0)
    put(state, "Jizhou", "Yuan Shao", 10, "Yuan Shao")
    t = state.tables[0]
    t.depth = 0
    take_control(t, area("Xuchang"), country("Dong Zhuo"))
    look_for_falls(t)
    assert t.stack[0, 0] == Step.FALL
    assert (t.stack[0, 2], t.stack[0, 3]) == (country("Zhang Lu"), country("Dong Zhuo"))


@pytest.mark.rule("§4.2")
def test_s04_units_of_two_countries_never_share_an_area_but_in_a_fight() -> None:
    state = new(1)
    audited(state)
    number = general("Hua Xiong")
    state.tables[0].area[number] = area("Jizhou")
    assert state.call("audit") > 0


@pytest.mark.rule("§10.9")
def test_s10_troops_have_no_upper_limit() -> None:
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 5000, "Dong Zhuo")
    put(state, "Jizhou", "Yuan Shao", 10, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    phase_of(state, "Dong Zhuo")
    order(state, "levy:Luoyang", "done?")
    assert state.record["troops"][area("Luoyang")] == 5005
    seen = state.observe(0)
    low, high = state.game.layout["troops"].of(seen), state.game.layout["troops_128"].of(seen)
    assert int(low[area("Luoyang")]) + 128 * int(high[area("Luoyang")]) == 5005


@pytest.mark.rule("T77", "T59")
def test_t77_whom_the_neutral_policy_names_everybody_can_tell() -> None:
    state = field(attackers=20, defenders=9)
    t = state.tables[0]
    t.player[1] = m.NO_ONE
    rounds(state, m.Method.BATTLE, 1)
    assert state.seat == t.player[0]
    doing = state.game.layout["doing"].of(state.observe(state.seat))
    assert doing[general("Yan Liang")] == 5, "the best commander is named"
    assert state.hide(state.seat, 3).record["picked"][general("Yan Liang")] == 1


@pytest.mark.rule("§1.2")
def test_s01_two_to_eleven_seats() -> None:
    assert new(2, num_players=2).num_players == 2
    assert new(2, num_players=11).num_players == 11
