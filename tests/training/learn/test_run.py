"""A run whose disk is full goes on, says so, and leaves the last checkpoint whole."""

import errno
import multiprocessing
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest
import torch
from rich.console import Console

from dynasty_env.kit.errors import OptionError
from tests.own import bot_of_nim
from tests.tiny import nim
from training.learn import checkpoint, progress
from training.learn.actor import Actor
from training.learn.checkpoint import CheckpointError
from training.learn.meeting import trusting
from training.learn.network import device_of
from training.learn.ppo import Learner, TrainingError
from training.learn.progress import Point, read, write
from training.learn.run import Goal, Routine, Run, make_folder, resume, start
from training.learn.settings import Settings

SETTINGS = Settings(seats=2, envs=4, rollout=8, greedy_share=0.0, network={"width": 8})
STEP = SETTINGS.envs * SETTINGS.rollout
OFTEN = Routine(checkpoint_every=0.0, evaluate_every=0.0)


class Disk:
    """Has no room from the `first` write to the one before `last`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, first: int, last: int) -> None:
        self.writes = 0
        self.full = range(first, last)
        self._write = checkpoint.write_whole
        monkeypatch.setattr(checkpoint, "write_whole", self.write)

    def write(self, path: Path, content: bytes) -> None:
        self.writes += 1
        if self.writes - 1 in self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        self._write(path, content)


def test_a_resumed_run_starts_no_program_that_nobody_has_typed(tmp_path: Path) -> None:
    """A checkpoint may come from anywhere, and its settings name a file that would be run."""
    name = bot_of_nim("Remembers", tmp_path)
    settings = replace(SETTINGS, greedy_share=0.5, opponent=name)
    start(nim.GAME, settings, Goal(steps=STEP), tmp_path / "run", routine=OFTEN).train()
    goal = Goal(steps=2 * STEP)
    with pytest.raises(CheckpointError, match=f"runs a program; name it again: --opponent {name}"):
        resume(nim.GAME, tmp_path / "run", goal=goal)
    with pytest.raises(CheckpointError, match=r"--opponent 'other\.py:Bot': a resumed run keeps its own"):
        resume(nim.GAME, tmp_path / "run", goal=goal, make=trusting(Learner, "other.py:Bot"))
    assert resume(nim.GAME, tmp_path / "run", goal=goal, make=trusting(Learner, name)).train()


def run_in(folder: Path, updates: int, settings: Settings = SETTINGS) -> Run:
    console = Console(record=True, width=200)
    return Run(Learner(nim.GAME, settings), Goal(steps=updates * STEP), folder, OFTEN, console, threads=1)


def test_a_full_disk_is_told_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch, 1, 3)
    run = run_in(tmp_path, 5)
    assert run.train()
    told = run.console.export_text()
    assert told.count("not saved: ") == 2
    assert f"{run.file} cannot be written (No space left on device)" in told
    assert "Traceback" not in told
    assert disk.writes == 6
    assert checkpoint.read(run.file, nim.GAME)["progress"]["decisions"] == 5 * STEP


def test_a_disk_that_stays_full_leaves_the_last_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch, 2, 99)
    run = run_in(tmp_path, 4)
    with pytest.raises(CheckpointError, match=r"cannot be written \(No space left on device\).*is intact"):
        run.train()
    assert checkpoint.read(run.file, nim.GAME)["progress"]["decisions"] == 2 * STEP
    disk.full = range(0)
    assert resume(nim.GAME, tmp_path, goal=Goal(steps=4 * STEP), console=Console(quiet=True)).train()


def test_curves_that_cannot_be_written_are_told_of_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    class Writer:
        opened = 0

        def __init__(self, *_: Any, **__: Any) -> None:
            Writer.opened += 1

        def add_scalar(self, name: str, *_: Any) -> None:
            if Writer.opened < 4:
                raise OSError(errno.ENOSPC, "No space left on device")
            written.append(name)

        def close(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(progress, "SummaryWriter", Writer)
    monkeypatch.setattr(progress, "RETRY", 0.0)
    run = run_in(tmp_path, 2)
    assert run.train()
    assert run.console.export_text().count("curves are not being written: No space left on device") == 1
    assert "training/policy loss" in written


def test_a_full_disk_is_not_filled_with_empty_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = 0

    class Writer:
        def __init__(self, folder: str, **_: Any) -> None:
            nonlocal opened
            opened += 1
            (Path(folder) / f"events.out.tfevents.{opened}").touch()

        def add_scalar(self, *_: Any) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self) -> None:
            pass

    monkeypatch.setattr(progress, "SummaryWriter", Writer)
    with progress.Curves(tmp_path, 0, Console(quiet=True)) as writing:
        for number in range(500):
            writing.add("a", 1.0, number)
    assert opened == 1
    assert not list(tmp_path.iterdir())


def killed(moment: str, folder: Path) -> NoReturn:
    """A run that is killed while it writes: its first checkpoint, or at a moment of its third."""
    write, writes = checkpoint.write_whole, 0

    def write_or_die(path: Path, content: bytes) -> None:
        nonlocal writes
        writes += 1
        if writes == (1 if moment == "first" else 3):
            setattr(os, "fsync" if moment == "first" else moment, lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
        write(path, content)

    checkpoint.write_whole = write_or_die
    run_in(folder, 5).train()
    raise AssertionError("it was not killed")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked there")
@pytest.mark.parametrize("moment", ["first", "fsync", "link", "replace"])
def test_a_run_that_is_killed_while_it_writes_goes_on_from_its_last_checkpoint(moment: str, tmp_path: Path) -> None:
    folder, quiet = tmp_path / "run", Console(quiet=True)
    run = multiprocessing.get_context("fork").Process(target=killed, args=(moment, folder))
    run.start()
    run.join()
    assert run.exitcode == -signal.SIGKILL
    if moment == "first":
        with pytest.raises(CheckpointError, match="the run was stopped before it saved one: start it again"):
            resume(nim.GAME, folder)
        assert start(nim.GAME, SETTINGS, Goal(steps=STEP), folder, routine=OFTEN, console=quiet).train()
        return
    assert checkpoint.read(folder, nim.GAME)["progress"]["decisions"] == 2 * STEP
    assert resume(nim.GAME, folder, console=quiet).train()
    assert run_in(tmp_path / "whole", 5).train()
    resumed, whole = (checkpoint.read(each, nim.GAME)["network"] for each in (folder, tmp_path / "whole"))
    assert all(torch.equal(resumed[name], whole[name]) for name in whole)


def test_nothing_is_left_of_a_run_that_was_killed_before_its_first_checkpoint(tmp_path: Path) -> None:
    before = [Point(0, 0.0, "random", 0.5, 0.4, 0.6, 100), Point(5, 0.1, "random", 0.9, 0.8, 1.0, 100)]
    write(tmp_path, before)
    run = run_in(tmp_path, 1)
    run.routine = Routine(games=2)
    assert run.train()
    assert [point.decisions for point in read(tmp_path, 10**6)] == [0, 0, STEP, STEP]


def test_the_folder_of_a_run_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="it is a file"):
        make_folder(tmp_path / "file")
    with pytest.raises(OptionError, match="Not a directory"):
        make_folder(tmp_path / "file" / "run")
    make_folder(tmp_path / "new" / "run")
    assert (tmp_path / "new" / "run").is_dir()


@pytest.mark.parametrize("minutes", [float("nan"), float("inf"), 0.0, -1.0])
def test_goals_are_numbers_above_nothing(minutes: float) -> None:
    with pytest.raises(OptionError, match="out of range: above 0"):
        Goal(minutes=minutes)


@pytest.mark.parametrize("fails", ["gradient", "parameter"])
def test_numbers_that_are_none_stop_a_run_and_the_last_good_checkpoint_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    run = run_in(tmp_path, 5, replace(SETTINGS, epochs=1))
    play = Actor.play

    def spoil(self: Actor, *given: Any, **more: Any) -> int:
        games = play(self, *given, **more)
        if run.learner.progress.updates == 3:
            if fails == "gradient":
                self.rollout.value[-1] = float("nan")
            else:
                run.learner.optimizer.param_groups[0]["eps"] = float("nan")
        return games

    monkeypatch.setattr(Actor, "play", spoil)
    with pytest.raises(
        TrainingError, match=f"failed after .*: {'the gradient' if fails == 'gradient' else '.*weight'}"
    ):
        run.train()
    kept = checkpoint.read(run.file, nim.GAME)
    assert kept["progress"]["decisions"] == 3 * STEP
    assert all(part.isfinite().all() for part in kept["network"].values())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("tpu", "device='tpu' is unknown: choose cpu, cuda or cuda:0"),
        ("cpu:1", "is unknown"),
        ("cuda:x", "is unknown"),
        ("cuda", r"device=cuda cannot be used \(.*\): choose cpu"),
    ],
)
def test_a_device_that_is_not_there_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(OptionError, match=message):
        start(nim.GAME, SETTINGS, Goal(steps=STEP), tmp_path, device=name)
    assert not list(tmp_path.iterdir())


def test_a_gpu_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    with pytest.raises(OptionError, match=r"device=cuda:2 does not exist: GPUs are numbered 0 … 1"):
        device_of("cuda:2")
    assert device_of("cuda:1") == torch.device("cuda:1")
