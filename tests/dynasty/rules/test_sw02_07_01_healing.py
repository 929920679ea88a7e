"""SW02-07-01: healing (治癒魔法): the others of her dynasty survive their death checks. D-R62."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import chance, names, play, printed, quiet, rolling, seat, seat_of, succeeding, throwing, told, where
from .expansion import court, declare, on, onward, results

HEALER = "the Healer"
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
SPADES = "S2 S3 S4 S5 S6 S7 S8 S9 S10"
MORTAL = "Gustavus Adolphus"
"""Somebody whom two dice of three kill."""


def dies(state: State, person: str, by: str = "pass") -> bool:
    """Whether this person can die of the next dice."""
    return any(where(after, person) == "removed" for after in results(state, by))


@pytest.fixture(scope="module", autouse=True)
def the_mortal_is_mortal() -> None:
    assert printed(MORTAL).life == 2


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


@pytest.mark.rule("SW02-07-01")
def test_sw02_07_01_not_herself() -> None:
    """SW02-07-01: … but for herself: her own check is rolled as ever; life 3 dies of a 4 and not of a 3."""
    assert printed(HEALER).life == 3
    state = reaping(seat("Mary Stuart", courtiers=[HEALER]))
    assert where(rolling(state, 4, by=f"person:{HEALER}"), HEALER) == "removed"
    assert where(rolling(state, 3, by=f"person:{HEALER}"), HEALER) == (1, "courtiers")


@pytest.mark.rule("SW02-07-01")
def test_sw02_07_01_not_the_pope() -> None:
    """SW02-07-01: persons are healed; the pope's card moves as ever."""
    state = reaping(seat("Mary Stuart", courtiers=[HEALER]), pope=1)
    assert rolling(state, 4, by="pope").to_dict()["pope"] == 0
    assert rolling(state, 3, by="pope").to_dict()["pope"] == 1


@pytest.mark.rule("SW02-07-01")
def test_sw02_07_01_no_die_is_needed() -> None:
    """SW02-07-01: no die of a death check has to be rolled; the scythe moves on all the same (§09-06-02)."""
    state = reaping(seat("Mary Stuart", courtiers=[HEALER, MORTAL]))
    draws = state.to_dict()["generator"]["draws"]
    play(state, f"person:{MORTAL}")
    assert not told(state, Trace.CHECKED) and state.to_dict()["generator"]["draws"] == draws
    assert state.to_dict()["scythe"] == 2
    assert (onward(state).phase, state.seat) == ("recruit", 1)


# ----------------------------------------------------------------------------------------------------------------- veto


def named(person: str, own: dict[str, Any] | None = None, **fields: Any) -> State:
    """Seat 0's reaper names somebody of seat 1, which has its veto."""
    rival = seat("Mary Stuart", courtiers=[HEALER, MORTAL])
    state = court(own or seat("Henry IV"), rival, seat("Elizabeth I"), **{"scythe": 0} | fields)
    play(state, "reaper" if "reaper" in names(state) else "assassination", f"person:{person}")
    return state


@pytest.mark.rule("SW02-07-01")
def test_sw02_07_01_she_cannot_be_refused_to_the_reaper() -> None:
    """SW02-07-01: named by the reaper she cannot be refused: the check is taken at once, and the veto is not spent."""
    state = onward(named(HEALER))
    assert (state.phase, state.seat) == ("recruit", 1)
    assert not seat_of(state, 1)["vetoed"]


@pytest.mark.rule("SW02-07-01")
def test_sw02_07_01_the_others_can() -> None:
    """SW02-07-01, §09-06-01: the others of her dynasty can be refused as ever; after that she may be named."""
    state = named(MORTAL)
    assert (state.phase, state.seat) == ("veto", 1)
    play(state, "declare")
    assert state.phase == "reaper_target"
    play(state, f"person:{HEALER}")
    assert onward(state).phase == "recruit"


@pytest.mark.rule("SW02-07-01")
def test_sw02_07_01_nor_to_an_assassin() -> None:
    """SW02-07-01, §11-03-02: an assassination is the reaper's action, too."""
    own = seat("Henry IV", courtiers=["Ana de Mendoza"])
    assert printed("Ana de Mendoza").ability == "assassination"
    assert named(MORTAL, own, abilities=True, scythe=1).phase == "veto"
    assert onward(named(HEALER, own, abilities=True, scythe=1)).phase == "recruit"


