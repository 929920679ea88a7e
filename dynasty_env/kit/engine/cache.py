"""Where compiled entries are stored on disk, and how far that folder is trusted.

The entries of a game are in a folder named after a hash of everything that they were made from. So an edited rule or
card is never run from an old cache, and another game's edit changes nothing. Their checksums are stored beside them:
damaged machine code is deleted and compiled again. Code is loaded from this folder, so it must belong to the user, and
nobody else may be able to write to it.
"""

import hashlib
import json
import os
import shutil
import stat
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import IntEnum
from functools import cache
from itertools import count
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO, Any

import llvmlite.binding
import numba
import numpy as np
from numba.core import config
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import UserProvidedCacheLocator

from dynasty_env.kit.engine.llvm import replaced
from dynasty_env.kit.engine.loop import Replacement, Rule
from dynasty_env.kit.engine.reach import reached

LOCK, READY = ".lock", ".ready"
OF_FILES = "dynasty_env.kit.named."
"""Prefix of the module names of games that are named by file; the folder follows it."""
FORM = "own symbols, optimised"
"""The format of a folder's content: changed when code that was stored before must not be loaded any more."""


class EntryCache:
    """The compiled entries of one game and program on disk.

    Attributes:
        folder: where they are stored; changes to another folder when something has to be written and cannot be written
            there.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def is_ready(self, entry: str) -> bool:
        """Whether `entry` has been compiled here; whether it is intact is checked when it is loaded."""
        return self._mark(entry).is_file()

    def is_whole(self, entry: str) -> bool:
        """Whether the files of `entry` are those that were written."""
        try:
            sums = json.loads(self._mark(entry).read_text(encoding="ascii"))
            return bool(sums) and all(_sum(self.folder / name) == checksum for name, checksum in sums.items())
        except (OSError, ValueError, AttributeError, TypeError):
            return False

    def prepare(self, entry: str) -> None:
        """Make sure that the files of `entry` are intact, or that there are none and they can be written."""
        if self.is_whole(entry):
            return
        if not is_writable(self.folder):
            self.folder = private_root() / self.folder.name
            self.folder.mkdir(parents=True, exist_ok=True)
        for file in (self._mark(entry), *self._files(entry), *self._strays()):
            _remove(file)

    def note(self, entry: str) -> None:
        """Write the checksums of an entry that has just been compiled."""
        if not self.is_whole(entry):
            sums = {str(file.relative_to(self.folder)): _sum(file) for file in self._files(entry)}
            self._mark(entry).write_text(json.dumps(sums), encoding="ascii")

    def clear(self, entry: str) -> bool:
        """Delete the files of `entry`, and files at the place of Numba's folder; other entries may be in the making.

        Returns False if there was nothing to delete.
        """
        items = [item for item in (self._mark(entry), *self._files(entry), *self._strays()) if item.exists()]
        for item in items:
            _remove(item)
        return bool(items)

    @contextmanager
    def one_process(self, entry: str, *, waits: bool = True) -> Iterator[bool]:
        """Let one process at a time compile `entry` here.

        Args:
            waits: True: other processes wait, and load the result; False: they continue immediately.

        Yields:
            Whether this process may compile the entry. Where nothing can be written, every process may.
        """
        handle = self._open_lock(entry)
        if handle is None:
            yield True
            return
        with handle, locked(handle, waits=waits) as mine:
            yield mine

    def _open_lock(self, entry: str) -> IO[str] | None:
        for attempt in range(2):
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                return open(self.folder / f"{entry}{LOCK}", "w", encoding="ascii")
            except OSError:
                if attempt or not is_writable(self.folder.parent):
                    break
                if not self.folder.is_dir() or self.folder.is_symlink():
                    _remove(self.folder)
                _remove(self.folder / f"{entry}{LOCK}")
        return None

    def _strays(self) -> list[Path]:
        """Files at the place of Numba's folder: Numba would silently use another folder, and load what others left
        there."""
        items = self.folder.iterdir() if self.folder.is_dir() else ()
        return [item for item in items if item.suffix not in (LOCK, READY) and not item.is_dir()]

    def _mark(self, entry: str) -> Path:
        return self.folder / f"{entry}{READY}"

    def _files(self, entry: str) -> list[Path]:
        """The files that Numba has written for an entry, in a folder of its own."""
        return sorted(self.folder.glob(f"*/*.{entry}-*"))


class ContentLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Where Numba stores an entry: the same place for every installation.

    The folder around it is already named after everything that the entry is made from (`cache_folder`).
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """The folder within Numba's cache folder; by default Numba names it after the path of the source file."""
        return "numba"


