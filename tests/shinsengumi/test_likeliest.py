"""A move in greedy's mind leaves the board as it lies on the table when the dice fall as they most likely do."""

from collections.abc import Iterator
from typing import Any

import pytest

from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.engine.scratch import blank_records
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.greedy import likeliest, mind
from dynasty_env.shinsengumi.material import NOWHERE, PERSON_NAMES, Place
from tests.shinsengumi.rules.positions import Table, printed_pieces

READ, GO = GAME.rule(mind.read), GAME.rule(likeliest.go)
OKITA, SAITO = "Okita Soji", "Saito Hajime"


@pytest.fixture(autouse=True)
def pieces() -> Iterator[None]:
    """What a test prints on the pieces is gone after it."""
    with printed_pieces():
        yield


def played(given: str, *lines: str) -> tuple[State, State]:
    """A table before and after these lines of play."""
    play = Table(given)
    before = play.state.clone()
    for line in lines:
        play.line(line)
    return before, play.state


def foreseen(state: State, person: str) -> Any:
    """What the turn player has in mind after the person has gone along his first arrow."""
    m = blank_records(mind.MIND)[0]
    READ(m, Tables(GAME.layout.records(state.observe(state.seat)))[0])
    GO(m, PERSON_NAMES.index(person), 0)
    return m


def same(state: State, after: State, person: str) -> None:
    """All that lies on the board then lies there in the mind, newborn persons left out."""
    m, t = foreseen(state, person), after.tables[0]
    for number, name in enumerate(PERSON_NAMES):
        if state.tables[0].place[number] == Place.BOARD:
            there = t.cell[number] if t.place[number] == Place.BOARD else NOWHERE
            assert m.cell[number] == there, name
    assert list(m.event_cell) == list(t.event_cell)


@pytest.mark.parametrize(
    ("event", "here", "combat", "dice"),
    [
        ("Osaka wrestlers", "3.3", 2, [3]),  # wounded, since four faces of six are above 2
        ("Osaka wrestlers", "3.3", 3, [3]),  # … and three above 3
        ("Ikedaya ronin", "3.3", 4, [5, 1]),  # killed: five cases in nine
        ("Ikedaya ronin", "3.3", 5, [5, 1]),
        ("Satsuma riflemen", "3.3", 5, [5, 1, 1, 1]),
        ("Forbidden gate", "3.3", 1, [1]),  # which stays
    ],
)
def test_a_fight(event: str, here: str, combat: int, dice: list[int]) -> None:
    given = f"Okita Soji 3.5 arrows=up right down left combat={combat} | Shimada Kai 6.6 | {event} {here}"
    same(*played(given, "Okita Soji, rolls", f"{event} (rolls {' '.join(map(str, dice))})"), OKITA)


def test_a_wound_where_row_6_is_taken() -> None:
    given = "Okita Soji 3.5 arrows=up right down left combat=1 | Saito Hajime 3.6 moved | Shimada Kai 6.6"
    state, after = played(f"{given} | Osaka wrestlers 3.3", "Okita Soji, rolls, Osaka wrestlers (rolls 2)")
    same(state, after, OKITA)
    assert foreseen(state, OKITA).cell[PERSON_NAMES.index(OKITA)] == NOWHERE


@pytest.mark.parametrize(("mine", "other"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_at_aburanokoji_everybody_who_more_likely_than_not_dies_is_gone(mine: int, other: int) -> None:
    there = f"Okita Soji 3.5 arrows=up right down left combat={mine} | Saito Hajime 3.2 moved combat={other}"
    m = foreseen(Table(f"{there} | Shimada Kai 6.6 | Aburanokoji 3.3").state, OKITA)
    for name, combat in ((OKITA, mine), (SAITO, other)):
        assert (m.cell[PERSON_NAMES.index(name)] == NOWHERE) == (combat < 3)
    assert set(m.event_cell) == {NOWHERE}


@pytest.mark.parametrize("bushido", [2, 3])
@pytest.mark.parametrize(
    "failure", ["resolve", "drunk", "seppuku", "desert", "spirit", "unmoved", "rage", "defect", "panic", "bully"]
)
def test_a_check(failure: str, bushido: int) -> None:
    """It fails if that is likelier, which it is with a bushido of two or less."""
    given = f"Okita Soji 3.5 arrows=up* right down left failure={failure} bushido={bushido} | Shimada Kai 6.6"
    passed = failure == "bully" or bushido > 2  # nobody else can be bullied down
    state, after = played(given, f"Okita Soji, rolls {1 if passed else 3}")
    m, off = foreseen(state, OKITA), failure in ("seppuku", "desert")
    same(state, after, OKITA)
    if not passed:
        assert (m.cell[PERSON_NAMES.index(OKITA)] == NOWHERE) == off


@pytest.mark.parametrize(("failure", "dice"), [("careless", [6, 1]), ("cough_blood", [6, 3]), ("assassinate", [6, 6])])
def test_a_failure_that_most_likely_does_nothing(failure: str, dice: list[int]) -> None:
    given = f"Okita Soji 3.5 arrows=up* right down left failure={failure} bushido=1 combat=2 | Shimada Kai 2.6"
    shown = dice[:1] if failure == "assassinate" else dice
    same(*played(given, f"Okita Soji, rolls {' '.join(map(str, shown))}"), OKITA)
