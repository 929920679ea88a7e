"""§26 and §24–§25 of the first edition: rulers, falls, the end."""

import pytest

from dynasty_env.kit.engine.table import push
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.rules.control import take_off
from dynasty_env.three_kingdoms.rules.rulers import exile, fall, heir_of, settle_rulers
from dynasty_env.three_kingdoms.rules.score import end_if_alone, points
from dynasty_env.three_kingdoms.rules.setup import give_power
from dynasty_env.three_kingdoms.steps import Step, Trace
from tests.three_kingdoms.rules.conftest import area, audited, country, empty, general, names, new, order, put, told


def realm() -> State:
    """Cao (a seat), Ma Teng (minor), Sun (a seat), Dong Zhuo (a seat), each with something."""
    state = empty(new(2, num_players=3), "Cao", "Ma Teng", "Sun", "Dong Zhuo")
    t = state.tables[0]
    for number in range(m.COUNTRIES):
        t.country_seat[number] = m.NO_ONE
    for seat, name in enumerate(("Cao", "Sun", "Dong Zhuo")):
        give_power(t, seat, country(name))
    t.depth = t.told = t.trace_length = 0
    t.free_moves = 0
    t.turn = t.first_turn
    push(t, Step.ALLY_ANSWER, 0, country("Cao"), country("Sun"))
    put(state, "Xuchang", "Cao", 11, "Cao Cao", "Xun Yu", "Dian Wei")
    put(state, "Chenliu", "Cao", 4)
    put(state, "Liangzhou", "Ma Teng", 7, "Ma Teng", "Ma Dai")
    put(state, "Tianshui", "Ma Teng", 9)
    put(state, "Jianye", "Sun", 8, "Sun Ce", "Zhou Tai")
    put(state, "Changan", "Dong Zhuo", 9, "Li Jue", "Guo Si")
    return state


def gone(state: State, name: str) -> State:
    """He dies, and what follows is carried out."""
    t = state.tables[0]
    take_off(t, general(name), m.Place.DEAD)
    settle_rulers(t)
    t.told = 0
    t.trace_length = 0
    state.call("proceed")
    return state


@pytest.mark.rule("§26.1", "§26.2", "§26.3", "T60")
def test_s26_the_next_heir_enters_where_a_minor_power_has_most_troops() -> None:
    state = realm()
    state.tables[0].place[general("Ma Chao")] = m.Place.UNBORN
    gone(state, "Ma Teng")
    r = state.record
    assert r["ruler"][country("Ma Teng")] == general("Ma Chao")
    assert r["area"][general("Ma Chao")] == area("Tianshui")
    audited(state)


@pytest.mark.rule("§26.4", "T63")
def test_s26_dead_heirs_and_those_of_others_are_passed_over() -> None:
    state = realm()
    put(state, "Jianye", "Sun", 8, "Ma Chao")
    gone(state, "Ma Teng")
    assert state.record["ruler"][country("Ma Teng")] == general("Ma Dai")
    assert state.record["heir"][country("Ma Teng")] == 2, "the line only goes down"


@pytest.mark.rule("§26.3")
def test_s26_a_seat_chooses_the_area() -> None:
    state = realm()
    state.tables[0].place[general("Cao Pi")] = m.Place.UNBORN
    gone(state, "Cao Cao")
    assert (state.phase, names(state)) == ("heir_area", {"area:Xuchang", "area:Chenliu"})
    order(state, "area:Chenliu")
    assert state.record["ruler"][country("Cao")] == general("Cao Pi")
    assert state.record["area"][general("Cao Pi")] == area("Chenliu")


@pytest.mark.rule("T63")
def test_t63_a_free_heir_enters_like_one_not_in_play() -> None:
    state = realm()
    put(state, "Yizhou", "nobody", 0, "Ma Chao")
    gone(state, "Ma Teng")
    assert state.record["ruler"][country("Ma Teng")] == general("Ma Chao")
    assert state.record["country"][general("Ma Chao")] == country("Ma Teng")


@pytest.mark.rule("T20")
def test_t20_li_jues_heir_is_guo_si() -> None:
    state = realm()
    assert heir_of(state.tables[0], m.DONG_ZHUO, 1) == general("Guo Si")
    gone(state, "Li Jue")
    assert state.record["ruler"][country("Dong Zhuo")] == general("Guo Si")
    later = new(1).tables[0]
    assert heir_of(later, m.DONG_ZHUO, 1) == general("Dong Min")


