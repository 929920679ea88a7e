"""How compiling is divided among processes: `python -m training.speed.compiling GAME PROCESSES`, with nothing compiled.

Prints the wall-clock seconds, and the CPU-seconds of this process, which waits and loads, and of each process that
compiles. Reads them from /proc, so it only works on Linux.
"""

import os
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from agents import compiling
from agents.arguments import rulebook
from training.compiling import ENTRIES

EVERY = 0.3
"""Seconds between two readings of what the processes have used."""


def watch(used: dict[int, float]) -> None:
    """Record the CPU-seconds that each child of this process has used, in an endless loop."""
    tick, tasks = os.sysconf("SC_CLK_TCK"), Path("/proc/self/task")
    while True:
        for task in tasks.iterdir():
            with suppress(OSError):  # the process has just ended
                for child in map(int, (task / "children").read_text().split()):
                    fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                    used[child] = sum(map(int, fields[11:13])) / tick
        time.sleep(EVERY)


def main() -> None:
    """Compile a game's entries in an empty cache, and print what that took."""
    game, os.environ[compiling.COMPILERS] = rulebook(sys.argv[1]), sys.argv[2]
    used: dict[int, float] = {}
    with tempfile.TemporaryDirectory() as cache:
        os.environ["DYNASTY_ENV_CACHE"] = cache
        threading.Thread(target=watch, args=(used,), daemon=True).start()
        began = time.perf_counter()
        greedy = ["greedy_actions"] if "greedy" in game.rules else []
        compiling.compile_entries(game, [*ENTRIES, *greedy], Console(emoji=False))
        passed = time.perf_counter() - began
    print(f"{passed:.1f} s by the clock; {time.process_time():.1f} of this process, {sorted(used.values())} of others")


if __name__ == "__main__":
    main()
