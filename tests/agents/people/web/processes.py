"""`dynasty serve` as processes of their own, several of them on one database, to be halted and killed."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.agents.people.web.live import until


class ServerProcess:
    """A server in a process of its own.

    Attributes:
        address: ``http://127.0.0.1:PORT``.
        log: what it says.
        metrics_port: where its figures are, if it shows them.
    """

    def __init__(self, database: str, log: Path, *options: str, metrics: bool = False) -> None:
        with socket.socket() as free, socket.socket() as other:
            free.bind(("127.0.0.1", 0))
            other.bind(("127.0.0.1", 0))
            self.port, self.metrics_port = free.getsockname()[1], other.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = log
        command = [sys.executable, "-m", "training.cli", "serve", "--port", str(self.port), "--database", database]
        command += ["--no-compile", "--requests", "10000", *options]
        command += ["--metrics-port", str(self.metrics_port)] if metrics else []
        with log.open("ab") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)

    def wait(self) -> None:
        """Until it answers."""
        until(self._answers, 120)

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            return httpx.get(f"{self.address}/healthz").status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """SIGKILL, for the server and its bots."""
        self._signal(signal.SIGKILL)
        self.process.wait()

    def halt(self) -> None:
        """SIGSTOP: it does nothing, and notices nothing of it."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """SIGCONT."""
        self._signal(signal.SIGCONT)

    def end(self) -> None:
        """SIGTERM: a clean end."""
        self.process.terminate()
        self.process.wait(60)

    def _signal(self, number: int) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, number)


@contextmanager
def servers(
    database: str, folder: Path, *options: str, count: int = 2, metrics: bool = False
) -> Iterator[list[ServerProcess]]:  # fmt: skip
    """So many servers on one database, ready to answer."""
    running = [ServerProcess(database, folder / f"log{i}", *options, metrics=metrics) for i in range(count)]
    try:
        for server in running:
            server.wait()
        yield running
    finally:
        for server in running:
            server.kill()
