"""SW02-08-03: admiration."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State

from .conftest import dice_rolled, printed, seat, supplied
from .events import RED_KINGS, SPADES, go, laid, lost, on, to, won


def procreation(king: str, spouse: str, admired: str, **fields: object) -> State:
    """Seat 0 wants a child; the window is open."""
    state = laid(
        seat(king, spouse=spouse, courtiers=["Duke of Sully"]), seat("Philip II"),
        **{"pack": SPADES, "attached": on(admiration=admired)} | fields,
    )  # fmt: skip
    go(state, "procreation")
    return to(state, "interrupt")


@pytest.mark.rule("SW02-08-03")
@pytest.mark.parametrize("spouse", ["Marguerite de Navarre", "Marie de' Medici", "Renée of France"])
def test_sw02_08_03_an_admired_spouse_needs_three_cards_fewer(spouse: str) -> None:
    """SW02-08-03, §09-02-02: fertility +3: an admired spouse needs three cards fewer; the dice are the king's."""
    after = won(procreation("Henry IV", spouse, spouse))
    assert len(supplied(after)) == 6 - (printed(spouse).fertility + 3)
    assert len(dice_rolled(after)) == printed("Henry IV").fertility


@pytest.mark.rule("D-R9")
def test_sw02_08_03_never_fewer_than_no_card() -> None:
    """SW02-08-03, D-R9: with a printed fertility of 4 it would be -1: no card is drawn."""
    assert printed("Antoinette de Bourbon").fertility == 4
    assert supplied(won(procreation("Henry IV", "Antoinette de Bourbon", "Antoinette de Bourbon"))) == []


@pytest.mark.rule("SW02-08-03")
@pytest.mark.parametrize("king", ["Henry III", "Henry IV", "Francis I"])
def test_sw02_08_03_an_admired_king_rolls_three_dice_more(king: str) -> None:
    """SW02-08-03, §09-02-02: an admired king rolls three dice more; the cards are the spouse's."""
    after = won(procreation(king, "Marie de' Medici", king))
    assert len(dice_rolled(after)) == printed(king).fertility + 3
    assert len(supplied(after)) == 6 - printed("Marie de' Medici").fertility


@pytest.mark.rule("SW02-08-03")
def test_sw02_08_03_nobody_else() -> None:
    """SW02-08-03: its bearer alone: an admired courtier changes nothing at court."""
    after = won(procreation("Henry IV", "Marie de' Medici", "Duke of Sully"))
    assert (len(dice_rolled(after)), len(supplied(after))) == (4, 4)


@pytest.mark.rule("SW02-08-03")
@pytest.mark.parametrize("admired", ["Henry IV", "Mary I"])
def test_sw02_08_03_fertility_alone(admired: str) -> None:
    """SW02-08-03: fertility alone: an admired lady costs her prestige in cards, an admired king woos with his."""
    state = laid(
        seat("Henry IV"), seat("Philip II", courtiers=["Mary I"]), pack=RED_KINGS, pope=0,
        attached=on(admiration=admired),
    )  # fmt: skip
    go(state, "marriage", "person:Mary I")
    after = lost(state)
    assert len(supplied(after)) == printed("Mary I").prestige
    assert len(dice_rolled(after)) == printed("Henry IV").prestige
