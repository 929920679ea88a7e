"""§11-03-09: sea-4 (海4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from dynasty_env.dynasty.material import PERSON_NAMES, WAR
from dynasty_env.kit.state import State

from .conftest import dice_rolled, play, printed, printed_country, quiet, seat, succeeding, supplied, table
from .conftest import table as without_abilities

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
@pytest.mark.parametrize("commander", ["John of Austria", "Francis Drake", "Christian IV"])
def test_s11_03_09_four_in_an_attack_by_sea(commander: str) -> None:
    """§11-03-09: attacking, where a territory and the target are joined by sea, the commander's war counts as 4."""
    assert printed_country("Ireland").east_by == "sea"
    assert attackers_dice("England", "Ireland", commander=commander) == 4 + 1


@pytest.mark.rule("§11-03-09")
def test_s11_03_09_by_land_as_printed() -> None:
    """§11-03-09: joined by land, his war is as printed."""
    assert printed_country("Portugal").east_by == "land"
    assert attackers_dice("Spain", "Portugal") == printed("Francis Drake").war + 1


@pytest.mark.rule("§11-03-09")
def test_s11_03_09_not_joined_as_printed() -> None:
    """§11-03-09: not joined at all, too."""
    assert attackers_dice("Poland", "Portugal") == printed("Francis Drake").war + 1


@pytest.mark.rule("§11-03-09")
@pytest.mark.rule("D-R40")
@pytest.mark.parametrize("territories", [("Scotland", "Ireland"), ("Ireland", "Scotland"), ("France", "Hungary")])
def test_s11_03_09_any_territory(territories: tuple[str, str]) -> None:
    """§11-03-09: one of the attacker's territories joined by sea is enough, another may be joined by land."""
    assert attackers_dice("England", *territories) == 4 + 1


@pytest.mark.rule("§11-03-09")
def test_s11_03_09_a_rivals_territory_does_not_help() -> None:
    """§11-03-09: the attacker's own territories count, not others'."""
    own, rival = seat("Francis Drake", territories=["Scotland"]), seat("Henry IV", territories=["Ireland", "France"])
    state = attack("England", "Francis Drake", own, rival, independent=["England"])
    assert len(dice_rolled(succeeding(state))) == printed("Francis Drake").war + 1


@pytest.mark.rule("§11-03-09")
def test_s11_03_09_only_for_the_commander() -> None:
    """§11-03-09: … if this person is the commander; another one's war is his own."""
    own = seat("James I", courtiers=["Francis Drake"], territories=["Ireland"])
    state = attack("England", "James I", own, seat("Henry IV"), independent=["England"])
    assert len(dice_rolled(succeeding(state))) == printed("James I").war + 1


@pytest.mark.rule("§11-03-09")
def test_s11_03_09_four_in_defence_by_sea() -> None:
    """§11-03-09: defending, where the attacked country and an attacker's territory are joined by sea, it is 4 too."""
    assert defenders_cards("England", "Ireland") == printed_country("England").power + 4
    assert defenders_cards("England", "Scotland", "France") == printed_country("England").power + 4


@pytest.mark.rule("§11-03-09")
def test_s11_03_09_in_defence_by_land_as_printed() -> None:
    """§11-03-09: … else as printed, whatever other territories the defender has."""
    printed_war = printed("Francis Drake").war
    assert defenders_cards("England", "Scotland") == printed_country("England").power + printed_war
    assert defenders_cards("England", "Poland", others=["Sweden"]) == printed_country("England").power + printed_war


@pytest.mark.rule("§11-03-09")
def test_s11_03_09_attacker_and_defender_both() -> None:
    """§11-03-09: each side's commander has it for himself."""
    own, rival = seat("Francis Drake", territories=["Ireland"]), seat("Christian IV", territories=["England", "Norway"])
    after = succeeding(attack("England", "Francis Drake", own, rival, defender="Christian IV"))
    assert (len(dice_rolled(after)), len(supplied(after))) == (4 + 1, printed_country("England").power + 4)


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


@pytest.mark.rule("§11-03")
def test_s11_03_09_not_without_abilities() -> None:
    """§11-03 is an advanced rule: without it his war is as printed."""
    own, rival = seat("Francis Drake", territories=["Ireland"]), seat("Christian IV", territories=["England", "Norway"])
    state = without_abilities(own, rival, pack=HEARTS)
    play(state, "war", "country:England", "person:Francis Drake", "person:Christian IV")
    after = succeeding(quiet(state))
    assert len(dice_rolled(after)) == printed("Francis Drake").war + 1
    assert len(supplied(after)) == printed_country("England").power + printed("Christian IV").war
