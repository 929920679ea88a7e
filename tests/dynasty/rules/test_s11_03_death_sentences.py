"""§11-03-01, 02, 07: suppression (弾圧), assassination (暗殺), execution (処刑)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import (
    check_dice,
    checking,
    hand,
    holder,
    names,
    persons,
    play,
    printed,
    seat,
    seat_of,
    table,
    throwing,
    told,
    where,
)
from .conftest import table as without_abilities

laid = partial(table, abilities=True)
SULEIMAN = "Suleiman I"
WINDOW = {Trace.PLAYED, Trace.SUPPLIED, Trace.NEEDS, Trace.DIE, Trace.OUTCOME}


def suppressed(target: str, face: int, **dynasty: Any) -> State:
    """The Duke of Alba's dynasty has suppressed somebody."""
    state = laid(seat("Philip II", courtiers=["Duke of Alba", "Ferdinand II"], **dynasty), seat("Elizabeth I"))
    play(state, "suppression")
    return throwing(state, face, f"person:{target}")


# ------------------------------------------------------------------------------------------------ §11-03-01 suppression


@pytest.mark.rule("§11-03-01")
@pytest.mark.parametrize("place", ["king", "spouse", "child", "courtier"])
def test_s11_03_01_whatever_place_the_person_has(place: str) -> None:
    """§11-03-01: a person of the dynasty that this person belongs to may be suppressed, whatever he or she is there."""
    dynasty = {
        "king": seat("Mary I", courtiers=["James I"]),
        "spouse": seat("Henry VII", spouse="Mary I", courtiers=["James I"]),
        "child": seat("Henry VII", children=["Mary I"]),
        "courtier": seat("Henry VII", courtiers=["Mary I"]),
    }[place]
    assert "suppression" in names(laid(dynasty, seat("Henry IV")))


@pytest.mark.rule("§11-03-01")
def test_s11_03_01_only_the_dynasty_with_the_person() -> None:
    """§11-03-01: … not by a dynasty whose rival has the person, nor while that person is a wanderer."""
    rival = seat("Henry IV", courtiers=["Duke of Alba"])
    assert "suppression" not in names(laid(seat("Henry VII", courtiers=["James I"]), rival))
    alone = seat("Henry IV")
    state = laid(seat("Henry VII", courtiers=["James I"]), alone, wanderers=["Duke of Alba"])
    assert "suppression" not in names(state)


@pytest.mark.rule("§11-03")
def test_s11_03_01_not_without_abilities() -> None:
    """§11-03 is an advanced rule: without it there is no suppression."""
    state = without_abilities(seat("Henry VII", courtiers=["Duke of Alba"]), seat("Henry IV"))
    assert "suppression" not in names(state)


@pytest.mark.rule("§11-03-01")
def test_s11_03_01_all_of_the_dynasty_but_king_and_spouse() -> None:
    """§11-03-01: a person of the own dynasty but king and spouse; no rival, no wanderer, not the pope."""
    state = laid(
        seat("Henry VII", spouse="Catherine of Aragon", children=["Henry VIII"], courtiers=["Duke of Alba", "James I"]),
        seat("Henry IV", courtiers=["Duke of Sully"]),
        wanderers=["Francis Drake"],
        pope=0,
    )
    play(state, "suppression")
    assert (state.phase, state.seat) == ("suppression_target", 0)
    assert persons(state) == {"Henry VIII", "Duke of Alba", "James I"}


@pytest.mark.rule("D-R17")
def test_d_r17_the_suppressor_himself() -> None:
    """D-R17: the person with the ability may be named too, and dies as any other."""
    after = suppressed("Duke of Alba", 5)
    assert where(after, "Duke of Alba") == "removed"


@pytest.mark.rule("§11-03-01")
@pytest.mark.parametrize("suppressor", ["king", "spouse"])
def test_s11_03_01_not_when_there_is_nobody_but_king_and_spouse(suppressor: str) -> None:
    """§11-03-01: without somebody to name the action cannot be declared."""
    dynasty = seat("Mary I", spouse="Philip II") if suppressor == "king" else seat("Philip II", spouse="Mary I")
    assert "suppression" not in names(laid(dynasty, seat("Henry IV")))


