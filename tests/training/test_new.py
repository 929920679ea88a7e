"""`dynasty new`: what it writes runs at once, by file and installed, in every command that names a bot or a game."""

import json
import random
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import dynasty_env
from agents.registry import make_bot
from dynasty_env.conformance import Outcome, Report
from dynasty_env.conformance.games.hiding import check_hiding, check_resampled_end
from dynasty_env.kit.envs.module import GameModule
from dynasty_env.kit.errors import OptionError, SaveError
from tests.agents.people.web.live import Guest, live
from tests.command_line import dynasty
from tests.own import installed_package, nothing_loaded  # noqa: F401 (a fixture)
from tests.tiny import nim
from tests.training.test_cli import ONE, SMALL
from tests.waiting import until
from training import check
from training.new.command import Kind, title_of, write_package

pytestmark = pytest.mark.usefixtures("nothing_loaded")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a new bot and a new game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")
    monkeypatch.setattr(sys, "path", list(sys.path))  # commands add the working directory
    for kind, name in (("bot", "bold_bot"), ("game", "dice_race")):
        code, told = dynasty("new", kind, name)
        assert code == 0, told
    return tmp_path


GAME, BOT = "dice_race/dice_race.py:DiceRace", "bold_bot/bold_bot.py:BoldBot"


