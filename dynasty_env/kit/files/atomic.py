"""Files that are written whole or not at all."""

import errno
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LEFT_OVER = 60.0
"""Seconds after which a temporary file is one that nobody is writing any more."""
_NO_NAMELESS_FILES = (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL, errno.EXDEV, errno.EPERM)
"""What a system says that knows no files without a name, or gives them none later."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, so that at any moment it is either the old or the new one, and on the disk once this returns.

    Where the system knows files without a name, nothing is left of a write that was killed. Elsewhere its temporary
    file is cleared by the next write of the same file.

    Raises:
        OSError: it cannot be written there; the old file is untouched.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path)
    temporary = path.parent / f".{path.name}-{secrets.token_hex(8)}"
    try:
        if not _write_nameless(temporary, content):
            _write_named(temporary, content)
        os.replace(temporary, path)
        _keep_names(path.parent)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _write_nameless(path: Path, content: bytes) -> bool:
    """Write a file that gets its name when it is whole and on the disk; False: this system cannot."""
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


def _write_named(path: Path, content: bytes) -> None:
    with _opened(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as file:
        _fill(file, content)


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
    """Names are on the disk once their folder is."""
    if os.name == "posix":
        with suppress(OSError), _opened(folder, os.O_RDONLY) as number:  # some file systems know no such thing
            os.fsync(number)


def _clear(path: Path) -> None:
    ours = re.compile(rf"\.{re.escape(path.name)}-[0-9a-f]{{16}}")
    for name in os.listdir(path.parent):
        if ours.fullmatch(name):
            left = path.parent / name
            with suppress(OSError):  # somebody else may clear it, too
                if time.time() - left.stat().st_mtime > LEFT_OVER:
                    left.unlink()
