"""SW02-07-12: deflection (偏差射撃): up to two dice are changed freely. D-R57, D-R58."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State

from .conftest import holder, names, play, quiet
from .expansion import errand, house_of, rolled

WITCH = "the Deflector"


def dealt(faces: list[int], need: int, kind: str = "war", **fields: object) -> State:
    """Her dice have fallen so, against this success value."""
    state = errand(kind, house_of(WITCH, kind), WITCH, need, **fields)
    return rolled(state, lambda dice: sorted(dice) == sorted(faces))


def told_from_the_turn_on(faces: list[int], need: int) -> State:
    """The same, loaded from a save of the turn's beginning and the moves since, with a generator that comes to this."""
    saved = quiet(errand("war", house_of(WITCH, "war"), WITCH, need)).to_dict()
    for key in range(2000):
        begun = saved["begun"] | {"generator": {"key": [key, 0], "draws": 0}}
        bare = {"game": GAME.name, "begun": begun, "moves": [*saved["moves"], "pass"]}
        state = GAME.from_dict(bare, backend="interpreted")
        if sorted(state.to_dict()["dice"]) == sorted(faces):
            return state
    raise AssertionError(f"the dice never fall as {faces}")


def won(state: State) -> bool:
    """Whether the war for Milan was won."""
    return holder(state, "Milan") == 0


def changes(state: State) -> set[str]:
    return names(state) - {"pass"}


def to_any(*faces: int) -> set[str]:
    """Every change of one die among these faces."""
    return {f"dice:{a}->{b}" for a in faces for b in range(1, 7) if a != b}


@pytest.mark.rule("SW02-07-12")
def test_sw02_07_12_one_die_of_that_face() -> None:
    """SW02-07-12: a change is of one die, not of all that show the face."""
    state = dealt([1, 2, 2, 3], 13)
    play(state, "dice:2->5")
    assert sorted(state.to_dict()["dice"]) == [1, 2, 3, 5]


# --------------------------------------------------------------------------------------------------------- on the table


@pytest.mark.rule("SW02-07-12")
def test_sw02_07_12_the_table_has_the_dice_as_they_count() -> None:
    """SW02-07-12: a save has the dice as they count now; taken up again after one change it allows one more."""
    state = told_from_the_turn_on([1, 3, 3, 5], 13)
    play(state, "dice:5->2")
    assert sorted(state.to_dict()["dice"]) == [1, 2, 3, 3]
    again = GAME.from_dict(state.to_dict(), backend="interpreted")
    assert (again.phase, changes(again)) == ("dice", to_any(1, 2, 3))
    play(again, "dice:1->6")
    assert again.phase != "dice" and won(again)  # 6 + 2 + 3 + 3


@pytest.mark.rule("SW02-07-12")
@pytest.mark.parametrize("viewer", [0, 1])
def test_sw02_07_12_everybody_sees_the_dice(viewer: int) -> None:
    """SW02-07-12: dice lie open: rolls that differ are observed differently by everybody, and so are changes."""
    one, other = dealt([1, 3, 3, 5], 13), dealt([1, 3, 3, 4], 13)
    assert (one.observe(viewer) != other.observe(viewer)).any()
    changed = one.clone()
    play(changed, "dice:1->2")
    assert (one.observe(viewer) != changed.observe(viewer)).any()
    assert changed.trace(viewer) == changed.trace(None) != []
