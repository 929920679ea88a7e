"""SW02-08-10: so what, and the friend."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import chance, check_dice, seat
from .events import BLACK_KINGS, HEARTS, checks, closing, go, laid, on, to

EGMONT = "Count of Egmont"
SULLY, SCHOLAR = "Duke of Sully", "Nostradamus"


def war(bearer: str, country: str = "Naples", **fields: Any) -> State:
    """Seat 0 attacks a country; somebody has so what."""
    state = laid(
        seat("Henry IV", courtiers=[SULLY, SCHOLAR], territories=["France"]),
        seat("Philip II", courtiers=["Duke of Alba", "Philip III"], territories=["Spain", "Naples"]),
        seat("Elizabeth I", courtiers=[EGMONT], territories=["England"]),
        **{"pack": HEARTS, "independent": ["Milan"], "wanderers": ["James I"], "attached": on(so_what=bearer)} | fields,
    )  # fmt: skip
    go(state, "war", "event:neuroi" if country == "the Neuroi" else f"country:{country}")
    return to(state, "war_commander")


# ----------------------------------------------------------------------------------------------------------- the checks


def checking(state: State, *dice: int) -> State:
    """A copy on which all have passed and the death checks were these."""
    return chance(closing(state), "pass", lambda after: check_dice(after) == list(dice))


@pytest.mark.rule("SW02-08-10")
@pytest.mark.parametrize("pack", [HEARTS, BLACK_KINGS])
def test_sw02_08_10_the_friend_is_checked_last(pack: str) -> None:
    """SW02-08-10: at the end of the war, won or lost, the friend is checked too: attacker, defender, friend."""
    state = war("Henry IV", pack=pack)
    go(state, "person:Henry IV", f"friend=person:{EGMONT}", "war_defender=person:Duke of Alba")
    after = checking(state, 1, 1, 1)
    assert checks(after) == ["Henry IV", "Duke of Alba", EGMONT]
    state = war("Duke of Alba", pack=pack)
    go(state, "person:Henry IV", "war_defender=person:Duke of Alba", f"friend=person:{SULLY}")
    assert checks(checking(state, 1, 1, 1)) == ["Henry IV", "Duke of Alba", SULLY]
