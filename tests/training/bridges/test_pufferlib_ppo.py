"""PufferLib's PPO, in an environment that has `pufferlib-core`."""

import numpy as np
import pytest

pytest.importorskip("pufferlib")
import torch

from training.bridges.pufferlib_ppo import advantages_by_torch, train


def test_it_learns_leduc_poker() -> None:
    """Against random players it wins more at the end than at the start."""
    torch.manual_seed(1)
    won: list[float] = []
    train("dynasty_env/Leduc-v0", 16_384, watch=lambda _, mean: won.append(mean), backend="interpreted")
    assert np.mean(won[-4:]) > np.mean(won[:4]) + 0.02


def test_advantages_are_generalised_ones() -> None:
    """Without discount and with equal ratios they are the differences of what came and what was expected."""
    values, rewards = torch.tensor([[0.5, 0.2, 0.0]]), torch.tensor([[0.0, 0.0, 1.0]])
    ends, ones = torch.tensor([[0.0, 0.0, 1.0]]), torch.ones(1, 3)
    found = advantages_by_torch(values, rewards, ends, ones, torch.zeros(1, 3), 1.0, 1.0, 1.0, 1.0)
    assert found.tolist() == [[pytest.approx(0.5), pytest.approx(0.8), 0.0]]
