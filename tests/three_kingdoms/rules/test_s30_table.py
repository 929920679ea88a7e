"""§30, §9, §12, §18: what lies on a fresh table, and what is cleared when a phase or a fight ends."""

from typing import Any

import numpy as np
import pytest

from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import Step
from dynasty_env.three_kingdoms.rules.fights.victory import leave_field
from dynasty_env.three_kingdoms.rules.rulers import heir_of
from dynasty_env.three_kingdoms.rules.setup import clear, comes_before, deal, list_of
from dynasty_env.three_kingdoms.rules.turn import begin_phase, end_phase, turn
from dynasty_env.three_kingdoms.table import DIRECTED, MARKERS, TABLE, TRACE
from tests.three_kingdoms.rules.conftest import area, country, general, new
from tests.three_kingdoms.rules.fights import field

OF_A_PHASE = {
    "points": 0, "directed_size": 0, "target": -1, "marching_clans": 0, "directed": -1, "allied": m.Pact.NONE,
    "invaded": 0, "ally_troops": 0, "ally_generals": 0, "asked": 0, "tired": 0, "work": m.Work.NOTHING, "clan_group": 0,
    "clans_invaded": 0, "barred": 0, "force": 0, "sent": 0, "moved_in": 0, "acted": 0, "role": 0, "picked": 0,
}  # fmt: skip
"""What is of a phase, as it is when one begins and when it is over."""
OF_A_FIGHT = {
    "battle": -1, "defender": -1, "first_attacker": -1, "fled": -1, "across_rivers": 0, "rounds": 0, "method": 0,
    "number": 0, "had_troops": 0, "split": 0, "split_with": -1, "player": -1, "hurt": 0, "army": 0, "goal": -1,
    "role": 0,
}  # fmt: skip
"""What is of a fight, as it is when it is over."""
OF_A_GAME = {
    "power": -1, "free_moves": 0, "turned": 0, "cup": 0, "seat_country": -1, "country_seat": -1, "status": 0,
    "ruler": -1, "heir": 0, "start_points": 0, "taken_by": -1, "answer": 0, "last_answer": 0, "troops": 0, "reach": 0,
    "bans": 0, "place": m.Place.UNBORN, "unit": 0, "country": -1, "area": -1, "ahead": 0, "duellist": -1,
}  # fmt: skip
"""The rest of a table on which nothing has been laid."""
UNTOUCHED = {"scenario", "powers", "max_turns", "turn", "first_turn", "last_period", "control"}
"""Options, and what is laid at once."""


def used(table: Any, fields: Any) -> None:
    """Something else lies in all these fields, as after a long game."""
    for name in fields:
        column = table[name]
        if column.shape:
            column[...] = 3
        else:
            table[name] = 3


def differs(table: Any, wanted: dict[str, int]) -> dict[str, Any]:
    """Fields that hold something else than they should."""
    return {name: table[name] for name, value in wanted.items() if not np.all(table[name] == value)}


@pytest.mark.rule("§30.2")
def test_every_field_of_the_table_is_looked_at_here() -> None:
    own = list(TABLE.names or ())[list(TABLE.names or ()).index("scenario") :]
    assert {*own} == {*OF_A_PHASE} | {*OF_A_FIGHT} | {*OF_A_GAME} | UNTOUCHED


@pytest.mark.rule("§30.2")
def test_s30_a_cleared_table_holds_nothing_of_an_earlier_game() -> None:
    state = new(1)
    fields = OF_A_PHASE | OF_A_FIGHT | OF_A_GAME
    used(state.record, fields)
    clear(state.tables[0])
    assert differs(state.record, fields) == {}


@pytest.mark.rule("§30.2")
@pytest.mark.parametrize("scenario", range(9))
def test_s30_a_used_table_is_dealt_like_a_fresh_one(scenario: int) -> None:
    fresh, again = new(scenario), new(scenario)
    used(again.record, OF_A_PHASE | OF_A_FIGHT | OF_A_GAME)
    again.tables[0].depth = again.tables[0].told = 0
    deal(again.tables[0])
    again.call("proceed")
    names = {*OF_A_PHASE, *OF_A_FIGHT, *OF_A_GAME, *UNTOUCHED, "step", "seat", "a", "depth"}
    assert [name for name in sorted(names) if not np.array_equal(fresh.record[name], again.record[name])] == []


