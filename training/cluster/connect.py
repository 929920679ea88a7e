"""The connection to a Ray cluster. This is the only module that imports Ray, and only on demand."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dynasty_env.kit.errors import DynastyEnvError, OptionError, in_short

LOCAL = "local"
"""The address of a cluster that is started on this machine and ends with the command."""
AUTO = "auto"
CLIENT = "ray://"
SECONDS = 5.0
"""The timeout for a cluster's answer, in seconds."""


@contextmanager
def connected(address: str, processes: int = 1) -> Iterator[Any]:
    """The module `ray`, connected to a cluster. Raises OptionError if no cluster answers at the address,
    ModuleNotFoundError if Ray is not installed.

    Args:
        address: ``local``; ``auto``: the cluster that this machine belongs to; ``host:port``; ``ray://host:port``.
        processes: the number of processes that a local cluster has room for at least, whatever its cores.
    """
    if address not in (LOCAL, AUTO):
        _knock(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics are sent
    import ray

    if ray.is_initialized():
        yield ray
        return
    try:
        if address == LOCAL:
            cores = max(os.cpu_count() or 1, processes)
            ray.init(LOCAL, num_cpus=cores, include_dashboard=False, log_to_driver=False, logging_level="error")
        else:
            ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, RuntimeError, ValueError, TimeoutError) as error:  # a ConnectionError is an OSError
        raise OptionError(f"--ray {in_short(address)}: cannot join a cluster there: {_first_line(error)}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise OptionError unless something listens at HOST:PORT; Ray itself would retry for minutes."""
    host, colon, port = address.removeprefix(CLIENT).rpartition(":")
    if not (host and colon and port.isdecimal() and 0 < int(port) < 2**16):
        raise OptionError(f"--ray {in_short(address)}: give local, auto, HOST:PORT or {CLIENT}HOST:PORT")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=SECONDS).close()
    except OSError as error:
        raise OptionError(f"--ray {in_short(address)}: no answer from there: {error.strerror or error}") from error


def cause_of(ray: Any, error: Exception) -> Exception:
    """The error that a remote function raised: errors of this package unchanged, others with their messages."""
    cause: object = getattr(error, "cause", None)
    if isinstance(cause, DynastyEnvError):
        return cause
    if isinstance(error, ray.exceptions.RayTaskError) and isinstance(cause, Exception):
        return DynastyEnvError(f"on the cluster: {type(cause).__name__}: {_first_line(cause)}")
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return DynastyEnvError(f"on the cluster: {lines[-1 if getattr(error, 'actor_init_failed', False) else 0]}")


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
