"""§11-03-04, 06: revolution (革命) and police (警察)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from dynasty_env.dynasty.material import PERSON_NAMES
from dynasty_env.dynasty.steps import Trace
from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State

from .conftest import (
    chance,
    failing,
    hand,
    holder,
    names,
    play,
    printed,
    seat,
    seat_of,
    succeeding,
    table,
    throwing,
    told,
    where,
)
from .conftest import table as without_abilities

laid = partial(table, abilities=True)
EMPIRE, SULEIMAN = "Ottoman Empire", "Suleiman I"
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10"
"""A pack on top of which nothing counts in an incitement: it succeeds with any dice."""
WINDOW = {Trace.PLAYED, Trace.SUPPLIED, Trace.NEEDS, Trace.DIE, Trace.OUTCOME}


def incited(target: str, rival: dict[str, Any], **fields: Any) -> State:
    """Henry IV has incited somebody of seat 1 with success."""
    state = laid(seat("Henry IV"), rival, pack=HEARTS, **fields)
    play(state, "incite", f"person:{target}")
    return succeeding(state)


# ------------------------------------------------------------------------------------------------- §11-03-04 revolution


@pytest.mark.rule("§11-03-04")
@pytest.mark.parametrize(
    ("rebel", "king"),
    [("Henry of Guise", "Henry II"), ("William of Orange", "Philip II"), ("Gustav Vasa", "Christian II")],
)
def test_s11_03_04_he_becomes_king_of_his_own_dynasty(rebel: str, king: str) -> None:
    """§11-03-04: successfully incited he becomes king where he is, instead of moving; the old king dies."""
    state = incited(rebel, seat(king, courtiers=[rebel]))
    assert where(state, rebel) == (1, "king")
    assert where(state, king) == "removed"
    assert seat_of(state, 0)["courtiers"] == []


@pytest.mark.rule("§11-03-04")
def test_s11_03_04_spouse_and_children_stay_what_they_are() -> None:
    """§11-03-04: the dynasty's spouse and children do not become courtiers (against §10-02)."""
    children = ["Charles V", "Mary I", "Philip III"]
    rival = seat("Philip II", spouse="Elizabeth I", children=children, courtiers=["Henry of Guise", "Duke of Alba"])
    state = incited("Henry of Guise", rival)
    laid_down = seat_of(state, 1)
    assert (laid_down["king"], laid_down["spouses"]) == ("Henry of Guise", ["Elizabeth I"])
    assert (laid_down["children"], laid_down["courtiers"]) == (children, ["Duke of Alba"])


@pytest.mark.rule("§11-03-04")
def test_s11_03_04_not_after_a_failure() -> None:
    """§11-03-04: only when the incitement succeeds."""
    state = laid(seat("Henry IV"), seat("Philip II", courtiers=["Henry of Guise"]), pack="SK S2 S3 S4")
    play(state, "incite", "person:Henry of Guise")
    after = failing(state)
    assert (where(after, "Philip II"), where(after, "Henry of Guise")) == ((1, "king"), (1, "courtiers"))


@pytest.mark.rule("§11-03")
def test_s11_03_04_not_without_abilities() -> None:
    """§11-03 is an advanced rule: without it he moves (§09-05-03)."""
    state = without_abilities(seat("Henry IV"), seat("Philip II", courtiers=["Henry of Guise"]), pack=HEARTS)
    play(state, "incite", "person:Henry of Guise")
    after = succeeding(state)
    assert (where(after, "Philip II"), where(after, "Henry of Guise")) == ((1, "king"), (0, "courtiers"))


@pytest.mark.rule("§11-03-04")
def test_s11_03_04_only_he_who_is_incited() -> None:
    """§11-03-04: … if this person is the target; another one moves."""
    state = incited("Duke of Alba", seat("Philip II", courtiers=["Henry of Guise", "Duke of Alba"]))
    assert (where(state, "Philip II"), where(state, "Duke of Alba")) == ((1, "king"), (0, "courtiers"))


@pytest.mark.rule("D-R19")
@pytest.mark.parametrize("children", [[], ["Philip III"]])
def test_d_r19_this_death_is_never_childless(children: list[str]) -> None:
    """D-R19: the old king's death never counts as childless (§07-01 a): the game goes on."""
    state = incited("Henry of Guise", seat("Philip II", children=children, courtiers=["Henry of Guise"]))
    assert (state.phase, state.seat) == ("recruit", 1)
    assert seat_of(state, 1)["childless"] is False and state.scores()[1] > 0


