"""Row 5: incitement (反乱煽動); its abilities are in `test_abilities`."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State
from tests.kingdoms.rules.conftest import (
    A,
    B,
    D,
    E,
    F,
    S,
    V,
    W,
    Y,
    Z,
    faces,
    families,
    king,
    names,
    nobles,
    one,
    persons,
    play,
    rebels,
    rolling,
    seat,
    table,
)
from tests.kingdoms.rules.trace_fields import story


def dice_against(target: str, state: State) -> int:
    """How many dice are rolled to incite somebody."""
    copy = state.clone()
    return len(faces(play(copy, "incite", f"person:{target}")))


@pytest.mark.rule("row 5 A")
def test_row5_anybody_who_is_no_king_and_no_rebel() -> None:
    """Of any dynasty, the own too; nobody of the pool."""
    first = seat(king(A, "Spain", spouse=V, children=[E]), nobles=[F])
    second = seat(king(D, "Poland", spouse=W), king(B, "Sweden"), nobles=[Y, Z])
    state = table(first, second, rebels=[Z], pool=["Anna of Bohemia"])
    play(state, "incite")
    assert (state.phase, persons(state)) == ("incite_target", {V, E, F, W, Y})


@pytest.mark.rule("row 5 A", "K3")
def test_row5_kings_and_rebels_alone() -> None:
    laid = seat(king(A, "Spain")), seat(king(D, "Poland"), nobles=[Z])
    assert "incite" in names(table(*laid)) and "incite" not in names(table(*laid, rebels=[Z]))


@pytest.mark.rule("row 5 D")
def test_row5_two_dice() -> None:
    laid = seat(king(A, "Spain")), seat(king(D, "Poland"), nobles=[Z])
    assert dice_against(Z, table(*laid)) == 2


@pytest.mark.rule("row 5 D")
@pytest.mark.parametrize(("target", "dice"), [("CC", 2), ("C", 2), ("CP", 2), ("P", 1)])
def test_row5_one_die_for_a_different_religion(target: str, dice: int) -> None:
    """From the home king's of the target's own dynasty: here C."""
    first, second = seat(king(A, "Spain")), seat(king(D, "Poland"), nobles=[one(Z, religion=target)])
    assert dice_against(Z, table(first, second)) == dice


@pytest.mark.rule("row 5 D", "K5")
def test_row5_one_die_where_suleiman_is_home_king() -> None:
    second = seat(king(S, "Ottoman Empire"), nobles=[Z])
    assert dice_against(Z, table(seat(king(A, "Spain")), second)) == 1


@pytest.mark.rule("row 5 D")
def test_row5_one_die_where_the_home_king_is_a_woman() -> None:
    laid = seat(king(A, "Spain")), seat(king(Y, "Poland"), nobles=[Z])
    assert dice_against(Z, table(*laid)) == 1


@pytest.mark.rule("row 5 D", "K29")
@pytest.mark.parametrize("abilities", [True, False])
def test_row5_one_die_where_the_home_king_has_alchemy(abilities: bool) -> None:
    """The table itself names it, so that the option does not matter."""
    laid = seat(king(A, "Spain")), seat(king(D, "Poland"), nobles=[Z])
    one(D, ability="alchemy")
    assert dice_against(Z, table(*laid, abilities=abilities)) == 1


@pytest.mark.rule("row 5 D", "K4")
def test_row5_it_is_the_home_king_who_matters() -> None:
    """Neither another king of that dynasty, nor the turn player's, nor the target's own."""
    first = seat(king(W, "Spain"))
    one(E, religion="P")
    second = seat(king(D, "Poland"), king(Y, "Sweden", children=[Z]), nobles=[E], home="Poland")
    assert dice_against(Z, table(first, second)) == 2
    moved = seat(king(D, "Poland"), king(Y, "Sweden", children=[Z]), home="Sweden")
    assert dice_against(Z, table(first, moved)) == 1


@pytest.mark.rule("row 5 V", "row 5 R", "K1")
@pytest.mark.parametrize(("dice", "success"), [((2, 2), True), ((1, 2), True), ((2, 3), False), ((3, 1), False)])
def test_row5_both_dice_up_to_the_targets_ambition(dice: tuple[int, int], success: bool) -> None:
    """Success: the target is a rebel, and stays where he is."""
    state = table(seat(king(A, "Spain")), seat(king(D, "Poland", children=[E]), nobles=[Z]))
    one(E, ambition=2)
    play(state, "incite")
    after = rolling(state, f"person:{E}", *dice)
    told = [("NAMED", 0, E), ("NEEDS", 0, 2, 2), ("DIE", 0, 0, dice[0]), ("DIE", 0, 0, dice[1])]
    assert story(after.trace())[:5] == [*told, ("OUTCOME", 0, int(success))]
    assert rebels(after) == ({E} if success else set())
    assert (("REBELS", 1, E) in story(after.trace())) == success
    assert families(after, 1) == {D: (None, [E])} and nobles(after, 1) == {Z}


@pytest.mark.rule("row 5 D", "row 5 V")
@pytest.mark.parametrize(("die", "success"), [(2, True), (3, False)])
def test_row5_the_one_die(die: int, success: bool) -> None:
    state = table(seat(king(A, "Spain")), seat(king(Y, "Poland"), nobles=[one(Z, ambition=2)]))
    play(state, "incite")
    assert (Z in rebels(rolling(state, f"person:{Z}", die))) == success
