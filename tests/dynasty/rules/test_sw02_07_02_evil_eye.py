"""SW02-07-02: evil eye (魔眼): every card's number less her war. D-R64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State

from .conftest import play, quiet, seat
from .expansion import court, declare

WITCH = "the Evil Eye"


def attack(pack: str, commander: str = WITCH, **fields: Any) -> State:
    """Her dynasty attacks France, which nobody defends; the window is open."""
    fields = {"independent": ["France"], "pack": pack + " H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ"} | fields
    state = court(seat("Henry IV", courtiers=[WITCH]), seat("Elizabeth I"), **fields)
    declare(state, "war", "country:France", f"person:{commander}")
    return state


@pytest.mark.rule("D-R64")
def test_d_r64_all_see_the_lowered_value_in_the_window() -> None:
    """D-R64: the success value so far, as all observe it in the window."""
    state = court(seat("Henry IV", courtiers=[WITCH], hand="SK"), seat("Elizabeth I"), independent=["France"])
    declare(state, "war", "country:France", f"person:{WITCH}", "card:SK")
    for viewer in (0, 1):
        assert LAYOUT["contest"].of(state.observe(viewer))[2] == 9


# --------------------------------------------------------------------------------------------------- against the Neuroi


def invaded(pack: str, commander: str = WITCH) -> State:
    """Her dynasty attacks the Neuroi, who hold France."""
    state = court(
        seat("Henry IV", courtiers=[WITCH]), seat("Elizabeth I"), occupied=["France"], events_on_table=["neuroi"],
        pack=pack + " H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ",
    )  # fmt: skip
    declare(state, "war", "event:neuroi", f"person:{commander}")
    return state


@pytest.mark.rule("D-R64")
@pytest.mark.parametrize(
    ("war", "pack", "value"), [(attack, "JOKER", 0), (attack, "JOKER SK", 9), (invaded, "SK JOKER", 9)]
)
def test_d_r64_a_joker_without_a_number_is_not_lowered(war: Callable[[str], State], pack: str, value: int) -> None:
    """D-R64, §04: until its player names its number, a joker that the pack has supplied adds nothing to the success
    value that all observe, and takes nothing away."""
    state = quiet(war(pack))
    play(state, "pass")
    assert state.phase == "joker"
    for viewer in (0, 1):
        assert LAYOUT["contest"].of(state.observe(viewer))[2] == value