@pytest.mark.rule("D-R19")
def test_d_r19_a_child_leaves_its_place() -> None:
    """D-R19: if he was a child that place is vacated; the other children stay, in their order."""
    rival = seat("Philip II", children=["Charles V", "Henry of Guise", "Mary I"])
    state = incited("Henry of Guise", rival)
    assert (seat_of(state, 1)["king"], seat_of(state, 1)["children"]) == ("Henry of Guise", ["Charles V", "Mary I"])
    born = LAYOUT["born"].of(state.observe(1))
    assert [int(born[PERSON_NAMES.index(name)]) for name in ("Charles V", "Henry of Guise", "Mary I")] == [1, 0, 2]


@pytest.mark.rule("D-R19")
def test_d_r19_a_spouse_leaves_the_place() -> None:
    """D-R19: if he was the spouse that place is vacated: the new king is unmarried, the children stay."""
    rival = seat("Elizabeth I", spouse="William of Orange", children=["James I"], courtiers=["Anne Boleyn"])
    state = incited("William of Orange", rival)
    after = seat_of(state, 1)
    assert (after["king"], after["spouses"], after["children"]) == ("William of Orange", [], ["James I"])
    play(state, "deck:red")
    assert {"marriage"} == names(state) & {"marriage", "procreation"}


@pytest.mark.rule("D-R19")
def test_d_r19_a_spouse_of_his_own_sex_stays_without_procreation() -> None:
    """D-R19: a spouse of the new king's sex stays (against §05-02), so he is married, but procreation is impossible."""
    rival = seat("Elizabeth I", spouse="James I", courtiers=["William of Orange", "Anne Boleyn"])
    state = incited("William of Orange", rival)
    assert seat_of(state, 1)["spouses"] == ["James I"]
    play(state, "deck:red")
    assert not names(state) & {"marriage", "procreation"}


@pytest.mark.rule("§09-02-01")
def test_s11_03_04_with_a_spouse_of_the_other_sex_procreation_goes_on() -> None:
    """§11-03-04, §09-02-01: the old king's spouse is the new king's: procreation is possible."""
    state = incited("William of Orange", seat("Philip II", spouse="Mary I", courtiers=["William of Orange"]))
    play(state, "deck:red")
    assert "procreation" in names(state)


@pytest.mark.rule("§10-02")
@pytest.mark.rule("D-R38")
def test_s11_03_04_the_old_kings_children_are_his_heirs() -> None:
    """§11-03-04, §10-02: the children that stayed inherit when he dies."""
    rival = seat("Philip II", children=["Mary I", "Charles V"], courtiers=["Henry of Guise"])
    state = incited("Henry of Guise", rival, scythe=1)
    play(state, "deck:red", "reaper")
    after = chance(state, "person:Henry of Guise", lambda s: bool(told(s, Trace.DIED)))
    assert where(after, "Charles V") == (1, "king")


@pytest.mark.rule("§11-02")
@pytest.mark.rule("D-R36")
def test_s11_03_04_a_king_suleiman_dies_with_his_empire() -> None:
    """§11-03-04, §11-02: the old king's death is a death: with Suleiman the Ottoman Empire leaves play."""
    rival = seat(SULEIMAN, courtiers=["Henry of Guise"], territories=["Spain", EMPIRE])
    state = incited("Henry of Guise", rival)
    assert (where(state, SULEIMAN), holder(state, EMPIRE)) == ("removed", "out")


# ----------------------------------------------------------------------------------------------------- §11-03-06 police


@pytest.mark.rule("§11-03-06")
def test_s11_03_06_the_player_may_declare_it() -> None:
    """§11-03-06: a person of this person's dynasty has been incited with success: its player may use the police."""
    state = incited("Duke of Alba", seat("Philip II", courtiers=["Francis Walsingham", "Duke of Alba"]))
    assert (state.phase, state.seat, names(state)) == ("police", 1, {"declare", "pass"})
    assert where(state, "Duke of Alba") == (1, "courtiers")


@pytest.mark.rule("§11-03-06")
def test_s11_03_06_not_declared_the_target_moves() -> None:
    """§11-03-06: not used, the target moves (§09-05-03)."""
    state = incited("Duke of Alba", seat("Philip II", courtiers=["Francis Walsingham", "Duke of Alba"]))
    entries = play(state, "pass")
    assert where(state, "Duke of Alba") == (0, "courtiers")
    assert not told(entries, Trace.POLICED)


