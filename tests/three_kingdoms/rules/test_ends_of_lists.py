"""What only the first country, the first area, the last unit or the largest difference shows."""

from __future__ import annotations

import pytest

from dynasty_env.kit.engine.table import push
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.control import take_off
from dynasty_env.three_kingdoms.rules.fights.destruction import destroy
from dynasty_env.three_kingdoms.rules.fights.havens import can_retreat
from dynasty_env.three_kingdoms.rules.fights.retreat import UNDECIDED, send_home
from dynasty_env.three_kingdoms.rules.fights.victory import foremost, legal_control_tie, legal_hand_over
from dynasty_env.three_kingdoms.rules.rulers import settle_rulers, yield_force
from dynasty_env.three_kingdoms.steps import Reach, Step, Trace
from tests.three_kingdoms.rules.conftest import area, country, general, names, one, order, put
from tests.three_kingdoms.rules.fights import field, rounds
from tests.three_kingdoms.rules.test_s09_offers import realm

DUEL, BATTLE, STRATAGEM = m.Method
DONG, SHAO, BIAO = (country(name) for name in ("Dong Zhuo", "Yuan Shao", "Liu Biao"))
HERE = area("Xuchang")


def frames(state: State) -> list[tuple[int, ...]]:
    return [tuple(row) for row in state.record["stack"][: state.record["depth"]].tolist()][::-1]


def everybody() -> State:
    """The first country and the clans attack beside Dong Zhuo."""
    state = field()
    t = state.tables[0]
    t.depth = t.told = 0
    t.army[0] = t.army[m.CLANS] = t.army[DONG]
    return state


@pytest.mark.rule("§22.3", "§23.1", "T24", "T27")
def test_the_first_country_and_the_clans_leave_too() -> None:
    state = everybody()
    t = state.tables[0]
    send_home(t, 0, Reach.ADJACENT)
    assert [frame[2] for frame in frames(state)] == [0, DONG, m.CLANS]
    t.depth = 0
    destroy(t, 0, 0)
    assert [frame[2] for frame in frames(state)[:3]] == [0, DONG, m.CLANS]


@pytest.mark.rule("§17.5.1", "§17.5.2", "T40", "T53")
def test_the_first_country_is_among_those_who_tie() -> None:
    state = everybody()
    t = state.tables[0]
    assert foremost(t) == 1 | 1 << DONG | 1 << m.CLANS
    for legal, wanted in ((legal_control_tie, {0, DONG}), (legal_hand_over, {0})):
        state.record["mask"] = 0
        t.choices, t.a = 0, DONG
        legal(t)
        offered = {state.game.action_names[k] for k in state.record["mask"].nonzero()[0]}
        assert {name for name in offered if name != "done"} == {f"country:{m.COUNTRY_NAMES[c]}" for c in wanted}


@pytest.mark.rule("§22.8")
def test_the_first_country_and_the_clans_have_to_have_somewhere_to_go() -> None:
    for who in (0, m.CLANS):
        state = field()
        t = state.tables[0]
        for name in ("Chenliu", "Xinye", "Yuzhou"):
            put(state, name, "Yuan Shu", 1)
        assert can_retreat(t, 0)
        t.army[who] = 2
        assert not can_retreat(t, 0)


@pytest.mark.rule("T18", "T61")
def test_in_the_first_area_and_against_the_first_country() -> None:
    state = field()
    t = state.tables[0]
    t.depth, t.battle = 0, 0
    take_off(t, general("Liu Biao"), m.Place.DEAD)
    settle_rulers(t)
    assert frames(state) == [(Step.SUCCEED, 0, BIAO, SHAO)]
    t.battle, t.defender = HERE, 0
    t.army[DONG], t.troops[HERE] = 7, 5
    yield_force(t, DONG, 0, 0)
    assert (t.army[DONG], t.troops[HERE]) == (0, 9)


@pytest.mark.rule("§20.5", "T17")
def test_s20_a_difference_of_more_than_thirteen() -> None:
    state = rounds(field(where="Yuzhou", attackers=300, defenders=12), BATTLE, 1)
    order(state, "done", "done")
    entry = one(state, Trace.TOTALS)
    assert entry.subject - entry.object > 20
    assert (state.record["army"][DONG], state.record["troops"][area("Yuzhou")]) == (300, 4)


@pytest.mark.rule("§22.5")
@pytest.mark.parametrize(("troops", "generals", "each"), [(1, 0, False), (0, 1, False), (1, 1, True), (0, 2, True),
                                                          (2, 0, True)])  # fmt: skip
def test_s22_one_unit_alone_is_not_split_up(troops: int, generals: int, each: bool) -> None:
    state = field(attackers=troops)
    t = state.tables[0]
    put(state, "Chenliu", "Dong Zhuo", 1)
    for number, name in enumerate(("Hua Xiong", "Li Ru")):
        t.goal[general(name)] = UNDECIDED if number < generals else m.NOWHERE
    t.goal[general("Yan Liang")] = UNDECIDED
    t.fled, t.depth = 0, 0
    push(t, Step.RETREAT_TO, t.country_seat[DONG], DONG, Reach.ADJACENT)
    state.call("proceed")
    assert names(state) == {"area:Luoyang", "area:Chenliu"} | ({"each"} if each else set())


@pytest.mark.rule("§11.5", "§10.7")
def test_s11_when_nobody_is_left_nobody_is_asked() -> None:
    state = realm()
    order(state, "diplomacy", "general:1", "general:2")
    assert state.phase == "act", "Hua Xiong has valour, but no diplomacy"


@pytest.mark.rule("§19.4", "T13")
def test_s19_when_all_have_been_named_nobody_is_asked_again() -> None:
    state = rounds(field(), DUEL, 5)
    state.record["ask_forced"] = 1
    order(state, "done", "general:1", "general:2")
    assert state.phase != "duel_pick"
