"""Tianshou's masked Q-learning over the same tables, and its wrapper of the PettingZoo environment."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch

from dynasty_env.kit.envs.module import GameModule
from tests.tiny import cut_in, nim


@pytest.fixture(scope="module")
def tianshou_dqn() -> Iterator[Any]:
    """Imported where it is tested alone: that takes seconds, as does what the library compiles, here left as it is."""
    from tianshou.algorithm import algorithm_base
    from tianshou.data.buffer import manager

    from training.bridges import tianshou_dqn

    with pytest.MonkeyPatch.context() as patch:
        for module in (algorithm_base, manager):
            for name in [name for name, value in vars(module).items() if hasattr(value, "py_func")]:
                patch.setattr(module, name, getattr(module, name).py_func)
        yield tianshou_dqn


def test_observations_carry_the_mask(tianshou_dqn: Any) -> None:
    tables = tianshou_dqn.tables(cut_in.GAME, "random", 3, backend="interpreted")
    tables.seed(1)
    seen, _ = tables.reset()
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(60):
        actions = np.array([rng.choice(np.flatnonzero(each["mask"])) for each in seen])
        seen, _, over, _, _ = tables.step(actions)
        for i in np.flatnonzero(over):
            assert np.flatnonzero(seen[i]["mask"]).tolist() == [0]  # a mask is never empty
            ended += 1
            seen[i] = tables.reset(i)[0][0]
    assert ended > 2


def test_a_policy_takes_legal_actions_whatever_it_values(tianshou_dqn: Any) -> None:
    from tianshou.data import Batch

    algorithm = tianshou_dqn.learner(cut_in.GAME, exploration=1.0)
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    mask = rng.random((64, 7)) < 0.3
    mask[~mask.any(axis=1), 3] = True
    seen = rng.random((64, cut_in.GAME.layout.onehot_size)).astype(np.float32)
    batch = Batch(obs=Batch(obs=seen, mask=mask), info=Batch())
    acts = algorithm.policy(batch).act
    assert mask[np.arange(64), acts].all()
    algorithm.policy.is_within_training_step = True
    assert mask[np.arange(64), algorithm.policy.add_exploration_noise(acts, batch)].all()


@pytest.mark.slow
def test_dqn_learns_nim(tianshou_dqn: Any) -> None:
    torch.manual_seed(1)
    np.random.seed(1)
    _, means = tianshou_dqn.train(
        nim.GAME, epochs=2, epoch_steps=1200, envs=4, test_games=60, num_players=2, backend="interpreted"
    )
    assert len(means) == 3
    assert means[-1] > means[0] + 0.1


def test_tianshous_pettingzoo_wrapper_takes_the_whole_table() -> None:
    from tianshou.env import PettingZooEnv

    env = PettingZooEnv(GameModule(cut_in.GAME).env(features="onehot", backend="interpreted"))
    seen, _ = env.reset(seed=3)
    over = False
    while not over:
        seen, rewards, over, _, _ = env.step(int(np.flatnonzero(seen["mask"])[0]))
        assert seen["agent_id"] in env.agents
    assert sum(rewards) == pytest.approx(0, abs=1e-6)


def test_the_script(tianshou_dqn: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")
    tianshou_dqn.main("shinsengumi_v0", "random", epochs=1, epoch_steps=40, envs=2, seats=2, games=2, seed=1)
    assert "after 1 epochs: mean reward" in capsys.readouterr().out
