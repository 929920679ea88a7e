"""Failure actions that move the failer: 覚悟, 酒乱, 闘志, 不動, 憤慨, 変節, 狼狽; and 恫喝, which moves another."""

from typing import Any

import pytest

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import (
    IDLE,
    cell,
    faces,
    marks,
    moving,
    on,
    one,
    persons,
    play,
    table,
    told,
    under,
)

SOMEBODY, OTHER = "Kondo Isami", "Okita Soji"
RIGHT = "right* up down left"
LEFT = "left* up right down"
UP = "up* right down left"
DOWN = "down* right up left"


def failing(
    action: str, start: str, arrows: str, *people: dict[str, Any], dice: tuple[int, ...] = (), **fields: Any
) -> State:
    """Somebody with this failure action has moved by his first arrow, which is black, and has failed."""
    state = table(one(SOMEBODY, start, arrows=arrows, bushido=1, failure=action), *people, IDLE, **fields)
    return moving(state, SOMEBODY, 6, *dice)


@pytest.mark.rule("FA-02")
@pytest.mark.parametrize(
    ("start", "wall", "goal"),
    [("2.5", None, "3.1"), ("2.5", "3.2", "3.3"), ("2.5", "3.4", "3.5"), ("2.1", None, "3.1"), ("2.2", "3.6", "3.1")],
)
def test_fa_02_resolve_goes_up_until_blocked(start: str, wall: str | None, goal: str) -> None:
    """Resolve (覚悟): up in the column where he stands; he stops before a piece, else in row 1."""
    after = failing("resolve", start, RIGHT, *([on(OTHER, wall)] if wall else []))
    assert (cell(after, SOMEBODY), marks(after, SOMEBODY)) == (goal, (0, 1))


@pytest.mark.rule("FA-02")
def test_fa_02_an_event_blocks_as_well() -> None:
    """Resolve: a piece is a person or an event."""
    after = failing("resolve", "2.5", RIGHT, events={"Pleasure quarter": "3.3"})
    assert cell(after, SOMEBODY) == "3.4"


@pytest.mark.rule("FA-04")
@pytest.mark.parametrize(
    ("start", "wall", "goal"),
    [("2.2", None, "3.6"), ("2.2", "3.5", "3.4"), ("2.2", "3.3", "3.2"), ("2.6", None, "3.6"), ("2.2", "3.1", "3.6")],
)
def test_fa_04_drunk_goes_down_until_blocked(start: str, wall: str | None, goal: str) -> None:
    """Drunk (酒乱): down in his column until a piece or row 6; and two black stones lie on him instead of one."""
    after = failing("drunk", start, RIGHT, *([on(OTHER, wall)] if wall else []))
    assert (cell(after, SOMEBODY), marks(after, SOMEBODY)) == (goal, (0, 2))


@pytest.mark.rule("FA-08")
@pytest.mark.parametrize(
    ("start", "wall", "goal"), [("2.3", None, "3.2"), ("2.3", "3.2", "3.3"), ("2.1", None, "3.1"), ("2.2", None, "3.1")]
)
def test_fa_08_spirit_one_up(start: str, wall: str | None, goal: str) -> None:
    """Spirit (闘志): one cell up; off the board or onto a piece: nothing."""
    after = failing("spirit", start, RIGHT, *([on(OTHER, wall)] if wall else []))
    assert (cell(after, SOMEBODY), marks(after, SOMEBODY)) == (goal, (0, 1))


@pytest.mark.rule("FA-10")
@pytest.mark.parametrize(
    ("start", "wall", "goal"), [("2.3", None, "3.4"), ("2.3", "3.4", "3.3"), ("2.6", None, "3.6"), ("2.5", None, "3.6")]
)
def test_fa_10_rage_one_down(start: str, wall: str | None, goal: str) -> None:
    """Rage (憤慨): one cell down; off the board or onto a piece: nothing."""
    after = failing("rage", start, RIGHT, *([on(OTHER, wall)] if wall else []))
    assert (cell(after, SOMEBODY), marks(after, SOMEBODY)) == (goal, (0, 1))


@pytest.mark.rule("FA-09")
@pytest.mark.parametrize("arrows", [RIGHT, LEFT, UP, DOWN])
def test_fa_09_unmoved_goes_back(arrows: str) -> None:
    """Unmoved (不動): back to the cell that he left; he has moved all the same."""
    after = failing("unmoved", "3.3", arrows)
    assert (cell(after, SOMEBODY), marks(after, SOMEBODY)) == ("3.3", (0, 1))


@pytest.mark.rule("FA-11")
@pytest.mark.parametrize(
    ("start", "arrows", "goal"),
    [
        ("1.3", UP, "6.2"),
        ("2.4", RIGHT, "6.4"),
        ("3.3", RIGHT, "1.3"),
        ("5.6", RIGHT, "1.6"),
        ("4.3", LEFT, "6.3"),
        ("5.1", LEFT, "1.1"),
    ],
)
def test_fa_11_defect_to_the_far_column(start: str, arrows: str, goal: str) -> None:
    """Defect (変節): from columns 1–3 to column 6, from columns 4–6 to column 1, in the row where he stands."""
    after = moving(
        table(one(SOMEBODY, start, arrows=arrows, bushido=1, failure="defect"), one("Shimada Kai", "3.5")), SOMEBODY, 6
    )
    assert (cell(after, SOMEBODY), marks(after, SOMEBODY)) == (goal, (0, 1))


