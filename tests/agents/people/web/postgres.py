"""A PostgreSQL of the tests' own: Debian's programs, a fresh folder, a free port."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg


def program(name: str) -> str:
    """One of PostgreSQL's programs; its absence is an error, never a reason to skip."""
    places = [*Path("/usr/lib/postgresql").glob("*/bin"), *os.environ.get("PATH", "").split(os.pathsep)]
    found = shutil.which(name, path=os.pathsep.join(map(str, places)))
    assert found, f"{name} is missing: apt-get install postgresql"
    return found


def as_nobody_special(command: Sequence[str]) -> list[str]:
    """PostgreSQL refuses to be run by root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else list(command)


@contextmanager
def postgres() -> Iterator[str]:
    """An empty database; its address, as SQLAlchemy has it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="tables-"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    log = (folder / "log").open("wb")
    made = as_nobody_special([program("initdb"), "-D", f"{folder}/data", "-U", "tester", "-A", "trust", "-N"])
    subprocess.run(made, check=True, stdout=log, stderr=log)
    command = [program("postgres"), "-D", f"{folder}/data", "-p", str(port), "-k", str(folder)]
    command += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=50"]
    running = subprocess.Popen(as_nobody_special(command), stdout=log, stderr=log, cwd=folder)
    address = f"127.0.0.1:{port}/postgres"
    try:
        end = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(f"postgresql://tester@{address}").close()
                break
            except psycopg.OperationalError:
                assert time.monotonic() < end and running.poll() is None, (folder / "log").read_text()
                time.sleep(0.1)
        yield f"postgresql+psycopg://tester@{address}"
    finally:
        number = (folder / "data" / "postmaster.pid").read_text().split()[0]
        os.kill(int(number), 2)  # SIGINT: what PostgreSQL calls a fast shutdown
        running.wait(30)
        log.close()
        shutil.rmtree(folder)
