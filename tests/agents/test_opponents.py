"""Games by name through Gymnasium: what is registered, what is made, and what it costs to import."""

import os
import pickle
import subprocess
import sys
import warnings
from copy import deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import dynasty_env
from agents.at_tables import opponents
from agents.opponents import seat_vec_env, seated, single_env
from agents.uniform import Random
from dynasty_env import figures_v0
from dynasty_env.kit.envs.hybrid import HybridSeatVectorEnv
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.single import MaskInObservation, NearestLegal, SingleSeatEnv
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.errors import IllegalActionError, OptionError
from dynasty_env.registration import gymnasium_id, register_games
from tests.own import bot_of_nim
from tests.tiny import cut_in, nim

IDS = {"dynasty_v0": "dynasty_env/Dynasty-v0", "shinsengumi_v0": "dynasty_env/Shinsengumi-v0"}
every_game = pytest.mark.parametrize("name", dynasty_env.GAMES)
TINY, DUEL = "tests/Nim-v0", "dynasty_env/Figures-v0"
gymnasium.register(
    TINY,
    entry_point="agents.opponents:single_env",
    vector_entry_point="agents.opponents:seat_vec_env",
    kwargs={"game": nim.GAME, "backend": "interpreted"},
)


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    return run.stdout.strip()


def test_names() -> None:
    for game, name in IDS.items():
        assert gymnasium_id(game) == name
    assert {gymnasium_id(game) for game in dynasty_env.GAMES} <= set(gymnasium.registry)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Gymnasium warns of names that are registered twice
        register_games(dynasty_env.GAMES)


def test_registering_imports_no_game() -> None:
    heavy = python("import sys, dynasty_env; print([m for m in sys.modules if m in ('numba', 'dynasty_env.kit.game')])")
    assert heavy == "[]"


def test_the_name_alone_finds_the_package() -> None:
    code = "import gymnasium; print(gymnasium.make('dynasty_env:dynasty_env/Shinsengumi-v0').unwrapped.game.name)"
    assert python(code) == "shinsengumi_v0"


@pytest.mark.parametrize("bot", ["Remembers", "Batched", "mc:3:random"])
def test_any_bot_sits_in_the_other_seats_of_many_tables(bot: str, tmp_path: Path) -> None:
    """Every table has a game of its own, also where a seeded reset begins all of them anew, or a pickle went away."""
    name = bot if ":" in bot else bot_of_nim(bot, tmp_path)
    envs = gymnasium.make_vec(TINY, num_envs=5, bots=name, num_players=3)
    played = []
    for tables in (envs, envs, pickle.loads(pickle.dumps(envs.unwrapped))):
        seen, infos = tables.reset(seed=4)
        games = []
        for _ in range(12):
            seen, rewards, *_, infos = tables.step(infos["action_mask"].argmax(axis=1))
            games.append((seen.tolist(), rewards.tolist()))
        played.append(games)
    assert played[0] == played[1] == played[2]


def test_a_compiled_bot_is_one_by_its_name_in_the_browser_too() -> None:
    assert [opponents(name, nim.GAME) for name in ("greedy", "Veteran", "Novice")] == ["greedy", "greedy", "random"]


def test_a_language_model_is_refused_where_a_learner_would_ask_it_all_the_time() -> None:
    with pytest.raises(OptionError, match="llm:cat: a learner asks its opponents for more than a hundred thousand"):
        gymnasium.make_vec(TINY, num_envs=5, bots="llm:cat")


@every_game
def test_every_game_is_made_and_played(name: str) -> None:
    env = gymnasium.make(gymnasium_id(name), num_players=3, seat=1, backend="interpreted", features="onehot")
    table = env.unwrapped
    assert isinstance(table, SingleSeatEnv)
    assert (table.game.name, table.num_players, table.seat, table.features) == (name, 3, 1, "onehot")
    rng = np.random.default_rng(2)
    env.reset(seed=2)
    over = False
    while not over:
        observation, _, over, truncated, _ = env.step(rng.choice(np.flatnonzero(table.action_masks())))
        assert env.observation_space.contains(observation)
        assert not truncated


@every_game
def test_gymnasiums_checker_passes_on_what_is_made(name: str) -> None:
    env = gymnasium.make(gymnasium_id(name), num_players=2, render_mode="ansi", backend="interpreted")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker knows no masks, hence the wrapper, of which it warns.
        warnings.filterwarnings("ignore", message=".*is different from the unwrapped version")
        check_env(NearestLegal(env), skip_render_check=True)


def test_the_checker_renders_and_makes_again_what_is_made() -> None:
    env = gymnasium.make(TINY, render_mode="ansi")
    check_env(NearestLegal(env))
    check_env(NearestLegal(MaskInObservation(gymnasium.make(TINY, render_mode="ansi"))))
    assert env.spec is not None
    again = gymnasium.make(env.spec)
    assert again.unwrapped.game.name == "nim_v0"  # type: ignore[attr-defined]


