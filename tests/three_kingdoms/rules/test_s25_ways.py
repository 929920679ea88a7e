"""§25: how far units come in a redeployment, what may be moved, and how it is asked."""

from __future__ import annotations

import heapq

import numpy as np
import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.redeployment import (
    can_anybody_be_moved,
    can_be_moved,
    can_leave,
    goals,
    held_with,
    is_group,
    within,
)
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


def ways(own: set[int], start: int, points: int) -> set[int]:
    """The same by Dijkstra's algorithm: own areas within so many movement points, through own ones alone."""
    found, waiting = {start: 0}, [(0, start)]
    while waiting:
        spent, here = heapq.heappop(waiting)
        for there in own:
            cost = spent + int(m.COST[here, there])
            if cost <= points and cost < found.get(there, 99):
                found[there] = cost
                heapq.heappush(waiting, (cost, there))
    return set(found)


def bits(number: int) -> set[int]:
    return {k for k in range(m.AREAS) if number >> k & 1}


@pytest.mark.rule("§25.2", "§25.3", "§25.4")
@pytest.mark.parametrize("seed", range(12))
def test_s25_movement_points_over_all_maps(seed: int) -> None:
    rng = np.random.default_rng(seed)
    own = {int(a) for a in np.flatnonzero(rng.random(m.AREAS) < 0.3 + 0.05 * seed)}
    for start in own:
        for points in range(4):
            assert bits(within(start, sum(1 << a for a in own), points)) == ways(own, start, points)


