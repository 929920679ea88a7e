"""Implicit Q-learning: returns and expectiles by hand, and imitation of what turned out well."""

import numpy as np
import pytest
import torch

import dynasty_env
from tests.training.algorithms.datasets import won
from training.algorithms.iql import IQL, IQLSettings, expectile_loss
from training.algorithms.offline import Data

pytest.importorskip("minari")


def test_returns_worked_out_by_hand() -> None:
    game, rows = dynasty_env.game("leduc_v0"), 7
    seen, mask = np.zeros((rows, game.layout.size), np.int8), np.ones((rows, 3), np.int8)
    data = Data(
        seen, mask, np.zeros(rows, np.int64), np.array([4, 4, 4, 4, 8, 8, -1], np.float32),
        np.array([3, 3, 3, 3, 5, 5, 6]), np.zeros(rows, np.bool_),
    )  # fmt: skip
    learner = IQL(game, IQLSettings(seats=2, width=8, steps_ahead=2, discount=0.5), data)
    earned, onward, later = learner.returns(np.arange(rows))
    assert earned.tolist() == [0, 0, 2, 4, 4, 8, -1]
    assert onward.tolist() == [0.25, 0.25, 0, 0, 0, 0, 0]
    assert later.tolist() == [2, 3, 3, 3, 5, 5, 6]


def test_the_expectile_of_two_numbers() -> None:
    error = torch.tensor([2.0, -1.0])
    assert expectile_loss(error, 0.5).item() == pytest.approx(0.5 * (4 + 1) / 2)
    assert expectile_loss(error, 0.9).item() == pytest.approx((0.9 * 4 + 0.1 * 1) / 2)


def test_weighed_imitation_is_better_than_random_players_and_without_weights_it_is_as_they_are() -> None:
    assert won(IQL) > 1.5
    assert won(IQL, sharpness=0.0) < 1
