"""§10: death checks, death, and succession."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State

from .conftest import persons, play, rolling, seat, table, where


def reaped(state: State, victim: str, face: int = 6) -> State:
    """Seat 0 swings the scythe at `victim`, nobody refuses, and the die shows `face`."""
    play(state, "reaper")
    if where(state, victim)[0] == 0:
        return rolling(state, face, by=f"person:{victim}")
    play(state, f"person:{victim}")
    return rolling(state, face, by="pass")


# ----------------------------------------------------------------------------------------------------- §10-02 the dead


@pytest.mark.rule("§10-02")
def test_s10_02_the_dead_leave_play() -> None:
    """§10-02: the dead person's card is removed from the table: it returns to no deck and can be named no more."""
    state = table(seat("Charles V"), seat("Elizabeth I", courtiers=["Duke of Sully"]), scythe=0)
    after = reaped(state, "Duke of Sully")
    laid = after.to_dict()
    assert laid["removed"] == ["Duke of Sully"]
    assert not any("Duke of Sully" in deck for deck in laid["person_decks"].values())
    play(after, "deck:green", "war", "country:Scotland")  # the country of seat 0
    assert "Duke of Sully" not in persons(after)
