"""Regularised Nash dynamics: what the regularisation pays adds up to 0, and luck drives no action up or down."""

from typing import Any

import numpy as np
import pytest
import torch

import dynasty_env
from training.algorithms.rnad import RNaD, RNaDSettings, Spread
from training.learn.collect import NOBODY


@pytest.mark.parametrize("seats", [2, 3])
def test_what_the_regularisation_takes_it_gives_to_the_others(seats: int) -> None:
    learner = RNaD(dynasty_env.game("leduc_v0"), RNaDSettings(seats=seats, tables=8, steps=12, width=16, period=2))
    for done in (0.0, 0.3, 0.6, 0.9):
        learner.collect()
        before = learner.rollout.rewards.copy()
        credited = learner.judge()
        start = learner.rollout.steps.start
        scale = learner.spread.add(np.zeros(0))
        paid = learner.rollout.rewards[start:] - before[start:] / scale
        np.testing.assert_allclose(paid.sum(axis=2), 0, atol=1e-5)
        seat = learner.rollout.seat[start:]
        rows, tables = np.nonzero(seat != NOBODY)
        np.testing.assert_allclose(
            paid[rows, tables, seat[rows, tables]], -0.2 * learner.log_ratio[start:][rows, tables], atol=1e-5
        )
        learner.improve(credited, done)
        learner.progress.updates += 1
        learner.rollout.carry_over(credited)
        learner.network.eval()
    assert np.abs(paid).max() > 0, "the policy has left the regularisation policy"


def test_the_spread_of_outcomes() -> None:
    spread = Spread()
    assert spread.add(np.zeros((2, 3))) == 1.0
    assert spread.add(np.full((2, 3), 4.0)) == pytest.approx(np.sqrt(8))
    again = Spread()
    again.load_state_dict(spread.state_dict())
    assert again.add(np.zeros(0)) == spread.add(np.zeros(0))


def test_luck_drives_no_rare_action_up_or_down() -> None:
    """Whatever is done, one game of four is won: by a long run of games no logit has a reason to move."""
    learner: Any = RNaD(dynasty_env.game("leduc_v0"), RNaDSettings(seats=2, tables=4, steps=4, width=8, strength=0.0))
    logit = torch.tensor([0.8, 0.15, 0.05]).log().requires_grad_()
    taken = torch.tensor([0] * 80 + [1] * 15 + [2] * 5).repeat_interleave(4)
    advantage = torch.tensor([1.73, -0.58, -0.58, -0.57]).repeat(100)

    def network(seen: torch.Tensor, legal: Any) -> tuple[torch.Tensor, torch.Tensor]:
        return logit.repeat(len(seen)), torch.zeros(len(seen))

    learner.network = network
    seen = torch.zeros((len(taken), learner.game.layout.size), dtype=torch.int8)
    mask = torch.ones((len(taken), 3), dtype=torch.int8)
    loss, _ = learner.loss(seen, mask, torch.zeros(len(taken), 0), taken, advantage, torch.zeros(len(taken)))
    loss.backward()
    assert logit.grad is not None
    np.testing.assert_allclose(logit.grad.numpy(), 0, atol=1e-5)