@pytest.mark.rule("SW02-07-01")
@pytest.mark.parametrize("king", [HEALER, "Henry III"])
def test_sw02_07_01_nor_when_she_is_married(king: str) -> None:
    """SW02-02, SW02-07-01: the Healer's ability, this side of it included, stays in marriage."""
    rival = seat(king, spouse="Henry III" if king == HEALER else HEALER)
    state = court(seat("Henry IV"), rival, seat("Elizabeth I"), scythe=0)
    play(state, "reaper", f"person:{HEALER}")
    assert state.phase != "veto"


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


@pytest.mark.rule("D-R62")
def test_d_r62_not_from_suppression() -> None:
    """D-R62: what kills without a death check kills: suppression."""
    own = seat("Henry IV", courtiers=[HEALER, "Duke of Alba", MORTAL])
    state = court(own, seat("Elizabeth I"), abilities=True)
    play(state, "suppression")
    assert where(throwing(state, 5, f"person:{MORTAL}"), MORTAL) == "removed"


@pytest.mark.rule("D-R62")
def test_d_r62_not_from_execution() -> None:
    """D-R62: … execution."""
    own = seat("Henry VIII", spouse="Anne Boleyn", courtiers=[HEALER])
    state = court(own, seat("Elizabeth I"), abilities=True)
    play(state, "execution")
    play(state, *(["person:Anne Boleyn"] if state.phase == "execution_target" else []))
    assert where(state, "Anne Boleyn") == "removed"


@pytest.mark.rule("D-R62")
def test_d_r62_not_from_the_police() -> None:
    """D-R62: … the police."""
    rival = seat("Philip II", courtiers=[HEALER, "Francis Walsingham", "Oliver Cromwell"])
    state = court(seat("Henry IV"), rival, abilities=True, pack=HEARTS)
    declare(state, "incite", "person:Oliver Cromwell")
    state = succeeding(state)
    assert (state.phase, state.seat) == ("police", 1)
    assert where(throwing(state, 3, "declare"), "Oliver Cromwell") == "removed"


@pytest.mark.rule("D-R62")
def test_d_r62_not_from_a_revolution() -> None:
    """D-R62: … a revolution."""
    rival = seat("Philip II", courtiers=[HEALER, "William of Orange"])
    state = court(seat("Henry IV"), rival, abilities=True, pack=HEARTS)
    declare(state, "incite", "person:William of Orange")
    after = succeeding(state)
    assert (where(after, "Philip II"), where(after, "William of Orange")) == ("removed", (1, "king"))


@pytest.mark.rule("D-R62")
def test_d_r62_not_from_plunder() -> None:
    """D-R62: … the plunder of the Ottoman Empire."""
    rival = seat("Philip II", courtiers=[HEALER, "Suleiman I"], territories=["Spain", "Ottoman Empire"])
    own = seat("Henry IV", courtiers=["Albert Alcibiades"])
    state = court(own, rival, abilities=True, pack=HEARTS)
    declare(state, "war", "country:Ottoman Empire", "person:Albert Alcibiades", "pass")
    state = succeeding(state)
    play(state, "declare")
    assert where(state, "Suleiman I") == "removed"


@pytest.mark.rule("D-R57")
def test_d_r57_not_from_a_gale_slash() -> None:
    """D-R57, D-R62: … and the 6 of a gale slash."""
    own = seat("Henry IV", courtiers=[HEALER, MORTAL])
    state = court(own, seat("Philip II"), independent=["Milan"], attached=on("gale slash", MORTAL), pack=HEARTS)
    declare(state, "war", "country:Milan", f"person:{MORTAL}")
    after = chance(quiet(state), "pass", lambda after: where(after, MORTAL) == "removed")
    assert 6 in [e.value for e in told(after, Trace.DIE)]


@pytest.mark.rule("SW02-08-11")
def test_sw02_07_01_not_jealous_leaves_her_the_ability() -> None:
    """SW02-08-11: her numbers change, her ability does not."""
    state = reaping(seat("Mary Stuart", courtiers=[HEALER, MORTAL]), attached=on("not jealous", HEALER))
    assert not dies(state, MORTAL, f"person:{MORTAL}")
