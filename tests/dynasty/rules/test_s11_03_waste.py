"""§11-03-05: waste (浪費) and match-making (婚姻工作)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State
from tests.picking import someone

from .conftest import (
    check_dice,
    checking,
    dice_rolled,
    names,
    persons,
    play,
    printed,
    rolling,
    seat,
    seat_of,
    succeeded,
    succeeding,
    table,
    throwing,
    told,
    where,
)
from .conftest import table as without_abilities

laid = partial(table, abilities=True)
MIXED = "H2 S2 H3 S3 H4 S4 H5 S5 H6 S6"
WINDOW = {Trace.PLAYED, Trace.SUPPLIED, Trace.NEEDS, Trace.DIE, Trace.OUTCOME}

# --------------------------------------------------------------------------------------------------- as king or spouse


DECLARATIONS = {
    "marriage": ("marriage", "person:Anne of Cleves"),
    "procreation": ("procreation",),
    "war": ("war", "country:Spain", "person:Duke of Alba"),
    "hire": ("hire", "person:Duke of Sully", "person:Anne of Cleves"),
    "incite": ("incite", "person:Mary Stuart"),
}


def dice(action: str, own: dict[str, Any], **fields: Any) -> int:
    """How many dice seat 0 rolls for this action."""
    rival = seat("Elizabeth I", courtiers=["Mary Stuart"])
    laid_out = {"wanderers": ["Anne of Cleves"], "independent": ["Spain"], "pack": MIXED, "abilities": True}
    fields = {**laid_out, **fields}
    state = table(own, rival, **fields)
    play(state, *DECLARATIONS[action])
    return len(dice_rolled(rolling(state)))


def married(king: str, spouse: str) -> dict[str, Any]:
    return seat(king, spouse=spouse, courtiers=["Duke of Alba", "Duke of Sully"])


def printed_dice(action: str, king: str, spouse: str = "") -> int:
    """§09: the dice of the declarations above, by the printed cards (pope and religions do not enter)."""
    if action == "marriage":  # C and CP are the same (D-R3)
        return int(printed(king).prestige) + 1
    if action == "procreation":
        return int(printed(king).fertility) + int(printed(king).colour != printed(spouse).colour)
    return {"war": 4 + 1, "hire": 4, "incite": 3}[action]  # Alba's war + 1, Sully's governance, Mary Stuart's ambition


@pytest.mark.rule("§11-03-05")
@pytest.mark.parametrize("action", ["marriage", "war", "hire", "incite"])
def test_s11_03_05_a_king_costs_a_die(action: str) -> None:
    """§11-03-05, D-R20: in the turns of the dynasty whose king this person is, each roll is with one die less."""
    own = seat("Henry III", courtiers=["Duke of Alba", "Duke of Sully"])
    assert printed("Henry III").ability == "waste"
    assert dice(action, own) == printed_dice(action, "Henry III") - 1


@pytest.mark.rule("§11-03-05")
def test_s11_03_05_a_king_costs_a_die_in_procreation() -> None:
    """§11-03-05, D-R20: … in procreation too: Philip III (2) with a spouse of another colour has 3 - 1."""
    own = married("Philip III", "Marie de' Medici")
    assert dice("procreation", own) == printed_dice("procreation", "Philip III", "Marie de' Medici") - 1 == 2


@pytest.mark.rule("§11-03-05")
@pytest.mark.parametrize("action", ["procreation", "war", "hire", "incite"])
def test_s11_03_05_a_spouse_costs_a_die(action: str) -> None:
    """§11-03-05: the same where this person is the spouse."""
    own = married("Henry IV", "Christina of Sweden")
    assert dice(action, own) == printed_dice(action, "Henry IV", "Christina of Sweden") - 1


@pytest.mark.rule("D-R20")
@pytest.mark.rule("D-R41")
@pytest.mark.parametrize("action", ["procreation", "war", "hire", "incite"])
def test_d_r20_king_and_spouse_add_up(action: str) -> None:
    """D-R20: each king or spouse with it: together they cost two dice."""
    own = married("Philip III", "Christina of Sweden")
    assert dice(action, own) == printed_dice(action, "Philip III", "Christina of Sweden") - 2


@pytest.mark.rule("D-R9")
@pytest.mark.rule("D-R41")
def test_d_r9_no_fewer_than_no_dice() -> None:
    """D-R9: a negative number of dice counts as 0: Henry III (fertility 0, +1) with Christina has 1 - 2."""
    assert dice("procreation", married("Henry III", "Christina of Sweden")) == 0
    state = laid(married("Henry III", "Christina of Sweden"), seat("Elizabeth I"))
    play(state, "procreation")
    assert LAYOUT["contest"].of(state.observe(0))[3] == 0  # dice, as announced in the window


@pytest.mark.rule("§08-02-03-01")
@pytest.mark.parametrize(("pack", "success"), [("S2 S3 S4 S5 S6 S7", True), ("HA S3 S4 S5 S6 S7", False)])
def test_d_r9_with_no_dice_the_sum_is_zero(pack: str, success: bool) -> None:
    """D-R9, §08-02-03-01: with 0 dice the sum is 0: it succeeds only against a success value of 0."""
    state = laid(married("Henry III", "Christina of Sweden"), seat("Elizabeth I"), pack=pack)
    play(state, "procreation")
    assert succeeded(rolling(state)) is success


@pytest.mark.rule("§11-03-05")
@pytest.mark.parametrize("place", ["children", "courtiers"])
@pytest.mark.parametrize("action", ["war", "hire", "incite"])
def test_s11_03_05_children_and_courtiers_cost_nothing(action: str, place: str) -> None:
    """§11-03-05: only as king or spouse."""
    own = seat("Henry IV", courtiers=["Duke of Alba", "Duke of Sully"])
    own[place].append("Philip III")
    assert dice(action, own) == printed_dice(action, "Henry IV")


@pytest.mark.rule("§11-03-05")
@pytest.mark.parametrize("action", ["war", "incite"])
def test_s11_03_05_a_rivals_king_costs_nothing(action: str) -> None:
    """§11-03-05: … and only in the turns of that person's own dynasty."""
    state = laid(
        seat("Henry IV", courtiers=["Duke of Alba"]),
        seat("Henry III", spouse="Christina of Sweden", courtiers=["Mary Stuart"], territories=["Spain", "France"]),
        pack="H2 H3 H4 H5 H6 H7 H8 H9 H10",
    )
    play(state, *DECLARATIONS[action])
    if action == "war":
        play(state, "pass")
    assert len(dice_rolled(succeeding(state))) == printed_dice(action, "Henry IV")


