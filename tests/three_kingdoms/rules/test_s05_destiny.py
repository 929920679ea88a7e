"""§5: the destiny phase."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.destiny import card_part, enter, leave
from dynasty_env.three_kingdoms.rules.rulers import settle_rulers
from dynasty_env.three_kingdoms.steps import Step, Trace
from tests.three_kingdoms.rules.conftest import area, audited, country, general, new, put, told


def part_of(name: str, version: int = 0, enters: int = 1) -> int:
    """The part of a card that lets a general enter, or leave."""
    unit = m.FIRST_UNIT[general(name)] + version
    return next(p for p in range(m.PARTS) if m.PART_UNIT[p] == unit and m.PART_ENTERS[p] == enters)


def applied(state: State, part: int) -> State:
    """The part of a card is applied, and all that follows at once."""
    t = state.tables[0]
    t.depth = 0
    t.told = 0
    t.a = part
    card_part(t)
    return followed(state)


def followed(state: State) -> State:
    """What waits is taken; then a seat is asked something, and the game stands still."""
    array = state.tables.array
    depth = int(array["depth"][0])
    array["ask_forced"] = 1
    array["stack"][0, 1 : depth + 1] = array["stack"][0, :depth].copy()
    array["stack"][0, 0] = (Step.SETUP_PLACE, 0, array["seat_country"][0, 0], 0)
    array["depth"][0] = depth + 1
    state.call("proceed")
    return state


def at(state: State, name: str) -> tuple[int, int]:
    """Where a general is, and whose."""
    r = state.record
    return int(r["area"][general(name)]), int(r["country"][general(name)])


def fresh(scenario: int = 1) -> State:
    state = new(scenario)
    t = state.tables[0]
    t.turn = t.first_turn
    t.free_moves = 0
    t.depth = 0
    return state


@pytest.mark.rule("§5.3", "§5.4", "T4")
def test_s05_five_cards_a_turn() -> None:
    state = new(6)
    while state.phase == "setup_place":
        state.play("done")
    assert len(told(state, Trace.CARD)) == 5
    assert state.record["turned"].sum() == 5


@pytest.mark.rule("§5.5.1", "§5.5.4")
def test_s05_with_the_first_general_named_who_is_in_play() -> None:
    """Guan Yu enters with Liu Bei, or with Tao Qian."""
    part = part_of("Guan Yu")
    assert [m.GENERAL_NAMES[p] for p in m.PART_PLACES[part][:2]] == ["Liu Bei", "Tao Qian"]
    state = applied(fresh(), part)
    assert at(state, "Guan Yu") == (area("Xuzhou"), country("Liu Bei")), "Liu Bei has not come yet (T5)"


@pytest.mark.rule("§5.5.5", "T5")
def test_s05_a_dead_or_unborn_general_makes_a_letter_void() -> None:
    state = fresh()
    leave(state.tables[0], general("Tao Qian"))
    put(state, "Youzhou", "Cao", 3, "Liu Bei")
    applied(state, part_of("Guan Yu"))
    assert at(state, "Guan Yu") == (area("Youzhou"), country("Cao"))


@pytest.mark.rule("§5.5.6", "§5.5.7")
def test_s05_in_a_neutral_area_he_is_free() -> None:
    """Liu Bei enters with Tao Qian, else in Xuzhou."""
    state = fresh()
    t = state.tables[0]
    t.place[general("Tao Qian")] = m.Place.GONE
    put(state, "Xuzhou", "nobody")
    enter(t, general("Liu Bei"), 0, part_of("Liu Bei"))
    assert state.record["place"][general("Liu Bei")] == m.Place.FREE
    assert at(state, "Liu Bei") == (area("Xuzhou"), m.NO_ONE)


@pytest.mark.rule("§5.5.8")
def test_s05_clans_count_as_nobody() -> None:
    state = fresh()
    state.tables[0].place[general("Tao Qian")] = m.Place.GONE
    put(state, "Xuzhou", "clans", 10)
    enter(state.tables[0], general("Liu Bei"), 0, part_of("Liu Bei"))
    assert state.record["place"][general("Liu Bei")] == m.Place.FREE


@pytest.mark.rule("§5.5.2", "§5.5.3")
def test_s05_numbers_only_where_all_letters_are_void() -> None:
    """Zhang Fei: Liu Bei, Tao Qian; 1–2 Xuzhou, 3 Beihai, 4 Qingzhou, 5 Youzhou, 6 Changshan."""
    state = fresh()
    state.tables[0].place[general("Tao Qian")] = m.Place.GONE
    reached = set()
    for key in range(60):
        copy = state.clone()
        copy.tables[0].key0 = key
        enter(copy.tables[0], general("Zhang Fei"), 0, part_of("Zhang Fei"))
        reached.add(m.AREA_NAMES[at(copy, "Zhang Fei")[0]])
    assert reached == {"Xuzhou", "Beihai", "Qingzhou", "Youzhou", "Changshan"}


@pytest.mark.rule("§5.5.10", "T5")
def test_s05_all_void_a_random_country_at_its_ruler() -> None:
    state = fresh()
    t = state.tables[0]
    for name in ("Liu Bei", "Tao Qian"):
        t.place[general(name)] = m.Place.GONE
    settle_rulers(t)
    t.status[country("Liu Bei")] = m.Status.FALLEN
    t.depth = 0
    reached = set()
    for key in range(200):
        copy = state.clone()
        copy.tables[0].key0 = key
        applied(copy, part_of("Guan Yu"))
        where, whose = at(copy, "Guan Yu")
        assert where == copy.record["area"][copy.record["ruler"][whose]]
        reached.add(whose)
    playing = {c for c in range(m.COUNTRIES) if state.record["status"][c] == m.Status.PLAYING}
    assert reached == playing, "minor powers too"


@pytest.mark.rule("T38")
def test_t38_who_is_in_play_does_not_enter_again_nor_the_dead() -> None:
    state = fresh(3)
    before = at(state, "Guan Yu")
    applied(state, part_of("Guan Yu"))
    assert at(state, "Guan Yu") == before
    assert told(state, Trace.VOID)
    state.tables[0].place[general("Zhou Cang")] = m.Place.DEAD
    applied(state, part_of("Zhou Cang"))
    assert state.record["place"][general("Zhou Cang")] == m.Place.DEAD


@pytest.mark.rule("T2", "T65")
def test_t65_a_later_unit_replaces_the_earlier_or_enters_as_the_later() -> None:
    state = fresh(5)
    before = at(state, "Lu Xun")
    applied(state, part_of("Lu Xun", 1))
    assert state.record["unit"][general("Lu Xun")] == 1
    assert at(state, "Lu Xun") == before, "where he is, of whatever country"
    early = fresh(1)
    applied(early, part_of("Lu Xun", 2))
    assert early.record["unit"][general("Lu Xun")] == 2
    assert early.record["place"][general("Lu Xun")] in (m.Place.SERVING, m.Place.FREE)


@pytest.mark.rule("§5.6", "§5.6.1", "T38")
def test_s05_exits_and_exits_before_the_entry() -> None:
    state = fresh()
    applied(state, part_of("Hua Xiong", enters=0))
    assert state.record["place"][general("Hua Xiong")] == m.Place.GONE
    applied(state, part_of("Guan Yu", enters=0))
    assert state.record["place"][general("Guan Yu")] == m.Place.UNBORN, "he may still come"


@pytest.mark.rule("§26.1", "§26.3", "§5.6")
def test_s26_a_rulers_exit_brings_the_heir() -> None:
    """Tao Qian → Liu Bei, who is not in play yet: he enters in an own area; a minor power's (T60)."""
    state = applied(fresh(), part_of("Tao Qian", enters=0))
    assert state.record["ruler"][country("Liu Bei")] == general("Liu Bei")
    assert at(state, "Liu Bei") == (area("Xuzhou"), country("Liu Bei"))
    audited(state)


@pytest.mark.rule("§24.5", "T18")
def test_s24_through_a_card_a_country_without_heirs_falls() -> None:
    """Areas neutral, troops removed, generals in exile."""
    state = fresh(2)
    t = state.tables[0]
    leave(t, general("Lü Bu"))
    followed(state)
    r = state.record
    assert r["status"][country("Lü Bu")] == m.Status.FALLEN
    assert (r["control"][area("Yanzhou")], r["troops"][area("Yanzhou")]) == (m.NEUTRAL, 0)
    assert r["place"][general("Zhang Liao")] == m.Place.SERVING
    assert at(state, "Zhang Liao")[1] != country("Lü Bu")
