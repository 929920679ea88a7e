"""§3, §6–§8: turn, cup, thaw, minor powers and clans."""

import pytest

from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.turn import fill_cup, grow, thaw
from dynasty_env.three_kingdoms.steps import Trace
from dynasty_env.three_kingdoms.table import THAW
from tests.three_kingdoms.rules.conftest import area, audited, country, general, new, phase_of, put, told


@pytest.mark.rule("§6.1", "§6.2", "§6.3")
def test_s06_a_marker_for_everybody_in_the_game_and_the_thaw() -> None:
    state = new(1)
    t = state.tables[0]
    fill_cup(t)
    cup = {n for n in range(len(t.cup)) if t.cup[n]}
    assert cup == {c for c in range(m.COUNTRIES) if m.COUNTRY_NAMES[c] != "Lü Bu"} | {m.CLANS, THAW}
    for number in range(m.AREAS):
        if t.control[number] == m.CLANS:
            put(state, m.AREA_NAMES[number], "nobody")
    t.status[country("Ma Teng")] = m.Status.FALLEN
    fill_cup(t)
    assert t.cup[m.CLANS] == t.cup[country("Ma Teng")] == 0


@pytest.mark.rule("§6.4", "§6.5", "§6.6", "§3.1")
def test_s06_everybody_has_one_phase_a_turn() -> None:
    state = new(1)
    while state.phase == "setup_place":
        state.play("done")
    drawn: list[int] = []
    turn = int(state.record["turn"])
    while True:
        drawn += [e.value for e in told(state, Trace.MARKER)]
        if state.record["turn"] != turn:
            break
        state.play(int(state.legal()[0]))
        audited(state)
    first = drawn[: 10 + 2]
    assert sorted(first) == [*range(10), m.CLANS, THAW]


@pytest.mark.rule("§7.1", "§7.2")
def test_s07_the_thaw_takes_one_marker_off_every_side() -> None:
    state = new(1)
    t = state.tables[0]
    t.bans[0], t.bans[1] = 3, 1
    thaw(t)
    assert (t.bans[0], t.bans[1], t.bans[2]) == (2, 0, 0)


@pytest.mark.rule("§8.1", "§8.2", "§8.3")
def test_s08_minor_powers_and_clans_grow_by_one_in_each_area() -> None:
    state = new(1)
    t = state.tables[0]
    before = t.troops[area("Youzhou")], t.troops[area("Hanzhong")], t.troops[area("Luoyang")]
    grow(t, m.CLANS)
    grow(t, country("Zhang Lu"))
    after = t.troops[area("Youzhou")], t.troops[area("Hanzhong")], t.troops[area("Luoyang")]
    assert [b - a for a, b in zip(before, after, strict=True)] == [1, 1, 0]


@pytest.mark.rule("§9.7", "§11.7", "§12.2", "§13.3")
def test_s09_a_phase_begins_with_fresh_units_and_without_points() -> None:
    state = new(1)
    t = state.tables[0]
    t.points = 4
    t.acted[general("Cao Cao")] = 1
    t.tired[area("Luoyang")] = 5
    phase_of(state, "Dong Zhuo")
    assert (t.points, t.acted[general("Cao Cao")], t.tired[area("Luoyang")]) == (0, 0, 0)
    assert state.seat == t.country_seat[country("Dong Zhuo")]


@pytest.mark.rule("T4", "§5.1")
def test_max_turns_cuts_a_game_short() -> None:
    state = new(6, max_turns=1)
    while not state.done:
        state.play(int(state.legal()[0]))
    assert state.record["turn"] == 26
    assert told(state, Trace.ENDED)[0].value == 3
