"""§25: redeployment."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from tests.three_kingdoms.rules.conftest import area, country, empty, general, names, new, of_kind, order, phase_of, put


def home() -> State:
    """Dong Zhuo: Luoyang – Chenliu plain – Yanzhou plain – Xuzhou plain; Luoyang – Hongnong mountain; Jizhou apart."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 10, "Dong Zhuo", "Li Ru")
    for name in ("Chenliu", "Yanzhou", "Xuzhou", "Hongnong", "Changan"):
        put(state, name, "Dong Zhuo", 1)
    put(state, "Jizhou", "Dong Zhuo", 1, "Hua Xiong")
    put(state, "Liaoxi", "Yuan Shao", 10, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    phase_of(state, "Dong Zhuo")
    order(state, "done")
    return state


@pytest.mark.rule("§25.3", "§25.4")
def test_s25_generals_have_three_points_troops_two() -> None:
    state = home()
    order(state, "area:Luoyang")
    assert of_kind(state, "area:") == {"Chenliu", "Yanzhou", "Xuzhou", "Hongnong"}
    troops = state.clone()
    order(troops, "area:Yanzhou", "done")
    assert troops.phase == "redeploy_troops"
    far = state.clone()
    order(far, "area:Xuzhou", "done")
    assert far.phase == "redeploy", "three plains: generals alone"


@pytest.mark.rule("§25.2")
def test_s25_only_through_own_areas_that_hang_together() -> None:
    state = home()
    put(state, "Yanzhou", "nobody")
    state.call("reopen")
    order(state, "area:Luoyang")
    assert of_kind(state, "area:") == {"Chenliu", "Hongnong"}
    assert "area:Jizhou" not in names(state)


@pytest.mark.rule("§25.4", "§2.2")
def test_s25_rivers_and_mountains_cost_two() -> None:
    state = home()
    order(state, "area:Luoyang", "area:Hongnong", "all", "troops:4")
    r = state.record
    assert (r["troops"][area("Hongnong")], r["troops"][area("Luoyang")]) == (5, 6)
    assert r["area"][general("Li Ru")] == area("Hongnong")


@pytest.mark.rule("T64", "T74")
def test_t64_each_unit_moves_once_and_an_area_sends_to_each_other_once() -> None:
    state = home()
    order(state, "area:Luoyang", "area:Chenliu", "all", "all")
    assert "area:Chenliu" in names(state), "the soldier that was there"
    order(state, "area:Chenliu", "area:Luoyang?")
    assert max(map(int, of_kind(state, "troops:"))) == 1


@pytest.mark.rule("§25.5", "§15.7", "T10")
def test_s25_bans_do_not_matter() -> None:
    state = home()
    state.tables[0].bans[m.SIDE_BETWEEN[area("Luoyang"), area("Chenliu")]] = 1
    order(state, "area:Luoyang")
    assert "Chenliu" in of_kind(state, "area:")


@pytest.mark.rule("§25.1")
def test_s25_units_that_acted_move_too() -> None:
    state = home()
    phase_of(state, "Dong Zhuo")
    order(state, "levy the rest")  # nothing else is left to do
    order(state, "area:Luoyang", "area:Chenliu", "all", "all")
    assert state.record["area"][general("Li Ru")] == area("Chenliu")


@pytest.mark.rule("§25.1", "T64", "§14.5")
def test_t64_then_those_of_the_directed_and_clans_leave_three() -> None:
    state = home()
    put(state, "Youzhou", "clans", 6)
    put(state, "Bingzhou", "clans", 2)
    phase_of(state, "Dong Zhuo")
    state.tables[0].points = 2
    state.call("reopen")
    order(state, "clans:Youzhou", "done")
    assert (state.phase, state.record["a"]) == ("redeploy", country("Dong Zhuo"))
    order(state, "done")
    assert (state.phase, state.record["a"]) == ("redeploy", m.CLANS)
    assert of_kind(state, "area:") == {"Youzhou", "Bingzhou"}, "they have levied"
    before = int(state.record["troops"][area("Youzhou")])
    order(state, "area:Youzhou")
    assert max(map(int, of_kind(state, "troops:"))) == before - 3


@pytest.mark.rule("T48", "§14.2")
def test_t48_what_directed_clans_take_is_their_groups_and_other_clans_are_not() -> None:
    """Changsha is next to Wuling, and to the clans of Yangzhou, who are not allied."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 10, "Dong Zhuo")
    put(state, "Jizhou", "Yuan Shao", 10, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    put(state, "Wuling", "clans", 14)
    put(state, "Yangzhou", "clans", 9)
    phase_of(state, "Dong Zhuo")
    state.tables[0].points = 1
    state.call("reopen")
    order(state, "clans:Wuling", "invade:Changsha", "troops:9", "done")
    assert of_kind(state, "area:") == {"Changsha", "Wuling"}
    order(state, "area:Changsha")
    assert of_kind(state, "troops:") == {"1", "2", "3", "4", "5", "6"}, "three stay; Yangzhou is no goal"