def laid() -> State:
    """Dong Zhuo redeploys: Luoyang (12 and three generals) – Chenliu (1) plain, Xuchang (none) apart."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 12, "Dong Zhuo", "Li Ru", "Hua Xiong")
    put(state, "Chenliu", "Dong Zhuo", 1)
    put(state, "Bingzhou", "clans", 9)
    put(state, "Youzhou", "clans", 4)
    put(state, "Jizhou", "Yuan Shao", 10, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    phase_of(state, "Dong Zhuo")
    order(state, "done")
    assert state.phase == "redeploy"
    return state


@pytest.mark.rule("§25.2", "§14.2")
def test_s25_areas_that_hang_together_are_of_one_owner_and_group() -> None:
    t = laid().tables[0]
    assert bits(held_with(t, area("Luoyang"))) == {area("Luoyang"), area("Chenliu")}
    assert bits(held_with(t, area("Bingzhou"))) == {area("Bingzhou"), area("Youzhou")}
    t.clan_group[area("Bingzhou")] = 1
    assert bits(held_with(t, area("Bingzhou"))) == {area("Bingzhou")}
    assert [is_group(t, area("Bingzhou"), m.CLANS, group) for group in (0, 1, 2)] == [False, True, False]
    assert is_group(t, area("Luoyang"), country("Dong Zhuo"), 7)
    assert not is_group(t, area("Jizhou"), country("Dong Zhuo"), 0)


@pytest.mark.rule("T64", "T36", "§14.5")
def test_t64_how_many_troops_may_leave() -> None:
    t = laid().tables[0]
    here, clans = area("Luoyang"), area("Bingzhou")
    assert can_leave(t, here) == 12
    t.moved_in[here] = 5
    assert can_leave(t, here) == 7
    assert can_leave(t, clans) == 6, "three stay"
    t.moved_in[clans] = 4
    assert can_leave(t, clans) == 5
    t.troops[clans] = 2
    t.moved_in[clans] = 0
    assert can_leave(t, clans) == 0, "what there was stays"
    t.free_moves = 1
    t.moved_in[here] = 0
    assert can_leave(t, here) == 11, "one stays at set-up"
    t.moved_in[here] = 12
    assert can_leave(t, here) == 0


@pytest.mark.rule("T64")
def test_t64_which_generals_may_be_moved() -> None:
    t = laid().tables[0]
    li, here = general("Li Ru"), area("Luoyang")
    assert can_be_moved(t, li, here)
    assert (can_anybody_be_moved(t, here), can_anybody_be_moved(t, area("Chenliu"))) == (True, False)
    for who in ("Dong Zhuo", "Hua Xiong"):
        t.picked[general(who)] = 1
    assert can_anybody_be_moved(t, here)
    for name, value, back in (("picked", 1, 0), ("place", m.Place.FREE, m.Place.SERVING), ("area", -1, here)):
        getattr(t, name)[li] = value
        assert (can_be_moved(t, li, here), can_anybody_be_moved(t, here)) == (False, False), name
        getattr(t, name)[li] = back


@pytest.mark.rule("§25.3", "T74", "§30.3")
def test_s25_where_something_of_an_area_may_go() -> None:
    state = laid()
    t = state.tables[0]
    for name in ("Yanzhou", "Xuzhou", "Hongnong"):
        put(state, name, "Dong Zhuo", 0)
    here = area("Luoyang")

    def reached(generals: int) -> set[str]:
        for who in ("Dong Zhuo", "Li Ru", "Hua Xiong"):
            t.picked[general(who)] = 1 - generals
        return {m.AREA_NAMES[a] for a in bits(goals(t, here, held_with(t, here)))}

    assert reached(0) == {"Chenliu", "Yanzhou", "Hongnong"}, "troops come two points far"
    assert reached(1) == {"Chenliu", "Yanzhou", "Hongnong", "Xuzhou"}, "generals three"
    t.sent[here] = 1 << area("Yanzhou")
    assert reached(0) == {"Chenliu", "Hongnong"}
    t.troops[here] = 0
    assert reached(0) == set()
    assert reached(1) == {"Chenliu", "Hongnong", "Xuzhou"}
    put(state, "Liaoxi", "Dong Zhuo", 0)
    t.free_moves = 1
    assert reached(0) == set(), "nothing to move"
    assert reached(1) == {"Chenliu", "Hongnong", "Xuzhou", "Liaoxi"}, "§30.3: wherever it is"
    t.troops[here] = 2
    assert reached(0) == {"Chenliu", "Hongnong", "Xuzhou", "Liaoxi"}


@pytest.mark.rule("§25.1", "§25.3")
def test_s25_generals_one_by_one_all_or_all_but_the_ruler() -> None:
    state = laid()
    order(state, "area:Luoyang")  # to Chenliu, the only one
    assert state.phase == "redeploy_generals"
    assert names(state) == {"done", "all", "all but the ruler", "general:1", "general:2", "general:3"}
    both = state.clone()
    order(both, "all but the ruler")
    r = both.record
    assert [r["area"][general(n)] == area("Chenliu") for n in ("Dong Zhuo", "Li Ru", "Hua Xiong")] == [
        False,
        True,
        True,
    ]
    assert both.phase == "redeploy_troops"
    single = state.clone()
    order(single, "general:2")
    assert names(single) == {"done", "all", "general:1", "general:2"}, "of two the ruler is no question"
    order(single, "general:2")
    assert (single.phase, names(single)) == ("redeploy_generals", {"done", "general:1"})
    alone = state.clone()
    order(alone, "done")
    assert (alone.record["area"] == area("Luoyang")).sum() == 3
    everybody = state.clone()
    entries = order(everybody, "all")
    assert len(told(entries, Trace.WENT)) == 3
    assert set(everybody.record["picked"][[general(n) for n in ("Dong Zhuo", "Li Ru", "Hua Xiong")]]) == {1}


@pytest.mark.rule("§25.3")
@pytest.mark.parametrize(("troops", "also"), [(1, set()), (2, {"all"}), (3, {"all", "half"}), (12, {"all", "half"})])
def test_s25_how_many_troops_go(troops: int, also: set[str]) -> None:
    state = laid()
    put(state, "Luoyang", "Dong Zhuo", troops)
    state.call("reopen")
    order(state, "area:Luoyang", "done")
    assert names(state) == {"done", *also, *(f"troops:{n}" for n in range(1, troops + 1))}
    before = state.clone()
    for action, went in (("half", (troops + 1) // 2), ("all", troops), ("troops:1", 1), ("done", 0)):
        if action in names(before):
            state = before.clone()
            order(state, action)
            r = state.record
            assert (r["troops"][area("Luoyang")], r["troops"][area("Chenliu")]) == (troops - went, 1 + went)
            if state.phase == "redeploy":
                assert r["moved_in"][area("Chenliu")] == went


@pytest.mark.rule("§25.3")
def test_s25_more_than_a_hundred_are_named_in_parts() -> None:
    state = laid()
    put(state, "Luoyang", "Dong Zhuo", 150)
    state.call("reopen")
    order(state, "area:Luoyang", "done")
    assert "troops:100" in names(state)
    assert len(of_kind(state, "troops:")) == 100
    order(state, "troops:100")
    assert (state.phase, max(map(int, of_kind(state, "troops:")))) == ("redeploy_troops", 50)
    order(state, "troops:50")
    assert state.record["troops"][area("Chenliu")] == 151
    exact = laid()
    put(exact, "Luoyang", "Dong Zhuo", 100)
    exact.call("reopen")
    order(exact, "area:Luoyang", "done", "troops:100")
    assert exact.phase == "redeploy", "there are no more"


@pytest.mark.rule("T64", "T74")
def test_t64_what_is_sent_is_told_and_remembered() -> None:
    state = laid()
    entries = order(state, "area:Luoyang")
    entry = one(entries, Trace.REDEPLOYED)
    assert (entry.seat, entry.subject, entry.object, entry.value) == (
        0, country("Dong Zhuo"), area("Luoyang"), area("Chenliu"),
    )  # fmt: skip
    assert state.record["sent"][area("Luoyang")] == 1 << area("Chenliu")
    order(state, "all", "troops:5")
    assert names(state) == {"done", "area:Chenliu"}, "Luoyang has sent there; what came does not go on"
    assert can_leave(state.tables[0], area("Chenliu")) == 1


@pytest.mark.rule("T64", "§25.1")
def test_t64_first_ones_own_then_the_directed_in_the_order_allied() -> None:
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao", "Zhang Lu", "Ma Teng")
    put(state, "Luoyang", "Dong Zhuo", 12, "Dong Zhuo")
    put(state, "Jizhou", "Yuan Shao", 10, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    put(state, "Hanzhong", "Zhang Lu", 12, "Zhang Lu")
    put(state, "Changan", "Zhang Lu", 6)
    put(state, "Liangzhou", "Ma Teng", 6, "Ma Teng")
    put(state, "Tianshui", "Ma Teng", 6)
    put(state, "Bingzhou", "clans", 9)
    put(state, "Youzhou", "clans", 9)
    phase_of(state, "Dong Zhuo")
    state.tables[0].points = 6
    state.call("reopen")
    order(state, "country:Ma Teng", "clans:Youzhou", "country:Zhang Lu", "done")
    asked = []
    for _ in range(40):
        if state.phase == "ally_answer":
            break
        r = state.record
        if state.phase == "redeploy":
            asked.append((int(r["a"]), int(r["b"])))
            assert not r["moved_in"].any()
        order(state, "done")
    assert asked == [(country("Ma Teng"), 0), (m.CLANS, 1), (country("Zhang Lu"), 0)]


@pytest.mark.rule("T64", "T18")
def test_t64_who_has_fallen_redeploys_no_more() -> None:
    state = laid()
    t = state.tables[0]
    t.directed[0], t.directed_size = country("Zhang Lu"), 1
    order(state, "done")
    assert state.phase == "ally_answer", "Zhang Lu's country has fallen"
