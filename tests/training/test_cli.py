"""`dynasty train` and `dynasty evaluate`, as a person types them."""

import signal
import sys
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

import dynasty_env
from agents.arguments import INTERRUPTED
from dynasty_env import command
from dynasty_env.kit.errors import BotError, OptionError
from tests.command_line import dynasty
from training import cli
from training.learn import checkpoint
from training.learn.ppo import Learner

ONE = ["--threads", "1"]
SMALL = ["--envs", "8", "--rollout", "16", "--minibatch", "64", "--games", "4", *ONE]


def test_train_evaluate_resume(tmp_path: Path) -> None:
    folder = str(tmp_path / "first")
    code, told = dynasty(
        "train", "--minutes", "0.03", "--out", folder, "--evaluate-every", "1", "--width", "16", *SMALL
    )
    assert code == 0
    assert checkpoint.read(folder)["settings"]["network"] == {"width": 16}
    assert "against 3 random (lower 95 % bound" in told
    assert "against 3 greedy" in told
    assert "done: " in told
    names = {path.name.partition(".")[0] for path in (tmp_path / "first").iterdir()}
    assert names == {"checkpoint", "settings", "events", "win-rates", "training"}
    assert (tmp_path / "first" / "training.png").read_bytes().startswith(b"\x89PNG")

    code, told = dynasty("evaluate", folder, "--games", "8", "--threads", "1")
    assert code == 0
    assert "of 8 games against 3 random (95 % interval" in told
    code, told = dynasty("evaluate", folder, "--games", "4", "--against", f"policy:{folder}", "--best", *ONE)
    assert code == 0

    code, told = dynasty("train", "--resume", "--out", folder)
    assert (code, "has reached its goal of 0.03 minutes" in told) == (2, True)
    code, told = dynasty("train", "--resume", "--out", folder, "--envs", "9")
    assert (code, "--envs: a resumed run keeps its settings" in told) == (2, True)
    code, told = dynasty("train", "--resume", "--out", folder, "--width", "9")
    assert (code, "--width: a resumed run keeps its settings" in told) == (2, True)
    done = checkpoint.read(folder)["progress"]["decisions"]  # how far 0.03 minutes lead depends on the machine
    code, told = dynasty("train", "--resume", "--out", folder, "--steps", str(done + 1), "--evaluate-every", "0", *ONE)
    assert code == 0
    kept = checkpoint.read(folder)
    assert kept["progress"]["decisions"] > done
    assert (kept["routine"]["evaluate_every"], kept["routine"]["games"]) == (0, 4)


def test_control_c_saves_and_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    collect = Learner.collect

    def press(self: Learner) -> dict[str, float]:
        signal.raise_signal(signal.SIGINT)
        return collect(self)

    folder = str(tmp_path / "stopped")
    with monkeypatch.context() as context:
        context.setattr(Learner, "collect", press)
        code, told = dynasty("train", "--steps", "1280", "--out", folder, "--evaluate-every", "0", *SMALL)
    assert code == INTERRUPTED
    assert f"Resume: dynasty train --resume --out {folder}" in told
    code, told = dynasty("train", "--resume", "--out", folder, "--evaluate-every", "0", *ONE)
    assert code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["train", "chess"], "there is no game 'chess'; there are dynasty_v0"),
        (["train", "--seats", "9"], "--seats 9: dynasty_v0 has 2 to 6 seats"),
        (["train", "--option", "packs=3"], "packs=3 is out of range"),
        (["train", "--option", "packs"], "give NAME=VALUE"),
        (["train", "--minutes", "1", "--steps", "1"], "give either steps or minutes"),
        (["train", "--minutes", "-1"], "above 0"),
        (["train", "--minutes", "nan"], "above 0"),
        (["train", "--minutes", "inf"], "above 0"),
        (["train", "--out", __file__], "this cannot be a run folder: it is a file"),
        (["train", "--out", f"{__file__}/run"], "this cannot be a run folder: Not a directory"),
        (["train", "--reward", "gold"], "reward is one of win, rank, points"),
        (["train", "--resume"], "--out runs/NAME"),
        (["train", "--actors", "2"], "--actors and --rollouts-per-update need a cluster: give --ray local"),
        (["train", "--together", "2"], "--together is now called --rollouts-per-update"),
        (["train", "--among-greedy=0.2"], "--among-greedy is now called --greedy-share"),
        (["train", "--magnet", "0.1"], "--magnet was removed: it did not help (docs/training-log.md"),
        (["train", "--greedy-share", "2"], "greedy_share=2.0 is out of range: 0 … 1"),
        (["train", "--ray", "local", "--actors", "0"], "--actors 0 is out of range: at least 1"),
        (["benchmark", "--ray", "local", "--jobs", "2"], "--ray cannot be combined with --jobs, --row, --exploit,"),
        (["benchmark", "--ray", "local", "--atlas"], "--ray cannot be combined"),
        (["ladder", "--ray", "local", "--jobs", "2"], "give --jobs or --ray, not both"),
        (["train", "--resume", "--out", "nowhere"], "nowhere: there is no such checkpoint"),
        (["evaluate", "net:a:100:b"], "a:100:b"),  # nothing between two colons is made a picture of
        (
            ["evaluate", "random", "--against", "greedy", "--against=random"],
            "--against is given 2 times, but takes one",
        ),
        (["train", "--seats", "2", "--seats", "3"], "--seats is given 2 times"),
        (["match", "leduc_v0", "--bots", "random,random", "--games", str(10**23)], f"--games {10**23} is out of range"),
        (["benchmark", "leduc_v0", "--learner", "ppo", "--seeds", str(10**23)], "at most 1000000"),
        (["evaluate", "random", "--threads", str(10**5)], "--threads 100000 is out of range: at most"),
        (["train", "kuhn_v0", "--envs", str(10**10)], f"envs={10**10} is out of range: at most 1000000000"),
        (["evaluate", "nowhere"], "nowhere: there is no such checkpoint"),
    ],
)
def test_errors_are_told_in_a_line(arguments: list[str], message: str) -> None:
    code, told = dynasty(*arguments)
    assert code == 2
    assert message in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    "error", [MemoryError("800 GiB"), RuntimeError("alloc: can't allocate memory: 800 GiB\nframe")]
)
def test_too_little_memory_is_told_in_a_line(error: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit), cli.plainly(Console(width=200)):
        raise error
    told = capsys.readouterr().out
    assert "there is too little memory for this: " in told and "800 GiB" in told and "frame" not in told


