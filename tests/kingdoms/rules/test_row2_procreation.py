"""Row 2: procreation (子作り)."""

from __future__ import annotations

import pytest

from dynasty_env.kingdoms.material import COLOUR, PERSON_NAMES, PERSONS
from dynasty_env.kit.state import State
from tests.kingdoms.rules.conftest import (
    A,
    B,
    C,
    D,
    E,
    V,
    W,
    Z,
    decks,
    families,
    king,
    names,
    nobles,
    one,
    persons,
    play,
    rolling,
    seat,
    table,
)
from tests.kingdoms.rules.trace_fields import story

POLAND = seat(king(D, "Poland"))


def pair(fertility: int = 2, spouse: int = 1, **fields: object) -> State:
    """King C, blue, with the yellow V."""
    one(V, fertility=spouse)
    return table(seat(king(C, "Spain", spouse=V, fertility=fertility)), POLAND, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("row 2 A", "row 2 B")
def test_row2_a_married_king_of_the_turn_player_and_his_spouse() -> None:
    first = seat(king(A, "Spain", spouse=V), king(B, "Naples"), king(C, "Milan", spouse=Z))
    state = table(first, seat(king(D, "Poland", spouse=W)))
    play(state, "procreation")
    assert (state.phase, persons(state)) == ("procreation_king", {A, C})
    assert "procreation" not in names(table(seat(king(A, "Spain")), seat(king(D, "Poland", spouse=W))))


@pytest.mark.rule("row 2 D", "row 2 V", "K1")
@pytest.mark.parametrize(("dice", "born"), [((3, 6), True), ((6, 3), True), ((4, 4), False), ((1, 1), True)])
def test_row2_two_dice_up_to_both_fertilities(dice: tuple[int, int], born: bool) -> None:
    """2 + 1 of different colours: 3. Success if either succeeds."""
    state = pair()
    play(state, "procreation")
    after = rolling(state, f"person:{C}", *dice)
    told = [
        ("ACTS", 0, C),
        ("NEEDS", 0, 2, 3),
        ("DIE", 0, 0, dice[0]),
        ("DIE", 0, 0, dice[1]),
        ("OUTCOME", 0, int(born)),
    ]
    assert story(after.trace())[:5] == told
    assert after.phase == ("birth_deck" if born else "recruit")


@pytest.mark.rule("row 2 M")
@pytest.mark.parametrize(("die", "born"), [(2, True), (3, False)])
def test_row2_one_less_for_one_colour(die: int, born: bool) -> None:
    """2 + 1 - 1, where both are yellow."""
    one(V, fertility=1)
    state = table(seat(king(A, "Spain", spouse=V, fertility=2)), POLAND)
    play(state, "procreation")
    assert (rolling(state, f"person:{A}", die, 6).phase == "birth_deck") == born


@pytest.mark.rule("row 2 R", "K9")
def test_row2_a_card_of_the_kings_or_the_spouses_colour() -> None:
    """The turn player's choice; the top card is that king's youngest child."""
    one(V, fertility=3)
    first = seat(king(C, "Spain", spouse=V, children=[E], fertility=3), king(A, "Naples", children=[B]))
    state = table(first, POLAND, person_decks={"blue": [Z]})
    play(state, "procreation", f"person:{C}")
    assert (state.phase, decks(state)) == ("birth_deck", {"blue", "yellow"})
    entries = play(state, "deck:blue")
    assert story(entries)[:2] == [("TURNED_UP", 0, Z, "blue", "child"), ("BORN", 0, Z, C)]
    assert families(state, 0) == {C: (V, [E, Z]), A: (None, [B])} and nobles(state, 0) == set()


@pytest.mark.rule("row 2 R")
def test_row2_one_colour_is_one_deck() -> None:
    one(V, fertility=6)
    state = table(seat(king(A, "Spain", spouse=V)), POLAND, ask_forced=False)
    play(state, "procreation")
    assert len(families(state, 0)[A][1]) == 1


def but(left: int) -> list[str]:
    """The blue persons without C and Z, but for so many of them."""
    return [PERSON_NAMES[p] for p in range(PERSONS) if COLOUR[p] == 1 and PERSON_NAMES[p] not in (C, Z)][left:]


@pytest.mark.rule("K9")
def test_row2_only_a_deck_with_cards() -> None:
    state = pair(6, removed=[*but(0), Z])
    play(state, "procreation", f"person:{C}")
    assert decks(state) == {"yellow"}


@pytest.mark.rule("K32")
def test_row2_no_deck_for_the_child() -> None:
    """King and spouse are blue, and that deck is empty: they cannot procreate; with one card they can."""
    for left, may in ((0, False), (1, True)):
        state = table(seat(king(C, "Spain", spouse=Z)), POLAND, removed=but(left))
        assert ("procreation" in names(state)) == may


@pytest.mark.rule("K32")
def test_row2_not_with_a_spouse_of_the_own_sex() -> None:
    """After a revolution a king may have such a spouse."""
    assert "procreation" not in names(table(seat(king(A, "Spain", spouse=B)), POLAND))


@pytest.mark.rule("K6", "row 2 B")
def test_row2_a_rebel_procreates_as_a_spouse() -> None:
    assert "procreation" in names(pair(rebels=[V]))
