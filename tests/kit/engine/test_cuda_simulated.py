"""Kernels play the CPU's games byte for byte, on Numba's CUDA simulator: NUMBA_ENABLE_CUDASIM=1 pytest -m cudasim."""

from typing import Any

import numpy as np
import pytest
import torch
from gymnasium.vector import AutoresetMode
from numba.core import config

from dynasty_env import dynasty_v0, shinsengumi_v0
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.errors import IllegalActionError, OptionError
from dynasty_env.kit.game import REWARDS, Game
from tests.tiny import cut_in, nim, weighed_nim

pytestmark = [
    pytest.mark.cudasim,
    pytest.mark.skipif(not config.ENABLE_CUDASIM, reason="kernels run on GPUs: set NUMBA_ENABLE_CUDASIM=1"),
]
DYNASTY, SHINSENGUMI = dynasty_v0.game, shinsengumi_v0.game
tiny_games = pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME], ids=lambda game: game.name)


def cuda_env(game: Game, num_envs: int, **options: Any) -> Any:
    from dynasty_env.kit.envs.cuda_vector import CudaVectorEnv

    return CudaVectorEnv(game, num_envs, **options)


def choose(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal action of every table; 0 where none is."""
    return (rng.random(mask.shape) * mask).argmax(axis=1)


def same(one: Any, two: Any) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


@tiny_games
@pytest.mark.parametrize(
    ("mode", "reward"),
    [
        pytest.param(mode, reward, marks=() if m == r else pytest.mark.slow)
        for m, mode in enumerate(AutoresetMode)
        for r, reward in enumerate(REWARDS)
    ],
)
def test_the_batches_of_the_cpu_environment(game: Game, mode: AutoresetMode, reward: Any) -> None:
    n = 5
    cpu, gpu = (make(game, n, seed=7, reward=reward, autoreset_mode=mode) for make in (VectorEnv, cuda_env))
    wanted, got = cpu.reset(), gpu.reset()
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(40):
        assert same(got, wanted)
        assert gpu.tables.tobytes() == cpu.tables.array.tobytes()
        actions = choose(wanted.action_mask, rng)
        wanted, got = cpu.step(actions), gpu.step(actions)
        ended += int(wanted.terminated.sum())
    assert ended > n
    assert np.array_equal(gpu.final_observation, cpu.final_observation)
    assert np.array_equal(gpu.final_returns, cpu.final_returns)
    assert same(gpu.reset(), cpu.reset())  # each goes on from the seeds where it is
    assert same(gpu.reset(3), cpu.reset(3))
    assert same(gpu.reset([9, 9, 2, 7, 1]), cpu.reset([9, 9, 2, 7, 1]))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_whole_games_of_the_flagship(players: int) -> None:
    """Every table at every decision, the observation, mask and seat shown, and how games end and begin anew."""
    n, first = 2, 40
    env = cuda_env(DYNASTY, n, seed=first, num_players=players, reward="rank")
    batch = env.reset()
    states = [DYNASTY.new(first + i, backend="interpreted", num_players=players) for i in range(n)]
    rng = np.random.default_rng(1)
    ended = 0
    decisions = 0
    while ended < 2 or decisions < 1000:
        for i, state in enumerate(states):
            assert env.tables[i].tobytes() == state.tables.array.tobytes()
            assert batch.seat[i] == state.seat
            assert np.array_equal(batch.action_mask[i], state.mask)
            assert np.array_equal(batch.observation[i], state.observe(state.seat))
        decisions += n
        actions = choose(batch.action_mask, rng)
        batch = env.step(actions)
        for i, state in enumerate(states):
            state.play(int(actions[i]))
            assert batch.terminated[i] == state.done
            assert np.array_equal(batch.rewards[i], state.returns("rank"))
            if state.done:
                ended += 1
                for seat in range(players):
                    assert np.array_equal(env.final_observation[i, seat], state.observe(seat))
                state.deal(state.seed + n)


@pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME, DYNASTY], ids=lambda game: game.name)
def test_rollouts(game: Game) -> None:
    n, steps, key = 3, 300, 2**33 + 5
    env = cuda_env(game, n, seed=0)
    env.reset()
    games, trouble = np.zeros(n, np.int64), np.full(2, n, np.int64)
    env.launch("rollout", steps, key, games, trouble)
    tables = game.blank(n, env.options)
    for i in range(n):
        game.interpreted.call("deal", tables, i, i)
    ended = game.interpreted.call("random_steps", tables, 0, n, steps, key)
    assert env.tables.tobytes() == tables.array.tobytes()
    assert trouble.tolist() == [n, n]
    assert games.sum() == ended


def test_picks_are_those_of_rollouts() -> None:
    env, rolled = (cuda_env(DYNASTY, 2, seed=0) for _ in range(2))
    env.reset()
    rolled.reset()
    actions = np.zeros(2, np.int64)
    for count in range(50):
        env.launch("pick_all", 9, count, actions)
        env.step(actions)
    rolled.launch("rollout", 50, 9, np.zeros(2, np.int64), np.full(2, 2, np.int64))
    assert env.tables.tobytes() == rolled.tables.tobytes()


@pytest.mark.parametrize(
    ("game", "steps"),
    [(nim.GAME, 20), (weighed_nim.GAME, 20), (DYNASTY, 12), (SHINSENGUMI, 4)],
    ids=["nim", "weighed", "dynasty", "shinsengumi"],
)
def test_what_bots_do_and_think(game: Game, steps: int) -> None:
    """At the tables where they are asked, and nowhere else."""
    n = 4
    env = cuda_env(game, n, seed=1)
    batch, rng = env.reset(), np.random.default_rng(2)
    different = 0
    for step in range(steps):
        wanted = rng.random(n) < 0.7
        seen, mask = batch.observation[wanted], batch.action_mask[wanted]
        chosen = env.greedy_actions(wanted).numpy()[wanted]
        assert mask[np.arange(len(mask)), chosen].all()
        if game.values_actions:
            assert np.array_equal(chosen, game.greedy_actions(seen, mask, backend="interpreted"))
            before = env._values.copy()
            values = env.advice(torch.from_numpy(wanted)).numpy()
            assert np.array_equal(values[wanted], game.advice(seen, mask, backend="interpreted")), step
            assert np.array_equal(values[~wanted], before[~wanted])
            different += len(np.unique(values)) > 1
        batch = env.step(choose(batch.action_mask, rng))
    assert different or not game.values_actions


def test_a_game_that_has_no_such_bot_says_so() -> None:
    env = cuda_env(cut_in.GAME, 2, seed=1)
    env.reset()
    with pytest.raises(OptionError, match="has no compiled bot 'greedy'"):
        env.greedy_actions([1, 1])
    with pytest.raises(OptionError, match="has no compiled bot that values actions"):
        env.advice([1, 1])


def test_tensors_are_the_buffers() -> None:
    env = cuda_env(nim.GAME, 3, seed=1)
    shown, batch = env.tensors(), env.reset()
    for _ in range(20):
        assert all(torch.equal(tensor, torch.from_numpy(array)) for tensor, array in zip(shown, batch, strict=True))
        batch = env.step(batch.action_mask.argmax(axis=1))


def test_errors_wait_for_the_check_where_steps_do_not() -> None:
    env = cuda_env(nim.GAME, 3, seed=1)
    batch = env.reset()
    before, legal = env.tables.tobytes(), batch.action_mask.argmax(axis=1)
    env.step(np.array([legal[0], 99, legal[2]]), wait=False)
    env.step(legal, wait=False)
    assert env.tables.tobytes() == before
    with pytest.raises(IllegalActionError, match="table 1: an earlier action was not legal; no table has moved since"):
        env.check()
    env.step(legal, wait=False)
    env.check()
    assert env.tables.tobytes() != before


@pytest.mark.parametrize("wait", [False, True])
def test_a_refused_step_changes_nothing_that_is_shown(wait: bool) -> None:
    """Neither while games are over nor just after they are dealt again."""
    env = cuda_env(nim.GAME, 4, seed=2, autoreset_mode=AutoresetMode.NEXT_STEP)
    batch, redealt = env.reset(), 0
    for _ in range(40):
        before, legal = [array.copy() for array in batch], batch.action_mask.argmax(axis=1)
        with pytest.raises(IllegalActionError):
            env.step(np.full(4, 99), wait=wait)
            env.check()
        assert same(batch, before)
        over = batch.terminated.copy()
        batch = env.step(legal)
        redealt += int((over & ~batch.terminated).sum())
    assert redealt > 4


def test_other_tables_are_gone_on_with() -> None:
    cpu, gpu = VectorEnv(nim.GAME, 3, seed=5), cuda_env(nim.GAME, 3, seed=99)
    batch, rng = cpu.reset(), np.random.default_rng(0)
    for _ in range(7):
        batch = cpu.step(choose(batch.action_mask, rng))
    got = gpu.put(cpu.tables.array.view(np.uint8))
    assert same(got[:3], batch[:3])
    for _ in range(40):
        actions = choose(batch.action_mask, rng)
        batch, got = cpu.step(actions), gpu.step(actions)
        assert same(got, batch)


def test_any_order_of_tables_is_the_same() -> None:
    one, two = (cuda_env(nim.GAME, 6, seed=0) for _ in range(2))
    assert same(one.reset(), two.reset())
    two.order[:] = [3, 1, 5, 0, 2, 4]
    for _ in range(40):
        actions = np.zeros(6, np.int64)
        assert same(one.step(actions), two.step(actions))


@tiny_games
def test_an_illegal_action_moves_no_table(game: Game) -> None:
    env = cuda_env(game, 4, seed=2)
    batch = env.reset()
    while not batch.terminated.any():  # what was seen at the end of a game stays, too
        batch = env.step(batch.action_mask.argmax(axis=1))
    before = env.tables.tobytes(), [array.copy() for array in (*batch, env.final_observation)]
    legal = batch.action_mask.argmax(axis=1)
    for wrong in (-1, len(game.action_names), 2**40):
        actions = legal.copy()
        actions[2:] = wrong
        with pytest.raises(IllegalActionError, match=r"^table 2: .*no table has moved$"):
            env.step(actions)
        assert env.tables.tobytes() == before[0]
        assert same((*batch, env.final_observation), before[1])
    env.step(legal)
    assert env.tables.tobytes() != before[0]


def test_clear_errors() -> None:
    with pytest.raises(OptionError, match="num_envs=0"):
        cuda_env(nim.GAME, 0)
    with pytest.raises(OptionError, match="no option 'threads'"):
        cuda_env(nim.GAME, 2, threads=2)
    with pytest.raises(OptionError, match="autoreset_mode='never'"):
        cuda_env(nim.GAME, 2, autoreset_mode="never")
    env = cuda_env(nim.GAME, 2, seed=0)
    with pytest.raises(IllegalActionError, match="reset"):
        env.step([0, 0])
    env.reset()
    with pytest.raises(OptionError, match="seed=-1"):
        env.reset(-1)
    for actions in ([0], [0.0, 0.0], [[0, 0]]):
        with pytest.raises(IllegalActionError, match="2 actions are expected"):
            env.step(actions)
