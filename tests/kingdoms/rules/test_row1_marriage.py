"""Row 1: marriage (婚姻)."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State
from tests.kingdoms.rules.conftest import (
    A,
    B,
    C,
    D,
    E,
    V,
    W,
    X,
    Y,
    Z,
    families,
    king,
    names,
    nobles,
    one,
    persons,
    play,
    pool,
    rebels,
    rolling,
    seat,
    table,
)
from tests.kingdoms.rules.trace_fields import story

POLAND = seat(king(D, "Poland"))


def wooing(suitor: str = A, **fields: object) -> State:
    """The turn player's kings A (Spain) and B (Naples, married); in the other dynasty a daughter and a noblewoman."""
    first = seat(king(A, "Spain", prestige=3), king(B, "Naples", spouse=V), nobles=[X])
    state = table(first, seat(king(D, "Poland", children=[W]), nobles=[Y, E]), pool=[Z], **fields)  # type: ignore[arg-type]
    play(state, "marriage", f"person:{suitor}")
    return state


@pytest.mark.rule("row 1 A")
def test_row1_an_unmarried_king_of_the_turn_player() -> None:
    state = table(seat(king(A, "Spain"), king(B, "Naples", spouse=V), nobles=[C]), POLAND, pool=[W])
    play(state, "marriage")
    assert (state.phase, persons(state)) == ("marriage_king", {A})
    assert "marriage" not in names(table(seat(king(B, "Naples", spouse=V)), POLAND, pool=[W]))


@pytest.mark.rule("row 1 A", "K3")
def test_row1_only_a_king_for_whom_there_is_somebody() -> None:
    """King Z is a woman: there is no man for her, but a woman for A."""
    state = table(seat(king(A, "Spain"), king(Z, "Naples")), POLAND, pool=[W])
    play(state, "marriage")
    assert persons(state) == {A}


@pytest.mark.rule("row 1 B")
def test_row1_whom() -> None:
    """No king, unmarried, of the other sex; of any dynasty or the pool: noble, child, pool; own and others'."""
    state = wooing()
    assert (state.phase, persons(state)) == ("marriage_target", {X, W, Y, Z})


@pytest.mark.rule("row 1 B")
def test_row1_a_woman_marries_men() -> None:
    state = table(seat(king(V, "Spain"), nobles=[X, C]), POLAND, pool=[W, B])
    play(state, "marriage", f"person:{V}")
    assert persons(state) == {C, B}


@pytest.mark.rule("row 1 B")
@pytest.mark.parametrize(
    ("suitor", "wanted"), [("CC", {"CC", "C"}), ("C", {"CC", "C", "CP"}), ("CP", {"C", "CP", "P"}), ("P", {"CP", "P"})]
)
def test_row1_not_of_a_different_religion(suitor: str, wanted: set[str]) -> None:
    religions = dict(zip((V, W, X, Y), ("CC", "C", "CP", "P"), strict=True))
    for person, religion in religions.items():
        one(person, religion=religion)
    state = table(seat(king(A, "Spain", religion=suitor)), POLAND, pool=[V, W, X, Y])
    play(state, "marriage", f"person:{A}")
    assert {religions[person] for person in persons(state)} == wanted


@pytest.mark.rule("row 1 D", "K8")
def test_row1_consent_makes_it_without_a_die() -> None:
    """The other dynasty is asked; if it agrees, success without a die."""
    state = wooing()
    assert story(play(state, f"person:{W}"))[0] == ("NAMED", 0, W)
    assert (state.phase, state.seat, names(state)) == ("consent", 1, {"pass", "declare"})
    assert story(play(state, "declare"))[:2] == [("AGREED", 1, W), ("MARRIED", 0, W, A)]
    assert families(state, 0)[A] == (W, []) and families(state, 1)[D] == (None, [])


