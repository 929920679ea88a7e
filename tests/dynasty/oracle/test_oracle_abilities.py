"""The oracle's special abilities (§11-03), held against the book on small tables with made-up cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from .abilities import by_itself, hand_limit
from .legal import legal
from .numbers import cards_called_for
from .saves import Book, Save, printed
from .stats import war
from .test_oracle import BOOK, bachelor, declared, persons, rest_in_pack, table, whole
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


# ------------------------------------------------------------------------------------------- §11-03-01 suppression


@pytest.mark.parametrize("who", ["Karl", "Marie", "Anna", "Ned"])
def test_11_03_01_anybody_of_the_dynasty_suppresses_all_but_king_and_spouse(who: str) -> None:
    book = gifted(**{who: "suppression"})
    assert "suppression" in legal(table(), book)
    assert legal(table("suppression_target"), book) == persons("Anna", "Ned")  # D-R17: himself too


def test_11_03_01_suppression_needs_a_suppressor_and_somebody_to_suppress() -> None:
    save = table()
    assert "suppression" not in legal(save, gifted(Louis="suppression", Henri="suppression"))
    save["seats"][0] |= {"children": [], "courtiers": []}
    assert "suppression" not in legal(save, gifted(Karl="suppression"))


# ------------------------------------------------------------------------------------------ §11-03-02 assassination


def test_11_03_02_an_assassination_is_a_reaper_without_the_scythe() -> None:
    book = gifted(Ned="assassination")
    assert {"reaper", "assassination"} & legal(table(scythe=1), book) == {"assassination"}
    assert {"reaper", "assassination"} & legal(table(scythe=0), book) == {"reaper"}
    assert {"reaper", "assassination"} & legal(table(scythe=1), gifted(Bess="assassination")) == set()
    chosen = declared("assassination")
    save = table("reaper_target", scythe=1, refused=["Harry"], declared=chosen)
    assert legal(save, book) == legal(table("reaper_target", refused=["Harry"]), book)
    save = table("veto", seat=1, scythe=1, declared=chosen | {"target": "pope"})
    assert legal(save, book) == {"pass", "declare"}


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


def test_d_r52_the_attackers_friend_may_plunder_too() -> None:
    save = looting(attached=[{"event": "so what", "person": "Anna", "seat": None}])
    save["declared"]["friend"] = "Karl"
    assert legal(save, gifted(Karl="plunder")) == {"declare", "pass"}
    save["declared"]["defender"] = "Harry"
    save["attached"][0]["person"] = "Harry"
    assert legal(save, gifted(Karl="plunder")) == {"pass"}


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


def test_11_03_05_a_wasteful_child_is_offered_to_unmarried_kings() -> None:
    save, book = bachelor("matchmaking_child"), gifted(Anna="waste", Marie="waste", Louis="waste")
    assert legal(save, book) == persons("Anna", "Marie")
    save |= {"phase": "matchmaking_target", "declared": declared("matchmaking", actor="Anna")}
    assert legal(save, book) == persons("Karl", "Harry", "Gustav")
    save["seats"][2] |= {"spouses": ["Bess"], "courtiers": []}
    assert legal(save, book) == persons("Karl", "Harry")
    save["seats"][1] |= {"king": "Bess", "courtiers": ["Harry"]}
    assert legal(save, book) == persons("Karl")
    assert "matchmaking" in legal(save | {"phase": "action"}, book)


def test_11_03_05_d_r10_not_to_the_own_king_without_kin_marriage() -> None:
    save = bachelor("matchmaking_target", options={"kin_marriage": False})
    save["declared"] = declared("matchmaking", actor="Anna")
    assert legal(save, gifted(Anna="waste")) == persons("Harry", "Gustav")


def test_11_03_05_only_children_are_offered_and_only_where_a_king_is_free() -> None:
    assert "matchmaking" not in legal(table(), gifted(Karl="waste", Marie="waste", Ned="waste", Louis="waste"))
    save, book = table(), gifted(Anna="waste")
    assert "matchmaking" in legal(save, book)
    save["seats"][1] |= {"spouses": ["Kirsten"], "children": ["Louis"]}
    save["seats"][2] |= {"spouses": ["Bess"], "courtiers": []}
    assert "matchmaking" not in legal(save, book)
    assert legal(save | {"phase": "matchmaking_child"}, book) == set()


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


# ---------------------------------------------------------------------------------------------- §11-03-07 execution


def test_11_03_07_a_king_executes_a_spouse() -> None:
    book = gifted(Karl="execution")
    assert "execution" in legal(table(), book)
    assert legal(table("execution_target"), book) == persons("Marie")
    assert "execution" not in legal(table(), gifted(Marie="execution", Anna="execution", Harry="execution"))
    assert "execution" not in legal(bachelor("action"), book)


def test_11_03_07_d_r19_a_rebels_spouse_of_the_own_sex_too() -> None:
    save = table("execution_target")
    save["seats"][0]["king"] = "Anna"
    assert legal(save, gifted(Anna="execution")) == persons("Marie")


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


# --------------------------------------------------------------------------------------------------- §11-03-09 sea 4


@pytest.mark.parametrize(
    ("commander", "country", "value"),
    [
        ("Anna", "Poland", 4),  # Venice is joined to it by sea
        ("Anna", "France", 0),  # Spain is joined to it by land
        ("Anna", "England", 0),
        ("Marie", "Poland", 0),
        ("Karl", "Poland", 4),  # exactly 4, no more than 4
        ("Karl", "France", 5),
    ],
)
def test_11_03_09_war_counts_four_by_sea(commander: str, country: str, value: int) -> None:
    save = table("interrupt", declared=declared("war", actor="Karl", country=country))
    book = gifted(Anna="sea_4", Karl="sea_4")
    book.persons["Karl"] = replace(book.persons["Karl"], war=5)
    assert war(save, commander, book) == value


def test_11_03_09_the_defending_commander_calls_for_four_cards_by_sea() -> None:
    save = whole("interrupt", declared=declared("war", actor="Karl", country="France", defender="Kirsten"))
    assert cards_called_for(save, gifted(Kirsten="sea_4")) == 10
    save["seats"][0]["territories"], save["independent"] = ["England", "Spain"], ["Venice", "Poland"]
    assert cards_called_for(save, gifted(Kirsten="sea_4")) == 14
    assert cards_called_for(without_abilities(save), gifted(Kirsten="sea_4")) == 10
    assert cards_called_for(save, BOOK) == 10


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


def test_11_03_d_r22_recruiter_candidate_and_target_are_named_all_the_same() -> None:
    book = gifted(Karl="alchemy", Anna="new_faith")
    for phase in ("hire_recruiter", "hire_candidate", "incite_target"):
        assert legal(table(phase), book) == legal(table(phase), BOOK)


# ------------------------------------------------------------------------------------------------------ all of them


def test_11_03_no_abilities_without_the_option() -> None:
    gifts = {"Karl": "execution", "Marie": "assassination", "Anna": "waste", "Ned": "suppression"}
    kinds = {"assassination", "suppression", "matchmaking", "execution"}
    save = table(scythe=1)
    assert kinds < legal(save, gifted(**gifts))
    assert not kinds & legal(without_abilities(save), gifted(**gifts))


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
