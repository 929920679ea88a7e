"""What other libraries want of environments, tried with them: autoreset modes, masks, plain observations, seeds."""

import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import DtypeObservation, RescaleObservation
from gymnasium.wrappers import vector as wrappers
from pettingzoo.test import api_test, seed_test

import dynasty_env
from dynasty_env.kit.envs.masks import MaskInInfo
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.errors import OptionError
from dynasty_env.reference import leduc
from dynasty_env.registration import ANY
from tests.own import game_file
from tests.own import nothing_loaded as nothing_loaded
from tests.tiny import nim

NEXT, SAME = "NextStep", "SameStep"
LEDUC = "dynasty_env/Leduc-v0"


def many(mode: str, **options: Any) -> gymnasium.vector.VectorEnv:
    return gymnasium.make_vec(
        LEDUC, num_envs=3, features="onehot", autoreset_mode=mode, backend="interpreted", **options
    )


def played(envs: Any, steps: int = 40, seed: int = 0) -> int:
    """Play by a softmax over the mask, as learners do; how many games have ended. No probability is ever NaN."""
    ended, rng = 0, torch.Generator().manual_seed(seed)
    _, infos = envs.reset(seed=seed)
    for _ in range(steps):
        logits = torch.zeros(infos["action_mask"].shape).masked_fill(
            torch.tensor(infos["action_mask"] == 0), -torch.inf
        )
        likely = torch.softmax(logits, -1)
        assert not likely.isnan().any()
        seen, _, over, _, infos = envs.step(torch.multinomial(likely, 1, generator=rng).flatten().numpy())
        assert not np.isnan(np.asarray(seen, np.float64)).any()
        ended += int(over.sum())
    return ended


OBSERVING: list[Callable[[Any], Any]] = [
    wrappers.NormalizeObservation,
    wrappers.FlattenObservation,
    lambda envs: wrappers.DtypeObservation(envs, np.float64),
    lambda envs: wrappers.RescaleObservation(envs, 0.0, 1.0),
]
OTHERS: list[Callable[[Any], Any]] = [
    wrappers.RecordEpisodeStatistics,
    wrappers.NormalizeReward,
    lambda envs: wrappers.ClipReward(envs, -1.0, 1.0),
]


@pytest.mark.parametrize("wrap", [*OBSERVING, *OTHERS])
def test_gymnasiums_vector_wrappers_take_the_mode_that_make_vec_is_asked_for(wrap: Callable[[Any], Any]) -> None:
    envs = many(NEXT)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert played(wrap(envs)) > 10
    envs = many(SAME)
    assert many(SAME).metadata["autoreset_mode"] is gymnasium.make_vec(LEDUC).metadata["autoreset_mode"]
    if wrap in OBSERVING:
        with pytest.raises(ValueError, match="NEXT_STEP"):
            wrap(envs).reset()
    else:
        assert played(wrap(envs)) > 10


@pytest.mark.parametrize("mode", [NEXT, SAME])
def test_vectors_of_single_tables_never_show_an_empty_mask(mode: str) -> None:
    envs = gymnasium.make_vec(
        LEDUC, num_envs=2, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, backend="interpreted"
    )
    assert played(envs) > 5


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED])
def test_the_packages_own_batches_show_none_either(mode: AutoresetMode) -> None:
    env = VectorEnv(nim.GAME, 4, seed=1, autoreset_mode=mode, backend="interpreted")
    batch, ended = env.reset(), 0
    for _ in range(40):
        assert batch.action_mask.any(axis=1).all()
        over = batch.terminated == 1
        assert (batch.action_mask[over] == [1, 0, 0]).all()
        ended += int(over.sum())
        batch = env.step(batch.action_mask.argmax(axis=1))
    assert ended > 4


