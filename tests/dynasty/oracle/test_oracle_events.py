"""The oracle's events (SW02-04, SW02-08), held against the book on made-up tables."""

from __future__ import annotations

from typing import Any

from .events import OWN_TIME
from .numbers import dice_called_for
from .saves import Save
from .tables import BOOK, FIGHT, RAID, WAR, allowed, chosen, complaints, having, invaded, on
from .test_oracle import persons, rest_in_pack

EVERYBODY = persons("Karl", "Marie", "Anna", "Harry", "Louis", "Kirsten", "Gustav", "Bess")


# ------------------------------------------------------------------------------------------- SW02-04 when and with whom


def test_sw02_04_d_r45_in_ones_own_turn_everything_that_lies_with_a_person() -> None:
    save = having(0, *OWN_TIME, "all-out attack", "warrior's way", "not jealous")
    assert allowed(save) == {"pass"} | {f"event:{name}" for name in OWN_TIME}
    assert complaints(save) == []
    assert allowed(having(1, "cancel")) == {"pass"}


def test_sw02_04_d_r45_in_every_window_too() -> None:
    save = having(2, *OWN_TIME, "all-out attack", "warrior's way", "not jealous", phase="interrupt")
    save |= {"seat": 2, "declared": chosen(action="incite", target="Louis")}
    assert allowed(save) == {"pass", "card:S4", "card:C5"} | {f"event:{name}" for name in OWN_TIME}
    assert complaints(save) == []


def test_sw02_08_an_attached_event_has_somebody_of_a_dynasty() -> None:
    assert complaints(having(0, "cancel", attached=[on("grounded", "Bess"), on("polygamy", "Gustav")])) == []
    save = having(0, attached=[on("grounded", "Henri")])
    assert "grounded is attached to Henri, who is in no dynasty" in complaints(save)
    save = having(0, attached=[on("doll", "Bess")])
    assert "doll is attached to Bess, who is no king" in complaints(save)
    save = having(0, attached=[on("all-out attack", "Bess")])
    assert "all-out attack is attached to Bess" in complaints(save)
    save = having(0, attached=[on("warrior's way", "Anna", 0)], phase="action")
    assert "Anna has warrior's way in phase action" in complaints(save)


def test_sw02_08_01_neuroi_and_doll_are_never_taken() -> None:
    assert "seat 1 has taken doll" in complaints(having(1, "doll"))
    assert "seat 1 has taken neuroi" in complaints(having(1, "neuroi"))


def test_d_r43_nobody_believes_a_card_where_it_cannot_be() -> None:
    save = having(1, "cancel", "splendid", phase="action")
    save["seats"][0]["seen"] = {"event:cancel": "red"}
    assert complaints(save) == []
    save["seats"][0]["seen"] = {"event:cancel": "blue"}
    assert complaints(save) == ["seat 0 believes event:cancel to be in the blue deck"]
    save["seats"][0]["seen"] = {"Sif": "green"}
    assert complaints(save) == ["seat 0 believes Sif to be in the green deck"]


# ------------------------------------------------------------------------------------------------ SW02-08-02 cancel


def cancelling(seat: int = 1, bearer: str = "Louis", **declaration: str) -> Save:
    save = having(0, phase="cancel", attached=[on("cancel", bearer)], seat=seat)
    save["declared"] = chosen(**declaration)
    save["seats"][1]["hand"] = ["H2", "D3", "S3", "JOKER"]
    return rest_in_pack(save)


def test_sw02_08_02_a_red_card_cancels_another_dynastys_action() -> None:
    for kind in ("marriage", "hire", "reaper"):
        save = cancelling(action=kind)
        assert allowed(save) == {"pass", "card:H2", "card:D3", "card:JOKER"}
        assert complaints(save) == []
    assert allowed(cancelling(action="war", country="France")) == {"pass", "card:H2", "card:D3", "card:JOKER"}


def test_sw02_08_02_not_the_own_action_nor_a_war_on_the_neuroi() -> None:
    assert allowed(cancelling(0, "Anna", action="hire")) == {"pass"}
    assert "seat 0 is asked to cancel in seat 0's turn" in complaints(cancelling(0, "Anna", action="hire"))
    assert "seat 2 is asked to cancel in seat 0's turn" in complaints(cancelling(2, action="hire"))
    assert allowed(cancelling(action="war", country="the Neuroi")) == {"pass"}
    assert any("asked to be cancelled" in line for line in complaints(cancelling(action="war")))
    late = cancelling(action="marriage", target="Bess")
    assert "cancel comes after more than the action's type" in complaints(late)


