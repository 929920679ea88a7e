"""SW02-08-08: warrior's way beside other events, and who sees what of it."""

from __future__ import annotations

import pytest

from .conftest import holder, persons, play, seat
from .events import WARRIOR, checks, events_of, go, held, laid, on, to, under_the_neuroi
from .test_sw02_08_08_warriors_way import ALBA, PAWN, SCHOLAR, SULLY, asked_second, checking, war


@pytest.mark.rule("D-R53")
@pytest.mark.parametrize("country", ["Milan", "the Neuroi"])
def test_d_r53_not_to_the_grounded(country: str) -> None:
    """D-R53: only somebody who may command: the grounded against the Neuroi alone."""
    state = war(0, country, attached=on(grounded=ALBA), **under_the_neuroi("Saxony"))
    to(state, "warrior")
    assert persons(state) == ({"Charles V"} if country == "Milan" else {"Charles V", ALBA})


@pytest.mark.rule("D-R53")
def test_d_r53_where_so_what_commands_only_to_that_person() -> None:
    """D-R53, SW02-08-10: where so what says who commands, only that person can be the warrior."""
    state = war(0, attached=on(so_what="Charles V"))
    assert (state.phase, persons(state)) == ("warrior", {"Charles V"})
    state = war(0, attached=on(so_what=PAWN))  # of war 0
    assert to(state, "war_commander").seat == 0 and persons(state) == {PAWN}
    assert events_of(state, 0) == [WARRIOR]


@pytest.mark.rule("D-R53")
def test_d_r53_a_grounded_so_what_person_leaves_the_choice() -> None:
    """D-R53: a person with so what who is grounded commands only against the Neuroi: otherwise anybody may be it."""
    attached = on(so_what="Charles V", grounded="Charles V")
    state = war(0, attached=attached)
    assert persons(state) == {ALBA}
    state = war(0, "the Neuroi", attached=attached, **under_the_neuroi("Saxony"))
    assert persons(state) == {"Charles V"}


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_a_warriors_friend() -> None:
    """SW02-08-10, D-R52: a warrior with so what may call a friend, who takes his check last."""
    state = war(0, attached=on(so_what=ALBA))
    go(state, f"warrior=person:{ALBA}", f"person:{ALBA}", "person:Elizabeth I")
    to(state, "war_defender")
    after = checking(state, f"person:{SULLY}", 1, 1, 1, 1)
    assert checks(after) == [ALBA, ALBA, SULLY, "Elizabeth I"] and holder(after, "France") == 0


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_the_other_sides_warrior_is_no_friend() -> None:
    """Ch. 6, D-R52: the attacker's friend is no commander or warrior of this war: not the defender's warrior."""
    state = war(1, attached=on(so_what=ALBA))
    asked_second(state)
    go(state, f"warrior=person:{SULLY}", f"person:{ALBA}")
    to(state, "friend")
    assert (state.seat, persons(state)) == (0, {"Charles V", PAWN, "Henry IV", SCHOLAR, "Elizabeth I"})


@pytest.mark.rule("D-R31")
def test_sw02_08_08_a_cancelled_war_needs_no_warrior() -> None:
    """D-R31, SW02-08-02: cancel comes before it: the card stays in hand."""
    state = war(0, attached=on(cancel="Henry IV"), hand="HA")
    assert (state.phase, state.seat) == ("cancel", 1)
    play(state, "card:HA")
    assert (state.phase, state.seat, events_of(state, 0)) == ("recruit", 1, [WARRIOR])


@pytest.mark.rule("D-R43")
def test_d_r43_whether_the_defender_holds_it_is_not_seen() -> None:
    """Ch. 7: whether somebody had it and kept it, or had it not, looks the same to the others."""
    tables = []
    for event in (WARRIOR, "not jealous"):
        dynasties = seat("Charles V", courtiers=[ALBA]), seat("Henry IV", events=held(event), territories=["France"])
        decks = {"red": ["James I", "event:not jealous" if event == WARRIOR else f"event:{WARRIOR}", "Mary I"]}
        state = laid(*dynasties, ask_forced=False, person_decks=decks)
        play(state, "war")
        if state.phase == "war_target":
            play(state, "country:France")
        tables.append(state)
    asked, skipped = tables
    assert (asked.phase, asked.seat, skipped.phase) == ("warrior", 1, "war_commander")
    assert asked.view(0)["deciding"] is None
    play(asked, "pass")
    assert asked.view(0) == skipped.view(0) and bytes(asked.observe(0)) == bytes(skipped.observe(0))
