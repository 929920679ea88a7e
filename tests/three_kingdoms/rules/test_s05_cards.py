"""§5, §6–§8: cards step by step, and the phases of those whom nobody plays."""

from __future__ import annotations

import pytest

from dynasty_env.kit.engine.table import push
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.destiny import (
    area_named,
    card_part,
    destiny,
    enter,
    enter_at,
    leave,
    period_of,
    place_on_card,
    turn_up,
)
from dynasty_env.three_kingdoms.rules.turn import grow, marker, thaw
from dynasty_env.three_kingdoms.steps import Step, Trace
from dynasty_env.three_kingdoms.table import MARKERS, THAW
from tests.three_kingdoms.rules.conftest import area, country, general, new, one, phase_of, put, told


def fresh(scenario: int = 1, turn: int | None = None) -> State:
    """The destiny phase of a turn."""
    state = new(scenario)
    t = state.tables[0]
    t.turn = t.first_turn if turn is None else turn
    t.free_moves = t.depth = t.told = t.a = t.b = 0
    return state


def frames(state: State) -> list[tuple[int, ...]]:
    return [tuple(row) for row in state.record["stack"][: state.record["depth"]].tolist()][::-1]


def only(state: State, card: int) -> State:
    """That card is turned up next."""
    state.record["turned"] = 1
    state.tables[0].turned[card] = 0
    return state


@pytest.mark.rule("§5.1")
def test_s05_nine_periods_of_five_turns() -> None:
    t = new(0).tables[0]
    periods = []
    for number in range(1, 46):
        t.turn = number
        periods.append(period_of(t))
    assert periods == [k for k in range(9) for _ in range(5)]


@pytest.mark.rule("§5.3", "§5.4", "§6.1")
def test_s05_after_five_cards_the_markers_go_into_the_cup() -> None:
    state = fresh()
    t = state.tables[0]
    t.a = 5
    destiny(t)
    assert frames(state) == [(Step.MARKER, 0, 0, 0)]
    assert t.cup[THAW] == 1
    assert not told(state, Trace.CARD)


@pytest.mark.rule("§5.2", "§5.3")
@pytest.mark.parametrize("card", [0, 7, 23])
def test_s05_the_parts_of_a_card_in_order_then_the_next_card(card: int) -> None:
    state = only(fresh(turn=3), card)
    t = state.tables[0]
    t.a = 2
    destiny(t)
    first, after = m.CARD_PARTS[0, card]
    parts = [(Step.CARD_PART, 0, part, 0) for part in range(first, after)]
    assert frames(state) == [*parts, (Step.DESTINY, 0, 3, 0)]
    assert t.turned[card] == 1
    entry = one(state, Trace.CARD)
    assert (entry.subject, entry.object, entry.value) == (0, 0, card)


@pytest.mark.rule("T4", "§25.1")
@pytest.mark.parametrize(("scenario", "turn", "over"), [(1, 5, False), (1, 6, True), (2, 10, False), (2, 11, True),
                                                        (0, 41, True), (0, 40, False)])  # fmt: skip
def test_t4_the_end_card_ends_the_period_that_the_scenario_names(scenario: int, turn: int, over: bool) -> None:
    state = only(fresh(scenario, turn), m.ENDS)
    destiny(state.tables[0])
    assert state.done == over
    if over:
        assert one(state, Trace.ENDED).value == 1
    else:
        assert frames(state) == [(Step.DESTINY, 0, 1, 0)], "it is void"


@pytest.mark.rule("T4", "T83")
def test_t83_every_card_that_is_left_is_equally_likely() -> None:
    state = fresh()
    counts = dict.fromkeys((3, 11, 20), 0)
    for key in range(300):
        t = state.tables[0]
        t.key0, t.draws = key, 0
        state.record["turned"] = 1
        for card in counts:
            t.turned[card] = 0
        counts[turn_up(t)] += 1
        assert state.record["turned"].sum() == 23
    assert all(70 < count < 130 for count in counts.values())


@pytest.mark.rule("§5.5", "§5.6", "T2", "T65")
def test_s05_a_part_is_of_a_unit_who_enters_or_leaves() -> None:
    state = fresh(5, 21)
    t = state.tables[0]
    who = general("Lu Xun")
    first = int(m.FIRST_UNIT[who])
    later = next(p for p in range(m.PARTS) if m.PART_UNIT[p] == first + 2 and m.PART_ENTERS[p] == 1)
    t.a = later
    card_part(t)
    assert t.unit[who] == 2
    assert [e.value for e in told(state, Trace.REPLACED)] == [2]
    t.a = next(p for p in range(m.PARTS) if m.PART_UNIT[p] == first + 1 and m.PART_ENTERS[p] == 1)
    card_part(t)
    assert t.unit[who] == 2, "an earlier one does not replace a later one"
    assert [e.subject for e in told(state, Trace.VOID)] == [who]
    t.told = 0
    t.a = next(p for p in range(m.PARTS) if m.UNIT_GENERAL[m.PART_UNIT[p]] == general("Zhou Yu") and
               m.PART_ENTERS[p] == 0)  # fmt: skip
    card_part(t)
    assert (t.place[general("Zhou Yu")], t.unit[who]) != (m.Place.SERVING, 0)


