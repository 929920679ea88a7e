"""RLlib over the same tables: masks kept, one seat and all seats. Ray is heavy, and pins its own Gymnasium: in an
environment of its own, `pytest -m rllib`."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from agents.uniform import Random
from dynasty_env.kit.seats.decision import Decision
from tests.tiny import cut_in, nim

pytestmark = [pytest.mark.rllib, pytest.mark.filterwarnings("ignore")]
NIM = {"num_players": 2, "backend": "interpreted"}


@pytest.fixture(scope="module")
def bridge() -> Any:
    from training.bridges import rllib_ppo  # what needs Ray is imported where these tests are asked for

    return rllib_ppo


@pytest.fixture(scope="module", autouse=True)
def cluster(bridge: Any) -> Iterator[None]:
    import ray

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_one_seat_is_seen_with_its_mask(bridge: Any) -> None:
    env = bridge.seat_env({"game": cut_in.GAME, "bots": "random", "backend": "interpreted"})
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        assert env.observation_space.contains(seen)
        seen, _, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert np.flatnonzero(seen["action_mask"]).tolist() == [0], "a mask is never empty"


def test_in_self_play_one_seat_is_seen_at_a_time_and_all_are_paid(bridge: Any) -> None:
    env = bridge.SelfPlayEnv({"game": cut_in.GAME, "backend": "interpreted"})
    rng = np.random.default_rng(0)
    for seed in range(3):
        seen, _ = env.reset(seed=seed)
        ends: dict[str, bool] = {"__all__": False}
        while not ends["__all__"]:
            (agent,) = seen
            assert env.observation_spaces[agent].contains(seen[agent])
            action = int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
            seen, rewards, ends, _, _ = env.step({agent: action})
            assert bool(rewards) == ends["__all__"]
        assert set(seen) == set(rewards) == set(env.possible_agents)
        assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)


def test_ppo_in_one_seat_learns(bridge: Any) -> None:
    algorithm = bridge.seat_config(cut_in.GAME, "random", batch=512, backend="interpreted").build_algo()
    means = [algorithm.train()["env_runners"]["episode_return_mean"] for _ in range(8)]
    assert np.mean(means[-3:]) > 0.02  # 0 is what random play wins, with a standard error of 0.01
    algorithm.stop()


def test_self_play_learns_and_its_network_plays_legally(bridge: Any) -> None:
    algorithm = bridge.self_play_config(nim.GAME, batch=512, **NIM).build_algo()
    for _ in range(4):
        algorithm.train()
    assert bridge.win_rate(algorithm, bridge.SHARED, nim.GAME, 40, 2) > 0.5
    bot = bridge.ModuleBot(algorithm.get_module(bridge.SHARED))
    state = nim.GAME.new(3, backend="interpreted")
    while not state.done:
        who = bot if state.seat == 0 else Random()
        state.play(who.act(Decision(state, np.random.default_rng(0))))
    algorithm.stop()
