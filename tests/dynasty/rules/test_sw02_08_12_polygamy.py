"""SW02-08-12: polygamy."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import (
    dice_rolled,
    names,
    persons,
    play,
    printed,
    printed_country,
    rolling,
    seat,
    seat_of,
    supplied,
    throwing,
    where,
)
from .events import HEARTS, SPADES, bearer, go, is_discarded, laid, on, to, won

KING = "Henry VIII"
WIVES = ["Anne Boleyn", "Catherine of Aragon"]


def court(*wives: str, king: str = KING, bearer: str | None = KING, **fields: Any) -> State:
    """Seat 0's king has so many spouses; somebody has polygamy."""
    own = seat(king, courtiers=["Francis Drake"], spouses=list(wives))
    attached = on(polygamy=bearer) if bearer else []
    return laid(own, seat("Philip II", courtiers=["Mary I"]), **{"attached": attached} | fields)


# ------------------------------------------------------------------------------------------------------------- marrying


@pytest.mark.rule("SW02-08-12")
@pytest.mark.parametrize("wives", [0, 1, 2])
def test_sw02_08_12_its_king_may_marry_while_he_is_married(wives: int) -> None:
    """SW02-08-12: its king may have several spouses: he may marry while he has one, or two …"""
    assert "marriage" in names(to(court(*WIVES[:wives]), "action"))


@pytest.mark.rule("SW02-08-12")
def test_sw02_08_12_another_king_may_not() -> None:
    """§09-01-01: … which nobody without it may; another king's polygamy does not help him."""
    for carrier in (None, "Philip II"):
        assert "marriage" not in names(to(court(WIVES[0], bearer=carrier), "action"))
        assert "marriage" in names(to(court(bearer=carrier), "action"))


@pytest.mark.rule("SW02-08-12")
def test_sw02_08_12_all_are_his_spouses() -> None:
    """SW02-08-12: a new spouse stands beside those he has; the odds are those of any marriage."""
    state = court(*WIVES, pack=SPADES)
    go(state, "marriage")
    assert persons(state) == {"Mary I"}  # the spouses are married
    play(state, "person:Mary I")
    after = won(state)
    assert set(seat_of(after, 0)["spouses"]) == {*WIVES, "Mary I"}
    assert len(dice_rolled(after)) == printed(KING).prestige


@pytest.mark.rule("D-R48")
@pytest.mark.parametrize("carrier", ["Philip II", KING, None])
def test_d_r48_and_be_matched(carrier: str | None) -> None:
    """D-R48: its king may also be matched while he has spouses."""
    state = laid(
        seat(KING, spouse="Anne Boleyn", children=["Christina of Sweden"]), seat("Philip II", spouse="Mary I"),
        abilities=True, attached=on(polygamy=carrier) if carrier else [],
    )  # fmt: skip
    to(state, "action")
    if carrier is None:
        assert "matchmaking" not in names(state)
        return
    go(state, "matchmaking", "person:Christina of Sweden")
    assert persons(state) == {carrier}


@pytest.mark.rule("D-R48")
def test_d_r48_a_matched_spouse_joins_the_others() -> None:
    """D-R48: … and the child matched with him is one spouse more."""
    state = laid(
        seat(KING, children=["Christina of Sweden"]), seat("Henry III", spouse="Mary I"), abilities=True,
        attached=on(polygamy="Henry III"),
    )  # fmt: skip
    go(state, "matchmaking", "person:Christina of Sweden")
    after = throwing(state, 4, "person:Henry III")
    assert set(seat_of(after, 1)["spouses"]) == {"Mary I", "Christina of Sweden"}


@pytest.mark.rule("§09-01-02")
def test_sw02_08_12_its_king_is_courted_by_nobody() -> None:
    """§09-01-02: a king is not courted, whatever he carries."""
    state = laid(seat("Elizabeth I"), seat(KING, courtiers=["Francis Drake"]), attached=on(polygamy=KING))
    go(state, "marriage")
    assert persons(state) == {"Francis Drake"}