@pytest.mark.rule("FA-11")
@pytest.mark.parametrize(("start", "taken"), [("2.3", "6.3"), ("4.3", "1.3")])
@pytest.mark.parametrize("face", [1, 3, 4, 6])
def test_fa_11_occupied_he_deserts(start: str, taken: str, face: int) -> None:
    """Defect: onto a piece he cannot go: he deserts, by the rule of desertion."""
    after = failing("defect", start, RIGHT, on(OTHER, taken), dice=(face,))
    assert (cell(after, OTHER), faces(after)) == (taken, [6, face])
    assert len(told(after, Trace.DESERTED)) == (face <= 3)
    assert len(told(after, Trace.REMOVED)) == (face > 3)


@pytest.mark.rule("FA-11")
@pytest.mark.parametrize(("start", "arrows"), [("2.2", UP), ("5.2", UP)])
def test_fa_11_the_near_column_does_not_matter(start: str, arrows: str) -> None:
    """Defect: … only the cell where he would go counts."""
    near, far = ("1.1", "6.1") if start == "2.2" else ("6.1", "1.1")
    assert cell(failing("defect", start, arrows, on(OTHER, near)), SOMEBODY) == far


@pytest.mark.rule("FA-13")
@pytest.mark.parametrize(
    ("start", "arrows", "between", "goal"),
    [
        ("2.2", RIGHT, "3.3", "3.6"),
        ("1.4", DOWN, "2.6", "1.6"),
        ("5.1", LEFT, "4.5", "4.6"),
        ("5.5", RIGHT, "5.6", "6.6"),
    ],
)
def test_fa_13_panic_to_row_6(start: str, arrows: str, between: str, goal: str) -> None:
    """Panic (狼狽): to the lowest cell of his column, whatever lies between."""
    idle = one("Shimada Kai", "1.1")
    state = table(one(SOMEBODY, start, arrows=arrows, bushido=1, failure="panic"), on(OTHER, between), idle)
    after = moving(state, SOMEBODY, 6)
    assert (cell(after, SOMEBODY), marks(after, SOMEBODY)) == (goal, (0, 1))


@pytest.mark.rule("FA-13")
@pytest.mark.parametrize("face", [1, 3, 4, 6])
def test_fa_13_occupied_he_deserts(face: int) -> None:
    """Panic: another piece there: he deserts, by the rule of desertion."""
    after = failing("panic", "2.2", RIGHT, on(OTHER, "3.6"), dice=(face,))
    assert (cell(after, OTHER), faces(after)) == ("3.6", [6, face])
    assert len(told(after, Trace.DESERTED)) == (face <= 3)
    assert len(told(after, Trace.REMOVED)) == (face > 3)


@pytest.mark.rule("FA-13")
def test_fa_13_there_already_he_stays() -> None:
    """Panic: who stands in row 6 already has got where he would go: no desertion."""
    after = failing("panic", "2.6", RIGHT)
    assert (cell(after, SOMEBODY), faces(after), told(after, Trace.SLID)) == ("3.6", [6], [])


# ------------------------------------------------------------------------------------------------------- 恫喝: bully


@pytest.mark.rule("FA-07")
def test_fa_07_bully_names_another_who_can_go_down() -> None:
    """Bully (恫喝): the turn player names a person, not the failer, below whom there is an empty cell of the board."""
    state = failing(
        "bully", "1.3", UP, on(OTHER, "3.3"), on("Ito Kashitaro", "5.1"), on("Niimi Nishiki", "5.2"),
        on("Todo Heisuke", "2.6"),
        on("Tani Sanjuro", "4.1"), one("Kawai Kisaburo", "3.1"), events={"Pleasure quarter": "4.2"},
        seats=["Shimada Kai", OTHER], turn_player=1,
    )  # fmt: skip
    assert (state.phase, state.seat, cell(state, SOMEBODY)) == ("bully_target", 1, "1.2")
    assert persons(state) == {OTHER, "Niimi Nishiki", "Kawai Kisaburo"}


@pytest.mark.rule("FA-07")
@pytest.mark.parametrize("white", [0, 1])
def test_fa_07_he_goes_one_down_without_a_marker(white: int) -> None:
    """Bully: he moves one cell down; it is no move of his own: no stone is laid on him, what lies there stays."""
    state = failing("bully", "1.3", UP, one("Niimi Nishiki", "3.3", white=white, under="Fiancee"))
    play(state, "person:Niimi Nishiki")
    assert (cell(state, "Niimi Nishiki"), marks(state, "Niimi Nishiki")) == ("3.4", (white, 0))
    assert (under(state, "Niimi Nishiki"), cell(state, SOMEBODY), marks(state, SOMEBODY)) == ("Fiancee", "1.2", (0, 1))


@pytest.mark.rule("FA-07")
def test_fa_07_nobody_can_go_down() -> None:
    """Bully: with nobody who could go down nothing happens; the failer himself cannot be named."""
    after = failing("bully", "1.3", UP, on(OTHER, "3.6"))
    assert (after.phase, cell(after, SOMEBODY), told(after, Trace.SLID)) == ("move", "1.2", [])


@pytest.mark.rule("FA-07", "S-R13")
def test_fa_07_whoever_is_driven_triggers_nothing() -> None:
    """Bully, S-R13: a person moved by another's action begins no fight."""
    events = {"Kaientai": "3.5", "Aburanokoji": "4.4", "Forbidden gate": "2.4"}
    state = failing("bully", "1.3", UP, on("Niimi Nishiki", "3.3"), on(OTHER, "4.5"), events=events)
    play(state, "person:Niimi Nishiki")
    assert cell(state, "Niimi Nishiki") == "3.4"
    assert (state.phase, faces(state)) == ("move", [])
    assert {each["event"] for each in state.to_dict()["events"]} == set(events)
