"""SW02-07-09: hyper-speed (超加速): two actions in a turn, both with her as actor. D-R30, D-R50."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import chance, hand, quiet, seat, succeeding, where
from .expansion import court, declare, on, onward

WITCH = "the Swift"
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
HOUSE = seat("Henry IV", courtiers=[WITCH, "Duke of Alba"])


def turn_of(own: dict[str, Any] = HOUSE, *rivals: dict[str, Any], **fields: Any) -> State:
    """Seat 0's turn, at its action: wars and hires succeed with the pack of hearts."""
    laid = {"independent": ["Milan", "Venice"], "wanderers": ["Duke of Sully", "Anne of Cleves"], "pack": HEARTS}
    return court(own, *(rivals or (seat("Elizabeth I", courtiers=["Mary Stuart"]),)), **laid | fields)


def won(state: State, survivor: str = WITCH) -> State:
    """The war succeeds, and its commander comes back."""
    return onward(chance(quiet(state), "pass", lambda after: where(after, survivor) != "removed"))


def hired(**fields: Any) -> State:
    """She has hired Anne of Cleves (ambition 0: no card is needed)."""
    state = turn_of(**fields)
    declare(state, "hire", f"person:{WITCH}", "person:Anne of Cleves")
    return onward(succeeding(state))


# ---------------------------------------------------------------------------------------------------- the second action


@pytest.mark.rule("SW02-07-09")
def test_sw02_07_09_actions_alone_are_two() -> None:
    """SW02-07-09, §08-02: one card is drawn and one person recruited in the turn, before the first action alone."""
    state = hired(phase="action")
    drawn, decks = hand(state, 0), state.to_dict()["person_decks"]
    assert (drawn, state.phase) == ([], "action")
    declare(state, "war", "country:Milan", f"person:{WITCH}")
    after = won(state)
    assert (hand(after, 0), after.to_dict()["person_decks"]) == ([], decks)


# -------------------------------------------------------------------------------------------- with events on commanders


@pytest.mark.rule("D-R52")
@pytest.mark.parametrize("commander", ["back", "dead"])
def test_d_r52_as_the_enemys_friend_she_does_not(commander: str) -> None:
    """D-R52: called by the defender she does not act for her own dynasty: no second action follows."""
    rival = seat("Elizabeth I", courtiers=["Mary Stuart", "Charles I"], territories=["Scotland", "Ireland"])
    state = turn_of(HOUSE, rival, attached=on("so what", "Charles I"))
    declare(state, "war", "country:Scotland", "person:Duke of Alba", "person:Charles I")
    assert (state.phase, state.seat) == ("friend", 1)
    declare(state, f"person:{WITCH}")
    fell = commander == "dead"
    after = chance(
        quiet(state), "pass",
        lambda after: (where(after, "Charles I") == "removed") == fell and where(after, WITCH) != "removed",
    )  # fmt: skip
    assert (after.phase, after.seat) == ("recruit", 1)
