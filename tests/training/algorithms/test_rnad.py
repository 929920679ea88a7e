"""Regularised Nash dynamics: near an equilibrium, and not by shuffled rewards; what it pays adds up to 0."""

import numpy as np
import pytest

import dynasty_env
from tests.training.algorithms.curves import learned
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


def test_kuhn_poker() -> None:
    near = learned(RNaD, "kuhn_v0", 100_000, steps=16)
    assert near[0] > 0.8
    assert near[-1] < 0.4


@pytest.mark.slow
def test_nothing_is_learned_from_shuffled_rewards() -> None:
    assert learned(RNaD, "kuhn_v0", 40_000, steps=16, shuffle_rewards=True)[-1] > 0.6


@pytest.mark.slow
def test_leduc_poker() -> None:
    """400,000 decisions, a quarter of a minute of one core."""
    near = learned(RNaD, "leduc_v0", 400_000)
    lost = learned(RNaD, "leduc_v0", 200_000, shuffle_rewards=True)
    assert near[0] > 4.5
    assert near[-1] < 1.6
    assert lost[-1] > 3