@pytest.mark.rule("§11-03")
@pytest.mark.parametrize("action", ["procreation", "war", "hire", "incite"])
def test_s11_03_05_no_cost_without_abilities(action: str) -> None:
    """§11-03 is an advanced rule: without it no die is lost."""
    own = married("Philip III", "Christina of Sweden")
    assert dice(action, own, abilities=False) == printed_dice(action, "Philip III", "Christina of Sweden")


@pytest.mark.rule("D-R20")
def test_d_r20_a_death_check_keeps_its_die() -> None:
    """D-R20: actions with a number of dice are meant: a death check is rolled as ever."""
    state = laid(seat("Henry III", courtiers=["Duke of Alba"]), seat("Elizabeth I"), scythe=0)
    play(state, "reaper")
    assert check_dice(checking(state, 5, by="person:Duke of Alba")) == [5]


@pytest.mark.rule("D-R20")
def test_d_r20_the_die_of_an_ability_stays() -> None:
    """D-R20: so is the one die of suppression."""
    state = laid(seat("Henry III", courtiers=["Duke of Alba"]), seat("Elizabeth I"))
    play(state, "suppression")
    assert where(throwing(state, 5, "person:Duke of Alba"), "Duke of Alba") == "removed"


# ---------------------------------------------------------------------------------------------------- match-making


