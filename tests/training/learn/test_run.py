"""A run whose disk is full goes on, says so, and leaves the last checkpoint whole."""

import errno
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from dynasty_env.kit.errors import OptionError
from tests.tiny import nim
from training.learn import checkpoint, curves
from training.learn.checkpoint import CheckpointError
from training.learn.ppo import Learner, Settings
from training.learn.run import Goal, Routine, Run, make_folder, resume

SETTINGS = Settings(seats=2, envs=4, rollout=8, network={"width": 8})
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


def run_in(folder: Path, updates: int) -> Run:
    console = Console(record=True, width=200)
    return Run(Learner(nim.GAME, SETTINGS), Goal(steps=updates * STEP), folder, OFTEN, console)


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
    with pytest.raises(CheckpointError, match=r"cannot be written \(No space left on device\).*is whole"):
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

    monkeypatch.setattr(curves, "SummaryWriter", Writer)
    run = run_in(tmp_path, 2)
    assert run.train()
    assert run.console.export_text().count("curves are not being written: No space left on device") == 1
    assert "training/policy loss" in written


def test_the_folder_of_a_run_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="a file lies there"):
        make_folder(tmp_path / "file")
    with pytest.raises(OptionError, match="Not a directory"):
        make_folder(tmp_path / "file" / "run")
    make_folder(tmp_path / "new" / "run")
    assert (tmp_path / "new" / "run").is_dir()


@pytest.mark.parametrize("minutes", [float("nan"), float("inf"), 0.0, -1.0])
def test_goals_are_numbers_above_nothing(minutes: float) -> None:
    with pytest.raises(OptionError, match="out of range: above 0"):
        Goal(minutes=minutes)
