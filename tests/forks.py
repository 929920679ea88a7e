"""Processes that begin with Numba and the kit imported: a program tried dozens of times need not wait for these."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

SERVER = """
import json, os, sys, traceback
import numba
import dynasty_env.kit.game

numba.njit("int64(int64[:], int64)")(lambda array, n: array[0] + n)  # Numba reads its own library at the first one
for line in sys.stdin:
    asked = json.loads(line)
    child = os.fork()
    if child:
        print(os.waitpid(child, 0)[1], flush=True)
        continue
    status = 1
    try:
        for file, number in (asked["out"], 1), (asked["err"], 2):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        os.environ.update(asked["environment"])
        os.chdir(asked["folder"])
        sys.path[:0], sys.argv[1:] = asked["path"], asked["arguments"]
        exec(asked["program"], {"__name__": "__main__"})
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush(), sys.stderr.flush()
        os._exit(status)
"""
# Threads other than the one that forks are not there in the child: the server has none.


class Forks:
    """A process that is forked for each program."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )

    def run(
        self, program: str, arguments: Sequence[str], folder: Path, path: Sequence[str], environment: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Run a program in a process of its own.

        Args:
            program: its text.
            arguments: of its command line.
            folder: where it runs, and writes what it prints.
            path: where it looks for modules first.
            environment: variables besides the server's.
        """
        out, err = folder / "printed.out", folder / "printed.err"
        asked: dict[str, Any] = {
            "program": program, "arguments": list(arguments), "folder": str(folder), "path": list(path),
            "environment": dict(environment), "out": str(out), "err": str(err),
        }  # fmt: skip
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.write(json.dumps(asked) + "\n")
        self._server.stdin.flush()
        status = os.waitstatus_to_exitcode(int(self._server.stdout.readline()))
        return subprocess.CompletedProcess(["-c"], status, out.read_text("utf-8"), err.read_text("utf-8"))

    def close(self) -> None:
        """End the server."""
        with suppress(OSError):
            self._server.communicate()
