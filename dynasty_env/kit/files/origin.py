"""Which version wrote a file: the version of this package, and the digest of the game's rules at that time.

If a file cannot be read and another version wrote it, the error says so first: the file is most likely intact, and that
version can read it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.game import Game

FIELDS = ("version", "rules")
"""The fields that identify the writer: the version of the package, and the digest of the rules
(`Game.rules_digest`)."""


class OtherVersionError(SaveError):
    """A file that another version has written and that cannot be read."""


@cache
def package_version() -> str:
    """The version of this package, ``unknown`` if it runs without having been installed."""
    try:
        return version("dynasty-env")
    except PackageNotFoundError:
        return "unknown"


def origin(game: Game) -> dict[str, str]:
    """The fields for a file that is written now."""
    return {"version": package_version(), "rules": game.rules_digest}


def signature(game: Game) -> str:
    """The same on one line: version and digest."""
    return " ".join(origin(game).values())


def signed(signature: str) -> dict[str, str]:
    """The fields in a signature; older signatures contain only the version."""
    return {name: part for name, part in zip(FIELDS, signature.split(" ", 1), strict=False) if part}


def check_fields(reader: Reader) -> None:
    """Raise SaveError if the fields that identify the writer are not strings."""
    for name in FIELDS:
        if reader.has(name):
            reader[name].text()


def foreign(content: Mapping[str, Any], game: Game | None = None, *, always: bool = False) -> str:
    """The beginning of the error message for a file that cannot be read; empty if this version wrote it under the same
    rules.

    Args:
        content: the content of the file, with `FIELDS`.
        game: the game whose rules count; None: rules do not matter.
        always: whether all files of this kind have these fields, so that a file without them must be from an older
            version.
    """
    by, rules = (content[name] if isinstance(content.get(name), str) else None for name in FIELDS)
    if by is None and rules is None and not always:
        return ""
    here, now = package_version(), "" if game is None else game.rules_digest
    if by == here and (game is None or rules == now):
        return ""
    if by is None and rules is None:
        writer = "an older version, which recorded neither its version nor the rules"
    else:
        writer = "an unnamed version" if by is None else f"dynasty-env {_short(by)}"
        if game is not None:
            writer += " before it named the rules" if rules is None else f" with the rules {_short(rules)}"
    return f"written by {writer}; this is {here}" + (f" with the rules {now}" if game is not None else "")


def check_game(reader: Reader, game: Game, kind: str = "save", *, required: bool = False) -> None:
    """Raise SaveError if a file is one of another game; `kind` says in words what it is.

    This comes before `foreign_first`: another game has other rules, which says nothing about the version. `required`:
    the file must also name its game.
    """
    there = reader["game"] if required else reader.get("game")
    if (required or isinstance(there.value, str)) and not there.says(game.name):
        raise there.wrong(f"this is a {kind} of {in_short(there.value)}, not of {game.name!r}")


@contextmanager
def foreign_first(content: Mapping[str, Any], game: Game | None = None, *, always: bool = False) -> Iterator[None]:
    """If another version has written a file, make errors about the file say so first (see `foreign`). Raises
    OtherVersionError in place of a SaveError about such a file."""
    try:
        yield
    except OtherVersionError:
        raise
    except SaveError as error:
        writer = foreign(content, game, always=always)
        if not writer:
            raise
        raise OtherVersionError(f"{writer}: {error}") from None


def _short(text: str) -> str:
    return in_short(text)[1:-1][:40]
