"""§06-01 C: Ee ja nai ka (ええじゃないか) moves over the board."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules import trace_fields
from tests.shinsengumi.rules.conftest import TRIES, cell, cells, faces, lying, moving, on, one, play, save, table, told
from tests.shinsengumi.rules.trace_fields import story

A, B = "Kondo Isami", "Ichimura Tetsunosuke"
DANCE = "Ee ja nai ka"
GONE = ["Fiancee", "Ishida powder", "Unworthy of bushido"]


def dancing(start: str, *dice: int, walls: tuple[str, ...] = ()) -> State:
    """A turn has begun without an event to place; Ee ja nai ka lay at `start`, and its dice begin like this."""
    people = [one(A, walls[0] if walls else "6.6"), *(on(B, each) for each in walls[1:2])]
    laid = save(*people, seats=[A], events={DANCE: start}, phase="turn", event_pile=["Ishida powder"])
    for key in range(TRIES):
        state = GAME.from_dict(laid | {"generator": {"key": [key, 0], "draws": 0}}, backend="interpreted")
        if faces(state)[: len(dice)] == list(dice):
            trace_fields.check(state)
            return state
    raise AssertionError(f"the dice were never {dice}")


def steps(state: State) -> list[tuple[int, str]]:
    """Each die and the cell where it led."""
    return [(face, goal) for _, goal, face in story(state.trace(), Trace.DANCED)]


@pytest.mark.rule("§06-01-C", "EV-06")
@pytest.mark.parametrize(("face", "goal"), [(1, "3.2"), (2, "4.3"), (3, "4.3"), (4, "3.4"), (5, "2.3"), (6, "2.3")])
def test_s06_01_c_one_cell_by_the_die(face: int, goal: str) -> None:
    """Ee ja nai ka: 1 up, 2–3 right, 4 down, 5–6 left, one cell."""
    assert steps(dancing("3.3", face))[0] == (face, goal)


@pytest.mark.rule("§06-01-C", "EV-06")
def test_s06_01_c_again_and_again() -> None:
    """Ee ja nai ka: it goes on until a die moves it nowhere; there it lies."""
    state = dancing("3.3", 1, 2, 1, 1)
    assert steps(state) == [(1, "3.2"), (2, "4.2"), (1, "4.1"), (1, "stays")]
    assert (lying(state, DANCE), state.phase) == ("4.1", "move")
    assert [each["cell"] for each in state.to_dict()["events"]] == ["4.1"]


@pytest.mark.rule("§06-01-C", "EV-06")
@pytest.mark.parametrize(
    ("start", "face"), [("3.1", 1), ("6.3", 2), ("6.3", 3), ("3.6", 4), ("1.3", 5), ("1.3", 6), ("1.1", 1), ("6.5", 3)]
)
def test_s06_01_c_not_off_the_board(start: str, face: int) -> None:
    """Ee ja nai ka: a die that would take it off the board ends the phase."""
    state = dancing(start, face)
    assert (steps(state), lying(state, DANCE)) == ([(face, "stays")], start)


@pytest.mark.rule("§06-01-C", "EV-06")
@pytest.mark.parametrize(("wall", "face"), [("3.2", 1), ("4.3", 2), ("3.4", 4), ("2.3", 5)])
def test_s06_01_c_not_onto_a_piece(wall: str, face: int) -> None:
    """Ee ja nai ka: … or onto a piece."""
    state = dancing("3.3", face, walls=(wall,))
    assert (steps(state), lying(state, DANCE), cell(state, A)) == ([(face, "stays")], "3.3", wall)


@pytest.mark.rule("§06-01-C")
def test_s06_01_c_the_cell_that_it_leaves_is_free() -> None:
    """Ee ja nai ka: it can go back to where it came from, and so can others."""
    state = dancing("3.3", 1, 4, 4)
    assert [goal for _, goal in steps(state)][:3] == ["3.2", "3.3", "3.4"]


@pytest.mark.rule("§06-01-C")
def test_s06_01_c_only_while_it_is_on_the_board() -> None:
    """§06-01 C: without it on the board there is no such phase."""
    for fields in ({}, {"gone": [DANCE]}):
        state = table(one(A, "3.3"), seats=[A], phase="turn", event_pile=["Ishida powder"], **fields)
        assert (state.phase, told(state, Trace.DANCED)) == ("move", [])


@pytest.mark.rule("§06-01-C", "EV-06")
def test_s06_01_c_also_in_the_turn_in_which_it_comes() -> None:
    """§06-01 C: placed in phase B it dances in phase C of the same turn."""
    state = table(one(A, "3.3"), seats=[A], phase="turn", event_pile=[DANCE])
    assert len(cells(state)) == 35
    entries = play(state, "cell:1.1")
    assert [each[0] for each in story(entries)][:2] == ["EVENT_PLACED", "DANCED"]


@pytest.mark.rule("EV-06")
def test_ev_06_it_stays_and_triggers_nothing() -> None:
    """Ee ja nai ka: it stays to the end of the game; beside it nothing happens."""
    state = table(
        one(A, "2.3", arrows="up right down left"), on(B, "5.5"), one("Shimada Kai", "6.6"), events={DANCE: "2.1"}
    )
    after = moving(state, A)
    assert (after.phase, faces(after), lying(after, DANCE)) == ("move", [], "2.1")


@pytest.mark.rule("S-R7")
def test_s_r7_at_most_36_rolls() -> None:
    """S-R7: after 36 rolls the phase is over, wherever it is (about one dance in forty lasts as long)."""
    laid = save(one(A, "6.6"), seats=[A], events={DANCE: "3.3"}, phase="turn", event_pile=["Ishida powder"])
    lengths = set()
    for key in range(400):
        state = GAME.from_dict(laid | {"generator": {"key": [key, 0], "draws": 0}}, backend="interpreted")
        lengths.add(len(steps(state)))
        assert lying(state, DANCE) != "gone" and state.phase == "move"
    assert max(lengths) == 36