def matchmaker(**fields: Any) -> State:
    """Christina of Sweden is a child of Elizabeth I; there are four kings more, one of them married, one a woman."""
    return laid(
        seat("Elizabeth I", children=["Christina of Sweden", "James I"]),
        seat("Henry IV", courtiers=["Duke of Sully"]),
        seat("Philip II", spouse="Mary I"),
        seat("Mary Stuart"),
        seat("Charles V"),
        **{"pope": 0} | fields,
    )


def offered(face: int, **fields: Any) -> State:
    """Christina of Sweden has been offered to a king."""
    state = matchmaker(**fields)
    play(state, "matchmaking", "person:Christina of Sweden")
    return throwing(state, face, "person:Henry IV")


@pytest.mark.rule("§11-03-05")
@pytest.mark.parametrize("place", ["king", "spouse", "courtier", "rival's child", "wanderer"])
def test_s11_03_05_match_making_only_for_a_child(place: str) -> None:
    """§11-03-05: a dynasty that has this person as a child may try it; else not."""
    own = {
        "king": seat("Christina of Sweden"),
        "spouse": seat("Henry IV", spouse="Christina of Sweden"),
        "courtier": seat("Henry IV", courtiers=["Christina of Sweden"]),
    }.get(place, seat("Henry IV"))
    rival = seat("Philip II", children=["Christina of Sweden"] if place == "rival's child" else [])
    state = laid(own, rival, wanderers=["Christina of Sweden"] if place == "wanderer" else [])
    assert "matchmaking" not in names(state)


@pytest.mark.rule("§11-03-05")
def test_s11_03_05_match_making_for_a_child_of_that_ability_alone() -> None:
    """§11-03-05: … and for no other child; of several such children one is named."""
    state = laid(seat("Henry IV", children=["Philip III", "James I", "Henry III"]), seat("Elizabeth I"))
    play(state, "matchmaking")
    assert (state.phase, state.seat, persons(state)) == ("matchmaking_child", 0, {"Philip III", "Henry III"})
    assert "matchmaking" not in names(laid(seat("Henry IV", children=["James I"]), seat("Elizabeth I")))


@pytest.mark.rule("§11-03-05")
def test_s11_03_05_any_unmarried_king_of_the_other_sex() -> None:
    """§11-03-05, §05-02: an unmarried king of any dynasty is named, of the other sex; nobody who is no king."""
    state = matchmaker()
    play(state, "matchmaking", "person:Christina of Sweden")
    assert (state.phase, state.seat) == ("matchmaking_target", 0)
    assert persons(state) == {"Henry IV", "Charles V"}


@pytest.mark.rule("§11-03-05")
def test_s11_03_05_queens_are_kings() -> None:
    """§11-03-05: a son is offered to kings who are women, the own dynasty's included."""
    state = laid(seat("Elizabeth I", children=["Philip III"]), seat("Henry IV"), seat("Mary Stuart"))
    play(state, "matchmaking", "person:Philip III")
    assert persons(state) == {"Elizabeth I", "Mary Stuart"}


@pytest.mark.rule("D-R10")
def test_d_r10_without_kin_marriage_not_the_own_king() -> None:
    """D-R10: with `kin_marriage=False` the own king is excluded, in match-making too."""
    state = laid(seat("Elizabeth I", children=["Philip III"]), seat("Mary Stuart"), kin_marriage=False)
    play(state, "matchmaking", "person:Philip III")
    assert persons(state) == {"Mary Stuart"}
    alone = laid(seat("Elizabeth I", children=["Philip III"]), seat("Henry IV"), kin_marriage=False)
    assert "matchmaking" not in names(alone)


@pytest.mark.rule("§11-03-05")
def test_s11_03_05_without_such_a_king_it_cannot_be_declared() -> None:
    """§11-03-05: where every king is of the child's sex or married there is no match to make."""
    own = seat("Henry IV", spouse="Mary I", children=["Christina of Sweden"])
    assert "matchmaking" not in names(laid(own, seat("Elizabeth I"), seat("Philip II", spouse="Anne Boleyn")))


