"""Games of one's own: by file, by module, from an installed package; in environments and in other processes."""

import pickle
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import dynasty_env
from dynasty_env.kit import named
from dynasty_env.kit.envs.module import GameModule
from dynasty_env.kit.errors import OptionError, UnknownGameError
from tests.own import game_file, installed_package, nothing_loaded  # noqa: F401 (a fixture)

pytestmark = pytest.mark.usefixtures("nothing_loaded")


def test_a_game_in_a_file(tmp_path: Path) -> None:
    file = game_file(tmp_path / "pebbles.py")
    with pytest.raises(UnknownGameError, match="there is no game 'pebbles_v0'; there are dynasty_v0"):
        dynasty_env.game("pebbles_v0")
    game = dynasty_env.load_game(f"{file}:Nim")
    assert game.name == "pebbles_v0"
    assert dynasty_env.load_game(f"{file}:Nim") is game
    assert dynasty_env.game("pebbles_v0") is game, "from now on it is known by its name"
    assert type(pickle.loads(pickle.dumps(game))) is type(game)
    assert dynasty_env.load_game(f"{file}:GAME") is game, "there is one instance of a game"
    env = GameModule(game).raw_env(num_players=2, backend="interpreted")
    assert pickle.loads(pickle.dumps(env)).game is game


def test_names_in_files_and_messages_run_nothing(tmp_path: Path) -> None:
    """`game` takes names that were read somewhere."""
    file = game_file(tmp_path / "pebbles.py")
    for name in (f"{file}:Nim", "tests.tiny.nim:GAME"):
        with pytest.raises(UnknownGameError, match="there is no game"):
            dynasty_env.game(name)


def test_environments_of_a_game_in_a_file(tmp_path: Path) -> None:
    module = GameModule(dynasty_env.load_game(f"{game_file(tmp_path / 'pebbles.py')}:Nim"))
    tables = module.vec_env(8, num_players=3, backend="interpreted")
    batch = tables.reset(seed=1)
    for _ in range(30):
        batch = tables.step(batch.action_mask.argmax(axis=1))
    assert tables.num_players == 3
    env = module.env(num_players=2, backend="interpreted")
    env.reset(seed=1)
    assert env.agents == ["taker_0", "taker_1"]


def test_a_file_that_lies_elsewhere_is_not_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path / "cache"))
    misses, returns = [], []
    for folder in ("one", "other"):
        game = dynasty_env.load_game(f"{game_file(tmp_path / folder / 'pebbles.py')}:Nim")
        entry = game.compiled.entry("returns")
        misses.append(sum(entry.stats.cache_misses.values()))
        returns.append(np.zeros((3, game.seat_rows), np.float32))
        entry(game.new(1, backend="interpreted", num_players=2).tables.array, 0, returns[-1])
        dynasty_env.games._loaded.clear()  # as in another process
    assert misses == [1, 0]
    assert returns[0].any() and np.array_equal(*returns)


@pytest.mark.parametrize(
    ("source", "named_so", "message"),
    [
        ("class Pig:\n    game = 4\n", "Pig", "is not a game"),
        ("class Pig:\n    pass\n", "Pig", "is not a game: give a subclass of dynasty_env.kit.game.Game"),
        ("Pig = 3\n", "Pig", "is not a game"),
        ("Pig = 1 / 0\n", "Pig", r"pig\.py, line 1: ZeroDivisionError"),
    ],
)
def test_what_is_no_game(source: str, named_so: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "pig.py").write_text(source)
    with pytest.raises(OptionError, match=message):
        dynasty_env.load_game(f"{tmp_path / 'pig.py'}:{named_so}")


def test_the_names_of_this_package_are_taken(tmp_path: Path) -> None:
    file = game_file(tmp_path / "mine.py", "dynasty_v0")
    with pytest.raises(OptionError, match="the name of a game of this package"):
        dynasty_env.load_game(f"{file}:Nim")


def test_a_game_of_an_installed_package(tmp_path: Path) -> None:
    game_file(tmp_path / "marbles_game.py", "marbles_v0")
    offers = f"[{named.GAMES}]\nmarbles_v0 = marbles_game:Nim\nmarbled_v0 = marbles_game:Nim\n"
    with installed_package(tmp_path, "marbles", offers):
        assert dynasty_env.game_names()[-1] == "marbles_v0"
        assert dynasty_env.game("marbles_v0").agent == "taker"
        with pytest.raises(UnknownGameError, match="did you mean 'marbles_v0'"):
            dynasty_env.game("marble_v0")
        with pytest.raises(
            OptionError, match="marbled_v0: the package registers it by this name, but its own name is 'marbles_v0'"
        ):
            dynasty_env.game("marbled_v0")
        dynasty_env.register_games(dynasty_env.game_names())
        env = gymnasium.make("dynasty_env/Marbles-v0", bots="greedy", backend="interpreted")
        env.reset(seed=3)
