"""SW02-08-07: all-out attack."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import all_persons, chance, dice_rolled, names, persons, play, printed, seat, seat_of, told, where
from .events import (
    BLACK_KINGS,
    HEARTS,
    WARRIOR,
    checks,
    closing,
    events,
    go,
    held,
    is_discarded,
    laid,
    occupied,
    on,
    to,
    under_the_neuroi,
    won,
)

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


@pytest.mark.rule("SW02-08-07")
@pytest.mark.parametrize("player", [0, 1])
def test_sw02_08_07_not_in_another_war(player: int) -> None:
    """SW02-08-07: not in a war on anybody else."""
    dynasties = [seat("Charles V"), seat("Henry IV")]
    dynasties[player]["events"] = held("all-out attack")
    state = laid(*dynasties, independent=["Poland"], **under_the_neuroi("Milan"))
    go(state, "war", "country:Poland", "person:Charles V")
    to(state, "interrupt")
    for _ in range(player):
        play(state, "pass")
    assert (state.seat, names(state)) == (player, {"pass"})


@pytest.mark.rule("D-R45")
@pytest.mark.parametrize("event", [WARRIOR, "not jealous"])
def test_d_r45_no_other_event_of_its_own_time(event: str) -> None:
    """D-R45: warrior's way and not jealous are not played there either."""
    state = laid(seat("Charles V"), seat("Henry IV", events=held(event)), **under_the_neuroi("Milan"))
    go(state, "war", "event:neuroi", "person:Charles V")
    to(state, "interrupt")
    play(state, "pass")
    assert (state.seat, names(state)) == (1, {"pass"})


@pytest.mark.rule("SW02-08-07")
def test_sw02_08_07_without_it_the_commander_goes_alone() -> None:
    """SW02-08-07: it may be kept: then nobody is sent, and the commander alone rolls and is checked."""
    after = won(attack())
    assert len(dice_rolled(after)) == printed(COMMANDER).war + 1 and checks(after) == [COMMANDER]


# -------------------------------------------------------------------------------------------------------------- sending


@pytest.mark.rule("SW02-08-07")
def test_sw02_08_07_every_dynasty_sends_three_at_least() -> None:
    """SW02-08-07: every dynasty sends three persons at least, all if it has no more; the attacking commander is one of
    three; in seat order from the turn player."""
    state = attack()
    play(state, "event:all-out attack")
    assert (state.phase, state.seat) == ("sortie", 0)
    assert names(state) == {f"person:{person}" for person in ATTACKERS}
    play(state, "person:Hernan Cortes")
    assert names(state) == {"person:Charles V", "person:Ferdinand I"}
    play(state, "person:Charles V")
    assert names(state) == {"person:Ferdinand I", "pass"}
    play(state, "pass")
    assert (state.seat, names(state)) == (1, {"person:Henry IV", "person:Duke of Sully"})
    play(state, "person:Duke of Sully")
    assert names(state) == {"person:Henry IV"}
    play(state, "person:Henry IV")
    if state.seat == 1:
        assert names(state) == {"pass"}
        play(state, "pass")
    assert (state.seat, names(state)) == (2, {f"person:{person}" for person in ("Elizabeth I", *THIRD)})
    play(state, "person:Anne Boleyn", "person:James I")
    assert "pass" not in names(state)
    play(state, "person:Elizabeth I")
    assert names(state) == {"person:Francis Drake", "person:Thomas Cromwell", "pass"}
    play(state, "pass")
    assert state.phase == "interrupt"
    assert set(state.to_dict()["sent"]) == {
        "Hernan Cortes", "Charles V", "Duke of Sully", "Henry IV", "Anne Boleyn", "James I", "Elizabeth I",
    }  # fmt: skip


@pytest.mark.rule("SW02-08-07")
def test_sw02_08_07_from_the_turn_player_on() -> None:
    """SW02-08-07: the turn player sends first, then clockwise."""
    state = laid(
        seat("Charles V"), seat("Henry IV"), seat("Elizabeth I", events=held("all-out attack")), turn_player=1,
        **under_the_neuroi("Milan"),
    )  # fmt: skip
    go(state, "war", "event:neuroi", "person:Henry IV")
    to(state, "interrupt")
    play(state, "pass", "event:all-out attack")
    order = []
    while state.phase == "sortie":
        if names(state) != {"pass"}:
            order.append(state.seat)
        play(state, sorted(names(state))[-1])
    assert order == [2, 0]  # seat 1's only person commands


