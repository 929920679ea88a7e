"""Row 8: the reaper's scythe (死神の鎌)."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State
from tests.kingdoms.rules.conftest import (
    A,
    B,
    D,
    E,
    V,
    W,
    Y,
    Z,
    king,
    names,
    one,
    persons,
    play,
    removed,
    rolling,
    seat,
    table,
)
from tests.kingdoms.rules.trace_fields import story


def reaping(**fields: object) -> State:
    """The turn player, seat 1 of three, has sent the reaper."""
    seats = [
        seat(king(A, "Spain"), nobles=[V, W]),
        seat(king(B, "Naples"), nobles=[E]),
        seat(king(D, "Poland"), nobles=[Y]),
    ]
    state = table(*seats, **({"scythe": 1, "turn_player": 1, "pool": [Z]} | fields))  # type: ignore[arg-type]
    play(state, "reaper")
    return state


@pytest.mark.rule("row 8 B")
def test_row8_only_with_the_scythe() -> None:
    laid = seat(king(A, "Spain")), seat(king(D, "Poland"))
    assert "reaper" in names(table(*laid, scythe=0)) and "reaper" not in names(table(*laid, scythe=1))


@pytest.mark.rule("row 8 A", "K21")
def test_row8_any_person_of_a_dynasty() -> None:
    """Kings, too; not the pool."""
    state = reaping()
    assert (state.phase, persons(state)) == ("reaper_target", {A, V, W, B, E, D, Y})


@pytest.mark.rule("row 8 R", "check D", "K1")
@pytest.mark.parametrize(("die", "dies"), [(2, False), (3, True)])
def test_row8_a_death_check_and_the_scythe_goes_to_the_right(die: int, dies: bool) -> None:
    one(E, life=2)
    after = rolling(reaping(), f"person:{E}", die)
    told = [
        ("NAMED", 1, E),
        ("CHECKED", 1, E, int(dies), die),
        *([("DIED", 1, E)] if dies else []),
        ("SCYTHE_MOVED", 0),
    ]
    assert story(after.trace())[: len(told)] == told
    assert (E in removed(after), after.to_dict()["scythe"]) == (dies, 0)


@pytest.mark.rule("row 8 R")
def test_row8_on_the_right_of_the_first_seat_is_the_last() -> None:
    state = table(seat(king(A, "Spain"), nobles=[V]), seat(king(B, "Naples")), seat(king(D, "Poland")), scythe=0)
    play(state, "reaper", f"person:{V}")
    assert state.to_dict()["scythe"] == 2


@pytest.mark.rule("row 8 B", "K21")
def test_row8_the_owner_may_refuse() -> None:
    state = reaping()
    assert story(play(state, f"person:{V}")) == [("NAMED", 1, V)]
    assert (state.phase, state.seat, names(state)) == ("veto", 0, {"pass", "declare"})
    allowed = state.clone()
    entries = play(allowed, "pass")
    assert story(entries)[0][:3] == ("CHECKED", 0, V)


@pytest.mark.rule("row 8 B", "K21")
def test_row8_after_a_refusal_another_is_named() -> None:
    """Once each; a refused person cannot be named again in this turn, another of that dynasty can."""
    state = reaping()
    play(state, f"person:{V}")
    assert story(play(state, "declare")) == [("REFUSED", 0, V)]
    assert (state.phase, state.seat, persons(state)) == ("reaper_target", 1, {A, W, B, E, D, Y})
    play(state, f"person:{Y}", "declare")
    assert persons(state) == {A, W, B, E, D}
    entries = play(state, f"person:{W}")
    assert story(entries)[1][:3] == ("CHECKED", 0, W), "the seat has used its refusal"


@pytest.mark.rule("K21")
def test_row8_nobody_refuses_for_the_turn_players_own() -> None:
    entries = play(reaping(), f"person:{B}")
    assert story(entries)[1][:3] == ("CHECKED", 1, B)


@pytest.mark.rule("row 8 B", "K21")
def test_row8_refusals_are_forgotten_with_the_turn() -> None:
    one(E, life=6)
    state = reaping(scythe=1)
    play(state, f"person:{V}", "declare", f"person:{E}")
    saved = state.to_dict()
    assert (state.phase, saved["refused"], [each["vetoed"] for each in saved["seats"]]) == ("recruit", [], [False] * 3)
