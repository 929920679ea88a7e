"""Whatever is given as a seed, an action, an option or a save file: taken as a whole number, or refused in words."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import dynasty_env
from dynasty_env.conformance import check
from dynasty_env.kit.envs.aec import TableEnv
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.single import SingleSeatEnv
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.errors import DynastyEnvError, SaveError, in_short
from dynasty_env.kit.files.replays import Replay, SavedGame, read_json
from dynasty_env.kit.outcomes import outcomes
from dynasty_env.kit.state import whole
from tests.saved import changed, paths
from tests.tiny import cut_in, nim


def nested(depth: int) -> list[Any]:
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


class Hostile:
    """Raises whatever is asked of it."""

    def __index__(self) -> int:
        raise RuntimeError("no index")

    def __repr__(self) -> str:
        raise RuntimeError("no words")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")

    __hash__ = None  # type: ignore[assignment]


STRANGE: dict[str, Any] = {
    "5,000 digits": 10**5000,
    "5,000 deep": nested(5000),
    "an array of none": np.array(4),
    "an array of one": np.array([4]),
    "an array of three": np.arange(3),
    "an array of half": np.array(0.5),
    "an array of true": np.array(True),
    "NumPy's true": np.bool_(True),
    "a tensor": torch.tensor(4),
    "a tensor of true": torch.tensor(True),
    "a tensor of nothing": torch.empty(1, device="meta"),
    "not a number": float("nan"),
    "hostile": Hostile(),
}
FIELDS = 20
"""Of a save, about, each of which meets a value: of 470 fields nearly each meets one."""
GAME = cut_in.GAME
SEEN = np.zeros((1, nim.GAME.layout.size), np.int8), np.ones((1, len(nim.GAME.action_names)), np.int8)
USES: dict[str, Callable[[Any], object]] = {
    "seed": lambda value: GAME.new(value),
    "option": lambda value: GAME.new(1, num_players=value),
    "backend": lambda value: GAME.new(1, backend=value),
    "action": lambda value: GAME.new(1).play(value),
    "description": lambda value: GAME.new(1).describe(value),
    "seat": lambda value: GAME.new(1).observe(value),
    "view": lambda value: GAME.new(1).view(value),
    "key": lambda value: GAME.new(1).hide(0, value),
    "reward": lambda value: GAME.new(1).returns(value),
    "count of playouts": lambda value: GAME.new(1, backend="interpreted").playouts(value),
    "policy": lambda value: GAME.new(1, backend="interpreted").playouts(1, value),
    "AEC seed": lambda value: TableEnv(GAME).reset(seed=value),
    "AEC render_mode": lambda value: TableEnv(GAME, render_mode=value),
    "AEC render_seat": lambda value: TableEnv(GAME, render_seat=value),
    "single seed": lambda value: SingleSeatEnv(GAME, [None]).reset(seed=value),  # type: ignore[list-item]
    "num_envs": lambda value: VectorEnv(GAME, value),
    "threads": lambda value: VectorEnv(GAME, 1, threads=value),
    "vector seed": lambda value: VectorEnv(GAME, 1, seed=value).reset(),
    "autoreset_mode": lambda value: VectorEnv(GAME, 1, autoreset_mode=value),
    "seats seen by": lambda value: dealt().seen_by(value),
    "each seat seen by": lambda value: dealt().seen_by([value]),
    "table": lambda value: dealt().state(value),
    "learner's table": lambda value: SeatVectorEnv(GAME, 1).state(value),
    "key of a bot": lambda value: nim.GAME.greedy_actions(*SEEN, key=value),
    "action with outcomes": lambda value: outcomes(GAME.new(1), value),
    "checks' seed": lambda value: check(partial(TableEnv, GAME), only=[], seed=value),
    "checks' seconds": lambda value: check(partial(TableEnv, GAME), only=[], seconds=value),
    "checks' limit": lambda value: check(partial(TableEnv, GAME), only=[], limit=value),
}
NOT_WHOLE = (0.9, True, float("nan"), -1, 2**70)


def dealt() -> VectorEnv:
    env = VectorEnv(GAME, 1)
    env.reset(0)
    return env


@pytest.mark.parametrize("use", [use for use in USES if use != "single seed"])
@pytest.mark.parametrize("name", STRANGE)
def test_it_is_taken_or_refused_in_words(use: str, name: str) -> None:
    try:
        USES[use](STRANGE[name])
    except DynastyEnvError as error:
        assert 0 < len(str(error)) < 1000


@pytest.mark.parametrize("use", [use for use in USES if use != "checks' seconds"])
def test_a_number_is_not_rounded_or_counted_from_the_end(use: str) -> None:
    for value in NOT_WHOLE:
        with pytest.raises(DynastyEnvError):
            USES[use](value)


def test_an_array_of_no_dimension_is_the_number_in_it() -> None:
    """0-d arrays and tensors, as argmax gives them."""
    for four in (np.array(4), np.int8(4), torch.tensor(4)):
        assert whole(four) == 4
        env = TableEnv(GAME)
        env.reset(seed=four)  # type: ignore[arg-type]
        assert env.game_state.seed == 4
        assert VectorEnv(GAME, 1, seed=four).reset().seat.shape == (1,)  # type: ignore[arg-type]
    for flag in (True, np.bool_(True), np.array(True), torch.tensor(True)):
        assert whole(flag) == -1


def test_values_are_shown_short_and_on_one_line() -> None:
    assert in_short("x") == "'x'"
    assert in_short(np.eye(2)) == "array([[1., 0.], [0., 1.]])"
    assert len(in_short("x" * 1000)) == 80
    assert in_short(10**5000) == "<int>"
    assert in_short(nested(5000)) == "<list>"
    assert in_short(Hostile()) == "<Hostile>"


@pytest.mark.parametrize("name", dynasty_env.GAMES)
@pytest.mark.parametrize("strange", STRANGE)
def test_save_files_and_replays_with_strange_values(name: str, strange: str) -> None:
    game = dynasty_env.game(name)
    state = game.new(1, backend="interpreted")
    record = Replay.of(state, ["random"] * state.num_players)
    saved = state.to_dict()
    every = list(paths(saved))
    stride = 1 + len(every) // FIELDS
    for path in every[list(STRANGE).index(strange) % stride :: stride]:
        broken = changed(saved, path, None)
        at = broken
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = STRANGE[strange]
        try:
            game.from_dict(broken, backend="interpreted")
        except SaveError as error:
            assert len(str(error)) < 1000
    for field in record.to_dict():
        with pytest.raises(SaveError):
            Replay.from_dict(game, record.to_dict() | {field: STRANGE[strange]})
    with pytest.raises(SaveError):
        SavedGame.from_dict(game, {"format": "saved game", "record": record.to_dict(), "table": STRANGE[strange]})


def test_files_that_are_too_deep_or_have_too_many_digits(tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    for text in ('{"game": ' + "[" * 100_000 + "]" * 100_000 + "}", '{"seed": ' + "9" * 5000 + "}"):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(SaveError, match=r"save\.json: this is not a JSON file"):
            read_json(file)
    file.write_text(json.dumps({"game": nested(400)}), encoding="utf-8")
    with pytest.raises(SaveError, match=r"save\.json: "):
        SavedGame.read(file, dynasty_env.game)
