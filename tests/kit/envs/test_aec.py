"""The PettingZoo face: PettingZoo's own tests, then what they do not ask."""

import copy
import pickle
import warnings
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state_space as check_state_space

from dynasty_env import dynasty_v0, shinsengumi_v0
from dynasty_env.kit.envs.aec import TableEnv
from dynasty_env.kit.envs.module import OrderedEnv
from dynasty_env.kit.errors import IllegalActionError, OptionError
from dynasty_env.kit.state import State
from tests.dynasty.reached import REACHED, reached
from tests.games import FACES, brief, cases, sizes, takes, variants

GAME = dynasty_v0.game
ENV = partial(dynasty_v0.env, backend="interpreted")
RAW = partial(dynasty_v0.raw_env, backend="interpreted")


def named(value: Any) -> str:
    """A parameter's name in a test's."""
    if isinstance(value, dict):
        return "-".join(map(str, sum(value.items(), ()))) or "plain"
    return value.game.name if hasattr(value, "game") else str(value)


every_size = pytest.mark.parametrize(
    ("face", "num_players"), [(face, size) for face in FACES for size in sizes(face.game)], ids=named
)
every_variant = pytest.mark.parametrize(("face", "num_players", "options"), cases(), ids=named)
slow = pytest.mark.slow
every_reward = pytest.mark.parametrize(
    ("face", "num_players", "reward"),
    [(face, size, reward) for face in FACES for size in sizes(face.game) for reward in face.game.rewards],
    ids=named,
)


def fields(state: State) -> list[bytes]:
    """Everything that lies on the table (the record's bytes less its padding)."""
    return [state.record[name].tobytes() for name in state.game.dtype.names or ()]


def choose(env: TableEnv, rng: np.random.Generator) -> int:
    return int(rng.choice(env.game_state.legal()))


def finish(env: TableEnv, rng: np.random.Generator) -> None:
    while not env.game_state.done:
        env.step(choose(env, rng))