@pytest.mark.rule("§11-03-06")
@pytest.mark.parametrize("officer", ["Francis Walsingham", "Cardinal Richelieu"])
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_s11_03_06_a_die_up_to_the_governance_executes(officer: str, face: int) -> None:
    """§11-03-06: one die is rolled; up to this person's governance the target is executed (dies), else moves."""
    state = incited("Duke of Alba", seat("Philip II", courtiers=[officer, "Duke of Alba"]))
    after = throwing(state, face, "declare")
    executed = face <= printed(officer).governance
    assert where(after, "Duke of Alba") == ("removed" if executed else (0, "courtiers"))


@pytest.mark.rule("§11-03-06")
def test_s11_03_06_for_the_person_with_the_ability_too() -> None:
    """§11-03-06, note: the ability can be used when this very person has been incited."""
    state = incited("Francis Walsingham", seat("Philip II", courtiers=["Francis Walsingham"]))
    assert (state.phase, state.seat) == ("police", 1)
    assert where(throwing(state, 3, "declare"), "Francis Walsingham") == "removed"
    assert where(throwing(state, 4, "declare"), "Francis Walsingham") == (0, "courtiers")


@pytest.mark.rule("§11-03-06")
@pytest.mark.parametrize("place", ["king", "spouse", "child"])
def test_s11_03_06_whatever_place_the_person_has(place: str) -> None:
    """§11-03-06: this person only has to belong to the dynasty, as king, spouse or child too."""
    rival = {
        "king": seat("Francis Walsingham", courtiers=["Duke of Alba"]),
        "spouse": seat("Elizabeth I", spouse="Francis Walsingham", courtiers=["Duke of Alba"]),
        "child": seat("Elizabeth I", children=["Francis Walsingham"], courtiers=["Duke of Alba"]),
    }[place]
    assert incited("Duke of Alba", rival).phase == "police"


@pytest.mark.rule("§11-03-06")
@pytest.mark.parametrize("where_police", ["inciter", "third", "wanderer"])
def test_s11_03_06_only_for_its_own_dynasty(where_police: str) -> None:
    """§11-03-06: the police of the inciter, of a third dynasty, or among the wanderers do nothing."""
    crowd = {name: ["Francis Walsingham"] if where_police == name else [] for name in ("inciter", "third", "wanderer")}
    state = laid(
        seat("Henry IV", courtiers=crowd["inciter"]),
        seat("Philip II", courtiers=["Duke of Alba"]),
        seat("Elizabeth I", courtiers=crowd["third"]),
        wanderers=crowd["wanderer"],
        pack=HEARTS,
    )
    play(state, "incite", "person:Duke of Alba")
    assert where(succeeding(state), "Duke of Alba") == (0, "courtiers")


@pytest.mark.rule("§11-03-06")
def test_s11_03_06_not_after_a_failure() -> None:
    """§11-03-06: only when the incitement has succeeded."""
    rival = seat("Philip II", courtiers=["Francis Walsingham", "Duke of Alba"])
    state = laid(seat("Henry IV"), rival, pack="SK S2 S3 S4")
    play(state, "incite", "person:Duke of Alba")
    assert failing(state).phase == "recruit"


@pytest.mark.rule("§11-03")
def test_s11_03_06_not_without_abilities() -> None:
    """§11-03 is an advanced rule: without it there are no police."""
    rival = seat("Philip II", courtiers=["Francis Walsingham", "Duke of Alba"])
    state = without_abilities(seat("Henry IV"), rival, pack=HEARTS)
    play(state, "incite", "person:Duke of Alba")
    assert where(succeeding(state), "Duke of Alba") == (0, "courtiers")


@pytest.mark.rule("§11-03")
def test_s11_03_06_no_window() -> None:
    """§11-03: its die has no interrupt window: nobody may play a card to it."""
    rival = seat("Philip II", courtiers=["Francis Walsingham", "Duke of Alba"], hand="S2 D2 JOKER")
    state = incited("Duke of Alba", rival)
    play(state, "declare")
    assert state.phase == "recruit" and {"S2", "D2", "JOKER"} <= set(hand(state, 1))


