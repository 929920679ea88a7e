"""The oracle's events (SW02-04, SW02-08), held against the book on made-up tables."""

from __future__ import annotations

from typing import Any

import pytest

from .events import OWN_TIME
from .legal import legal
from .numbers import cards_called_for, dice_called_for
from .saves import Book, Country, Save
from .tables import BOOK, FIGHT, RAID, WAR, allowed, chosen, complaints, gifted, having, invaded, on
from .test_oracle import persons, rest_in_pack

EVERYBODY = persons("Karl", "Marie", "Anna", "Harry", "Louis", "Kirsten", "Gustav", "Bess")
KINGS = persons("Karl", "Harry", "Gustav")


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


@pytest.mark.parametrize("event", [*OWN_TIME, "not jealous"])
def test_sw02_08_with_whom_an_event_lies(event: str) -> None:
    save = having(1, phase="event_target", events_on_table=[event])
    assert allowed(save) == (KINGS if event == "polygamy" else EVERYBODY)  # no wanderer


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


def test_sw02_08_04_the_grounded_do_not_command() -> None:
    save = having(0, phase="war_commander", declared=WAR, attached=[on("grounded", "Anna")])
    assert allowed(save) == persons("Karl", "Marie")
    save = having(0, phase="war_defender", seat=1, declared=FIGHT, attached=[on("grounded", "Louis")])
    assert allowed(save) == persons("Harry", "Kirsten") | {"pass"}


def test_sw02_08_04_who_is_all_alone_and_grounded_makes_no_war_but_on_the_neuroi() -> None:
    save = having(0, phase="action", attached=[on("grounded", "Karl")])
    save["seats"][0] |= {"spouses": [], "children": []}
    assert "war" not in allowed(save)
    save |= {"occupied": ["Poland"], "independent": []}
    assert "war" in allowed(save)
    assert allowed(save | {"phase": "war_target"}) == {"event:neuroi"}
    assert allowed(save | {"phase": "war_commander", "declared": RAID}) == persons("Karl")


def test_sw02_08_09_the_splendid_are_not_incited() -> None:
    save = having(0, phase="incite_target", attached=[on("splendid", "Louis")])
    assert allowed(save) == persons("Kirsten", "Bess")
    save["seats"][1]["children"], save["seats"][2]["courtiers"] = ["Louis"], []
    assert "incite" not in allowed(save | {"phase": "action"})


def test_d_r46_an_event_in_the_window_touches_no_declaration() -> None:
    incited = chosen(action="incite", target="Louis")
    save = having(0, phase="interrupt", declared=incited, attached=[on("splendid", "Louis")])
    assert complaints(save) == []
    for event in ("grounded", "so what"):
        other = "Anna" if event == "grounded" else "Karl"
        save = having(0, phase="interrupt", declared=FIGHT, attached=[on(event, other)])
        assert complaints(save) == [], event


def test_sw02_08_10_so_what_commands_every_war() -> None:
    save = having(0, phase="war_commander", declared=WAR, attached=[on("so what", "Marie")])
    assert allowed(save) == persons("Marie")
    save = having(0, phase="war_defender", seat=1, declared=FIGHT, attached=[on("so what", "Kirsten")])
    assert allowed(save) == persons("Kirsten")  # nobody is no answer
    save = having(0, phase="war_commander", declared=WAR, attached=[on("so what", "Louis")])
    assert allowed(save) == persons("Karl", "Marie", "Anna")


def test_d_r53_grounded_so_what_commands_against_the_neuroi_alone() -> None:
    both = [on("so what", "Marie"), on("grounded", "Marie")]
    assert allowed(having(0, phase="war_commander", declared=WAR, attached=both)) == persons("Karl", "Anna")
    assert allowed(having(0, phase="war_commander", declared=RAID, attached=both)) == persons("Marie")


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


def test_sw02_08_10_an_attackers_friend_does_not_defend() -> None:
    save = having(0, phase="war_defender", seat=1, declared=FIGHT | {"friend": "Louis"})
    assert allowed(save) == persons("Harry", "Kirsten") | {"pass"}


def test_sw02_08_10_a_friend_counts_on_his_side() -> None:
    duel = FIGHT | {"defender": "Harry", "friend": "Gustav"}  # war 2 and 4
    save = having(0, phase="interrupt", declared=duel, attached=[on("so what", "Anna")])
    assert (cards_called_for(save, BOOK), dice_called_for(save, BOOK)) == (10 + 2, 1 + 5)
    save = having(0, phase="interrupt", declared=duel, attached=[on("so what", "Harry")])
    assert (cards_called_for(save, BOOK), dice_called_for(save, BOOK)) == (10 + 2 + 4, 1)


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


