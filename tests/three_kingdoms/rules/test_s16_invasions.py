"""§16, §17: invasions, alone and together; §4: control."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.fights.losses import lose
from dynasty_env.three_kingdoms.steps import Trace
from tests.three_kingdoms.rules.conftest import (
    area,
    chance,
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


def marching() -> State:
    """Dong Zhuo holds Luoyang and Chenliu; Xuchang and Yanzhou are empty; Yuan Shao is his neighbour."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 12, "Dong Zhuo", "Hua Xiong", "Li Ru")
    put(state, "Chenliu", "Dong Zhuo", 6, "Li Su")
    put(state, "Yangping", "Yuan Shao", 5, "Yuan Shao", "Yan Liang")
    put(state, "Jizhou", "Yuan Shao", 4, "Wen Chou")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    return phase_of(state, "Dong Zhuo")


@pytest.mark.rule("§16.1", "§16.11", "§2.3")
def test_s16_into_an_adjacent_area_never_an_own_one_nor_across_a_closed_side() -> None:
    state = marching()
    near = {m.AREA_NAMES[a] for b in ("Luoyang", "Chenliu") for a in m.NEIGHBOURS[area(b)] if a >= 0}
    assert of_kind(state, "invade:") == near - {"Luoyang", "Chenliu"}
    put(state, "Shangdang", "Dong Zhuo", 3, "Fan Chou")
    phase_of(state, "Dong Zhuo")
    state.tables[0].control[area("Luoyang")] = m.NEUTRAL
    state.call("reopen")
    assert "Hongnong" not in of_kind(state, "invade:"), "closed between Shangdang and Hongnong"


@pytest.mark.rule("§16.6")
def test_s16_a_general_and_a_soldier_from_each_area() -> None:
    state = marching()
    put(state, "Luoyang", "Dong Zhuo", 0)
    state.call("reopen")
    assert "Hongnong" not in of_kind(state, "invade:"), "no soldier in Luoyang"
    order(state, "invade:Xuchang")
    assert state.phase == "invade_troops", "Chenliu alone, and Li Su alone"


@pytest.mark.rule("§16.5", "§16.7")
def test_s16_units_are_named_and_others_stay() -> None:
    state = marching()
    order(state, "invade:Xuchang", "area:Luoyang", "general:3", "done", "troops:5", "done?")
    r = state.record
    assert (r["troops"][area("Luoyang")], r["troops"][area("Xuchang")]) == (7, 5)
    assert r["area"][general("Hua Xiong")] == area("Xuchang")
    assert r["area"][general("Li Ru")] == area("Luoyang")


@pytest.mark.rule("§16.8", "§4.1", "§4.3", "T21")
def test_s16_an_empty_area_is_taken_without_a_fight() -> None:
    state = marching()
    entries = order(state, "invade:Xuchang", "area:Luoyang", "all", "all", "done")
    assert not told(entries, Trace.INVADED)
    assert state.record["control"][area("Xuchang")] == country("Dong Zhuo")
    assert state.record["control"][area("Luoyang")] == country("Dong Zhuo"), "§4.3: its own, though empty"
    assert "Xuchang" not in of_kind(state, "levy:"), "what comes in does not act"


@pytest.mark.rule("§16.4", "§9.6")
def test_s16_several_areas_into_one() -> None:
    state = marching()
    order(state, "invade:Xuchang", "area:Luoyang", "all but the ruler", "half", "area:Chenliu", "all")
    order(state, "done?")
    r = state.record
    assert r["troops"][area("Xuchang")] == 6 + 6
    assert r["area"][general("Dong Zhuo")] == area("Luoyang")
    assert r["area"][general("Li Ru")] == r["area"][general("Li Su")] == area("Xuchang")


@pytest.mark.rule("§16.3", "§16.9", "§9.4")
def test_s16_one_area_into_several_each_unit_once() -> None:
    state = marching()
    order(state, "invade:Xinye", "general:2", "done", "troops:5")
    assert state.record["control"][area("Xinye")] == country("Dong Zhuo")
    order(state, "invade:Hongnong")
    assert of_kind(state, "general:") == {"1", "2"}, "Li Ru has acted"
    order(state, "all", "all")
    r = state.record
    assert (r["troops"][area("Hongnong")], r["troops"][area("Luoyang")]) == (7, 0)
    assert "Shangdang" not in of_kind(state, "invade:"), "nobody is left there"


