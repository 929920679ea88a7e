"""A move in greedy's mind leaves the board as it lies on the table when the dice fall as they most likely do."""

from typing import Any

import pytest

from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.engine.scratch import blank_records
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.greedy import likeliest, mind
from dynasty_env.shinsengumi.material import NOWHERE, PERSON_NAMES, Place
from tests.shinsengumi.rules.conftest import IDLE, moving, on, one, pieces, rolling, table

pieces = pieces  # what a test prints on the pieces is gone after it
READ, GO = GAME.rule(mind.read), GAME.rule(likeliest.go)
OKITA, SAITO = "Okita Soji", "Saito Hajime"


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
    state = table(one(OKITA, "3.5", arrows="up right down left", combat=combat), IDLE, events={event: here})
    same(state, rolling(moving(state, OKITA), *dice, by=f"event:{event}"), OKITA)


def test_a_wound_where_row_6_is_taken() -> None:
    lying = {"Osaka wrestlers": "3.3"}
    state = table(one(OKITA, "3.5", arrows="up right down left", combat=1), on(SAITO, "3.6"), IDLE, events=lying)
    same(state, rolling(moving(state, OKITA), 2, by="event:Osaka wrestlers"), OKITA)
    assert foreseen(state, OKITA).cell[PERSON_NAMES.index(OKITA)] == NOWHERE


@pytest.mark.parametrize(("mine", "other"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_at_aburanokoji_everybody_who_more_likely_than_not_dies_is_gone(mine: int, other: int) -> None:
    there = one(OKITA, "3.5", arrows="up right down left", combat=mine), on(SAITO, "3.2", combat=other)
    state = table(*there, IDLE, events={"Aburanokoji": "3.3"})
    m = foreseen(state, OKITA)
    for name, combat in ((OKITA, mine), (SAITO, other)):
        assert (m.cell[PERSON_NAMES.index(name)] == NOWHERE) == (combat < 3)
    assert set(m.event_cell) == {NOWHERE}


@pytest.mark.parametrize("bushido", [2, 3])
@pytest.mark.parametrize(
    "failure", ["resolve", "drunk", "seppuku", "desert", "spirit", "unmoved", "rage", "defect", "panic", "bully"]
)
def test_a_check(failure: str, bushido: int) -> None:
    """It fails if that is likelier, which it is with a bushido of two or less."""
    state = table(one(OKITA, "3.5", arrows="up* right down left", failure=failure, bushido=bushido), IDLE)
    m, off = foreseen(state, OKITA), failure in ("seppuku", "desert")
    if failure == "bully" or bushido > 2:
        same(state, moving(state, OKITA, 1), OKITA)  # nobody else can go down
    else:
        same(state, moving(state, OKITA, 3), OKITA)
        assert (m.cell[PERSON_NAMES.index(OKITA)] == NOWHERE) == off


@pytest.mark.parametrize(("failure", "dice"), [("careless", [6, 1]), ("cough_blood", [6, 3]), ("assassinate", [6, 6])])
def test_a_failure_that_most_likely_does_nothing(failure: str, dice: list[int]) -> None:
    okita = one(OKITA, "3.5", arrows="up* right down left", failure=failure, bushido=1, combat=2)
    state = table(okita, {**IDLE, "cell": "2.6"})
    same(state, moving(state, OKITA, dice[0]) if failure == "assassinate" else moving(state, OKITA, *dice), OKITA)
