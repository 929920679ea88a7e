"""Q-learning: its targets, and how long it explores."""

import pytest
import torch

import dynasty_env
from training.algorithms.dqn import DQN, DQNSettings
from training.learn.network import Choices, for_game
from training.learn.replay import double_targets


def test_targets_worked_out_by_hand() -> None:
    game = dynasty_env.game("leduc_v0")
    newest, older = for_game(game, width=8, advice=0).eval(), for_game(game, width=8, advice=0).eval()
    row, action, value = torch.tensor([0, 0, 1, 1]), torch.tensor([0, 2, 1, 2]), torch.tensor([0.5, -1.0])
    newest.choices = lambda *_: Choices(row, action, torch.tensor([3.0, 1, 5, 6]), value)  # type: ignore[method-assign]
    older.choices = lambda *_: Choices(row, action, torch.tensor([0.0, 4, 5, 1]), value)  # type: ignore[method-assign]
    batch = {"earned": torch.tensor([1.0, 2.0]), "onward": torch.tensor([0.5, 0.0])}
    batch |= dict.fromkeys(("next_observation", "next_mask"), torch.zeros(0))
    # the newest network takes action 0, which the older one values at 0.5 + 0 - 2, though it likes action 2 better
    torch.testing.assert_close(double_targets(newest, older, batch), torch.tensor([1.0 + 0.5 * -1.5, 2.0]))


def test_exploring_ends_in_time() -> None:
    learner = DQN(dynasty_env.game("kuhn_v0"), DQNSettings(width=8, tables=4, steps=4, exploring=0.5, epsilon=0.1))
    curves = []
    for done in (0.0, 0.25, 0.5, 1.0):
        learner.collect()
        curves.append(learner.learn(done)["epsilon"])
    assert curves == pytest.approx([1.0, 0.55, 0.1, 0.1])
