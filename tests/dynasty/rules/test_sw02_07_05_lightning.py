"""SW02-07-05: lightning (雷撃): a death check for somebody of less prestige. D-R29, D-R63."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import names, persons, play, printed, rolling, seat, seat_of, told, where
from .expansion import court, declare, on, onward

WITCH = "the Thunderer"
OWN = seat("Elizabeth I", courtiers=[WITCH])
BELOW, EQUAL, ABOVE = "Duke of Sully", "Francis I", "Gustavus Adolphus"
"""Of prestige 1, 4 and 5, hers being 4; none of them has the pope's."""
WINDOW = {Trace.PLAYED, Trace.SUPPLIED, Trace.NEEDS, Trace.DIE, Trace.OUTCOME}


@pytest.fixture(scope="module", autouse=True)
def their_prestige() -> None:
    """The tests below count on it."""
    assert [printed(who).prestige for who in (BELOW, EQUAL, WITCH, ABOVE)] == [1, 4, 4, 5]


def aiming(own: dict[str, Any] = OWN, *rivals: dict[str, Any], **fields: Any) -> State:
    """Seat 0 has declared lightning and names its target."""
    state = court(own, *(rivals or (seat(ABOVE, courtiers=[BELOW]),)), **fields)
    play(state, "lightning")
    return state


@pytest.mark.rule("SW02-07-05")
def test_sw02_07_05_anybody_of_less_prestige() -> None:
    """SW02-07-05: a person of any dynasty whose prestige is smaller than hers: not equal, not greater."""
    state = aiming(seat(ABOVE, courtiers=[WITCH]), seat("Erik XIV", courtiers=[BELOW, EQUAL, "Oliver Cromwell"]))
    assert (state.phase, state.seat) == ("lightning_target", 0)
    assert persons(state) == {"Erik XIV", BELOW, "Oliver Cromwell"}
    assert names(state) == {f"person:{who}" for who in persons(state)}


@pytest.mark.rule("SW02-07-05")
@pytest.mark.parametrize("place", ["king", "spouses", "children", "courtiers"])
def test_sw02_07_05_whatever_he_is(place: str) -> None:
    """SW02-07-05: king, spouse, child or courtier; of any of the other dynasties."""
    rival = seat("James I" if place == "king" else "Elizabeth I", children=["Mary I"])
    target = "James I" if place == "king" else "Charles I"
    if place != "king":
        rival[place].append(target)
    own = seat("Mary Stuart", courtiers=[WITCH])
    for rivals in ((rival, seat(ABOVE)), (seat(ABOVE), rival)):
        assert target in persons(aiming(own, *rivals, pope=0))  # hers is 6 with the pope


@pytest.mark.rule("D-R63")
def test_d_r63_own_persons_too() -> None:
    """D-R63: also the own persons; but not herself, whose prestige is not smaller than hers."""
    own = seat(BELOW, children=["Anne Boleyn"], courtiers=[WITCH, "the Courier"])
    state = aiming(own, seat(ABOVE))
    assert persons(state) == {BELOW, "Anne Boleyn", "the Courier"}


@pytest.mark.rule("D-R63")
def test_d_r63_neither_wanderers_nor_the_pope() -> None:
    """SW02-07-05, D-R63: only persons of a dynasty: no wanderer, and not the pope."""
    state = aiming(wanderers=["Anne of Cleves"], pope=1)
    assert persons(state) == {BELOW}


@pytest.mark.rule("SW02-07-05")
def test_sw02_07_05_nobody_below_her() -> None:
    """SW02-07-05: where nobody has less prestige it is not offered."""
    assert "lightning" not in names(court(OWN, seat(ABOVE, courtiers=[EQUAL])))
    assert "lightning" in names(court(OWN, seat(ABOVE, courtiers=[EQUAL, BELOW])))


# ------------------------------------------------------------------------------------------------ prestige as it is now


@pytest.mark.rule("D-R63")
def test_d_r63_the_pope_raises_hers() -> None:
    """D-R63, §11-01: with the pope her prestige, of religion C, is 6: five are below."""
    assert printed(WITCH).religion == "CW"
    assert persons(aiming(OWN, seat(ABOVE, courtiers=[BELOW, EQUAL]), pope=0)) >= {ABOVE, EQUAL, BELOW}
    assert persons(aiming(OWN, seat(ABOVE, courtiers=[BELOW, EQUAL]), pope=1)) == {BELOW}


@pytest.mark.rule("D-R63")
def test_d_r63_the_pope_raises_the_targets() -> None:
    """D-R63, §11-01: a Catholic of 2 with the pope has 4 and is not below; one of 1 has 3 and is."""
    two, one = "Duke of Alba", "Hernan Cortes"
    assert [(printed(who).prestige, printed(who).religion) for who in (two, one)] == [(2, "CC"), (1, "C")]
    assert persons(aiming(OWN, seat(ABOVE, courtiers=[two, one]), pope=1)) == {one}
    third = seat("Francis I")
    assert persons(aiming(OWN, seat(ABOVE, courtiers=[two, one]), third, pope=2)) == {two, one}


