"""§11-03-05: waste (浪費) and match-making (婚姻工作)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from dynasty_env.dynasty.views.view import LAYOUT

from .conftest import dice_rolled, play, printed, rolling, seat, table

laid = partial(table, abilities=True)
MIXED = "H2 S2 H3 S3 H4 S4 H5 S5 H6 S6"

# --------------------------------------------------------------------------------------------------- as king or spouse


DECLARATIONS = {
    "marriage": ("marriage", "person:Anne of Cleves"),
    "procreation": ("procreation",),
    "war": ("war", "country:Spain", "person:Duke of Alba"),
    "hire": ("hire", "person:Duke of Sully", "person:Anne of Cleves"),
    "incite": ("incite", "person:Mary Stuart"),
}


def dice(action: str, own: dict[str, Any], **fields: Any) -> int:
    """How many dice seat 0 rolls for this action."""
    rival = seat("Elizabeth I", courtiers=["Mary Stuart"])
    laid_out = {"wanderers": ["Anne of Cleves"], "independent": ["Spain"], "pack": MIXED, "abilities": True}
    fields = {**laid_out, **fields}
    state = table(own, rival, **fields)
    play(state, *DECLARATIONS[action])
    return len(dice_rolled(rolling(state)))


def married(king: str, spouse: str) -> dict[str, Any]:
    return seat(king, spouse=spouse, courtiers=["Duke of Alba", "Duke of Sully"])


def printed_dice(action: str, king: str, spouse: str = "") -> int:
    """§09: the dice of the declarations above, by the printed cards (pope and religions do not enter)."""
    if action == "marriage":  # C and CP are the same (D-R3)
        return int(printed(king).prestige) + 1
    if action == "procreation":
        return int(printed(king).fertility) + int(printed(king).colour != printed(spouse).colour)
    return {"war": 4 + 1, "hire": 4, "incite": 3}[action]  # Alba's war + 1, Sully's governance, Mary Stuart's ambition


@pytest.mark.rule("D-R9")
@pytest.mark.rule("D-R41")
def test_d_r9_no_fewer_than_no_dice() -> None:
    """D-R9: a negative number of dice counts as 0: Henry III (fertility 0, +1) with Christina has 1 - 2."""
    assert dice("procreation", married("Henry III", "Christina of Sweden")) == 0
    state = laid(married("Henry III", "Christina of Sweden"), seat("Elizabeth I"))
    play(state, "procreation")
    assert LAYOUT["contest"].of(state.observe(0))[3] == 0  # dice, as announced in the window


@pytest.mark.rule("§11-03-05")
@pytest.mark.parametrize("place", ["children", "courtiers"])
@pytest.mark.parametrize("action", ["war", "hire", "incite"])
def test_s11_03_05_children_and_courtiers_cost_nothing(action: str, place: str) -> None:
    """§11-03-05: only as king or spouse."""
    own = seat("Henry IV", courtiers=["Duke of Alba", "Duke of Sully"])
    own[place].append("Philip III")
    assert dice(action, own) == printed_dice(action, "Henry IV")