@pytest.mark.rule("§9.7", "§11.7", "§12.2", "§13.3")
def test_s09_nothing_of_another_phase_is_left_when_one_begins_and_ends() -> None:
    state = new(1)
    t, record = state.tables[0], state.record
    for last in (begin_phase, None):
        used(record, OF_A_PHASE)
        t.depth = 0
        if last:
            begin_phase(t, country("Dong Zhuo"))
            assert record["power"] == country("Dong Zhuo")
            own = record["control"] == country("Dong Zhuo")
            assert set(record["work"][own]) == {m.Work.FREE}, "§9.3: each area may act"
            assert set(record["work"][~own]) == {m.Work.NOTHING}
            assert [Step(s) for s in record["stack"][: t.depth, 0]] == [
                Step.PHASE_END, Step.REDEPLOYMENT, Step.DUTY, Step.ACTION_STEP,
            ]  # fmt: skip
            assert record["stack"][1].tolist() == [Step.REDEPLOYMENT, 0, -1, 0]
            record["work"] = m.Work.NOTHING
        else:
            end_phase(t)
            assert record["power"] == -1
        assert differs(record, OF_A_PHASE) == {}


@pytest.mark.rule("§18.8", "T18")
def test_s18_nothing_of_a_fight_is_left_when_it_is_over() -> None:
    state = field()
    t, record = state.tables[0], state.record
    t.control[area("Xuchang")] = country("Dong Zhuo")
    for name in ("Yan Liang", "Tian Feng"):
        t.area[general(name)] = area("Jizhou")
    used(record, set(OF_A_FIGHT) - {"battle", "defender", "role"})
    t.depth, t.a = 0, 1
    leave_field(t)
    assert differs(record, OF_A_FIGHT) == {}
    assert record["power"] == country("Dong Zhuo"), "its phase goes on"
    assert record["stack"][: t.depth].tolist() == [[Step.ARRIVE, 0, 0, 0]]


@pytest.mark.rule("§30.1", "T2")
@pytest.mark.parametrize("scenario", range(9))
def test_s30_countries_rulers_troops_and_generals_are_the_scenarios(scenario: int) -> None:
    state = new(scenario)
    t, record = state.tables[0], state.record
    row = max(scenario - 1, 0)
    assert list_of(t) == row
    playing = m.RULER[row] != m.NO_ONE
    assert np.array_equal(record["status"] == m.Status.PLAYING, playing)
    assert np.array_equal(record["status"] == m.Status.ABSENT, ~playing)
    assert np.array_equal(record["ruler"], m.RULER[row])
    assert np.array_equal(record["control"], m.START_OWNER[row])
    for number in range(m.COUNTRIES):
        if playing[number]:
            assert heir_of(t, number, t.heir[number]) == t.ruler[number]
            assert record["troops"][record["control"] == number].sum() == m.START_TROOPS[row, number]
            assert record["start_points"][number] == m.POINTS[record["control"] == number].sum()
        else:
            assert (record["heir"][number], record["start_points"][number]) == (0, 0)
    listed = m.AREA_TROOPS[row] >= 0
    assert np.array_equal(record["troops"][listed], m.AREA_TROOPS[row][listed])
    for number in range(m.GENERALS):
        home, entry = m.START_COUNTRY[row, number], m.UNIT_ENTRY[m.FIRST_UNIT[number]]
        place = m.Place.SERVING if home != m.NO_ONE else m.Place.GONE if entry <= row else m.Place.UNBORN
        assert (record["place"][number], record["country"][number]) == (place, home), m.GENERAL_NAMES[number]
        if home == m.NO_ONE:
            assert record["area"][number] == m.NOWHERE
        elif m.START_AREA[row, number] != m.NOWHERE:
            assert record["area"][number] == m.START_AREA[row, number]
        else:
            assert record["control"][record["area"][number]] == home


@pytest.mark.rule("T1")
@pytest.mark.parametrize("scenario", range(1, 9))
def test_t1_generals_without_an_area_go_round_the_countrys_in_roster_order(scenario: int) -> None:
    record, row = new(scenario).record, scenario - 1
    for number in range(m.COUNTRIES):
        areas = [a for a in m.LISTED_AREAS[row, number] if a != m.NOWHERE]
        waiting = [g for g in range(m.GENERALS)
                   if m.START_COUNTRY[row, g] == number and m.START_AREA[row, g] == m.NOWHERE]  # fmt: skip
        for turn_of, who in enumerate(waiting if areas else []):
            assert record["area"][who] == areas[turn_of % len(areas)], m.GENERAL_NAMES[who]


