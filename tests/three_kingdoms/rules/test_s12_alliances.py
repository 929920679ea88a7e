"""§12–§15: alliances and ban markers."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.steps import Trace
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


def rich(points: int = 8) -> State:
    """Dong Zhuo with points of diplomacy; Cao and Yuan Shao are powers, Zhang Lu is a minor one with two areas."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao", "Zhang Lu")
    put(state, "Luoyang", "Dong Zhuo", 20, "Dong Zhuo", "Hua Xiong", "Li Ru")
    put(state, "Xuchang", "Yuan Shao", 20, "Yuan Shao", "Yan Liang", "Wen Chou")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    put(state, "Hanzhong", "Zhang Lu", 12, "Zhang Lu")
    put(state, "Changan", "Zhang Lu", 6, "Zhang Wei")
    put(state, "Chenliu", "nobody")
    phase_of(state, "Dong Zhuo")
    state.tables[0].points = points
    state.call("reopen")
    return state


def ally(state: State, *answers: str) -> State:
    order(state, "country:Yuan Shao", *answers)
    return state


@pytest.mark.rule("§12.1", "T7")
def test_s12_a_power_says_yes_or_no_once_a_phase() -> None:
    state = rich()
    order(state, "country:Yuan Shao")
    assert (state.phase, state.seat) == ("ally_answer", state.record["country_seat"][country("Yuan Shao")])
    no = state.clone()
    order(no, "no")
    assert "Yuan Shao" not in of_kind(no, "country:")
    assert no.record["answer"][country("Dong Zhuo"), country("Yuan Shao")] == 1
    order(state, "yes")
    assert state.record["allied"][country("Yuan Shao")] == m.Pact.ALLY
    assert state.record["answer"][country("Dong Zhuo"), country("Yuan Shao")] == 2
    assert state.record["points"] == 8, "free"


@pytest.mark.rule("T44", "§12.5")
def test_t44_asking_a_power_takes_two_points() -> None:
    assert "Yuan Shao" not in of_kind(rich(1), "country:")
    assert "Yuan Shao" in of_kind(rich(2), "country:")


@pytest.mark.rule("§12.4")
def test_s12_points_let_the_ally_use_troops_and_generals() -> None:
    state = ally(rich(), "yes")
    order(state, "troops of:Yuan Shao", "troops of:Yuan Shao", "generals of:Yuan Shao")
    r = state.record
    assert (r["points"], r["ally_troops"][country("Yuan Shao")], r["ally_generals"][country("Yuan Shao")]) == (5, 10, 2)


@pytest.mark.rule("§12.6", "§12.7", "T26")
def test_s12_an_ally_is_not_invaded() -> None:
    state = rich()
    assert "Xuchang" in of_kind(state, "invade:")
    ally(state, "yes")
    assert "Xuchang" not in of_kind(state, "invade:")


@pytest.mark.rule("§12.8", "§13.5")
def test_s12_nor_asked_after_an_invasion() -> None:
    state = rich()
    state.tables[0].invaded[country("Yuan Shao")] = 1
    state.tables[0].invaded[country("Zhang Lu")] = 1
    state.call("reopen")
    assert of_kind(state, "country:") == {"Yuan Shu", "Liu Biao"}


@pytest.mark.rule("§13.1", "§13.2", "§13.4")
def test_s13_a_minor_power_costs_as_many_points_as_it_has_areas() -> None:
    assert "Zhang Lu" not in of_kind(rich(1), "country:")
    state = rich(2)
    order(state, "country:Zhang Lu")
    assert state.record["points"] == 0
    assert state.record["allied"][country("Zhang Lu")] == m.Pact.DIRECTED
    assert "Changan" not in of_kind(state, "invade:"), "§13.4"


@pytest.mark.rule("§13.6", "§13.6.1", "§13.6.3")
def test_s13_it_marches_as_directed_but_not_against_its_director() -> None:
    state = rich(2)
    put(state, "Hongnong", "nobody")
    assert "Tianshui" not in of_kind(state, "invade:")
    order(state, "country:Zhang Lu")
    assert "Tianshui" in of_kind(state, "invade:"), "next to Zhang Lu's areas alone"
    order(state, "invade:Tianshui")
    assert of_kind(state, "area:") == {"Hanzhong", "Changan"}
    order(state, "area:Changan", "all", "done")
    assert state.record["control"][area("Tianshui")] == country("Zhang Lu")
    assert state.record["area"][general("Zhang Wei")] == area("Tianshui")


@pytest.mark.rule("§13.6.4", "T47", "T8")
def test_s13_areas_that_did_not_invade_levy_at_the_end_of_the_step() -> None:
    state = rich(2)
    put(state, "Hanzhong", "Zhang Lu", 12)
    state.tables[0].area[general("Zhang Lu")] = area("Changan")
    order(state, "country:Zhang Lu", "done")
    assert state.record["troops"][area("Changan")] == 6 + 5
    assert state.record["troops"][area("Hanzhong")] == 12, "no general, no levy"
    assert (state.phase, state.record["a"]) == ("levy_group", area("Changan")), "the director says whether they roll"
    assert state.seat == state.record["country_seat"][country("Dong Zhuo")]


