"""Bots of one's own, by every command that names bots, and in other processes."""

from pathlib import Path

import pytest

import dynasty_env
from agents.opponents import single_env
from agents.people.web.pages.bots import bot_called
from agents.people.web.phrases import Words
from agents.registry import ALIASES, _makers, bot_names, known_as, make_bot, playable, register, runs_a_program
from agents.uniform import Random
from dynasty_env import games
from dynasty_env.kit import named
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.files.replays import Replay
from tests.command_line import dynasty
from tests.own import TUNED, bot_file, game_file, installed_package, nothing_loaded  # noqa: F401 (a fixture)
from tests.tiny import nim

pytestmark = pytest.mark.usefixtures("nothing_loaded")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with two bots of one file name, a third one with parameters, and a game."""
    bot_file(tmp_path / "a" / "mine.py")
    bot_file(tmp_path / "b" / "mine.py", -1)
    (tmp_path / "tuned.py").write_text(TUNED, encoding="utf-8")
    game_file(tmp_path / "pebbles.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_bots_by_file_and_module() -> None:
    assert make_bot("a/mine.py:First", nim.GAME).name == "first"
    assert make_bot("tuned.py:Tuned:0.5,x", nim.GAME).name == "0.5,x at nim_v0"
    assert make_bot("tuned:Tuned:slow", nim.GAME).name == "slow at nim_v0"
    assert make_bot("agents.uniform:Random", nim.GAME).name == "random"


@pytest.mark.parametrize("name", ALIASES)
def test_bots_have_the_names_of_the_browser_too(name: str) -> None:
    stem = ALIASES[name].partition(":")[0]
    playing = (dynasty_env.game(each) for each in dynasty_env.GAMES)
    game = next(game for game in playing if stem in [each.partition(":")[0] for each in bot_names(game)])
    assert bot_called(Words("en"), known_as(name)) == name.capitalize()
    for typed in (name, name.capitalize()):
        assert playable(typed, game) == ALIASES[name]
        assert make_bot(typed, game).name.partition(":")[0] == stem


def test_a_game_needs_no_version_in_its_name() -> None:
    assert dynasty_env.load_game("three-kingdoms").name == "three_kingdoms_v0"
    assert dynasty_env.load_game("Shinsengumi").name == "shinsengumi_v0"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a/mine.py:Frist", r"a/mine\.py has no 'Frist'; did you mean 'First'"),
        ("a/mine.py", r"say which bot in it you mean, e.g. a/mine\.py:First"),
        ("a/mine.py:First:3", r"a/mine\.py:First: this takes no parameters \('3'\)"),
        ("a/mind.py:First", r"there is no file a/mind\.py; there is mine\.py"),
        ("pebbles.py:Step", r"pebbles\.py:Step is not a bot|missing 1 required"),
        ("nowhere.at_all:First", "no module 'nowhere.at_all' was found"),
        ("gredy", "its bots are random, greedy, .*; did you mean 'greedy'"),
        ("gredy:fast", "there is no bot 'gredy:fast' for nim_v0; .*; did you mean 'greedy'"),
        ("policy", "policy:<path>"),
        ("mc:", "did you mean 'mc:<budget>"),
        ("novise", "novice.*; did you mean 'novice'"),
        ("Dreamer", "there is no bot 'Dreamer'"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(name: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make_bot(name, nim.GAME)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("class Bot:\n    name = 'x'\n", "is not a bot: it has no reset or act"),
        ("class Bot:\n    def __init__(self):\n        self.x = 1 / 0\n", r"own\.py, line 3: ZeroDivisionError"),
        ("class Bot:\n    def __init__(self, depth):\n        pass\n", r"own\.py: TypeError: .*'depth'"),
        ("def Bot(game, text):\n    return 3\n", "is not a bot: it has no name or reset or act"),
    ],
)
def test_a_bot_that_cannot_be_made_is_told_with_its_line(
    source: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(source)
    with pytest.raises(OptionError, match=message):
        make_bot("own.py:Bot", nim.GAME)


def test_a_bot_of_an_installed_package(tmp_path: Path) -> None:
    (tmp_path / "tuned_bots.py").write_text(TUNED, encoding="utf-8")
    with installed_package(tmp_path, "tuned", f"[{named.BOTS}]\ntuned = tuned_bots:Tuned\n"):
        assert make_bot("tuned:7", nim.GAME).name == "7 at nim_v0"
        with pytest.raises(OptionError, match="did you mean 'tuned'"):
            make_bot("tunde:7", nim.GAME)
        assert not runs_a_program("tuned:fast"), "who installs a package trusts it"


def test_what_would_run_a_file_is_known() -> None:
    """Such names are taken where they have been typed, never from files or from elsewhere."""
    assert all(map(runs_a_program, ("llm:cat", "mine.py:First", "mine.py", "package.module:First:3", "pack:First")))
    assert not any(map(runs_a_program, ("greedy", "mc:200", "mc:greedy", "policy:last", "champion+search:50")))


@pytest.mark.usefixtures("folder")
def test_the_name_of_another_games_bot_is_no_module() -> None:
    """`runs_a_program` knows the name without the game, so it must not run a program in any."""
    register("tuned:<speed>", lambda *_: Random(), game="cut_in_v0")
    try:
        assert not runs_a_program("tuned:Tuned")
        with pytest.raises(OptionError, match="there is no bot 'tuned:Tuned' for nim_v0"):
            make_bot("tuned:Tuned", nim.GAME)
    finally:
        del _makers["tuned", "cut_in_v0"]


@pytest.mark.usefixtures("folder")
def test_opponents_of_a_learner() -> None:
    env = single_env("pebbles.py:Nim", "a/mine.py:First")
    env.reset(seed=1)
    _, _, ended, _, _ = env.step(0)
    assert not ended


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_match(jobs: str) -> None:
    """In other processes, too, files of one name stay apart: `a` takes one, `b` as many as it may."""
    code, told = dynasty(
        "match", "pebbles.py:Nim", "--bots", "a/mine.py:First,b/mine.py:First", "--games", "8", "--jobs", jobs
    )
    assert code == 0
    assert "8 games" in told


@pytest.mark.usefixtures("folder")
def test_ladder() -> None:
    arguments = ["ladder", "pebbles.py:Nim", "--seats", "2", "--deals", "2", "--out", "out"]
    code, told = dynasty(*arguments, "--bots", "a/mine.py:First,b/mine.py:First,random", "--jobs", "2")
    assert code == 0, told
    code, told = dynasty(*arguments, "--bots", "random")
    assert "a/mine.py:First, b/mine.py:First: this bot runs a program, a file" in told, (
        "their names stand in the folder"
    )
    bot_file(Path("a/mine.py"), 1)
    code, told = dynasty(*arguments, "--bots", "a/mine.py:First,b/mine.py:First")
    assert (code, "a/mine.py:First: its file has changed, so it is a new bot" in " ".join(told.split())) == (0, True)


@pytest.mark.usefixtures("folder")
def test_watch_and_replay() -> None:
    code, told = dynasty(
        "watch", "pebbles.py:Nim", "--seats", "2", "--bots", "a/mine.py:First,random", "--seed", "1", "--fast",
        "--save", "game.json",
    )  # fmt: skip
    assert code == 0, told
    games._loaded.clear()  # as in another process
    with pytest.raises(SaveError, match="there is no game 'pebbles_v0'"):
        Replay.read(Path("game.json"), dynasty_env.game)
    code, told = dynasty("replay", "game.json", "--game", "pebbles.py:Nim", "--verify")
    assert (code, "all legal" in told) == (0, True)


@pytest.mark.usefixtures("folder")
def test_measure() -> None:
    code, told = dynasty("measure", "pebbles.py:Nim", "--bots", "a/mine.py:First", "--games", "10", "--seats", "2")
    assert code == 0, told
