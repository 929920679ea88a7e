"""§11-03-08, 12: war tax (軍税) and advent (襲来)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State

from .conftest import checking, hand, holder, names, play, seat, table, where
from .conftest import table as without_abilities

laid = partial(table, abilities=True)
SIX = "S2 S3 S4 S5 S6 S7"
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
def test_s11_03_08_three_cards_a_turn(place: str) -> None:
    """§11-03-08: the dynasty that this person belongs to draws three cards in its turn instead of one."""
    assert drawn(taxed(place)) == 3


@pytest.mark.rule("§11-03-08")
def test_s11_03_08_not_as_king_one_card() -> None:
    """§11-03-08: while this person is the king the ability cannot be used: one card."""
    assert drawn(taxed("king")) == 1


@pytest.mark.rule("§11-03-08")
@pytest.mark.parametrize("where_tax", ["rival", "wanderer"])
def test_s11_03_08_only_for_its_own_dynasty(where_tax: str) -> None:
    """§11-03-08: not for a rival, nor by a wanderer."""
    crowd = ["Albrecht von Wallenstein"]
    state = laid(
        seat("Henry IV", courtiers=crowd if where_tax == "rival" else []),
        seat("Philip II"),
        wanderers=crowd if where_tax == "wanderer" else [],
    )
    play(state, "pass")
    assert len(hand(state, 1)) == 1


@pytest.mark.rule("§11-03-08")
@pytest.mark.rule("D-R34")
def test_s11_03_08_two_of_them_are_not_six() -> None:
    """§11-03-08: "three instead of one": a second such person changes nothing."""
    assert drawn(seat("Philip II", courtiers=["Albrecht von Wallenstein", "Duke of Sully"])) == 3


@pytest.mark.rule("§11-03-08")
@pytest.mark.rule("D-R34")
def test_s11_03_08_a_second_one_serves_the_first_as_king() -> None:
    """§11-03-08: a king with it does not keep a courtier with it from using it."""
    assert drawn(seat("Albrecht von Wallenstein", courtiers=["Duke of Sully"])) == 3


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


@pytest.mark.rule("§11-03-08")
@pytest.mark.rule("D-R34")
def test_s11_03_08_becoming_king_the_limits_fall_back() -> None:
    """§11-03-08: who becomes king during the turn has the limit of five in its aftermath, and draws one card later."""
    state = laid(taxed("child", EIGHT), seat("Henry IV"), scythe=0, pope=1)
    play(state, "reaper")
    after = checking(state, 6, by="person:Philip II")
    assert where(after, "Albrecht von Wallenstein") == (0, "king")
    assert to_discard(after) == 3
    play(after, "deck:red", "pass")
    assert (after.phase, after.seat, len(hand(after, 0))) == ("recruit", 0, 6)


@pytest.mark.rule("§11-03-08")
@pytest.mark.rule("D-R34")
def test_s11_03_08_lost_the_limit_falls_back() -> None:
    """§11-03-08: … and so when this person has left the dynasty during the turn."""
    state = laid(taxed("courtier", EIGHT), seat("Henry IV"), scythe=0)
    play(state, "reaper")
    after = checking(state, 6, by="person:Albrecht von Wallenstein")
    assert to_discard(after) == 3


@pytest.mark.rule("§11-03-08")
@pytest.mark.rule("D-R34")
def test_s11_03_08_hired_in_the_turn_the_limit_rises() -> None:
    """§11-03-08: hired in this very turn, the limit is ten in its aftermath."""
    own = seat("Rudolf II", hand=EIGHT)
    state = laid(own, seat("Henry IV"), wanderers=["Albrecht von Wallenstein"])
    play(state, "hire", "person:Rudolf II", "person:Albrecht von Wallenstein")
    assert where(state, "Albrecht von Wallenstein") == (0, "courtiers")
    assert to_discard(state) == 0


@pytest.mark.rule("§11-03-08")
@pytest.mark.rule("D-R34")
def test_s11_03_08_the_limit_is_asked_after_the_own_turn_alone() -> None:
    """§08-02-04, §11-03-08: a rival who takes this person away leaves the hand as it is until the own aftermath."""
    state = laid(seat("Henry IV", courtiers=["Martin Luther"]), taxed("courtier", SIX))
    play(state, "incite", "person:Albrecht von Wallenstein")  # CP: by itself (§11-03-11)
    assert where(state, "Albrecht von Wallenstein") == (0, "courtiers")
    assert len(hand(state, 1)) == 7
    play(state, "deck:red", "pass")
    assert (state.phase, state.seat) == ("discard_card", 1)


# ------------------------------------------------------------------------------------------------------- §11-03-12


@pytest.mark.rule("§11-03-12")
@pytest.mark.parametrize("laying", [laid, without_abilities])
def test_s11_03_12_advent_is_suleimans_rule(laying: Any) -> None:
    """§11-03-12: see §11-02: turned up he joins the turn player with the Ottoman Empire; so without abilities too."""
    decks = {"blue": ["Suleiman I", "Henry II"]}
    state = laying(seat("Henry IV"), seat("Elizabeth I"), phase="recruit", person_decks=decks)
    play(state, "deck:blue")
    assert where(state, "Suleiman I") == (0, "courtiers")
    assert holder(state, "Ottoman Empire") == 0


@pytest.mark.rule("§11-03")
def test_s11_03_abilities_are_on_unless_switched_off() -> None:
    """ch. 1, options: `abilities` is True by default."""
    assert GAME.new(1, backend="interpreted").options["abilities"] is True
