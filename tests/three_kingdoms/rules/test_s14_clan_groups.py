"""§14.2: clan areas that hang together are one country, for everything that is said of a country."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.steps import Trace
from tests.three_kingdoms.rules.conftest import (
    area,
    country,
    empty,
    names,
    new,
    of_kind,
    one,
    order,
    phase_of,
    put,
    told,
)
from tests.three_kingdoms.rules.fights import field, rounds

DONG = country("Dong Zhuo")


def south(*clans: str) -> State:
    """Dong Zhuo in Shouchun, with points of diplomacy and 80 troops, beside clans of ten troops an area."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Shouchun", "Dong Zhuo", 80, "Dong Zhuo", "Hua Xiong", "Li Ru")
    put(state, "Jizhou", "Yuan Shao", 9, "Yuan Shao")
    put(state, "Changan", "Yuan Shu", 9, "Yuan Shu")
    put(state, "Jiangling", "Liu Biao", 4, "Liu Biao")
    for name in clans:
        put(state, name, "clans", 10)
    phase_of(state, "Dong Zhuo")
    state.tables[0].points = 9
    state.call("reopen")
    return state


def fought_out(state: State) -> State:
    """The clans leave at the first chance, the attackers never do."""
    while state.record["battle"] != m.NOWHERE:
        answers = {"retreat": "yes" if state.record["a"] == 1 else "no"}
        order(state, answers.get(state.phase, min(names(state))))
    return state


@pytest.mark.rule("§13.5", "§14.1", "§14.2", "T26")
@pytest.mark.parametrize("target", ["Yangzhou", "Jianye"])
def test_t26_no_alliance_with_any_area_of_a_group_that_was_invaded(target: str) -> None:
    """Wherever its units have gone since: the group is one country, and Bingzhou's another one."""
    state = south("Jianye", "Yangzhou", "Kuaiji", "Changsha", "Bingzhou")
    assert of_kind(state, "clans:") == {"Changsha", "Bingzhou"}
    order(state, f"invade:{target}", "all", "all")
    fought_out(state)
    assert state.phase == "act"
    assert state.record["control"][area(target)] == DONG
    assert state.record["control"][area("Kuaiji")] == m.CLANS
    assert of_kind(state, "clans:") == {"Bingzhou"}


@pytest.mark.rule("§14.2", "T22")
def test_t22_one_group_that_was_too_weak_does_not_bar_the_others() -> None:
    """Two groups next to Changsha: Wuling's force is sent back, Yangzhou's may still aim there."""
    state = south("Wuling", "Yangzhou", "Kuaiji")
    put(state, "Changsha", "Liu Biao", 4)
    for name in ("Wuling", "Yangzhou"):
        state.tables[0].troops[area(name)] = 20
    state.call("reopen")
    order(state, "clans:Wuling", "clans:Yangzhou", "invade:Changsha", "area:Wuling")
    assert one(order(state, "troops:7"), Trace.STAYED).subject == m.CLANS
    assert "Changsha" in of_kind(state, "invade:"), "through the other group"
    order(state, "invade:Changsha")
    assert state.record["a"] == area("Yangzhou"), "Wuling is not asked again"
    assert told(order(state, "troops:7"), Trace.STAYED)
    assert "Changsha" not in of_kind(state, "invade:")


@pytest.mark.rule("§22.10", "T58")
@pytest.mark.parametrize("clans_next", [False, True])
def test_t58_after_thirty_rounds_clans_go_to_clans_next_to_the_fight_alone(clans_next: bool) -> None:
    """They have fewer troops, and clan areas elsewhere: without one next to the fight the attacker has to go."""
    state = field("clans", attackers=40, defenders=25)
    put(state, "Kuaiji", "clans", 10)
    if clans_next:
        put(state, "Xinye", "clans", 10)
    state.tables[0].rounds = 29
    rounds(state, m.Method.BATTLE, 1)
    entries = order(state, "done")
    assert one(entries, Trace.RETREATS).subject == (1 if clans_next else 0)
    left = {name for name in ("Kuaiji", "Xinye", "Luoyang") if state.record["troops"][area(name)] > 10}
    assert left == ({"Xinye"} if clans_next else {"Luoyang"})