@pytest.mark.rule("D-R48")
def test_d_r48_with_a_spouse_he_is_married() -> None:
    """D-R48, SW02-02: he is married while he has a spouse: a witch who is king has no ability then."""
    for spouse, offered in ((None, True), ("Henry IV", False)):
        state = laid(
            seat("the Thunderer", spouse=spouse), seat("Philip III"), pope=0, attached=on(polygamy="the Thunderer")
        )
        assert ("lightning" in names(to(state, "action"))) is offered


# ---------------------------------------------------------------------------------------------------------- procreation


@pytest.mark.rule("SW02-08-12")
@pytest.mark.parametrize("wife", WIVES)
def test_sw02_08_12_he_names_one_to_procreate_with(wife: str) -> None:
    """SW02-08-12: with several spouses he names which one is to bear: her fertility and colour count."""
    state = court(*WIVES, pack=SPADES)
    go(state, "procreation")
    assert (state.phase, state.seat, names(state)) == ("procreation_spouse", 0, {f"person:{wife}" for wife in WIVES})
    play(state, f"person:{wife}")
    assert to(state, "interrupt").to_dict()["declared"]["target"] == wife
    after = won(state)
    assert len(supplied(after)) == 6 - printed(wife).fertility
    assert len(dice_rolled(after)) == printed(KING).fertility


@pytest.mark.rule("SW02-08-12")
@pytest.mark.parametrize(
    ("wife", "decks"), [("Anne Boleyn", {"deck:red"}), ("Marie de' Medici", {"deck:red", "deck:blue"})]
)
def test_sw02_08_12_the_deck_is_the_kings_or_hers(wife: str, decks: set[str]) -> None:
    """SW02-08-12, §09-02-03: the deck is of his or that spouse's colour; another colour is a die more."""
    state = court("Anne Boleyn", "Marie de' Medici", pack=SPADES)
    go(state, "procreation", f"person:{wife}")
    after = won(state)
    assert len(dice_rolled(after)) == printed(KING).fertility + len(decks) - 1
    assert (to(after, "birth_deck").seat, names(after)) == (0, decks)


@pytest.mark.rule("SW02-08-12")
def test_sw02_08_12_the_children_are_one_row() -> None:
    """SW02-08-12: children are laid in one row in order of birth, not by spouse."""
    decks = {"red": ["James I", "Charles I", "Henry VII"], "blue": ["Louis XIII", "Henry II"]}
    state = court("Anne Boleyn", "Marie de' Medici", pack=SPADES, person_decks=decks)
    go(state, "procreation", "person:Marie de' Medici")
    state = won(state)
    go(state, "deck:blue", "deck:green", "action=pass", "deck:green", "procreation", "person:Anne Boleyn")
    state = won(state)
    go(state, "deck:red")
    assert seat_of(state, 0)["children"] == ["Louis XIII", "James I"]


@pytest.mark.rule("SW02-03")
def test_sw02_08_12_only_those_he_can_procreate_with() -> None:
    """SW02-03, SW02-08-12: named are those with whom there is procreation: of a king without a deck's colour not the
    spouse without one."""
    state = court("the Healer", "Anne Boleyn", "Mary Stuart", king="the Quartermaster", bearer="the Quartermaster")
    go(state, "procreation")
    assert (state.phase, persons(state)) == ("procreation_spouse", {"Anne Boleyn", "Mary Stuart"})
    state = court("the Healer", "Anne Boleyn", king="the Quartermaster", bearer="the Quartermaster")
    go(state, "procreation")
    if state.phase == "procreation_spouse":
        play(state, "person:Anne Boleyn")
    assert to(state, "interrupt").to_dict()["declared"]["target"] == "Anne Boleyn"


# -------------------------------------------------------------------------------------------------- all are his spouses