@pytest.mark.rule("§16.2", "T41")
def test_s16_an_area_that_invaded_does_no_domestic_work() -> None:
    state = marching()
    order(state, "invade:Xinye", "general:2", "done", "troops:5")
    assert of_kind(state, "levy:") == {"Chenliu"}
    assert "diplomacy" not in names(state)


@pytest.mark.rule("T31", "§5.5.9")
def test_t31_free_generals_join_whoever_takes_the_area() -> None:
    state = marching()
    put(state, "Xinye", "nobody", 0, "Xu Shu")
    order(state, "invade:Xinye", "general:2", "done", "troops:5")
    assert state.record["country"][general("Xu Shu")] == country("Dong Zhuo")


@pytest.mark.rule("§16.7")
def test_more_than_a_hundred_troops() -> None:
    """All, half, or a hundred and again."""
    state = marching()
    put(state, "Luoyang", "Dong Zhuo", 260)
    state.call("reopen")
    order(state, "invade:Xinye", "all", "troops:100")
    assert state.phase == "invade_troops"
    order(state, "troops:100", "troops:7")
    assert state.record["troops"][area("Xinye")] == 207


# ---------------------------------------------------------------------------------------------------- joint invasions


WITH_YUAN_SHAO = ("country:Yuan Shao", "area:Yangping", "general:2", "done", "troops:4")
"""He is invited, and joins with one general and four troops."""


def joint() -> State:
    """Dong Zhuo and Yuan Shao are allied; Yuan Shao may use 10 troops and 2 generals; Yanzhou is Liu Biao's."""
    state = marching()
    put(state, "Yanzhou", "Liu Biao", 4, "Huang Zu")
    t = state.tables[0]
    t.points = 5
    state.call("reopen")
    order(state, "country:Yuan Shao", "yes", "troops of:Yuan Shao", "troops of:Yuan Shao", "generals of:Yuan Shao")
    return state


@pytest.mark.rule("§17.1", "§17.2", "§12.3", "T7", "T45")
def test_s17_the_ally_is_invited_and_names_his_units() -> None:
    state = joint()
    order(state, "invade:Yanzhou")  # from Chenliu alone
    assert state.phase == "invade_troops"
    order(state, "troops:4")
    assert of_kind(state, "country:") == {"Yuan Shao"}
    order(state, "country:Yuan Shao")
    assert (state.phase, state.seat) == ("join", state.record["country_seat"][country("Yuan Shao")])
    assert names(state) == {"done", "area:Yangping"}, "Jizhou is not next to Yanzhou"
    order(state, "area:Yangping")
    assert of_kind(state, "general:") == {"1", "2"}
    order(state, "all")
    assert max(map(int, of_kind(state, "troops:"))) == 5, "there are no more than five"
    order(state, "troops:3")
    assert state.record["ally_troops"][country("Yuan Shao")] == 7


@pytest.mark.rule("§12.4", "T44")
def test_s12_no_more_than_points_allow() -> None:
    state = joint()
    t = state.tables[0]
    t.ally_troops[country("Yuan Shao")] = 2
    t.ally_generals[country("Yuan Shao")] = 1
    order(state, "invade:Yanzhou", "troops:4", "country:Yuan Shao", "area:Yangping", "general:1")
    assert state.phase == "invade_troops"
    assert of_kind(state, "troops:") == {"1", "2"}


def together() -> State:
    """The fight for Yanzhou is about to begin: six of Dong Zhuo's and four of Yuan Shao's."""
    state = joint()
    order(
        state,
        "invade:Yanzhou",
        "all",
        "country:Yuan Shao",
        "area:Yangping",
        "general:2",
        "done",
        "troops:4",
        "done?",
        "done?",
    )
    return state


@pytest.mark.rule("§17.4.2", "T11", "T46")
def test_t46_the_power_proposes_a_split_and_the_partner_answers() -> None:
    state = together()
    while state.phase == "proxy":
        order(state, next(iter(names(state))))
    assert state.phase == "loss_split"
    order(state, "mine first")
    assert (state.phase, state.seat) == ("loss_accept", state.record["country_seat"][country("Yuan Shao")])
    order(state, "yes")
    assert state.record["split"] == 1


