"""Files of JSON lines, in which everything is kept as soon as it has been played.

The first line says what the others are about. A crash can tear the last line only, and the next call plays that again.
"""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from io import FileIO
from pathlib import Path
from typing import Any, ClassVar, Self

from rich.console import Console

from dynasty_env.kit.errors import InUseError, SaveError, in_short
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.replays import package_version
from dynasty_env.kit.game import Game
from training.output import on_disk


class LinesFile(ABC):
    """What has been played so far, on the disk. Subclasses keep it in memory.

    One process at a time may write it, until `close` or the end of a ``with``; others may read it meanwhile, and are
    refused when they write.

    Args:
        path: where it is kept.
        game: by whose rules its games are played.
        about: what else all its lines have in common; a file that says something else is refused.

    Attributes:
        format: what the first line calls it.
        called: the same in words.
        lost: what a line holds, in words.
        torn: a last line was torn by a crash, and has been left out.

    Raises:
        SaveError: it cannot be read or written, is damaged, or holds other games; it is unchanged.
    """

    format: ClassVar[str]
    called: ClassVar[str]
    lost: ClassVar[str] = "its games are"

    def __init__(self, path: Path, game: Game, about: Mapping[str, Any]) -> None:
        self.path, self.torn = path, False
        if path.parent.exists() and not path.parent.is_dir():
            raise SaveError(f"{path.parent}: the folder of {self.called} is wanted, but a file lies there")
        header = {"format": self.format, "version": package_version(), **about, "rules": game.rules_digest}
        self._refused: InUseError | SaveError | None = None
        try:
            self._lock: Lock | None = Lock(path)
        except (InUseError, SaveError) as error:
            if not os.path.exists(path):
                raise
            self._lock, self._refused = None, error.with_traceback(None)
        with on_disk(path):
            if path.exists() and path.stat().st_size:  # an empty one has been made for it
                self._read(path.read_bytes(), header)
            else:
                write_whole(path, _line(header))
            self._size = path.stat().st_size

    def close(self) -> None:
        """Let other processes write to the file. What is in memory stays; nothing happens if that has been done."""
        if self._lock is not None:
            self._lock.release()
            self._lock, self._refused = None, SaveError(f"{self.path}: this has been closed: open it again")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def tell_if_torn(self, console: Console) -> None:
        """Say that a crash has torn the last line, if one has."""
        if self.torn:
            console.print(f"[yellow]the last line was torn by a crash:[/] {self.lost} played again", highlight=False)

    @abstractmethod
    def take(self, line: Reader) -> None:
        """Keep in memory what a line says. Raises SaveError if that is nothing that belongs there."""

    def check_writable(self) -> None:
        """Raise InUseError if another process writes to the file, SaveError if it cannot be written: to be asked before
        anything is played."""
        if self._refused is not None:
            raise self._refused

    def append(self, content: Mapping[str, Any]) -> None:
        """Write a line. Raises InUseError or SaveError if it cannot be written; what was written before stays."""
        self.check_writable()
        try:
            with self.path.open("ab", buffering=0) as file:
                if file.tell() != self._size:
                    raise SaveError(
                        f"{self.path}: something else has written to it meanwhile, which is kept: "
                        "give the same command again when that has ended, or choose another --out"
                    )
                self._write(file, _line(content))
        except OSError as error:
            raise SaveError(f"{self.path}: {error.strerror or error}; what was played before is kept") from error

    def _write(self, file: FileIO, line: bytes) -> None:
        left = memoryview(line)
        try:
            while left:  # a full disk may take a part of it, and says so at the next one
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except OSError:
            file.truncate(self._size)
            raise
        self._size += len(line)

    def _read(self, content: bytes, header: Mapping[str, Any]) -> None:
        first, *lines = content.splitlines(keepends=True) or [b""]
        self._check_header(self._parse(first, 1), header)
        whole = len(first)
        for number, line in enumerate(lines, 2):
            try:
                reader = self._parse(line, number)
            except SaveError:
                if number <= len(lines):
                    raise
                self.torn = True
                break
            self.take(reader)
            whole += len(line)
        if self._refused is not None:
            self.torn = False  # it is just being written
        elif self.torn:
            os.truncate(self.path, whole)

    def _parse(self, line: bytes, number: int) -> Reader:
        try:
            if not line.endswith(b"\n"):
                raise ValueError
            return Reader(json.loads(line), f"{self.path}, line {number}")
        except (ValueError, RecursionError):
            raise SaveError(f"{self.path}, line {number}: this is no whole line of JSON: {in_short(line)}") from None

    def _check_header(self, there: Reader, wanted: Mapping[str, Any]) -> None:
        if not isinstance(there.value, dict) or there.value.get("format") != self.format:
            raise SaveError(
                f"{self.path} is no file of {self.called}: its first line does not say so; choose another --out"
            )
        for name, new in wanted.items():
            if name == "rules" and not there.has(name):  # files of older versions do not name them
                continue
            old = there[name].value
            if old != new or type(old) is not type(new):
                both = _difference(old, new) if isinstance(new, dict) and isinstance(old, dict) else None
                what, was, now = both or (name, old, new)
                raise SaveError(
                    f"{self.path} holds games with {what} {in_short(was)}, not {in_short(now)}: choose another --out"
                )


def _difference(there: Mapping[str, Any], wanted: Mapping[str, Any]) -> tuple[str, Any, Any] | None:
    """The first option that two sets of options do not share: its name and both values."""
    for name in [*wanted, *there]:
        old, new = there.get(name, "unknown"), wanted.get(name, "unknown")
        if old != new:
            return name, old, new
    return None


def _line(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
