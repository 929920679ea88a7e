"""The oracle's Neuroi (SW02-06, SW02-08-07), held against the book on made-up tables."""

from __future__ import annotations

from typing import Any

from .numbers import cards_called_for, dice_called_for
from .saves import Save
from .score import scores, winners
from .tables import BOOK, FIGHT, RAID, allowed, chosen, complaints, coven, having, invaded, on, rest_removed
from .test_oracle import persons

# ----------------------------------------------------------------------------------------------- SW02-06 the Neuroi


def test_sw02_06_01_the_neuroi_fall_on_any_country_in_play() -> None:
    save = having(0, phase="neuroi_country", events_on_table=["neuroi"])
    assert allowed(save) == {f"country:{c}" for c in ("Spain", "Venice", "France", "Sweden", "England", "Poland")}
    assert complaints(save) == []


def test_sw02_06_01_exile_to_an_independent_country() -> None:
    save = invaded("France", "England", phase="exile", seat=1)
    assert allowed(save) == {"country:Poland"}
    save = invaded("France", phase="exile", seat=1)
    assert allowed(save) == {"country:Poland", "country:England"}
    assert complaints(save) == []
    assert any("goes into exile with" in line for line in complaints(save | {"seat": 2}))


def test_sw02_06_01_who_finds_no_country_has_fallen() -> None:
    save = invaded("France", "England", "Poland")
    assert "seat 1 has no territory in phase action" in complaints(save)
    save["seats"][1]["fallen"] = True
    assert complaints(save) == []
    assert any("no territory" in line for line in complaints(save | {"phase": "recruit"}))
    save["phase"] = "end"
    save["seats"][1]["territories"] = ["Sweden"]  # D-R68: conquered since
    save["seats"][2]["territories"] = ["Spain"]
    save["seats"][0]["territories"] = ["Venice"]
    assert [score.points for score in scores(save, BOOK)][1] == 0


def test_sw02_06_02_the_occupied_countries_are_one_target() -> None:
    save = invaded(phase="war_target")
    assert allowed(save) == {"country:France", "country:Sweden", "event:neuroi"}
    assert complaints(save) == []


def test_sw02_06_02_their_power_is_the_sum() -> None:
    save = invaded(phase="interrupt", declared=RAID)
    assert cards_called_for(save, BOOK) == 6 + 4
    assert complaints(save) == []
    assert dice_called_for(save, BOOK) == 1


def turkish() -> Save:
    """Poland and the Ottoman Empire are occupied, and Suleiman I with them."""
    save = invaded("Poland", "Ottoman Empire", under_neuroi=["Suleiman I"])
    save["person_decks"]["blue"], save["wanderers"] = ["Henri"], []
    return save


def test_sw02_06_01_suleiman_goes_with_the_ottoman_empire() -> None:
    save = turkish()
    assert complaints(save) == []
    save["under_neuroi"] = []
    save["removed"].append("Suleiman I")
    assert any("are under the Neuroi" in line for line in complaints(save))


def test_d_r59_what_is_attached_lies_under_the_card_with_him() -> None:
    save = turkish() | {"attached": [on("cancel", "Suleiman I")]}
    save["removed_events"].remove("cancel")
    assert complaints(save) == []
    save |= {"phase": "cancel", "seat": 1, "declared": chosen(action="hire")}
    assert "seat 1 is asked to cancel in seat 0's turn" in complaints(save)


def kingless(save: Save) -> Save:
    """Seat 0 has lost its king, and had no child."""
    save["removed"].append("Karl")
    save["seats"][0] |= {"king": None, "childless": True, "spouses": [], "children": [], "courtiers": ["Marie", "Anna"]}
    return save


def test_d_r27_a_dynasty_that_lost_its_king_to_the_neuroi_goes_on() -> None:
    save = kingless(turkish())
    save["wanderers"] = ["Ned"]
    save["person_decks"]["red"] = ["event:doll"]
    save["removed_events"].remove("doll")
    assert complaints(save) == []
    assert allowed(save) == {"pass", "war", "hire", "incite", "reaper"}
    save |= {"seat": 1, "turn_player": 1, "scythe": 0, "phase": "interrupt"}
    save["declared"] = chosen(action="incite", target="Anna")
    assert cards_called_for(save, BOOK) == 0
    assert "seat 0 has no king in phase action" in complaints(kingless(having(0, phase="action")))
    assert "seat 0 has no king in phase recruit" in complaints(kingless(turkish()) | {"phase": "recruit"})


