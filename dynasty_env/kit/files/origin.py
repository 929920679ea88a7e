"""Who wrote a file: the version of this package, and the digest of the game's rules as they were then.

A reader that cannot make sense of a file says first that another version wrote it, where one did: the file is most
likely as good as it was, and that version reads it.
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
"""What files say: the version of the package, and the digest of the rules (`Game.rules_digest`)."""


class OtherVersionError(SaveError):
    """A file that cannot be read, and that another version has written."""


@cache
def package_version() -> str:
    """The version of this package, ``unknown`` where it runs without having been installed."""
    try:
        return version("dynasty-env")
    except PackageNotFoundError:
        return "unknown"


def origin(game: Game) -> dict[str, str]:
    """What a file says that is written now."""
    return {"version": package_version(), "rules": game.rules_digest}


def signature(game: Game) -> str:
    """The same on one line: version and digest."""
    return " ".join(origin(game).values())


def signed(signature: str) -> dict[str, str]:
    """What a signature says; older ones name the version alone."""
    return {name: part for name, part in zip(FIELDS, signature.split(" ", 1), strict=False) if part}


def check_fields(reader: Reader) -> None:
    """Raise SaveError where a file does not say in texts who wrote it."""
    for name in FIELDS:
        if reader.has(name) and not isinstance(reader[name].value, str):
            raise reader[name].wrong(f"a text is wanted, not {in_short(reader[name].value)}")


def foreign(content: Mapping[str, Any], game: Game | None = None, *, always: bool = False) -> str:
    """What is to be told first of a file that cannot be read; empty if this version wrote it under the same rules.

    Args:
        content: by the file, `FIELDS` among it.
        game: whose rules count; None: they do not.
        always: whether files of this kind always say something, so that one which does not must be of an older version.
    """
    by, rules = (content[name] if isinstance(content.get(name), str) else None for name in FIELDS)
    if by is None and rules is None and not always:
        return ""
    here, now = package_version(), "" if game is None else game.rules_digest
    if by == here and (game is None or rules == now):
        return ""
    if by is None and rules is None:
        writer = "an older version, which named neither itself nor the rules"
    else:
        writer = "an unnamed version" if by is None else f"dynasty-env {_short(by)}"
        if game is not None:
            writer += " before it named the rules" if rules is None else f" with the rules {_short(rules)}"
    return f"written by {writer}; this is {here}" + (f" with the rules {now}" if game is not None else "")


@contextmanager
def foreign_first(content: Mapping[str, Any], game: Game | None = None, *, always: bool = False) -> Iterator[None]:
    """Before whatever is wrong with a file, say that another version has written it, if one has (see `foreign`).

    Raises:
        OtherVersionError: in place of a SaveError about such a file.
    """
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
