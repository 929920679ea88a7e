"""SW02-07-01: healing (治癒魔法): the others of her dynasty survive their death checks. D-R62."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import names, play, seat, where
from .expansion import court, declare, on, results

HEALER = "the Healer"
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
MORTAL = "Gustavus Adolphus"
"""Somebody whom two dice of three kill."""


def dies(state: State, person: str, by: str = "pass") -> bool:
    """Whether this person can die of the next dice."""
    return any(where(after, person) == "removed" for after in results(state, by))


# ------------------------------------------------------------------------------------------------------------ who heals


def reaping(rival: dict[str, Any], **fields: Any) -> State:
    """Seat 0's reaper is about to name somebody; seat 1 has used its veto already."""
    state = court(seat("Henry IV"), rival | {"vetoed": True}, seat("Elizabeth I"), **{"scythe": 0} | fields)
    play(state, "reaper")
    return state


@pytest.mark.rule("SW02-07-01")
@pytest.mark.parametrize("place", ["king", "spouses", "children", "courtiers"])
def test_sw02_07_01_everybody_of_her_dynasty_survives(place: str) -> None:
    """SW02-07-01: the persons of her dynasty always survive death checks, whatever they are."""
    rival = seat(MORTAL if place == "king" else "Mary Stuart", children=["James I"], courtiers=[HEALER])
    if place != "king":
        rival[place].append(MORTAL)
    assert not dies(reaping(rival), MORTAL, f"person:{MORTAL}")


@pytest.mark.rule("SW02-07-01")
@pytest.mark.parametrize("place", ["king", "spouse", "child", "courtier"])
def test_sw02_07_01_wherever_she_is(place: str) -> None:
    """SW02-07-01, SW02-02: she only has to belong to the dynasty, married or not."""
    rival = {
        "king": seat(HEALER, spouse="Henry III", courtiers=[MORTAL]),
        "spouse": seat("Henry III", spouse=HEALER, courtiers=[MORTAL]),
        "child": seat("Henry III", children=[HEALER], courtiers=[MORTAL]),
        "courtier": seat("Henry III", courtiers=[HEALER, MORTAL]),
    }[place]
    assert not dies(reaping(rival), MORTAL, f"person:{MORTAL}")


@pytest.mark.rule("SW02-07-01")
@pytest.mark.parametrize("whose", ["reaper's", "third's", "nobody's", "out"])
def test_sw02_07_01_she_heals_her_own_dynasty_alone(whose: str) -> None:
    """SW02-07-01: a Healer elsewhere heals nobody there."""
    own = seat("Henry IV", courtiers=[HEALER] if whose == "reaper's" else [])
    third = seat("Elizabeth I", courtiers=[HEALER] if whose == "third's" else [])
    state = court(
        own, seat("Mary Stuart", courtiers=[MORTAL], vetoed=True), third, scythe=0,
        wanderers=[HEALER] if whose == "nobody's" else [],
    )  # fmt: skip
    play(state, "reaper")
    assert dies(state, MORTAL, f"person:{MORTAL}")


# ----------------------------------------------------------------------------------------------------------------- veto


def named(person: str, own: dict[str, Any] | None = None, **fields: Any) -> State:
    """Seat 0's reaper names somebody of seat 1, which has its veto."""
    rival = seat("Mary Stuart", courtiers=[HEALER, MORTAL])
    state = court(own or seat("Henry IV"), rival, seat("Elizabeth I"), **{"scythe": 0} | fields)
    play(state, "reaper" if "reaper" in names(state) else "assassination", f"person:{person}")
    return state


@pytest.mark.rule("D-R62")
def test_d_r62_an_assassination_is_survived() -> None:
    """D-R62: healing covers the check of an assassination."""
    own = seat("Henry IV", courtiers=["Ana de Mendoza"])
    state = named(MORTAL, own, abilities=True, scythe=1)
    assert not dies(state, MORTAL, "pass")


# ---------------------------------------------------------------------------------------------------- war and lightning


@pytest.mark.rule("D-R62")
@pytest.mark.parametrize(("home", "survives"), [(0, "attacker"), (1, "defender")])
def test_d_r62_commanders_survive(home: int, survives: str) -> None:
    """D-R62: her dynasty's commander, attacker or defender, survives; the other one takes his check."""
    own, rival = seat("Henry IV", courtiers=[MORTAL]), seat("Philip II", courtiers=["Maurice of Saxony"])
    (own, rival)[home]["courtiers"].append(HEALER)
    state = court(own, rival | {"territories": ["Spain", "Portugal"]}, pack=HEARTS)
    declare(state, "war", "country:Spain", f"person:{MORTAL}", "person:Maurice of Saxony")
    assert dies(state, MORTAL) == (survives == "defender")
    assert dies(state, "Maurice of Saxony") == (survives == "attacker")


@pytest.mark.rule("D-R62")
def test_d_r62_she_may_die_as_commander() -> None:
    """SW02-07-01, D-R12: as commander she takes her check herself."""
    state = court(seat("Henry IV", courtiers=[HEALER]), seat("Philip II"), independent=["Milan"], pack=HEARTS)
    declare(state, "war", "country:Milan", f"person:{HEALER}")
    assert dies(state, HEALER)


@pytest.mark.rule("D-R62")
def test_d_r62_lightning_is_survived() -> None:
    """D-R62: healing covers the check of a lightning; SW02-07-01: not hers."""
    rival = seat("Philip II", courtiers=[HEALER, "Maurice of Saxony"])
    state = court(seat("Henry IV", courtiers=["the Thunderer"]), rival)
    play(state, "lightning")
    assert not dies(state, "Maurice of Saxony", "person:Maurice of Saxony")
    assert dies(state, HEALER, f"person:{HEALER}")


# ----------------------------------------------------------------------------------------------- deaths without a check


@pytest.mark.rule("SW02-08-11")
def test_sw02_07_01_not_jealous_leaves_her_the_ability() -> None:
    """SW02-08-11: her numbers change, her ability does not."""
    state = reaping(seat("Mary Stuart", courtiers=[HEALER, MORTAL]), attached=on("not jealous", HEALER))
    assert not dies(state, MORTAL, f"person:{MORTAL}")
