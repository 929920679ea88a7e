"""§06-01 D: who is named, and where he goes when nobody waits."""

import pytest

from dynasty_env.shinsengumi.material import PERSON_NAMES
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import (
    IDLE,
    bag,
    cell,
    marks,
    moving,
    named,
    on,
    one,
    persons,
    play,
    seat,
    table,
    told,
)

ROUND = "up right down left"


@pytest.mark.rule("§06-01-D", "§06-01-D-1")
def test_s06_01_whoever_has_no_marker_is_named() -> None:
    """§06-01 D: a person on whom no stone lies is named; neither a white nor a black one may lie on him."""
    state = table(
        one("Kondo Isami", "1.1"), on("Okita Soji", "3.3"), on("Ito Kashitaro", "4.4", white=0, black=1), IDLE
    )
    assert (state.phase, persons(state)) == ("move", {"Kondo Isami", "Shimada Kai"})


@pytest.mark.rule("§06-01-D-1")
def test_s06_01_whoever_cannot_move_is_not_named() -> None:
    """§06-01 D: a person is not named for whom every direction leads off the board or onto a piece."""
    corner = one("Kondo Isami", "1.1")
    boxed = table(corner, on("Okita Soji", "2.1"), IDLE, events={"Pleasure quarter": "1.2"})
    assert persons(boxed) == {"Shimada Kai"}
    assert "Kondo Isami" in persons(table(corner, IDLE, events={"Pleasure quarter": "1.2"}))
    assert "Kondo Isami" in persons(table(corner, on("Okita Soji", "2.1"), IDLE))


@pytest.mark.rule("§06-01-D-1")
@pytest.mark.parametrize("arrow", [1, 2, 3, 4])
def test_s06_01_one_possible_arrow_is_enough(arrow: int) -> None:
    """§06-01 D: … any of the four."""
    directions = ["up", "right", "down"]
    directions.insert(arrow - 1, "left")
    walls = [on("Okita Soji", "3.2"), on("Ito Kashitaro", "4.3"), on("Niimi Nishiki", "3.4")]
    state = table(one("Kondo Isami", "3.3", arrows=" ".join(directions)), *walls, IDLE)
    assert "Kondo Isami" in persons(state)
    assert cell(moving(state, "Kondo Isami"), "Kondo Isami") == "2.3"


@pytest.mark.rule("§06-01-D-1")
@pytest.mark.parametrize(
    ("blocked", "goal"),
    [((), "3.2"), (("3.2",), "4.3"), (("3.2", "4.3"), "3.4"), (("3.2", "4.3", "3.4"), "2.3"), (("4.3", "3.4"), "3.2")],
)
def test_s06_01_the_first_possible_arrow(blocked: tuple[str, ...], goal: str) -> None:
    """§06-01 D: arrow 1 if that cell is empty, else arrow 2, else 3, else 4."""
    names = ("Okita Soji", "Ito Kashitaro", "Niimi Nishiki")
    walls = [on(name, where) for name, where in zip(names, blocked, strict=False)]
    state = table(one("Kondo Isami", "3.3", arrows=ROUND), *walls, IDLE)
    assert cell(moving(state, "Kondo Isami"), "Kondo Isami") == goal


@pytest.mark.rule("§06-01-D-1")
@pytest.mark.parametrize(("corner", "goal"), [("1.1", "1.2"), ("6.1", "6.2"), ("6.5", "6.4"), ("1.6", "1.5")])
@pytest.mark.parametrize("order", ["left up right down", "right down left up"])
def test_s06_01_nobody_leaves_the_board(corner: str, goal: str, order: str) -> None:
    """§06-01 D: a cell off the board is passed over like an occupied one."""
    column, row = corner.split(".")
    sideways = f"{2 if column == '1' else 5}.{row}"
    state = table(one("Ichimura Tetsunosuke", corner, arrows=order), on("Okita Soji", sideways), IDLE)
    assert cell(moving(state, "Ichimura Tetsunosuke"), "Ichimura Tetsunosuke") == goal


@pytest.mark.rule("§06-01-D-1", "S-R2")
@pytest.mark.parametrize(
    ("arrows", "goal"),
    [
        ("up right down left", "3.3"),
        ("right up down left", "4.4"),
        ("down up right left", "3.5"),
        ("left up right down", "2.4"),
    ],
)
@pytest.mark.parametrize("person", [PERSON_NAMES[0], PERSON_NAMES[-1]])
def test_s06_01_one_cell_in_the_arrow_s_direction(person: str, arrows: str, goal: str) -> None:
    """§06-01 D: he moves one cell; up is towards row 1, right towards column 6."""
    state = table(one(person, "3.4", arrows=arrows), IDLE)
    after = moving(state, person)
    assert cell(after, person) == goal
    assert [entry.value for entry in told(after, Trace.MOVED)] == [0]


@pytest.mark.rule("§06-01-D-1")
@pytest.mark.parametrize(("arrows", "marker"), [("up right* down* left*", (1, 0)), ("up* right down left", (0, 1))])
def test_s06_01_a_marker_of_the_used_arrow_s_colour(arrows: str, marker: tuple[int, int]) -> None:
    """§06-01 D: a stone of the colour of the arrow that was used is taken from the bag and laid on him."""
    state = table(one("Kondo Isami", "3.3", arrows=arrows, bushido=6), IDLE)
    assert bag(state) == (16, 16)
    after = moving(state, "Kondo Isami")
    assert marks(after, "Kondo Isami") == marker
    assert bag(after) == (16 - marker[0], 16 - marker[1])


