"""The oracle itself, held against the page on small tables: what is allowed, who wins, what cannot be true."""

from __future__ import annotations

from typing import Any

import pytest

from .board import PERSONS, Save, by_sea, countries, decks, different, joined, named, strongest
from .ending import points, returns, winners
from .legal import legal
from .small import ALBA, CHARLES, DRAKE, ELIZABETH, ISABELLA, STUART, english, realm, seat, spanish, table
from .truths import untruths

# ------------------------------------------------------------------------------------------------------- the cards


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        (ALBA, CHARLES, False),  # CC, C
        (CHARLES, STUART, False),  # C, CP
        (ALBA, STUART, True),
        (CHARLES, DRAKE, True),  # C, P
        (STUART, DRAKE, False),
        ("Suleiman I", CHARLES, True),
    ],
)
def test_religions(one: str, other: str, are: bool) -> None:
    assert different(one, other) == different(other, one) == are


def test_a_chain_of_own_countries_joins_also_over_exhausted_ones() -> None:
    chain = seat("Spain", realm(CHARLES, "Spain", "Portugal", "Switzerland", "Poland"))
    assert joined(table(seats=[chain, english()]), 0, "France") == {"Spain", "Portugal", "Switzerland"}
    save = table(seats=[chain, english()], exhausted=["Spain"])
    assert joined(save, 0, "France") == {"Portugal", "Switzerland"}


def test_one_border_by_land_makes_no_sea_battle() -> None:
    save = table(seats=[seat("Spain", realm(CHARLES, "Spain", "Venice", "Sweden")), english()])
    assert by_sea(save, 0, "Naples") and by_sea(save, 0, "Denmark") and not by_sea(save, 0, "France")
    save["seats"][0]["kings"][0]["countries"].append("Saxony")
    assert not by_sea(save, 0, "Denmark")


# ------------------------------------------------------------------------------------------------ what is allowed


def test_set_up_takes_two_at_most_of_a_deck() -> None:
    two = seat(None, nobles=(ALBA, ISABELLA), unruled=("Spain", "Portugal"))
    save = table("setup_deck", seats=[two, english()])
    assert legal(save) == {"deck:blue", "deck:red", "deck:green"}
    assert legal(save | {"phase": "setup_king"}) == named([ALBA, ISABELLA])


def test_suleiman_counts_at_set_up_and_his_country_is_no_home() -> None:
    ruler = realm("Suleiman I", "Ottoman Empire")
    blue = seat(None, ruler, nobles=("Francis I",), unruled=("Spain", "Portugal"))
    save = table("setup_deck", seats=[blue, english()], removed_countries=[])
    assert legal(save) == {"deck:yellow", "deck:red", "deck:green"}
    crowned = seat(None, ruler, realm("Francis I", "Spain", "Portugal"))
    assert legal(table("setup_home", seats=[crowned, english()])) == countries(["Spain", "Portugal"])


def test_what_can_be_done() -> None:
    assert legal(table()) == {"pass", "marriage", "war", "incite", "grant", "reaper"}
    assert legal(table(scythe=1, exhausted=["Spain"], rebels=[ALBA], pool=["Suleiman I"])) == {
        "pass",
        "marriage",
        "recovery",
        "incite",
        "suppress",
        "grant",
    }
    assert "assassination" in legal(table(seat=1, turn_player=1))
    assert "assassination" not in legal(table(seat=1, turn_player=1, scythe=1))


def test_abilities_can_be_left_out() -> None:
    options = {"num_players": 2, "abilities": False}
    assert "assassination" not in legal(table(seat=1, turn_player=1, options=options))


def test_whom_a_king_can_marry() -> None:
    declared = {"king": CHARLES}
    pool = ["Francis I", "Mary I", "Catherine of Aragon", "Anne Boleyn"]
    save = table("marriage_target", declared=declared, pool=pool, rebels=[STUART])
    assert legal(save) == named([ISABELLA, STUART, "Mary I", "Catherine of Aragon"])
    child = spanish(children=("Anna of Bohemia",))
    options = {"num_players": 2, "kin_marriage": False}
    assert named(["Anna of Bohemia"]) <= legal(save | {"seats": [child, english()]})
    assert not named(["Anna of Bohemia"]) & legal(save | {"seats": [child, english()], "options": options})
    married = spanish(spouse="Anna of Bohemia")
    assert legal(table("marriage_king", seats=[married, english()], pool=pool)) == set()


