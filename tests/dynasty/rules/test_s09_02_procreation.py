"""§09-02: procreation (子作り)."""

import pytest

from dynasty_env.dynasty.steps import Trace
from tests.dynasty.rules.conftest import (
    dice_rolled,
    failing,
    names,
    play,
    printed,
    rolling,
    seat,
    seat_of,
    succeeding,
    success_value,
    supplied,
    table,
    told,
    where,
)

SPADES = "S2 S3 S4 S5 S6 S7 S8"
"""A pack on top of which nothing counts in procreation: it succeeds with any dice."""
DECKS = {
    "yellow": ["Charles V"],
    "blue": ["Henry II", "Henry III"],
    "red": ["James I", "Mary I"],
    "green": ["Erik XIV"],
}


# ---------------------------------------------------------------------------------------------- §09-02-01: conditions


@pytest.mark.rule("§09-02-01")
def test_s09_02_01_a_king_with_a_spouse_may_have_a_child() -> None:
    """§09-02-01: only when the own king has a spouse can this action be chosen."""
    assert "procreation" in names(table(seat("Henry IV", spouse="Marie de' Medici"), seat("Philip II")))


@pytest.mark.rule("§09-02-01")
def test_s09_02_01_a_king_without_a_spouse_may_not() -> None:
    """§09-02-01: … not without one, whoever else is in the dynasty or is married elsewhere."""
    state = table(
        seat("Henry IV", courtiers=["Marie de' Medici"], children=["Anne of Brittany"]),
        seat("Philip II", spouse="Elizabeth I"),
    )
    assert "procreation" not in names(state)


@pytest.mark.rule("§09-02-01")
def test_s09_02_01_a_king_who_is_a_woman_may_with_her_husband() -> None:
    """§05-02, §09-02-01: a king is of either sex."""
    assert "procreation" in names(table(seat("Mary I", spouse="Philip II"), seat("Henry IV")))


@pytest.mark.rule("D-R8")
def test_s09_02_01_nothing_else_is_declared() -> None:
    """§09-02: the spouse is the only partner, so the window opens at once (D-R8)."""
    state = table(seat("Henry IV", spouse="Marie de' Medici"), seat("Philip II"))
    play(state, "procreation")
    assert state.phase == "interrupt"


# ------------------------------------------------------------------------------------------------- §09-02-02: the odds


@pytest.mark.rule("§09-02-02")
@pytest.mark.parametrize("spouse", ["Elizabeth I", "Anne Boleyn", "Marie de' Medici", "Catherine de' Medici"])
def test_s09_02_02_six_cards_less_the_spouses_fertility(spouse: str) -> None:
    """§09-02-02: cards to draw: 6 - the spouse's fertility."""
    state = table(seat("Henry IV", spouse=spouse), seat("Philip II"), pack=SPADES)
    play(state, "procreation")
    assert len(supplied(rolling(state))) == 6 - printed(spouse).fertility


@pytest.mark.rule("§09-02-02")
def test_s09_02_02_the_books_example_of_cards() -> None:
    """§09-02-02: e.g. with a spouse's fertility of 2 it is 6 - 2 = 4 cards."""
    assert printed("Marie de' Medici").fertility == 2
    state = table(seat("Henry IV", spouse="Marie de' Medici"), seat("Philip II"), pack=SPADES)
    play(state, "procreation")
    assert len(supplied(rolling(state))) == 4


@pytest.mark.rule("§09-02-02")
def test_s09_02_02_red_counts() -> None:
    """§09-02-02: suits used: red (hearts and diamonds)."""
    state = table(seat("Henry IV", spouse="Marie de' Medici"), seat("Philip II"), pack="CK D8 H4 SQ")
    play(state, "procreation")
    assert success_value(rolling(state)) == 8


@pytest.mark.rule("§09-02-02")
def test_s09_02_02_black_does_not_count() -> None:
    """§09-02-02: … so spades and clubs do not."""
    state = table(seat("Henry IV", spouse="Marie de' Medici"), seat("Philip II"), pack="CK C8 S4 SQ")
    play(state, "procreation")
    assert success_value(rolling(state)) == 0


