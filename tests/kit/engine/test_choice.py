"""The choice of compiled bots among legal actions."""

import numpy as np
import pytest

from dynasty_env.kit.engine.choice import SEVERAL, best_action, single_action


@pytest.mark.parametrize(
    ("mask", "action"), [([0, 0, 1], 2), ([1, 0, 0], 0), ([1, 0, 1], SEVERAL), ([1, 1, 1], SEVERAL)]
)
def test_a_single_action_needs_no_thought(mask: list[int], action: int) -> None:
    assert single_action(np.array(mask, np.int8)) == action


@pytest.mark.parametrize(
    ("values", "mask", "action"),
    [
        ([1.0, 3.0, 2.0], [1, 1, 1], 1),
        ([1.0, 3.0, 2.0], [1, 0, 1], 2),
        ([2.0, 1.0, 2.0], [1, 1, 1], 0),
        ([0.0, -3.0, -2.0], [0, 1, 1], 2),
        ([9.0, -1e9, 9.0], [0, 1, 0], 1),
    ],
    ids=["best", "best of the legal ones", "first of equals", "all below zero", "the only one"],
)
def test_the_best_of_the_legal_actions(values: list[float], mask: list[int], action: int) -> None:
    assert best_action(np.array(values), np.array(mask, np.int8)) == action
