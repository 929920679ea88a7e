"""SW02-08-08: warrior's way."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import chance, check_dice, names, seat, seat_of
from .events import BLACK_KINGS, WARRIOR, bearer, events_of, go, held, is_discarded, laid, reprinted, to

ALBA, SULLY = "Duke of Alba", "Duke of Sully"
PAWN, SCHOLAR = "Philip III", "Nostradamus"
"""Persons of war 0."""


def war(holder_of_card: int = 0, country: str = "France", **fields: Any) -> State:
    """Seat 0 has named the country it attacks; one seat holds warrior's way."""
    dynasties = [
        seat("Charles V", courtiers=[ALBA, PAWN], territories=["Spain", "Naples"]),
        seat("Henry IV", courtiers=[SULLY, SCHOLAR], territories=["France", "Ireland"], hand=fields.pop("hand", ())),
        seat("Elizabeth I", territories=["England"]),
    ]
    dynasties[holder_of_card]["events"] = held(WARRIOR, deck="blue")
    state = laid(*dynasties, **{"pack": BLACK_KINGS, "independent": ["Milan"]} | fields)
    go(state, "war", "event:neuroi" if country == "the Neuroi" else f"country:{country}")
    return state


def checking(state: State, action: str, *dice: int) -> State:
    """A copy on which `action` was played and the death checks were these."""
    return chance(state, action, lambda after: check_dice(after) == list(dice))


# --------------------------------------------------------------------------------------------------------- who gives it


@pytest.mark.rule("D-R55")
@pytest.mark.parametrize(("war", "may"), [(0, False), (1, True)])
def test_d_r55_sea_4_is_a_commanders(war: int, may: bool) -> None:
    """D-R55, §11-03-09: sea-4 is a commander's, and warrior's way is given before there is one: by sea, too, the war on
    his card must be 1."""
    drake = "Francis Drake"
    with reprinted(drake, war=war):
        state = laid(
            seat("Rudolf II", courtiers=[drake, ALBA], events=held(WARRIOR), territories=["Ireland"]), seat("Henry IV"),
            independent=["England"], abilities=True,
        )  # fmt: skip
        go(state, "war", "country:England")
        assert (f"person:{drake}" in names(to(state, "warrior"))) == may


# --------------------------------------------------------------------------------------------------- the attacker's way


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_alive_it_comes_back() -> None:
    """SW02-08-08: if he does not it comes back to the hand; D-R43: all know that it is there, and from which deck."""
    state = war(0, "Milan")
    go(state, f"warrior=person:{ALBA}")
    after = checking(state, f"person:{ALBA}", 4, 4)
    assert (bearer(after, WARRIOR), is_discarded(after, WARRIOR)) == (None, False)
    assert seat_of(after, 0)["events"] == [{"event": WARRIOR, "deck": "blue", "shown": True}]
    for viewer in (0, 1, 2):
        assert after.view(viewer)["seats"][0]["events"] == [{"event": WARRIOR, "deck": "blue", "shown": True}]
        assert events_of(after.hide(viewer, 3), 0) == [WARRIOR]
