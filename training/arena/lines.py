"""Files of JSON lines, in which every result is saved as soon as it has been played.

The first line describes what the others have in common. A crash can only damage the last line, and the next call plays
it again.
"""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any, ClassVar, Self

from rich.console import Console

from dynasty_env.kit.errors import InUseError, SaveError, in_short
from dynasty_env.kit.files.atomic import on_disk, read_whole, write_whole
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.replays import package_version
from dynasty_env.kit.game import Game

LONGEST = 1 << 20
"""The longest first line that is read ahead, in bytes."""
LONGEST_FILE = 1 << 30
"""The longest file, in bytes: many millions of games."""


class LinesFile(ABC):
    """What has been played so far, on disk. Subclasses keep it in memory. Raises SaveError if the file cannot be read
    or written, is damaged, or holds other games; it is unchanged.

    Only one process at a time may write it, until `close` or the end of a ``with``. Others may read it meanwhile, and
    get an error when they write.

    Args:
        about: what else all its lines have in common; a file with other values is rejected.

    Attributes:
        format: the name of the format in the first line.
        called: the same in words.
        lost: the content of a line, in words.
        torn: a crash damaged the last line, which has been left out.
    """

    format: ClassVar[str]
    called: ClassVar[str]
    lost: ClassVar[str] = "its games are"

    def __init__(self, path: Path, game: Game, about: Mapping[str, Any]) -> None:
        self.path, self.torn = path, False
        if path.parent.exists() and not path.parent.is_dir():
            raise SaveError(f"{path.parent}: this must be the folder of {self.called}, but it is a file")
        header = {"format": self.format, "version": package_version(), **about, "rules": game.rules_digest}
        self._refused: InUseError | SaveError | None = None
        try:
            self._lock: Lock | None = Lock(path)
        except (InUseError, SaveError) as error:
            if not os.path.exists(path):
                raise
            self._lock, self._refused = None, error.with_traceback(None)
        with on_disk(path):
            if path.exists() and path.stat().st_size:  # an empty file was created for the lock
                self._read(read_whole(path, LONGEST_FILE), header)
            else:
                write_whole(path, _line(header))
            self._size = path.stat().st_size

    def close(self) -> None:
        """Let other processes write to the file. The data in memory stays; further calls have no effect."""
        if self._lock is not None:
            self._lock.release()
            self._lock, self._refused = None, SaveError(f"{self.path}: this has been closed: open it again")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def tell_if_torn(self, console: Console) -> None:
        """Print a message if a crash damaged the last line."""
        if self.torn:
            console.print(f"[yellow]the last line was cut off by a crash:[/] {self.lost} played again", highlight=False)

    @abstractmethod
    def take(self, line: Reader) -> None:
        """Keep the content of a line in memory. Raises SaveError if it does not belong there."""

    def check_writable(self) -> None:
        """Raise InUseError or SaveError if the file cannot be written; to be called before anything is played."""
        if self._refused is not None:
            raise self._refused

    def append(self, content: Mapping[str, Any]) -> None:
        """Write a line. Raises InUseError or SaveError if it cannot be written; earlier lines remain."""
        self.check_writable()
        try:
            with self.path.open("ab", buffering=0) as file:
                if file.tell() != self._size:
                    raise SaveError(
                        f"{self.path}: another process has written to it in the meantime, which is kept: "
                        "run the same command again when that process has ended, or choose another --out"
                    )
                self._write(file, _line(content))
        except OSError as error:
            raise SaveError(f"{self.path}: {error.strerror or error}; what was played before is kept") from error

    def _write(self, file: FileIO, line: bytes) -> None:
        left = memoryview(line)
        try:
            while left:  # a full disk may accept only a part, and reports the error at the next write
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
            self.torn = False  # it is being written right now
        elif self.torn:
            os.truncate(self.path, whole)

    def _parse(self, line: bytes, number: int) -> Reader:
        try:
            if not line.endswith(b"\n"):
                raise ValueError
            return Reader(json.loads(line), f"{self.path}, line {number}")
        except (ValueError, RecursionError):
            raise SaveError(f"{self.path}, line {number}: not a complete line of JSON: {in_short(line)}") from None

    def _check_header(self, there: Reader, wanted: Mapping[str, Any]) -> None:
        if not isinstance(there.value, dict) or there.value.get("format") != self.format:
            raise SaveError(
                f"{self.path} is not a file of {self.called}, judging by its first line: choose another --out"
            )
        for name, new in wanted.items():
            if name == "rules" and not there.has(name):  # files of older versions do not have this field
                continue
            old = there[name].value
            if old != new or type(old) is not type(new):
                if name == "networks" and isinstance(old, dict) and (changed := _difference(old, new)):
                    raise SaveError(
                        f"{self.path} holds games that {changed[0]} played before its file changed: "
                        "choose another --out for the bot as it is now"
                    )
                both = _difference(old, new) if isinstance(new, dict) and isinstance(old, dict) else None
                what, was, now = both or (name, old, new)
                raise SaveError(
                    f"{self.path} holds games with {what} {in_short(was)}, not {in_short(now)}: choose another --out"
                )


@dataclass(frozen=True)
class Kept:
    """What a command need not be told, since the file of games that it continues says it.

    Attributes:
        about: the file's first line; empty if there is no such file, or nothing can be read from it.
    """

    about: Mapping[str, Any]

    @classmethod
    def of(cls, path: Path | None, format: str) -> "Kept":
        """What a file of this format says; `LinesFile` reports what is wrong with it."""
        try:
            with open(path or "", "rb") as file:
                about = json.loads(file.readline(LONGEST))
        except (OSError, ValueError, RecursionError):
            return cls({})
        return cls(about if isinstance(about, dict) and about.get("format") == format else {})

    def game(self, given: str | None) -> str | None:
        """The game, unless another one is given."""
        there = self.about.get("game")
        return there if given is None and isinstance(there, str) else given

    def options(self, game: Game, given: Sequence[str] | None, seats: int | None) -> list[str]:
        """All options as NAME=VALUE, those given last; the number of seats is left out if it is given."""
        there = self.about.get("options")
        if self.about.get("game") != game.name or not isinstance(there, dict):
            there = {}
        known = {option.name for option in game.options} - ({"num_players"} if seats is not None else set())
        return [*(f"{name}={value}" for name, value in there.items() if name in known), *(given or ())]

    def seed(self, given: int | None, usual: int) -> int:
        """The seed, unless another one is given; `usual` if the file says none."""
        there = self.about.get("seed")
        return given if given is not None else there if isinstance(there, int) else usual

    def bots(self) -> str:
        """The bots of a match, separated by commas; empty if the file names none."""
        there = self.about.get("bots")
        return ",".join(map(str, there)) if isinstance(there, list) else ""


def _difference(there: Mapping[str, Any], wanted: Mapping[str, Any]) -> tuple[str, Any, Any] | None:
    """The first option that differs between two sets of options: its name and both values."""
    for name in [*wanted, *there]:
        old, new = there.get(name, "unknown"), wanted.get(name, "unknown")
        if old != new:
            return name, old, new
    return None


def _line(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
