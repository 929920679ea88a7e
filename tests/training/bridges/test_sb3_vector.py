"""The Stable-Baselines3 face of many tables: masks from the batch, terminal observations, and MaskablePPO on it."""

from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.errors import OptionError
from tests.tiny import cut_in, nim
from training.bridges.sb3_vector import SeatVecEnv


def tables(n: int = 6, game: Any = cut_in.GAME, **given: Any) -> SeatVecEnv:
    return SeatVecEnv(SeatVectorEnv(game, n, features="onehot", **given))


def test_masks_come_from_the_batch() -> None:
    env = tables()
    env.seed(3)
    env.reset()
    assert is_masking_supported(env)
    for _ in range(30):
        masks = get_action_masks(env)
        assert masks.shape == (6, 7)
        assert masks.dtype == np.bool_
        for i in range(6):
            assert np.array_equal(masks[i], env.env_method("state", indices=i)[0].mask)
        env.step(masks.argmax(axis=1))
    assert np.array_equal(env.env_method("action_masks", indices=[4, 1]), get_action_masks(env)[[4, 1]])


def test_ends_tell_the_terminal_observation_and_the_reward() -> None:
    env, twin = tables(), SeatVectorEnv(cut_in.GAME, 6, features="onehot")
    env.seed(3)
    observation = env.reset()
    other, _ = twin.reset(seed=3)
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(60):
        assert np.array_equal(observation, other)
        actions = (rng.random((6, 7)) * twin.action_masks()).argmax(axis=1)
        observation, rewards, dones, infos = env.step(actions)
        other, wanted, ended, _, told = twin.step(actions)
        assert rewards.dtype == np.float32
        assert np.allclose(rewards, wanted)
        assert np.array_equal(dones, ended)
        for i in range(6):
            assert ("terminal_observation" in infos[i]) == ended[i]
            if ended[i]:
                ends += 1
                assert np.array_equal(infos[i]["terminal_observation"], told["final_obs"][i])
                assert not np.array_equal(infos[i]["terminal_observation"], observation[i])
                assert infos[i]["TimeLimit.truncated"] is False
    assert ends > 6


def test_maskable_ppo_trains_on_it() -> None:
    env = VecMonitor(tables(32, nim.GAME))
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=512, gamma=1.0, seed=1, device="cpu")
    model.learn(total_timesteps=2 * 32 * 64)
    assert model.num_timesteps == 2 * 32 * 64
    assert model.ep_info_buffer
    for episode in model.ep_info_buffer:
        assert episode["r"] in (1.0, -1.0)
    actions, _ = model.predict(env.reset(), action_masks=get_action_masks(env))
    assert get_action_masks(env)[np.arange(32), actions].all()
    env.close()


def test_what_a_batch_cannot_do_it_says() -> None:
    env = tables(2)
    with pytest.raises(AttributeError, match="reset_game"):
        env.env_method("reset_game")
    with pytest.raises(AttributeError):
        env.get_attr("colour")
    with pytest.raises(AttributeError, match="options"):
        env.set_attr("colour", 1)
    assert env.get_attr("num_players") == [3, 3]
    assert env.env_is_wrapped(VecMonitor) == [False, False]
    with pytest.raises(OptionError, match="SameStep"):
        tables(2, autoreset_mode="NextStep")