@pytest.mark.rule("§26.5", "§24.5", "T18", "T66")
def test_s26_without_heirs_the_country_falls() -> None:
    """Outside a fight nobody conquers: areas neutral, generals in exile with their new rulers."""
    state = realm()
    t = state.tables[0]
    for name in ("Ma Chao", "Ma Dai"):
        t.place[general(name)] = m.Place.DEAD
        t.country[general(name)] = m.NO_ONE
        t.area[general(name)] = m.NOWHERE
    put(state, "Tianshui", "Ma Teng", 9, "Pang De")
    gone(state, "Ma Teng")
    r = state.record
    assert r["status"][country("Ma Teng")] == m.Status.FALLEN
    assert (r["control"][area("Tianshui")], r["troops"][area("Tianshui")]) == (m.NEUTRAL, 0)
    host = int(r["country"][general("Pang De")])
    assert r["area"][general("Pang De")] == r["area"][r["ruler"][host]]


def fallen(key: int = 0) -> State:
    """Ma Teng's country falls to Cao."""
    state = realm()
    t = state.tables[0]
    t.key0 = key
    put(state, "Liangzhou", "Ma Teng", 7, "Pang De", "Han Sui")
    t.a, t.b = country("Ma Teng"), country("Cao")
    fall(t)
    state.call("proceed")
    return state


@pytest.mark.rule("§24.2", "§24.3")
def test_s24_areas_and_half_of_the_troops_are_the_conquerors() -> None:
    r = fallen().record
    for name, half in (("Liangzhou", 4), ("Tianshui", 5)):
        assert (r["control"][area(name)], r["troops"][area(name)]) == (country("Cao"), half), "rounded up per area"
    assert r["cup"][country("Ma Teng")] == 0


@pytest.mark.rule("§24.4", "§24.2", "T17")
def test_s24_generals_elsewhere_submit_or_go_into_exile() -> None:
    seen: set[int] = set()
    for key in range(40):
        state = fallen(key)
        checks = told(state, Trace.CHECKED)
        assert {e.object for e in checks} == {m.Column.FALLEN_ELSEWHERE}
        seen |= {e.value for e in checks}
        for entry in checks:
            if entry.value == m.Check.SUBMITS:
                assert state.record["country"][entry.subject] == country("Cao")
        audited(state)
    assert seen == {m.Check.SUBMITS, m.Check.EXILE}


@pytest.mark.rule("T5", "§24.5")
def test_t5_exile_is_to_any_country_in_play() -> None:
    state = realm()
    hosts = set()
    for key in range(80):
        copy = state.clone()
        copy.tables[0].key0 = key
        exile(copy.tables[0], general("Dian Wei"))
        hosts.add(int(copy.record["country"][general("Dian Wei")]))
    assert hosts == {country(name) for name in ("Cao", "Ma Teng", "Sun", "Dong Zhuo")}


@pytest.mark.rule("T67")
def test_t67_one_seat_left_ends_the_game() -> None:
    state = realm()
    t = state.tables[0]
    end_if_alone(t)
    assert not state.done
    t.status[country("Sun")] = m.Status.FALLEN
    t.status[country("Dong Zhuo")] = m.Status.FALLEN
    end_if_alone(t)
    assert state.done
    assert state.returns("win").tolist() == [1.0, -0.5, -0.5]


@pytest.mark.rule("1e §25")
def test_s25_points_are_strength_and_cities() -> None:
    state = realm()
    t = state.tables[0]
    assert points(t, country("Cao")) == (4 + 2) + (3 + 1)
    assert points(t, country("Sun")) == 5 + 2
    assert points(t, country("Ma Teng")) == (3 + 1) + 2


@pytest.mark.rule("T19", "T68")
def test_t19_most_points_win_ties_are_shared_minor_powers_do_not_compete() -> None:
    state = realm()
    t = state.tables[0]
    t.done = 1
    for c in range(m.COUNTRIES):
        t.start_points[c] = 0
    assert state.returns("win").tolist() == [1.0, -0.5, -0.5]
    put(state, "Liangzhou", "Cao", 3)
    put(state, "Chenliu", "Ma Teng", 3)
    put(state, "Xuchang", "Ma Teng", 3)
    put(state, "Hanzhong", "Cao", 3)  # Cao 4 + 4, Sun 7, Dong Zhuo 7
    assert state.returns("rank").tolist() == [1.0, -0.5, -0.5]
    put(state, "Hanzhong", "Sun", 1)
    put(state, "Yongan", "Dong Zhuo", 1)
    put(state, "Ba", "Dong Zhuo", 1)  # 4, 11, 14
    put(state, "Zitong", "Sun", 1)
    put(state, "Longxi", "Sun", 1)  # 4, 14, 14
    assert state.returns("win").tolist() == [-1.0, 0.5, 0.5]
    for reward in ("win", "rank", "points", "gain"):
        assert float(state.returns(reward).sum()) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.rule("T4", "§25.1")
def test_t4_the_end_card_of_the_named_period_ends_the_game() -> None:
    for seed in range(6):
        state = GAME.new(seed, backend="interpreted", scenario=7, num_players=2)
        while not state.done:
            legal = state.legal()
            state.play(int(legal[0]))
        assert told(state, Trace.ENDED)[0].value in (1, 2)
        assert 36 <= state.record["turn"] <= 40 or told(state, Trace.ENDED)[0].value == 2
