"""SW02-08-07: all-out attack."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import all_persons, chance, dice_rolled, names, persons, play, printed, seat, told, where
from .events import HEARTS, WARRIOR, checks, closing, events, go, held, laid, to, under_the_neuroi

COMMANDER = "Duke of Alba"
ATTACKERS = ("Charles V", "Hernan Cortes", "Ferdinand I")
THIRD = ("Francis Drake", "James I", "Thomas Cromwell", "Anne Boleyn")


def attack(player: int = 1, commander: str = COMMANDER, **fields: Any) -> State:
    """Seat 0 attacks the Neuroi; `player` has the event and is being asked in the window."""
    dynasties = [
        seat("Charles V", courtiers=[COMMANDER, *ATTACKERS[1:]], territories=["Spain"]),
        seat("Henry IV", courtiers=["Duke of Sully"], territories=["France"]),
        seat("Elizabeth I", courtiers=[*THIRD], territories=["England"]),
    ]
    dynasties[player]["events"] = held("all-out attack")
    then = fields.pop("then", ())
    state = laid(
        *dynasties, **{"pack": HEARTS, "independent": ["Poland"], "wanderers": ["Mary I"]}
        | under_the_neuroi("Milan", "Ireland") | fields,
    )  # fmt: skip
    if state.phase == "event" and player == 0 and len(names(state)) > 1:
        play(state, "pass")
    go(state, "war", "event:neuroi", f"person:{commander}", *then)
    to(state, "interrupt")
    while state.seat != player:
        play(state, "pass")
    return state


def sortie(state: State, *sent: str) -> State:
    """The event is played and these are sent, each dynasty's as it is asked."""
    play(state, "event:all-out attack")
    left = list(sent)
    while state.phase == "sortie":
        chosen = next((person for person in left if f"person:{person}" in names(state)), None)
        if chosen:
            left.remove(chosen)
        play(state, f"person:{chosen}" if chosen else "pass")
    assert not left
    return state


ALL = ("Charles V", "Hernan Cortes", "Henry IV", "Duke of Sully", "Elizabeth I", "James I", "Anne Boleyn")
"""Two beside the commander, both of seat 1, three of seat 2: the fewest that must be sent."""


# -------------------------------------------------------------------------------------------------------- when, by whom


@pytest.mark.rule("SW02-08-07")
@pytest.mark.parametrize("player", [0, 1, 2])
def test_sw02_08_07_anybody_may_play_it_in_a_war_on_the_neuroi(player: int) -> None:
    """SW02-08-07: in a war on the Neuroi, by anybody, the turn player or not."""
    state = attack(player)
    assert (state.seat, events(state)) == (player, {"all-out attack"})


# ----------------------------------------------------------------------------------------------------------- the checks


def after_the_roll(state: State) -> State:
    """A copy on which the dice have fallen: the turn player orders the checks."""
    return chance(closing(state), "pass", lambda after: True)


@pytest.mark.rule("SW02-08-07")
def test_sw02_08_07_each_die_is_for_the_one_who_was_named() -> None:
    """SW02-08-07, §10: each takes one check of his own; who dies is gone, the others' follow; the owner rolls."""
    state = after_the_roll(sortie(attack(), *ALL))
    state = chance(state, "person:James I", lambda after: [e.value for e in told(after, Trace.CHECKED)] == [6])
    assert where(state, "James I") == "removed"
    assert persons(state) == {COMMANDER, *ALL} - {"James I"}
    state = chance(state, "person:Henry IV", lambda after: [e.value for e in told(after, Trace.CHECKED)] == [1])
    (entry,) = told(state, Trace.CHECKED)
    assert entry.seat == 1


@pytest.mark.rule("D-R54")
def test_d_r54_the_warrior_takes_both_in_a_row() -> None:
    """D-R54: the warrior takes his two checks one after the other, when he is named."""
    state = laid(
        seat("Charles V", courtiers=[COMMANDER], events=held(WARRIOR)), seat("Henry IV", events=held("all-out attack")),
        pack=HEARTS, **under_the_neuroi("Milan"),
    )  # fmt: skip
    go(state, "war", "event:neuroi", f"warrior=person:{COMMANDER}", f"person:{COMMANDER}")
    to(state, "interrupt")
    play(state, "pass")
    state = sortie(state, "Charles V", "Henry IV")
    state = after_the_roll(state)
    assert len(dice_rolled(state)) == printed(COMMANDER).war + 1 + 3 + 2
    state = chance(state, "person:Henry IV", lambda after: [e.value for e in told(after, Trace.CHECKED)] == [1])
    state = chance(
        state, f"person:{COMMANDER}", lambda after: [e.value for e in told(after, Trace.CHECKED)][:2] == [1, 1]
    )
    assert checks(state)[:2] == [COMMANDER, COMMANDER]


# --------------------------------------------------------------------------------------------------------------- bounds


@pytest.mark.rule("D-R56")
def test_d_r56_no_more_than_48_dice() -> None:
    """D-R56: no more than 48 dice are rolled, however many are sent."""
    crowd = [name for name in all_persons()[:60] if name not in ("Charles V", COMMANDER, "Henry IV")]
    state = laid(
        seat("Charles V", courtiers=[COMMANDER]), seat("Henry IV", courtiers=crowd, events=held("all-out attack")),
        pack=HEARTS, **under_the_neuroi("Milan"),
    )  # fmt: skip
    go(state, "war", "event:neuroi", f"person:{COMMANDER}")
    to(state, "interrupt")
    play(state, "pass")
    alone = printed(COMMANDER).war + 1
    for others, dice in ((40, alone + 42), (41, 48), (42, 48), (50, 48)):
        some = sortie(state.clone(), "Charles V", "Henry IV", *crowd[:others])
        assert len(dice_rolled(after_the_roll(some))) == dice
    assert alone + 42 == 47
