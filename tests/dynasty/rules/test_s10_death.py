"""§10: death checks, death, and succession."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import all_persons, checking, names, persons, play, printed, rolling, seat, seat_of, table, told, where

MORTALS = {life: name for name in all_persons() for life in [printed(name).life] if name != "Suleiman I" and life < 6}
"""Somebody for each printed life."""


def reaped(state: State, victim: str, face: int = 6) -> State:
    """Seat 0 swings the scythe at `victim`, nobody refuses, and the die shows `face`."""
    play(state, "reaper")
    if where(state, victim)[0] == 0:
        return rolling(state, face, by=f"person:{victim}")
    play(state, f"person:{victim}")
    return rolling(state, face, by="pass")


# ----------------------------------------------------------------------------------------------------- §10-01 the check


@pytest.mark.rule("§10-01")
@pytest.mark.parametrize("life", sorted(MORTALS))
def test_s10_01_a_die_above_life_is_death(life: int) -> None:
    """§10-01: a die greater than the person's life means death."""
    victim = MORTALS[life]
    state = table(seat("Charles V"), seat("Elizabeth I", courtiers=[victim]), scythe=0)
    assert where(reaped(state, victim, life + 1), victim) == "removed"


@pytest.mark.rule("§10-01")
@pytest.mark.parametrize("life", sorted(life for life in MORTALS if life > 0))
def test_s10_01_a_die_equal_to_life_is_survival(life: int) -> None:
    """§10-01: any other die, an equal one too, means that the person lives."""
    victim = MORTALS[life]
    state = table(seat("Charles V"), seat("Elizabeth I", courtiers=[victim]), scythe=0)
    assert where(reaped(state, victim, life), victim) == (1, "courtiers")


@pytest.mark.rule("§10-01")
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_s10_01_one_die_is_rolled_by_the_owner(owner: int) -> None:
    """§10-01: the dynasty to which the person belongs rolls one die."""
    courtiers: list[list[str]] = [[], [], []]
    courtiers[owner] = ["Duke of Sully"]
    kings = ("Charles V", "Elizabeth I", "Francis I")
    state = table(*(seat(king, courtiers=courtiers[i]) for i, king in enumerate(kings)), scythe=0)
    after = reaped(state, "Duke of Sully", 1)
    assert [e.seat for e in told(after, Trace.CHECKED)] == [owner]


@pytest.mark.rule("§10-01")
@pytest.mark.rule("D-R12")
def test_d_r12_the_attacker_is_checked_first() -> None:
    """D-R12, §09-03-05: both commanders are checked after a war, the attacker's first; each owner rolls."""
    state = table(
        seat("Gustavus Adolphus", courtiers=["Oliver Cromwell"]),
        seat("Elizabeth I", courtiers=["Duke of Alba"], territories=["England", "Ireland"]),
        pack="SK CK SQ CQ SJ CJ S10 C10 S9 C9 S8",
    )
    play(state, "war", "country:England", "person:Oliver Cromwell", "person:Duke of Alba")
    after = checking(state, 6, 6)
    assert [(e.seat, e.value) for e in told(after, Trace.CHECKED)] == [(0, 6), (1, 6)]
    assert where(after, "Oliver Cromwell") == where(after, "Duke of Alba") == "removed"


@pytest.mark.rule("D-R12")
def test_d_r12_without_a_defender_one_check() -> None:
    """D-R12, §09-03-05: where nobody defends only the attacker's commander is checked."""
    state = table(seat("Charles V"), seat("Elizabeth I"), independent=["Norway"], pack="H2 H3")
    play(state, "war", "country:Norway", "person:Charles V")
    after = rolling(state)
    assert [e.seat for e in told(after, Trace.CHECKED)] == [0]


# ----------------------------------------------------------------------------------------------------- §10-02 the dead


@pytest.mark.rule("§10-02")
def test_s10_02_the_dead_leave_play() -> None:
    """§10-02: the dead person's card is removed from the table: it returns to no deck and can be named no more."""
    state = table(seat("Charles V"), seat("Elizabeth I", courtiers=["Duke of Sully"]), scythe=0)
    after = reaped(state, "Duke of Sully")
    laid = after.to_dict()
    assert laid["removed"] == ["Duke of Sully"]
    assert not any("Duke of Sully" in deck for deck in laid["person_decks"].values())
    play(after, "deck:green", "war", "country:Scotland")  # the country of seat 0
    assert "Duke of Sully" not in persons(after)


@pytest.mark.rule("§10-02")
def test_s10_02_a_dead_courtier_changes_nothing_else() -> None:
    """§10-02: only a king's death moves others."""
    state = table(
        seat("Charles V"),
        seat("Francis I", spouse="Anne of Brittany", children=["Henry II"], courtiers=["Nostradamus"]),
        scythe=0,
    )
    after = seat_of(reaped(state, "Nostradamus"), 1)
    assert (after["king"], after["spouses"], after["children"]) == ("Francis I", ["Anne of Brittany"], ["Henry II"])


@pytest.mark.rule("§10-02")
@pytest.mark.rule("§05-02")
def test_s10_02_a_widowed_king_is_unmarried() -> None:
    """§10-02, §05-02: when the spouse has died the king has none: he may court again, and cannot procreate."""
    state = table(
        seat("Charles V", spouse="Isabella of Portugal", children=["Philip II"]),
        seat("Henry VIII"),
        wanderers=["Anne Boleyn"],
        scythe=0,
    )
    after = reaped(state, "Isabella of Portugal")
    assert seat_of(after, 0)["king"] == "Charles V"
    assert seat_of(after, 0)["children"] == ["Philip II"]
    play(after, "deck:green", "pass", "deck:green")
    while after.phase != "action" or after.seat != 0:
        after.play(int(after.legal()[0]))
    assert "marriage" in names(after) and "procreation" not in names(after)