@pytest.mark.rule("§17.4", "§17.4.1", "T82")
@pytest.mark.parametrize(("loss", "left"), [(2, (5, 3)), (3, (4, 3)), (9, (1, 0)), (5, (3, 2))])
def test_s17_losses_are_shared_evenly_the_rest_is_the_largest_forces(loss: int, left: tuple[int, int]) -> None:
    state = together()
    t = state.tables[0]
    lose(t, 0, loss)
    assert (t.army[country("Dong Zhuo")], t.army[country("Yuan Shao")]) == left


@pytest.mark.rule("§17.5", "§17.5.2", "T53", "T52", "T54")
def test_s17_most_troops_control_the_others_retreat() -> None:
    state = joint()
    put(state, "Yanzhou", "nobody")  # T54: an empty area, as after a victory
    t = state.tables[0]
    t.place[general("Huang Zu")] = m.Place.GONE
    t.country[general("Huang Zu")] = m.NO_ONE
    t.area[general("Huang Zu")] = m.NOWHERE
    order(state, "invade:Yanzhou", "all", *WITH_YUAN_SHAO)
    assert state.phase == "hand_over"
    assert names(state) == {"done", "country:Yuan Shao"}
    kept = state.clone()
    order(kept, "done")
    r = kept.record
    assert (r["control"][area("Yanzhou")], r["troops"][area("Yanzhou")]) == (country("Dong Zhuo"), 6)
    assert r["troops"][area("Yangping")] == 5, "home again, the only own area next to it"
    given = state.clone()
    order(given, "country:Yuan Shao")
    assert given.record["control"][area("Yanzhou")] == country("Yuan Shao")
    assert given.record["area"][general("Li Su")] in (area("Chenliu"),)


@pytest.mark.rule("§17.5.1", "T40")
def test_s17_a_tie_is_for_the_power_to_decide() -> None:
    state = joint()
    put(state, "Yanzhou", "nobody")
    t = state.tables[0]
    t.place[general("Huang Zu")] = m.Place.GONE
    t.country[general("Huang Zu")] = m.NO_ONE
    t.area[general("Huang Zu")] = m.NOWHERE
    order(
        state,
        "invade:Yanzhou",
        "troops:4",
        "country:Yuan Shao",
        "area:Yangping",
        "general:2",
        "done",
        "troops:4",
        "done?",
        "done?",
    )
    assert (state.phase, names(state)) == ("control_tie", {"country:Dong Zhuo", "country:Yuan Shao"})


@pytest.mark.rule("T12", "T25", "§18.2")
def test_t12_who_plays_a_minor_defender() -> None:
    state = marching()
    put(state, "Yanzhou", "clans", 4)
    order(state, "invade:Yanzhou", "all")
    assert state.phase == "proxy"
    assert of_kind(state, "country:") == {"Yuan Shao", "Yuan Shu", "Liu Biao"}
    order(state, "country:Yuan Shu")
    assert state.record["player"].tolist() == [0, state.record["country_seat"][country("Yuan Shu")]]


@pytest.mark.rule("T59", "T12")
def test_t59_nobody_left_to_play_it_the_neutral_policy_does() -> None:
    state = empty(new(1), "Dong Zhuo", "Zhang Lu")
    t = state.tables[0]
    put(state, "Luoyang", "Dong Zhuo", 12, "Dong Zhuo", "Hua Xiong")
    put(state, "Xuchang", "Zhang Lu", 3, "Zhang Lu", "Zhang Wei")
    put(state, "Runan", "Zhang Lu", 9)
    put(state, "Yuzhou", "Zhang Lu", 2)
    phase_of(state, "Dong Zhuo")
    order(state, "invade:Xuchang", "all", "all")
    assert t.player[1] == m.NO_ONE
    assert state.seat == 0
    fought = chance(state, "all", lambda s: s.phase == "retreat" and s.record["troops"][area("Xuchang")] > 0)
    gone = order(fought, "no")
    assert told(gone, Trace.RETREATS), "with less than half of the enemy's troops"
    assert fought.record["troops"][area("Yuzhou")] == 2, "they go to the own area with most troops"