@pytest.mark.rule("§06-01-D-1")
def test_s06_01_the_cell_that_he_leaves_is_empty() -> None:
    """§06-00: one piece a cell: where he was somebody else may go."""
    state = table(one("Kondo Isami", "1.1", arrows="right up down left"),
                  one("Okita Soji", "1.2", arrows="up right down left"), IDLE)  # fmt: skip
    after = moving(moving(state, "Kondo Isami"), "Okita Soji")
    assert (cell(after, "Kondo Isami"), cell(after, "Okita Soji")) == ("2.1", "1.1")


@pytest.mark.rule("§06-00")
def test_s06_00_one_piece_a_cell() -> None:
    """§06-00: … and where he is, nobody may go."""
    state = table(one("Kondo Isami", "1.1", arrows="right up down left"),
                  one("Okita Soji", "3.1", arrows="left down up right"), IDLE)  # fmt: skip
    after = moving(moving(state, "Kondo Isami"), "Okita Soji")
    assert (cell(after, "Kondo Isami"), cell(after, "Okita Soji")) == ("2.1", "3.2")


@pytest.mark.rule("§06-01-D")
def test_s06_01_d_goes_on_until_all_are_marked_or_stuck() -> None:
    """§06-01 D: the turn player names one after another; the phase ends when everybody is marked or cannot move."""
    state = table(one("Kondo Isami", "1.1", arrows="right up down left"), on("Okita Soji", "6.5"),
                  on("Niimi Nishiki", "5.6"), IDLE, turn=3, seats=["Kondo Isami"])  # fmt: skip
    assert persons(state) == {"Kondo Isami"}
    after = moving(state, "Kondo Isami")
    assert (after.to_dict()["turn"], after.phase == "move") == (4, False)


@pytest.mark.rule("§06-01-D")
def test_s06_01_d_who_was_stuck_is_named_once_he_can_move() -> None:
    """§06-01 D: … a person who could not move when the phase began, and can now, has still to be named."""
    state = table(one("Kondo Isami", "5.6", arrows="left up right down"), on("Okita Soji", "6.5"), IDLE, turn=3)
    assert persons(state) == {"Kondo Isami"}
    after = moving(state, "Kondo Isami")
    assert (after.phase, after.to_dict()["turn"], persons(after)) == ("move", 3, {"Shimada Kai"})


@pytest.mark.rule("§06-01-D")
def test_s06_01_d_nobody_can_be_named() -> None:
    """§06-01 D: with everybody marked from the last turn the phase ends at once."""
    state = table(on("Kondo Isami", "1.1", white=0, black=1), turn=3, seats=["Kondo Isami"])
    assert (state.to_dict()["turn"], state.phase == "move") == (4, False)
    assert marks(state, "Kondo Isami") == (0, 0)


@pytest.mark.rule("§06-01-D")
@pytest.mark.parametrize("turn_player", [0, 1])
def test_s06_01_d_the_turn_player_names(turn_player: int) -> None:
    """§06-01 D: the turn player alone names, again and again, whoever's self it is."""
    state = table(one("Kondo Isami", "1.1"), one("Okita Soji", "3.3"), one("Niimi Nishiki", "5.5"), IDLE,
                  seats=["Kondo Isami", "Okita Soji"], turn_player=turn_player)  # fmt: skip
    for person in ("Kondo Isami", "Niimi Nishiki"):
        assert (state.phase, state.seat) == ("move", turn_player)
        state = moving(state, person)
    assert (state.phase, state.seat, persons(state)) == ("move", turn_player, {"Okita Soji", "Shimada Kai"})


@pytest.mark.rule("§06-01-D-2")
def test_s06_01_before_he_moves_all_may_wait() -> None:
    """§06-01 D: before the move all players may call for a wait: he stands where he stood, and has no marker yet."""
    state = table(one("Kondo Isami", "3.3"), IDLE, seats=[seat("Kondo Isami", 1, 1), seat("Shimada Kai", 1, 1)])
    waiting = named(state, "Kondo Isami")
    assert (waiting.phase, waiting.seat) == ("wait", 0)
    assert (cell(waiting, "Kondo Isami"), marks(waiting, "Kondo Isami")) == ("3.3", (0, 0))
    laid = waiting.to_dict()
    assert (laid["mover"], laid["origin"], laid["namings"]) == ("Kondo Isami", "3.3", 1)


@pytest.mark.rule("§06-01-D")
def test_s06_01_after_the_move_nobody_is_named_any_more() -> None:
    """§06-01 D: once he has moved and his fights are over, the next one is named."""
    state = moving(table(one("Kondo Isami", "3.3", arrows=ROUND), on("Okita Soji", "3.1"), IDLE), "Kondo Isami")
    laid = state.to_dict()
    assert (laid["mover"], laid["origin"], laid["laid"], laid["namings"]) == (None, None, [0, 0, 0, 0], 1)
    play(state, "person:Shimada Kai")
    assert state.to_dict()["namings"] == 2
