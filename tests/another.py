"""Another process, which does something at the same time as a test."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

LOCK = """
from pathlib import Path
from dynasty_env.kit.files.lock import Lock
taken = Lock(Path(sys.argv[1]))
"""


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


def locking(place: Path) -> AbstractContextManager[subprocess.Popen[str]]:
    """A process that works at a file or folder (`kit.files.lock`)."""
    return another(LOCK, place)
