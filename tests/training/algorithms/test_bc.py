"""Behaviour cloning: a network comes to do as greedy does."""

from typing import Any

import pytest
import torch

import dynasty_env
from tests.training.algorithms.datasets import made
from training.algorithms.bc import BC, BCSettings

pytest.importorskip("minari")


def test_a_clone_of_greedy() -> None:
    torch.set_num_threads(1)
    game = dynasty_env.game("shinsengumi_v0")
    settings: dict[str, Any] = {"seats": 2, "passes": 12, "minibatch": 128, "width": 128}
    data = made("shinsengumi_v0", 2500, bots="greedy", **settings)
    learner = BC(game, BCSettings(**settings), data)
    before, after = learner.measure(), learner.learn()["agreement"]
    choice = data.mask.sum(axis=1) > 1
    assert (1 / data.mask[choice].sum(axis=1)).mean() < 0.35, "who draws is seldom right"
    assert before < 0.6
    assert after > 0.66
