"""Positions of the duel: each word of theirs is looked at, the oracle judges, and a slip of the pen is named."""

import pytest

from tests.figures.oracle.compare import DisagreementError
from tests.figures.rules.positions import check_position
from tests.positions import positions

GIVEN = "Fencer 4 8 plots SQ S3 sabre 0 | Archer 8 8 looks 90 bow 15 feels C8 damage 1 | pack SK HK C2 C3 C4 | emotions"


def check(then: str, given: str = GIVEN, when: str = "6 w, yes") -> None:
    """A position of one line."""
    for position in positions(f"§05: a table.\n    given  {given}\n    when   {when} => {then}\n"):
        check_position(position)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Fencer: 5.6 8", "Fencer: 5.6001 8"),
        ("gone Fencer: 1.6@0", "gone Fencer: 1.6@1"),
        ("looks Archer: 90", "looks Archer: 75"),
        ("Archer.damage: 4", "Archer.damage: 3"),
        ("weapons public Archer: 15, nobody", "weapons public Archer: 0, nobody"),
        ("sees public Archer.emotion_cards: C8", "sees public Archer.emotion_cards: C9"),
        ("farthest: 4 w", "farthest: 4.5 w"),
        ("legal: rest, 0 w … 4 w", "legal: 0 w … 4 w"),
        ("actor: Fencer", "actor: Archer"),
        ("told DAMAGE: 1 1 3 4", "told DAMAGE: nothing"),
        ("knows S3: 0", "knows S3: 0, 1"),
    ],
)
def test_a_fact_that_is_not_so(right: str, wrong: str) -> None:
    check(right)
    with pytest.raises(AssertionError):
        check(wrong)


@pytest.mark.parametrize(
    ("right", "wrong", "when"),
    [
        ("touches: sabre Archer", "touches: sabre Archer from the start", "6 w"),
        ("taken: share 0.5", "taken: share 0.25", "go 0.5"),
    ],
)
def test_a_fact_of_a_decision_or_a_point_that_is_not_so(right: str, wrong: str, when: str) -> None:
    check(right, when=when)
    with pytest.raises(AssertionError):
        check(wrong, when=when)


def test_the_oracle_judges_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    check("actor: Fencer")
    monkeypatch.setattr("tests.figures.oracle.table.number", lambda card: 5)
    with pytest.raises(DisagreementError, match="damage of Archer"):
        check("actor: Fencer")


def test_the_oracle_is_set_onto_the_table_as_it_is_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.figures.oracle.laid.radians", lambda degrees: 1.0)
    with pytest.raises(DisagreementError, match="looks elsewhere"):
        check("actor: Fencer")


@pytest.mark.parametrize(("given", "complaint"), [(f"{GIVEN} | wall 3", "'wall 3' is nothing"),
                                                  (GIVEN.replace("Archer", "Archre"), "'Archre 8 8")])  # fmt: skip
def test_a_slip_of_the_pen(given: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        check("done: no", given)