@pytest.mark.parametrize("command", [["train"], ["ladder", "--out", "there"]])
def test_without_ray_the_extra_is_named(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", None)
    code, told = dynasty(*command, "--ray", "local")
    assert (code, "this needs ray: pip install 'dynasty-env[ray]'" in told) == (2, True)
    assert not list(tmp_path.iterdir())


def test_the_version_is_told() -> None:
    found = CliRunner().invoke(cli.app, ["--version"])
    assert (found.exit_code, found.output.strip()) == (0, dynasty_env.__version__)


def test_control_c_while_libraries_are_imported_shows_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "import_module", interrupted)
    with pytest.raises(SystemExit) as stopped:
        command.main()
    assert stopped.value.code == 130


def test_errors_of_bots_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("class Bot:\n    name = 'mine'\n    def reset(self, seed):\n        1 / 0\n"
                   "    def act(self, decision):\n        return 0\n")  # fmt: skip
    arguments = ["match", "shinsengumi_v0", "--bots", f"{bot}:Bot,random", "--games", "2"]
    found = CliRunner().invoke(cli.app, arguments)
    assert found.exit_code == 2
    assert "set DYNASTY_ENV_TRACEBACK=1 for the traceback" in " ".join(found.output.split())
    monkeypatch.setenv("DYNASTY_ENV_TRACEBACK", "1")
    assert isinstance(CliRunner().invoke(cli.app, arguments).exception, BotError)


def test_errors_of_learners_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is one line, however many lines the error's has."""
    (tmp_path / "mine.py").write_text(
        "def train(game, options, decisions, seed, folder):\n    raise ValueError('sizes differ:\\n\\tlayer 1')\n"
    )
    arguments = ["benchmark", "leduc_v0", "--learner", f"{tmp_path}/mine.py:train", "--seeds", "1"]
    arguments += ["--out", str(tmp_path / "out")]
    code, told = dynasty(*arguments)
    hint = "(set DYNASTY_ENV_TRACEBACK=1 for the traceback)"
    assert code == 2 and f"mine.py, line 2: ValueError: sizes differ: layer 1 {hint}" in told, told
    assert hint not in dynasty(*arguments[:3], f"{tmp_path}/other.py:train")[1]
    monkeypatch.setenv("DYNASTY_ENV_TRACEBACK", "1")
    with pytest.raises(OptionError) as raised:
        dynasty(*arguments)
    assert isinstance(raised.value.__cause__, ValueError)


def test_control_c_is_told_where_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("training.arena.evaluate.player_of", interrupted)
    assert dynasty("evaluate", "random", "--game", "shinsengumi_v0") == (INTERRUPTED, "stopped")


LONG = "x" * 300
WITH_A_PATH = {
    "train": ["--out", LONG], "evaluate": [LONG], "weights": [LONG, "out.safetensors"], "play": ["--load", LONG],
    "watch": ["--save", LONG, "--bots", "random", "--fast"], "replay": [LONG], "film": [LONG], "review": [LONG],
    "export": [LONG], "dataset": ["--bots", "random", "--games", "1", "--out", LONG],
    "match": ["--bots", "random,random", "--out", LONG], "ladder": ["--out", LONG, "--deals", "0"],
    "benchmark": ["dynasty-2", "--out", LONG, "--deals", "0"], "soak": ["shinsengumi_v0", "--out", LONG],
    "new": ["bot", "bold_bot", "--out", LONG],
}  # fmt: skip


@pytest.mark.parametrize("command", WITH_A_PATH)
def test_a_path_of_any_length_is_refused_in_a_line(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, told = dynasty(command, *WITH_A_PATH[command])
    assert code == 2, told
    assert "xxxx" in told and ("File name too long" in told or "no such" in told)
    assert not list(tmp_path.iterdir())
