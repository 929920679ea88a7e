"""Options given to `reset` hold for the games that it deals, and for no later one; wrong ones change nothing."""

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import dynasty_env  # noqa: F401 (registers the names)
from agents.uniform import Random
from dynasty_env import figures_v0, shinsengumi_v0
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.replays import Replay

GAME = shinsengumi_v0.game
PLAIN = {"num_players": 2, "backend": "interpreted"}
GIVEN = {"hidden_stones": True, "ask_forced": True}
MADE: dict[str, Callable[[], Any]] = {
    "PettingZoo": lambda: shinsengumi_v0.env(**PLAIN),
    "Gymnasium": lambda: shinsengumi_v0.single_env([Random()], **PLAIN),
    "gymnasium.make": lambda: gymnasium.make("dynasty_env/Shinsengumi-v0", bots="random", **PLAIN),
    "hybrid PettingZoo": lambda: figures_v0.env(parameters="continuous", **PLAIN),
    "hybrid Gymnasium": lambda: figures_v0.single_env([Random()], parameters="continuous", **PLAIN),
}
every_env = pytest.mark.parametrize("name", MADE)


def given_for(env: Any) -> dict[str, Any]:
    return {"emotions": True, "max_rounds": 10} if env.unwrapped.game is figures_v0.game else GIVEN


def table(env: Any) -> bytes:
    """Everything that lies on the table, and what the next seed follows from."""
    inner = env.unwrapped
    state = inner.game_state
    fields = b"".join(state.record[name].tobytes() for name in state.game.dtype.names)
    return fields + repr((inner._seeds if hasattr(inner, "_seeds") else inner.np_random).bit_generator.state).encode()


@every_env
def test_they_hold_for_one_game(name: str) -> None:
    env = MADE[name]()
    inner, given = env.unwrapped, given_for(env.unwrapped)
    env.reset(seed=3)
    own = inner.game_state.options
    env.reset(seed=3, options=given)
    assert inner.game_state.options == own | given
    assert inner.options == own
    fresh = inner.game.new(inner.seed, backend="interpreted", **own | given)
    assert Replay.of(inner.game_state, ["", ""]).options == fresh.options
    env.reset()
    assert inner.game_state.options == own
    env.reset(options={"num_players": np.int64(2), **given})
    assert inner.game_state.options == own | given
    env.reset(options={})
    assert inner.game_state.options == own


@every_env
def test_they_make_the_game_that_the_constructor_would_make(name: str) -> None:
    one, other = MADE[name](), MADE[name]()
    given = given_for(one.unwrapped)
    one.reset(seed=3, options=given)
    other.unwrapped.options = one.unwrapped.options | given
    other.reset(seed=3)
    assert table(one) == table(other)
    one.reset(options=given)
    other.reset()
    assert table(one) == table(other)


@every_env
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"ask_forced": 7}, "ask_forced=7 is out of range: ask_forced is one of"),
        ({"ask_forced": None}, "ask_forced=None is out of range"),
        ({"num_players": 3}, "num_players=3 cannot be given to reset: this environment has 2 seats"),
        ({"num_players": 99}, "num_players=99 is out of range"),
        ({"ask_forced": "x" * 9999}, "ask_forced='xxx"),
        ([("ask_forced", True)], "is not a dict of options; the options are num_players"),
        (7, "options=7 is not a dict of options"),
        ({"other": 1, "ask_forced": 7}, "ask_forced=7 is out of range"),
    ],
)
def test_wrong_ones_are_refused_and_nothing_changes(name: str, options: Any, says: str) -> None:
    env = MADE[name]()
    env.reset(seed=3)
    seen = env.observe(env.agent_selection) if hasattr(env, "observe") else None
    before = table(env)
    for seed in (None, 4):
        with warnings.catch_warnings(), pytest.raises(OptionError, match=says) as refused:
            warnings.simplefilter("error")
            env.reset(seed=seed, options=options)
        assert len(str(refused.value)) < 300
        assert table(env) == before
    if seen is not None:
        np.testing.assert_equal(env.observe(env.agent_selection), seen)


