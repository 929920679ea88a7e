"""SW02-08-09: splendid."""

from __future__ import annotations

import pytest

from .conftest import names, persons, play, seat, succeeding, throwing, where
from .events import HEARTS, closing, go, laid, on, to


@pytest.mark.rule("SW02-08-09")
@pytest.mark.parametrize("bearer", ["Mary I", "Philip III", "Duke of Alba"])
def test_sw02_08_09_cannot_be_incited(bearer: str) -> None:
    """SW02-08-09: its bearer, whoever it is, is no target of an incitement; the others of the dynasty are."""
    rival = seat("Philip II", spouse="Mary I", children=["Philip III"], courtiers=["Duke of Alba"])
    state = laid(seat("Henry IV"), rival, attached=on(splendid=bearer))
    go(state, "incite")
    to(state, "incite_target")
    assert persons(state) == {"Mary I", "Philip III", "Duke of Alba"} - {bearer}


@pytest.mark.rule("SW02-08-09")
def test_sw02_08_09_with_nobody_else_there_is_nothing_to_incite() -> None:
    """SW02-08-09, ch. 7: where the splendid is the only one the action is not offered."""
    for bearer, offered in (("Duke of Alba", False), ("Philip II", True), ("Henry IV", True)):
        state = laid(seat("Henry IV"), seat("Philip II", courtiers=["Duke of Alba"]), attached=on(splendid=bearer))
        assert ("incite" in names(to(state, "action"))) is offered


@pytest.mark.rule("SW02-08")
def test_sw02_08_09_not_by_the_new_faith_either() -> None:
    """SW02-08: events go before abilities: the new faith (§11-03-11) does not incite the splendid either."""
    state = laid(
        seat("Henry IV", courtiers=["Martin Luther"]), seat("Philip II", courtiers=["Francis Drake", "James I"]),
        abilities=True, attached=on(splendid="Francis Drake"),
    )  # fmt: skip
    go(state, "incite")
    assert persons(state) == {"James I"}


@pytest.mark.rule("SW02-08-09")
def test_sw02_08_09_all_else_may_befall_him() -> None:
    """SW02-08-09: of incitement alone: he is reaped, courted and sent to war as ever."""
    state = laid(
        seat("Henry IV"), seat("Philip II", courtiers=["Mary I"], territories=["Spain"]), scythe=0,
        attached=on(splendid="Mary I"),
    )  # fmt: skip
    to(state, "action")
    reaped, courted = state.clone(), state.clone()
    go(reaped, "reaper")
    go(courted, "marriage")
    go(state, "war", "country:Spain", "person:Henry IV")
    for asked in (reaped, courted, to(state, "war_defender")):
        assert "Mary I" in persons(asked)


@pytest.mark.rule("D-R21")
def test_d_r21_a_splendid_police_is_asked_before_a_revolution() -> None:
    """SW02-08-09, D-R21: splendid protects a police person himself; he is asked, before the revolution, when another of
    his dynasty is incited."""
    rebel, police = "Henry of Guise", "Cardinal Richelieu"
    state = laid(
        seat("Henry IV"), seat("Philip II", courtiers=[rebel, police]), abilities=True, pack=HEARTS,
        attached=on(splendid=police),
    )  # fmt: skip
    go(state, "incite")
    assert persons(state) == {rebel}
    play(state, f"person:{rebel}")
    state = succeeding(closing(state))
    assert (state.phase, state.seat, where(state, "Philip II")) == ("police", 1, (1, "king"))
    executed = throwing(state, 4, "declare")
    assert where(executed, rebel) == "removed" and where(executed, "Philip II") == (1, "king")
    escaped = throwing(state, 5, "declare")
    assert where(escaped, rebel) == (1, "king") and where(escaped, "Philip II") == "removed"


@pytest.mark.rule("SW02-08-09")
def test_sw02_08_09_a_splendid_rebel_makes_no_revolution() -> None:
    """SW02-08-09, §11-03-04: a splendid rebel cannot be incited, so he makes no revolution."""
    rebel = "Henry of Guise"
    state = laid(seat("Henry IV"), seat("Philip II", courtiers=[rebel]), abilities=True, attached=on(splendid=rebel))
    assert "incite" not in names(to(state, "action"))
