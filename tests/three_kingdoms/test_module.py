"""The standard interfaces: PettingZoo, Gymnasium, many tables, with up to eleven seats."""

import numpy as np
import pytest
from pettingzoo.test import api_test

from agents.uniform import Random
from dynasty_env import three_kingdoms_v0

SHORT = {"max_turns": 1, "backend": "interpreted"}


@pytest.mark.parametrize(("scenario", "seats"), [(2, 11), (6, 2)])
def test_pettingzoos_own_check(scenario: int, seats: int) -> None:
    env = three_kingdoms_v0.env(scenario=scenario, num_players=seats, **SHORT)
    assert len(env.possible_agents) == seats
    api_test(env, num_cycles=60)


def test_the_joint_state_holds_eleven_seats_whatever_the_table() -> None:
    env = three_kingdoms_v0.raw_env(scenario=6, num_players=3, **SHORT)
    env.reset(seed=1)
    size = three_kingdoms_v0.layout.size
    assert env.state().shape == env.state_space.shape == (11 * size,)
    rows = env.state().reshape(11, size)
    assert rows[:3].any(axis=1).all()
    assert not rows[3:].any()


def test_one_seat_against_a_bot() -> None:
    env = three_kingdoms_v0.single_env([Random()], num_players=2, scenario=7, **SHORT)
    observation, _ = env.reset(seed=3)
    ended = False
    while not ended:
        assert env.observation_space.contains(observation)
        action = int(np.flatnonzero(env.action_masks())[-1])
        observation, reward, ended, _, _ = env.step(action)
    assert -1 <= reward <= 1


def test_many_tables_at_once() -> None:
    env = three_kingdoms_v0.vec_env(3, scenario=2, num_players=11, seed=4, max_turns=1)
    batch = env.reset()
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(400):
        batch = env.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.action_mask]))
        if batch.terminated.any():
            ended += 1
            done = int(np.flatnonzero(batch.terminated)[0])
            assert env.final_observation[done].any(axis=1).all(), "all eleven have seen the end"
            assert batch.rewards[done].sum() == pytest.approx(0, abs=1e-5)
    assert ended > 0


def test_eleven_seats_everybody_is_told_what_all_may_know() -> None:
    state = three_kingdoms_v0.game.new(2, scenario=2, num_players=11, backend="interpreted")
    while state.phase == "setup_place":
        state.play("done")
    assert state.trace() == state.trace(10) != []
