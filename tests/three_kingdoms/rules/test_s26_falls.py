"""§26, §24 of the first edition: who follows a ruler, and what becomes of a country that falls, step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.control import take_off
from dynasty_env.three_kingdoms.rules.rulers import (
    arrive,
    enter_heir,
    exile,
    fall,
    has_entrance,
    has_ruler,
    heir_of,
    may_enter,
    settle_rulers,
    succeed,
    yield_areas,
    yield_force,
    yield_general,
)
from dynasty_env.three_kingdoms.steps import Step, Trace
from tests.three_kingdoms.rules.conftest import area, audited, country, general, put, told
from tests.three_kingdoms.rules.fights import field

DONG, SHAO, BIAO, SHU = (country(name) for name in ("Dong Zhuo", "Yuan Shao", "Liu Biao", "Yuan Shu"))


def at_rest() -> State:
    """As in `field`, but the attackers are at home in Luoyang, and no fight goes on."""
    state = field()
    t = state.tables[0]
    for name in ("Dong Zhuo", "Hua Xiong", "Li Ru"):
        t.area[general(name)], t.role[general(name)] = area("Luoyang"), m.Role.NONE
    for name in ("Yan Liang", "Tian Feng"):
        t.role[general(name)] = m.Role.NONE
    t.army[DONG] = 0
    t.battle, t.defender, t.first_attacker, t.depth, t.told, t.had_troops = m.NOWHERE, -1, -1, 0, 0, 0
    t.player[0] = t.player[1] = -1
    return state


def in_fight() -> State:
    state = field()
    state.tables[0].depth = state.tables[0].told = 0
    return state


def frames(state: State) -> list[tuple[int, ...]]:
    """What waits on the stack, the next step first."""
    return [tuple(row) for row in state.record["stack"][: state.record["depth"]].tolist()][::-1]


def with_dice(lay: Callable[[], State], act: Callable[[Any], None], seen: Callable[[Any], Any], keys: int = 60) -> Any:
    """What is seen after `act`, over many generators."""
    found = []
    for key in range(keys):
        state = lay()
        state.tables[0].key0 = key
        act(state.tables[0])
        found.append(seen(state.tables[0]))
    return found


# ------------------------------------------------------------------------------------------------------------- rulers


@pytest.mark.rule("§26.1", "T18", "T29")
def test_s26_who_needs_a_ruler_and_who_would_conquer() -> None:
    state = at_rest()
    t = state.tables[0]
    settle_rulers(t)
    assert frames(state) == []
    for name in ("Yuan Shu", "Liu Biao"):
        take_off(t, general(name), m.Place.DEAD)
    assert not has_ruler(t, SHU)
    settle_rulers(t)
    assert frames(state) == [(Step.SUCCEED, 0, SHU, -1), (Step.SUCCEED, 0, BIAO, -1)], "in the list's order, by nobody"
    fight = in_fight()
    t = fight.tables[0]
    for name in ("Dong Zhuo", "Yuan Shao", "Liu Biao"):
        take_off(t, general(name), m.Place.DEAD)
    settle_rulers(t)
    assert frames(fight) == [
        (Step.SUCCEED, 0, SHAO, DONG), (Step.SUCCEED, 0, BIAO, SHAO), (Step.SUCCEED, 0, DONG, SHAO),
    ]  # fmt: skip
    t.depth = 0
    t.status[SHAO] = m.Status.FALLEN
    settle_rulers(t)
    assert SHAO not in [frame[2] for frame in frames(fight)]


@pytest.mark.rule("T20", "§26.6")
def test_t20_the_line_of_scenario_2_alone_is_another() -> None:
    t = at_rest().tables[0]
    assert [heir_of(t, DONG, place) for place in range(4)] == m.HEIRS[DONG].tolist()
    t.scenario = 2
    assert [heir_of(t, DONG, place) for place in range(4)] == m.HEIRS_OF_LI_JUE.tolist()
    assert [heir_of(t, SHAO, place) for place in range(4)] == m.HEIRS[SHAO].tolist()
    t.scenario = 3
    assert heir_of(t, DONG, 1) == m.HEIRS[DONG, 1]


def succession(state: State, conqueror: int = m.NO_ONE) -> State:
    """Yuan Shao is dead, and somebody has to follow him: Yuan Tan, Yuan Xi, then Yuan Shang."""
    t = state.tables[0]
    take_off(t, general("Yuan Shao"), m.Place.DEAD)
    t.depth, t.a, t.b = 0, SHAO, conqueror
    succeed(t)
    return state


@pytest.mark.rule("§26.2", "§26.3", "§26.4", "T63")
def test_s26_the_next_in_the_line_who_can_be_had() -> None:
    state = at_rest()
    put(state, "Jizhou", "Yuan Shao", 7, "Yuan Xi")
    state.tables[0].place[general("Yuan Tan")] = m.Place.DEAD
    succession(state)
    t = state.tables[0]
    assert (t.ruler[SHAO], t.heir[SHAO]) == (general("Yuan Xi"), 2)
    assert frames(state) == [(Step.ARRIVE, 0, 0, 0)]
    t.depth = 0
    succeed(t)
    assert frames(state) == [], "there is a ruler"
    for place in (m.Place.UNBORN, m.Place.FREE):
        state = at_rest()
        state.tables[0].place[general("Yuan Tan")] = place
        succession(state)
        seat = int(state.record["country_seat"][SHAO])
        assert frames(state) == [(Step.HEIR_AREA, seat, SHAO, general("Yuan Tan"))]
        assert state.record["heir"][SHAO] == 1


@pytest.mark.rule("§26.5", "T28", "T78")
def test_s26_nobody_left_or_nowhere_to_enter_the_country_falls() -> None:
    state = at_rest()
    for name in ("Yuan Tan", "Yuan Xi", "Yuan Shang"):
        state.tables[0].place[general(name)] = m.Place.GONE
    succession(state, BIAO)
    assert frames(state) == [(Step.FALL, 0, SHAO, BIAO)]
    lost = in_fight()
    t = lost.tables[0]
    t.fled = 1
    for name in ("Jizhou", "Runan"):
        t.control[area(name)] = BIAO
    for name in ("Yuan Tan", "Yuan Xi", "Yuan Shang"):
        t.place[general(name)] = m.Place.UNBORN
    assert not has_entrance(t, SHAO), "he has the area of the lost fight alone"
    succession(lost, DONG)
    assert frames(lost) == [(Step.FALL, 0, SHAO, DONG)]
    t.fled = 0
    assert has_entrance(t, SHAO)
    assert may_enter(t, SHAO, area("Xuchang"))
    assert not may_enter(t, SHAO, area("Jizhou"))
    gone = at_rest()
    gone.tables[0].status[SHAO] = m.Status.FALLEN
    succession(gone)
    assert frames(gone) == []


@pytest.mark.rule("§26.3", "T60")
def test_t60_a_minor_powers_heir_enters_where_most_troops_are_ties_in_the_list() -> None:
    for troops, where in (((4, 4), "first"), ((4, 5), "last"), ((5, 4), "first")):
        state = at_rest()
        t = state.tables[0]
        first, last = sorted((area("Hanzhong"), area("Changsha")))
        t.status[country("Zhang Lu")] = m.Status.PLAYING
        put(state, m.AREA_NAMES[first], "Zhang Lu", troops[0])
        put(state, m.AREA_NAMES[last], "Zhang Lu", troops[1])
        enter_heir(t, country("Zhang Lu"), general("Zhang Wei"))
        assert t.area[general("Zhang Wei")] == (first if where == "first" else last)
        assert t.ruler[country("Zhang Lu")] == general("Zhang Wei")


# --------------------------------------------------------------------------------------------------------------- falls


@pytest.mark.rule("§24.1", "§24.5", "T18")
def test_s24_a_fall_by_a_card_leaves_neutral_areas_and_exiles() -> None:
    state = at_rest()
    t = state.tables[0]
    t.cup[SHAO], t.a, t.b = 1, SHAO, m.NO_ONE
    fall(t)
    audit_fields = (t.status[SHAO], t.cup[SHAO])
    assert audit_fields == (m.Status.FALLEN, 0)
    for name in ("Xuchang", "Jizhou", "Runan"):
        assert (t.control[area(name)], t.troops[area(name)]) == (m.NEUTRAL, 0)
    for name in ("Yuan Shao", "Yan Liang", "Tian Feng"):
        assert t.place[general(name)] == m.Place.SERVING
        assert t.country[general(name)] in (DONG, BIAO, SHU)
        assert t.area[general(name)] == m.NOWHERE
    assert frames(state) == [(Step.ARRIVE, 0, 0, 0)]
    assert [(e.subject, e.object, e.value) for e in told(state, Trace.FELL)] == [(SHAO, 0, m.NO_ONE)]
    fall(t)
    assert len(told(state, Trace.FELL)) == 1, "once"


@pytest.mark.rule("T29", "§24.2")
def test_t29_a_conqueror_who_has_fallen_gets_nothing() -> None:
    state = at_rest()
    t = state.tables[0]
    t.status[BIAO] = m.Status.FALLEN
    t.a, t.b = SHAO, BIAO
    fall(t)
    assert t.control[area("Jizhou")] == m.NEUTRAL
    assert told(state, Trace.FELL)[0].value == m.NO_ONE


@pytest.mark.rule("T67", "§24.1")
def test_t67_a_fall_that_leaves_one_seat_ends_the_game() -> None:
    state = at_rest()
    t = state.tables[0]
    for number in (BIAO, SHU):
        t.status[number] = m.Status.FALLEN
    t.a, t.b = SHAO, DONG
    fall(t)
    assert t.done == 1


@pytest.mark.rule("§24.2", "§24.3", "T18")
def test_s24_areas_are_the_conquerors_with_half_of_the_troops() -> None:
    state = at_rest()
    t = state.tables[0]
    t.troops[area("Runan")] = 5
    yield_areas(t, SHAO, BIAO)
    for name, half in (("Jizhou", 4), ("Runan", 3), ("Xuchang", 5)):
        assert (t.control[area(name)], t.troops[area(name)], t.tired[area(name)]) == (BIAO, half, half)
    assert (t.control[area("Luoyang")], t.troops[area("Luoyang")]) == (DONG, 5)
    for nobody in (m.CLANS, m.NO_ONE):
        state = at_rest()
        yield_areas(state.tables[0], SHAO, nobody)
        assert set(state.record["control"][[area("Jizhou"), area("Runan")]]) == {m.NEUTRAL}
    first = at_rest()
    yield_areas(first.tables[0], SHAO, 0)
    assert first.record["control"][area("Jizhou")] == 0, "the first country of the list too"


@pytest.mark.rule("T61")
def test_t61_half_of_the_troops_in_the_fight_join_the_conqueror_there() -> None:
    state = in_fight()
    t = state.tables[0]
    t.army[DONG] = 7
    yield_force(t, DONG, SHAO, 0)
    assert (t.army[DONG], t.troops[area("Xuchang")]) == (0, 14)
    for nobody in (BIAO, m.NO_ONE):
        t.army[DONG] = 7
        yield_force(t, DONG, nobody, 0)
        assert (t.army[DONG], t.troops[area("Xuchang")]) == (0, 14), "who does not defend gets none"
    t.defender = m.CLANS
    t.army[DONG] = 7
    yield_force(t, DONG, m.CLANS, 0)
    assert (t.army[DONG], t.troops[area("Xuchang")]) == (0, 14)
    t.defender = SHAO
    t.army[DONG], t.troops[area("Xuchang")], t.tired[area("Xuchang")] = 4, 9, 2
    yield_force(t, SHAO, DONG, 1)
    assert (t.army[DONG], t.troops[area("Xuchang")], t.tired[area("Xuchang")]) == (4 + 5, 0, 0)
    t.troops[area("Xuchang")] = 9
    yield_force(t, SHAO, BIAO, 1)
    assert (t.army[BIAO], t.army[DONG], t.troops[area("Xuchang")]) == (0, 9, 0), "he does not attack"
    t.army[m.CLANS], t.troops[area("Xuchang")] = 3, 9
    yield_force(t, SHAO, m.CLANS, 1)
    assert t.army[m.CLANS] == 3
    t.troops[area("Xuchang")] = 9
    yield_force(t, BIAO, DONG, -1)
    assert (t.army[DONG], t.troops[area("Xuchang")]) == (9, 9), "not in the fight"


def fate(lay: Callable[[], State], name: str, conqueror: int, against: int) -> set[tuple[int, int, int, int]]:
    """All that becomes of a general: place, country, area and role."""
    number = general(name)
    return set(with_dice(
        lay,
        lambda t: yield_general(t, number, conqueror, against),
        lambda t: (int(t.place[number]), int(t.country[number]), int(t.area[number]), int(t.role[number])),
    ))  # fmt: skip


@pytest.mark.rule("§24.2", "§24.4", "T17", "T30")
def test_s24_fallen_in_the_area_of_the_fight() -> None:
    """Death, captured, submits twice, exile: X C C S S E."""
    here = area("Xuchang")
    found = fate(in_fight, "Yan Liang", DONG, 0)
    assert (m.Place.DEAD, -1, -1, 0) in found
    assert (m.Place.SERVING, DONG, here, m.Role.RESTS_ATTACKING) in found
    assert {country for place, country, where, role in found if where == m.NOWHERE and place == m.Place.SERVING} == {
        DONG, SHAO, BIAO, SHU,
    }  # fmt: skip
    assert (m.Place.SERVING, DONG, here, m.Role.NONE) in fate(in_fight, "Yan Liang", DONG, -1)
    assert (m.Place.SERVING, SHAO, here, m.Role.RESTS_DEFENDING) in fate(in_fight, "Hua Xiong", SHAO, 1)


@pytest.mark.rule("§24.2", "T17", "T79")
def test_s24_fallen_elsewhere_and_by_clans() -> None:
    """Submits three times, exile three times: nobody dies."""
    here = area("Jizhou")
    found = fate(in_fight, "Yuan Shao", DONG, 0)
    assert (m.Place.SERVING, DONG, here, m.Role.NONE) in found
    assert m.Place.DEAD not in {place for place, *_ in found}
    assert (m.Place.FREE, -1, here, 0) in fate(in_fight, "Yuan Shao", m.CLANS, 0)

    def on_the_way() -> State:
        state = at_rest()
        state.tables[0].area[general("Yuan Shao")] = m.NOWHERE
        return state

    assert {place for place, *_ in fate(on_the_way, "Yuan Shao", m.CLANS, -1)} == {m.Place.SERVING}, "in exile"
    assert {where for _, _, where, _ in fate(at_rest, "Yuan Shao", m.NO_ONE, -1)} == {m.NOWHERE}
    checks = with_dice(at_rest, lambda t: yield_general(t, general("Yuan Shao"), DONG, -1),
                       lambda t: int(t.trace[0, 3]))  # fmt: skip
    assert set(checks) == {m.Column.FALLEN_ELSEWHERE}
    acted = with_dice(at_rest, lambda t: yield_general(t, general("Yuan Shao"), DONG, -1),
                      lambda t: int(t.acted[general("Yuan Shao")]))  # fmt: skip
    assert set(acted) == {1}


@pytest.mark.rule("§24.5", "T5")
def test_t5_without_any_country_an_exile_is_gone() -> None:
    state = at_rest()
    t = state.tables[0]
    for number in range(m.COUNTRIES):
        t.status[number] = m.Status.FALLEN
    exile(t, general("Hua Xiong"))
    assert (t.place[general("Hua Xiong")], t.country[general("Hua Xiong")]) == (m.Place.GONE, m.NO_ONE)


@pytest.mark.rule("§24.5", "T5")
def test_t5_every_country_in_play_is_equally_likely() -> None:
    number = general("Hua Xiong")
    hosts = with_dice(at_rest, lambda t: exile(t, number), lambda t: int(t.country[number]), 200)
    assert {host: 25 < hosts.count(host) < 80 for host in hosts} == dict.fromkeys((DONG, SHAO, BIAO, SHU), True)


@pytest.mark.rule("T16", "T30", "T66")
def test_t66_exiles_arrive_with_a_ruler_who_is_somewhere() -> None:
    number = general("Li Su")
    for lay, role in ((at_rest, m.Role.NONE), (in_fight, m.Role.RESTS_ATTACKING)):
        state = lay()
        t = state.tables[0]
        t.area[number], t.acted[number], t.told = m.NOWHERE, 0, 0
        arrive(t)
        assert (t.area[number], t.role[number], t.acted[number]) == (t.area[general("Dong Zhuo")], role, 1)
        entry = told(state, Trace.ENTERED)[0]
        assert (entry.subject, entry.object, entry.value) == (number, t.area[number], DONG)
    state = at_rest()
    t = state.tables[0]
    t.area[number] = t.area[general("Dong Zhuo")] = m.NOWHERE
    arrive(t)
    assert t.area[number] == m.NOWHERE, "the ruler is on the way himself"
    take_off(t, general("Dong Zhuo"), m.Place.DEAD)
    arrive(t)
    assert t.area[number] == m.NOWHERE, "there is none"
    state = in_fight()
    t = state.tables[0]
    t.role[general("Dong Zhuo")] = m.Role.NONE
    t.area[number] = m.NOWHERE
    arrive(t)
    assert t.role[number] == m.Role.NONE
    t.place[number], t.area[number] = m.Place.FREE, m.NOWHERE
    arrive(t)
    assert t.area[number] == m.NOWHERE


@pytest.mark.rule("§4.2")
def test_the_tables_laid_here_are_true() -> None:
    audited(at_rest())
    audited(in_fight())
