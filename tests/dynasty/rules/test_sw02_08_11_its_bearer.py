"""SW02-08-11: not jealous: the numbers of its bearer."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import dice_rolled, printed, printed_country, rolling, seat, seat_of, supplied, where
from .events import BLACK_KINGS, HEARTS, SPADES, go, laid, on, under_the_neuroi, won


def mocked(who: str, **fields: Any) -> State:
    """Somebody carries it."""
    return laid(
        seat("Henry VIII", courtiers=["Francis Drake"], spouse=fields.pop("spouse", None), territories=["England"]),
        seat("Philip II", courtiers=["Duke of Alba"], territories=["Naples"]),
        **{"attached": on(not_jealous=who), "independent": ["Milan"], "wanderers": ["Mary I"]} | fields,
    )


@pytest.mark.rule("SW02-08-11")
@pytest.mark.parametrize(("die", "dies"), [(5, False), (6, True)])
def test_sw02_08_11_life_is_5(die: int, dies: bool) -> None:
    """SW02-08-11: life is 5: only a 6 kills."""
    state = mocked("Francis Drake", scythe=0)
    go(state, "reaper")
    after = rolling(state, die, by="person:Francis Drake")
    assert (where(after, "Francis Drake") == "removed") is dies


@pytest.mark.rule("SW02-08-11")
def test_sw02_08_11_ambition_is_4() -> None:
    """SW02-08-11: ambition is 4: four dice to incite him."""
    state = mocked("Duke of Alba", pack=HEARTS)
    assert printed("Duke of Alba").ambition != 4
    go(state, "incite", "person:Duke of Alba")
    assert len(dice_rolled(won(state))) == 4


@pytest.mark.rule("SW02-08-11")
def test_sw02_08_11_prestige_is_0() -> None:
    """SW02-08-11: prestige is 0: nobody's people need a card to be incited from him, he has no dice to woo with, he
    adds nothing to the points."""
    incited = mocked("Philip II", pack=BLACK_KINGS)
    go(incited, "incite", "person:Duke of Alba")
    assert supplied(won(incited)) == []
    wooing = mocked("Henry VIII", pack=SPADES)
    assert printed("Henry VIII").religion == "CP" and printed("Mary I").religion == "CC"
    go(wooing, "marriage", "person:Mary I")
    assert dice_rolled(won(wooing)) == []
    assert mocked("Henry VIII").scores()[0] == printed_country("England").power


@pytest.mark.rule("SW02-08-11")
def test_sw02_08_11_war_is_0() -> None:
    """SW02-08-11: war is 0: one die to attack, no card to defend."""
    state = mocked("Duke of Alba", pack=HEARTS, turn_player=1)
    go(state, "war", "country:Milan", "person:Duke of Alba")
    assert len(dice_rolled(won(state))) == 1
    state = mocked("Duke of Alba", pack=HEARTS)
    go(state, "war", "country:Naples", "person:Henry VIII", "person:Duke of Alba")
    assert len(supplied(won(state))) == printed_country("Naples").power


@pytest.mark.rule("SW02-08-11")
def test_sw02_08_11_governance_is_0() -> None:
    """SW02-08-11: governance is 0: he hires without a die, but the one for a common colour."""
    for wanderer, dice in (("Duke of Sully", 0), ("Mary I", 1)):
        state = mocked("Henry VIII", pack=HEARTS, wanderers=[wanderer])
        go(state, "hire", "person:Henry VIII", f"person:{wanderer}")
        assert len(dice_rolled(won(state))) == dice


@pytest.mark.rule("SW02-08-11")
def test_sw02_08_11_fertility_is_0() -> None:
    """SW02-08-11: fertility is 0: six cards for a spouse; no dice for a king but the one for another colour."""
    state = mocked("Anne Boleyn", spouse="Anne Boleyn", pack=SPADES)
    go(state, "procreation")
    assert len(supplied(won(state))) == 6
    for spouse, dice in (("Anne Boleyn", 0), ("Anne of Brittany", 1)):
        state = mocked("Henry VIII", spouse=spouse, pack=SPADES)
        go(state, "procreation")
        assert len(dice_rolled(won(state))) == dice


@pytest.mark.rule("SW02-08-11")
def test_sw02_08_11_abilities_and_religion_stay() -> None:
    """SW02-08-11: religion and abilities do not change: war tax draws three cards; the same faith is a die."""
    state = laid(
        seat("Henry VIII"), seat("Philip II", courtiers=["Duke of Sully"]), abilities=True,
        attached=on(not_jealous="Duke of Sully"),
    )  # fmt: skip
    go(state, "action=pass")
    assert len(seat_of(state, 1)["hand"]) == 3
    wooing = mocked("Henry VIII", pack=SPADES, wanderers=["Mary Stuart"])
    go(wooing, "marriage", "person:Mary Stuart")
    assert len(dice_rolled(won(wooing))) == 1


# ---------------------------------------------------------------------------------------------------------------- final


@pytest.mark.rule("D-R65")
def test_d_r65_no_pope_raises_it() -> None:
    """D-R65: it is final: the pope adds nothing."""
    state = mocked("Philip II")
    assert state.to_dict()["pope"] == 1 and printed("Philip II").religion == "CC"
    assert state.scores()[1] == printed_country("Naples").power


@pytest.mark.rule("D-R65")
def test_d_r65_nor_the_doll_nor_admiration() -> None:
    """D-R65: … nor does the doll, nor admiration."""
    attached = on(not_jealous="Henry VIII", doll="Henry VIII", polygamy="Henry VIII", admiration="Henry VIII")
    state = mocked("Henry VIII", spouse="Anne Boleyn", attached=attached, pack=SPADES)
    assert state.scores()[0] == printed("Anne Boleyn").prestige + printed_country("England").power
    go(state, "procreation")
    assert dice_rolled(won(state)) == []


@pytest.mark.rule("D-R65")
def test_d_r65_nor_sea_4() -> None:
    """D-R65: … nor sea-4: a war of 0 over the sea as well; in defence and against the Neuroi too."""
    state = mocked("Francis Drake", abilities=True, pack=HEARTS, independent=["Ireland"])
    go(state, "war", "country:Ireland", "person:Francis Drake")
    assert len(dice_rolled(won(state))) == 1
    state = mocked("Francis Drake", abilities=True, pack=HEARTS, **under_the_neuroi("Ireland"))
    go(state, "war", "event:neuroi", "person:Francis Drake")
    assert len(dice_rolled(won(state))) == 1


@pytest.mark.rule("SW02-08-11")
def test_sw02_08_11_only_its_bearer() -> None:
    """SW02-08-11: nobody else of the dynasty is touched by it."""
    state = mocked("Francis Drake", pack=HEARTS)
    go(state, "war", "country:Milan", "person:Henry VIII")
    assert len(dice_rolled(won(state))) == printed("Henry VIII").war + 1
