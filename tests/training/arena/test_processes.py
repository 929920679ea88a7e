"""Processes that work for another one."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")
ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
from tests.training.arena.test_processes import linger
from training.arena.processes import answers
list(answers(2, linger, sys.argv[1], [1, 2]))
"""


def linger(folder: str, number: int) -> None:
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(60 + number)


def is_running(process: int) -> bool:
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def until(seconds: float, what: str, true: Callable[[], bool]) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def test_they_end_with_the_one_that_has_started_them(tmp_path: Path) -> None:
    starter = subprocess.Popen([sys.executable, "-c", PROGRAM, str(tmp_path)], cwd=ROOT)
    until(60, "two processes at work", lambda: len(list(tmp_path.iterdir())) == 2)
    workers = [int(path.name) for path in tmp_path.iterdir()]
    assert all(map(is_running, workers))
    starter.kill()
    starter.wait()
    until(20, "they have gone", lambda: not any(map(is_running, workers)))
