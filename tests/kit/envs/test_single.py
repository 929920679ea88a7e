"""One seat as a Gymnasium environment, the bots at its table, and what they get to see."""

import copy
import pickle
import warnings
from collections import Counter
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from dynasty_env import dynasty_v0
from dynasty_env.kit.envs.single import NearestLegal, SingleSeatEnv
from dynasty_env.kit.errors import BotError, IllegalActionError, OptionError
from dynasty_env.kit.seats.decision import Bot, Decision, dice_of
from tests.games import FACES, cases, sizes
from tests.kit.envs.test_aec import fields, named

GAME = dynasty_v0.game


class AnyMove:
    """A bot that takes any legal action."""

    name = "any move"

    def __init__(self) -> None:
        self.seeds: list[int] = []
        self.seats: list[int] = []

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)

    def act(self, decision: Decision) -> int:
        self.seats.append(decision.seat)
        return int(decision.rng.choice(decision.legal))


class Wrong(AnyMove):
    name = "wrong"

    def act(self, decision: Decision) -> int:
        return int(np.flatnonzero(decision.mask == 0)[0])


def single(num_players: int = 3, bots: Any = None, **options: Any) -> SingleSeatEnv:
    return dynasty_v0.single_env(bots or [AnyMove()], num_players, backend="interpreted", **options)


def choose(env: SingleSeatEnv, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(env.action_masks())))


def finish(env: SingleSeatEnv, rng: np.random.Generator) -> float:
    terminated, reward = env.game_state.done, 0.0
    while not terminated:
        _, reward, terminated, _, _ = env.step(choose(env, rng))
    return reward


