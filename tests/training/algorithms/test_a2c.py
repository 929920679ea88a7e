"""A2C with V-trace: what an older network has played is weighed by the newest."""

import numpy as np
import torch

import dynasty_env
from training.algorithms import a2c
from training.algorithms.a2c import A2C, A2CSettings
from training.learn.collect import NOBODY, Newest, credit


def test_carried_decisions_are_weighed_by_the_newest_network(monkeypatch: object) -> None:
    learner = A2C(dynasty_env.game("leduc_v0"), A2CSettings(seats=3, tables=32, steps=8, width=16, learning_rate=0.01))
    met: list[Newest] = []

    def noted(rollout: object, discount: float, decay: float, newest: Newest) -> object:
        met.append(newest)
        return credit(rollout, discount, decay, newest)  # type: ignore[arg-type]

    monkeypatch.setattr(a2c, "credit", noted)  # type: ignore[attr-defined]
    for done in (0.0, 0.1, 0.2):
        learner.collect()
        learner.judge()
        rollout, (ratio, value, *_) = learner.rollout, met[-1]
        there = rollout.seat != NOBODY
        with torch.no_grad():
            choices = learner.network.choices(
                torch.from_numpy(rollout.observation[there]), torch.from_numpy(rollout.action_mask[there])
            )
        expected = choices.of(torch.from_numpy(rollout.action[there])).numpy() - rollout.log_prob[there]
        np.testing.assert_allclose(ratio[there], np.exp(expected), rtol=1e-4)
        np.testing.assert_allclose(value[there], choices.value.numpy(), atol=1e-5)
        learner.learn(done)
    assert (ratio[: rollout.steps.start] != 1).any(), "some were played by the network of before"