@pytest.mark.rule("D-R54")
def test_d_r54_more_than_three_may_go() -> None:
    """D-R54: a dynasty may send more than three, all it has; nobody twice."""
    state = sortie(attack(), *ALL, "Ferdinand I", "Francis Drake", "Thomas Cromwell")
    after = won(state)
    assert len(dice_rolled(after)) == printed(COMMANDER).war + 1 + 10


@pytest.mark.rule("SW02-08-07")
def test_sw02_08_07_one_more_die_for_each() -> None:
    """SW02-08-07: the turn player rolls one die more for everybody who was sent beside the commander."""
    after = won(sortie(attack(), *ALL))
    assert len(dice_rolled(after)) == printed(COMMANDER).war + 1 + 7


@pytest.mark.rule("D-R7")
def test_sw02_08_07_then_the_window_goes_on() -> None:
    """D-R7: an event is a play like any: the window goes on with the next seat, and all may still play cards."""
    state = sortie(attack(), *ALL)
    assert (state.phase, state.seat) == ("interrupt", 2)
    play(state, "pass", "pass")
    assert (state.phase, state.seat) == ("interrupt", 1)


@pytest.mark.rule("SW02-08-04")
def test_sw02_08_07_the_grounded_go_too() -> None:
    """SW02-08-04, 07: against the Neuroi the grounded take part."""
    state = attack(attached=on(grounded="Duke of Sully"))
    after = won(sortie(state, *ALL))
    assert len(dice_rolled(after)) == printed(COMMANDER).war + 1 + 7


@pytest.mark.rule("D-R54")
def test_d_r54_a_friend_is_one_of_his_dynastys_three() -> None:
    """D-R54: a friend has been forced to go: he is not sent again, is one of his dynasty's three, and brings the die of
    everybody who goes beside the commander."""
    state = attack(attached=on(so_what=COMMANDER), then=["person:Elizabeth I"])
    play(state, "event:all-out attack", "person:Charles V", "person:Hernan Cortes", "pass")
    play(state, "person:Henry IV", "person:Duke of Sully")
    if state.seat == 1:
        play(state, "pass")
    assert persons(state) == set(THIRD)
    play(state, "person:James I")
    assert "pass" not in names(state)
    play(state, "person:Francis Drake")
    assert names(state) == {"person:Thomas Cromwell", "person:Anne Boleyn", "pass"}
    play(state, "pass")
    after = won(state)
    assert len(dice_rolled(after)) == printed(COMMANDER).war + 1 + printed("Elizabeth I").war + 1 + 7


@pytest.mark.rule("D-R54")
def test_d_r54_an_own_friend_is_counted() -> None:
    """D-R54: a friend of the attacker's own dynasty is one of its three, as the commander is another."""
    state = attack(attached=on(so_what=COMMANDER), then=["person:Charles V"])
    play(state, "event:all-out attack")
    assert names(state) == {"person:Hernan Cortes", "person:Ferdinand I"}
    play(state, "person:Hernan Cortes")
    assert names(state) == {"person:Ferdinand I", "pass"}


@pytest.mark.rule("D-R54")
def test_d_r54_the_friends_die() -> None:
    """D-R54: where nobody else is left to be sent, the friend's die is still there; without an all-out attack it is
    not."""
    for attacked, dice in ((True, 2), (False, 0)):
        state = laid(
            seat("Charles V", courtiers=[COMMANDER], territories=["Spain"]),
            seat("Henry IV", territories=["France"], events=held("all-out attack")), pack=HEARTS,
            attached=on(so_what=COMMANDER), **under_the_neuroi("Milan"),
        )  # fmt: skip
        go(state, "war", "event:neuroi", f"person:{COMMANDER}", "friend=person:Henry IV")
        to(state, "interrupt")
        if attacked:
            play(state, "pass", "event:all-out attack")
        while state.phase == "sortie":
            play(state, sorted(names(state))[-1])
        after = won(state)
        assert len(dice_rolled(after)) == printed(COMMANDER).war + 1 + printed("Henry IV").war + 1 + dice


