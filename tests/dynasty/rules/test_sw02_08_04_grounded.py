"""SW02-08-04: grounded."""

from __future__ import annotations

import pytest

from .conftest import dice_rolled, names, persons, play, printed, seat
from .events import HEARTS, countries, go, laid, on, to, under_the_neuroi, won


@pytest.mark.rule("SW02-08-04")
def test_sw02_08_04_cannot_command_an_attack() -> None:
    """SW02-08-04: its bearer cannot be a commander in war: not the attacker's."""
    state = laid(
        seat("Henry IV", courtiers=["Duke of Sully", "Nostradamus"]), seat("Philip II"), independent=["Milan"],
        attached=on(grounded="Duke of Sully"),
    )  # fmt: skip
    go(state, "war", "country:Milan")
    assert persons(to(state, "war_commander")) == {"Henry IV", "Nostradamus"}


@pytest.mark.rule("SW02-08-04")
def test_sw02_08_04_nor_a_defence() -> None:
    """SW02-08-04: … nor the defender's."""
    state = laid(
        seat("Henry IV"), seat("Philip II", courtiers=["Duke of Alba"], territories=["Spain"]),
        attached=on(grounded="Philip II"),
    )  # fmt: skip
    go(state, "war", "country:Spain", "person:Henry IV")
    to(state, "war_defender")
    assert (state.seat, names(state)) == (1, {"pass", "person:Duke of Alba"})


@pytest.mark.rule("SW02-08-04")
def test_sw02_08_04_a_defender_with_nobody_else_sends_no_one() -> None:
    """SW02-08-04: a dynasty with nobody but its grounded king defends without a commander."""
    state = laid(seat("Henry IV"), seat("Philip II", territories=["Spain"]), attached=on(grounded="Philip II"))
    go(state, "war", "country:Spain", "person:Henry IV")
    to(state, "interrupt")
    assert state.to_dict()["declared"]["defender"] is None


@pytest.mark.rule("SW02-08-04")
def test_sw02_08_04_with_nobody_else_there_is_no_war() -> None:
    """SW02-08-04, ch. 7: … and cannot wage war: the action is not offered without somebody who may command."""
    for bearer, offered in (("Henry IV", False), ("Philip II", True)):
        state = laid(seat("Henry IV"), seat("Philip II"), independent=["Milan"], attached=on(grounded=bearer))
        assert ("war" in names(to(state, "action"))) is offered


@pytest.mark.rule("SW02-08-04")
def test_sw02_08_04_against_the_neuroi_he_may() -> None:
    """SW02-08-04: against the Neuroi its bearer may take part and command; nobody looks up there."""
    state = laid(
        seat("Henry IV"), seat("Philip II"), independent=["Milan"], attached=on(grounded="Henry IV"), pack=HEARTS,
        **under_the_neuroi("Spain"),
    )  # fmt: skip
    go(state, "war")
    assert (names(state), countries(state)) == ({"event:neuroi"}, set())  # no other war has a commander
    play(state, "event:neuroi")
    assert persons(to(state, "war_commander")) == {"Henry IV"}
    play(state, "person:Henry IV")
    assert len(dice_rolled(won(state))) == printed("Henry IV").war + 1


@pytest.mark.rule("SW02-08-04")
def test_sw02_08_04_against_the_neuroi_beside_others() -> None:
    """SW02-08-04: … while another of his dynasty could command either war."""
    state = laid(
        seat("Henry IV", courtiers=["Duke of Sully"]), seat("Philip II"), attached=on(grounded="Henry IV"),
        independent=["Milan"], **under_the_neuroi("Spain"),
    )  # fmt: skip
    go(state, "war")
    other = state.clone()
    play(state, "event:neuroi")
    assert persons(to(state, "war_commander")) == {"Henry IV", "Duke of Sully"}
    play(other, "country:Milan")
    assert persons(to(other, "war_commander")) == {"Duke of Sully"}


@pytest.mark.rule("SW02-08-04")
@pytest.mark.parametrize("country", ["Milan", None])
def test_sw02_08_04_no_friend_either(country: str | None) -> None:
    """SW02-08-04, 10: who cannot command cannot be called as a friend, but against the Neuroi."""
    state = laid(
        seat("Henry IV"), seat("Philip II", courtiers=["Duke of Alba", "Count of Egmont"]), independent=["Milan"],
        attached=on(grounded="Duke of Alba", so_what="Henry IV"), **under_the_neuroi("Spain"),
    )  # fmt: skip
    go(state, "war", f"country:{country}" if country else "event:neuroi", "person:Henry IV")
    to(state, "friend")
    may = {"Philip II", "Count of Egmont"}
    assert persons(state) == (may if country else may | {"Duke of Alba"})


@pytest.mark.rule("SW02-08-04")
def test_sw02_08_04_all_else_he_may() -> None:
    """SW02-08-04: only in war: he hires, woos and is incited as ever."""
    state = laid(
        seat("Henry IV"), seat("Philip II", courtiers=["Duke of Alba"]), wanderers=["Mary I"],
        attached=on(grounded="Henry IV"), scythe=0,
    )  # fmt: skip
    assert names(to(state, "action")) == {"pass", "marriage", "hire", "incite", "reaper"}
    go(state, "hire")
    assert persons(state) == {"Henry IV"}
