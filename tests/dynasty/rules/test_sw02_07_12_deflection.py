"""SW02-07-12: deflection (偏差射撃): a save in the middle of it."""

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State
from tests.rule_testing import names

from .conftest import holder, play, quiet
from .positions import Table


def fallen(state: State, *faces: int) -> State:
    """The dice of a window have fallen so: loaded from a save of the turn's beginning, with a generator that comes to
    this, and the moves since."""
    saved = quiet(state).to_dict()
    for key in range(2000):
        begun = saved["begun"] | {"generator": {"key": [key, 0], "draws": 0}}
        bare = {"game": GAME.name, "begun": begun, "moves": [*saved["moves"], "pass"]}
        after = GAME.from_dict(bare, backend="interpreted")
        if sorted(after.to_dict()["dice"]) == sorted(faces):
            return after
    raise AssertionError(f"the dice never fall as {faces}")


@pytest.mark.rule("SW02-07-12")
def test_sw02_07_12_the_table_has_the_dice_as_they_count() -> None:
    """SW02-07-12: a save has the dice as they count now; taken up again after one change it allows one more."""
    war = Table("Henry IV (courtiers the Deflector) | Elizabeth I | witches | independent Milan | pack SK H2-H5")
    war.line("war, Milan, the Deflector")
    state = fallen(war.state, 1, 3, 3, 5)
    play(state, "dice:5->2")
    assert sorted(state.to_dict()["dice"]) == [1, 2, 3, 3]
    again = GAME.from_dict(state.to_dict(), backend="interpreted")
    changes = {f"dice:{a}->{b}" for a in (1, 2, 3) for b in range(1, 7) if a != b}
    assert (again.phase, names(again) - {"pass"}) == ("dice", changes)
    play(again, "dice:1->6")
    assert again.phase != "dice" and holder(again, "Milan") == 0  # 6 + 2 + 3 + 3