def test_whole_numbers_rescale_to_whole_numbers() -> None:
    """int8 rescaled is int8, and most of it 0: onehot is float32 already, and raw has to be made so first."""

    def shares(features: str, *wrap: Callable[[Any], Any]) -> tuple[np.dtype[Any], float]:
        env: Any = gymnasium.make(LEDUC, backend="interpreted", features=features)
        for each in wrap:
            env = each(env)
        seen, _ = env.reset(seed=1)
        assert env.observation_space.contains(seen)
        return seen.dtype, float(np.mean((seen > 0) & (seen < 1)))

    def rescaled(env: Any) -> Any:
        return RescaleObservation(env, env.observation_space.dtype.type(0), env.observation_space.dtype.type(1))

    assert shares("raw", rescaled) == (np.int8, 0.0)
    assert shares("raw", lambda env: DtypeObservation(env, np.float32), rescaled)[1] > 0.05
    assert shares("onehot", rescaled)[1] > 0.05


def test_pettingzoo_with_plain_observations_and_the_mask_in_the_info() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(MaskInInfo(leduc.env(backend="interpreted")), num_cycles=50)
        seed_test(lambda: MaskInInfo(leduc.env(backend="interpreted")), num_cycles=50)
    env, plain = MaskInInfo(leduc.env(backend="interpreted")), leduc.env(backend="interpreted")
    for each in (env, plain):
        each.reset(seed=3)
    for agent in plain.agent_iter():
        (seen, *_, over, _, info), both = env.last(), plain.last()[0]
        assert np.array_equal(seen, both["observation"])
        for other in plain.agents:  # those who have left have no info
            assert np.array_equal(env.infos[other]["action_mask"], plain.observe(other)["action_mask"])
        action = None if over else int(info["action_mask"].argmax())
        assert env.agent_selection == agent
        for each in (env, plain):
            each.step(action)


def test_plain_observations_are_not_made_plain_again() -> None:
    with pytest.raises(OptionError, match="are already plain"):
        MaskInInfo(MaskInInfo(leduc.env(backend="interpreted")))


def test_supersuit_wraps_the_plain_one() -> None:
    supersuit = pytest.importorskip("supersuit")
    env = MaskInInfo(leduc.env(backend="interpreted"))
    env = supersuit.frame_stack_v2(supersuit.agent_indicator_v0(supersuit.dtype_v0(env, "float32")), 3)
    env.reset(seed=1)
    size = leduc.GAME.layout.size
    for agent in env.agent_iter():
        seen, _, over, _, info = env.last()
        assert seen.shape == (3 * (size + 2),)
        assert np.array_equal(seen[-size - 2 : -2], env.unwrapped.observe(agent)["observation"])
        env.step(None if over else int(info["action_mask"].argmax()))


def test_tianshou_seeds_the_whole_table() -> None:
    from tianshou.env import PettingZooEnv

    table = PettingZooEnv(leduc.env(features="onehot", backend="interpreted"))
    table.seed(4)
    assert table.env.unwrapped.seed == 4
    assert not hasattr(table.env, "seed")


def test_a_game_of_ones_own_is_made_by_gymnasium(tmp_path: Path, nothing_loaded: None) -> None:
    """By where it stands at once, by its name once it is loaded, and in other processes."""
    place = f"{game_file(tmp_path / 'mine.py', 'my_pebbles_v0')}:Nim"
    env = gymnasium.make(ANY, game=place, backend="interpreted", bots="random")
    assert env.unwrapped.game.name == "my_pebbles_v0"
    dynasty_env.load_game(f"{game_file(tmp_path / 'older.py', 'my_pebbles_v0')}:Nim")
    dynasty_env.load_game(place)  # the one that was loaded last
    named = gymnasium.make("dynasty_env/MyPebbles-v0", backend="interpreted")
    envs = gymnasium.make_vec("dynasty_env/MyPebbles-v0", num_envs=2, backend="interpreted")
    assert (named.unwrapped.game, envs.game) == (env.unwrapped.game, env.unwrapped.game)
    assert named.spec.kwargs["game"] == place
    kept = tmp_path / "spec.pickle"
    kept.write_bytes(pickle.dumps(named.spec))
    code = (
        f"import gymnasium, pickle; print(gymnasium.make(pickle.load(open({str(kept)!r}, 'rb'))).unwrapped.game.name)"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "my_pebbles_v0"