@contextmanager
def numba_cache(folder: Path) -> Iterator[None]:
    """Context in which Numba stores what it compiles in `folder`. These settings apply to the whole process."""
    locator = f"{ContentLocator.__module__}.{ContentLocator.__name__}"
    with replaced(config, "CACHE_DIR", str(folder)), replaced(config, "CACHE_LOCATOR_CLASSES", locator):
        yield


@contextmanager
def own_symbols(name: str) -> Iterator[None]:
    """Context in which everything that Numba compiles has symbols that are unique, in this process and in others.

    Numba distinguishes functions of one name by numbers, counted from 1 in each process. Machine code stored by two
    processes may therefore define the same symbol twice; a process that loads both would call the first of them for
    either.

    Args:
        name: the name of what is compiled, different for each entry point of each folder.
    """
    ids = count(int.from_bytes(hashlib.blake2b(name.encode(), digest_size=6).digest()) << 12)
    with replaced(FunctionIdentity, "_unique_ids", ids):
        yield


@contextmanager
def locked(handle: IO[Any], *, waits: bool) -> Iterator[bool]:
    """Hold the operating system's lock of a file, which ends with its process.

    Yields False if somebody else holds it and this process does not wait. On systems that lock bytes, the lock is on
    the byte at the file's position.
    """
    if sys.platform == "win32":
        import msvcrt

        place = handle.tell()
        while True:  # LK_LOCK gives up after ten seconds; a compilation takes longer
            try:
                msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK if waits else msvcrt.LK_NBLCK, 1)
                break
            except OSError:
                if not waits:
                    yield False
                    return
                time.sleep(0.1)
        try:
            yield True
        finally:
            handle.seek(place)
            msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


def _remove(item: Path) -> None:
    with suppress(OSError):
        if item.is_dir() and not item.is_symlink():
            shutil.rmtree(item)
        else:
            item.unlink()


def _sum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


# what a cache is made from


def fingerprint(functions: Iterable[Rule], replaced: Mapping[str, Replacement]) -> str:
    """A hash of the rules as they are in memory.

    It covers the code of `functions` and of every rule that they reach by name, and the constants, tables and enums
    that these read. The present content of files on disk, comments and docstrings make no difference.
    """
    digest = hashlib.sha256()
    for function, name, value in reached(functions, replaced):
        if not name:
            digest.update(f"{_module_of(function)}.{function.__qualname__}{function.__defaults__}".encode())
            add_code(digest, function.__code__, function.__doc__)
        else:
            digest.update(f"{name}={content_of(value)!r};".encode())
    return digest.hexdigest()


def _module_of(function: Rule) -> str:
    """The module of a rule; for one from a file (`kit.named`), without the file's folder."""
    module = function.__module__
    return module.rpartition("_")[0] if module.startswith(OF_FILES) else module


def content_of(value: Any) -> Any:
    """What is hashed of a constant, table or enum; of a rule only its name, since its code is hashed, too."""
    if isinstance(value, FunctionType):
        return value.__qualname__
    if isinstance(value, np.dtype):
        return value.descr
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, type) and issubclass(value, IntEnum):
        return [(member.name, int(member)) for member in value]
    if isinstance(value, np.generic):
        return value.dtype.str, value.tobytes()
    if isinstance(value, tuple):
        return tuple(content_of(item) for item in value)
    return value if isinstance(value, int | float | str) else type(value).__name__