@pytest.mark.rule("§13.6.2", "T22")
def test_t22_a_force_that_is_too_weak_stays_and_may_not_aim_there_again() -> None:
    """Target's troops at most the attackers', its generals at most twice theirs."""
    state = rich(2)
    put(state, "Tianshui", "Liu Biao", 7)
    order(state, "country:Zhang Lu", "invade:Tianshui", "area:Changan", "all")
    if state.phase == "invade_area":
        order(state, "done")
    assert state.record["troops"][area("Changan")] == 6
    assert state.record["acted"][general("Zhang Wei")] == 0
    assert state.phase == "act"
    assert "Tianshui" not in of_kind(state, "invade:")


@pytest.mark.rule("§13.6.2")
def test_s13_as_many_troops_and_half_the_generals_are_enough() -> None:
    state = rich(2)
    put(state, "Tianshui", "Liu Biao", 6, "Huang Zu", "Kuai Liang")
    entries = order(state, "country:Zhang Lu", "invade:Tianshui", "area:Changan", "all", "done")
    assert not told(entries, Trace.STAYED)
    assert told(entries, Trace.INVADED)


@pytest.mark.rule("§14.1", "§14.2")
def test_s14_clans_next_to_each_other_are_one_country() -> None:
    state = rich(8)
    put(state, "Bingzhou", "clans", 10)
    put(state, "Shangdang", "clans", 10)
    put(state, "Beihai", "clans", 10)
    state.call("reopen")
    assert of_kind(state, "clans:") == {"Bingzhou", "Beihai"}
    order(state, "clans:Bingzhou")
    assert state.record["points"] == 6
    assert of_kind(state, "clans:") == {"Beihai"}


@pytest.mark.rule("§14.2")
def test_s14_a_closed_side_keeps_clans_apart() -> None:
    state = rich(8)
    put(state, "Shangdang", "clans", 10)
    put(state, "Hongnong", "clans", 10)
    state.call("reopen")
    assert of_kind(state, "clans:") == {"Shangdang", "Hongnong"}


@pytest.mark.rule("§14.3")
def test_s14_clans_levy_without_generals() -> None:
    state = rich(1)
    put(state, "Bingzhou", "clans", 10)
    state.call("reopen")
    order(state, "clans:Bingzhou", "done")
    assert state.record["troops"][area("Bingzhou")] == 12


@pytest.mark.rule("§14.4", "§14.4.1", "§14.4.2", "§14.4.3", "T9", "T49")
def test_s14_clans_march_with_twice_the_troops_and_leave_three() -> None:
    state = rich(1)
    put(state, "Bingzhou", "clans", 10)
    put(state, "Youzhou", "Liu Biao", 3)
    put(state, "Changshan", "Liu Biao", 4)
    state.call("reopen")
    order(state, "clans:Bingzhou", "invade:Youzhou")  # from Bingzhou alone
    assert max(map(int, of_kind(state, "troops:"))) == 7
    weak = state.clone()
    assert told(order(weak, "troops:5"), Trace.STAYED)
    assert not told(order(state, "enough"), Trace.STAYED), "six against three"


@pytest.mark.rule("§14.4.4", "§17.3")
def test_s17_clans_march_alone() -> None:
    state = rich(1)
    put(state, "Bingzhou", "clans", 10)
    put(state, "Hongnong", "Liu Biao", 2)
    state.call("reopen")
    order(state, "clans:Bingzhou", "invade:Hongnong")
    assert of_kind(state, "area:") == {"Bingzhou", "Luoyang"}
    order(state, "area:Bingzhou")
    before = state.clone()
    order(before, "troops:4")
    assert "area:Luoyang" not in names(before)


@pytest.mark.rule("§15.1", "§15.2", "§15.3", "§15.4", "T50")
def test_s15_a_point_a_marker_on_any_side_without_limit() -> None:
    state = rich(3)
    order(state, "ban")
    assert len(of_kind(state, "side:")) == m.OPEN_SIDES
    order(state, "side:Liaoxi-Youzhou", "ban", "side:Liaoxi-Youzhou")
    side = m.SIDE_BETWEEN[area("Liaoxi"), area("Youzhou")]
    assert (state.record["bans"][side], state.record["points"]) == (2, 1)
    order(state, "lift")
    assert state.record["bans"][side] == 1
    assert state.record["points"] == 0


@pytest.mark.rule("§15.5", "§15.6")
def test_s15_no_invasion_across_a_ban_and_again_when_it_is_cleared() -> None:
    state = rich(2)
    state.tables[0].bans[m.SIDE_BETWEEN[area("Luoyang"), area("Xuchang")]] = 1
    state.call("reopen")
    assert "Xuchang" not in of_kind(state, "invade:")
    order(state, "lift")
    assert "Xuchang" in of_kind(state, "invade:"), "one side had a marker: it is the one"
    assert one(state, Trace.BANNED).value == -1