@pytest.mark.parametrize(
    ("face", "num_players"), [(face, size) for face in FACES for size in sizes(face.game)], ids=named
)
@pytest.mark.parametrize("options", [{}, {"features": "onehot"}, {"ask_forced": True, "seat": 0}])
def test_gymnasiums_check_env(face: Any, num_players: int, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker knows no masks, hence the wrapper, of which it warns; other render modes it tries if registered.
        warnings.filterwarnings("ignore", message=".*is different from the unwrapped version")
        warnings.filterwarnings("ignore", message=".*Not able to test alternative render modes")
        given = {"render_mode": "ansi", "backend": "compiled", **options}
        check_env(NearestLegal(face.single_env([AnyMove()], num_players, **given)))


def test_nearest_legal_goes_up_and_round() -> None:
    env = single(2, seat=0)
    env.reset(seed=1)
    legal = np.flatnonzero(env.action_masks())
    nearest = NearestLegal(env)
    assert nearest.action(legal[0]) == legal[0]
    assert nearest.action(legal[0] + 1) == legal[1]
    assert nearest.action(len(GAME.action_names) - 1) == legal[0]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
@pytest.mark.parametrize(("face", "num_players", "options"), cases(), ids=named)
def test_whole_games(face: Any, num_players: int, options: dict[str, Any], seed: int) -> None:
    env = face.single_env([AnyMove()], num_players, backend="compiled", **options)
    rng = np.random.default_rng(1 + seed)
    seen, info = env.reset(seed=seed)
    terminated, total = False, 0.0
    while True:
        assert env.observation_space.contains(seen)
        masks = env.action_masks()
        assert info.keys() == {"action_mask"} and np.array_equal(info["action_mask"], masks)
        assert masks.shape == (len(face.game.action_names),) and masks.dtype == np.bool_
        if terminated:
            break
        assert env.game_state.seat == env.seat
        np.testing.assert_array_equal(np.flatnonzero(masks), env.game_state.legal())
        seen, got, terminated, truncated, info = env.step(choose(env, rng))
        total += got
        assert truncated is False and (got == 0 or terminated)
    assert np.flatnonzero(masks).tolist() == [0]
    assert total == float(env.game_state.returns(env.reward)[env.seat])


def test_observation_is_the_learners_own() -> None:
    env = single(4, seat=2)
    seen, _ = env.reset(seed=4)
    np.testing.assert_array_equal(seen, env.game_state.observe(2))


def test_illegal_actions_change_nothing() -> None:
    env = single(3)
    env.reset(seed=1)
    before = fields(env.game_state)
    for action in np.flatnonzero(~env.action_masks()):
        with pytest.raises(IllegalActionError, match=f"seat {env.seat} in phase {env.game_state.phase}"):
            env.step(action)
    assert fields(env.game_state) == before


def test_step_before_reset_and_after_the_end() -> None:
    env = single(2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    finish(env, np.random.default_rng(1))
    with pytest.raises(IllegalActionError, match="after the end"):
        env.step(0)


def test_seat_goes_round_game_by_game() -> None:
    env = single(3)
    env.reset(seed=7)
    seats = [env.seat]
    for _ in range(5):
        env.reset()
        seats.append(env.seat)
    assert seats == [1, 2, 0, 1, 2, 0]


def test_a_named_seat_stays() -> None:
    env = single(3, seat=2)
    for seed in (1, 2, None):
        env.reset(seed=seed)
        assert env.seat == 2


def test_a_seed_repeats_the_stream_bots_included() -> None:
    def stream(env: SingleSeatEnv) -> list[Any]:
        rng = np.random.default_rng(0)
        told = []
        for seed in (11, None, None):
            env.reset(seed=seed)
            told += [env.seed, env.seat, finish(env, rng), fields(env.game_state)]
        return told

    env = single(3)
    assert env.seed is None
    assert stream(env) == stream(env) == stream(single(3))
    assert env.seed != 11


def test_seeds_out_of_range_are_refused_and_the_game_goes_on() -> None:
    env = single(2)
    env.reset(seed=3)
    before = fields(env.game_state), env.np_random.bit_generator.state
    with pytest.raises(OptionError, match="seed"):
        env.reset(seed=-1)
    assert (fields(env.game_state), env.np_random.bit_generator.state) == before


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deep", "pickle"])
def test_copies_go_on_alike(copied: Any) -> None:
    env = single(4)
    env.reset(seed=8)
    for _ in range(5):
        env.step(choose(env, np.random.default_rng(0)))
    twin = copied(env)
    assert twin.game is GAME
    ends = []
    for table in (env, twin):
        reward = finish(table, np.random.default_rng(1))
        state = fields(table.game_state)
        table.reset()
        ends.append((reward, state, table.seed, table.seat))
    assert ends[0] == ends[1]


def test_bots_sit_in_order_after_the_learner() -> None:
    bots = [AnyMove() for _ in range(3)]
    env = single(4, bots, seat=2)
    env.reset(seed=5)
    finish(env, np.random.default_rng(5))
    assert [set(bot.seats) for bot in bots] == [{3}, {0}, {1}]
    assert len({bot.seeds[0] for bot in bots}) == 3
    assert [len(bot.seeds) for bot in bots] == [1, 1, 1]


def test_one_bot_plays_all_other_seats() -> None:
    bot = AnyMove()
    env = single(4, [bot], seat=0)
    env.reset(seed=5)
    finish(env, np.random.default_rng(5))
    assert set(bot.seats) == {1, 2, 3}
    assert len(bot.seeds) == 1


@pytest.mark.parametrize("count", [0, 2, 4])
def test_number_of_bots_must_fit(count: int) -> None:
    with pytest.raises(OptionError, match="give 3, or 1"):
        dynasty_v0.single_env([AnyMove()] * count, 4)


@pytest.mark.parametrize("bots", [AnyMove(), AnyMove, 3, None])
def test_bots_are_a_list(bots: Any) -> None:
    with pytest.raises(OptionError, match="a list of bots"):
        dynasty_v0.single_env(bots, 4)


@pytest.mark.parametrize(
    ("options", "listed"),
    [({"seat": 3}, "0 … 2"), ({"seat": True}, "0 … 2"), ({"reward": "x"}, "win, rank, points"), ({"deck": 1}, "packs")],
)
def test_bad_options_list_the_valid_ones(options: dict[str, Any], listed: str) -> None:
    with pytest.raises(OptionError, match=listed):
        single(3, **options)


def test_a_bots_illegal_action_is_laid_at_its_door() -> None:
    with pytest.raises(IllegalActionError, match=r"the bot wrong chose .* in phase \w+, which is illegal"):
        for seed in range(10):
            single(4, [Wrong()], seat=seed % 4).reset(seed=seed)


@pytest.mark.parametrize("fails", ["reset", "act", "listen"])
def test_after_a_bot_has_failed_only_a_reset_helps(fails: str) -> None:
    """The table then waits for a bot: its mask would show that bot's hand, and an action would be played for it."""

    class Failing(AnyMove):
        left = 3

        def reset(self, seed: int) -> None:
            self._maybe("reset")

        def act(self, decision: Decision) -> int:
            self._maybe("act")
            return super().act(decision)

        def listen(self, seat: int, lines: Any) -> None:
            self._maybe("listen")

        def _maybe(self, what: str) -> None:
            self.left -= what == fails
            if what == fails and self.left == 0:
                raise ConnectionError

    env, rng = single(3, [Failing()], seat=0), np.random.default_rng(5)
    with pytest.raises((BotError, ConnectionError)):
        for seed in range(3):
            env.reset(seed=seed)
            for _ in range(2):
                env.step(choose(env, rng))
    for call in (env.action_masks, lambda: env.step(0)):
        with pytest.raises(gymnasium.error.ResetNeeded):
            call()
    env.reset(seed=5)
    assert env.game_state.seat == env.seat


def test_bot_protocol() -> None:
    assert isinstance(AnyMove(), Bot)
    assert not isinstance(object(), Bot)


def turns(count: int = 40) -> Any:
    """Turns of one game in progress, with the table behind each."""
    state = GAME.new(12, num_players=4, backend="interpreted")
    rng = np.random.default_rng(12)
    for _ in range(count):
        if state.done:
            return
        yield Decision(state, rng), state
        state.play(int(rng.choice(state.legal())))


def test_a_turn_is_what_the_deciding_seat_sees() -> None:
    for decision, state in turns():
        assert (decision.seat, decision.phase, decision.num_players) == (state.seat, state.phase, 4)
        np.testing.assert_array_equal(decision.observation, state.observe(state.seat))
        np.testing.assert_array_equal(decision.mask, state.mask)
        np.testing.assert_array_equal(decision.legal, np.flatnonzero(decision.mask))
        assert decision.view() == state.view(state.seat)
        assert decision.chronicle() == state.chronicle(state.seat)
        assert decision.action_names is GAME.action_names
        assert decision.describe(decision.legal[0]) == state.describe(decision.legal[0])


def test_imagined_tables_look_the_same_to_the_seat_and_are_its_own() -> None:
    hands: Counter[bytes] = Counter()
    for decision, state in turns():
        before = fields(state)
        imagined = decision.imagine()
        np.testing.assert_array_equal(imagined.observe(decision.seat), decision.observation)
        np.testing.assert_array_equal(imagined.mask, decision.mask)
        assert imagined.seed == -1
        imagined.play(int(decision.legal[0]))
        assert fields(state) == before
        hands[bytes(imagined.record["hand"].tobytes())] += 1
    assert len(hands) > 10


def test_imagining_follows_its_key_or_the_bots_dice() -> None:
    decision, state = next(turns())
    assert fields(decision.imagine(3)) == fields(decision.imagine(3))
    assert fields(decision.imagine(3)) != fields(decision.imagine(4))
    drawn = partial(np.random.default_rng, 1)
    one, two = Decision(state, drawn()), Decision(state, drawn())
    assert fields(one.imagine()) == fields(two.imagine())
    assert fields(one.imagine()) != fields(Decision(state, drawn()).imagine())


def test_a_turn_holds_nothing_of_the_real_table() -> None:
    """Not even what it keeps to itself: two tables that the seat cannot tell apart give the same turn."""
    for decision, state in turns():
        other = Decision(state.hide(state.seat, 99), decision.rng)
        assert decision._state.tables.array.tobytes() == other._state.tables.array.tobytes()
        assert decision._state.seed == -1


def test_a_bots_dice_do_not_tell_the_seed() -> None:
    assert dice_of(12345, 1).bit_generator.seed_seq.entropy not in (12345, [12345, 1])  # type: ignore[attr-defined]
    assert dice_of(5, 1).integers(2**62) == dice_of(5, 1).integers(2**62) != dice_of(5, 2).integers(2**62)


class Hears(AnyMove):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[int, str]] = []

    def listen(self, seat: int, lines: Any) -> None:
        self.heard += [(seat, line) for line in lines]


def test_bots_that_listen_hear_of_every_move_what_their_seats_may_know() -> None:
    bots = [Hears(), Hears()]
    env = single(3, bots, seat=0)
    env.reset(seed=5)
    finish(env, np.random.default_rng(5))
    state = env.game_state
    follower = GAME.new(5, backend="interpreted", **env.options)
    expected: dict[int, list[tuple[int, str]]] = {1: [], 2: []}
    for action in [None, *state.history()[2]]:
        if action is not None:
            follower.play(action)
        for seat, lines in expected.items():
            lines += [(seat, line) for line in follower.chronicle(seat) if follower.told]
    assert [bot.heard for bot in bots] == list(expected.values())
    assert expected[1] != expected[2]


def test_a_table_that_is_laid_is_the_learners_to_decide() -> None:
    env = single(3, seat=0)
    env.reset(seed=5)
    state = GAME.new(9, backend="interpreted", **env.options)
    while state.seat == 0:
        state.play(int(state.legal()[0]))
    assert not state.done
    before = state.seat
    env.lay(state.clone())
    assert before != env.game_state.seat == 0
    assert env.action_masks().tolist() == env.game_state.mask.astype(bool).tolist()
    finish(env, np.random.default_rng(5))


def test_the_info_has_the_mask() -> None:
    env = single(3, seat=1)
    _, info = env.reset(seed=3)
    over, rng = False, np.random.default_rng(3)
    while not over:
        assert info["action_mask"].tolist() == env.action_masks().astype(int).tolist()
        before = info["action_mask"].copy()
        kept = info["action_mask"]
        *_, over, _, info = env.step(choose(env, rng))
        assert np.array_equal(kept, before)
    assert np.flatnonzero(info["action_mask"]).tolist() == [0]  # no action counts, and none would be no distribution