@pytest.mark.rule("§11-03-01")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_s11_03_01_a_die_of_five_or_six_kills(face: int) -> None:
    """§11-03-01: one die is rolled; 5 or 6: the person is executed (dies), else not. Life does not matter."""
    after = suppressed("Ferdinand II", face)
    assert where(after, "Ferdinand II") == ("removed" if face >= 5 else (0, "courtiers"))


@pytest.mark.rule("§11-03-01")
def test_s11_03_01_a_dead_child_leaves_its_place() -> None:
    """§11-03-01, §10-02: a suppressed child leaves play; the order of the others stays."""
    after = suppressed("Philip III", 6, children=["Charles V", "Philip III", "Maximilian II"])
    assert seat_of(after, 0)["children"] == ["Charles V", "Maximilian II"]


@pytest.mark.rule("§11-02")
def test_s11_03_01_suleiman_suppressed_takes_the_empire_along() -> None:
    """§11-03-01, §11-02: this is a death: when Suleiman dies the Ottoman Empire leaves play."""
    after = suppressed(SULEIMAN, 6, children=[SULEIMAN], territories=["Spain", "Ottoman Empire"])
    assert (where(after, SULEIMAN), holder(after, "Ottoman Empire")) == ("removed", "out")


@pytest.mark.rule("§11-03-01")
@pytest.mark.parametrize("face", [1, 6])
def test_s11_03_01_it_is_the_turns_action(face: int) -> None:
    """§11-03-01: it counts as the action of the turn; no other action follows, whether or not it kills."""
    after = suppressed("Ferdinand II", face)
    assert (after.phase, after.seat) == ("recruit", 1)


@pytest.mark.rule("§11-03")
def test_s11_03_01_no_window() -> None:
    """§11-03: the die of an ability has no interrupt window, and no cards."""
    state = laid(
        seat("Philip II", courtiers=["Duke of Alba"], hand="S2 H2 JOKER"), seat("Elizabeth I", hand="SK HK JOKER")
    )
    entries = play(state, "suppression", "person:Duke of Alba")
    assert state.phase == "recruit"
    assert not WINDOW & {Trace(e.kind) for e in entries}


# ---------------------------------------------------------------------------------------------- §11-03-02 assassination


def plotters(*, scythe: int = 1, **fields: Any) -> State:
    """Catherine de' Medici's dynasty of three, on turn."""
    return laid(
        seat("Henry II", courtiers=["Catherine de' Medici"]),
        seat("Elizabeth I", children=["James I"], courtiers=["Francis Drake"]),
        seat("Gustav Vasa", children=["Erik XIV"]),
        scythe=scythe,
        **fields,
    )


@pytest.mark.rule("§11-03-02")
@pytest.mark.parametrize("place", ["king", "spouse", "child", "courtier"])
def test_s11_03_02_the_reaper_without_the_scythe(place: str) -> None:
    """§11-03-02: the dynasty that this person belongs to may take the reaper's action without holding the scythe."""
    dynasty = {
        "king": seat("Catherine de' Medici"),
        "spouse": seat("Henry II", spouse="Catherine de' Medici"),
        "child": seat("Henry II", children=["Catherine de' Medici"]),
        "courtier": seat("Henry II", courtiers=["Catherine de' Medici"]),
    }[place]
    legal = names(laid(dynasty, seat("Elizabeth I"), scythe=1))
    assert "assassination" in legal and "reaper" not in legal


@pytest.mark.rule("§11-03-02")
def test_s11_03_02_not_while_the_dynasty_holds_the_scythe() -> None:
    """§11-03-02: while the dynasty holds the scythe the ability cannot be used; the scythe can."""
    legal = names(plotters(scythe=0))
    assert "assassination" not in legal and "reaper" in legal


@pytest.mark.rule("§11-03-02")
def test_s11_03_02_only_the_dynasty_with_the_person() -> None:
    """§11-03-02: … only a dynasty that the person belongs to."""
    state = laid(seat("Elizabeth I"), seat("Henry II", courtiers=["Catherine de' Medici"]))
    assert "assassination" not in names(state)


