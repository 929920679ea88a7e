"""§11-03-08, 12: war tax (軍税) and advent (襲来)."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State

from .conftest import hand, names, play, seat, table

EIGHT = "S2 S3 S4 S5 S6 S7 S8 S9"
ELEVEN = "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ"


def taxed(place: str, cards: str = "") -> dict[str, Any]:
    """A dynasty with Wallenstein in this place."""
    return {
        "king": seat("Albrecht von Wallenstein", children=["Philip III"], hand=cards),
        "spouse": seat("Elizabeth I", spouse="Albrecht von Wallenstein", hand=cards),
        "child": seat("Philip II", children=["Albrecht von Wallenstein"], hand=cards),
        "courtier": seat("Philip II", courtiers=["Albrecht von Wallenstein"], hand=cards),
    }[place]


def drawn(dynasty: dict[str, Any], **fields: Any) -> int:
    """How many cards seat 1 draws in its turn."""
    state = table(seat("Henry IV"), dynasty, **{"abilities": True} | fields)
    before = len(hand(state, 1))
    play(state, "pass")
    assert (state.phase, state.seat) == ("recruit", 1)
    return len(hand(state, 1)) - before


def discards(dynasty: dict[str, Any], **fields: Any) -> int:
    """How many cards seat 0 has to discard after it has passed."""
    state = table(dynasty, seat("Henry IV"), **{"abilities": True} | fields)
    play(state, "pass")
    return to_discard(state)


def to_discard(state: State) -> int:
    before = len(hand(state, 0))
    while state.phase == "discard_card" and state.seat == 0:
        play(state, next(iter(names(state))))
    return before - len(hand(state, 0))


# ------------------------------------------------------------------------------------------------------- §11-03-08


@pytest.mark.rule("§11-03-08")
@pytest.mark.parametrize("place", ["spouse", "child", "courtier"])
@pytest.mark.parametrize(("cards", "too_many"), [(EIGHT, 0), (ELEVEN, 1)])
def test_s11_03_08_a_hand_limit_of_ten(place: str, cards: str, too_many: int) -> None:
    """§11-03-08: the hand limit is ten, not five."""
    assert discards(taxed(place, cards)) == too_many


@pytest.mark.rule("§11-03-08")
def test_s11_03_08_not_as_king_a_limit_of_five() -> None:
    """§11-03-08: as king not: five."""
    assert discards(taxed("king", EIGHT)) == 3


@pytest.mark.rule("§11-03")
def test_s11_03_08_not_without_abilities() -> None:
    """§11-03 is an advanced rule: without it one card is drawn and five are kept."""
    assert drawn(taxed("courtier"), abilities=False) == 1
    assert discards(taxed("courtier", EIGHT), abilities=False) == 3


# ------------------------------------------------------------------------------------------------------- §11-03-12


@pytest.mark.rule("§11-03")
def test_s11_03_abilities_are_on_unless_switched_off() -> None:
    """ch. 1, options: `abilities` is True by default."""
    assert GAME.new(1, backend="interpreted").options["abilities"] is True
