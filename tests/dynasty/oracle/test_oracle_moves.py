"""The oracle's moves (before and after), held against the book on made-up tables."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from .moves import unlawful
from .results import result, spread
from .saves import Book, Country, Save
from .tables import BOOK, chosen, coven, gifted, having, invaded, on
from .windows import Roll, changing, closing


def moved(before: Save, **changes: Any) -> Save:
    """The same table later on, in the same turn."""
    return deepcopy(before) | changes


def killed(before: Save, person: str, place: int, heir: str | None = None) -> Save:
    """The table after this person of a seat has died, and this one is king."""
    after = moved(before)
    seat = after["seats"][place]
    after["removed"] = [*after["removed"], person]
    if seat["king"] == person:
        rest = [*seat["spouses"], *(child for child in seat["children"] if child != heir)]
        seat |= {"king": heir, "childless": heir is None, "spouses": [], "children": []}
        seat["courtiers"] = [*seat["courtiers"], *rest]
    for role in ("spouses", "children", "courtiers"):
        seat[role] = [other for other in seat[role] if other != person]
    return after


def complaints(before: Save, after: Save, action: str = "pass") -> list[str]:
    return unlawful(before, action, after, BOOK)


def test_10_02_the_eldest_son_follows() -> None:
    before = coven()
    before["seats"][0]["children"] = ["Anna", "Max", "Ned"]
    assert complaints(before, killed(before, "Karl", 0, "Max")) == []
    assert any("instead of Max" in line for line in complaints(before, killed(before, "Karl", 0, "Anna")))
    assert any("instead of Max" in line for line in complaints(before, killed(before, "Karl", 0)))
    before["seats"][0]["children"] = ["Anna", "Kirsten"]
    assert complaints(before, killed(before, "Karl", 0, "Anna")) == []
    stayed = killed(before, "Karl", 0, "Anna")
    stayed["seats"][0] |= {"spouses": ["Marie"], "courtiers": ["Kirsten"]}
    assert any("did not become courtiers" in line for line in complaints(before, stayed))


def test_09_06_02_the_scythe_passes_to_the_right_when_it_was_used() -> None:
    before = coven("reaper_target", declared=chosen(action="reaper"))
    assert complaints(before, moved(before, phase="discard_card", scythe=2)) == []
    assert complaints(before, moved(before, phase="discard_card")) != []
    assert complaints(before, moved(before, phase="veto", seat=1)) == []
    sent = coven("reaper_target", declared=chosen(action="assassination"), scythe=1)
    assert complaints(sent, moved(sent, phase="discard_card")) == []
    assert complaints(sent, moved(sent, phase="discard_card", scythe=0)) != []


def test_sw02_08_an_attached_event_stays_until_its_person_dies() -> None:
    before = having(0, attached=[on("grounded", "Bess")])
    assert complaints(before, moved(before)) == []
    assert complaints(before, moved(before, attached=[on("grounded", "Anna")])) != []
    spent = [*before["removed_events"], "grounded"]
    assert complaints(before, moved(before, attached=[], removed_events=spent)) != []
    assert complaints(before, killed(before, "Bess", 2)) != []
    assert complaints(before, killed(before, "Bess", 2) | {"attached": [], "removed_events": spent}) == []


def suleimans(role: str, **changes: Any) -> Save:
    """Suleiman I belongs to seat 0, with the Ottoman Empire, and grounded lies with him."""
    save = having(0, phase="neuroi_country", attached=[on("grounded", "Suleiman I")], **changes)
    save["person_decks"]["blue"] = []
    seat = save["seats"][0]
    seat["territories"] = [*seat["territories"], "Ottoman Empire"]
    seat[role] = "Suleiman I" if role == "king" else [*seat[role], "Suleiman I"]
    return save


@pytest.mark.parametrize(
    ("role", "stays"), [("spouses", True), ("children", True), ("courtiers", True), ("king", False)]
)
def test_d_r59_what_is_attached_goes_under_the_neuroi_card_but_a_kings(role: str, stays: bool) -> None:
    before = suleimans(role)
    after = moved(before, under_neuroi=["Suleiman I"])
    seat = after["seats"][0]
    if role == "king":
        seat |= {"king": "Anna", "spouses": [], "children": [], "courtiers": [*seat["courtiers"], "Marie"]}
    else:
        seat[role] = [person for person in seat[role] if person != "Suleiman I"]
    assert (complaints(before, after) == []) is stays
    spent = moved(after, attached=[], removed_events=[*before["removed_events"], "grounded"])
    assert (complaints(before, spent) == []) is not stays


def test_sw02_07_01_nobody_dies_beside_the_healer() -> None:
    before = coven("reaper_target", "Hilda", scythe=1, declared=chosen(action="assassination"))
    assert any("beside the Healer" in line for line in complaints(before, killed(before, "Anna", 0)))
    assert complaints(before, killed(before, "Hilda", 0)) == []
    assert complaints(before, killed(before, "Bess", 2)) == []


def test_sw02_08_02_a_cancelled_action_is_as_if_passed() -> None:
    before = having(0, phase="cancel", seat=1, attached=[on("cancel", "Louis")], declared=chosen(action="hire"))
    after = moved(before, phase="discard_card", seat=0)
    assert any("was not discarded" in line for line in complaints(before, after, "card:H2"))
    after["seats"][1]["hand"] = ["D3"]
    assert complaints(before, after, "card:H2") == []
    assert complaints(before, after | {"phase": "hire_recruiter"}, "card:H2") != []
    after["seats"][0]["courtiers"] = ["Henri"]
    after["seats"][1]["children"] = ["Kirsten"]
    assert any("somebody moved" in line for line in complaints(before, after, "card:H2"))


def test_sw02_08_05_the_doll_is_for_the_first_unmarried_king_from_the_turn_player_on() -> None:
    before = having(0, "doll", phase="recruit")
    before["seats"][0]["events"] = []
    before["person_decks"]["blue"] = ["event:doll", "Suleiman I"]
    drawn = deepcopy(before["person_decks"]) | {"blue": ["Suleiman I"]}
    assert (
        complaints(before, moved(before, person_decks=drawn, attached=[on("doll", "Harry")])) == []
    )  # Karl is married
    assert complaints(before, moved(before, person_decks=drawn, attached=[on("doll", "Gustav")])) != []
    assert complaints(before, moved(before, person_decks=drawn, removed_events=["doll"])) != []


@pytest.mark.parametrize(("back", "sound"), [(True, True), (False, False)])
def test_sw02_08_08_warriors_way_comes_back_to_its_player(back: bool, sound: bool) -> None:
    declaration = chosen(action="war", country="France", actor="Karl")
    before = having(0, phase="war_defender", seat=1, declared=declaration, attached=[on("warrior's way", "Karl", 0)])
    after = moved(before, attached=[], phase="discard_card", seat=0)
    after["seats"][1]["territories"] = []
    after["seats"][0]["territories"].append("France")
    if back:
        after["seats"][0]["events"] = [{"event": "warrior's way", "deck": "red", "shown": True}]
    assert (complaints(before, after) == []) is sound
    after["seats"][0]["territories"].remove("France")  # D-R55: that side wins by itself
    after["seats"][1]["territories"] = ["France"]
    assert any("conquered" in line for line in complaints(before, after))


def test_sw02_06_02_the_victor_takes_all_that_was_occupied() -> None:
    before = invaded(phase="interrupt", declared=chosen(action="war", country="the Neuroi", actor="Anna"))
    freed = moved(before, events_on_table=[], occupied=[], phase="discard_card")
    assert any("were not all taken" in line for line in complaints(before, freed))
    freed["seats"][0]["territories"] += ["Poland", "England"]
    assert complaints(before, freed) == []


def test_sw02_07_09_after_hers_there_is_a_second_action_and_after_others_none() -> None:
    hire = chosen(action="hire", actor="Vera", target="Henri")
    before = coven("interrupt", "Vera", declared=hire)
    before["options"] |= {"ask_forced": True}
    assert any("does not act again" in line for line in complaints(before, moved(before, phase="discard_card")))
    assert complaints(before, moved(before, phase="action", second="Vera")) == []
    before["declared"] = chosen(action="war", country="France", actor="Anna") | {"friend": "Vera"}
    assert complaints(before, moved(before, phase="action", second="Vera")) == []  # D-R52
    before["declared"] = hire | {"actor": "Anna"}
    assert complaints(before, moved(before, phase="discard_card")) == []
    assert any("acts again after" in line for line in complaints(before, moved(before, phase="action", second="Vera")))


def test_sw02_06_01_it_spreads_by_land_once_to_each() -> None:
    lands = [
        Country("Spain", 9, frozenset({"France", "England"}), frozenset({"England"})),
        Country("France", 10, frozenset({"Spain", "Poland"})),
        Country("England", 6, frozenset({"Spain"}), frozenset({"Spain"})),
        Country("Poland", 4, frozenset({"France", "Sweden"})),
        Country("Sweden", 5, frozenset({"Poland"})),
    ]
    book = Book(BOOK.persons, {land.name: land for land in lands})
    before = coven("neuroi_country")

    def spreading(*judged: tuple[str, int], to: list[str]) -> list[str]:
        after = moved(before, events_on_table=["neuroi"], occupied=to)
        return list(spread(before, "Spain", judged, after, book))

    assert spreading(("France", 4), ("Poland", 3), to=["Spain", "France"]) == []
    assert spreading(("France", 3), to=["Spain"]) == []
    assert spreading(("France", 4), to=["Spain", "France"]) != []  # Poland borders on it
    assert spreading(("France", 3), to=["Spain", "France"]) != []
    assert spreading(("France", 3), ("England", 6), to=["Spain", "England"]) != []  # by sea
    assert spreading(("France", 4), ("Poland", 3), ("Poland", 5), to=["Spain", "France", "Poland"]) != []


def window(on_table: list[dict[str, Any]]) -> Save:
    save = coven("interrupt", declared=chosen(action="hire", actor="Marie", target="Henri"), on_table=on_table)
    return save | {"pack": ["C4", "H2", "S9", "D3"]}


TWO = [{"card": "SQ", "number": 12, "seat": 2}, {"card": "JOKER", "number": 3, "seat": 1}]


def test_08_02_03_01_the_pack_supplies_what_is_missing_and_the_dice_decide() -> None:
    def close(supplied: list[str], needs: int, dice: list[int], won: bool, counted: int) -> list[str]:
        return closing(window(TWO), "pass", Roll(supplied, [needs], dice, [(won, counted)]), BOOK)

    # Henri's ambition 4; Marie's governance 3 and both blue: four cards, four dice
    assert close(["C4", "H2"], 12, [3, 3, 3, 3], True, 12) == []
    assert close(["C4", "H2"], 12, [3, 3, 3, 2], False, 11) == []
    assert close(["C4"], 12, [3, 3, 3, 3], True, 12) != []
    assert close(["C4", "H2", "S9"], 12, [3, 3, 3, 3], True, 12) != []
    assert close(["C4", "H2"], 13, [3, 3, 3, 3], True, 12) != []
    assert close(["C4", "H2"], 12, [4, 4, 4], True, 12) != []
    assert close(["C4", "H2"], 12, [3, 3, 3, 3], False, 12) != []
    assert close(["C4", "H2"], 12, [3, 3, 3, 3], True, 13) != []


def test_sw02_07_12_the_changed_dice_decide() -> None:
    closed = (window(TWO), [("SQ", 12)], [3, 3, 3, 2])
    save = closed[0] | {"phase": "dice", "dice": [3, 3, 3, 2]}
    assert changing(save, closed, "dice:2->3", Roll(outcome=[(True, 12)]), BOOK) == []
    assert changing(save, closed, "pass", Roll(outcome=[(False, 11)]), BOOK) == []
    assert changing(save, closed, "pass", Roll(outcome=[(True, 11)]), BOOK) != []


def test_09_success_and_failure() -> None:
    before = window(TWO)
    hired = moved(before)
    hired["seats"][0]["courtiers"] = ["Henri"]
    assert list(result(before, hired, True, [3], BOOK)) == []
    assert list(result(before, hired, False, [3], BOOK)) != []
    assert list(result(before, before, False, [3], BOOK)) == []
    assert list(result(before, before, True, [3], BOOK)) != []
    before["declared"] = chosen(action="incite", target="Louis")
    taken = moved(before)
    taken["seats"][1]["children"], taken["seats"][0]["courtiers"] = ["Kirsten"], ["Louis"]
    assert list(result(before, taken, True, [3], BOOK)) == []
    assert list(result(before, taken, False, [3], BOOK)) != []
    assert list(result(before, before, True, [3], BOOK)) != []
    assert list(result(before, before, True, [3], gifted("Louis", "revolution"))) == []


def test_sw02_08_06_a_six_kills_who_has_gale_slash() -> None:
    before = having(
        0,
        phase="interrupt",
        declared=chosen(action="hire", actor="Anna", target="Henri"),
        attached=[on("gale slash", "Anna")],
    )
    assert list(result(before, before, False, [5, 6], BOOK)) != []
    assert list(result(before, killed(before, "Anna", 0), False, [5, 6], BOOK)) == []
    assert list(result(before, before, False, [5, 5], BOOK)) == []