# ---------------------------------------------------------- SW02-08-04 grounded, 09 splendid, 10 so what


def test_d_r46_an_event_in_the_window_touches_no_declaration() -> None:
    incited = chosen(action="incite", target="Louis")
    save = having(0, phase="interrupt", declared=incited, attached=[on("splendid", "Louis")])
    assert complaints(save) == []
    for event in ("grounded", "so what"):
        other = "Anna" if event == "grounded" else "Karl"
        save = having(0, phase="interrupt", declared=FIGHT, attached=[on(event, other)])
        assert complaints(save) == [], event


def test_sw02_08_10_a_friend_is_anybody_who_is_not_in_the_war() -> None:
    save = having(0, phase="friend", declared=FIGHT, attached=[on("so what", "Anna"), on("grounded", "Bess")])
    assert allowed(save) == EVERYBODY - persons("Anna", "Bess") | {"pass"}
    assert complaints(save) == []
    save["declared"] = RAID
    assert "person:Bess" in allowed(save)
    duel = FIGHT | {"defender": "Louis"}
    save = having(0, phase="friend", seat=1, declared=duel, attached=[on("so what", "Louis")])
    assert allowed(save) == EVERYBODY - persons("Anna", "Louis") | {"pass"}
    assert complaints(save) == []
    assert "seat 2 is asked for a friend" in complaints(save | {"seat": 2})
    assert any("does not command" in line for line in complaints(having(0, phase="friend", declared=FIGHT)))


# ------------------------------------------------------------------------------------- SW02-08-08 warrior's way


def test_sw02_08_08_warriors_way_is_for_own_persons_of_war_one_or_more() -> None:
    save = having(0, "warrior's way", phase="warrior", declared=WAR)
    save["seats"][0]["courtiers"] = ["Vera"]
    save["removed"].remove("Vera")
    assert allowed(save) == persons("Karl", "Vera") | {"pass"}  # Marie and Anna: 0
    assert complaints(save) == []
    assert allowed(having(1, "warrior's way", phase="warrior", seat=1, declared=WAR)) == persons("Harry", "Louis") | {
        "pass"
    }
    assert allowed(having(1, phase="warrior", seat=1, declared=WAR)) == {"pass"}
    assert any("warrior over" in line for line in complaints(having(2, phase="warrior", seat=2, declared=WAR)))


def test_d_r55_a_decided_war_has_no_window_but_one_on_the_neuroi_has() -> None:
    way = [on("warrior's way", "Karl", 0)]
    declaration = chosen(action="war", country="France", actor="Karl")
    save = having(0, phase="interrupt", declared=declaration, attached=way)
    assert "war succeeds by itself, but there is a window" in complaints(save)
    raid = chosen(action="war", country="the Neuroi", actor="Karl")
    save = invaded(phase="interrupt", declared=raid, attached=way)
    assert complaints(save) == []
    assert dice_called_for(save, BOOK) == 3 + 1 + 3


# ------------------------------------------------------------------------------------------- SW02-08-11 not jealous


def jealous(seat: int, kind: str, target: str | None = None) -> Save:
    save = having(seat, "not jealous", "cancel", seat=seat)
    return save | {"declared": chosen(action=kind, **({"target": target} if target else {}))}


# --------------------------------------------------------------------- SW02-08-05 the doll, SW02-08-12 polygamy


def bachelor_with(*attached: dict[str, Any], phase: str = "action") -> Save:
    save = having(0, phase=phase, attached=list(attached))
    save["seats"][0] |= {"spouses": [], "children": ["Anna", "Marie"]}
    return save


def test_sw02_08_05_the_king_with_the_doll_is_married_and_has_no_children_with_it() -> None:
    assert "marriage" in allowed(bachelor_with())
    assert not {"marriage", "procreation"} & allowed(bachelor_with(on("doll", "Karl")))
    assert complaints(bachelor_with(on("doll", "Karl"))) == []


def test_sw02_08_12_several_spouses_only_with_polygamy() -> None:
    save = having(0, phase="action", attached=[on("polygamy", "Karl")])
    save["seats"][0] |= {"spouses": ["Marie", "Anna"], "children": []}
    assert complaints(save) == []
    assert allowed(save | {"phase": "procreation_spouse"}) == persons("Marie", "Anna")
    save["attached"] = []
    save["removed_events"].append("polygamy")
    assert "seat 0 has 2 spouses" in complaints(save)
    doll = having(0, phase="action", attached=[on("doll", "Karl")])
    assert "seat 0 has 1 spouses" in complaints(doll)
