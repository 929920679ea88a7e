"""Row 6: suppression (鎮圧)."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State
from tests.kingdoms.rules.conftest import (
    A,
    B,
    D,
    E,
    F,
    V,
    W,
    Z,
    families,
    king,
    names,
    nobles,
    one,
    persons,
    play,
    rebels,
    removed,
    rolling,
    seat,
    table,
)
from tests.kingdoms.rules.trace_fields import story


def against(rebel: str = F, agent: str = E, **fields: object) -> State:
    """E is about to be sent against a rebel: 2 + 3 - 4 = 1."""
    first = seat(king(A, "Spain", spouse=V, children=[W]), king(B, "Naples"), nobles=[E, F])
    one(E, governance=2, prestige=3)
    one(F, prestige=4)
    state = table(first, seat(king(D, "Poland"), nobles=[Z]), **({"rebels": [F, W, Z]} | fields))  # type: ignore[arg-type]
    play(state, "suppress", f"person:{agent}")
    return state


@pytest.mark.rule("row 6 A")
def test_row6_an_own_person_who_is_no_rebel() -> None:
    state = table(seat(king(A, "Spain", spouse=V), nobles=[E, F]), seat(king(D, "Poland"), nobles=[Z]), rebels=[F])
    play(state, "suppress")
    assert (state.phase, persons(state)) == ("suppress_agent", {A, V, E})


@pytest.mark.rule("row 6 B")
def test_row6_an_own_rebel() -> None:
    state = against()
    assert (state.phase, persons(state)) == ("suppress_target", {F, W})
    laid = seat(king(A, "Spain"), nobles=[E]), seat(king(D, "Poland"), nobles=[Z])
    assert "suppress" not in names(table(*laid, rebels=[Z]))


@pytest.mark.rule("row 6 D", "row 6 V", "K1")
@pytest.mark.parametrize(("die", "success"), [(1, True), (2, False)])
def test_row6_one_die_up_to_governance_and_prestige_less_the_rebels(die: int, success: bool) -> None:
    after = rolling(against(), f"person:{F}", die)
    told = [("NAMED", 0, F), ("NEEDS", 0, 1, 1), ("DIE", 0, 0, die), ("OUTCOME", 0, int(success))]
    assert story(after.trace())[:4] == told
    assert after.phase == ("suppress_outcome" if success else "recruit") and F in rebels(after)


@pytest.mark.rule("row 6 R")
@pytest.mark.parametrize("executed", [True, False])
def test_row6_normal_again_or_executed(executed: bool) -> None:
    state = rolling(against(), f"person:{F}", 1)
    assert names(state) == {"pass", "declare"} and state.seat == 0
    entries = play(state, "declare" if executed else "pass")
    assert story(entries)[0] == (("EXECUTED", 0, F) if executed else ("PACIFIED", 0, F))
    assert (F in removed(state), F in nobles(state, 0)) == (executed, not executed)
    assert rebels(state) == {W, Z}


@pytest.mark.rule("row 6 R")
def test_row6_an_executed_child_leaves_its_family() -> None:
    one(W, prestige=0)
    state = against()
    one(E, governance=6)
    play(state, f"person:{W}", "declare")
    assert families(state, 0)[A] == (V, []) and W in removed(state)


@pytest.mark.rule("row 6 M", "row 6 R", "K29")
@pytest.mark.parametrize("abilities", [True, False])
@pytest.mark.parametrize(("die", "success"), [(2, True), (3, False)])
def test_row6_with_the_ability_4_in_place_of_prestige(abilities: bool, die: int, success: bool) -> None:
    """2 + 4 - 4; the rebel is executed without choice. It counts without the option, too."""
    one(E, ability="suppression")
    state = against(abilities=abilities)
    play(state, f"person:{F}")
    assert (state.phase, names(state)) == ("suppress_ability", {"pass", "declare"})
    after = rolling(state, "declare", die)
    assert story(after.trace())[0] == ("NEEDS", 0, 1, 2)
    assert (F in removed(after), after.phase) == (success, "recruit")


@pytest.mark.rule("row 6 M")
def test_row6_the_ability_need_not_be_used() -> None:
    one(E, ability="suppression")
    state = against()
    play(state, f"person:{F}")
    after = rolling(state, "pass", 1)
    assert story(after.trace())[0] == ("NEEDS", 0, 1, 1) and after.phase == "suppress_outcome"


@pytest.mark.rule("row 6 M", "K44")
def test_row6_only_the_suppressors_own_ability() -> None:
    one(A, ability="suppression")
    state = against()
    play(state, f"person:{F}")
    assert state.phase != "suppress_ability"
