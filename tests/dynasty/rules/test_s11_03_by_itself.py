"""§11-03-10, 11: alchemy (錬金) and new faith (新教), which succeed by themselves."""

from __future__ import annotations

from functools import partial

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State
from tests.picking import someone

from .conftest import hand, persons, play, printed, quiet, seat, table, throwing, told, where
from .conftest import table as without_abilities

laid = partial(table, abilities=True)
SULEIMAN = "Suleiman I"
WINDOW = {Trace.PLAYED, Trace.SUPPLIED, Trace.NEEDS, Trace.DIE, Trace.OUTCOME}


# ---------------------------------------------------------------------------------------------------- §11-03-10 alchemy


def golden() -> State:
    """Rudolf II, king and alchemist, on turn, with wanderers to hire; a roll would need a queen's 12."""
    return laid(
        seat("Rudolf II", courtiers=["Albert Alcibiades"], hand="S2 C3"),
        seat("Elizabeth I", hand="SK JOKER"),
        wanderers=["Oliver Cromwell", "Catherine de' Medici"],
        pack="SQ SJ S10 S9",
    )


@pytest.mark.rule("§11-03-10")
@pytest.mark.parametrize("candidate", ["Oliver Cromwell", "Catherine de' Medici"])
def test_s11_03_10_hires_succeed_by_themselves(candidate: str) -> None:
    """§11-03-10: the dynasty whose king this person is succeeds automatically in its hires, whoever the recruiter."""
    assert printed("Albert Alcibiades").governance == 0
    state = golden()
    play(state, "hire", "person:Albert Alcibiades", f"person:{candidate}")
    assert where(state, candidate) == (0, "courtiers")


@pytest.mark.rule("D-R22")
def test_d_r22_alchemy_no_window_no_cards_no_dice() -> None:
    """D-R22: by itself: no window, no cards, no dice; the turn's action is done."""
    state = golden()
    entries = play(state, "hire", "person:Rudolf II", "person:Oliver Cromwell")
    assert (state.phase, state.seat) == ("recruit", 1)
    assert not WINDOW & {Trace(e.kind) for e in entries}
    assert (hand(state, 0), state.to_dict()["discards"]) == (["C3", "S2"], [])


@pytest.mark.rule("D-R22")
def test_d_r22_recruiter_and_candidate_are_named_all_the_same() -> None:
    """D-R22: recruiter and candidate are named as ever."""
    state = golden()
    play(state, "hire")
    assert (state.phase, persons(state)) == ("hire_recruiter", {"Rudolf II", "Albert Alcibiades"})
    play(state, "person:Rudolf II")
    assert (state.phase, persons(state)) == ("hire_candidate", {"Oliver Cromwell", "Catherine de' Medici"})


@pytest.mark.rule("§11-03-10")
@pytest.mark.parametrize("place", ["spouse", "child", "courtier", "rival"])
def test_s11_03_10_only_as_king(place: str) -> None:
    """§11-03-10: only while this person is the dynasty's king, whoever recruits."""
    rival = seat("Nostradamus") if place == "rival" else seat("Gustav Vasa")
    own = {
        "spouse": seat("Elizabeth I", spouse="Rudolf II"),
        "child": seat("Elizabeth I", children=["Rudolf II"]),
        "courtier": seat("Elizabeth I", courtiers=["Rudolf II"]),
        "rival": seat("Elizabeth I", courtiers=["James I"]),
    }[place]
    state = laid(own, rival, wanderers=["Oliver Cromwell"])
    play(state, "hire", "person:James I" if place == "rival" else "person:Rudolf II", "person:Oliver Cromwell")
    assert (state.phase, where(state, "Oliver Cromwell")) == ("interrupt", "wanderers")


@pytest.mark.rule("§11-03-10")
def test_s11_03_10_hires_only() -> None:
    """§11-03-10: other actions have their window."""
    state = laid(seat("Rudolf II"), seat("Elizabeth I", courtiers=["Oliver Cromwell"]))
    play(state, "incite", "person:Oliver Cromwell")
    assert state.phase == "interrupt"


@pytest.mark.rule("§11-03")
def test_s11_03_10_not_without_abilities() -> None:
    """§11-03 is an advanced rule: without it there is a roll."""
    state = without_abilities(seat("Rudolf II"), seat("Elizabeth I"), wanderers=["Oliver Cromwell"])
    play(state, "hire", "person:Rudolf II", "person:Oliver Cromwell")
    assert state.phase == "interrupt"


# -------------------------------------------------------------------------------------------------- §11-03-11 new faith


def reformed(target: str, *others: str) -> tuple[State, list[Trace]]:
    """Luther's dynasty has named somebody; what that told. A roll would need a king's 13."""
    rival = seat("Philip II", courtiers=[target, *others], hand="S3 JOKER")
    state = laid(seat("Henry IV", courtiers=["Martin Luther"], hand="S2"), rival, pack="SK SQ SJ S10")
    return state, [Trace(e.kind) for e in play(state, "incite", f"person:{target}")]


