"""§11-03-09: sea-4 (海4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from dynasty_env.dynasty.material import PERSON_NAMES, WAR
from dynasty_env.kit.state import State

from .conftest import dice_rolled, play, printed_country, seat, succeeding, supplied, table

laid = partial(table, abilities=True)
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK D2 D3 D4 D5 D6 D7 D8 D9 D10"
"""A pack on top of which nothing counts in a war: it succeeds with any dice."""


def attack(country: str, commander: str, *dynasties: dict[str, Any], defender: str = "", **fields: Any) -> State:
    """Seat 0 has attacked, every card's number is 0; the window is open."""
    state = laid(*dynasties, **{"pack": HEARTS} | fields)
    play(state, "war", f"country:{country}", f"person:{commander}")
    if defender:
        play(state, defender if defender == "pass" else f"person:{defender}")
    return state


def attackers_dice(country: str, *territories: str, commander: str = "Francis Drake") -> int:
    """How many dice an attack on an independent country brings."""
    own = seat(commander, territories=territories)
    return len(dice_rolled(succeeding(attack(country, commander, own, seat("Henry IV"), independent=[country]))))


def defenders_cards(country: str, *territories: str, by: str = "Francis Drake", others: Sequence[str] = ()) -> int:
    """How many cards an attack from these territories brings, while somebody defends."""
    rival = seat(by, territories=[country, *others])
    state = attack(country, "Henry IV", seat("Henry IV", territories=territories), rival, defender=by)
    return len(supplied(succeeding(state)))


@pytest.mark.rule("§11-03-09")
@pytest.mark.rule("D-R40")
@pytest.mark.parametrize("war", [0, 3, 4, 6])
def test_s11_03_09_exactly_four(war: int) -> None:
    """§11-03-09: the war value is treated as 4: a lower one rises, a higher one would fall (no card has one)."""
    drake = PERSON_NAMES.index("Francis Drake")
    WAR[drake], as_printed = war, WAR[drake]
    try:
        assert attackers_dice("England", "Scotland") == war + 1
        assert attackers_dice("England", "Ireland") == 4 + 1
        assert defenders_cards("England", "Ireland") == printed_country("England").power + 4
    finally:
        WAR[drake] = as_printed
