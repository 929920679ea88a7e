"""Processes that work for another one."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.waiting import until

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")
ROOT = Path(__file__).parents[3]
PLAYING = """
import sys
from tests.training.arena.test_processes import linger
from training.arena.processes import answers
list(answers(2, linger, sys.argv[1], [1, 2]))
"""
THINKING = """
import sys
from agents.people.web.workers.bots import BotPool
from tests.training.arena.test_processes import linger
pool = BotPool({}, 2)._pool
[each.result() for each in [pool.submit(linger, sys.argv[1], number) for number in (1, 2)]]
"""
COMPILING = """
import asyncio, sys
from agents.people.web.workers.engine import Engine
from tests.training.arena.test_processes import linger
def work(engine, number):
    return engine._in_a_process(linger, sys.argv[1], number)
async def both():
    await asyncio.gather(*(work(Engine({}, compiles=True), number) for number in (1, 2)))
asyncio.run(both())
"""


def linger(folder: str, number: int) -> None:
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(60 + number)


def is_running(process: int) -> bool:
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("program", [PLAYING, THINKING, COMPILING], ids=["playing", "thinking", "compiling"])
def test_they_end_with_the_one_that_has_started_them(program: str, tmp_path: Path) -> None:
    starter = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT)
    until(lambda: len(list(tmp_path.iterdir())) == 2, 60)
    workers = [int(path.name) for path in tmp_path.iterdir()]
    assert all(map(is_running, workers))
    starter.kill()
    starter.wait()
    until(lambda: not any(map(is_running, workers)))