@pytest.mark.rule("row 1 D", "row 1 V", "K1")
@pytest.mark.parametrize(("die", "married"), [(1, True), (3, True), (4, False), (6, False)])
def test_row1_without_consent_a_die_up_to_the_suitors_prestige(die: int, married: bool) -> None:
    state = wooing()
    play(state, f"person:{Y}")
    after = rolling(state, "pass", die)
    outcome = [("DECLINED", 1, Y), ("NEEDS", 0, 1, 3), ("DIE", 0, 0, die), ("OUTCOME", 0, int(married))]
    assert story(after.trace())[:4] == outcome
    assert families(after, 0)[A] == (Y if married else None, [])
    assert nobles(after, 1) == ({E} if married else {Y, E})


@pytest.mark.rule("K8", "row 1 D")
def test_row1_the_own_person_has_agreed() -> None:
    state = wooing()
    assert story(play(state, f"person:{X}"))[:2] == [("NAMED", 0, X), ("MARRIED", 0, X, A)]
    assert families(state, 0)[A] == (X, []) and nobles(state, 0) == set()


@pytest.mark.rule("K8", "row 1 D")
@pytest.mark.parametrize(("die", "married"), [(3, True), (4, False)])
def test_row1_the_pool_is_not_asked(die: int, married: bool) -> None:
    after = rolling(wooing(), f"person:{Z}", die)
    assert (families(after, 0)[A][0] == Z, pool(after) == set()) == (married, married)


@pytest.mark.rule("K1", "row 1 V")
def test_row1_prestige_0_never_succeeds() -> None:
    state = table(seat(king(A, "Spain", prestige=0)), POLAND, pool=[V])
    play(state, "marriage", f"person:{A}")
    assert families(rolling(state, f"person:{V}", 1), 0)[A] == (None, [])


@pytest.mark.rule("row 1 R")
def test_row1_the_target_is_the_spouse_of_that_king() -> None:
    """A child leaves its parents: the younger ones move up in the order of birth."""
    first = seat(king(A, "Spain"), king(B, "Naples"))
    state = table(first, seat(king(D, "Poland", children=[V, W, E])))
    play(state, "marriage", f"person:{B}", f"person:{V}", "declare")
    assert families(state, 0) == {A: (None, []), B: (V, [])} and families(state, 1) == {D: (None, [W, E])}


@pytest.mark.rule("K6", "row 1 B")
def test_row1_a_rebel_may_be_married_and_stays_one() -> None:
    state = wooing(rebels=[Y])
    play(state, f"person:{Y}", "declare")
    assert rebels(state) == {Y} and families(state, 0)[A] == (Y, [])
    assert "war" not in names(table(seat(king(A, "Spain", spouse=Y)), seat(king(D, "Portugal")), rebels=[Y]))


@pytest.mark.rule("K8")
@pytest.mark.parametrize(("kin", "wanted"), [(True, {V, W, X}), (False, {W, X})])
def test_row1_the_kings_own_child(kin: bool, wanted: set[str]) -> None:
    """With `kin_marriage` a king may marry his own child; another king's and a noble he may in any case."""
    first = seat(king(A, "Spain", children=[V]), king(Z, "Naples", children=[W]), nobles=[X])
    state = table(first, POLAND, kin_marriage=kin)
    play(state, "marriage", f"person:{A}")
    assert persons(state) == wanted


@pytest.mark.rule("K8", "K3")
def test_row1_nobody_but_a_child() -> None:
    laid = seat(king(A, "Spain", children=[V])), POLAND
    assert "marriage" in names(table(*laid)) and "marriage" not in names(table(*laid, kin_marriage=False))


@pytest.mark.rule("K8", "row 1 R")
def test_row1_a_child_as_spouse_is_no_child_any_more() -> None:
    state = table(seat(king(A, "Spain", children=[V, E])), POLAND)
    play(state, "marriage", f"person:{A}", f"person:{V}")
    assert families(state, 0) == {A: (V, [E])}
