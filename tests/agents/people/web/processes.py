"""`dynasty serve` as processes of their own, several of them on one database, to be halted and killed."""

import asyncio
import itertools
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from tests.waiting import until


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
        command += ["--no-compile", *([] if "--requests" in options else ["--requests", "10000"]), *options]
        command += ["--metrics-port", str(self.metrics_port)] if metrics else []
        with log.open("ab") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)

    def wait(self) -> None:
        """Until it answers."""
        until(self._answers, 120)

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        try:
            return httpx.get(f"{self.address}/healthz", verify=False).status_code == 200
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
def proxy(behind: Sequence[ServerProcess]) -> Iterator[str]:
    """An ordinary reverse proxy without sticky sessions: each connection goes to the next server that takes it. Its
    address."""
    turn = itertools.count()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in behind:
            port = behind[next(turn) % len(behind)].port
            with suppress(OSError):
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))
                return
        writer.close()

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    listening = asyncio.run_coroutine_threadsafe(asyncio.start_server(serve, "127.0.0.1", 0), loop).result()
    try:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


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
