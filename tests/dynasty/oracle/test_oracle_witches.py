"""The oracle's witches (SW02-01 … SW02-03, SW02-07), held against the book on small tables with made-up cards."""

from __future__ import annotations

from typing import Any

from .events import EVENTS
from .saves import Save, printed
from .score import scores
from .tables import BOOK, allowed, chosen, complaints, coven
from .test_oracle import persons
from .witches import WITCH_ABILITIES

# --------------------------------------------------------------------------------------- SW02-01 decks, SW02-02 witches


def test_sw02_01_a_dealt_table_is_sound_and_needs_the_option() -> None:
    save = coven(witch="Sif")
    assert complaints(save) == []
    off = save | {"options": save["options"] | {"witches": False}}
    assert "there is no person 'Sif'" in complaints(off)
    assert "there is no event 'neuroi'" in complaints(off)


def test_sw02_01_every_card_of_the_expansion_is_somewhere() -> None:
    save = coven()
    save["removed"].remove("Sif")
    save["removed_events"].remove("doll")
    assert {"person Sif lies in 0 places instead of 1", "event doll lies in 0 places instead of 1"} <= set(
        complaints(save)
    )


def test_sw02_01_cards_of_the_expansion_lie_in_any_deck_but_seven_at_most() -> None:
    save = coven()
    save["person_decks"]["green"] += ["event:doll", "Sif", "Tora"]
    for card in ("Sif", "Tora"):
        save["removed"].remove(card)
    save["removed_events"].remove("doll")
    assert complaints(save) == []
    more = [event for event in EVENTS if event != "doll"][:5]
    save["person_decks"]["green"] += [f"event:{event}" for event in more]
    save["removed_events"] = [event for event in save["removed_events"] if event not in more]
    assert complaints(save) == ["8 cards of the expansion lie in the green deck"]


# ------------------------------------------------------------------------------------------------ SW02-03 bloodlines


def couple(king: str, *spouses: str) -> Save:
    save = coven("procreation_spouse")
    save["seats"][0] |= {"king": king, "spouses": list(spouses)}
    return save


# ------------------------------------------------------------------------------------------ SW02-05 points for witches


def test_sw02_05_ten_points_for_each_spouse_who_is_a_witch() -> None:
    save = coven("end")
    save["seats"][0] |= {"spouses": ["Marie"], "children": [], "courtiers": ["Tora"]}
    plain = scores(save, BOOK)[0]
    assert plain.points == 3 + 4 + 12  # Karl, Marie (the pope is elsewhere), Spain and Venice
    save["seats"][0]["spouses"] = ["Hilda", "Sif"]
    ours = scores(save, BOOK)[0]
    assert (ours.points, ours.a, ours.b) == (3 + 2 + 3 + 12 + 20, 3 + 2 + 3, 12)  # a tie does not see the twenty
    save["seats"][0] |= {"king": "Hilda", "spouses": ["Karl"], "children": ["Sif"]}
    assert scores(save, BOOK)[0].points == 2 + 3 + 3 + 12  # no spouses


# ------------------------------------------------------------------------------------------------- SW02-07 abilities


def test_sw02_07_01_the_healer_cannot_be_refused_to_the_reaper() -> None:
    save = coven("veto", seat=1, declared=chosen(action="reaper", target="Hilda"))
    save["seats"][1]["courtiers"] = ["Hilda"]
    assert allowed(save) == {"pass"}
    assert allowed(save | {"declared": chosen(action="reaper", target="Louis")}) == {"pass", "declare"}
    save["seats"][1] |= {"spouses": ["Hilda"], "courtiers": []}  # married she keeps it
    assert allowed(save) == {"pass"}
    save |= {"phase": "reaper_target", "seat": 0, "refused": ["Hilda"]}
    save["removed"].remove("Hilda")
    save["seats"][1]["vetoed"] = True
    assert "Hilda was refused" in complaints(save)


def test_sw02_07_05_lightning_strikes_lower_prestige_in_any_dynasty() -> None:
    save = coven("lightning_target", "Tora", declared=chosen(action="lightning"), pope=2)
    # Tora 4; Gustav 4 and Marie 4 are not below it; herself neither
    assert allowed(save) == persons("Karl", "Anna", "Harry", "Louis", "Kirsten", "Bess")
    assert complaints(save) == []
    save["pope"] = 1  # Louis of religion C has 4 then
    assert "person:Louis" not in allowed(save)
    save["attached"] = [{"event": "doll", "person": "Harry", "seat": None}]  # 3 and 1
    assert "person:Harry" not in allowed(save)
    save["pope"] = 0
    assert persons("Karl", "Anna") & allowed(save) == set()  # 5 and 4
    save["attached"] = [{"event": "not jealous", "person": "Tora", "seat": None}]
    assert allowed(save) == set()