@every_variant
def test_pettingzoo_api(face: Any, num_players: int, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo allows its own games alone to observe a dict with a mask …
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        # … and asks last() of agents that have terminated, whose mask is rightly empty.
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        # It also resets with an option that no environment has.
        warnings.filterwarnings("ignore", message=".*reset ignores 'options'")
        api_test(face.env(num_players, backend="compiled", **options), num_cycles=150)


@every_variant
def test_pettingzoo_seed(face: Any, num_players: int, options: dict[str, Any]) -> None:
    seed_test(partial(face.env, num_players, backend="compiled", **options), num_cycles=50)


@pytest.mark.parametrize(
    ("face", "num_players", "options"),
    [
        pytest.param(face, size, given, marks=() if (size, given) == (sizes(face.game)[-1], brief(face.game)) else slow)
        for face, size, given in (case.values for case in cases())
        if not {"reward", "features"} & given.keys()
    ],
    ids=named,
)
def test_pettingzoo_render(
    face: Any, num_players: int, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """The largest table of each game; all sizes and options in the long form."""
    render_test(partial(face.env, num_players, backend="compiled", **options))
    assert capsys.readouterr().out


@every_size
def test_pettingzoo_state_space(face: Any, num_players: int) -> None:
    check_state_space(face.env(num_players, backend="compiled", **brief(face.game)))


@pytest.mark.parametrize("face", FACES, ids=named)
def test_spaces_are_the_same_for_all_seat_counts_and_options(face: Any) -> None:
    first = face.raw_env(face.game.seats[1])
    agent_0 = first.possible_agents[0]
    for num_players in range(face.game.seats[0], face.game.seats[1] + 1):
        for options in (
            each for each in variants(face.game)[:-1] if takes(face.game, {"num_players": num_players, **each})
        ):
            env = face.raw_env(num_players, **options)
            for agent in env.possible_agents:
                assert env.observation_space(agent) == first.observation_space(agent_0)
                assert env.action_space(agent) == first.action_space(agent_0)
            assert env.state_space == first.state_space


def test_space_objects_are_the_same_at_each_call_and_each_agents_own() -> None:
    env = RAW(3)
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    assert env.action_space("dynasty_0") is not env.action_space("dynasty_1")


@every_variant
def test_observations_stay_inside_the_space_and_waiting_masks_are_zero(
    face: Any, num_players: int, options: dict[str, Any]
) -> None:
    env = face.raw_env(num_players, backend="compiled", **options)
    rng = np.random.default_rng(num_players)
    env.reset(seed=num_players)
    over = False
    while not over:
        over = env.game_state.done
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            legal = np.flatnonzero(seen["action_mask"])
            asked = not over and agent == env.agent_selection
            assert asked == (not over and seat == env.game_state.seat)
            assert legal.tolist() == (env.game_state.legal().tolist() if asked else [])
        assert env.state_space.contains(env.state())
        if not over:
            env.step(choose(env, rng))


def test_raw_observation_is_the_states_and_onehot_is_made_from_it() -> None:
    raw, flat = RAW(3), RAW(3, features="onehot")
    for env in (raw, flat):
        env.reset(seed=5)
    for agent in raw.agents:
        seen = raw.observe(agent)["observation"]
        np.testing.assert_array_equal(seen, raw.game_state.observe(raw.possible_agents.index(agent)))
        np.testing.assert_array_equal(flat.observe(agent)["observation"], GAME.layout.onehot(seen))


def test_state_joins_every_seats_observation() -> None:
    env = RAW(3)
    env.reset(seed=5)
    rows = env.state().reshape(6, GAME.layout.size)
    for seat in range(3):
        np.testing.assert_array_equal(rows[seat], env.game_state.observe(seat))
    assert not rows[3:].any()


def test_observations_and_masks_are_the_callers_to_change() -> None:
    env = RAW(2)
    env.reset(seed=1)
    before = fields(env.game_state)
    seen = env.observe(env.agent_selection)
    seen["observation"][:] = 0
    seen["action_mask"][:] = 1
    assert fields(env.game_state) == before


def test_infos_are_empty_and_nothing_is_truncated() -> None:
    env = RAW(4)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    while not env.game_state.done:
        env.step(choose(env, rng))
        assert env.infos == {agent: {} for agent in env.possible_agents}
        assert not any(env.truncations.values())


def test_last_without_observation_works_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    env = ENV(3)
    env.reset(seed=1)
    monkeypatch.setattr(TableEnv, "observe", lambda *_: pytest.fail("observed"))
    assert env.last(observe=False)[0] is None
    env.step(int(env.unwrapped.game_state.legal()[0]))


@every_reward
def test_all_terminate_together_and_get_their_returns(face: Any, num_players: int, reward: str) -> None:
    env = face.env(num_players, backend="compiled", reward=reward, **brief(face.game))
    raw = env.unwrapped
    rng = np.random.default_rng(num_players)
    for seed in range(4):
        env.reset(seed=seed)
        received = dict.fromkeys(env.agents, 0.0)
        leaving = []
        for agent in env.agent_iter():
            _, got, terminated, truncated, info = env.last(observe=False)
            received[agent] += got
            assert (truncated, info) == (False, {})
            assert terminated == raw.game_state.done == all(env.terminations.values())
            if terminated:
                leaving.append(agent)
            else:
                assert got == 0
            env.step(None if terminated else choose(raw, rng))
        assert leaving == raw.possible_agents
        assert env.agents == []
        returns = raw.game_state.returns(reward)
        assert list(received.values()) == [float(value) for value in returns]
        if face.game.zero_sum or min(received.values()) < 0 < max(received.values()):
            assert sum(received.values()) == pytest.approx(0, abs=1e-5)
        assert all(-1 <= value <= 1 for value in received.values())


def test_after_the_end_everything_can_still_be_observed() -> None:
    env = ENV(3, render_mode="ansi")
    env.reset(seed=3)
    finish(env.unwrapped, np.random.default_rng(3))
    for _ in range(3):
        env.step(None)
    for agent in env.possible_agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert not seen["action_mask"].any()
    assert env.state_space.contains(env.state())
    assert isinstance(env.render(), str)


def test_an_action_after_the_end_is_refused() -> None:
    env = RAW(2)
    env.reset(seed=3)
    finish(env, np.random.default_rng(3))
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)


def test_a_new_game_may_begin_while_agents_take_their_leave() -> None:
    env = RAW(3)
    env.reset(seed=3)
    finish(env, np.random.default_rng(3))
    env.step(None)
    env.reset()
    assert env.agents == env.possible_agents
    finish(env, np.random.default_rng(4))
    for _ in range(3):
        env.step(None)
    assert env.agents == []


def test_illegal_actions_are_refused_in_every_phase_and_change_nothing() -> None:
    env = RAW(2)
    for state in map(reached, REACHED):
        env.reset(seed=1)
        env._state, env.agent_selection = state, env.agents[state.seat]
        refuses(env, [a for a in range(len(GAME.action_names)) if not state.mask[a]])


def refuses(env: TableEnv, forbidden: list[int]) -> None:
    state = env.game_state
    before = fields(state), env.agent_selection, env.rewards.copy(), env._cumulative_rewards.copy()
    for action in forbidden:
        with pytest.raises(IllegalActionError) as refusal:
            env.step(action)
        for part in (GAME.action_names[action], state.describe(action), f"seat {state.seat}", f"phase {state.phase}"):
            assert part in str(refusal.value)
    for nonsense in (-1, len(GAME.action_names), 2**70, None, 1.0, np.float32(2), "no such action"):
        with pytest.raises(IllegalActionError, match="is illegal for seat"):
            env.step(nonsense)  # type: ignore[arg-type]
    assert before == (fields(state), env.agent_selection, env.rewards, env._cumulative_rewards)


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64])
def test_action_ids_of_any_integer_type(kind: type) -> None:
    env, other = RAW(2), RAW(2)
    rng = np.random.default_rng(1)
    for table in (env, other):
        table.reset(seed=1)
    for _ in range(20):
        action = int(rng.choice(other.game_state.legal()))
        if action <= 127 or kind is not np.int8:
            env.step(kind(action))
        else:
            env.step(action)
        other.step(action)
        assert fields(env.game_state) == fields(other.game_state)


