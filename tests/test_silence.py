"""No command stands silent: with nothing compiled, something is shown at least every two seconds.

Seconds are those of the processors that a command and its processes use between two outputs, so that a busy machine
makes no difference; what is waited for without working is counted by the clock, above a minute.
"""

import os
import pty
import select
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NIM = f"{ROOT}/tests/tiny/nim.py:Nim"
COMMAND = "from dynasty_env.command import main; main()"
MOST = 2.0
"""Seconds of silence."""
ON_A_BUSY_MACHINE = 5.0
"""The same where processes share cores, and each needs twice its time; what is compiled silently takes longer still."""
WAITED = 60.0
"""Seconds by the clock in which nothing is worked at either."""
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads processor time from /proc")


@dataclass
class Told:
    """What a command has shown.

    Attributes:
        silence: the longest time between two outputs, in processor's seconds.
        waited: the same by the clock, for outputs between which next to nothing was worked at.
        before: what was shown last before the longest silence.
        text: everything.
        code: exit status.
    """

    silence: float = 0.0
    waited: float = 0.0
    before: str = ""
    text: str = ""
    code: int = 0


def worked(process: int) -> float:
    """Processor's seconds of a process and those that it has started."""
    total, left = 0.0, [process]
    while left:
        place = Path("/proc") / str(left.pop())
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
            left += [
                int(child) for task in (place / "task").iterdir() for child in (task / "children").read_text().split()
            ]
        except OSError:  # it has ended
            continue
    return total


def told(folder: Path, *arguments: str, until: str = "", command: str | None = None) -> Told:
    """Run a command (None: `dynasty`) at a terminal of its own, with nothing compiled; end it when it has shown
    `until`."""
    found = Told()
    environment = os.environ | {
        "DYNASTY_ENV_CACHE": str(folder / "cache"), "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100",
        "MPLBACKEND": "Agg",
    }  # fmt: skip
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execve(sys.executable, [sys.executable, "-c", command or COMMAND, *arguments], environment)
    last, so_far = time.monotonic(), 0.0
    shown = b""
    while not until or until.encode() not in shown:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            more = os.read(terminal, 65536)
        except OSError:  # Linux says so at the end
            break
        if not more:
            break
        now, spent = time.monotonic(), worked(process)
        if spent - so_far > found.silence:
            found.silence, found.before = spent - so_far, shown[-200:].decode(errors="replace")
        if spent - so_far < 0.1:
            found.waited = max(found.waited, now - last)
        last, so_far = now, max(spent, so_far)
        shown += more
    if until:
        os.kill(process, signal.SIGTERM)
    found.text = shown.decode(errors="replace")
    found.code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    os.close(terminal)
    return found


def check(found: Told, most: float = MOST) -> None:
    assert found.code in (0, -signal.SIGTERM), found.text
    assert found.silence < most, (found.silence, found.before)
    assert found.waited < WAITED, found.waited


def test_a_silent_command_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    busy = "import time\nprint('a')\nwhile time.process_time() < 1.5: pass\nprint('b')"
    monkeypatch.setattr(sys.modules[__name__], "COMMAND", busy)
    found = told(tmp_path)
    with pytest.raises(AssertionError):
        check(found, 1.0)
    assert found.before.strip() == "a"


@pytest.mark.slow
def test_a_match_with_a_search_is_never_silent(tmp_path: Path) -> None:
    found = told(tmp_path, "match", NIM, "--bots", "random,mc:20", "--games", "2")
    check(found, ON_A_BUSY_MACHINE)
    assert "compiling a search of nim_v0" in found.text


LONG = {
    "train": ("train", NIM, "--minutes", "0.1", "--games", "20", "--out", "run", "--threads", "1"),
    "evaluate": ("evaluate", "random", "--game", NIM, "--games", "40"),
    "match in processes": ("match", NIM, "--bots", "random,mc:20", "--games", "4", "--jobs", "2"),
    "ladder": ("ladder", NIM, "--bots", "random,greedy,mc:20", "--seats", "2", "--deals", "4", "--out", "ladder"),
    "measure": ("measure", NIM, "--bots", "mc:20", "--games", "8", "--seats", "2"),
    "victories": ("victories", NIM, "--games", "40"),
    "soak": ("soak", NIM, "--games", "20"),
    "check": ("check", NIM),
    "bench": ("bench", NIM, "--seconds", "0.1", "--tables", "64", "--threads", "1", "--out", "bench"),
    "new bot": ("new", "bot", "cautious"),
    "new game": ("new", "game", "pebbles"),
    "watch": ("watch", NIM, "--bots", "mc:20", "--fast", "--save", "game.json"),
    "benchmark": ("benchmark", "dynasty-2", "--bots", "random", "--deals", "1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_no_command_is_silent(tmp_path: Path, name: str) -> None:
    check(told(tmp_path, *LONG[name]))


@pytest.mark.slow
def test_learning_by_stable_baselines_is_not_silent(tmp_path: Path) -> None:
    """From loading torch over compiling and training to the bar of the measurement."""
    script = "import runpy; runpy.run_module('training.bridges.sb3_maskable', run_name='__main__')"
    found = told(
        tmp_path, NIM, "--seats", "2", "--minutes", "0.05", "--games", "400", "--envs", "4", command=script
    )  # fmt: skip
    check(found)
    for shown in ("loading torch", "compiling the rules", "evaluating: games", "wins"):
        assert shown in found.text


@pytest.mark.slow
def test_reviews_and_films_are_not_silent(tmp_path: Path) -> None:
    check(told(tmp_path, "watch", NIM, "--bots", "greedy", "--fast", "--save", "game.json"))
    check(told(tmp_path, "review", "game.json", "--game", NIM, "--budget", "20"))
    check(told(tmp_path, "film", "game.json", "--game", NIM))


@pytest.mark.slow
def test_games_with_people_begin_at_once(tmp_path: Path) -> None:
    check(told(tmp_path, "play", NIM, "--bots", "greedy", until="take"))
    check(told(tmp_path, "serve", NIM, "--port", "0", until="http://"))