@pytest.mark.rule("§11-03")
def test_s11_03_02_not_without_abilities() -> None:
    """§11-03 is an advanced rule: without it nobody is assassinated."""
    state = without_abilities(seat("Henry II", courtiers=["Catherine de' Medici"]), seat("Elizabeth I"))
    assert "assassination" not in names(state)


@pytest.mark.rule("§11-03-02")
def test_s11_03_02_whom_the_reaper_may_name() -> None:
    """§11-03-02, §09-06-01: a person of any dynasty, the own included, or the pope; no wanderer (D-R13)."""
    state = plotters(wanderers=["Martin Luther"])
    play(state, "assassination")
    assert (state.phase, state.seat) == ("reaper_target", 0)
    own = {"Henry II", "Catherine de' Medici"}
    assert persons(state) == own | {"Elizabeth I", "James I", "Francis Drake", "Gustav Vasa", "Erik XIV", "pope"}


@pytest.mark.rule("§11-03-02")
@pytest.mark.parametrize("target", ["Elizabeth I", "Gustav Vasa"])
def test_s11_03_02_the_owner_may_refuse(target: str) -> None:
    """§11-03-02, §09-06-01: each other player may refuse, the holder of the scythe too; then another is named."""
    state = plotters()
    play(state, "assassination", f"person:{target}")
    assert (state.phase, state.seat) == ("veto", 1 if target == "Elizabeth I" else 2)
    play(state, "declare")
    assert (state.phase, state.seat) == ("reaper_target", 0)
    assert target not in persons(state)


@pytest.mark.rule("§11-03-02")
def test_s11_03_02_once_in_the_turn() -> None:
    """§11-03-02, §09-06-01: … once in that turn."""
    state = plotters()
    play(state, "assassination", "person:Elizabeth I", "declare")
    entries = play(state, "person:James I")
    assert len(check_dice(entries)) == 1


@pytest.mark.rule("§11-03-02")
def test_s11_03_02_no_veto_for_the_turn_player() -> None:
    """§11-03-02, §09-06-01: who carries it out has no veto."""
    state = plotters()
    entries = play(state, "assassination", "person:Henry II")
    assert len(check_dice(entries)) == 1


@pytest.mark.rule("§11-03-02")
@pytest.mark.parametrize("face", [3, 4])
def test_s11_03_02_a_death_check(face: int) -> None:
    """§11-03-02, §09-06-01: the named takes a death check: a die above the life value kills."""
    assert printed("Francis Drake").life == 3
    state = plotters()
    play(state, "assassination", "person:Francis Drake")
    after = checking(state, face, by="pass")
    assert where(after, "Francis Drake") == ("removed" if face == 4 else (1, "courtiers"))


@pytest.mark.rule("§11-03-02")
@pytest.mark.parametrize("face", [1, 6])
def test_s11_03_02_the_scythe_does_not_move(face: int) -> None:
    """§11-03-02: the rule of how the scythe moves is disregarded: it stays where it is."""
    state = plotters(scythe=2)
    play(state, "assassination", "person:Francis Drake")
    after = checking(state, face, by="pass")
    assert after.to_dict()["scythe"] == 2
    assert not told(after, Trace.SCYTHE_MOVED)


@pytest.mark.rule("§11-03-02")
def test_s11_03_02_the_scythe_used_by_that_dynasty_moves() -> None:
    """§11-03-02: with the scythe in hand it is the ordinary action, after which it moves (§09-06-02)."""
    state = plotters(scythe=0)
    play(state, "reaper", "person:Henry II")
    assert state.to_dict()["scythe"] == 2


@pytest.mark.rule("§11-03-02")
def test_s11_03_02_the_pope_may_be_assassinated() -> None:
    """§11-03-02, §11-01: the pope is a target with life 3; when he dies the card goes to the turn player."""
    state = plotters(pope=1)
    play(state, "assassination", "pope")
    assert (state.phase, state.seat) == ("veto", 1)
    assert checking(state, 4, by="pass").to_dict()["pope"] == 0
    assert checking(state, 3, by="pass").to_dict()["pope"] == 1