def test_a_child_needs_parents_of_both_sexes_and_a_card() -> None:
    couple = table("procreation_king", seats=[spanish(spouse="Louise of Savoy"), english()])
    assert legal(couple) == named([CHARLES])
    declared = couple | {"declared": {"king": CHARLES}, "phase": "birth_deck"}
    assert legal(declared) == {"deck:yellow", "deck:blue"}
    declared["person_decks"] = couple["person_decks"] | {"yellow": []}
    assert legal(declared) == {"deck:blue"}
    assert legal(table("procreation_king", seats=[spanish(spouse="Francis I"), english()])) == set()


def test_a_battlefield_needs_a_joined_normal_country() -> None:
    assert legal(table("war_target")) == countries(["France", "Naples", "Ireland"])
    assert legal(table("war_target", exhausted=["Spain", "Portugal"])) == set()
    assert legal(table("war_target", exhausted=["Spain"])) == countries(["France", "Naples", "Ireland"])
    assert legal(table("war_target", rebels=[ISABELLA])) == set()


def test_which_countries_are_used() -> None:
    war = {"action": "war", "country": "France"}
    assert legal(table("war_commit", declared=war)) == countries(["Spain", "Portugal"])
    save = table("war_commit", declared=war, committed={"Spain": "attack"})
    assert legal(save) == {"pass"} | countries(["Portugal"])
    invaded = {"action": "war", "country": "Spain"}
    assert legal(table("defend_commit", declared=invaded)) == {"pass"} | countries(["Portugal"])
    helper = table("aid", seat=1, exhausted=["England"])
    assert legal(helper) == {"pass", "aid_attack:Scotland", "aid_defence:Scotland"}


def test_who_commands_and_who_is_sent() -> None:
    family = spanish(spouse="Louise of Savoy", children=("Rudolf II", "Philip II"))
    save = table("war_commander", seats=[family, english()], rebels=[ALBA, "Philip II"])
    assert legal(save) == named([CHARLES, "Louise of Savoy", "Rudolf II", ISABELLA])
    assert legal(save | {"phase": "conquest"}) == named([CHARLES, "Rudolf II", ISABELLA])


def test_what_recovers() -> None:
    save = table("recovery_country", exhausted=["Spain", "Portugal", "England"])
    assert legal(save) == countries(["Spain", "Portugal"])
    assert legal(save | {"frame": {"a": 0, "b": 1}}) == {"pass"} | countries(["Portugal"])


def test_who_is_incited_or_suppressed() -> None:
    save = table("incite_target", pool=["Francis I"], rebels=[DRAKE])
    assert legal(save) == named([ALBA, ISABELLA, STUART])
    assert legal(table("suppress_target", rebels=[ALBA, DRAKE])) == named([ALBA])
    assert legal(table("suppress_agent", rebels=[ALBA, DRAKE])) == named([CHARLES, ISABELLA])


def test_what_is_granted_to_whom() -> None:
    two = seat("Spain", realm(CHARLES, "Spain", "Portugal", children=("Philip II",)), realm("Henry IV", "France"))
    save = table("grant_country", seats=[two, english()])
    assert legal(save) == countries(["Spain", "Portugal"])
    assert legal(save | {"rebels": ["Philip II"]}) == set()
    granted = save | {"phase": "grant_person", "declared": {"country": "Portugal"}}
    assert legal(granted) == named(["Philip II"])


def test_the_reaper_and_a_contest_know_no_borders() -> None:
    save = table("reaper_target", pool=["Francis I"], refused=[DRAKE])
    assert legal(save) == named([CHARLES, ALBA, ISABELLA, ELIZABETH, STUART])
    assert legal(save | {"phase": "candidate", "rebels": [ALBA]}) == named([ISABELLA, DRAKE, STUART])


