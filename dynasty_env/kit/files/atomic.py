"""Files that are written whole or not at all."""

import os
import time
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

LEFT_OVER = 60.0
"""Seconds after which a temporary file is one that nobody is writing any more."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, so that at any moment it is either the old or the new one, and on the disk once this returns.

    Temporary files that crashed writes of the same file have left are cleared.

    Raises:
        OSError: it cannot be written there; the old file is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}-", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            os.replace(file.name, path)
        except BaseException:
            with suppress(OSError):
                file.close()
            with suppress(OSError):
                os.unlink(file.name)
            raise


def _clear(path: Path) -> None:
    for name in os.listdir(path.parent):
        if name.startswith(f".{path.name}-"):
            left = path.parent / name
            with suppress(OSError):  # somebody else may clear it, too
                if time.time() - left.stat().st_mtime > LEFT_OVER:
                    left.unlink()
