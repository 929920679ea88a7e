"""Positions of Shinsengumi: each word of theirs is looked at, the oracle judges, and a slip of the pen is named."""

import pytest

from tests.positions import positions
from tests.shinsengumi.rules.positions import check_position
from tests.wanted import DisagreementError

GIVEN = (
    "Okita Soji 3.3 under=Fiancee arrows=up* right down left failure=spirit | Saito Hajime 5.5 moved | Sniper 1.1 | "
    "seat Okita Soji 2 1 | seat Saito Hajime | gone Kaientai | dead Ito Kashitaro | powder=1"
)


def check(then: str, given: str = GIVEN, when: str = "Okita Soji, rolls 6") -> None:
    """A position of one line."""
    for position in positions(f"§03: a table.\n    given  {given}\n    when   {when} => {then}\n"):
        check_position(position)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Okita Soji: 3.1", "Okita Soji: 3.2"),
        ("Ito Kashitaro: dead", "Ito Kashitaro: pile"),
        ("marks Okita Soji: 0 0", "marks Okita Soji: 0 1"),
        ("under Okita Soji: Fiancee", "under Okita Soji: nobody"),
        ("Fiancee: attached", "Fiancee: pile"),
        ("Sniper: 1.1", "Sniper: gone"),
        ("Kaientai: gone", "Kaientai: 1.1"),
        ("Ishida powder: kept", "Ishida powder: gone"),
        ("board: Okita Soji, Saito Hajime", "board: Okita Soji"),
        ("dice has: 6", "dice has: 5"),
        ("told FAILED: Okita Soji spirit", "told FAILED: nothing"),
        ("turn: 2", "turn: 1"),
    ],
)
def test_a_fact_that_is_not_so(right: str, wrong: str) -> None:
    check(right)
    with pytest.raises(AssertionError):
        check(wrong)


def test_the_oracle_judges_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.shinsengumi.oracle.moving.bushido", lambda *_: 2)
    with pytest.raises(DisagreementError, match="bushido of Okita Soji"):
        check("done: no")


@pytest.mark.parametrize("slip", ["Okita Soji 3.3 | Okita 1.1", "Okita Soji 3.3 | powder"])
def test_a_slip_of_the_pen(slip: str) -> None:
    with pytest.raises(ValueError, match="is nobody on a cell and no field"):
        check("done: no", slip)
