"""Row 4: recovery (復興)."""

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
    Z,
    chance,
    countries,
    exhausted,
    faces,
    king,
    land,
    names,
    one,
    persons,
    play,
    seat,
    table,
)
from tests.kingdoms.rules.trace_fields import story

POLAND = seat(king(D, "Poland"))
TIRED = ["Spain", "Portugal", "Naples", "Milan"]


def ordered(prestige: int = 3, by: str = A, **fields: object) -> State:
    """King A has ordered a recovery."""
    first = seat(king(A, "Spain", "Portugal", prestige=prestige), king(B, "Naples", "Milan"), nobles=[E, F])
    state = table(first, POLAND, **({"exhausted": TIRED} | fields))  # type: ignore[arg-type]
    play(state, "recovery", f"person:{by}")
    return state


def with_successes(state: State, agent: str, value: int, wanted: int) -> State:
    """The agent's dice have had so many successes."""
    return chance(state, f"person:{agent}", lambda after: sum(die <= value for die in faces(after)) == wanted)


@pytest.mark.rule("row 4 A")
def test_row4_an_own_king_orders() -> None:
    first = seat(king(A, "Spain", spouse=V), king(B, "Naples"), nobles=[E])
    state = table(first, POLAND, exhausted=["Spain"])
    play(state, "recovery")
    assert (state.phase, persons(state)) == ("recovery_king", {A, B})


@pytest.mark.rule("row 4 B")
def test_row4_any_own_person_who_is_no_rebel_carries_it_out() -> None:
    """The king who orders too, and another king."""
    assert persons(ordered(rebels=[F])) == {A, B, E}
    assert ordered(rebels=[F]).phase == "recovery_agent"


@pytest.mark.rule("row 4 D", "row 4 V", "K1")
def test_row4_the_kings_prestige_in_dice_against_the_others_governance() -> None:
    one(E, governance=2)
    after = with_successes(ordered(4), E, 2, 2)
    assert story(after.trace())[:2] == [("ACTS", 0, E), ("NEEDS", 0, 4, 2)]
    assert len(faces(after)) == 4 and ("OUTCOME", 0, 1) in story(after.trace())
    assert int(after.record["a"]) == 2


@pytest.mark.rule("row 4 R", "K36")
def test_row4_a_country_for_each_success() -> None:
    """Of the player's choice, any king's; one by one; they must be named."""
    one(E, governance=3)
    after = with_successes(ordered(3), E, 3, 2)
    assert (after.phase, names(after)) == ("recovery_country", {f"country:{name}" for name in TIRED})
    assert story(play(after, "country:Milan")) == [("RECOVERED", 0, "Milan")]
    assert countries(after) == {"Spain", "Portugal", "Naples"} and "pass" not in names(after)
    play(after, "country:Spain")
    assert (exhausted(after), after.phase) == ({"Portugal", "Naples"}, "recruit")


@pytest.mark.rule("row 4 R", "K36")
def test_row4_more_successes_than_exhausted_countries() -> None:
    state = ordered(5, exhausted=["Spain"])
    one(E, governance=6)
    play(state, f"person:{E}", "country:Spain")
    assert (exhausted(state), state.phase) == (set(), "recruit")


@pytest.mark.rule("row 4 R", "K19", "K36")
def test_row4_without_a_success_a_small_country_may_recover() -> None:
    """Of power 2 or less; one; or none."""
    land("Milan", 1)
    state = ordered(3, exhausted=[*TIRED, "Poland"])
    one(E, governance=0)
    entries = play(state, f"person:{E}")
    assert ("OUTCOME", 0, 0) in story(entries)
    assert (state.phase, names(state)) == ("recovery_country", {"pass", *map("country:{}".format, TIRED[1:])})
    none = state.clone()
    play(none, "pass")
    assert exhausted(none) == {*TIRED, "Poland"} and none.phase == "recruit"
    play(state, "country:Milan")
    assert exhausted(state) == {"Spain", "Portugal", "Naples", "Poland"} and state.phase == "recruit"


@pytest.mark.rule("K19")
def test_row4_power_3_is_not_small() -> None:
    land("Spain", 3)
    state = ordered(0, exhausted=["Spain"])
    play(state, f"person:{E}")
    assert state.phase == "recruit" and exhausted(state) == {"Spain"}


@pytest.mark.rule("row 4 D")
def test_row4_prestige_0_rolls_no_dice() -> None:
    state = ordered(0)
    one(E, governance=6)
    assert faces(play(state, f"person:{E}")) == [] and state.phase == "recovery_country" and "pass" in names(state)


@pytest.mark.rule("K36", "K3")
def test_row4_it_takes_an_own_exhausted_country() -> None:
    first = seat(king(A, "Spain"), nobles=[Z])
    assert "recovery" not in names(table(first, POLAND, exhausted=["Poland"]))
    assert "recovery" in names(table(first, POLAND, exhausted=["Spain"]))
