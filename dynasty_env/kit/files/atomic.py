"""Files that are read whole, up to a limit, and written atomically: completely or not at all."""

import errno
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dynasty_env.kit.errors import SaveError

LEFT_OVER = 60.0
"""The age in seconds at which a temporary file counts as abandoned."""
LONGEST = 1 << 28
"""The longest file that is read by default, in bytes: a stranger's file must not fill the memory."""
_NO_NAMELESS_FILES = (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL, errno.EXDEV, errno.EPERM)
"""Errors of systems that do not support nameless files, or cannot name them later."""


@contextmanager
def on_disk(place: Path | str) -> Iterator[None]:
    """Context for reading or writing at `place`. Raises SaveError, which names the place, if that fails."""
    try:
        yield
    except OSError as error:
        raise SaveError(f"{place}: {error.strerror or error}") from error


def read_whole(path: Path | str, most: int = LONGEST) -> bytes:
    """The content of a file. Raises OSError if it cannot be read, SaveError if it has more than `most` bytes."""
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size > most or len(content := file.read(most + 1)) > most:  # pipes have no size
            raise SaveError(f"{path}: this file is longer than {most >> 20:,} MiB, the longest that is read")
    return content


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically: at any moment it is either the old or the new one, and it is on disk once this returns.

    On systems with nameless files, nothing remains of a write that was killed. On other systems, the next write of the
    same file removes the temporary file.

    Raises:
        OSError: if the file cannot be written; the old file is untouched.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path)
    temporary = path.parent / f".{path.name}-{secrets.token_hex(8)}"
    try:
        if not _write_nameless(temporary, content):
            with _opened(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as file:
                _fill(file, content)
        os.replace(temporary, path)
        _keep_names(path.parent)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _write_nameless(path: Path, content: bytes) -> bool:
    """Write a file that gets its name when it is complete and on disk; False: this system cannot."""
    if not hasattr(os, "O_TMPFILE"):
        return False
    try:
        with _opened(path.parent, os.O_RDONLY) as folder, _opened(path.parent, os.O_TMPFILE | os.O_WRONLY) as file:
            _fill(file, content)
            os.link(f"/proc/self/fd/{file}", path.name, dst_dir_fd=folder, follow_symlinks=True)
    except OSError as error:
        if error.errno in _NO_NAMELESS_FILES:
            return False
        raise
    return True


@contextmanager
def _opened(path: Path, flags: int) -> Iterator[int]:
    number = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o666)
    try:
        yield number
    finally:
        os.close(number)


def _fill(file: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(file, left) :]
    os.fsync(file)


def _keep_names(folder: Path) -> None:
    """Sync the folder: names are on disk only once their folder is."""
    if os.name == "posix":
        with suppress(OSError), _opened(folder, os.O_RDONLY) as number:  # some file systems do not support it
            os.fsync(number)


def _clear(path: Path) -> None:
    ours = re.compile(rf"\.{re.escape(path.name)}-[0-9a-f]{{16}}")
    for name in os.listdir(path.parent):
        if ours.fullmatch(name):
            left = path.parent / name
            with suppress(OSError):  # another process may remove it too
                if time.time() - left.stat().st_mtime > LEFT_OVER:
                    left.unlink()