@pytest.mark.rule("§09-02-02")
def test_s09_02_02_only_red_cards_may_be_played_to_it() -> None:
    """§08-02-03-01, §09-02-02: anybody may play cards of the suits used: red ones."""
    state = table(seat("Henry IV", spouse="Marie de' Medici", hand="SA CK H2 D3"), seat("Philip II"))
    play(state, "procreation")
    assert names(state) == {"pass", "card:H2", "card:D3"}


@pytest.mark.rule("§09-02-02")
@pytest.mark.parametrize("king", ["Henry III", "Louis XIII", "Francis I", "Henry IV"])
def test_s09_02_02_as_many_dice_as_the_kings_fertility(king: str) -> None:
    """§09-02-02: dice: the own king's fertility (both are blue here); 0 dice for a fertility of 0."""
    state = table(seat(king, spouse="Marie de' Medici"), seat("Philip II"), pack=SPADES)
    play(state, "procreation")
    assert len(dice_rolled(rolling(state))) == printed(king).fertility


@pytest.mark.rule("§09-02-02")
@pytest.mark.parametrize("king", ["Henry III", "Louis XIII", "Francis I", "Henry IV"])
def test_s09_02_02_one_die_more_when_their_bloodlines_differ(king: str) -> None:
    """§09-02-02: +1 die when king and spouse are of different bloodline colours (blue and red here)."""
    state = table(seat(king, spouse="Mary Stuart"), seat("Philip II"), pack=SPADES)
    play(state, "procreation")
    assert len(dice_rolled(rolling(state))) == printed(king).fertility + 1


@pytest.mark.rule("§09-02-02")
def test_s09_02_02_religion_does_not_matter() -> None:
    """§09-02-02: no die for religion: a strict Catholic king and a Catholic spouse of the same colour."""
    state = table(seat("Henry II", spouse="Marie de' Medici"), seat("Philip II"), pack=SPADES)
    play(state, "procreation")
    assert len(dice_rolled(rolling(state))) == printed("Henry II").fertility


@pytest.mark.rule("§09-02-02")
def test_s09_02_02_the_pope_does_not_matter() -> None:
    """§09-02-02, §11-01: the pope raises prestige, and prestige is not asked for."""
    state = table(seat("Henry II", spouse="Marie de' Medici"), seat("Philip II"), pack=SPADES, pope=0)
    play(state, "procreation")
    after = rolling(state)
    assert (len(supplied(after)), len(dice_rolled(after))) == (6 - printed("Marie de' Medici").fertility, 4)


# --------------------------------------------------------------------------------------------------- §09-02-03: success


@pytest.mark.rule("§09-02-03")
def test_s09_02_03_the_deck_is_the_kings_or_the_spouses_colour() -> None:
    """§09-02-03: if it succeeds, the top card is drawn of the person deck of the king's or the spouse's colour (e.g.
    king red, spouse blue: of the red or the blue deck)."""
    state = table(seat("Henry VIII", spouse="Marie de' Medici"), seat("Philip II"), pack=SPADES, person_decks=DECKS)
    play(state, "procreation")
    after = succeeding(state)
    assert (after.phase, after.seat, names(after)) == ("birth_deck", 0, {"deck:red", "deck:blue"})


@pytest.mark.rule("§09-02-03")
def test_s09_02_03_one_colour_one_deck() -> None:
    """§09-02-03: with both of one colour it is that deck."""
    state = table(seat("Henry IV", spouse="Marie de' Medici"), seat("Philip II"), pack=SPADES, person_decks=DECKS)
    play(state, "procreation")
    assert names(succeeding(state)) == {"deck:blue"}


@pytest.mark.rule("§09-02-03")
def test_s09_02_03_the_top_card_is_the_child() -> None:
    """§09-02-03: the person drawn from the top is laid in the place of the children."""
    state = table(seat("Henry IV", spouse="Mary Stuart"), seat("Philip II"), pack=SPADES, person_decks=DECKS)
    play(state, "procreation")
    after = succeeding(state)
    play(after, "deck:blue")
    assert (where(after, "Henry II"), where(after, "Henry III")) == ((0, "children"), "blue")


