"""Files of networks: their metadata about the game, the checksum that reveals damage, and how to read them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, update_wrapper
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open

from agents.vocabulary import Alignment, OutgrownError, Vocabulary, alignment_of, outgrown
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.origin import foreign_first, package_version
from dynasty_env.kit.game import Game

AS_IT_PLAYS = "as it plays"
"""The advice of a bot that does not look further ahead than when it plays."""

LONGEST = 1 << 30
"""The longest file of a network, in bytes."""

Arrays = dict[str, npt.NDArray[Any]]
T = TypeVar("T")


def layout_stamp(game: Game) -> str:
    """A hash of the layout of a game's observations: networks for another layout are rejected."""
    pieces = [(p.name, p.shape, p.low, p.high, p.category) for p in game.layout.values()]
    return blake2b(repr(pieces).encode(), digest_size=8).hexdigest()


def actions_stamp(game: Game) -> str:
    """A hash of the meanings of a game's action ids: networks for other ids are rejected."""
    return blake2b("\n".join(game.action_names).encode(), digest_size=8).hexdigest()


def advice_stamp(game: Game) -> str:
    """The foresight of the game's own bot when it advises a network: networks with other advice are rejected."""
    return game.foresight if game.looks_ahead else AS_IT_PLAYS


def stamps(game: Game) -> dict[str, str]:
    """A file's metadata about the game that its network plays."""
    return {
        "game": game.name,
        "layout": layout_stamp(game),
        "actions": actions_stamp(game),
        "advice": advice_stamp(game),
        "vocabulary": str(Vocabulary.of(game)),
    }


def made_by(game: Game) -> dict[str, str]:
    """A file's metadata about the version that wrote it; networks are never rejected because of it."""
    return {"made_by": f"dynasty-env {package_version()}", "rules": game.rules_digest}


@contextmanager
def maker_first(about: Mapping[str, str], game: Game) -> Iterator[None]:
    """If another version has written a file, say so before any error in the file (`kit.files.origin`), unless the file
    is one of another game: that has other rules, which says nothing about the version.

    Raises:
        OtherVersionError: replaces a SaveError about such a file.
    """
    if about.get("game", game.name) != game.name:
        yield
        return
    name = about.get("made_by", "").removeprefix("dynasty-env ")
    origin = {"version": name or None, "rules": about.get("rules")}
    with foreign_first(origin, game, always=about.get("game") == game.name):
        yield


def alignment(path: Path, about: Mapping[str, str], game: Game, how: str) -> Alignment | None:
    """The alignment of a file's network with the present game, or None if nothing has changed.

    Args:
        how: what can be done with a network that cannot be aligned.

    Raises:
        SaveError: it plays another game.
        OutgrownError: it cannot be aligned.
    """
    stamped = {"advice": AS_IT_PLAYS, **about}  # earlier versions did not write it
    if stamped.get("game") != game.name:
        raise SaveError(f"{path} plays {stamped.get('game')}, not {game.name}")
    foresees = advice_stamp(game)
    if stamped["advice"] != foresees and stamped.get("advised") != "0":
        raise outgrown(path, about, game, f"its advice was {stamped['advice']!r}, and is {foresees!r} now; {how}")
    same = (stamped.get("layout"), stamped.get("actions")) == (layout_stamp(game), actions_stamp(game))
    return alignment_of(path, about, game, same, how)


def checksum(arrays: Mapping[str, npt.NDArray[Any]], about: Mapping[str, str]) -> str:
    """The SHA-256 of the contents of a file: arrays by name, and its metadata except for ``checksum`` itself."""
    digest = sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    for name in sorted(about.keys() - {"checksum"}):
        digest.update(f"{name} = {about[name]}\n".encode())
    return digest.hexdigest()


class ReadOnce(Generic[T]):
    """Caches what was read from a file as long as the file does not change."""

    def __init__(self, load: Callable[[Path, Game], T]) -> None:
        self._load = lru_cache(maxsize=64)(lambda path, game, stamp: load(path, game))
        update_wrapper(self, load)

    def __call__(self, path: Path, game: Game) -> T:
        try:
            about = path.stat()
        except (OSError, ValueError):  # also a name with a null byte: the reader reports the error
            return self._load(path, game, None)
        return self._load(path, game, (about.st_ino, about.st_mtime_ns, about.st_size))

    def cache_clear(self) -> None:
        """Forget all cached files."""
        self._load.cache_clear()


def is_current(load: Callable[[Path, Game], Any], path: Path, game: Game) -> bool:
    """Whether the network of a file has not been outgrown by its game. Other errors are reported on reading it."""
    try:
        load(path, game)
    except OutgrownError:
        return False
    except SaveError:
        return True
    return True


def contents(path: Path, what: str) -> tuple[Arrays, Mapping[str, str]]:
    """The arrays of a file, and its metadata. Raises SaveError, which mentions `what`, if it is no safetensors file."""
    if not path.exists():
        raise SaveError(f"there is no file {path}")
    if path.is_dir():
        raise SaveError(f"{path} is not a {what} but a folder")
    try:
        if path.stat().st_size > LONGEST:
            raise SaveError(f"{path}: this file is longer than {LONGEST >> 20:,} MiB, the longest {what} that is read")
        with safe_open(path, "np") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, file.metadata() or {}  # noqa: SIM118
    except (OSError, SafetensorError, TypeError, AttributeError) as error:  # NumPy has no bfloat16
        raise SaveError(f"{path} is not a {what}: {error}") from None


def check_format(path: Path, about: Mapping[str, str], wanted: str) -> None:
    """Raise SaveError if the metadata of a file names another format."""
    if about.get("format") != wanted:
        raise SaveError(f"{path} is {about.get('format') or 'something else'}, not {wanted}")


def check_whole(path: Path, arrays: Arrays, about: Mapping[str, str]) -> None:
    """Raise SaveError if a file's checksum does not match its contents."""
    if about.get("checksum") != checksum(arrays, about):
        raise SaveError(f"{path} is damaged: its checksum does not match its content")


def as_fields(path: Path, arrays: Mapping[str, Any], kind: type[T], what: str) -> T:
    """The arrays of a file as a named tuple. Raises SaveError if the file's arrays are not the tuple's fields."""
    names = kind._fields  # type: ignore[attr-defined]
    if arrays.keys() != set(names):
        raise SaveError(f"{path} is not a {what}: it holds {', '.join(sorted(arrays))}, not {', '.join(names)}")
    return kind(**arrays)


def check_arrays(path: Path, arrays: Any, wanted: Mapping[str, tuple[Any, tuple[int, ...]]]) -> None:
    """Raise SaveError if a field of `arrays`, a named tuple, does not have the `wanted` type and shape."""
    for name, (kind, shape) in wanted.items():
        array = getattr(arrays, name)
        if array.dtype != kind or array.shape != shape:
            raise SaveError(f"{path}: {name} is {array.dtype}{array.shape}, not {np.dtype(kind)}{shape}")