def test_d_r55_war_with_all_effects() -> None:
    save = having(0, "warrior's way", phase="warrior", declared=WAR, attached=[on("not jealous", "Karl")])
    assert allowed(save) == {"pass"}
    save = having(0, "warrior's way", phase="warrior", declared=WAR, attached=[on("doll", "Karl")])
    save["seats"][0]["spouses"], save["seats"][0]["children"] = [], ["Karl", "Anna"]
    save["seats"][0]["king"] = "Marie"
    save["attached"] = [on("doll", "Marie")]
    assert allowed(save) == persons("Karl", "Marie") | {"pass"}


def test_d_r55_sea_4_is_a_commanders_and_there_is_none_yet() -> None:
    lands = [Country(land.name, land.power, land.neighbours, land.neighbours) for land in BOOK.countries.values()]
    sailor = Book(gifted("Anna", "sea_4").persons, {land.name: land for land in lands})
    save = having(0, "warrior's way", phase="warrior", declared=WAR)
    assert legal(save, sailor) == persons("Karl") | {"pass"}
    save = having(0, phase="interrupt", declared=FIGHT)
    assert dice_called_for(save, sailor) == 4 + 1


def test_d_r53_only_who_may_command_takes_the_way() -> None:
    save = having(0, "warrior's way", phase="warrior", declared=WAR, attached=[on("grounded", "Karl")])
    assert allowed(save) == {"pass"}
    save = having(1, "warrior's way", phase="warrior", seat=1, declared=WAR, attached=[on("so what", "Harry")])
    assert allowed(save) == persons("Harry") | {"pass"}


def test_d_r33_the_warrior_commands() -> None:
    save = having(0, phase="war_commander", declared=WAR, attached=[on("warrior's way", "Karl", 0)])
    assert allowed(save) == persons("Karl")
    save = having(0, phase="war_defender", seat=1, declared=FIGHT, attached=[on("warrior's way", "Louis", 1)])
    assert allowed(save) == persons("Louis")
    save = having(0, phase="war_commander", declared=WAR, attached=[on("warrior's way", "Louis", 1)])
    assert allowed(save) == persons("Karl", "Marie", "Anna")
    save = having(0, phase="friend", declared=FIGHT, attached=[on("warrior's way", "Louis", 1), on("so what", "Anna")])
    assert "person:Louis" not in allowed(save)


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


def test_sw02_08_11_when_another_dynastys_king_has_succeeded() -> None:
    for kind in ("marriage", "procreation"):
        assert allowed(jealous(2, kind, "Marie")) == {"pass", "event:not jealous"}
        assert allowed(jealous(0, kind, "Marie")) == {"pass"}


def test_sw02_08_11_in_a_match_the_king_who_was_matched() -> None:
    assert allowed(jealous(0, "matchmaking", "Harry")) == {"pass", "event:not jealous"}
    assert allowed(jealous(1, "matchmaking", "Harry")) == {"pass"}


# --------------------------------------------------------------------- SW02-08-05 the doll, SW02-08-12 polygamy


def bachelor_with(*attached: dict[str, Any], phase: str = "action") -> Save:
    save = having(0, phase=phase, attached=list(attached))
    save["seats"][0] |= {"spouses": [], "children": ["Anna", "Marie"]}
    return save


def test_sw02_08_05_the_king_with_the_doll_is_married_and_has_no_children_with_it() -> None:
    assert "marriage" in allowed(bachelor_with())
    assert not {"marriage", "procreation"} & allowed(bachelor_with(on("doll", "Karl")))
    assert complaints(bachelor_with(on("doll", "Karl"))) == []


def test_sw02_08_05_the_doll_can_be_executed() -> None:
    cruel = gifted("Karl", "execution")
    save = bachelor_with(on("doll", "Karl"))
    assert "execution" in legal(save, cruel)
    assert legal(save | {"phase": "execution_target"}, cruel) == {"event:doll"}
    assert "execution" not in legal(bachelor_with(), cruel)
    assert not any("doll" in name for name in legal(save | {"phase": "reaper_target"}, cruel))


def test_sw02_08_12_polygamy_marries_again() -> None:
    save = having(0, phase="action", attached=[on("polygamy", "Karl")])
    assert {"marriage", "procreation"} < allowed(save)
    assert allowed(save | {"phase": "marriage_target"}) == persons("Anna", "Kirsten", "Bess")
    assert "marriage" not in allowed(having(0, phase="action", attached=[on("polygamy", "Harry")]))
    assert "marriage" in allowed(bachelor_with(on("polygamy", "Karl"), on("doll", "Karl")))  # D-R48


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