def speedy(phase: str = "action", place: str = "courtiers", **changes: Any) -> Save:
    return coven(phase, "Vera", place, second="Vera", **changes)


def test_sw02_07_09_the_second_action_is_hers() -> None:
    assert allowed(speedy()) == {"pass", "war", "hire"}
    assert allowed(speedy("hire_recruiter")) == persons("Vera")
    assert allowed(speedy("war_commander", declared=chosen(action="war", country="France"))) == persons("Vera")
    queen = speedy("action", "king")
    assert allowed(queen) == {"pass", "marriage", "war", "hire"}
    assert complaints(queen) == []
    assert "Vera acts a second time" in complaints(speedy("action", "spouses"))


def test_sw02_07_10_foresight_keeps_or_reshuffles() -> None:
    save = coven("foresight", "Sif")
    assert allowed(save) == {"keep", "reshuffle"}
    assert complaints(save) == []
    assert "nobody of seat 0 has foresight" in complaints(coven("foresight", "Sif", "spouses"))


def rolled(*dice: int, changes: int = 0, **more: Any) -> Save:
    target = chosen(action="hire", actor="Dora", target="Henri")
    return coven("dice", "Dora", declared=target, dice=list(dice), frame={"a": changes, "b": 0}, **more)


def test_sw02_07_12_any_face_into_any_other() -> None:
    assert allowed(rolled(3, 3)) == {"pass"} | {f"dice:3->{face}" for face in (1, 2, 4, 5, 6)}
    assert complaints(rolled(3, 3)) == []
    save = rolled(6, 3, changes=1)
    assert len(allowed(save)) == 1 + 5 + 5
    assert {"dice:6->3", "dice:3->6"} < allowed(save)
    assert complaints(save) == []


def test_sw02_07_12_two_changes_at_most_to_the_actors_dice() -> None:
    assert "2 dice have been changed" in complaints(rolled(3, 3, changes=2))
    assert "3 dice were rolled instead of 2" in complaints(rolled(1, 2, 3))  # governance 2, white and blue
    save = rolled(1, 2, 3)
    save["declared"] = chosen(action="hire", actor="Marie", target="Henri")
    assert "nobody who acts changes dice" in complaints(save)


def test_d_r52_a_friend_changes_dice_and_her_own_player_does_it() -> None:
    raid = chosen(action="war", country="France", actor="Karl") | {"friend": "Dora"}
    save = coven("dice", declared=raid, dice=[1] * 8, frame={"a": 0, "b": 0})
    save["attached"] = [{"event": "so what", "person": "Karl", "seat": None}]
    save["removed"].remove("Dora")
    save["removed_events"].remove("so what")
    save["seats"][1]["courtiers"] = ["Dora"]
    assert complaints(save | {"seat": 1}) == []  # Karl 3 + 1, Dora 3 + 1
    assert complaints(save) == ["seat 0 changes dice with Dora"]
    save["attached"][0]["person"] = "Harry"
    save["declared"]["defender"] = "Harry"
    assert "nobody who acts changes dice" in complaints(save | {"seat": 1})


def test_sw02_08_06_no_dice_are_changed_after_a_deadly_gale_slash() -> None:
    slash = [{"event": "gale slash", "person": "Dora", "seat": None}]
    assert complaints(rolled(5, 3, attached=slash)) == []
    assert "Dora changes dice after a gale slash of 6" in complaints(rolled(6, 3, attached=slash))
    assert complaints(rolled(6, 3, attached=slash, changes=1)) == []  # D-R57: a die changed to 6 does no harm


# ------------------------------------------------------------------------------------------------------- printed cards


def test_sw02_07_the_printed_witches() -> None:
    cards = [card for card in printed().persons.values() if card.expansion]
    assert len(cards) == 16
    assert {card.ability for card in cards if card.religion.endswith("W")} == WITCH_ABILITIES
    assert sum(card.religion.endswith("W") for card in cards) == 12
    assert not any(card.religion.endswith("W") for card in printed().persons.values() if not card.expansion)
