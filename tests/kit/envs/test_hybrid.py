"""Hybrid actions: what a point comes to, in each interface, and that a game goes the same way again."""

import pickle
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from agents.registry import make_bot
from dynasty_env import figures_v0, kingdoms_v0
from dynasty_env.conformance.suite import check
from dynasty_env.kit.engine.chapter import DeclarationError
from dynasty_env.kit.engine.loop import Phase
from dynasty_env.kit.engine.points import nearest_dispatcher
from dynasty_env.kit.envs.hybrid import Discretise, HybridSeatEnv, HybridTables
from dynasty_env.kit.errors import IllegalActionError, OptionError, SaveError
from dynasty_env.kit.files.replays import Replay, SavedGame
from dynasty_env.kit.seats.points import Part
from dynasty_env.kit.state import State

GAME = figures_v0.game
assert GAME.point is not None
LAYOUT = GAME.point
ACTIONS = len(GAME.action_names)
NONE = np.zeros(LAYOUT.size, np.float32)
BAD_POINTS = [
    (np.full(LAYOUT.size, np.nan), "NaN"),
    ([0, 0, float("nan"), 0, 0, 0], "coordinate 2 .sense. is NaN"),
    (np.zeros(3), "has 6 coordinates"),
    (np.zeros((2, LAYOUT.size)), "has 6 coordinates"),
    ("north", "6 numbers are expected"),
    (None, "has 6 coordinates|6 numbers are expected|NaN"),
]


def decisions(seed: int, backend: Any = "interpreted", **options: Any) -> Iterator[tuple[State, np.ndarray | int]]:
    """A game of random choices and points: the table before each decision, and the decision; the reader plays it."""
    rng = np.random.default_rng(seed)
    state = GAME.new(seed, backend=backend, **options)
    while not state.done:
        drawn = rng.uniform(-1.5, 1.5, LAYOUT.size)
        action = int(rng.choice(state.legal()))
        yield state, drawn if state.takes_point else action


def played(state: State, decision: np.ndarray | int) -> np.ndarray | None:
    if isinstance(decision, int):
        state.play(decision)
        return None
    return state.play_point(decision)


def first_in(phase: str, **options: Any) -> State:
    """A table at the first decision of a phase."""
    for seed in range(40):
        for state, decision in decisions(seed, **options):
            if state.phase == phase:
                return state
            played(state, decision)
    raise AssertionError(f"no {phase} in 40 games")


@pytest.mark.parametrize("options", [{}, {"num_players": 4, "room": 0}, {"figures": 2, "emotions": True}])
def test_what_was_taken_leads_to_the_same_table(options: dict[str, Any]) -> None:
    phases = set()
    for state, decision in decisions(3, **options):
        before = state.clone()
        used = played(state, decision)
        if used is not None:
            phases.add(before.phase)
            again = before.clone()
            assert np.array_equal(again.play_point(used), used) and used.dtype == np.float32
            assert again.tables.array.tobytes() == state.tables.array.tobytes()
            assert np.abs(used).max() <= 1
        assert state.call("audit") == 0
    assert {"place_x", "distance"} <= phases <= set(GAME.point_phases)


@pytest.mark.parametrize("phase", sorted(GAME.point_phases))
def test_coordinates_that_a_decision_does_not_use_are_ignored(phase: str) -> None:
    state = first_in(phase)
    point = np.random.default_rng(1).uniform(-1, 1, LAYOUT.size).astype(np.float32)
    other = -point
    for name in GAME.point_phases[phase]:
        other[LAYOUT.places[name]] = point[LAYOUT.places[name]]
    one, two = state.clone(), state.clone()
    assert np.array_equal(one.play_point(point), two.play_point(other))
    assert one.tables.array.tobytes() == two.tables.array.tobytes()


@pytest.mark.parametrize("phase", sorted(GAME.point_phases))
def test_beyond_the_box_is_clipped_and_infinity_too(phase: str) -> None:
    state = first_in(phase)
    signs = np.array([1, -1, -1, 1, -1, 1])
    tables = []
    for size in (1.0, 7.0, 1e30, np.inf):
        tables.append(state.clone())
        tables[-1].play_point(size * signs)
    assert len({each.tables.array.tobytes() for each in tables}) == 1


