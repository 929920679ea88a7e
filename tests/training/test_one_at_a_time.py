"""Commands that keep what they have done: two processes never keep it in the same place at once."""

import importlib
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.replays import Replay
from tests.another import locking
from tests.command_line import dynasty
from tests.tiny import nim
from tests.waiting import until
from training.arena.ladder_file import NAME
from training.arena.lines import LinesFile
from training.benchmark.learners import folder_of
from training.benchmark.tasks import TASKS
from training.learn import checkpoint

NIM = f"{Path(nim.__file__)}:Nim"


COMMANDS = {
    "train": ("run", ["train", NIM, "--out", "run", "--seats", "2"]),
    "match": ("match.jsonl", ["match", NIM, "--bots", "random,random", "--out", "match.jsonl"]),
    "ladder": (f"ladder/{NAME}", ["ladder", NIM, "--bots", "random,greedy", "--seats", "2", "--out", "ladder"]),
    "dataset": ("datasets/games.jsonl", ["dataset", NIM, "--bots", "random", "--seats", "2"]),
    "soak": ("soak.json", ["soak", NIM, "--out", "soak.json"]),
    "benchmark": (f"benchmarks/dynasty-2/{NAME}", ["benchmark", "dynasty-2"]),
    "benchmark --learner": (
        f"{folder_of(TASKS['dynasty-2'], 'ppo', 1000, Path('benchmarks'))}/seed-1",
        ["benchmark", "dynasty-2", "--learner", "ppo", "--decisions", "1000", "--seeds", "1"],
    ),
    "benchmark --exploit": (
        "benchmarks/responses/dynasty-2-greedy-5min.safetensors",
        ["benchmark", "dynasty-2", "--exploit", "greedy"],
    ),
    "value": ("value.safetensors", ["value", "value.safetensors"]),
    "distil": ("small.safetensors", ["distil", "small.safetensors"]),
    "play": ("game.json", ["play", NIM, "--save", "game.json"]),
    "review": ("replay.review.json", ["review", "replay.json", "--game", NIM]),
}  # fmt: skip
"""What each command works at, and how it is called."""


@pytest.mark.parametrize("command", COMMANDS)
def test_who_comes_second_is_refused_before_any_work(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    state = nim.GAME.new(1, num_players=2)
    replay = Replay.of(state, ["random", "random"])
    while not state.done:
        replay.add(state, int(state.legal()[0]))
    replay.write(tmp_path / "replay.json")
    place, arguments = COMMANDS[command]
    where = tmp_path / place
    if not where.suffix:
        where.mkdir(parents=True)
    with locking(where) as other:
        before = sorted(tmp_path.rglob("*"))
        code, said = dynasty(*arguments)
        assert code == 2
        assert re.search(rf"error: \S*{re.escape(place)} is in use by process {other.pid} on \S+ since 20", said)
        assert said.endswith(tuple(f"or choose another {what}" for what in ("--out", "file", "--save")))
        assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("bridge", ["hybrid_ppo", "sb3_maskable"])
def test_learners_of_other_libraries_are_refused_too(
    bridge: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = {"hybrid_ppo": tmp_path, "sb3_maskable": tmp_path / "model.zip"}[bridge]
    monkeypatch.setattr(sys, "argv", [bridge, "figures_v0", "--out", str(out)])
    monkeypatch.setenv("COLUMNS", "500")
    with locking(out) as other, pytest.raises(SystemExit) as ended:
        typer.run(importlib.import_module(f"training.bridges.{bridge}").main)
    said = capsys.readouterr().err
    assert (ended.value.code, f"is in use by process {other.pid} on " in " ".join(said.split())) == (2, True), said


@pytest.mark.parametrize("command", ["match", "ladder", "dataset"])
def test_what_has_been_played_is_free_for_others_when_the_command_ends(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while something still refers to its file, as a circle of references does until it is collected."""
    monkeypatch.chdir(tmp_path)
    kept, init = list[LinesFile](), LinesFile.__init__

    def keep(file: LinesFile, *given: Any) -> None:
        kept.append(file)
        init(file, *given)

    monkeypatch.setattr(LinesFile, "__init__", keep)
    place, arguments = COMMANDS[command]
    count = "--deals" if command == "ladder" else "--games"
    assert dynasty(*arguments, count, "2")[0] == 0
    (file,) = kept
    assert not list(tmp_path.rglob("*.lock"))
    with locking(tmp_path / place), pytest.raises(SaveError, match=f"{place}: this has been closed: open it again"):
        file.append({})


def test_what_is_being_played_can_be_looked_at(tmp_path: Path) -> None:
    """A report needs no lock; it neither writes nor mends the file that another process is just writing."""
    arguments = ["ladder", NIM, "--bots", "random,greedy", "--seats", "2", "--out", tmp_path]
    assert dynasty(*arguments, "--deals", "2")[0] == 0
    file = tmp_path / NAME
    with file.open("ab") as being_written:
        being_written.write(b'{"deal": 2, "a": ')
    content = file.read_bytes()
    with locking(file) as other:
        code, said = dynasty(*arguments, "--deals", "0")
        assert code == 0, said
        code, said = dynasty(*arguments, "--deals", "3")
        assert code == 2
        assert f"is in use by process {other.pid} on " in said
        assert file.read_bytes() == content
    code, said = dynasty(*arguments, "--deals", "3")
    assert code == 0
    assert "cut off by a crash" in said


FEW = ["--envs", "8", "--rollout", "16", "--minibatch", "64"]


def decisions(folder: Path) -> int:
    return int(checkpoint.read(folder, nim.GAME)["progress"]["decisions"])


def test_two_processes_cannot_train_in_one_folder(tmp_path: Path) -> None:
    """Nothing goes back: the second one is refused while the first lives, and goes on from its last checkpoint."""
    folder = tmp_path / "run"
    arguments = ["train", NIM, "--out", str(folder), "--threads", "1", "--evaluate-every", "0"]
    new = [sys.executable, "-m", "training.cli", *arguments, "--seats", "2", "--steps", "1000000000", *FEW]
    with subprocess.Popen(new, stdout=subprocess.DEVNULL) as first:
        try:
            until(lambda: (folder / "settings.json").exists(), 120)
            code, said = dynasty(*arguments, "--seats", "2", "--steps", "1")
            until(lambda: any(folder.rglob("events*")), 120)  # it learns: before that there is nothing to keep
            first.send_signal(signal.SIGINT)
            assert first.wait(120) == 130
        finally:
            first.kill()
    assert code == 2
    assert f"is in use by process {first.pid} on " in said
    assert "training.cli train" in said or "cli.py train" in said
    reached = decisions(folder)
    assert reached
    with locking(folder) as other:
        code, said = dynasty(*arguments, "--resume", "--steps", str(reached + 1))
        assert code == 2
        assert f"is in use by process {other.pid} on " in said
    assert decisions(folder) == reached
    code, said = dynasty(*arguments, "--resume", "--steps", str(reached + 1))
    assert code == 0, said
    assert decisions(folder) > reached
    assert not (folder / ".lock").exists()
