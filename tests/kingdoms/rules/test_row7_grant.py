"""Row 7: the grant of a kingdom (王国分与)."""

from __future__ import annotations

import pytest

from tests.kingdoms.rules.conftest import (
    A,
    B,
    D,
    E,
    F,
    V,
    W,
    Y,
    Z,
    countries,
    exhausted,
    faces,
    families,
    home,
    king,
    names,
    nobles,
    persons,
    play,
    realms,
    seat,
    table,
)
from tests.kingdoms.rules.trace_fields import story

POLAND = seat(king(D, "Poland", "Sweden"), nobles=[Z])


@pytest.mark.rule("row 7 A")
def test_row7_a_country_of_a_king_who_rules_several() -> None:
    first = seat(king(A, "Spain", "Portugal"), king(B, "Naples"), nobles=[E])
    state = table(first, POLAND)
    play(state, "grant")
    assert (state.phase, countries(state)) == ("grant_country", {"Spain", "Portugal"})
    assert "grant" not in names(table(seat(king(A, "Spain"), king(B, "Naples"), nobles=[E]), POLAND))


@pytest.mark.rule("row 7 A", "row 7 B", "K3")
def test_row7_only_where_there_is_somebody() -> None:
    """Without nobles: of a king with a child; the other king's child is none of his."""
    first = seat(king(A, "Spain", "Portugal", children=[E]), king(B, "Naples", "Milan", spouse=V))
    state = table(first, POLAND)
    play(state, "grant")
    assert countries(state) == {"Spain", "Portugal"}


@pytest.mark.rule("row 7 B")
def test_row7_a_child_of_that_king_or_a_noble() -> None:
    first = seat(king(A, "Spain", "Portugal", spouse=V, children=[E, W]), king(B, "Naples", children=[Y]), nobles=[F])
    state = table(first, POLAND)
    play(state, "grant", "country:Spain")
    assert (state.phase, persons(state)) == ("grant_person", {E, W, F})


@pytest.mark.rule("row 7 B", "K20")
def test_row7_no_rebel() -> None:
    first = seat(king(A, "Spain", "Portugal", children=[E, W]), nobles=[F, Y])
    state = table(first, POLAND, rebels=[E, F])
    play(state, "grant", "country:Spain")
    assert persons(state) == {W, Y}
    only = seat(king(A, "Spain", "Portugal", children=[E]), nobles=[F])
    assert "grant" not in names(table(only, POLAND, rebels=[E, F]))


@pytest.mark.rule("row 7 D", "row 7 R", "K6")
def test_row7_without_dice_a_new_king() -> None:
    """A child leaves the old family; the country keeps its state."""
    first = seat(king(A, "Spain", "Portugal", "Naples", children=[E, W]), nobles=[F], home="Spain")
    state = table(first, POLAND, exhausted=["Portugal"])
    entries = play(state, "grant", "country:Portugal", f"person:{E}")
    assert ("GRANTED", 0, E, "Portugal") in story(entries) and faces(entries) == []
    assert realms(state, 0) == {A: {"Spain", "Naples"}, E: {"Portugal"}} and exhausted(state) == {"Portugal"}
    assert families(state, 0) == {A: (None, [W]), E: (None, [])} and home(state, 0) == "Spain"


@pytest.mark.rule("row 7 R")
def test_row7_a_noble_becomes_king() -> None:
    state = table(seat(king(A, "Spain", "Portugal"), nobles=[F, E]), POLAND)
    play(state, "grant", "country:Portugal", f"person:{F}")
    assert realms(state, 0) == {A: {"Spain"}, F: {"Portugal"}} and nobles(state, 0) == {E}