def test_the_mask_in_the_observation() -> None:
    env = MaskInObservation(gymnasium.make(TINY))
    seen, _ = env.reset(seed=4)
    over = False
    while not over:
        table: Any = env.unwrapped
        assert env.observation_space.contains(seen)
        assert np.array_equal(seen["action_mask"], table.game_state.mask)
        assert np.array_equal(seen["observation"], table.game_state.observe(table.seat))
        seen, _, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
    assert seen["action_mask"].tolist() == [1, 0, 0]  # no action counts any more, and none would be no distribution


def test_many_tables_are_the_games_own_batch_or_gymnasiums() -> None:
    batch = gymnasium.make_vec(TINY, num_envs=4, bots="greedy", num_players=2)
    assert isinstance(batch, SeatVectorEnv)
    twin = SeatVectorEnv(nim.GAME, 4, "greedy", num_players=2, backend="interpreted")
    assert np.array_equal(batch.reset(seed=3)[0], twin.reset(seed=3)[0])
    synchronous = gymnasium.make_vec(TINY, num_envs=3, vectorization_mode="sync", wrappers=[MaskInObservation])
    seen, _ = synchronous.reset(seed=3)
    for _ in range(20):
        seen, _, _, _, _ = synchronous.step(seen["action_mask"].argmax(axis=1))
    assert seen["action_mask"].shape == (3, 3)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("mode", "many"), [(None, HybridSeatVectorEnv), ("sync", gymnasium.vector.SyncVectorEnv)])
def test_continuous_parameters_by_name(mode: str | None, many: Any) -> None:
    given: dict[str, Any] = {"parameters": "continuous", "backend": "interpreted", "bots": "greedy"}
    single: Any = gymnasium.make(DUEL, **given)
    envs: Any = gymnasium.make_vec(DUEL, num_envs=2, vectorization_mode=mode, **given)
    assert type(envs) is many
    with pytest.raises(OptionError, match="hybrid actions have their mask in the info"):
        MaskInObservation(single)
    for made in (single, envs):
        made.action_space.seed(1)
        _, infos = made.reset(seed=1)
        masks = infos["action_mask"]
        choice = np.argmax(masks["choice"] if isinstance(masks, dict) else masks, axis=-1)
        _, _, _, _, infos = made.step(made.action_space.sample() | {"choice": choice})
        assert infos["point_used"].any()


@pytest.mark.parametrize(
    "make",
    [
        lambda: gymnasium.make(TINY),
        lambda: gymnasium.make_vec(TINY, num_envs=2),
        lambda: VectorEnv(nim.GAME, 2, backend="interpreted"),
        lambda: figures_v0.vec_env(2, parameters="continuous", backend="interpreted"),
        lambda: gymnasium.make_vec(DUEL, num_envs=2, parameters="continuous", backend="interpreted"),
    ],
)
@pytest.mark.parametrize("copied", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_knows_its_registration_and_samples_alike(make: Any, copied: Any) -> None:
    env = make()
    spaces = [name for name in ("action_space", "single_action_space") if hasattr(env, name)]
    for name in spaces:
        getattr(env, name).seed(5)
    twin = copied(env)
    registered = [getattr(getattr(each, "spec", None), "id", None) for each in (env, twin)]
    assert registered[0] == registered[1]
    for name in spaces:
        one, two = (getattr(each, name).sample() for each in (env, twin))
        assert str(one) == str(two)


def test_bots_by_name_or_made() -> None:
    assert [bot.name for bot in seated("greedy, random", nim.GAME)] == ["greedy", "random"]
    assert [bot.name for bot in seated(["random", Random()], nim.GAME)] == ["random", "random"]
    mine = Random()
    assert seated(mine, nim.GAME) == [mine]
    assert single_env(nim.GAME, "greedy,random,random", num_players=4).bots[0].name == "greedy"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"bots": "gready"}, "greedy"),
        ({"bots": [3]}, "not a bot"),
        ({"bots": "random,random"}, "1 to fill them all"),
        ({"packs": 2}, "num_players"),
        ({"num_players": 9}, "2, 3, 4"),
    ],
)
def test_what_is_wrong_is_named(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        gymnasium.make(TINY, **wrong)


def test_an_unknown_game_lists_those_there_are() -> None:
    with pytest.raises(OptionError, match="shinsengumi_v0"):
        single_env("chess_v0")
    with pytest.raises(OptionError, match="shinsengumi_v0"):
        seat_vec_env("chess_v0", 2)


def test_illegal_actions_raise_unless_wrapped() -> None:
    env = gymnasium.make("dynasty_env/Dynasty-v0", num_players=2, seat=0, backend="interpreted")
    env.reset(seed=1)
    masks: Any = env.get_wrapper_attr("action_masks")
    illegal = int(np.flatnonzero(~masks())[0])
    with pytest.raises(IllegalActionError):
        env.step(illegal)
    NearestLegal(env).step(illegal)


def test_specs_are_text_and_travel() -> None:
    spec = gymnasium.spec("dynasty_env/Kingdoms-v0")
    assert '"kingdoms_v0"' in spec.to_json()
    env = MaskInObservation(single_env(cut_in.GAME, backend="interpreted"))
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    assert np.array_equal(env.step(legal(env))[0]["observation"], twin.step(legal(twin))[0]["observation"])


def legal(env: Any) -> int:
    return int(np.flatnonzero(env.unwrapped.action_masks())[0])
