"""Positions of Kingdoms: each word of theirs is looked at, the oracle judges, and a slip of the pen is named."""

import pytest

from tests.kingdoms.rules.positions import check_position
from tests.positions import positions
from tests.wanted import DisagreementError

GIVEN = "Charles V prestige=3 (Spain; children Maria of Spain), nobles Duke of Alba | Philip II (Poland) | scythe=0"


def check(then: str, given: str = GIVEN, when: str = "grant") -> None:
    """A position of one line."""
    for position in positions(f"K3: a table.\n    given  {given}\n    when   {when} => {then}\n"):
        check_position(position)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Charles V: 0 king of Spain; children Maria of Spain", "Charles V: 0 king of Spain"),
        ("Maria of Spain: child of Charles V", "Maria of Spain: spouse of Charles V"),
        ("Duke of Alba: removed", "Duke of Alba: 0 noble"),
        ("Anna of Bohemia: yellow", "Anna of Bohemia: pool"),
        ("Spain: Charles V", "Spain: Philip II"),
        ("Portugal: independent", "Portugal: out"),
        ("Ottoman Empire: out", "Ottoman Empire: independent"),
        ("kings 1: Philip II (Poland)", "kings 1: Philip II (Poland, Saxony)"),
        ("dice: 6", "dice: 5"),
        ("told DIED: 0 Duke of Alba", "told DIED: nothing"),
        ("decks: yellow, blue, red, green", "decks: yellow"),
    ],
)
def test_a_fact_that_is_not_so(right: str, wrong: str) -> None:
    check(right, when="reaper, Duke of Alba (rolls 6)")
    with pytest.raises(AssertionError):
        check(wrong, when="reaper, Duke of Alba (rolls 6)")


def test_the_oracle_judges_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    married = GIVEN.replace("children", "spouse")
    check("done: no", married, "procreation, Charles V")
    monkeypatch.setattr("tests.kingdoms.oracle.deeds.BIRTH_DICE", 3)
    with pytest.raises(DisagreementError, match="dice and value"):
        check("done: no", married, "procreation, Charles V")


@pytest.mark.parametrize(
    ("given", "complaint"),
    [(GIVEN.replace("Philip II", "Philip X"), "'Philip X' is nobody"), (f"{GIVEN} | scyth=0", "'scyth=0' is nobody")],
)
def test_a_slip_of_the_pen(given: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        check("done: no", given)