@pytest.mark.rule("§5.6", "§5.6.1", "T38")
@pytest.mark.parametrize(("place", "leaves"), [(m.Place.UNBORN, False), (m.Place.SERVING, True), (m.Place.FREE, True),
                                               (m.Place.DEAD, False), (m.Place.GONE, False)])  # fmt: skip
def test_s05_only_who_is_on_the_map_leaves(place: m.Place, leaves: bool) -> None:
    state = fresh()
    t = state.tables[0]
    who = general("Hua Xiong")
    t.place[who] = place
    leave(t, who)
    assert t.place[who] == (m.Place.GONE if leaves else place)
    assert [Trace(e.kind) for e in state.trace()] == [Trace.LEFT if leaves else Trace.VOID]


@pytest.mark.rule("§5.5", "T2", "T38", "T65")
@pytest.mark.parametrize(("place", "kind"), [(m.Place.UNBORN, Trace.ENTERED), (m.Place.SERVING, Trace.REPLACED),
                                             (m.Place.FREE, Trace.REPLACED), (m.Place.DEAD, Trace.VOID),
                                             (m.Place.GONE, Trace.VOID)])  # fmt: skip
def test_s05_who_enters_who_is_replaced_and_who_stays_away(place: m.Place, kind: Trace) -> None:
    state = fresh(5, 21)
    t = state.tables[0]
    who = general("Lu Xun")
    t.place[who] = place
    part = next(p for p in range(m.PARTS) if m.PART_UNIT[p] == m.FIRST_UNIT[who] + 1 and m.PART_ENTERS[p] == 1)
    enter(t, who, 1, part)
    assert kind in [Trace(e.kind) for e in state.trace()]
    assert t.unit[who] == (0 if kind == Trace.VOID else 1)


@pytest.mark.rule("§5.5.4", "§5.5.5", "§5.5.6", "T5")
def test_s05_where_a_card_points_to() -> None:
    t = fresh().tables[0]
    assert area_named(t, m.NOWHERE) == m.NOWHERE
    assert area_named(t, m.GENERALS) == 0
    assert area_named(t, m.GENERALS + 36) == 36
    who = general("Hua Xiong")
    home = int(t.area[who])
    for place, found in ((m.Place.SERVING, home), (m.Place.FREE, home), (m.Place.DEAD, -1), (m.Place.UNBORN, -1)):
        t.place[who] = place
        assert area_named(t, who) == found


@pytest.mark.rule("§5.5.1", "§5.5.2", "§5.5.3")
def test_s05_letters_before_numbers_and_a_void_number_is_not_rolled_again() -> None:
    """Zhang Fei: with Liu Bei, with Tao Qian; 1–2 Xuzhou, 3 Beihai, 4 Qingzhou, 5 Youzhou, 6 Changshan."""
    state = fresh()
    t = state.tables[0]
    who = general("Zhang Fei")
    part = next(p for p in range(m.PARTS) if m.PART_UNIT[p] == m.FIRST_UNIT[who] and m.PART_ENTERS[p] == 1)
    draws = int(t.draws)
    assert place_on_card(t, part) == area("Xuzhou")
    assert t.draws == draws, "no die"
    t.place[general("Tao Qian")] = m.Place.DEAD
    faces = [place_on_card(t, part) for _ in range(300)]
    assert {m.AREA_NAMES[a]: faces.count(a) > 25 for a in faces} == dict.fromkeys(
        ("Xuzhou", "Beihai", "Qingzhou", "Youzhou", "Changshan"), True
    )
    assert faces.count(area("Xuzhou")) > 1.3 * faces.count(area("Beihai"))
    lettered = next(p for p in range(m.PARTS) if m.PART_DIE[p, 0] == m.NOWHERE and m.PART_PLACES[p, 0] >= 0 and
                    m.PART_PLACES[p, 0] < m.GENERALS and m.PART_PLACES[p, 1] == m.NOWHERE)  # fmt: skip
    t.place[m.PART_PLACES[lettered, 0]] = m.Place.DEAD
    assert place_on_card(t, lettered) == m.NOWHERE


