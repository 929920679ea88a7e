"""The oracle's special abilities (§11-03), held against the book on small tables with made-up cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from .abilities import by_itself, hand_limit
from .legal import legal
from .saves import Book, Save, printed
from .test_oracle import BOOK, declared, rest_in_pack, table, whole
from .truths import invariants

SEA = {"Venice": {"Poland"}, "France": {"England"}}  # these countries are joined by sea, the others by land


def gifted(**abilities: str) -> Book:
    """The made-up cards, where these persons have these abilities."""
    gifts = {name: replace(BOOK.persons[name], ability=ability) for name, ability in abilities.items()}
    lands = {name: replace(BOOK.countries[name], by_sea=frozenset(over)) for name, over in SEA.items()}
    return Book(BOOK.persons | gifts, BOOK.countries | lands)


def without_abilities(save: Save) -> Save:
    return save | {"options": save["options"] | {"abilities": False}}


def unsound(save: Save, book: Book) -> list[str]:
    """The complaints about a save whose playing cards are put in order first."""
    return invariants(rest_in_pack(save), book=book)


# ------------------------------------------------------------------------------------------ §11-03-02 assassination


def test_11_03_02_no_assassination_while_one_holds_the_scythe() -> None:
    save = whole("reaper_target", scythe=1, declared=declared("assassination"))
    assert invariants(save, book=gifted(Anna="assassination")) == []
    assert "the turn player cannot send an assassin" in invariants(save, book=BOOK)
    save["scythe"] = 0
    assert "the turn player cannot send an assassin" in invariants(save, book=gifted(Anna="assassination"))


# ------------------------------------------------------------------------------------------------ §11-03-03 plunder


def looting(**changes: Any) -> Save:
    return whole("plunder", declared=declared("war", actor="Anna", country="France"), **changes)


def test_11_03_03_the_victorious_commander_may_plunder() -> None:
    book = gifted(Anna="plunder")
    assert legal(looting(), book) == {"declare", "pass"}
    assert invariants(looting(), book=book) == []
    assert legal(looting(), gifted(Karl="plunder")) == {"pass"}
    assert "nobody of ['Anna'] plunders" in invariants(looting(), book=gifted(Karl="plunder"))
    assert legal(without_abilities(looting()), book) == {"pass"}


def test_11_03_03_a_plundered_country_is_no_target() -> None:
    save = whole("war_target", removed_countries=["Poland"], independent=["England"])
    assert legal(save, gifted(Anna="plunder")) == {"country:France", "country:Sweden", "country:England"}
    assert invariants(save, book=gifted(Anna="plunder")) == []
    assert "Poland has left play, but nobody could plunder it" in invariants(save, book=BOOK)
    assert "Poland has left play, but nobody could plunder it" in invariants(save, book=gifted(Max="plunder"))


def richer(count: int, place: int = 0, **changes: Any) -> Save:
    """Poland, of power 4, has been plundered, and a seat holds this many cards."""
    save = whole(removed_countries=["Poland"], independent=["England"]) | changes
    save["seats"][place]["hand"] = [suit + rank for rank in ("7", "8", "9", "10") for suit in "SHDC"][:count]
    return save


@pytest.mark.parametrize(
    ("sound", "save"),
    [
        (True, richer(10, phase="end", no_hand_limit=True)),
        (False, richer(11, phase="end", no_hand_limit=True)),
        (True, richer(10, place=1)),  # kept after the turn
        (False, richer(11, place=1)),
        (True, richer(11)),  # and one is drawn in the next turn
        (False, richer(12)),
    ],
)
def test_11_03_03_plundered_cards_come_on_top_of_the_hand(sound: bool, save: Save) -> None:
    complaints = unsound(save, gifted(Anna="plunder"))
    assert any("cards" in line for line in complaints) is not sound


def test_11_03_03_there_is_a_hand_limit_but_after_a_plunder() -> None:
    save = whole(no_hand_limit=True)
    assert any("no hand limit in phase action" in line for line in invariants(save, book=gifted(Anna="plunder")))
    save["phase"] = "end"
    assert any("with 0 countries plundered" in line for line in invariants(save, book=gifted(Anna="plunder")))


# --------------------------------------------------------------------------------------------- §11-03-04 revolution


def test_11_03_04_a_spouse_of_the_rebels_own_sex_stays() -> None:
    save = whole()
    save["seats"][0] |= {"king": "Anna", "children": ["Karl"]}
    assert invariants(save, book=gifted(Anna="revolution")) == []
    assert "Marie of seat 0 has the king's sex" in invariants(save, book=BOOK)
    assert "Marie of seat 0 has the king's sex" in invariants(without_abilities(save), book=gifted(Anna="revolution"))
    assert not {"procreation", "marriage"} & legal(save, gifted(Anna="revolution"))  # D-R19; the rebel is married


# -------------------------------------------------------------------------------------------------- §11-03-05 waste


def test_11_03_05_the_child_is_named_first() -> None:
    save = whole("matchmaking_target", declared=declared("matchmaking", actor="Anna"))
    assert invariants(save, book=gifted(Anna="waste")) == []
    assert "matchmaking was declared with Anna" in invariants(save, book=gifted(Kirsten="waste"))


# ------------------------------------------------------------------------------------------------- §11-03-06 police


def uprising(target: str, seat: int = 1) -> Save:
    return whole("police", seat=seat, declared=declared("incite", target=target))


@pytest.mark.parametrize("officer", ["Harry", "Louis", "Kirsten"])
def test_11_03_06_the_police_of_the_incited_persons_dynasty(officer: str) -> None:
    book = gifted(**{officer: "police"})
    assert legal(uprising("Louis"), book) == {"declare", "pass"}  # the incited person's own police too
    assert invariants(uprising("Louis"), book=book) == []


def test_11_03_06_no_other_dynasty_sends_its_police() -> None:
    book = gifted(Bess="police", Karl="police")
    assert legal(uprising("Louis"), book) == {"pass"}
    assert "seat 1 has no police" in invariants(uprising("Louis"), book=book)
    assert any("who is not its own" in line for line in invariants(uprising("Louis", seat=2), book=book))
    assert any("who is not its own" in line for line in invariants(uprising("Anna", seat=0), book=book))


# ------------------------------------------------------------------------------------------------ §11-03-08 war tax


@pytest.mark.parametrize(
    ("taxer", "limit"), [("Marie", 10), ("Anna", 10), ("Ned", 10), ("Karl", 5), ("Bess", 5), ("Henri", 5)]
)
def test_11_03_08_war_tax_raises_the_limit_unless_the_king_raises_it(taxer: str, limit: int) -> None:
    assert hand_limit(table(), 0, gifted(**{taxer: "war_tax"})) == limit
    assert hand_limit(without_abilities(table()), 0, gifted(**{taxer: "war_tax"})) == 5


def test_11_03_08_two_taxers_raise_it_once() -> None:
    assert hand_limit(table(), 0, gifted(Marie="war_tax", Ned="war_tax")) == 10


@pytest.mark.parametrize(
    ("complaint", "place", "count", "changes"),
    [
        (None, 0, 13, {}),
        ("seat 0 holds 14 cards", 0, 14, {}),
        (None, 1, 10, {}),  # the taxer may have gone since
        ("seat 1 holds 11 cards", 1, 11, {}),
        (None, 0, 11, {"phase": "discard_card"}),
        ("a card is discarded from a hand of 10", 0, 10, {"phase": "discard_card"}),
    ],
)
def test_11_03_08_three_cards_and_ten(complaint: str | None, place: int, count: int, changes: dict[str, Any]) -> None:
    save = richer(count, place, removed_countries=[], independent=["England", "Poland"], **changes)
    assert unsound(save, gifted(Anna="war_tax")) == ([complaint] if complaint else [])


def test_11_03_08_nobody_who_lies_in_a_deck_has_raised_war_tax() -> None:
    save = richer(7, 0, removed_countries=[], independent=["England", "Poland"])
    assert unsound(save, gifted(Max="war_tax")) == ["seat 0 holds 7 cards"]


# ------------------------------------------------------------------------------ §11-03-10 alchemy, §11-03-11 new faith


@pytest.mark.parametrize(
    ("declaration", "gifts", "without_window"),
    [
        (declared("hire", actor="Anna", target="Henri"), {"Karl": "alchemy"}, True),
        (declared("hire", actor="Anna", target="Henri"), {"Anna": "alchemy"}, False),  # as king only
        (declared("hire", actor="Anna", target="Henri"), {"Harry": "alchemy"}, False),
        (declared("incite", target="Bess"), {"Anna": "new_faith"}, True),
        (declared("incite", target="Kirsten"), {"Karl": "new_faith"}, True),  # CP
        (declared("incite", target="Louis"), {"Karl": "new_faith"}, False),  # C
        (declared("incite", target="Bess"), {"Bess": "new_faith"}, False),
    ],
)
def test_11_03_10_and_11_success_by_itself_has_no_window(
    declaration: dict[str, str | None], gifts: dict[str, str], without_window: bool
) -> None:
    save, book = whole("interrupt", declared=declaration), gifted(**gifts)
    assert by_itself(save, book) is without_window
    assert any("by itself" in line for line in invariants(save, book=book)) is without_window
    assert not by_itself(without_abilities(save), book)


# ------------------------------------------------------------------------------------------------------ all of them


@pytest.mark.parametrize(
    ("phase", "wrong"),
    [("plunder", "hire"), ("police", "war"), ("suppression_target", "reaper"), ("matchmaking_child", "marriage")],
)
def test_11_03_each_question_follows_its_own_action(phase: str, wrong: str) -> None:
    save = whole(phase, declared=declared(wrong, target="Henri", actor="Anna"))
    assert f"{wrong} is declared in phase {phase}" in invariants(save, book=BOOK)


def test_11_03_the_printed_abilities() -> None:
    found = {card.ability for card in printed().persons.values() if not card.expansion} - {""}
    assert found == {
        "suppression",
        "assassination",
        "plunder",
        "revolution",
        "waste",
        "police",
        "execution",
        "war_tax",
        "sea_4",
        "alchemy",
        "new_faith",
        "advent",
    }
    assert [card.name for card in printed().persons.values() if card.ability == "advent"] == ["Suleiman I"]
