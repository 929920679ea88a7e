"""Long work speaks where no bar can be drawn: in a pipe, a file, another program."""

import io
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from agents.arguments import counting_bar
from agents.compiling import compile_entries
from dynasty_env.kit import heartbeat as module
from dynasty_env.kit.heartbeat import heartbeat, quiet
from tests.tiny.nim import Nim

Lines = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines come quickly, and nothing is left of what an earlier test did."""
    monkeypatch.setattr(module, "EVERY", 0.05)
    monkeypatch.setattr(module, "_ended", float("-inf"))


def until(capsys: Lines, wanted: int) -> list[str]:
    """Lines on standard error, once there are so many."""
    told, last = "", time.monotonic() + 60
    while told.count("\n") < wanted and time.monotonic() < last:
        time.sleep(0.01)
        told += capsys.readouterr().err
    return told.splitlines()


def test_it_says_what_is_done_until_that_ends(capsys: Lines) -> None:
    with heartbeat(lambda: "digging"):
        assert all(line.startswith("digging (") and line.endswith(" s)") for line in until(capsys, 3))
    capsys.readouterr()
    time.sleep(0.2)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("outer", [quiet, lambda: heartbeat(lambda: "")])
def test_within_another_one_or_a_bar_it_is_silent(outer: Any, capsys: Lines) -> None:
    with outer(), heartbeat(lambda: "digging"):
        time.sleep(0.2)
    assert capsys.readouterr().err == ""
    with heartbeat(lambda: "digging"):
        assert until(capsys, 1)


def test_short_pieces_of_work_are_counted_together(capsys: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is shorter than the time between two lines."""
    monkeypatch.setattr(module, "EVERY", 0.2)
    for _ in range(10):
        with heartbeat(lambda: "compiling", "compiling"):
            time.sleep(0.06)
    assert "compiling (" in capsys.readouterr().err
    for _ in range(10):
        with heartbeat(lambda: "other work"):
            time.sleep(0.06)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("terminal", "silent"), [(False, False), (True, False), (False, True)])
def test_a_bar_that_cannot_be_drawn_is_told_in_lines(terminal: bool, silent: bool, capsys: Lines) -> None:
    console = Console(file=(written := io.StringIO()), force_terminal=terminal, quiet=silent)
    with counting_bar(console) as bar:
        bar.add_task("mc:200 [b]\n", total=20, completed=3)
        time.sleep(0.2)
        told = capsys.readouterr().err
    assert ("mc:200 [b]\\n, 3 of 20 (" in told) == (not terminal and not silent)
    assert terminal or not written.getvalue(), "and leaves no empty line where it was not drawn"


@pytest.mark.parametrize("by", ["command", "environment"])
def test_compiling_is_said_in_a_pipe(by: str, tmp_path: Path, capsys: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path))
    game = Nim()
    if by == "command":
        compile_entries(game, ("returns",), Console(file=io.StringIO()))
    else:
        game.compiled.entry("returns")
    assert "compiling nim_v0" in (told := capsys.readouterr().err) or "compiling the rules of nim_v0" in told