@pytest.mark.rule("D-R21")
def test_d_r21_several_are_asked_in_turn() -> None:
    """D-R21: a dynasty with several such persons is asked for each, one after another, while the target lives."""
    rival = seat("Philip II", courtiers=["Francis Walsingham", "Cardinal Richelieu", "Duke of Alba"])
    state = incited("Duke of Alba", rival)
    for first in ("pass", "declare"):
        asked = throwing(state, 6, first) if first == "declare" else state.clone()
        if first == "pass":
            play(asked, "pass")
        assert (asked.phase, asked.seat) == ("police", 1)
        assert where(throwing(asked, 1, "declare"), "Duke of Alba") == "removed"
        after = throwing(asked, 6, "declare")
        assert (after.phase, where(after, "Duke of Alba")) == ("recruit", (0, "courtiers"))


@pytest.mark.rule("D-R21")
def test_d_r21_each_by_his_own_governance() -> None:
    """D-R21, §11-03-06: each rolls against his own governance: a 4 is enough for Richelieu (4), not Walsingham (3)."""
    rival = seat("Philip II", courtiers=["Francis Walsingham", "Cardinal Richelieu", "Duke of Alba"])
    state = incited("Duke of Alba", rival)
    first = where(throwing(state, 4, "declare"), "Duke of Alba") == "removed"
    play(state, "pass")
    second = where(throwing(state, 4, "declare"), "Duke of Alba") == "removed"
    assert {first, second} == {True, False}


@pytest.mark.rule("D-R21")
def test_d_r21_none_is_asked_after_the_execution() -> None:
    """D-R21: once the target is executed nobody else is asked."""
    rival = seat("Philip II", courtiers=["Francis Walsingham", "Cardinal Richelieu", "Duke of Alba"])
    after = throwing(incited("Duke of Alba", rival), 1, "declare")
    assert (after.phase, where(after, "Duke of Alba")) == ("recruit", "removed")


@pytest.mark.rule("D-R21")
def test_d_r21_police_before_revolution() -> None:
    """D-R21: police come before a revolution: the executed rebel makes none."""
    rival = seat("Philip II", courtiers=["Francis Walsingham", "Henry of Guise"])
    state = incited("Henry of Guise", rival)
    assert (state.phase, where(state, "Philip II")) == ("police", (1, "king"))
    after = throwing(state, 3, "declare")
    assert (where(after, "Henry of Guise"), where(after, "Philip II")) == ("removed", (1, "king"))


@pytest.mark.rule("D-R21")
@pytest.mark.parametrize("used", [True, False])
def test_d_r21_the_revolution_follows_where_police_fail(used: bool) -> None:
    """D-R21: unused or in vain, the revolution follows."""
    rival = seat("Philip II", courtiers=["Francis Walsingham", "Henry of Guise"])
    state = incited("Henry of Guise", rival)
    if used:
        state = throwing(state, 4, "declare")
    else:
        play(state, "pass")
    assert (where(state, "Henry of Guise"), where(state, "Philip II")) == ((1, "king"), "removed")


@pytest.mark.rule("§11-02")
def test_s11_03_06_suleiman_executed_takes_the_empire_along() -> None:
    """§11-03-06, §11-02: executed by the police he is dead; the Ottoman Empire leaves play, it does not move."""
    rival = seat("Philip II", courtiers=["Francis Walsingham", SULEIMAN], territories=["Spain", EMPIRE])
    state = incited(SULEIMAN, rival)
    after = throwing(state, 1, "declare")
    assert (where(after, SULEIMAN), holder(after, EMPIRE)) == ("removed", "out")
    after = throwing(state, 6, "declare")
    assert (where(after, SULEIMAN), holder(after, EMPIRE)) == ((0, "courtiers"), 0)


@pytest.mark.rule("§11-03-06")
@pytest.mark.parametrize(("target", "left"), [("Mary I", ([], ["Philip III"])), ("Philip III", (["Mary I"], []))])
def test_s11_03_06_spouse_or_child_executed(target: str, left: tuple[list[str], list[str]]) -> None:
    """§11-03-06: spouses and children can be incited, and executed; the king stays."""
    rival = seat("Philip II", spouse="Mary I", children=["Philip III"], courtiers=["Francis Walsingham"])
    after = throwing(incited(target, rival), 1, "declare")
    assert where(after, target) == "removed"
    assert (seat_of(after, 1)["king"], seat_of(after, 1)["spouses"], seat_of(after, 1)["children"]) == (
        "Philip II",
        *left,
    )