def add_code(digest: Any, code: CodeType, docstring: str | None = None) -> None:
    """Add a function's bytecode, as this version of Python compiles it, to a hash, without its docstring."""
    digest.update(f"{code.co_code!r}{code.co_names}{code.co_varnames}{code.co_exceptiontable!r}".encode())
    for place, constant in enumerate(code.co_consts):
        if isinstance(constant, CodeType):
            add_code(digest, constant)
        elif place == 0 and constant == docstring:  # it is the first constant, if there is one
            digest.update(b"None")
        else:
            digest.update(repr(constant).encode())


def cache_folder(
    name: str,
    entries: Mapping[str, Rule],
    sources: Sequence[str],
    replaced: Mapping[str, Replacement],
    *dtypes: np.dtype[np.void],
) -> Path:
    """The folder for a program's compiled entry points for a game, named after everything that they are made from.

    Args:
        name: the name of the game, and of the program.
        entries: the entry points.
        sources: the file that contains them, and the files of separately compiled functions that they call.
        replaced: the game's rules and enums, by the names that the entry points and shared rules use.
        dtypes: the records of the game's tables and observations.
    """
    records = " ".join(str(dtype.descr) for dtype in dtypes)
    written = " ".join(_sum(Path(source)) for source in sources)
    made_by = f"{FORM} {numba.__version__} {np.__version__} {sys.version} {config.BOUNDSCHECK}"
    made_of = f"{records} {written} {machine()}"
    rules = fingerprint([*entries.values(), *(r for r in replaced.values() if isinstance(r, FunctionType))], replaced)
    folder = f"{name}-{hashlib.sha256(f'{made_by} {made_of} {rules}'.encode()).hexdigest()[:16]}"
    root = cache_root()
    if is_writable(root) or (root / folder).is_dir():
        return root / folder
    return private_root() / folder


@cache
def machine() -> str:
    """The kind of processor that Numba compiles for."""
    name = config.CPU_NAME or llvmlite.binding.get_host_cpu_name()
    features = config.CPU_FEATURES
    return f"{name} {llvmlite.binding.get_host_cpu_features().flatten() if features is None else features}"


# where it is, and whether it is trusted


def cache_root() -> Path:
    """`$DYNASTY_ENV_CACHE`, otherwise the user's cache folder; a temporary one if neither can be made or trusted."""
    named, xdg = os.environ.get("DYNASTY_ENV_CACHE"), os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(named) if named else (Path(xdg) if xdg else Path.home() / ".cache") / "dynasty-env"
        root.parent.mkdir(parents=True, exist_ok=True)
        root.mkdir(mode=0o700, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: there is no home folder
        return private_root()
    if distrust := why_distrusted(root):
        warnings.warn(
            f"{root} {distrust}, so no compiled rules are loaded from there; they are compiled into a temporary "
            "folder. Make it yours and writable only by you, or choose another one with DYNASTY_ENV_CACHE",
            RuntimeWarning,
            stacklevel=2,
        )
        return private_root()
    return root


def why_distrusted(folder: Path) -> str:
    """Why code must not be loaded from this folder; empty if it may."""
    status = folder.stat()
    if hasattr(os, "getuid") and status.st_uid != os.getuid():
        return "belongs to another user"
    if os.name == "posix" and status.st_mode & 0o022:
        return "can be written by others"
    return ""


def is_writable(folder: Path) -> bool:
    """Whether files can be created in a folder or, if it does not exist yet, whether it can be created."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@cache
def private_root() -> Path:
    """A temporary folder that belongs to this user or, if there can be none, to this process only."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    root = Path(tempfile.gettempdir()) / f"dynasty-env-{user}"
    with suppress(OSError):
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        if stat.S_ISDIR(root.lstat().st_mode) and not why_distrusted(root) and is_writable(root):
            return root
    return Path(tempfile.mkdtemp(prefix="dynasty-env-"))