def test_a_new_home_is_one_of_the_strongest() -> None:
    save = table("home", seats=[seat(None, realm(CHARLES, "Venice", "Milan", "Ireland")), english()])
    assert legal(save | {"exhausted": ["Venice"]}) == countries(["Venice", "Milan"])
    assert strongest(english()) == {"England"}


def test_an_execution_needs_a_spouse() -> None:
    henry = seat("Spain", realm("Henry VIII", "Spain", spouse="Anne Boleyn"), realm("Christian II", "France"))
    assert legal(table("execution_king", seats=[henry, english()])) == named(["Henry VIII"])


def test_decks_without_cards_are_not_named() -> None:
    save = table("recruit")
    save["person_decks"]["green"] = []
    assert legal(save) == decks(save, ("yellow", "blue", "red")) == {"deck:yellow", "deck:blue", "deck:red"}


# ----------------------------------------------------------------------------------------------------------- the end


def test_points_are_prestige_and_power() -> None:
    save = table("end", seats=[spanish(spouse="Louise of Savoy", children=("Philip II",)), english()])
    assert points(save | {"exhausted": ["Spain"]}) == [5 + 2 + 4 + 6 + 2, 5 + 4 + 1]
    assert winners(save) == {0}
    assert returns(save, "win") == returns(save, "rank") == [1.0, -1.0]
    assert returns(save, "points") == [9 / 300, -9 / 300]


def test_ties_are_broken_by_the_first_part_and_then_by_countries() -> None:
    england, saxony = realm(ELIZABETH, "England"), realm(CHARLES, "Milan", "Saxony")
    save = table("end", seats=[seat("England", england), seat("Milan", saxony)])
    assert points(save) == [9, 9] and winners(save) == {1}
    save["seats"][1]["kings"] = [realm(CHARLES, "Austria")]
    assert winners(save) == {0, 1} and returns(save, "win") == [0.0, 0.0]
    save["seats"][1]["kings"] = [realm("Philip II", "Netherlands", "Milan")]  # 4 + 5
    assert winners(save) == {0}


def test_without_a_king_nobody_wins() -> None:
    save = table("end", seats=[seat(None), seat(None, nobles=(ALBA,))])
    assert points(save) == [0, 0] and winners(save) == set() and returns(save, "rank") == [0.0, 0.0]


# ------------------------------------------------------------------------------------------------------------ truths


def test_a_table_laid_well_has_nothing_wrong() -> None:
    assert untruths(table()) == []


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"removed": [CHARLES]}, "person Charles V is in 2 places"),
        ({"removed_countries": []}, "country Ottoman Empire is in 2 places"),
        ({"rebels": [CHARLES]}, "Charles V is a rebel"),
        ({"exhausted": ["France"]}, "France is exhausted"),
        ({"scythe": 1, "phase": "discard", "seat": 1}, "seat 1 decides in phase discard"),
        ({"committed": {"Spain": "attack"}}, "countries are used in phase action"),
        ({"turn": 41}, "turn 41"),
        ({"seats": [spanish(spouse="Francis I"), english()]}, "has the sex of"),
        ({"seats": [seat("France", realm(CHARLES, "Spain")), english()]}, "has its home in France"),
        ({"seats": [seat("Spain", realm(CHARLES, "Spain"), realm(ALBA)), english()]}, "rules nothing"),
    ],
)
def test_what_cannot_be(changes: dict[str, Any], complaint: str) -> None:
    save = table()
    independent = save["independent"] + (["Ottoman Empire"] if "removed_countries" in changes else [])
    wrong: Save = table(**{"person_decks": save["person_decks"], "independent": independent} | changes)
    if changes.get("removed_countries") == []:
        wrong["seats"][0]["unruled"] = ["Ottoman Empire"]
    assert any(complaint in each for each in untruths(wrong)), untruths(wrong)


def test_the_lists_are_read() -> None:
    assert len(PERSONS) == 81 and PERSONS[CHARLES].prestige == 5 and PERSONS["Suleiman I"].colour == "blue"
