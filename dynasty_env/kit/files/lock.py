"""Locks for files and folders on which only one process may work: locks of the operating system, which end with their
process, however that ends."""

import errno
import json
import os
import shlex
import socket
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from dynasty_env.kit.engine.cache import locked
from dynasty_env.kit.errors import InUseError
from dynasty_env.kit.files.atomic import on_disk
from dynasty_env.kit.printing import visible

NAME = ".lock"
"""The name of a folder's lock file; a file's lock file is beside it, with the file's name before this."""
LOCKED_BYTE = 1 << 20
"""The byte that is locked, on systems that lock bytes: after those that identify the holder, which others read."""
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL)
"""Errors of file systems without locks, such as some network disks."""
LONGEST = 120
"""Characters of another process's command that a message shows."""
_MOST = 1000
"""Characters of the command that are saved."""
_TRIES = 20


@dataclass
class _Held:
    """A lock that this process has: how to undo it, its open file, and how many objects of this process hold it."""

    undo: ExitStack
    handle: IO[Any]
    holders: int = 1


_held: dict[Path, _Held] = {}
_guard = threading.RLock()


class Lock:
    """Keeps other processes away from a file or a folder, until `release`, or until this process has ended.

    The process that has the lock may acquire it again; others can acquire it when the last of its holders has released
    it. Forked child processes do not have it.

    Args:
        place: the file, which need not exist, or an existing folder.
        remedy: for the error message: what to do instead of waiting.
        at: the lock file; None: one in the folder, or beside the file.

    Raises:
        InUseError: if another process has it; the message says which.
        SaveError: if nothing can be written there.

    Warns:
        RuntimeWarning: if this disk does not support locks, so that nothing keeps other processes away.
    """

    def __init__(self, place: Path, remedy: str = "choose another --out", at: Path | None = None) -> None:
        with on_disk(place):
            file = at or lock_file(place)
            file.parent.mkdir(parents=True, exist_ok=True)
            self.file = file.parent.resolve() / file.name
            with _guard:
                if self.file in _held:
                    _held[self.file].holders += 1
                else:
                    _held[self.file] = _acquire(self.file, place, remedy)
        self._end = weakref.finalize(self, _release, self.file, os.getpid())

    def release(self) -> None:
        """Release the lock. Further calls have no effect."""
        self._end()

    def __enter__(self) -> "Lock":
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


@contextmanager
def waiting_for(place: Path, seconds: float = 60.0) -> Iterator[None]:
    """Keep other processes away from a file for a moment; if another process has it, wait until it is done. Raises
    InUseError if the other process was not done within this many seconds, and SaveError if nothing can be written
    there."""
    end = time.monotonic() + seconds
    while True:
        try:
            lock = Lock(place, "try again")
            break
        except InUseError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
    with lock:
        yield


def lock_file(place: Path) -> Path:
    """The lock file of a folder or a file, with links resolved."""
    real = place.resolve()
    return real / NAME if real.is_dir() else real.with_name(f".{real.name}{NAME}")


def _acquire(file: Path, place: Path, remedy: str) -> _Held:
    for _ in range(_TRIES):
        with ExitStack() as undo:
            if os.name == "nt":  # on Windows, an open file cannot be removed
                undo.callback(_remove, file)
            number = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            handle = undo.enter_context(open(number, "r+b", buffering=0))
            handle.seek(LOCKED_BYTE)
            if not _is_locked(undo, handle, file):
                raise InUseError(f"{place} is in use by {_holder(file)}: wait until it has ended, or {remedy}")
            if _is_named(handle, file):
                if os.name != "nt":
                    undo.callback(_remove, file)
                _sign(handle)
                return _Held(undo.pop_all(), handle)
        # its previous holder has removed the file meanwhile
    raise InUseError(f"{place} is in use by another process: wait until it has ended, or {remedy}")


def _is_locked(undo: ExitStack, handle: IO[Any], file: Path) -> bool:
    """Whether this process has the lock now; True also if the file system does not support locks."""
    try:
        return undo.enter_context(locked(handle, waits=False))
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    warnings.warn(
        f"{file.parent}: this file system does not support locks, so nothing stops another process from using the same "
        "files: run only one process at a time",
        RuntimeWarning,
        stacklevel=2,
    )
    return True


def _is_named(handle: IO[Any], file: Path) -> bool:
    """Whether an open file is still the one that others find under its name."""
    try:
        return os.path.samestat(os.fstat(handle.fileno()), os.stat(file))
    except OSError:
        return False


def _sign(handle: IO[Any]) -> None:
    """Write into the lock file who has it. A full disk does not prevent locking."""
    about = {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "since": datetime.now().astimezone().isoformat(timespec="seconds"),
        "command": shlex.join(sys.argv)[:_MOST],
    }
    with suppress(OSError):
        handle.seek(0)
        handle.truncate()
        handle.write(json.dumps(about).encode())


def _holder(file: Path) -> str:
    """The holder of a lock, in words."""
    for _ in range(5):
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            with file.open("rb") as handle:
                about = json.loads(handle.read(10 * _MOST))  # non-ASCII letters are escaped
            owner = {name: visible(str(about[name])) for name in ("pid", "host", "since", "command")}
            command = owner["command"] if len(owner["command"]) <= LONGEST else f"{owner['command'][: LONGEST - 1]}…"
            return f"process {owner['pid'][:20]} on {owner['host'][:64]} since {owner['since'][:40]} ({command})"
        time.sleep(0.02)  # it is being written right now
    return "another process"


def _remove(file: Path) -> None:
    with suppress(OSError):
        file.unlink()


def _release(file: Path, process: int) -> None:
    if os.getpid() != process:
        return
    with _guard:
        held = _held[file]
        held.holders -= 1
        if not held.holders:
            del _held[file]
            held.undo.close()


def _forget() -> None:
    """In a forked process: the locks of its parent belong to the parent alone."""
    global _guard
    _guard = threading.RLock()
    for held in _held.values():
        held.undo.pop_all()
        held.handle.close()
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