def test_a_seed_deals_the_game_that_the_state_api_deals() -> None:
    env = RAW(3)
    for seed in (0, 7, np.int64(9), 2**63 - 1):
        env.reset(seed=seed)
        assert env.seed == seed
        assert fields(env.game_state) == fields(GAME.new(seed, num_players=3, backend="interpreted"))


def test_unseeded_resets_continue_the_stream_of_the_last_seed() -> None:
    def stream(env: Any, seed: int) -> list[int]:
        env.reset(seed=seed)
        seeds = [env.unwrapped.seed]
        for _ in range(3):
            env.reset()
            seeds.append(env.unwrapped.seed)
        return seeds

    one, two = ENV(2), ENV(2)
    assert stream(one, 4) == stream(two, 4)
    assert stream(one, 5) != stream(one, 4)
    assert len(set(stream(one, 4))) == 4


def test_without_any_seed_games_differ() -> None:
    one, two = RAW(2), RAW(2)
    assert one.seed is None
    one.reset()
    two.reset()
    assert one.seed != two.seed


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_seeds_out_of_range_are_refused_and_the_game_goes_on(seed: Any) -> None:
    env = RAW(2)
    env.reset(seed=3)
    before = fields(env.game_state)
    with pytest.raises(OptionError, match="seed"):
        env.reset(seed=seed)
    assert fields(env.game_state) == before


def test_the_seed_is_nowhere_but_in_unwrapped() -> None:
    env = ENV(2, render_mode="ansi")
    env.reset(seed=8_765_432_123)
    assert "8765432123" not in f"{env.infos} {env.render()} {env.metadata} {env}"


@pytest.mark.parametrize(
    ("options", "listed"),
    [
        ({"pack": 2}, ["num_players", "packs", "adjacency", "abilities", "kin_marriage", "ask_forced"]),
        ({"num_players": 7}, ["2, 3, 4, 5, 6"]),
        ({"packs": 3}, ["1, 2"]),
        ({"reward": "score"}, ["win, rank, points"]),
        ({"features": "float"}, ["raw, onehot"]),
        ({"render_mode": "svg"}, ["ansi, human, rgb_array"]),
        ({"backend": "fast"}, ["auto, interpreted or compiled"]),
        ({"render_seat": 4}, ["0 … 3"]),
        ({"render_seat": "me"}, ["0 … 3"]),
    ],
)
def test_bad_options_list_the_valid_ones(options: dict[str, Any], listed: list[str]) -> None:
    with pytest.raises(OptionError) as refusal:
        dynasty_v0.env(**options)
    for words in (next(iter(options)), *listed):
        assert words in str(refusal.value)


