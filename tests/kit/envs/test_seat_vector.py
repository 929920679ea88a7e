"""One learning seat at many tables: the State API's games, bots that see their own seats alone, Gymnasium's API."""

import pickle
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from agents.uniform import Random
from dynasty_env import dynasty_v0
from dynasty_env.kit.engine.rng import below, threefry
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import push
from dynasty_env.kit.envs.base import mask_of
from dynasty_env.kit.envs.seat_vector import WORTH_A_THREAD, SeatVectorEnv
from dynasty_env.kit.errors import IllegalActionError, OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.games import ALL, brief
from tests.tiny import cut_in, nim

DYNASTY = dynasty_v0.game
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
WORD, SHORT = 2**32 - 1, 200


def choose(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random legal action of every table; 0 where none is."""
    return (rng.random(mask.shape) * mask).argmax(axis=1)


class Table:
    """One table of a `SeatVectorEnv`, played by hand: `bot(state)` decides for all seats but the learner's."""

    def __init__(self, game: Game, i: int, n: int, seed: int, bot: Any, seats: int, fixed: int | None = None) -> None:
        self.game, self.n, self.seed, self.bot, self.fixed = game, n, seed, bot, fixed
        self.learner = i % seats if fixed is None else fixed
        self.options = brief(game) | {"num_players": seats}
        self.deal()

    def deal(self) -> None:
        self.state = self.game.new(self.seed, backend="compiled", **self.options)
        self.play_bots()

    def play_bots(self) -> None:
        while not self.state.done and self.state.seat != self.learner:
            self.state.play(self.bot(self.state))

    def step(self, action: int) -> None:
        self.state.play(action)
        self.play_bots()

    def next(self) -> None:
        """The next game in which the learner is asked anything."""
        while self.state.done:
            self.seed += self.n
            if self.fixed is None:
                self.learner = (self.learner + 1) % self.state.num_players
            self.deal()


def last_legal(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A batched bot: the last legal action."""
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


def fits(env: SeatVectorEnv, observation: np.ndarray, infos: dict[str, Any], tables: list[Table]) -> None:
    assert env.observation_space.contains(observation)
    assert infos["_action_mask"].all()
    assert np.array_equal(infos["action_mask"], env.action_masks())
    for i, table in enumerate(tables):
        assert env.learner[i] == table.learner
        assert np.array_equal(observation[i], table.state.observe(table.learner))
        assert np.array_equal(infos["action_mask"][i], mask_of(table.state))
        assert table.state.done or table.state.seat == table.learner


@every_game
@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
@pytest.mark.parametrize("fixed", [None, 1])
def test_games_with_a_batched_bot_are_the_state_apis(game: Game, mode: str, fixed: int | None) -> None:
    n, first, reward = 5, 400, game.rewards[-1]
    env = SeatVectorEnv(game, n, last_legal, seat=fixed, reward=reward, autoreset_mode=mode, **brief(game))
    assert env.metadata["autoreset_mode"] is AutoresetMode(mode)
    observation, infos = env.reset(seed=first)
    bot = lambda state: int(state.legal()[-1])  # noqa: E731
    tables = [Table(game, i, n, first + i, bot, env.num_players, fixed) for i in range(n)]
    rng = np.random.default_rng(1)
    ended = np.zeros(n, bool)
    games = np.zeros(n, int)
    while games.min() < (5 if game.longest <= SHORT else 2):
        fits(env, observation, infos, tables)
        actions = choose(infos["action_mask"], rng)
        if mode == "NextStep":
            actions[ended] = -7  # ignored
        observation, rewards, terminated, truncated, infos = env.step(actions)
        assert not truncated.any()
        assert rewards.dtype == np.float64
        for i, table in enumerate(tables):
            if ended[i] and mode == "NextStep":
                table.next()
            else:
                table.step(int(actions[i]))
            over = table.state.done
            assert terminated[i] == over
            assert rewards[i] == pytest.approx(table.state.returns(reward)[table.learner] if over else 0.0)
            if over:
                games[i] += 1
                wanted = [table.state.returns(kind) for kind in game.rewards]
                assert np.array_equal(env.final_returns[i, :, : env.num_players], wanted)
                if mode == "SameStep":
                    assert infos["_final_obs"][i]
                    assert np.array_equal(infos["final_obs"][i], table.state.observe(table.learner))
                    table.next()
            elif mode == "SameStep" and terminated.any():
                assert not infos["_final_obs"][i]
                assert infos["final_obs"][i] is None
        assert ("final_obs" in infos) == (mode == "SameStep" and bool(terminated.any()))
        ended = terminated


@every_game
def test_compiled_random_bots_draw_from_the_seed_alone(game: Game) -> None:
    n = 4
    env = SeatVectorEnv(game, n, **brief(game))
    observation, infos = env.reset(seed=70)
    counts = [0] * n

    def random_bot(i: int) -> Any:
        def act(state: State) -> int:
            key, count = env._key + i, counts[i]
            counts[i] += 1
            legal = state.legal()
            word, _ = threefry(key & WORD, key >> 32, count & WORD, count >> 32)
            return int(legal[word * len(legal) >> 32])

        return act

    tables = [Table(game, i, n, 70 + i, random_bot(i), env.num_players) for i in range(n)]
    rng = np.random.default_rng(5)
    for _ in range(60):
        fits(env, observation, infos, tables)
        actions = choose(infos["action_mask"], rng)
        observation, _, terminated, _, infos = env.step(actions)
        for i, table in enumerate(tables):
            table.step(int(actions[i]))
            if terminated[i]:
                table.next()


def perfect(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.maximum(observation[:, 0] % 4 - 1, 0).astype(np.int64)


def test_a_compiled_bot_of_the_game_is_its_python_twin() -> None:
    one, two = (SeatVectorEnv(nim.GAME, 9, bots) for bots in ("greedy", perfect))
    (seen, told), (other, _) = one.reset(seed=3), two.reset(seed=3)
    rng = np.random.default_rng(0)
    won = 0.0
    for _ in range(80):
        assert np.array_equal(seen, other)
        actions = choose(told["action_mask"], rng)
        (seen, gained, ended, _, told), (other, also, over, *_) = one.step(actions), two.step(actions)
        assert np.array_equal(gained, also)
        assert np.array_equal(ended, over)
        won += gained.sum()
    assert won < -60, "nobody beats a perfect player at random"


class Short(nim.Nim):
    """Nim from a small heap: a perfect first player leaves the second one nothing to decide."""

    name = "short_nim_v0"


@rule
def deal_few(t):  # type: ignore[no-untyped-def]
    t.heap = 1 + below(t, 6)
    t.last = -1
    push(t, nim.Step.TAKE, 0, 0, 0)


Short.rules = nim.Nim.rules | {"deal": deal_few}


@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_games_that_end_before_the_learner_is_asked_are_dealt_again(mode: str) -> None:
    env = SeatVectorEnv(Short(), 8, "greedy", seat=1, autoreset_mode=mode)
    _, infos = env.reset(seed=0)
    heaps = {int(Short().new(seed, backend="interpreted").record["heap"]) for seed in range(8)}
    assert heaps & {1, 2, 3}, "some of these are over before seat 1 is asked"
    rng = np.random.default_rng(0)
    ended = np.zeros(8, bool)
    for _ in range(20):
        assert infos["action_mask"].any(axis=1).all()
        _, rewards, ended, _, infos = env.step(choose(infos["action_mask"], rng))
        assert (ended == (rewards != 0)).all(), "a game that it did not play pays nothing"
        ended = ended if mode == "NextStep" else np.zeros(8, bool)


def test_bots_see_what_their_own_seats_see() -> None:
    asked = []

    def bot(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        asked.append((observation.copy(), mask.copy()))
        return mask.argmax(axis=1)

    env = SeatVectorEnv(cut_in.GAME, 1, bot, seat=2)
    seed = next(seed for seed in range(100) if cut_in.GAME.new(seed, backend="interpreted").seat == 0)
    env.reset(seed=seed)
    state = cut_in.GAME.new(seed, backend="compiled")
    for observation, mask in asked:
        assert state.seat != 2
        assert np.array_equal(observation, [state.observe(state.seat)])
        assert np.array_equal(mask, [state.mask])
        state.play(int(mask[0].argmax()))
    assert asked
    assert state.seat == 2


def test_bots_draw_from_the_environments_stream() -> None:
    def dice(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return (rng.random(mask.shape) * mask).argmax(axis=1)

    assert np.array_equal(*(trace(SeatVectorEnv(cut_in.GAME, 6, dice), 5) for _ in range(2)))


def trace(env: SeatVectorEnv, seed: int, steps: int = 20) -> np.ndarray:
    """All that a learner is shown in so many steps."""
    observation, infos = env.reset(seed=seed)
    rng = np.random.default_rng(0)
    shown = [observation]
    for _ in range(steps):
        observation, rewards, terminated, _, infos = env.step(choose(infos["action_mask"], rng))
        shown.append(
            np.column_stack([observation, rewards, terminated, infos["action_mask"]])[:, : observation.shape[1]]
        )
    return np.array(shown)


@every_game
@pytest.mark.parametrize("bots", ["random", last_legal], ids=["random", "last_legal"])
def test_threads_change_nothing(game: Game, bots: Any) -> None:
    n = 3 * WORTH_A_THREAD + 1
    one, three = (trace(SeatVectorEnv(game, n, bots, threads=threads), 9, 10) for threads in (1, 3))
    assert np.array_equal(one, three)
    assert not np.array_equal(one, trace(SeatVectorEnv(game, n, bots), 10, 10))


def test_resets_without_a_seed_go_on_with_the_stream() -> None:
    one, two = SeatVectorEnv(nim.GAME, 3), SeatVectorEnv(nim.GAME, 3)
    for env in (one, two):
        env.reset(seed=4)
        env.reset()
    assert one.tables.array["seed"].tolist() == two.tables.array["seed"].tolist()
    assert one.tables.array["seed"].tolist() != [4, 5, 6]
    one.reset()
    assert one.tables.array["seed"].tolist() != two.tables.array["seed"].tolist()
    one.reset(seed=[7, 7, 2**50])
    assert one.tables.array["seed"].tolist() == [7, 7, 2**50]


def test_it_is_gymnasiums_vector_env() -> None:
    env = dynasty_v0.seat_vec_env(6, num_players=3, features="onehot", reward="rank")
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.num_envs == 6
    assert env.single_action_space == gymnasium.spaces.Discrete(len(DYNASTY.action_names))
    observation, infos = env.reset(seed=1)
    assert observation.shape == (6, DYNASTY.layout.onehot_size)
    assert observation.dtype == np.float32
    assert env.observation_space.contains(observation)
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    _, infos = recorded.reset(seed=1)
    rng = np.random.default_rng(0)
    episodes = 0
    for _ in range(400):
        *_, infos = recorded.step(choose(infos["action_mask"], rng))
        episodes += int(infos.get("_episode", np.zeros(1)).sum())
        for final in infos.get("final_obs", ()):
            assert final is None or env.single_observation_space.contains(final)
    assert episodes
    env.close()
    env.close()


def test_what_is_handed_out_is_the_callers_unless_copy_is_off() -> None:
    for copy in (True, False):
        env = SeatVectorEnv(nim.GAME, 3, copy=copy)
        observation, infos = env.reset(seed=0)
        kept = observation.copy(), infos["action_mask"].copy()
        again, *_, later = env.step([0, 0, 0])
        assert np.array_equal(observation, kept[0]) == copy
        assert (again is observation) != copy
        assert (later["action_mask"] is infos["action_mask"]) != copy


@pytest.mark.parametrize("wrong", [-1, 3, 10**6])
def test_an_illegal_action_names_its_table_and_nothing_has_moved(wrong: int) -> None:
    env = SeatVectorEnv(nim.GAME, 4)
    env.reset(seed=0)
    before = env.tables.array.tobytes()
    with pytest.raises(IllegalActionError, match="table 2"):
        env.step([0, 0, wrong, wrong])
    assert env.tables.array.tobytes() == before
    env.step([0, 0, 0, 0])


@pytest.mark.parametrize("wrong", [lambda k: np.full(k, 6), lambda k: np.full(k, -1), lambda k: np.zeros(k + 1, int),
                                   lambda k: np.zeros(k)])  # fmt: skip
def test_an_illegal_bot_is_told_so_and_the_tables_want_a_reset(wrong: Any) -> None:
    env = SeatVectorEnv(nim.GAME, 4, lambda observation, mask, rng: wrong(len(mask)), seat=0)
    env.reset(seed=0)  # seat 0 begins: no bot has been asked yet
    with pytest.raises(IllegalActionError):
        env.step([0] * 4)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([0] * 4)


def test_step_before_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        SeatVectorEnv(nim.GAME, 2).step([0, 0])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"num_envs": 0}, "num_envs=0"),
        ({"bots": "wise"}, "random"),
        ({"bots": "greedy"}, "choose random"),
        ({"bots": ["random"]}, "the name of a compiled bot, a function"),
        ({"bots": Random()}, "the name of a compiled bot, a function"),
        ({"seat": 3}, "None or 0 … 2"),
        ({"autoreset_mode": "Disabled"}, "SameStep, NextStep"),
        ({"autoreset_mode": np.zeros(2)}, "SameStep, NextStep"),
        ({"reward": "money"}, "win, rank, points"),
        ({"features": "pixels"}, "raw, onehot"),
        ({"colour": "red"}, "num_players"),
    ],
)
def test_wrong_arguments_are_refused_with_the_valid_ones(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        SeatVectorEnv(**({"game": cut_in.GAME, "num_envs": 2} | arguments))


@pytest.mark.parametrize("seed", [-1, 2**62, True, [1], [1, -1]], ids=repr)
def test_wrong_seeds(seed: Any) -> None:
    env = SeatVectorEnv(nim.GAME, 2)
    env.reset(seed=0)
    before = env.tables.array.tobytes()
    with pytest.raises(OptionError, match="seed"):
        env.reset(seed=seed)
    assert env.tables.array.tobytes() == before


def highest(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A batched bot that can be pickled, and draws."""
    return (mask * rng.random(mask.shape)).argmax(axis=1)


@pytest.mark.parametrize("bots", ["random", highest])
@pytest.mark.parametrize("mode", ["SameStep", "NextStep"])
def test_a_pickled_environment_goes_on_alike(bots: Any, mode: str) -> None:
    env = SeatVectorEnv(cut_in.GAME, 4, bots, threads=2, autoreset_mode=mode)
    env.reset(seed=5)
    rng = np.random.default_rng(0)
    for _ in range(3):
        again = deepcopy(env)
        for _ in range(25):
            assert np.array_equal(env.action_masks(), again.action_masks())
            actions = choose(env.action_masks(), rng)
            one, two = env.step(actions), again.step(actions)
            for part, twin in zip(one[:4], two[:4], strict=True):
                assert np.array_equal(part, twin)
        assert env.bot_decisions == again.bot_decisions
        one, two = env.reset(), again.reset()
        assert np.array_equal(one[0], two[0])
        again.close()
    assert np.array_equal(pickle.loads(pickle.dumps(env)).learner, env.learner)
    env.close()


def test_backends_play_the_same_games() -> None:
    envs = [SeatVectorEnv(cut_in.GAME, 3, backend=name) for name in ("interpreted", "compiled")]
    seen = [env.reset(seed=2)[0] for env in envs]
    rng = np.random.default_rng(1)
    for _ in range(40):
        assert np.array_equal(*seen)
        actions = choose(envs[0].action_masks(), rng)
        seen = [env.step(actions)[0] for env in envs]
