"""`dynasty new`: a small tested package for a bot or a game, as a starting point.

The folders `bot` and `game` beside this module are such packages themselves, for a bot `my_bot` and a game `my_game`. A
new package is a copy of their files with its own name in them.
"""

import keyword
import re
import sys
from enum import Enum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from agents.registry import bot_names
from dynasty_env import GAMES, game, game_names
from dynasty_env.kit import named
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.files.atomic import on_disk
from dynasty_env.kit.files.replays import package_version
from dynasty_env.kit.printing import visible

TEMPLATES = Path(__file__).parent


class Kind(str, Enum):  # noqa: UP042 (a StrEnum's members have other names in typer's help)
    """The kinds of packages."""

    BOT = "bot"
    GAME = "game"


LONGEST = 48
"""The letters of a name: files and environments are named after it."""
TRY = {
    Kind.BOT: "dynasty match {game} --bots {file}:{title},random,random --games 20",
    Kind.GAME: "dynasty play {file}:{title}",
}
"""The first command to run."""


def new(
    kind: Annotated[Kind, typer.Argument(help="What to create: bot or game.", show_default=False)],
    name: Annotated[str, typer.Argument(help="Name: lower-case letters, digits and _.", show_default=False)],
    out: Annotated[Path | None, typer.Option(help="Folder to create.", show_default="NAME")] = None,
) -> None:
    """Create a small tested package for your own bot or game. It runs immediately."""
    folder = out or Path(name)
    written = write_package(kind, name, folder)
    console = Console(emoji=False)
    for file in written:
        console.print(visible(str(file)), highlight=False)
    module = folder / f"{name}.py"
    console.print(
        f"Try it: {TRY[kind].format(game=GAMES[1], file=visible(str(module)), title=title_of(name))}", soft_wrap=True
    )
    tests = "" if find_spec("pytest") else "pip install pytest && "
    console.print(f"Test it: {tests}python -m pytest {visible(str(folder))}", soft_wrap=True)


def title_of(name: str) -> str:
    """The name of the class: ``BoldBot`` for ``bold_bot``."""
    return "".join(part.capitalize() for part in name.split("_"))


def write_package(kind: Kind, name: str, folder: Path) -> list[Path]:
    """Write the package and return its files.

    Raises:
        OptionError: if the name is not a valid module name or is taken, or the folder exists.
        SaveError: if the folder cannot be written.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise OptionError(
            f"{in_short(name)} is not a valid module name: use lower-case letters, digits and _, e.g. bold_{kind.value}"
        )
    if len(name) > LONGEST:
        raise OptionError(f"{in_short(name)} has {len(name)} characters: at most {LONGEST} are allowed")
    if kind is Kind.GAME and (versioned := re.fullmatch(r"(.+)_v\d+", name)):
        raise OptionError(f"the name {name!r} has a version, which is added automatically: give {versioned[1]!r}")
    if name in _taken(kind):
        raise OptionError(f"there is already a {kind.value} named {name!r}: choose another name")
    with on_disk(folder):
        if folder.exists():
            raise OptionError(f"{folder} already exists; choose another name or --out")
    spec = find_spec(name)
    if name in sys.stdlib_module_names or (spec is not None and spec.origin is not None):  # None: an ordinary folder
        raise OptionError(f"there is already a module {name!r}, and {name}.py would clash with it: choose another name")
    stem = f"my_{kind.value}"
    words = {stem: name, title_of(stem): title_of(name), "THIS_VERSION": package_version()}
    written = []
    with on_disk(folder):
        for template in sorted((TEMPLATES / kind.value).iterdir()):
            if template.is_file():
                file = folder / template.name.replace(stem, name).removesuffix(".txt")
                file.parent.mkdir(parents=True, exist_ok=True)
                text = template.read_text(encoding="utf-8")
                for old, own in words.items():
                    text = text.replace(old, own)
                file.write_text(text, encoding="utf-8")
                written.append(file)
    return written


def _taken(kind: Kind) -> set[str]:
    """Names that this package or an installed one already uses."""
    if kind is Kind.GAME:
        return {named.stem_of(name) for name in game_names()}
    known = {name.partition(":")[0] for each in GAMES for name in bot_names(game(each))}
    return known | set(named.installed(named.BOTS))