def test_sw02_06_03_the_neuroi_win_unless_somebody_has_more() -> None:
    save = invaded("England", "Poland", phase="end", pope=2)  # 10; nobody holds the pope but Protestants
    save["seats"][0] |= {"spouses": [], "children": [], "territories": ["Venice"]}  # 3 + 3
    save["seats"][1] |= {"children": [], "territories": ["Sweden"]}  # 3 + 5
    save["seats"][2] |= {"territories": ["Poland"]}
    save["occupied"] = ["England", "Spain"]  # 15
    assert [score.points for score in scores(save, BOOK)] == [6, 8, 8]
    assert winners(save, BOOK) == set()
    save["occupied"] = ["England"]
    assert winners(save, BOOK) == {2}  # prestige 4
    save["occupied"] = ["France"]  # 10
    save["seats"][2]["courtiers"], save["seats"][2]["spouses"] = [], ["Kirsten"]  # 10, no more
    assert winners(save, BOOK) == set()
    save["seats"][2]["spouses"] = ["Bess"]  # 11
    assert winners(save, BOOK) == {2}


# ------------------------------------------------------------------------------------- SW02-08-07 all-out attack


def attack(phase: str = "sortie", seat: int = 0, sent: tuple[str, ...] = (), **changes: Any) -> Save:
    changes = {"declared": RAID} | changes
    save = invaded(phase=phase, events_on_table=["neuroi", "all-out attack"], **changes)
    return save | {"seat": seat, "sent": list(sent)}


def test_sw02_08_07_three_of_each_dynasty_the_commander_counted() -> None:
    save = attack()
    assert allowed(save) == persons("Karl", "Marie")
    assert complaints(save | {"options": save["options"] | {"ask_forced": True}}) == []
    assert allowed(attack(sent=("Karl",))) == persons("Marie")
    assert allowed(attack(sent=("Karl", "Marie"))) == {"pass"}
    assert allowed(attack(seat=1, sent=("Karl", "Marie", "Harry"))) == persons("Louis", "Kirsten")


def test_sw02_08_07_a_die_for_everybody_who_is_sent() -> None:
    save = attack("interrupt", sent=("Karl", "Marie", "Harry"))
    assert dice_called_for(save, BOOK) == 1 + 3
    assert complaints(save) == []


def test_sw02_08_07_all_who_took_part_are_checked_in_any_order() -> None:
    declaration = RAID | {"friend": "Gustav"}
    save = attack("check_order", sent=("Karl", "Harry"), declared=declaration, attached=[on("so what", "Anna")])
    assert allowed(save) == persons("Anna", "Gustav", "Karl", "Harry")
    save["checked"] = ["Harry"]
    assert allowed(save) == persons("Anna", "Gustav", "Karl")
    assert complaints(save) == []
    save["seats"][0]["children"] = []
    save["removed"].append("Anna")
    assert allowed(save) == persons("Gustav", "Karl")
    save["checked"] = ["Harry", "Gustav", "Karl"]
    assert allowed(save) == set()


def test_sw02_08_07_sent_are_persons_of_dynasties_once_and_only_against_the_neuroi() -> None:
    assert any("cannot be sent" in line for line in complaints(attack("interrupt", sent=("Anna",))))
    assert any("cannot be sent" in line for line in complaints(attack("interrupt", sent=("Henri",))))
    save = attack("interrupt", sent=("Karl",), declared=FIGHT)
    assert any("were sent against France" in line for line in complaints(save))


def test_sw02_06_the_card_is_where_its_countries_are() -> None:
    save = invaded()
    save["events_on_table"] = []
    save["removed_events"].append("neuroi")
    assert any("are occupied by nobody" in line for line in complaints(save))
    save = rest_removed(coven(events_on_table=[]))
    save["events_on_table"] = ["neuroi"]
    save["removed_events"].remove("neuroi")
    assert "the Neuroi occupy nothing" in complaints(save)
