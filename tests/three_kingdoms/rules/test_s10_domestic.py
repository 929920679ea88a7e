"""§9–§11: the action step, levies and diplomacy."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
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
    one,
    order,
    phase_of,
    put,
    told,
)


def dong() -> State:
    """Dong Zhuo (administration 2, diplomacy 1) and Li Ru (4, 3) hold Luoyang, Hua Xiong (none) Hongnong."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Cao")
    put(state, "Luoyang", "Dong Zhuo", 10, "Dong Zhuo", "Li Ru")
    put(state, "Hongnong", "Dong Zhuo", 4, "Hua Xiong")
    put(state, "Changan", "Dong Zhuo", 4)
    put(state, "Jizhou", "Yuan Shao", 10, "Yuan Shao")
    put(state, "Yanzhou", "Cao", 10, "Cao Cao")
    return phase_of(state, "Dong Zhuo")


@pytest.mark.rule("§9.1", "§9.3", "§9.8", "§10.2")
def test_s10_a_levy_needs_a_general() -> None:
    state = dong()
    assert of_kind(state, "levy:") == {"Luoyang", "Hongnong"}
    assert "done" in names(state)


@pytest.mark.rule("§10.1", "§10.4", "T6", "T43")
def test_s10_as_many_troops_as_the_area_is_strong() -> None:
    state = dong()
    order(state, "levy:Hongnong")
    assert state.record["troops"][area("Hongnong")] == 4 + 2
    assert state.phase == "act", "nobody there has administration (T43)"
    assert "Hongnong" not in of_kind(state, "levy:"), "one levy an area (T6)"


@pytest.mark.rule("§10.5", "§10.6", "§10.8")
def test_s10_each_general_rolls_once_for_one_more() -> None:
    state = dong()
    order(state, "levy:Luoyang")
    assert names(state) == {"done", "each", "general:1", "general:2"}
    both = chance(state, "each", lambda s: len(told(s, Trace.RAISED)) == 2)
    assert [(e.object, e.value <= e.object) for e in told(both, Trace.ROLLED)] == [(2, True), (4, True)]
    assert both.record["troops"][area("Luoyang")] == 10 + 5 + 2
    none = chance(state, "each", lambda s: not told(s, Trace.RAISED))
    assert none.record["troops"][area("Luoyang")] == 10 + 5


@pytest.mark.rule("§10.7", "T73")
def test_s10_values_added_up_are_one_attempt_and_six_is_certain() -> None:
    state = dong()
    rolled = order(state, "levy:Luoyang", "general:1", "general:2")  # nothing is left but to roll
    assert one(rolled, Trace.ROLLED).object == 2 + 4
    assert state.record["troops"][area("Luoyang")] == 10 + 5 + 1
    assert state.phase == "act", "each rolls once"


@pytest.mark.rule("§9.3", "§16.2")
def test_s16_an_area_levies_or_invades() -> None:
    state = dong()
    assert "Xuchang" in of_kind(state, "invade:")
    order(state, "levy:Luoyang", "done")
    assert "Xuchang" not in of_kind(state, "invade:"), "only Luoyang is next to it"


@pytest.mark.rule("§10.4", "§10.6")
def test_levy_the_rest_does_all_at_once() -> None:
    state = dong()
    order(state, "levy the rest")
    r = state.record
    assert (r["work"][area("Luoyang")], r["work"][area("Hongnong")]) == (m.Work.LEVIED, m.Work.LEVIED)
    assert r["troops"][area("Hongnong")] == 6
    assert r["troops"][area("Luoyang")] in (15, 16, 17)
    assert not of_kind(state, "levy:")


@pytest.mark.rule("§11.1", "§11.2", "§11.4", "§11.6")
def test_s11_at_court_a_success_is_two_points() -> None:
    state = dong()
    order(state, "diplomacy")
    assert names(state) == {"done", "each", "general:1", "general:2"}
    both = chance(state, "each", lambda s: s.record["points"] == 4)
    assert [e.object for e in told(both, Trace.ROLLED)] == [1, 3]
    assert "diplomacy" not in names(both)


@pytest.mark.rule("§11.5")
def test_s11_values_added_up() -> None:
    state = dong()
    order(state, "diplomacy", "general:1")
    won = chance(state, "general:2", lambda s: s.record["points"] > 0)
    assert one(won, Trace.ROLLED).object == 1 + 3
    assert won.record["points"] == 2


@pytest.mark.rule("§9.5", "§10.3", "§11.3", "T41", "T42")
def test_s11_whoever_did_diplomacy_does_not_levy() -> None:
    state = dong()
    order(state, "diplomacy", "general:2", "yes", "done")
    assert "Luoyang" in of_kind(state, "levy:"), "Dong Zhuo is still free"
    order(state, "levy:Luoyang")
    assert names(state) == {"done", "each", "general:1"}, "Li Ru has acted"
    other = dong()
    order(other, "diplomacy", "each")
    assert "Luoyang" not in of_kind(other, "levy:"), "nobody is left for it"


@pytest.mark.rule("T41")
def test_t41_diplomacy_comes_before_the_levy() -> None:
    state = dong()
    order(state, "levy:Luoyang", "done")
    assert "diplomacy" not in names(state)


@pytest.mark.rule("§11.2")
def test_s11_only_where_the_ruler_is() -> None:
    state = dong()
    state.tables[0].area[general("Dong Zhuo")] = area("Changan")
    phase_of(state, "Dong Zhuo")
    order(state, "diplomacy")
    assert state.record["work"][area("Changan")] == m.Work.TALKED
    assert of_kind(state, "general:") == {"1"}


@pytest.mark.rule("§9.2")
def test_s09_troops_that_come_in_do_not_act() -> None:
    state = dong()
    order(state, "levy:Hongnong")
    assert state.record["tired"][area("Hongnong")] == 2


@pytest.mark.rule("§9.8", "§25.1")
def test_s09_after_the_step_comes_redeployment() -> None:
    state = dong()
    order(state, "done")
    assert (state.phase, state.record["a"]) == ("redeploy", country("Dong Zhuo"))