@pytest.mark.rule("§10-02")
def test_s10_02_a_dead_child_is_no_heir() -> None:
    """§10-02: after the eldest son's death the next one in order is first."""
    state = table(seat("Charles V"), seat("Francis I", children=["Henry II", "Henry III"]), scythe=0)
    after = reaped(state, "Henry II")
    assert seat_of(after, 1)["children"] == ["Henry III"]
    assert not after.done


# ---------------------------------------------------------------------------------------------------- §10-02 succession


def succession(*children: str, spouse: str | None = None, courtiers: tuple[str, ...] = ()) -> State:
    """Philip II of Spain (seat 1) dies with these children, eldest first."""
    state = table(
        seat("Henry IV"), seat("Philip II", spouse=spouse, children=children, courtiers=courtiers), scythe=0, pope=0
    )
    after = reaped(state, "Philip II")
    assert where(after, "Philip II") == "removed"
    return after


@pytest.mark.rule("§10-02")
def test_s10_02_the_eldest_son_becomes_king() -> None:
    """§10-02: if there are sons, the first-born of them becomes king."""
    after = succession("Maximilian II", "Philip III", "Charles V")
    assert seat_of(after, 1)["king"] == "Maximilian II"


@pytest.mark.rule("§10-02")
def test_s10_02_first_born_not_first_by_card() -> None:
    """§10-02: it is the order of birth that counts, no other."""
    after = succession("Ferdinand II", "Charles V")
    assert seat_of(after, 1)["king"] == "Ferdinand II"


@pytest.mark.rule("§10-02")
def test_s10_02_a_son_comes_before_an_elder_daughter() -> None:
    """§10-02: sons come first, also before daughters who are older."""
    after = succession("Maria of Spain", "Anna of Bohemia", "Philip III")
    assert seat_of(after, 1)["king"] == "Philip III"


@pytest.mark.rule("§10-02")
def test_s10_02_without_a_son_the_eldest_daughter() -> None:
    """§10-02: if there is no son, the first-born daughter becomes king."""
    after = succession("Maria of Spain", "Anna of Bohemia")
    assert seat_of(after, 1)["king"] == "Maria of Spain"


@pytest.mark.rule("§10-02")
def test_s10_02_the_other_children_become_courtiers() -> None:
    """§10-02: all children who did not become king become courtiers."""
    after = succession("Maria of Spain", "Philip III", "Charles V")
    assert seat_of(after, 1)["children"] == []
    assert sorted(seat_of(after, 1)["courtiers"]) == ["Charles V", "Maria of Spain"]


@pytest.mark.rule("§10-02")
def test_s10_02_the_old_king_s_spouse_becomes_a_courtier() -> None:
    """§10-02: the former king's spouse becomes a courtier; the new king is unmarried."""
    after = succession("Philip III", spouse="Isabella of Portugal")
    assert seat_of(after, 1)["spouses"] == []
    assert seat_of(after, 1)["courtiers"] == ["Isabella of Portugal"]


@pytest.mark.rule("§10-02")
def test_s10_02_courtiers_stay_courtiers() -> None:
    """§10-02: who was a courtier stays one, and does not inherit."""
    after = succession("Maria of Spain", courtiers=("Duke of Alba",))
    assert seat_of(after, 1)["king"] == "Maria of Spain"
    assert seat_of(after, 1)["courtiers"] == ["Duke of Alba"]


@pytest.mark.rule("§10-02")
def test_s10_02_the_widow_is_unmarried() -> None:
    """§10-02, §05-02: the old king's spouse, a courtier now, is unmarried and may be courted."""
    after = succession("Philip III", spouse="Isabella of Portugal")
    play(after, "deck:green", "pass", "deck:green", "marriage")
    assert after.seat == 0
    assert "Isabella of Portugal" in persons(after)


@pytest.mark.rule("§10-02")
def test_s10_02_a_dynasty_with_an_heir_keeps_its_territories() -> None:
    """§10-02, §07-01: a succession ruins nobody: the dynasty plays on with what it has."""
    state = table(
        seat("Henry IV"), seat("Philip II", children=["Philip III"], territories=["Spain", "Naples"]), scythe=0
    )
    after = reaped(state, "Philip II")
    assert sorted(seat_of(after, 1)["territories"]) == ["Naples", "Spain"]
    assert not seat_of(after, 1)["childless"] and not after.done


@pytest.mark.rule("§10-02")
@pytest.mark.rule("§07-01")
def test_s10_02_without_children_nobody_inherits() -> None:
    """§10-02, §07-01 a: only children inherit: with a spouse and courtiers alone the king has died childless."""
    state = table(seat("Henry IV"), seat("Philip II", spouse="Anna of Bohemia", courtiers=["Charles V"]), scythe=0)
    after = reaped(state, "Philip II")
    assert after.done
    assert seat_of(after, 1)["king"] is None
    assert seat_of(after, 1)["childless"]


@pytest.mark.rule("§10-02")
def test_s10_02_the_new_king_rules_in_the_same_turn_s_score() -> None:
    """§10-02, §07-02: after a succession the royals are the new king alone."""
    after = succession("Maria of Spain", "Philip III", spouse="Isabella of Portugal")
    territory = seat_of(after, 1)["territories"]
    assert len(territory) == 1
    before = table(seat("Henry IV"), seat("Philip III", territories=territory), pope=0)
    assert after.scores()[1] == before.scores()[1]