@pytest.mark.rule("§11-03-02")
def test_s11_03_02_a_childless_king_assassinated_ends_the_game() -> None:
    """§11-03-02, §07-01 a: a king who dies childless so ends the game; his dynasty is ruined."""
    state = laid(seat("Henry II", courtiers=["Catherine de' Medici"]), seat("Elizabeth I"))
    play(state, "assassination", "person:Elizabeth I")
    after = checking(state, 6, by="pass")
    assert after.phase == "end" and after.scores()[1] == 0


# -------------------------------------------------------------------------------------------------- §11-03-07 execution


def henry(**fields: Any) -> State:
    """Henry VIII, married, on turn."""
    return laid(seat("Henry VIII", spouse="Anne Boleyn", courtiers=["Anne of Cleves"], **fields), seat("Francis I"))


@pytest.mark.rule("§11-03-07")
def test_s11_03_07_the_spouse_dies() -> None:
    """§11-03-07: the dynasty whose king this person is may execute the spouse, who dies automatically: no die."""
    state = henry()
    entries = play(state, "execution", "person:Anne Boleyn")
    assert where(state, "Anne Boleyn") == "removed"
    assert seat_of(state, 0)["spouses"] == []
    assert not check_dice(entries)


@pytest.mark.rule("§11-03-07")
def test_s11_03_07_the_spouse_alone() -> None:
    """§11-03-07: nobody but the own spouse."""
    state = laid(
        seat("Henry VIII", spouse="Anne Boleyn", children=["Mary I"], courtiers=["Anne of Cleves"]),
        seat("Francis I", spouse="Marguerite de Navarre"),
    )
    play(state, "execution")
    assert (state.phase, state.seat) == ("execution_target", 0)
    assert persons(state) == {"Anne Boleyn"}


@pytest.mark.rule("§11-03-07")
def test_s11_03_07_not_without_a_spouse() -> None:
    """§11-03-07: … so an unmarried king executes nobody."""
    assert "execution" not in names(laid(seat("Henry VIII", courtiers=["Anne Boleyn"]), seat("Francis I")))


@pytest.mark.rule("§11-03-07")
@pytest.mark.parametrize("place", ["spouse", "child", "courtier", "rival"])
def test_s11_03_07_only_as_king(place: str) -> None:
    """§11-03-07: … only while this person is the king."""
    rival = seat("Christian II") if place == "rival" else seat("Francis I")
    dynasty = {
        "spouse": seat("Elizabeth I", spouse="Christian II"),
        "child": seat("Henry VII", spouse="Anne Boleyn", children=["Christian II"]),
        "courtier": seat("Henry VII", spouse="Anne Boleyn", courtiers=["Christian II"]),
        "rival": seat("Henry VII", spouse="Anne Boleyn"),
    }[place]
    assert "execution" not in names(laid(dynasty, rival))


@pytest.mark.rule("§11-03")
def test_s11_03_07_not_without_abilities() -> None:
    """§11-03 is an advanced rule: without it no spouse is executed."""
    assert "execution" not in names(without_abilities(seat("Henry VIII", spouse="Anne Boleyn"), seat("Francis I")))


@pytest.mark.rule("§11-03-07")
def test_s11_03_07_it_is_the_turns_action() -> None:
    """§11-03-07: it counts as the action of the turn: the king does not marry again in it; no window either."""
    state = henry(hand="H2 S2")
    entries = play(state, "execution", "person:Anne Boleyn")
    assert (state.phase, state.seat) == ("recruit", 1)
    assert not WINDOW & {Trace(e.kind) for e in entries}
    assert hand(state, 0) == ["H2", "S2"]


@pytest.mark.rule("§11-03-07")
def test_s11_03_07_afterwards_the_king_may_marry_again() -> None:
    """§11-03-07, §09-01-01: the king is unmarried after it."""
    state = henry()
    assert "marriage" not in names(state)
    play(state, "execution", "person:Anne Boleyn", "deck:red", "pass", "deck:red")
    assert "marriage" in names(state)
