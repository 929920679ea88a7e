"""A task of a tiny game, and the command line that knows no other."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from dynasty_env.kit.game import Game
from tests.command_line import dynasty
from tests.tiny import dice
from training.benchmark import command, run, tasks
from training.benchmark.counting import report
from training.benchmark.playing import play
from training.benchmark.tasks import Task

Call = Callable[..., tuple[int, str]]
"""`dynasty benchmark` with these arguments: its exit code, and what it prints, in one line."""


class DiceTask(Task):
    """A task of the tiny game."""

    @property
    def game(self) -> Game:
        return dice.GAME


def dice_task(deals: int) -> Task:
    """Three seats."""
    return DiceTask("dice-3", "dice_v0", deals, {"num_players": 3})


def command_line(task: Task, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """The command line in a folder of its own, where the only task is this one, and the table has no rows yet."""
    monkeypatch.chdir(folder)
    for module in (command, tasks):
        monkeypatch.setattr(module, "TASKS", {task.name: task})
    monkeypatch.setattr(report, "COMMITTED", folder / "committed")
    monkeypatch.setattr(run, "play_deals", partial(play.play_deals, backend="interpreted"))
    monkeypatch.setattr(run, "compile_entries", lambda game, names, console: None)

    return partial(dynasty, "benchmark")