@pytest.mark.rule("§09-02-03")
def test_s09_02_03_children_lie_in_the_order_of_birth() -> None:
    """§09-02-03: where there are children already, the order of birth must be plain to see: the new one is last."""
    state = table(
        seat("Henry IV", spouse="Mary Stuart", children=["Louis XIII", "Anne Boleyn"]),
        seat("Philip II"),
        pack=SPADES,
        person_decks=DECKS,
    )
    play(state, "procreation")
    after = succeeding(state)
    play(after, "deck:red")
    assert seat_of(after, 0)["children"] == ["Louis XIII", "Anne Boleyn", "James I"]


@pytest.mark.rule("§09-02-03")
def test_s09_02_03_the_youngest_stays_last_after_an_elder_has_left() -> None:
    """§09-02-03: … also when the places of elder children have become empty: the eldest son marries away first."""
    state = table(
        seat("Elizabeth I", territories=["Spain"]),
        seat("Henry IV", spouse="Mary Stuart", children=["Louis XIII", "Anne Boleyn"]),
        pack="S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK C2 C3",
        person_decks={"yellow": ["Charles V", "Philip III"], "blue": ["Henry II", "Henry III"],
                      "red": ["James I", "Mary I", "Charles I"], "green": ["Erik XIV", "Gustav Vasa"]},
        pope=0,
    )  # fmt: skip
    play(state, "marriage", "person:Louis XIII")
    turn = succeeding(state)
    play(turn, "deck:yellow", "procreation")
    birth = succeeding(turn)
    play(birth, "deck:red")
    assert seat_of(birth, 1)["children"] == ["Anne Boleyn", "James I"]


@pytest.mark.rule("§09-02-03")
def test_s09_02_03_if_it_fails_nobody_is_born() -> None:
    """§09-02-03: … only if it succeeds: the decks stay as they are."""
    state = table(
        seat("Louis XIII", spouse="Marie de' Medici"), seat("Philip II"), pack="HK DK HQ DQ", person_decks=DECKS
    )
    play(state, "procreation")
    after = failing(state)
    assert (seat_of(after, 0)["children"], after.to_dict()["person_decks"]) == ([], DECKS)


@pytest.mark.rule("§11-02")
def test_s09_02_03_suleiman_may_be_born() -> None:
    """§09-02-03, §11-02: Suleiman I may be a child; his dynasty gets the Ottoman Empire."""
    state = table(
        seat("Henry IV", spouse="Mary Stuart"), seat("Philip II"), pack=SPADES,
        person_decks=DECKS | {"blue": ["Suleiman I", "Henry II"]},
    )  # fmt: skip
    play(state, "procreation")
    after = succeeding(state)
    play(after, "deck:blue")
    assert where(after, "Suleiman I") == (0, "children")
    assert "Ottoman Empire" in seat_of(after, 0)["territories"]


@pytest.mark.rule("D-R11")
def test_d_r11_only_decks_with_cards() -> None:
    """D-R11: only decks with cards can be chosen (one was emptied in this turn's recruit phase)."""
    state = table(
        seat("Henry IV", spouse="Mary Stuart"), seat("Philip II"), phase="recruit", pack=SPADES,
        person_decks=DECKS | {"blue": ["Henry II"]},
    )  # fmt: skip
    play(state, "deck:blue", "procreation")
    assert names(succeeding(state)) == {"deck:red"}


@pytest.mark.rule("D-R11")
def test_d_r11_no_deck_with_cards_nobody_is_born() -> None:
    """D-R11: none with cards: nobody is born."""
    state = table(
        seat("Henry IV", spouse="Marie de' Medici"), seat("Philip II"), phase="recruit", pack=SPADES,
        person_decks=DECKS | {"blue": ["Henry II"]},
    )  # fmt: skip
    play(state, "deck:blue", "procreation")
    after = succeeding(state)
    assert (seat_of(after, 0)["children"], len(told(after, Trace.BORN))) == ([], 0)