@pytest.mark.parametrize(("point", "said"), BAD_POINTS)
def test_what_is_no_point_is_refused_and_changes_nothing(point: Any, said: str) -> None:
    state = first_in("distance")
    before = state.tables.array.tobytes()
    with pytest.raises(IllegalActionError, match=said):
        state.play_point(point)
    assert state.tables.array.tobytes() == before and state.history()[2] == state.clone().history()[2]


def test_a_decision_without_continuous_parameters_takes_no_point() -> None:
    state = first_in("plot")
    before = state.tables.array.tobytes()
    with pytest.raises(IllegalActionError, match="phase plot, which takes none"):
        state.play_point(NONE)
    with pytest.raises(IllegalActionError, match="not one of this game's"):
        kingdoms_v0.game.new(1).play("point:length=1")
    assert state.tables.array.tobytes() == before


def test_a_length_is_a_share_of_what_is_left() -> None:
    state = first_in("distance")
    left = float(state.record["left"])
    for share in (0.0, 0.25, 0.8125, 1.0):
        after = state.clone()
        after.tables[0].standing[1 - state.record["a"]] = 0  # nobody in the way
        start = np.array([after.record["x"][state.record["a"]], after.record["y"][state.record["a"]]])
        after.play_point([0, 0, 0, 2 * share - 1, 0, 0])
        end = np.array([after.record["x"][state.record["a"]], after.record["y"][state.record["a"]]])
        assert np.linalg.norm(end - start) <= share * left + 1e-9


def test_an_illegal_place_becomes_the_nearest_legal_one_of_the_grid() -> None:
    state = GAME.new(2, backend="interpreted")
    figure, side = int(state.record["a"]), float(state.record["side"])
    corner = state.clone()
    used = corner.play_point([0, 0, 0, 0, -1, -1])
    assert (corner.record["x"][figure], corner.record["y"][figure]) == (1.0, 1.0)  # a body needs 0.6 and room to touch
    assert np.allclose(used[4:], 2 / side - 1)
    free = state.clone()
    free.play_point([0, 0, 0, 0, 0.123, -0.3])
    assert np.allclose([free.record["x"][figure], free.record["y"][figure]], [1.123 * side / 2, 0.7 * side / 2])


def test_a_direction_beyond_the_cone_is_laid_at_its_border() -> None:
    state = first_in("turn_direction")
    beyond, border = state.clone(), state.clone()
    used = beyond.play_point([0, 1, 1, 0, 0, 0])
    assert np.allclose(used[:2], [np.cos(np.pi / 6), np.sin(np.pi / 6)])
    border.play("angle:+30")
    assert beyond.record["edge"] == border.record["edge"]
    assert np.array_equal(beyond.record["x"], border.record["x"])


def test_points_of_the_grid_are_the_moves_of_the_grid() -> None:
    """A heading and a card laid at a corner, by an id and by the point of the same angle."""
    for phase, ids in (("heading", range(-22, 23, 5)), ("turn_direction", (-1, 0, 1))):
        state = first_in(phase)
        for step in ids:
            grid, free = state.clone(), state.clone()
            grid.play(f"angle:{15 * step:+d}")
            sense = -1 if step < 0 else 1
            if grid.phase == "turn_edge":
                grid.play("right")
                sense = 1
            angle = np.deg2rad(15 * step)
            free.play_point([np.cos(angle), np.sin(angle), sense, 0, 0, 0])
            assert free.phase == grid.phase
            for figure in range(2):
                assert np.allclose(looks(free, figure), looks(grid, figure), atol=1e-6), (phase, step)


def looks(state: State, figure: int) -> np.ndarray:
    return np.array(state.view(None)["figures"][figure]["heading"])


