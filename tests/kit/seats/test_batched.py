"""Bots that decide about many tables in one call: what they give is checked."""

from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.errors import IllegalActionError, OptionError
from dynasty_env.kit.seats.decision import Batched, actions_of

SEEN, MASK = np.zeros((3, 5), np.int8), np.ones((3, 4), np.int8)


class Many:
    """Gives what it was made with."""

    name = "many"

    def __init__(self, given: Any) -> None:
        self.given = given

    def act_many(self, observation: Any, mask: Any) -> Any:
        return self.given


def test_whole_numbers_are_taken() -> None:
    assert isinstance(Many([]), Batched)
    for given in ([2, 0, 1], np.array([2, 0, 1], np.int8)):
        actions = actions_of(Many(given), SEEN, MASK)
        assert actions.dtype == np.int64
        assert actions.tolist() == [2, 0, 1]


@pytest.mark.parametrize("given", [[1], 1, [[1], [2], [3]], [0.0, 1.0, 2.0], ["a", "b", "c"], None, []])
def test_anything_else_is_refused(given: Any) -> None:
    with pytest.raises(OptionError, match=r"'many': act_many gave .* whole numbers of shape \(3,\) are expected"):
        actions_of(Many(given), SEEN, MASK)


@pytest.mark.parametrize("given", [[0, 3], [0, -1], [0, 99]])
def test_many_actions_of_which_one_is_illegal_name_the_bot(given: list[int]) -> None:
    mask = np.array([[1, 1, 0, 0], [1, 0, 1, 0]], np.int8)
    with pytest.raises(
        IllegalActionError, match=rf"'many': act_many gave {given[1]} for decision 1 of 2, where \[0, 2\]"
    ):
        actions_of(Many(np.array(given)), mask, mask)
    assert actions_of(Many(np.array([1, 2])), mask, mask).tolist() == [1, 2]