@pytest.mark.rule("§11-03-11")
@pytest.mark.parametrize("target", ["Oliver Cromwell", "Mary of Hungary"])
def test_s11_03_11_protestants_and_tolerant_by_itself(target: str) -> None:
    """§11-03-11: the dynasty's incitement of a person of religion P or CP succeeds automatically."""
    assert printed(target).religion in ("P", "CP")
    state, _ = reformed(target)
    assert where(state, target) == (0, "courtiers")


@pytest.mark.rule("D-R22")
def test_d_r22_new_faith_no_window_no_cards_no_dice() -> None:
    """D-R22: by itself: no window, no cards, no dice; the turn's action is done."""
    state, kinds = reformed("Oliver Cromwell")
    assert (state.phase, state.seat) == ("recruit", 1)
    assert not WINDOW & set(kinds)
    assert (hand(state, 0), state.to_dict()["discards"]) == (["S2"], [])


@pytest.mark.rule("§11-03-11")
@pytest.mark.parametrize("target", [someone(religion="CC"), someone(religion="C"), SULEIMAN])
def test_s11_03_11_not_for_the_others(target: str) -> None:
    """§11-03-11: not of religion CC or C; nor Suleiman, who has none."""
    state, _ = reformed(target)
    assert (state.phase, where(state, target)) == ("interrupt", (1, "courtiers"))


@pytest.mark.rule("§11-03-11")
@pytest.mark.parametrize("place", ["king", "spouse", "child"])
def test_s11_03_11_whatever_place_the_person_has(place: str) -> None:
    """§11-03-11: this person only has to belong to the dynasty."""
    own = {
        "king": seat("Jeanne d'Albret"),
        "spouse": seat("Henry IV", spouse="Jeanne d'Albret"),
        "child": seat("Henry IV", children=["Jeanne d'Albret"]),
    }[place]
    state = laid(own, seat("Philip II", courtiers=["Oliver Cromwell"]))
    play(state, "incite", "person:Oliver Cromwell")
    assert where(state, "Oliver Cromwell") == (0, "courtiers")


@pytest.mark.rule("§11-03-11")
@pytest.mark.parametrize("whose", ["target's", "third's", "wanderer"])
def test_s11_03_11_only_for_its_own_dynasty(whose: str) -> None:
    """§11-03-11: … not to the dynasty of the target, a third one, or nobody: then there is a roll."""
    crowd = {name: ["Martin Luther"] if name == whose else [] for name in ("target's", "third's", "wanderer")}
    state = laid(
        seat("Henry IV"),
        seat("Philip II", courtiers=["Oliver Cromwell", *crowd["target's"]]),
        seat("Elizabeth I", courtiers=crowd["third's"]),
        wanderers=crowd["wanderer"],
    )
    play(state, "incite", "person:Oliver Cromwell")
    assert state.phase == "interrupt"


@pytest.mark.rule("D-R22")
def test_d_r22_the_target_is_named_all_the_same() -> None:
    """D-R22: the target is named as ever, among all whom the dynasty may incite."""
    rival = seat("Philip II", courtiers=["Oliver Cromwell", "Duke of Alba"])
    state = laid(seat("Henry IV", courtiers=["Martin Luther"]), rival)
    play(state, "incite")
    assert (state.phase, persons(state)) == ("incite_target", {"Oliver Cromwell", "Duke of Alba"})


@pytest.mark.rule("§11-03")
def test_s11_03_11_not_without_abilities() -> None:
    """§11-03 is an advanced rule: without it there is a roll."""
    own, rival = seat("Henry IV", courtiers=["Martin Luther"]), seat("Philip II", courtiers=["Oliver Cromwell"])
    state = without_abilities(own, rival)
    play(state, "incite", "person:Oliver Cromwell")
    assert state.phase == "interrupt" and not told(quiet(state), Trace.BY_ITSELF)


@pytest.mark.rule("§11-03-06")
@pytest.mark.rule("D-R37")
def test_s11_03_11_police_are_asked() -> None:
    """§11-03-06, 11: an incitement that succeeds by itself has succeeded: the police may be used."""
    state, _ = reformed("Oliver Cromwell", "Francis Walsingham")
    assert (state.phase, state.seat) == ("police", 1)
    assert where(throwing(state, 3, "declare"), "Oliver Cromwell") == "removed"
    assert where(throwing(state, 4, "declare"), "Oliver Cromwell") == (0, "courtiers")


@pytest.mark.rule("§11-03-04")
@pytest.mark.rule("D-R37")
def test_s11_03_11_a_revolution_by_itself() -> None:
    """§11-03-04, 11: … and a Protestant rebel makes his revolution."""
    state, _ = reformed("William of Orange")
    assert (where(state, "William of Orange"), where(state, "Philip II")) == ((1, "king"), "removed")