@pytest.mark.rule("T69", "T81")
def test_t69_more_troops_come_first_and_of_equals_who_is_later_in_the_list() -> None:
    sun, cao, biao = country("Sun"), country("Cao"), country("Liu Biao")
    for one, other in ((cao, sun), (biao, sun)):
        assert comes_before(2, one, other) == (tuple(
            (m.START_TROOPS[2, c], m.POWER_ORDER[2, c]) for c in (one,)) > tuple(
            (m.START_TROOPS[2, c], m.POWER_ORDER[2, c]) for c in (other,)))  # fmt: skip
    for scenario in range(1, 4):
        record = new(scenario, num_players=int(m.POWERS[scenario - 1])).record
        order = [(m.START_TROOPS[scenario - 1, c], m.POWER_ORDER[scenario - 1, c]) for c in record["seat_country"]
                 if c != m.NO_ONE]  # fmt: skip
        assert order == sorted(order, reverse=True)
        assert not record["cup"].any()
    foremost = new(4, num_players=7).record["seat_country"].tolist()
    assert foremost[:3] == m.FOREMOST.tolist()
    rest = [(m.START_TROOPS[3, c], m.POWER_ORDER[3, c]) for c in foremost[3:7]]
    assert rest == sorted(rest, reverse=True)


@pytest.mark.rule("T4", "§3.1", "§5.1")
@pytest.mark.parametrize(("before", "shuffled"), [(6, False), (9, False), (10, True), (11, False), (15, True)])
def test_t4_with_a_new_period_its_cards_are_shuffled(before: int, shuffled: bool) -> None:
    state = new(2)
    t = state.tables[0]
    t.turn, t.free_moves, t.depth = before, 0, 0
    state.record["turned"] = 1
    turn(t)
    assert t.turn == before + 1
    assert (state.record["turned"].sum() == 0) == shuffled
    assert state.record["stack"][: t.depth].tolist() == [[Step.DESTINY, 0, 0, 0]]


@pytest.mark.rule("§12.1", "T7")
def test_s12_answers_of_this_turn_are_those_of_the_last_one_when_it_is_over() -> None:
    state = new(1)
    t = state.tables[0]
    t.free_moves = t.depth = 0
    t.turn = 3
    t.answer[2, 5], t.answer[5, 2], t.last_answer[1, 1] = 1, 2, 2
    turn(t)
    assert (t.last_answer[2, 5], t.last_answer[5, 2], t.last_answer[1, 1]) == (1, 2, 0)
    assert not state.record["answer"].any()


@pytest.mark.rule("§30.3", "§3.1")
def test_s30_when_the_set_up_is_over_nothing_of_it_is_left() -> None:
    state = new(1)
    t = state.tables[0]
    assert t.free_moves == 1
    t.depth = 0
    used(state.record, ("sent", "moved_in", "picked"))
    turn(t)
    assert (t.free_moves, t.turn) == (0, 1)
    assert not any(state.record[name].any() for name in ("sent", "moved_in", "picked"))


@pytest.mark.rule("T4", "§25.1")
@pytest.mark.parametrize(("now", "most", "over"), [(45, 0, True), (44, 0, False), (2, 2, True), (1, 2, False),
                                                   (3, 2, True), (40, 0, False)])  # fmt: skip
def test_the_last_turn_or_as_many_as_asked_for(now: int, most: int, over: bool) -> None:
    state = new(0, max_turns=most)
    t = state.tables[0]
    t.turn, t.free_moves, t.depth = now, 0, 0
    turn(t)
    assert (t.done == 1) == over
    assert t.turn == now + (not over)


@pytest.mark.rule("§3.1")
@pytest.mark.parametrize(("length", "kept"), [(TRACE - 200, True), (TRACE - 199, False)])
def test_of_turns_without_a_decision_only_the_last_is_told(length: int, kept: bool) -> None:
    state = new(1)
    t = state.tables[0]
    t.free_moves = t.depth = 0
    t.turn, t.told, t.trace_length = 1, 1, length
    turn(t)
    assert t.trace_length == (length if kept else 0) + 1


@pytest.mark.rule("§30.2")
def test_the_widths_of_the_table() -> None:
    assert (MARKERS, DIRECTED) == (m.COUNTRIES + 2, 16)
    assert GAME.dtype.itemsize <= 8192