@pytest.mark.rule("§5.5.7", "§5.5.8", "§5.5.10", "T39")
@pytest.mark.parametrize(("owner", "place"), [("nobody", m.Place.FREE), ("clans", m.Place.FREE),
                                              ("Zhang Lu", m.Place.SERVING)])  # fmt: skip
def test_s05_whose_he_is_in_the_area(owner: str, place: m.Place) -> None:
    state = fresh()
    t = state.tables[0]
    who = general("Guan Yu")
    put(state, "Youzhou", owner)
    enter_at(t, who, area("Youzhou"))
    whose = country(owner) if place == m.Place.SERVING else m.NO_ONE
    assert (t.place[who], t.country[who], t.area[who]) == (place, whose, area("Youzhou"))
    entry = one(state, Trace.ENTERED)
    assert (entry.subject, entry.object, entry.value) == (who, area("Youzhou"), whose)
    assert frames(state) == []
    t.told = 0
    enter_at(t, general("Zhang Fei"), m.NOWHERE)
    assert frames(state) == [(Step.ARRIVE, 0, 0, 0)]
    assert one(state, Trace.EXILED).subject == general("Zhang Fei")


@pytest.mark.rule("§6.4", "§6.5", "§7.1", "§8.1")
def test_s06_each_marker_brings_its_phase() -> None:
    for drawn, kind in ((THAW, Trace.THAWED), (m.CLANS, Trace.GREW), (country("Zhang Lu"), Trace.GREW)):
        state = fresh()
        t = state.tables[0]
        t.cup[drawn] = 1
        marker(t)
        assert [Trace(e.kind) for e in state.trace()] == [Trace.MARKER, kind]
        assert one(state, Trace.MARKER).value == drawn
        assert frames(state) == [(Step.MARKER, 0, 0, 0)]
        assert not state.record["cup"].any()
    state = fresh()
    t = state.tables[0]
    t.cup[country("Yuan Shao")] = 1
    marker(t)
    assert t.power == country("Yuan Shao")
    assert [frame[0] for frame in frames(state)] == [Step.ACTION_STEP, Step.DUTY, Step.REDEPLOYMENT, Step.PHASE_END,
                                                    Step.MARKER]  # fmt: skip


@pytest.mark.rule("§6.4", "§6.6", "T83")
def test_s06_markers_are_drawn_blindly_until_the_cup_is_empty() -> None:
    drawn = []
    for key in range(200):
        state = fresh()
        t = state.tables[0]
        t.key0 = key
        for kind in (0, 4, THAW):
            t.cup[kind] = 1
        marker(t)
        drawn.append(one(state, Trace.MARKER).value)
        assert state.record["cup"].sum() == 2
    assert {kind: 40 < drawn.count(kind) < 100 for kind in drawn} == {0: True, 4: True, THAW: True}
    state = fresh()
    marker(state.tables[0])
    assert frames(state) == [(Step.TURN, 0, 0, 0)]
    assert MARKERS == THAW + 1


@pytest.mark.rule("§7.2")
def test_s07_the_thaw_tells_how_many_sides() -> None:
    state = fresh()
    t = state.tables[0]
    for side in m.OPEN_SIDE[:3]:
        t.bans[side] = 1
    t.bans[m.OPEN_SIDE[3]] = 4
    thaw(t)
    assert one(state, Trace.THAWED).value == 4
    assert state.record["bans"].sum() == 3


@pytest.mark.rule("§8.2", "§8.3")
def test_s08_one_soldier_in_each_area_of_one_owner() -> None:
    state = fresh()
    before = state.record["troops"].copy()
    grow(state.tables[0], m.CLANS)
    mine = state.record["control"] == m.CLANS
    assert ((state.record["troops"] - before) == mine).all()
    entry = one(state, Trace.GREW)
    assert (entry.subject, entry.value) == (m.CLANS, mine.sum())


@pytest.mark.rule("§9.3")
def test_s09_the_power_acts_before_its_redeployment() -> None:
    state = phase_of(new(1), "Dong Zhuo")
    assert [row[0] for row in frames(state)] == [Step.DUTY, Step.REDEPLOYMENT, Step.PHASE_END, Step.ALLY_ANSWER]
    push(state.tables[0], Step.ACTION_STEP, 0, 0, 0)
    state.tables[0].status[country("Dong Zhuo")] = m.Status.FALLEN
    state.call("proceed")
    assert state.record["power"] == m.NO_ONE, "T34: the phase is over"
    assert state.phase == "ally_answer"