def test_a_replay_of_points_goes_the_same_way_bit_for_bit(tmp_path: Path) -> None:
    state = GAME.new(11, backend="interpreted", num_players=3)
    replay = Replay.of(state, ["a", "b", "c"])
    rng = np.random.default_rng(11)
    while not state.done:
        if state.takes_point:
            replay.add_point(state, rng.uniform(-1.5, 1.5, LAYOUT.size))
        else:
            replay.add(state, int(rng.choice(state.legal())))
    replay.write(tmp_path / "game.json")
    read = Replay.read(tmp_path / "game.json", lambda name: GAME)
    assert read.verify("interpreted").tables.array.tobytes() == state.tables.array.tobytes()
    assert any(action.startswith("point:") for action in read.actions)


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    for state, decision in decisions(5):
        played(state, decision)
        if state.phase == "distance" and state.record["round"] > 1:
            break
    loaded = GAME.from_dict(state.to_dict(), backend="interpreted")
    for name in ("x", "y", "base_x", "base_y", "left", "mask"):
        assert np.array_equal(loaded.record[name], state.record[name])
    saved = SavedGame(Replay.of(GAME.new(5, backend="interpreted"), ["a", "b"]), state)
    saved.replay.actions = [GAME.name_of(move) for move in state.history()[2]]
    saved.write(tmp_path / "saved.json")
    again = SavedGame.read(tmp_path / "saved.json", lambda name: GAME, "interpreted")
    assert again.table.to_dict() == state.to_dict()


@pytest.mark.parametrize(
    ("word", "said"),
    [("point:speed=1", "not one of"), ("point:length=x", "not numbers"), ("point:length=1,2", "length has 1 numbers"),
     ("point:length=nan", "NaN")],
)  # fmt: skip
def test_a_point_in_a_file_is_checked(word: str, said: str) -> None:
    with pytest.raises(SaveError, match=f"actions.1.*{said}"):
        Replay.from_dict(GAME, Replay(GAME, GAME.check_options({}), 1, ["", ""], ["pass", word]).to_dict())


def test_what_a_short_float_cannot_hold_is_clipped_silently() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert LAYOUT.checked(np.full(LAYOUT.size, -1e300), 1).tolist() == [[-1.0] * LAYOUT.size]
        assert LAYOUT.read("point:direction=1e300,1").tolist() == [1.0, 1.0, *[0.0] * (LAYOUT.size - 2)]


def test_points_are_written_exactly() -> None:
    rng = np.random.default_rng(0)
    points = [*rng.uniform(-1, 1, (200, LAYOUT.size)).astype(np.float32), NONE, -NONE, np.float32(1e-42) + NONE]
    for point in points:
        assert LAYOUT.read(LAYOUT.word(point)).tobytes() == (point + 0).tobytes()
    assert LAYOUT.word([0, 0, 0, 0.5, 0, 0]) == "point:length=0x1p-1" and LAYOUT.word(NONE) == "point:"


@pytest.mark.slow
def test_compiled_points_have_the_same_bits() -> None:
    for seed in range(6):
        twin = GAME.new(seed, backend="compiled", num_players=2 + seed % 3)
        for state, decision in decisions(seed, num_players=2 + seed % 3):
            one, two = played(state, decision), played(twin, decision)
            assert (one is None and two is None) or np.array_equal(one, two)
            assert state.tables.array.tobytes() == twin.tables.array.tobytes()


def hybrid(**options: Any) -> Any:
    return figures_v0.env(**{"parameters": "continuous", "backend": "interpreted", **options})


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_accepts_it() -> None:
    api_test(hybrid(max_rounds=10), num_cycles=60)
    seed_test(lambda: hybrid(max_rounds=10), num_cycles=15)


def test_our_own_checks_accept_it() -> None:
    for env in (hybrid, seat_env):
        report = check(lambda: env(max_rounds=10, backend="auto"), seconds=0.5)  # noqa: B023
        assert report.passed, [outcome for outcome in report.outcomes if outcome.failures]


def test_the_mask_is_in_the_info_and_tells_points_from_ids() -> None:
    env = hybrid(num_players=3)
    env.reset(seed=4)
    space = env.action_space(env.possible_agents[0])
    space.seed(4)
    for agent in env.agent_iter():
        observation, _, over, _, info = env.last()
        state = env.unwrapped.game_state
        assert env.observation_space(agent).contains(observation)
        if over:
            env.step(None)
            continue
        mask = info["action_mask"]["choice"]
        assert mask[-1] == state.takes_point
        assert np.array_equal(np.flatnonzero(mask), [ACTIONS] if state.takes_point else state.legal())
        waiting = [each for each in env.agents if each != agent]
        assert not any(env.infos[each]["action_mask"]["choice"].any() for each in waiting)
        action = space.sample(mask=info["action_mask"])
        env.step(action)
        if agent in env.infos:
            assert ("point_used" in env.infos[agent]) == (action["choice"] == ACTIONS)