@pytest.mark.rule("§07-02")
def test_sw02_08_12_all_are_royals() -> None:
    """§05-02, §07-02: spouses are royals: the prestige of all counts."""
    state = court(*WIVES, pope=1)
    assert state.scores()[0] == sum(printed(person).prestige for person in (KING, *WIVES)) + 1
    assert printed_country(seat_of(state, 0)["territories"][0]).power == 1


@pytest.mark.rule("D-R20")
def test_d_r20_each_wasteful_spouse_costs_a_die() -> None:
    """D-R20: each king or spouse with waste costs a die: two husbands of that kind two."""
    for husbands in ([], ["Philip III"], ["Philip III", "Henry III"]):
        state = laid(
            seat("Elizabeth I", courtiers=["Gustavus Adolphus"], spouses=husbands), seat("Philip II"), abilities=True,
            independent=["Milan"], pack=HEARTS, attached=on(polygamy="Elizabeth I"),
        )  # fmt: skip
        go(state, "war", "country:Milan", "person:Gustavus Adolphus")
        assert len(dice_rolled(won(state))) == 4 + 1 - len(husbands)


@pytest.mark.rule("§11-03-07")
def test_sw02_08_12_one_of_them_is_executed() -> None:
    """§11-03-07: a king with execution names which spouse dies; the others stay."""
    state = court(*WIVES, abilities=True)
    go(state, "execution")
    assert persons(state) == set(WIVES)
    play(state, "person:Anne Boleyn")
    assert (where(state, "Anne Boleyn"), seat_of(state, 0)["spouses"]) == ("removed", ["Catherine of Aragon"])


@pytest.mark.rule("§10-02")
def test_sw02_08_12_when_he_dies_all_become_courtiers() -> None:
    """§10-02: when the king dies all his spouses become courtiers; the event is discarded, the heir is unmarried."""
    state = laid(
        seat("Henry IV"), seat(KING, children=["James I"], spouses=WIVES), scythe=0, attached=on(polygamy=KING)
    )
    go(state, "reaper", f"person:{KING}")
    after = rolling(state, 6, by="pass")
    laid_down = seat_of(after, 1)
    assert (laid_down["king"], laid_down["spouses"], set(laid_down["courtiers"])) == ("James I", [], set(WIVES))
    assert is_discarded(after, "polygamy")


@pytest.mark.rule("§11-03-04")
def test_sw02_08_12_in_a_revolution_all_stay() -> None:
    """Ch. 6, §11-03-04: all spouses stay in a revolution; the event goes with the old king, so no more may come."""
    rebel = "Gustav Vasa"
    state = laid(
        seat("Henry IV"), seat(KING, courtiers=[rebel, "Mary I"], spouses=WIVES), abilities=True, pack=HEARTS,
        attached=on(polygamy=KING),
    )  # fmt: skip
    go(state, "incite", f"person:{rebel}")
    after = won(state)
    assert (where(after, rebel), set(seat_of(after, 1)["spouses"])) == ((1, "king"), set(WIVES))
    assert (bearer(after, "polygamy"), is_discarded(after, "polygamy")) == (None, True)
    go(after, "deck:red")
    to(after, "action")
    assert (after.seat, "marriage" in names(after), "procreation" in names(after)) == (1, False, True)


@pytest.mark.rule("SW02-08-12")
def test_sw02_08_12_one_spouse_may_be_incited_away() -> None:
    """§09-05-01: each spouse may be incited; who leaves is no spouse any more, the others stay."""
    state = laid(
        seat("Henry IV"), seat(KING, spouses=WIVES), pack=HEARTS, attached=on(polygamy=KING),
    )  # fmt: skip
    go(state, "incite", "person:Anne Boleyn")
    after = won(state)
    assert where(after, "Anne Boleyn") == (0, "courtiers")
    assert seat_of(after, 1)["spouses"] == ["Catherine of Aragon"]
