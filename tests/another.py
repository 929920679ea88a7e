"""Another process, which does something at the same time as a test."""

import multiprocessing
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from dynasty_env.kit.errors import InUseError
from dynasty_env.kit.files.lock import Lock


@contextmanager
def another(program: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """A process that has run a program, and keeps what came of it until it is killed, or told to end by a line.

    Raises:
        AssertionError: the program failed.
    """
    code = f"import sys\n{program}\nprint('done', flush=True)\nsys.stdin.readline()"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            lines = iter(process.stdout.readline, "")
            assert "done\n" in lines, "the program failed"
            yield process
        finally:
            process.kill()


@contextmanager
def locking(place: Path) -> Iterator[BaseProcess]:
    """A process that works at a file or folder (`kit.files.lock`) until it is killed; it is forked, as none of what a
    process of a program would import first is of interest.

    Raises:
        AssertionError: it may not.
    """
    forks = multiprocessing.get_context("fork")
    ours, theirs = forks.Pipe()
    process = forks.Process(target=_lock, args=(place, theirs))
    process.start()
    theirs.close()
    try:
        assert ours.poll(60) and ours.recv(), "it may not"
        yield process
    finally:
        process.kill()
        process.join()


def _lock(place: Path, tells: Connection) -> None:
    try:
        taken = Lock(place)
    except InUseError:
        tells.send(None)
        return
    tells.send("taken")
    signal.pause()
    taken.release()