@every_env
def test_keys_that_are_no_options_are_warned_of_once(name: str) -> None:
    env = MADE[name]()
    with pytest.warns(
        UserWarning, match=r"reset ignores 'options', which is not an option of \w+; its options are num_pl"
    ):
        env.reset(seed=1, options={"options": 1, **given_for(env.unwrapped)})
    assert env.unwrapped.game_state.options["num_players"] == 2
    again = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env.unwrapped))]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for each in again:
            each.reset(options={"options": 2})
    with pytest.warns(UserWarning, match="reset ignores 5"):
        env.reset(options={5: 2})


def test_a_table_with_the_options_of_the_current_game_can_be_laid() -> None:
    env = shinsengumi_v0.raw_env(**PLAIN)
    env.reset(seed=3, options=GIVEN)
    twin = env.game_state.hide(env.game_state.seat, 1)
    env.lay(twin)
    env.reset()
    with pytest.raises(OptionError, match="cannot be loaded: this environment has"):
        env.lay(twin)


def test_the_point_of_the_last_move_outlives_a_refused_reset() -> None:
    env = figures_v0.raw_env(parameters="continuous", **PLAIN)
    env.reset(seed=3)
    while not any("point_used" in info for info in env.infos.values()):
        agent = env.agent_selection
        env.step(env.action_space(agent).sample(env.infos[agent]["action_mask"]))
    before = copy.deepcopy(env._used)
    for wrong in ({"seed": -1}, {"options": {"room": 9}}):
        with pytest.raises(OptionError):
            env.reset(**wrong)
    np.testing.assert_equal(env._used, before)


def options_at(envs: SeatVectorEnv) -> list[dict[str, Any]]:
    return [envs.state(i).options for i in range(envs.num_envs)]


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_at_many_tables_they_hold_for_the_games_that_the_reset_deals(mode: AutoresetMode) -> None:
    envs = shinsengumi_v0.seat_vec_env(3, autoreset_mode=mode, **PLAIN)
    rng = np.random.default_rng(0)
    _, infos = envs.reset(seed=3, options=GIVEN)
    own = envs.options
    waits = ended = np.zeros(3, np.bool_)
    assert options_at(envs) == [own | GIVEN] * 3
    while not ended.all():
        actions = [rng.choice(np.flatnonzero(row)) for row in infos["action_mask"]]
        _, _, terminated, _, infos = envs.step(np.array(actions))
        begun = terminated if mode is AutoresetMode.SAME_STEP else waits
        ended = ended | begun
        waits = terminated
        assert options_at(envs) == [own if new else own | GIVEN for new in ended]
        envs = pickle.loads(pickle.dumps(envs))
    envs.reset(options=GIVEN)
    assert options_at(envs) == [own | GIVEN] * 3
    envs.reset()
    assert options_at(envs) == [own] * 3


def test_at_many_tables_wrong_ones_change_nothing() -> None:
    envs = shinsengumi_v0.seat_vec_env(2, **PLAIN)
    envs.reset(seed=3)
    before = envs.tables.array.tobytes(), envs.np_random.bit_generator.state
    for options in ({"ask_forced": 7}, {"num_players": 3}, 7):
        with pytest.raises(OptionError):
            envs.reset(options=options)  # type: ignore[arg-type]
    assert before == (envs.tables.array.tobytes(), envs.np_random.bit_generator.state)
    with pytest.warns(UserWarning, match="reset ignores 'options'"):
        envs.reset(options={"options": 1})


def test_gymnasiums_own_vectors_hand_them_on() -> None:
    envs = SyncVectorEnv([MADE["gymnasium.make"]] * 2)
    envs.reset(seed=3, options=GIVEN)
    assert all(env.unwrapped.game_state.options == env.unwrapped.options | GIVEN for env in envs.envs)
