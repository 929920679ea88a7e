"""Many tables at once are the same games as one at a time; ends, resets and buffers are as documented."""

import copy
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from dynasty_env import dynasty_v0
from dynasty_env.kit.engine.threads.pace import Pace
from dynasty_env.kit.engine.threads.steps import WORTH_A_THREAD
from dynasty_env.kit.envs.aec import TableEnv
from dynasty_env.kit.envs.base import mask_of
from dynasty_env.kit.envs.vector import Batch, VectorEnv, batch_backend
from dynasty_env.kit.errors import IllegalActionError, OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.games import ALL, brief
from tests.tiny import cut_in, nim

DYNASTY = dynasty_v0.game
SHORT = 200
"""Games of no more decisions are played more often."""
MODES = list(AutoresetMode)
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)


def choose(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal action of every table; 0 where none is."""
    return (rng.random(mask.shape) * mask).argmax(axis=1)


def copied(batch: Batch) -> Batch:
    return Batch(*(array.copy() for array in batch))


def same(one: Batch, two: Batch) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def states(game: Game, seeds: list[int], **options: Any) -> list[State]:
    return [game.new(seed, backend="compiled", **options) for seed in seeds]


def fits(batch: Batch, tables: list[State]) -> None:
    """The batch shows these tables as their deciding seats see them."""
    for i, state in enumerate(tables):
        assert batch.seat[i] == state.seat
        assert np.array_equal(batch.action_mask[i], mask_of(state))
        assert np.array_equal(batch.observation[i], state.observe(state.seat))


@pytest.mark.parametrize(
    ("game", "reward"),
    [(game, reward) for game in ALL for reward in game.rewards],
    ids=lambda value: getattr(value, "name", value),
)
def test_same_step_plays_the_games_of_seed_plus_n(game: Game, reward: Any) -> None:
    n, first = 5, 1000
    env = VectorEnv(game, n, seed=first, reward=reward)
    batch = env.reset()
    tables = states(game, list(range(first, first + n)))
    rng = np.random.default_rng(0)
    games = np.ones(n, int)
    while games.min() < (4 if game.longest <= SHORT else 2):
        fits(batch, tables)
        actions = choose(batch.action_mask, rng)
        batch = env.step(actions)
        for i, state in enumerate(tables):
            state.play(int(actions[i]))
            assert batch.terminated[i] == state.done
            if not state.done:
                assert not batch.rewards[i].any()
                continue
            assert np.array_equal(batch.rewards[i], state.returns(reward))
            for row, kind in enumerate(game.rewards):
                assert np.array_equal(env.final_returns[i, row, : state.num_players], state.returns(kind))
                assert not env.final_returns[i, row, state.num_players :].any()
            for seat in range(state.num_players):
                assert np.array_equal(env.final_observation[i, seat], state.observe(seat))
            tables[i] = game.new(first + i + int(games[i]) * n, backend="compiled")
            games[i] += 1
    assert [env.state(i).seed for i in range(n)] == [first + i + (int(games[i]) - 1) * n for i in range(n)]
    assert all(np.array_equal(env.state(i).observe(0), tables[i].observe(0)) for i in range(n))


@every_game
def test_options_are_the_games_own(game: Game) -> None:
    for option in game.options:
        value = option.values[-1]
        env = VectorEnv(game, 2, seed=4, **{option.name: value})
        batch = env.reset()
        tables = states(game, [4, 5], **{option.name: value})
        assert batch.rewards.shape == (2, tables[0].num_players)
        rng = np.random.default_rng(1)
        for _ in range(60):
            fits(batch, tables)
            actions = choose(batch.action_mask, rng)
            batch = env.step(actions)
            for state, action in zip(tables, actions, strict=True):
                if not state.done:
                    state.play(int(action))
            if batch.terminated.any():
                break


def test_next_step_deals_anew_one_step_later_and_ignores_the_action() -> None:
    n, first = 4, 30
    env = VectorEnv(cut_in.GAME, n, seed=first, autoreset_mode="NextStep")
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    batch = env.reset()
    tables = states(cut_in.GAME, list(range(first, first + n)))
    rng = np.random.default_rng(3)
    games = np.ones(n, int)
    while games.min() < 4:
        ended = batch.terminated.copy()
        fits(batch, tables)
        actions = choose(batch.action_mask, rng)
        actions[ended == 1] = rng.choice([-5, 10**9])  # ignored, however wrong
        batch = env.step(actions)
        for i in range(n):
            if ended[i]:
                games[i] += 1
                for seat in range(3):
                    assert np.array_equal(env.final_observation[i, seat], tables[i].observe(seat))
                tables[i] = cut_in.GAME.new(first + i + int(games[i] - 1) * n, backend="compiled")
            else:
                tables[i].play(int(actions[i]))
            assert batch.terminated[i] == tables[i].done
            wanted = tables[i].returns("win") if tables[i].done else np.zeros(3, np.float32)
            assert np.array_equal(batch.rewards[i], wanted)
        for i in np.flatnonzero(batch.terminated):
            assert batch.action_mask[i].tolist() == [1] + [0] * 6, "an ended table ignores its action"


def test_disabled_stays_ended_and_rewards_once() -> None:
    env = VectorEnv(nim.GAME, 6, seed=9, autoreset_mode=AutoresetMode.DISABLED)
    batch = env.reset()
    tables = states(nim.GAME, list(range(9, 15)))
    rng = np.random.default_rng(3)
    rewarded = np.zeros(6, int)
    for _ in range(30):
        actions = choose(batch.action_mask, rng)
        batch = env.step(actions)
        for i, state in enumerate(tables):
            before = state.done
            if not before:
                state.play(int(actions[i]))
            assert batch.terminated[i] == state.done
            assert batch.rewards[i].any() == (state.done and not before)
            rewarded[i] += bool(batch.rewards[i].any())
        fits(batch, tables)
    assert rewarded.tolist() == [1] * 6
    assert batch.terminated.all()
    again = copied(env.reset())
    assert not again.terminated.any()
    assert [env.state(i).seed for i in range(6)] == list(range(15, 21))


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_final_observation_is_of_the_end_as_soon_as_a_game_ends(mode: AutoresetMode) -> None:
    """What every seat saw at the end, at the step whose `terminated` tells of it, in every mode."""
    env = VectorEnv(cut_in.GAME, 1, seed=2, autoreset_mode=mode)
    batch = env.reset()
    state = cut_in.GAME.new(2, backend="compiled")
    rng = np.random.default_rng(3)
    while not batch.terminated[0]:
        action = choose(batch.action_mask, rng)
        state.play(int(action[0]))
        batch = env.step(action)
    for seat in range(3):
        assert np.array_equal(env.final_observation[0, seat], state.observe(seat))


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_rewards_are_for_all_seats_and_sum_to_nothing(mode: AutoresetMode) -> None:
    env = VectorEnv(nim.GAME, 8, seed=1, num_players=3, autoreset_mode=mode)
    batch = env.reset()
    rng = np.random.default_rng(5)
    ended = 0
    for _ in range(40):
        batch = env.step(choose(batch.action_mask, rng))
        for i in range(8):
            if batch.rewards[i].any():
                assert batch.terminated[i] == 1
                assert sorted(batch.rewards[i].tolist()) == [-0.5, -0.5, 1.0]
                ended += 1
    assert ended >= 8


@every_game
def test_threads_change_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pace, "begin", lambda self: True)  # also where that is slower
    envs = [VectorEnv(game, 3 * WORTH_A_THREAD + 1, seed=3, threads=threads, **brief(game)) for threads in (1, 3, 50)]
    batches = [env.reset() for env in envs]
    rng = np.random.default_rng(2)
    ended = steps = 0
    while not ended or steps < 60:
        steps += 1
        assert same(batches[0], batches[1])
        assert same(batches[0], batches[2])
        actions = choose(batches[0].action_mask, rng)
        batches = [env.step(actions) for env in envs]
        ended += int(batches[0].terminated.sum())
    for env in envs[1:]:
        assert env.tables.array.tobytes() == envs[0].tables.array.tobytes()
        assert np.array_equal(env.final_observation, envs[0].final_observation)
        assert np.array_equal(env.final_returns, envs[0].final_returns)
    for env in envs:
        env.close()


def test_close_twice() -> None:
    env = VectorEnv(nim.GAME, 4, threads=2)
    env.reset()
    env.close()
    env.close()


@pytest.mark.parametrize("wrong", [-1, 3, 10**6, -(2**40), 2**62])
def test_an_illegal_action_names_its_table_and_nothing_has_moved(wrong: int) -> None:
    env = VectorEnv(nim.GAME, 6, seed=40)
    batch = env.reset()
    batch = env.step([0] * 6)
    kept = copied(batch)
    before = env.tables.array.tobytes()
    with pytest.raises(IllegalActionError, match="table 4") as error:
        env.step([0, 1, 2, 0, wrong, 2])
    assert str(wrong) in str(error.value)
    assert env.tables.array.tobytes() == before
    assert same(batch, kept), "the last batch is still there"
    env.step([0, 1, 2, 0, 1, 2])


def test_the_first_of_several_illegal_actions_is_named_in_words() -> None:
    env = VectorEnv(DYNASTY, 5, seed=0)
    env.reset()
    actions = np.full(5, DYNASTY.action_ids["deck:yellow"])
    actions[2:] = DYNASTY.action_ids["country:France"]
    with pytest.raises(IllegalActionError) as error:
        env.step(actions)
    text = str(error.value)
    assert "country:France" in text
    assert "setup_deck" in text
    assert "table 2" in text
    assert "table 3" not in text


@pytest.mark.parametrize("actions", [0, [0], [0] * 5, [[0]] * 4, []], ids=str)
def test_wrong_shapes_are_refused(actions: Any) -> None:
    env = VectorEnv(nim.GAME, 4, seed=0)
    env.reset()
    before = env.tables.array.tobytes()
    with pytest.raises(IllegalActionError, match="4 actions are expected"):
        env.step(actions)
    assert env.tables.array.tobytes() == before


@pytest.mark.parametrize("actions", [[0.5] * 4, np.full(4, 1.9), ["0"] * 4, [None] * 4, [np.nan] * 4], ids=str)
def test_what_is_no_whole_number_is_refused(actions: Any) -> None:
    """Not rounded: State.play refuses it as well."""
    env = VectorEnv(nim.GAME, 4, seed=0)
    env.reset()
    before = env.tables.array.tobytes()
    with pytest.raises(IllegalActionError):
        env.step(actions)
    assert env.tables.array.tobytes() == before


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64, list])
def test_actions_of_any_integer_type(kind: Any) -> None:
    env = VectorEnv(nim.GAME, 4, seed=0)
    env.reset()
    heaps = env.tables.array["heap"].copy()
    actions = [0, 1, 2, 0]
    env.step(actions if kind is list else np.array(actions, kind))
    assert (heaps - env.tables.array["heap"]).tolist() == [1, 2, 3, 1]


def test_strided_actions() -> None:
    env = VectorEnv(nim.GAME, 4, seed=0)
    env.reset()
    heaps = env.tables.array["heap"].copy()
    env.step(np.arange(8)[::2] % 3)
    assert (heaps - env.tables.array["heap"]).tolist() == [1, 3, 2, 1]


def test_step_before_reset() -> None:
    with pytest.raises(IllegalActionError, match="reset"):
        VectorEnv(nim.GAME, 2).step([0, 0])


@every_game
def test_shapes_and_dtypes(game: Game) -> None:
    env = VectorEnv(game, 3, seed=0)
    width, actions, seats = game.layout.size, len(game.action_names), env.num_players
    rng = np.random.default_rng(0)
    batch = env.reset()
    for _ in range(3):
        for array, shape, dtype in (
            (batch.observation, (3, width), np.int8),
            (batch.action_mask, (3, actions), np.int8),
            (batch.seat, (3,), np.int8),
            (batch.rewards, (3, seats), np.float32),
            (batch.terminated, (3,), np.int8),
            (env.final_observation, (3, game.seat_rows, width), np.int8),
            (env.final_returns, (3, len(env.game.rewards), game.seat_rows), np.float32),
        ):
            assert array.shape == shape
            assert array.dtype == dtype
        batch = env.step(choose(batch.action_mask, rng))


def test_the_next_step_overwrites_the_buffers() -> None:
    env = VectorEnv(nim.GAME, 3, seed=0)
    first = env.reset()
    kept = copied(first)
    second = env.step([0, 0, 0])
    for one, two in zip(first, second, strict=True):
        assert one is two
    assert not np.array_equal(first.observation, kept.observation)
    third = env.reset(5)
    assert third.observation is first.observation


@every_game
def test_onehot(game: Game) -> None:
    raw, onehot = (VectorEnv(game, 3, seed=1, features=features) for features in ("raw", "onehot"))
    one, two = raw.reset(), onehot.reset()
    rng = np.random.default_rng(0)
    for _ in range(20):
        assert two.observation.shape == (3, game.layout.onehot_size)
        assert two.observation.dtype == np.float32
        assert np.array_equal(game.layout.onehot(one.observation), two.observation)
        assert all(np.array_equal(a, b) for a, b in zip(one[1:], two[1:], strict=True))
        before = two.observation
        kept = before.copy()
        actions = choose(one.action_mask, rng)
        one, two = raw.step(actions), onehot.step(actions)
        assert np.array_equal(before, kept), "a fresh array"


def test_a_looked_at_table_is_a_copy() -> None:
    env = VectorEnv(nim.GAME, 2, seed=0)
    env.reset()
    before = env.tables.array.tobytes()
    env.state(1).play(0)
    assert env.tables.array.tobytes() == before


@every_game
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_leaving_observations_out_changes_nothing_else(game: Game, mode: AutoresetMode) -> None:
    full, lean = (VectorEnv(game, 5, seed=8, observe=observe, autoreset_mode=mode) for observe in (True, False))
    one, two = full.reset(), lean.reset()
    rng = np.random.default_rng(3)
    for _ in range(80):
        assert two.observation.shape == (0, game.layout.size)
        assert lean.final_observation.shape == (0, game.seat_rows, game.layout.size)
        assert all(np.array_equal(a, b) for a, b in zip(one[1:], two[1:], strict=True))
        actions = choose(one.action_mask, rng)
        one, two = full.step(actions), lean.step(actions)
    assert full.tables.array.tobytes() == lean.tables.array.tobytes()
    assert np.array_equal(full.final_returns, lean.final_returns)
    with pytest.raises(OptionError, match="observe=False"):
        VectorEnv(game, 2, observe=False, features="onehot")


@every_game
def test_tensors_share_the_buffers(game: Game) -> None:
    torch = pytest.importorskip("torch")
    env = VectorEnv(game, 4, seed=2)
    tensors = env.tensors()
    batch = env.reset()
    rng = np.random.default_rng(0)
    for _ in range(15):
        for tensor, array in zip(tensors, batch, strict=True):
            assert isinstance(tensor, torch.Tensor)
            assert tensor.data_ptr() == array.ctypes.data
            assert np.array_equal(tensor.numpy(), array)
        batch = env.step(choose(batch.action_mask, rng))
    with pytest.raises(OptionError, match="raw"):
        VectorEnv(game, 2, features="onehot").tensors()


@every_game
def test_aec_vector_and_interpreted_play_the_same_games(game: Game) -> None:
    """One seed, one choice of actions: masks, observations and rewards are the same through every interface."""
    envs = [TableEnv(game, backend=backend, **brief(game)) for backend in ("compiled", "interpreted")]
    games = 3 if game.longest <= SHORT else 1
    vector = VectorEnv(game, 3, seed=20, autoreset_mode="Disabled", **brief(game))
    rng = np.random.default_rng(6)
    for i in range(games):
        batch = vector.reset(20)
        for env in envs:
            env.reset(seed=20 + i)
        actions = np.zeros(3, np.int64)
        while not batch.terminated[i]:
            for env in envs:
                assert env.agent_selection == env.possible_agents[batch.seat[i]]
                seen = env.observe(env.agent_selection)
                assert np.array_equal(seen["observation"], batch.observation[i])
                assert np.array_equal(seen["action_mask"], batch.action_mask[i])
            actions = choose(batch.action_mask, rng)
            batch = vector.step(actions)
            for env in envs:
                env.step(int(actions[i]))
        for env in envs:
            assert list(env.rewards.values()) == batch.rewards[i].tolist()
            for seat, agent in enumerate(env.possible_agents):
                assert np.array_equal(env.observe(agent)["observation"], vector.final_observation[i, seat])


def test_a_seed_a_table() -> None:
    env = VectorEnv(cut_in.GAME, 3)
    fits(env.reset([9, 2**50, 9]), states(cut_in.GAME, [9, 2**50, 9]))
    assert seeds(env) == [9, 2**50, 9]
    assert seeds_after(env, env.reset) == [12, 2**50 + 3, 12]
    for wrong in ([1, 2], [1, 2, 3, 4], [1, 2, -1], [1, 2, 2**62], [1, 2, 0.5]):
        with pytest.raises(OptionError, match="seed"):
            env.reset(wrong)  # type: ignore[arg-type]
    assert seeds(env) == [12, 2**50 + 3, 12]


def seeds_after(env: VectorEnv, act: Any) -> list[int]:
    act()
    return seeds(env)


def seeds(env: VectorEnv) -> list[int]:
    return env.tables.array["seed"].tolist()


def test_reset_with_a_seed_repeats_the_games() -> None:
    env = VectorEnv(cut_in.GAME, 3, seed=1)
    first = copied(env.reset(77))
    assert seeds(env) == [77, 78, 79]
    rng = np.random.default_rng(0)
    batch = first
    for _ in range(60):
        batch = env.step(choose(batch.action_mask, rng))
    assert not same(first, batch)
    assert same(first, env.reset(77))


def test_reset_without_a_seed_goes_on() -> None:
    env = VectorEnv(nim.GAME, 3, seed=10)
    env.reset()
    assert seeds(env) == [10, 11, 12]
    env.reset()
    assert seeds(env) == [13, 14, 15]
    env.reset(100)
    env.reset()
    assert seeds(env) == [103, 104, 105]


def test_no_seed_is_fresh_entropy() -> None:
    first = [VectorEnv(nim.GAME, 2) for _ in range(3)]
    for env in first:
        env.reset()
    assert len({tuple(seeds(env)) for env in first}) == 3


@pytest.mark.parametrize("seed", [-1, 2**62, 2**70, 1.5, "7", True, [1]], ids=repr)
def test_seeds_out_of_range(seed: Any) -> None:
    env = VectorEnv(nim.GAME, 2, seed=0)
    env.reset()
    before = env.tables.array.tobytes()
    with pytest.raises(OptionError, match="seed"):
        env.reset(seed)
    assert env.tables.array.tobytes() == before
    with pytest.raises(OptionError, match="seed"):
        VectorEnv(nim.GAME, 2, seed=seed).reset()


@pytest.mark.parametrize("seed", [0, 2**40, 2**62 - 1, np.int64(6), np.uint8(6)], ids=repr)
def test_seeds_in_range(seed: Any) -> None:
    env = VectorEnv(nim.GAME, 2, seed=seed)
    batch = env.reset()
    assert seeds(env) == [int(seed), int(seed) + 1]
    fits(batch, states(nim.GAME, [int(seed), int(seed) + 1]))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"num_envs": 0}, "num_envs=0"),
        ({"threads": 0}, "threads=0"),
        ({"reward": "money"}, "win, rank, points"),
        ({"features": "pixels"}, "raw, onehot"),
        ({"autoreset_mode": "Sometimes"}, "SameStep"),
        ({"num_players": 7}, "2, 3, 4, 5, 6"),
        ({"colour": "red"}, "packs"),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused_with_the_valid_ones(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        dynasty_v0.vec_env(**({"num_envs": 2} | arguments))


def test_the_public_face() -> None:
    env = dynasty_v0.vec_env(2, num_players=3, seed=6, reward="rank")
    assert env.game is DYNASTY
    assert env.metadata["name"] == "dynasty_v0"
    fits(env.reset(), states(DYNASTY, [6, 7], num_players=3))


def test_backends_play_the_same_games() -> None:
    envs = [VectorEnv(cut_in.GAME, 3, seed=7, backend=name) for name in ("interpreted", "compiled", "auto", None)]
    batches = [env.reset() for env in envs]
    rng = np.random.default_rng(1)
    for _ in range(150):
        actions = choose(batches[0].action_mask, rng)
        batches = [env.step(actions) for env in envs]
        assert all(same(batches[0], batch) for batch in batches)
    with pytest.raises(OptionError, match="backend 'quick' is unknown: choose auto, interpreted or compiled"):
        VectorEnv(cut_in.GAME, 3, backend="quick")  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("features", ["raw", "onehot"])
def test_a_pickled_environment_goes_on_alike(mode: AutoresetMode, features: Any) -> None:
    env = VectorEnv(cut_in.GAME, 5, seed=3, reward="rank", features=features, threads=2, autoreset_mode=mode)
    rng = np.random.default_rng(2)
    for steps in (0, 0, 30):
        again = pickle.loads(pickle.dumps(env))
        one, two = env.reset(), again.reset()
        for _ in range(steps):
            assert same(one, two)
            actions = choose(one.action_mask, rng)
            one, two = env.step(actions), again.step(actions)
        twin = copy.deepcopy(env)
        for _ in range(60):
            assert same(one, two)
            if mode is AutoresetMode.DISABLED and one.terminated.any():
                break
            actions = choose(one.action_mask, rng)
            one, two = env.step(actions), twin.step(actions)
        assert np.array_equal(env.final_returns, twin.final_returns)
        assert np.array_equal(env.final_observation, twin.final_observation)
        assert [env.state(i).to_dict() for i in range(5)] == [twin.state(i).to_dict() for i in range(5)]
        again.close()
        twin.close()
    env.close()


@pytest.mark.parametrize(("at_a_terminal", "backend"), [(True, None), (False, None), (True, "interpreted")])
def test_a_person_is_told_that_the_rules_will_be_compiled(
    at_a_terminal: bool,
    backend: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path))
    monkeypatch.delenv("DYNASTY_ENV_BACKEND", raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: at_a_terminal)
    batch_backend(nim.Nim(), backend)
    told = "compiling the rules of nim_v0, once on this machine: minutes at most\n"
    assert capsys.readouterr().err == (told if at_a_terminal and backend is None else "")