@pytest.mark.parametrize(
    ("action", "said"),
    [(0, "an action {'choice': id"), ({"choice": 0}, "an action {'choice': id"),
     ({"choice": 3, "point": NONE}, "needs a point: choose 247"),
     ({"choice": 248, "point": NONE}, "needs a point"), ({"choice": True, "point": NONE}, "needs a point"),
     ({"choice": 247, "point": NONE * np.nan}, "is NaN")],
)  # fmt: skip
def test_a_wrong_hybrid_action_is_refused_and_changes_nothing(action: Any, said: str) -> None:
    env = hybrid()
    env.reset(seed=1)
    before = env.unwrapped.game_state.tables.array.tobytes()
    with pytest.raises(IllegalActionError, match=said):
        env.step(action)
    assert env.unwrapped.game_state.tables.array.tobytes() == before


def seat_env(**options: Any) -> HybridSeatEnv:
    bots = [make_bot("random", GAME)]
    made: Any = figures_v0.single_env(bots, **{"parameters": "continuous", "backend": "interpreted", **options})
    return made


def episode(env: Any, seed: int) -> list[Any]:
    """What a learner meets that chooses at random."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    met, over = [], False
    while not over:
        masks = env.get_wrapper_attr("action_masks")()
        mask = masks.astype(np.int8)
        action = env.action_space.sample(mask if masks.ndim == 1 and not isinstance(env, HybridSeatEnv) else None)
        if isinstance(env, HybridSeatEnv):
            action["choice"] = int(np.random.default_rng(len(met)).choice(np.flatnonzero(mask)))
        seen, reward, over, _, info = env.step(action)
        met.append((seen.tobytes(), reward, info.get("point_used", NONE).tobytes()))
    return met


def test_one_seat_as_a_gymnasium_environment() -> None:
    one, two = episode(seat_env(), 3), episode(seat_env(), 3)
    assert one == two and any(point != NONE.tobytes() for _, _, point in one)


def test_a_copy_of_an_environment_goes_on_alike() -> None:
    env = seat_env()
    env.reset(seed=8)
    env.step({"choice": ACTIONS, "point": np.full(LAYOUT.size, 0.3)})
    twin = pickle.loads(pickle.dumps(env))
    action = {"choice": ACTIONS, "point": np.full(LAYOUT.size, -0.2)}
    assert env.step(action)[0].tobytes() == twin.step(action)[0].tobytes()
    assert twin.game_state.to_dict() == env.game_state.to_dict()


@pytest.mark.parametrize("count", [2, 5])
def test_discretised_it_is_an_environment_with_one_categorical_action(count: int) -> None:
    env = Discretise(seat_env(), count)
    assert episode(env, 3) == episode(Discretise(seat_env(), count), 3)
    env.reset(seed=1)
    assert env.action_masks().sum() == count * count  # places
    with pytest.raises(IllegalActionError, match="is not one of 247 actions"):
        env.step(int(env.action_space.n))
    with pytest.raises(OptionError, match="of at least 2"):
        Discretise(seat_env(), 1)


def test_many_tables_are_single_ones() -> None:
    count, rng = 8, np.random.default_rng(2)
    envs: Any = figures_v0.vec_env(count, parameters="continuous", backend="interpreted", autoreset_mode="Disabled")
    batch = envs.reset(seed=20)
    singles = [GAME.new(20 + i, backend="interpreted") for i in range(count)]
    for _ in range(80):
        points = rng.uniform(-1.5, 1.5, (count, LAYOUT.size))
        choice = np.zeros(count, np.int64)
        for i, state in enumerate(singles):
            if state.done:
                continue
            assert np.array_equal(batch.action_mask[i, :-1], state.mask * (not state.takes_point))
            choice[i] = ACTIONS if state.takes_point else rng.choice(state.legal())
            played(state, points[i] if state.takes_point else int(choice[i]))
        batch = envs.step({"choice": choice, "point": points})
        for i, state in enumerate(singles):
            assert envs.tables.array[i : i + 1].tobytes() == state.tables.array.tobytes()


def test_tensors_share_the_masks_of_choices() -> None:
    pytest.importorskip("torch")
    envs: Any = figures_v0.vec_env(3, parameters="continuous", backend="interpreted", seed=1)
    tensors, batch = envs.tensors(), envs.reset()
    assert tensors.action_mask.shape == (3, ACTIONS + 1)
    assert tensors.action_mask.data_ptr() == batch.action_mask.ctypes.data


def test_a_wrong_action_among_many_names_its_table_and_moves_none() -> None:
    envs: Any = figures_v0.vec_env(3, parameters="continuous", backend="interpreted", seed=1)
    envs.reset()
    before = envs.tables.array.tobytes()
    points = np.zeros((3, LAYOUT.size), np.float32)
    with pytest.raises(IllegalActionError, match=r"table 1: .* needs a point"):
        envs.step({"choice": [ACTIONS, 5, ACTIONS], "point": points})
    points[2, 3] = np.nan
    with pytest.raises(IllegalActionError, match=r"point 2: coordinate 3 .length. is NaN"):
        envs.step({"choice": [ACTIONS] * 3, "point": points})
    assert envs.tables.array.tobytes() == before


def test_a_learner_at_many_tables_of_bots() -> None:
    envs: Any = figures_v0.seat_vec_env(4, parameters="continuous", backend="interpreted", bots="greedy")

    def run() -> list[bytes]:
        with mock.patch.object(HybridTables, "show", autospec=True, side_effect=HybridTables.show) as shown:
            _, infos = envs.reset(seed=6)
        shown.assert_called_once()
        assert not infos["point_used"].any() and not infos["_point_used"].any()
        rng, met = np.random.default_rng(6), []
        for _ in range(25):
            masks = envs.action_masks()
            choice = [int(rng.choice(np.flatnonzero(mask))) for mask in masks]
            action = {"choice": np.array(choice), "point": rng.uniform(-1, 1, (4, LAYOUT.size))}
            seen, rewards, *_, infos = envs.step(action)
            assert np.array_equal(infos["_point_used"], np.array(choice) == ACTIONS)
            met.append(seen.tobytes() + rewards.tobytes() + infos["point_used"].tobytes())
        return met

    assert run() == run()


def test_a_game_without_continuous_parameters_says_so() -> None:
    for made in (kingdoms_v0.env, lambda **given: kingdoms_v0.vec_env(2, **given)):
        with pytest.raises(OptionError, match="kingdoms_v0 has no continuous parameters"):
            made(parameters="continuous")
    with pytest.raises(OptionError, match="parameters is one of discrete, continuous"):
        figures_v0.env(parameters="analog")


def test_a_phase_can_only_use_parts_that_there_are() -> None:
    phase = Phase(GAME.phases[0].step, point=("weight",))
    with pytest.raises(DeclarationError, match="'weight' of a point; its parts are: direction, sense"):
        nearest_dispatcher([phase], LAYOUT.places)


def test_a_pickle_of_many_tables_knows_which_points_were_taken() -> None:
    envs: Any = figures_v0.vec_env(4, parameters="continuous", backend="interpreted")
    batch, rng = envs.reset(seed=6), np.random.default_rng(6)
    for _ in range(200):
        choice = np.array([rng.choice(np.flatnonzero(mask)) for mask in batch.action_mask])
        batch = envs.step({"choice": choice, "point": rng.uniform(-1, 1, (4, LAYOUT.size))})
        if envs.point_used.any():
            break
    assert envs.point_used.any()
    again = pickle.loads(pickle.dumps(envs))
    assert np.array_equal(again.point_used, envs.point_used)
    assert np.array_equal(again.point_uses, envs.point_uses)
    envs.reset(seed=6)
    assert not envs.point_used.any()


def test_a_part_has_as_many_coordinates_as_its_kind() -> None:
    assert [Part("a", kind, "").size for kind in ("direction", "sign", "number")] == [2, 1, 1]  # type: ignore[arg-type]
    assert Part("turn", "direction", "").levels(4).shape == (4, 2)
    with pytest.raises(ValueError, match="the part turn: a direction has 2 coordinates, not 3"):
        Part("turn", "direction", "", 3)