@pytest.mark.rule("§11-03-05")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_s11_03_05_a_die_above_the_kings_prestige(face: int) -> None:
    """§11-03-05: one die is rolled; above that king's prestige the two are married, else the child stays one."""
    assert printed("Henry IV").prestige == 4
    after = offered(face)
    assert where(after, "Christina of Sweden") == ((1, "spouses") if face > 4 else (0, "children"))


@pytest.mark.rule("§11-01")
@pytest.mark.rule("D-R42")
def test_s11_03_05_the_popes_prestige_counts() -> None:
    """§11-03-05, §11-01: the prestige is the effective one: a king of 3 with the pope is only moved by a 6."""
    king = someone(sex="m", religion=("CC", "C"), prestige=3)
    state = laid(seat("Elizabeth I", children=["Christina of Sweden"]), seat(king), pope=1)
    play(state, "matchmaking", "person:Christina of Sweden")
    assert where(throwing(state, 5, f"person:{king}"), "Christina of Sweden") == (0, "children")
    assert where(throwing(state, 6, f"person:{king}"), "Christina of Sweden") == (1, "spouses")


@pytest.mark.rule("§11-03-05")
@pytest.mark.rule("D-R42")
def test_s11_03_05_the_child_becomes_that_kings_spouse() -> None:
    """§11-03-05: the child becomes the spouse of that king, in his dynasty; the siblings stay in order."""
    after = offered(6)
    assert seat_of(after, 0)["children"] == ["James I"]
    assert seat_of(after, 1)["spouses"] == ["Christina of Sweden"]


@pytest.mark.rule("§11-03-05")
def test_s11_03_05_the_own_king() -> None:
    """§11-03-05, D-R10: married to the own king the child becomes the spouse there."""
    state = laid(seat("Mary Stuart", children=["Philip III", "James I"]), seat("Henry IV"))
    play(state, "matchmaking", "person:Philip III")
    after = throwing(state, 4, "person:Mary Stuart")
    assert (seat_of(after, 0)["spouses"], seat_of(after, 0)["children"]) == (["Philip III"], ["James I"])


@pytest.mark.rule("§11-03-05")
@pytest.mark.rule("D-R42")
@pytest.mark.parametrize("face", [1, 6])
def test_s11_03_05_match_making_is_the_turns_action(face: int) -> None:
    """§11-03-05: it counts as the action of the turn; nobody may refuse, and no card is played to it."""
    after = offered(face)
    assert (after.phase, after.seat) == ("recruit", 1)
    assert not WINDOW & {Trace(e.kind) for e in after.trace()}


@pytest.mark.rule("D-R20")
def test_d_r20_waste_does_not_cost_the_match_makers_die() -> None:
    """D-R20: match-making has no number of dice: one die is rolled under a king with waste too."""
    state = laid(seat("Henry III", children=["Christina of Sweden"]), seat("Elizabeth I"))
    play(state, "matchmaking", "person:Christina of Sweden")
    assert where(throwing(state, 6, "person:Henry III"), "Christina of Sweden") == (0, "spouses")


@pytest.mark.rule("§11-03-05")
def test_s11_03_05_a_wasteful_spouse_for_a_rival() -> None:
    """§11-03-05: married off, the person costs that dynasty a die in its turns."""
    after = offered(6, independent=["Spain"], pack="H2 S2 H3 S3 H4 S4 H5 S5 H6 S6")
    play(after, "deck:red", "war", "country:Spain", "person:Henry IV")
    assert len(dice_rolled(rolling(after))) == printed("Henry IV").war + 1 - 1


@pytest.mark.rule("§11-03")
def test_s11_03_05_no_match_making_without_abilities() -> None:
    """§11-03 is an advanced rule: without it there is no match-making."""
    state = without_abilities(seat("Elizabeth I", children=["Philip III"]), seat("Mary Stuart"))
    assert "matchmaking" not in names(state)
    assert not told(state, Trace.MATCHED)