@pytest.mark.rule("D-R63")
def test_d_r63_not_jealous() -> None:
    """D-R63, SW02-08-11: a king made not jealous has no prestige; made so herself she has nobody below her."""
    attached = on("not jealous", ABOVE)
    assert persons(aiming(OWN, seat(ABOVE, courtiers=[BELOW]), attached=attached)) == {ABOVE, BELOW}
    assert "lightning" not in names(court(OWN, seat(ABOVE, courtiers=[BELOW]), attached=on("not jealous", WITCH)))


@pytest.mark.rule("D-R63")
def test_d_r63_the_doll_raises_its_king() -> None:
    """D-R63, SW02-08-05: a king of 3 with the doll has 4."""
    king = "Erik XIV"
    assert printed(king).prestige == 3
    assert king in persons(aiming(OWN, seat(king, courtiers=[BELOW])))
    assert king not in persons(aiming(OWN, seat(king, courtiers=[BELOW]), attached=on("doll", king)))


# --------------------------------------------------------------------------------------------------------- what it does


@pytest.mark.rule("D-R29")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_d_r29_a_death_check(face: int) -> None:
    """D-R29, §10-01: the person takes a death check: a die above the life kills (Mary Stuart's is 2)."""
    assert printed("Mary Stuart").life == 2
    state = aiming(OWN, seat(ABOVE, courtiers=["Mary Stuart"]))
    after = rolling(state, face, by="person:Mary Stuart")
    assert where(after, "Mary Stuart") == ("removed" if face > 2 else (1, "courtiers"))
    (check,) = told(after, Trace.CHECKED)
    assert check.seat == 1  # §10-01: rolled by the owner


@pytest.mark.rule("D-R63")
def test_d_r63_there_is_no_veto() -> None:
    """D-R63: nobody may refuse, no card is played to it, and the scythe stays: it is the turn's action."""
    state = aiming(scythe=0)
    play(state, f"person:{BELOW}")
    assert not WINDOW & {Trace(e.kind) for e in state.trace()}
    assert state.to_dict()["scythe"] == 0
    onward(state)
    assert (state.phase, state.seat, seat_of(state, 1)["vetoed"]) == ("recruit", 1, False)


@pytest.mark.rule("SW02-07-05")
def test_sw02_07_05_a_king_struck_is_succeeded() -> None:
    """§10-02: a king who dies of it is succeeded as ever; without a child that is the end of the game (§07-01)."""
    state = aiming(OWN, seat("Charles I", children=["James I"]), seat(ABOVE))
    assert where(rolling(state, 6, by="person:Charles I"), "James I") == (1, "king")
    alone = aiming(OWN, seat("Charles I"), seat(ABOVE))
    assert rolling(alone, 6, by="person:Charles I").done


@pytest.mark.rule("SW02-07-05")
@pytest.mark.parametrize("place", ["king", "child", "courtier"])
def test_sw02_07_05_wherever_she_is(place: str) -> None:
    """SW02-07-05: the dynasty she belongs to has the action: as unmarried king, child or courtier."""
    own = {"king": seat(WITCH), "child": seat("Erik XIV", children=[WITCH]), "courtier": seat("Erik XIV")}[place]
    if place == "courtier":
        own["courtiers"].append(WITCH)
    assert "lightning" in names(court(own, seat(ABOVE, courtiers=[BELOW])))


@pytest.mark.rule("SW02-07-05")
@pytest.mark.parametrize("whose", ["rival's", "nobody's"])
def test_sw02_07_05_only_for_her_dynasty(whose: str) -> None:
    """SW02-07-05: not for the others."""
    rival = seat(ABOVE, courtiers=[BELOW, WITCH] if whose == "rival's" else [BELOW])
    wanderers = [WITCH] if whose == "nobody's" else []
    state = court(seat("Elizabeth I"), rival, wanderers=wanderers)
    assert "lightning" not in names(state)
    if whose == "rival's":
        declare(state, "pass", "deck:red")
        assert (state.seat, "lightning" in names(state)) == (1, True)


@pytest.mark.rule("SW02-07-05")
def test_sw02_07_05_no_action_of_witches_otherwise() -> None:
    """SW02-07-05, 11: without the two witches neither lightning nor search is offered."""
    state = court(seat("Elizabeth I", courtiers=["the Gale"], hand="HA"), seat(ABOVE, courtiers=[BELOW]))
    assert not {"lightning", "search"} & names(state)
