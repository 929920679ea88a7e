"""SW02-08-08: warrior's way beside other events, and who sees what of it."""

from __future__ import annotations

import pytest

from .conftest import play, seat
from .events import WARRIOR, held, laid
from .test_sw02_08_08_warriors_way import ALBA


@pytest.mark.rule("D-R43")
def test_d_r43_whether_the_defender_holds_it_is_not_seen() -> None:
    """Ch. 7: whether somebody had it and kept it, or had it not, looks the same to the others."""
    tables = []
    for event in (WARRIOR, "not jealous"):
        dynasties = seat("Charles V", courtiers=[ALBA]), seat("Henry IV", events=held(event), territories=["France"])
        decks = {"red": ["James I", "event:not jealous" if event == WARRIOR else f"event:{WARRIOR}", "Mary I"]}
        state = laid(*dynasties, ask_forced=False, person_decks=decks)
        play(state, "war")
        if state.phase == "war_target":
            play(state, "country:France")
        tables.append(state)
    asked, skipped = tables
    assert (asked.phase, asked.seat, skipped.phase) == ("warrior", 1, "war_commander")
    assert asked.view(0)["deciding"] is None
    play(asked, "pass")
    assert asked.view(0) == skipped.view(0) and bytes(asked.observe(0)) == bytes(skipped.observe(0))