def test_env_is_wrapped_in_order_enforcing_only() -> None:
    env = ENV(2)
    assert type(env) is OrderedEnv
    assert type(env.env) is TableEnv
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agent_selection
    for call in (env.unwrapped.state, lambda: env.unwrapped.observe("dynasty_0"), lambda: env.unwrapped.game_state):
        with pytest.raises(gymnasium.error.ResetNeeded):
            call()


def test_metadata() -> None:
    assert ENV(2).metadata == {
        "name": "dynasty_v0",
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }
    assert str(ENV(2)) == "dynasty_v0"


def test_render_is_public_unless_a_seat_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(type(GAME), "ansi", lambda self, state, seat: f"as {seat} sees it")
    monkeypatch.setattr(type(GAME), "picture", lambda self, state, seat: f"picture for {seat}")
    env = RAW(3, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "as None sees it"
    assert env.render(seat=2) == "as 2 sees it"
    with pytest.raises(OptionError, match="0 … 2"):
        env.render(seat=3)
    seated = RAW(3, render_mode="rgb_array", render_seat=1)
    seated.reset(seed=1)
    assert seated.render() == "picture for 1"
    assert seated.render(seat=0) == "picture for 0"
    human = RAW(3, render_mode="human")
    human.reset(seed=1)
    human.step(int(human.game_state.legal()[0]))
    assert capsys.readouterr().out == "as None sees it\n", (
        "printed again when it looks different: a silent pass does not"
    )


def test_render_without_a_mode_says_which_there_are() -> None:
    env = RAW(2)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="ansi, human, rgb_array"):
        assert env.render() is None


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deep", "pickle"])
@pytest.mark.parametrize("make", [RAW, ENV], ids=["raw", "wrapped"])
def test_copies_go_on_alike_and_apart(make: Any, copied: Any) -> None:
    env = make(3)
    fresh = copied(env)
    fresh.reset(seed=1)
    env.reset(seed=6)
    rng = np.random.default_rng(6)
    for _ in range(30):
        env.step(choose(env.unwrapped, rng))
    before = fields(env.unwrapped.game_state)
    twin = copied(env)
    assert twin.unwrapped.game is GAME
    played = []
    while not twin.unwrapped.game_state.done:
        played.append(choose(twin.unwrapped, rng))
        twin.step(played[-1])
    assert fields(env.unwrapped.game_state) == before
    for action in played:
        env.step(action)
    assert fields(env.unwrapped.game_state) == fields(twin.unwrapped.game_state)
    assert env.rewards == twin.rewards
    for table in (env, twin):
        table.reset()
    assert env.unwrapped.seed == twin.unwrapped.seed


def test_a_table_that_is_laid_is_gone_on_with() -> None:
    env = RAW(3)
    env.reset(seed=3)
    finish(env, np.random.default_rng(3))
    state = GAME.new(9, num_players=3, backend="interpreted")
    env.lay(state.clone())
    assert env.agents == env.possible_agents
    assert env.agent_selection == env.possible_agents[state.seat]
    assert not any(env.terminations.values()) and not any(env.rewards.values())
    action = int(state.legal()[0])
    env.step(action)
    state.play(action)
    assert fields(env.game_state) == fields(state)


def test_tables_that_do_not_fit_are_not_laid() -> None:
    env = RAW(3)
    env.reset(seed=3)
    before = fields(env.game_state)
    ended = RAW(3)
    ended.reset(seed=3)
    finish(ended, np.random.default_rng(3))
    for state, says in (
        (GAME.new(1, num_players=4), "num_players"),
        (shinsengumi_v0.game.new(1), "into an environment of dynasty_v0"),
        (ended.game_state, "is over"),
    ):
        with pytest.raises(OptionError, match=says):
            env.lay(state)
    assert fields(env.game_state) == before
