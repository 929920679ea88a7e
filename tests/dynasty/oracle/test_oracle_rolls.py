"""The oracle's rolls (§08-02-03-01, SW02-07, SW02-08-06), held against the book's own examples."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .rolls import succeeds, success_value, total
from .saves import Book, Save
from .tables import BOOK, chosen, coven, invaded, on

WAR = chosen(action="war", country="France", actor="Vera")
HIRE = chosen(action="hire", actor="Vera", target="Henri")


def gifted(ability: str, war: int = 4) -> Book:
    """Vera has this ability."""
    return Book(BOOK.persons | {"Vera": replace(BOOK.persons["Vera"], ability=ability, war=war)}, BOOK.countries)


def trying(declaration: Save = WAR, place: str = "courtiers", *events: str) -> Save:
    return coven("interrupt", "Vera", place, declared=declaration, attached=[on(event, "Vera") for event in events])


def test_08_02_03_01_the_highest_card_of_the_counting_suits() -> None:
    assert success_value(trying(), [("S10", 10), ("HK", 13), ("C4", 4)], BOOK) == 10
    assert success_value(trying(), [("HK", 13), ("JOKER", 12)], BOOK) == 12
    assert success_value(trying(), [("HK", 13)], BOOK) == 0
    assert succeeds(trying(), [("HK", 13)], [], [], BOOK)  # 0 dice are 0
    assert not succeeds(trying(), [("S10", 10)], [4, 5], [4, 5], BOOK)
    assert succeeds(trying(), [("S10", 10)], [4, 6], [4, 6], BOOK)


def test_sw02_06_02_against_the_neuroi_the_sum() -> None:
    raid = invaded(phase="interrupt", declared=chosen(action="war", country="the Neuroi", actor="Anna"))
    assert success_value(raid, [("SJ", 11), ("C5", 5), ("H9", 9)], BOOK) == 16


def test_sw02_07_02_evil_eye_takes_her_war_from_every_card() -> None:
    book = gifted("evil_eye", war=3)
    assert success_value(trying(), [("SK", 13)], book) == 10
    assert success_value(trying(), [("CA", 1)], book) == -2
    assert success_value(trying(), [("HA", 1)], book) == 0
    assert success_value(trying(HIRE), [("SK", 13)], book) == 13  # as attacking commander only
    assert success_value(trying(WAR, "spouses"), [("SK", 13)], book) == 13
    raid = trying(chosen(action="war", country="the Neuroi", actor="Vera")) | {"occupied": ["Poland"]}
    assert success_value(raid, [("SJ", 11), ("C5", 5)], book) == 8 + 2


def test_sw02_07_04_ballistics_wins_with_a_one() -> None:
    table = [("SK", 13)]
    assert succeeds(trying(), table, [1, 2], [1, 2], gifted("ballistics"))
    assert not succeeds(trying(), table, [2, 2], [2, 1], gifted("ballistics"))
    assert succeeds(trying(WAR, "courtiers", "gale slash"), table, [1, 2], [1, 2], gifted("ballistics"))
    assert not succeeds(trying(WAR, "courtiers", "gale slash"), table, [1, 6], [1, 6], gifted("ballistics"))


@pytest.mark.parametrize("declaration", [WAR, HIRE])
def test_sw02_07_06_gale_and_07_might(declaration: Save) -> None:
    assert total(trying(declaration), [1, 3, 3, 5], gifted("gale")) == 20
    assert total(trying(declaration), [1, 3, 5, 5], gifted("might")) == 19
    assert total(trying(declaration), [], gifted("gale")) == 0
    assert total(trying(declaration), [], gifted("might")) == 0
    assert total(trying(declaration, "spouses"), [1, 3, 5, 5], gifted("might")) == 14
    other = declaration | {"actor": "Anna"}
    assert total(trying(other), [1, 3, 5, 5], gifted("might")) == 14


def befriended(side: str = "Anna", *events: str) -> Save:
    """Anna attacks, Harry defends, and whoever of them has so what has called Vera along."""
    duel = WAR | {"actor": "Anna", "defender": "Harry", "friend": "Vera"}
    save = trying(duel, "courtiers", *events)
    return save | {"attached": [*save["attached"], on("so what", side)]}


def test_d_r52_the_attackers_friend_uses_the_abilities_of_a_commander() -> None:
    king = [("SK", 13)]
    assert success_value(befriended(), king, gifted("evil_eye", war=3)) == 10
    assert succeeds(befriended(), king, [1, 2], [3, 2], gifted("ballistics"))
    assert total(befriended(), [1, 3, 3, 5], gifted("gale")) == 20
    assert total(befriended(), [1, 3, 5, 5], gifted("might")) == 19
    slash = befriended("Anna", "gale slash")
    assert total(slash, [2, 3, 5], BOOK) == 30
    assert not succeeds(slash, [], [6], [5], BOOK)


def test_d_r52_the_defenders_friend_does_not() -> None:
    king = [("SK", 13)]
    assert success_value(befriended("Harry"), king, gifted("evil_eye", war=3)) == 13
    assert not succeeds(befriended("Harry"), king, [1, 2], [1, 2], gifted("ballistics"))
    assert total(befriended("Harry"), [1, 3, 3, 5], gifted("gale")) == 12
    slash = befriended("Harry", "gale slash")
    assert total(slash, [2, 3, 5], BOOK) == 10
    assert succeeds(slash, [], [6], [6], BOOK)


def test_d_r58_gale_and_might_of_a_commander_and_his_friend() -> None:
    persons = gifted("gale").persons
    book = Book(persons | {"Anna": replace(persons["Anna"], ability="might", religion="CW")}, BOOK.countries)
    assert total(befriended(), [1, 3, 3, 5], book) == 5 + 5 + 5 + 10


def test_sw02_07_a_queen_marries_with_her_ability_but_does_not_procreate_with_it() -> None:
    assert total(trying(chosen(action="marriage", target="Louis"), "king"), [2, 3], gifted("gale")) == 6
    assert total(trying(chosen(action="procreation"), "king"), [2, 3], gifted("gale")) == 5
    assert total(trying(chosen(action="incite", target="Louis"), "king"), [2, 3], gifted("gale")) == 5


def test_sw02_08_06_gale_slash_multiplies_and_kills_with_a_six() -> None:
    save = trying(WAR, "courtiers", "gale slash")
    assert total(save, [2, 3, 5], BOOK) == 30
    assert total(save, [], BOOK) == 0
    assert total(save, [5] * 48, BOOK) == 9_999  # D-R56
    assert total(save, [2, 3, 5], gifted("might")) == 2 * 3 * 10  # D-R58
    assert not succeeds(save, [], [6], [5], BOOK)
    birth = trying(chosen(action="procreation"), "king", "gale slash")
    assert total(birth, [3, 4], BOOK) == 12  # D-R32