# ----------------------------------------------------------------------------------------------------------- the checks


def after_the_roll(state: State) -> State:
    """A copy on which the dice have fallen: the turn player orders the checks."""
    return chance(closing(state), "pass", lambda after: True)


@pytest.mark.rule("SW02-08-07")
@pytest.mark.parametrize("pack", [HEARTS, BLACK_KINGS])
def test_sw02_08_07_all_who_took_part_take_checks(pack: str) -> None:
    """SW02-08-07: after the war, won or lost, all who took part take death checks, in an order of the turn player's."""
    state = after_the_roll(sortie(attack(pack=pack), *ALL))
    assert (state.phase, state.seat, persons(state)) == ("check_order", 0, {COMMANDER, *ALL})
    order = ["James I", COMMANDER, "Henry IV", "Charles V", "Anne Boleyn", "Duke of Sully", "Elizabeth I"]
    for person in order:
        before = persons(state)
        if person == "Henry IV":
            assert "pass" not in names(state)
        state = chance(state, f"person:{person}", lambda after: 1 in [e.value for e in told(after, Trace.CHECKED)])
        assert checks(state)[0] == person and where(state, person) != "removed"
        if state.phase == "check_order":
            assert persons(state) == before - {person}
    assert persons(state) == {"Hernan Cortes"}
    state = chance(state, "person:Hernan Cortes", lambda after: [e.value for e in told(after, Trace.CHECKED)] == [1])
    to(state, "recruit")
    assert state.seat == 1


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


@pytest.mark.rule("§07-01")
def test_sw02_08_07_the_game_ends_after_all_checks() -> None:
    """§07-01: a king who dies childless in between ends the game when all checks have been taken."""
    state = after_the_roll(sortie(attack(), *ALL))
    state = chance(state, "person:Elizabeth I", lambda after: [e.value for e in told(after, Trace.CHECKED)] == [6])
    assert not state.done and state.phase == "check_order"
    while not state.done:
        play(state, sorted(names(state))[-1])
    assert state.scores()[2] == 0


@pytest.mark.rule("SW02-08-07")
def test_sw02_08_07_the_friend_is_checked_too() -> None:
    """D-R54: the friend takes his check among them."""
    state = attack(attached=on(so_what=COMMANDER), then=["person:Ferdinand I"])
    state = after_the_roll(sortie(state, *ALL))
    assert persons(state) == {COMMANDER, "Ferdinand I", *ALL}


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


@pytest.mark.rule("D-R62")
def test_d_r62_the_healers_dynasty_needs_no_dice() -> None:
    """SW02-07-01, D-R62: whoever is with the Healer survives, without a die."""
    state = laid(
        seat("Charles V"), seat("Henry IV", courtiers=["the Healer"], events=held("all-out attack")), pack=HEARTS,
        **under_the_neuroi("Milan"),
    )  # fmt: skip
    go(state, "war", "event:neuroi", "person:Charles V")
    to(state, "interrupt")
    play(state, "pass")
    state = after_the_roll(sortie(state, "Henry IV", "the Healer"))
    assert persons(state) == {"Charles V", "Henry IV", "the Healer"}
    play(state, "person:Henry IV")
    assert checks(state) == [] and where(state, "Henry IV") == (1, "king")
    state = chance(state, "person:the Healer", lambda after: True)
    assert checks(state)[0] == "the Healer"


@pytest.mark.rule("SW02-08-07")
def test_sw02_08_07_then_it_is_discarded() -> None:
    """SW02-08-07: it lies on the table for this war and is discarded after it; the next war is an ordinary one."""
    state = after_the_roll(sortie(attack(pack=BLACK_KINGS), *ALL))
    assert set(state.to_dict()["events_on_table"]) >= {"all-out attack"}
    while state.phase == "check_order":
        state = chance(
            state, sorted(names(state))[0], lambda after: 6 not in [e.value for e in told(after, Trace.CHECKED)]
        )
    assert is_discarded(state, "all-out attack") and state.to_dict()["sent"] == []
    if occupied(state):
        assert state.to_dict()["events_on_table"] == ["neuroi"]
    assert seat_of(state, 1)["events"] == []


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