def test_what_is_written(folder: Path) -> None:
    for name, group in (("bold_bot", "bots"), ("dice_race", "games")):
        files = {file.name for file in (folder / name).iterdir()}
        assert files == {"README.md", "pyproject.toml", f"{name}.py", f"test_{name}.py"}
        for file in (folder / name).iterdir():
            text = file.read_text(encoding="utf-8")
            assert not {word for word in ("my_bot", "MyBot", "my_game", "MyGame", "THIS_VERSION") if word in text}, file
        project = tomllib.loads((folder / name / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        assert project["name"] == name
        (place,) = project["entry-points"][f"dynasty_env.{group}"].values()
        assert place == f"{name}:{title_of(name)}"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Bold", "is not a valid module name"),
        ("2fast", "is not a valid module name"),
        ("a-b", "is not a valid module name"),
        ("../up", "is not a valid module name"),
        ("class", "is not a valid module name"),
        ("json", "there is already a module 'json'"),
        ("numpy", "there is already a module 'numpy'"),
        ("taken_here", "already exists"),
        ("a" * 300, r"'aaa[^ ]{,80}… has 300 characters: at most 48 are allowed"),
        ("A" * 300, r"^'AAA[^ ]{,80} is not a valid module name"),
    ],
)
def test_names_that_do_not_do(name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken_here").mkdir()
    with pytest.raises(OptionError, match=message):
        write_package(Kind.BOT, name, Path(name))
    assert [each.name for each in tmp_path.iterdir()] == ["taken_here"]


@pytest.mark.parametrize(
    ("kind", "name"), [(Kind.BOT, "greedy"), (Kind.BOT, "mc"), (Kind.GAME, "dynasty"), (Kind.GAME, "three_kingdoms")]
)
def test_names_that_mean_something_else_already(kind: Kind, name: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=f"there is already a {kind.value} named '{name}'"):
        write_package(kind, name, tmp_path / "new")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", Kind)
def test_a_folder_that_cannot_be_written_is_named(kind: Kind, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveError, match="file/unwritten: Not a directory"):
        write_package(kind, "unwritten", tmp_path / "file" / "unwritten")


def test_the_version_is_no_part_of_a_games_name(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="'kingdoms_v1' has a version, which is added automatically: give 'kingdoms'"):
        write_package(Kind.GAME, "kingdoms_v1", tmp_path / "game")
    write_package(Kind.BOT, "reader_v2", tmp_path / "bot")


@pytest.mark.usefixtures("folder")
def test_the_game_keeps_its_promises() -> None:
    game = dynasty_env.load_game(GAME)
    assert game.name == "dice_race_v0"
    for seed in range(6):
        state, rng = game.new(seed, num_players=2 + seed % 5), np.random.default_rng(seed)
        decisions = 0
        while not state.done:
            if decisions % 10 == 0:
                check_hiding(state, [1, 2])
                assert game.from_dict(state.to_dict()).to_dict() == state.to_dict()
            assert state.call("audit") == 0
            state.play(int(rng.choice(state.legal())))
            decisions += 1
        assert decisions <= game.longest
        assert abs(state.returns().sum()) < 1e-6
    check_resampled_end(game.new(1), 0, np.random.default_rng(0))


@pytest.mark.usefixtures("folder")
def test_the_bot_plays() -> None:
    code, told = dynasty("match", GAME, "--bots", f"{BOT}:2,random", "--games", "4")
    assert (code, "4 games" in told) == (0, True), told
    assert make_bot(f"{BOT}:2", nim.GAME).name == "bold_bot:2"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("tables", ["0", "-3"])
def test_the_bot_refuses_parameters_with_which_it_cannot_play(tables: str) -> None:
    code, told = dynasty("match", GAME, "--bots", f"{BOT}:{tables},random", "--games", "2")
    assert (code, f"bold_bot:{tables}: it imagines one table at least" in told) == (2, True), told


@pytest.mark.usefixtures("folder")
def test_the_game_is_played_at_the_terminal_and_gone_on_with() -> None:
    code, told = dynasty(*f"play {GAME} --bots {BOT} --seed 3 --save game.json".split(), typed="roll\nhold\nq\n")
    assert code == 0, told
    assert "dice race · turn · Dice race 1 decides" in told
    assert "Dice race 1 rolls" in told
    dynasty_env.games._loaded.clear()  # as in another process
    code, told = dynasty("play", GAME, "--load", "game.json", "--allow-programs", typed="hold\n" * 80)
    assert (code, "wins" in told) == (0, True), told


@pytest.mark.usefixtures("folder")
def test_the_game_is_measured() -> None:
    code, told = dynasty("measure", GAME, "--games", "20", "--seats", "2", "--bots", BOT)
    assert (code, "20 games" in told) == (0, True), told


SHORTER = {
    "--minutes 1 ": "--steps 256 --evaluate-every 0 ",
    "--minutes 0.5": "--minutes 0.01",
    "--deals 50": "--deals 4",
    "--games 200": "--games 20",
    "--games 400": "--games 20",
}


def test_the_commands_of_its_readme_run_as_they_stand(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for how long they take; `serve` and `pytest` have tests of their own."""
    monkeypatch.delenv("DYNASTY_ENV_BACKEND")
    monkeypatch.chdir(folder / "dice_race")
    text = (folder / "dice_race" / "README.md").read_text(encoding="utf-8")
    commands = text.partition("```sh\n")[2].partition("```")[0].splitlines()
    ran = []
    for command in commands:
        for long, short in SHORTER.items():
            command = command.replace(long, short)
        program, name, *words = shlex.split(command, comments=True)
        if program != "dynasty" or name == "serve":
            continue
        words += {"train": SMALL, "check": ["--seconds", "0"]}.get(name, [])
        code, told = dynasty(name, *words)
        assert code == 0, (command, told)
        ran.append(name)
    assert ran == ["play", "measure", "train", "evaluate", "benchmark", "mcp", "check"]


@pytest.mark.usefixtures("folder")
def test_the_game_has_environments() -> None:
    tables = GameModule(dynasty_env.load_game(GAME)).vec_env(16, num_players=3)
    batch = tables.reset(seed=0)
    ended = 0
    for _ in range(120):
        batch = tables.step(batch.action_mask.argmax(axis=1))
        ended += int(batch.terminated.sum())
    assert ended
    assert batch.observation.shape == (16, dynasty_env.load_game(GAME).layout.size)


@pytest.mark.usefixtures("folder")
def test_the_game_is_learned() -> None:
    code, told = dynasty(
        "train", GAME, "--steps", "512", "--seats", "2", "--out", "run", "--evaluate-every", "0", *SMALL
    )
    assert code == 0, told
    assert f"dynasty evaluate run --game {GAME}" in told
    dynasty_env.games._loaded.clear()  # as in another process
    code, told = dynasty("evaluate", "run", "--games", "4", *ONE)
    assert (code, "there is no game 'dice_race_v0'" in told) == (2, True)
    assert "give file.py:Class: --game file.py:Class" in " ".join(told.split())
    code, told = dynasty("evaluate", "run", "--game", GAME, "--games", "4", "--against", BOT, *ONE)
    assert (code, "of 4 games against" in told) == (0, True), told
    code, told = dynasty("weights", "run", "dice.safetensors", "--game", GAME)
    assert (code, f"dynasty play {GAME} --bots net:dice.safetensors" in told) == (0, True), told
    for wrong in ("2", "two=run", "2="):
        code, told = dynasty("weights", "run", "dice.safetensors", "--game", GAME, "--for", wrong)
        wanted = f"--for {wrong!r}: give a game option and a run, e.g. num_players=2:runs/two"
        assert (code, wanted in told) == (2, True)
    code, told = dynasty("play", GAME, "--bots", "net:dice.safetensors", "--seats", "2", "--save", "mine.json")
    assert (code, "seat 1): net:dice.safetensors" in told) == (0, True), told


@pytest.mark.usefixtures("folder")
def test_the_game_is_served() -> None:
    """In the browser, with bots in a process of their own."""
    with live(processes=True, games={"dice_race_v0": GAME}) as here:
        path, _ = here.open("dice_race_v0", "me", "random")
        guest = Guest(here, path)
        guest.hear()
        assert "<dt>rolled</dt>" in guest.parts["facts"]
        assert here.http.get(f"{path}picture.png").headers["content-type"] == "image/png"
        guest.play(random.Random(1).choice)
        until(lambda: here.table().over)
        guest.close()


@pytest.mark.usefixtures("folder")
def test_the_game_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        check, "check_game", lambda game, **_: Report(game.name, "game", 0, [Outcome("rules", "")])
    )  # it compiles
    code, told = dynasty("check", GAME, "--seconds", "0", "--out", "report.json")
    assert code == 0, told
    for part in ("dice_race_v0", "dice_race_v0: env", "dice_race_v0: single_env"):
        assert part in told
    tables = next(
        report for report in json.loads(Path("report.json").read_text()) if report["subject"].endswith(": env")
    )
    verdicts = {row["check"]: row["verdict"] for row in tables["checks"]}
    assert verdicts["other_processes"] == "passed", "they play the game of a file"
    assert check.game_of("shinsengumi_v0") is not None
    assert check.game_of("dynasty_env.shinsengumi_v0:env") is None
    with pytest.raises(OptionError, match="has no 'DiceRac'; did you mean 'DiceRace'"):
        check.game_of(f"{GAME[:-1]}")


def test_both_are_known_by_name_when_installed(folder: Path) -> None:
    for name, group in (("bold_bot", "bots"), ("dice_race", "games")):
        project = tomllib.loads((folder / name / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        ((offered, place),) = project["entry-points"][f"dynasty_env.{group}"].items()
        with installed_package(folder / name, name, f"[dynasty_env.{group}]\n{offered} = {place}\n"):
            if group == "bots":
                assert make_bot("bold_bot:4", nim.GAME).name == "bold_bot:4"
            else:
                assert dynasty_env.game("dice_race_v0").agent == "dice_race"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bold_bot", "dice_race"])
def test_their_own_tests_pass(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DYNASTY_ENV_BACKEND")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], capture_output=True, text=True,
        cwd=folder / name, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
