"""Objects that users name: in a file of their own, in a module, or in an installed package.

    bots/mine.py:Cautious           a class, function or object in a file
    package.module:Cautious         the same in a module that Python finds, including in the working directory
    cautious                        what an installed package offers under that name (an entry point)

A file becomes a module whose name contains the path of the file. So two files with the same name are two modules, and
their contents can be sent to other processes by pickle as if the file were an installed module: the processes only need
to import this module. Modules beside the file are imported as ``from . import other``.
"""

import importlib
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from dynasty_env.kit.errors import DynastyEnvError, OptionError, UsersFileError, in_short
from dynasty_env.kit.printing import LONGEST_COMPARED

BOTS, GAMES = "dynasty_env.bots", "dynasty_env.games"
"""Groups of entry points in which a package offers its bots and games."""

_IDENTIFIER = r"[A-Za-z_]\w*"
_FILE = re.compile(rf"(?P<place>.+?\.py)(?::|:(?P<attribute>{_IDENTIFIER})(?::(?P<parameters>.*))?)?", re.DOTALL)
_MODULE = re.compile(
    rf"(?P<place>{_IDENTIFIER}(?:\.{_IDENTIFIER})*):(?P<attribute>{_IDENTIFIER})(?::(?P<parameters>.*))?", re.DOTALL
)
_ROOT = Path(__file__).parents[2]
_SHOWN = 12
"""The number of names that are listed if one is unknown."""


@dataclass(frozen=True)
class Reference:
    """A reference to an object in a file or module.

    Attributes:
        place: path of the file, which ends with ``.py``, or name of the module.
        attribute: the name of the object in it; empty: not given.
        parameters: the text after a second colon.
    """

    place: str
    attribute: str
    parameters: str = ""

    @property
    def is_file(self) -> bool:
        """Whether the place is a file."""
        return self.place.endswith(".py")

    def __str__(self) -> str:
        return f"{self.place}:{self.attribute}" if self.attribute else self.place


def reference_in(name: str) -> Reference | None:
    """The reference in ``file.py:Class`` or ``package.module:Class``; None for other names.

    A name such as ``policy:last`` can be read as a module, too: look for known names first.
    """
    result = _FILE.fullmatch(name) or _MODULE.fullmatch(name)
    return Reference(result["place"], result["attribute"] or "", result["parameters"] or "") if result else None


def stem_of(name: str) -> str:
    """The name of a game without its version: ``nim`` of ``nim_v0``."""
    return name.rpartition("_v")[0]


def load(reference: Reference, kind: str, fits: Callable[[type], bool], functions: bool = False) -> Any:
    """Load the object of a reference.

    Args:
        kind: what it should be, for messages: bot, game.
        fits: whether a class is of that kind; such classes are suggested if the name is wrong.
        functions: functions are of that kind, too.

    Raises:
        OptionError: if there is no such file, module or name in it; or if it fails, with file and line.
    """
    module = module_in(reference)
    if reference.attribute and hasattr(module, reference.attribute):
        return getattr(module, reference.attribute)
    made = {name: each for name, each in vars(module).items() if getattr(each, "__module__", "") == module.__name__}
    own = [name for name, each in made.items() if isinstance(each, type) and fits(each)]
    own += [name for name, each in made.items() if functions and isinstance(each, FunctionType) and name[0] != "_"]
    if not reference.attribute:
        meant = " or ".join(f"{reference.place}:{name}" for name in own) or f"{reference.place}:CLASS"
        raise OptionError(f"{reference.place}: say which {kind} in it you mean, e.g. {meant}")
    names = own or [name for name in made if not name.startswith("_")]
    raise OptionError(f"{reference.place} has no {reference.attribute!r}; {nearest(reference.attribute, names)}")


def module_in(reference: Reference) -> ModuleType:
    """The module or file of a reference. Raises OptionError as `load` does."""
    with failing_at(reference.place):
        if reference.is_file:
            file = Path(reference.place).expanduser()
            try:
                there = file.is_file()
                others = [] if there else [each.name for each in file.parent.glob("*.py")]
            except OSError as error:  # a name that is too long, for instance
                raise OptionError(f"the file {in_short(reference.place)} cannot be read: {error.strerror}") from error
            if not there:
                like = near(file.name, others)
                raise OptionError(f"there is no file {reference.place}" + (f"; there is {like}" if like else ""))
            return importlib.import_module(f"{__name__}.{_encoded(file.resolve())}")
        if not can_import(reference.place):
            raise OptionError(f"no module {reference.place!r} was found, neither installed nor in {os.getcwd()}")
        return importlib.import_module(reference.place)


def can_import(module: str) -> bool:
    """Whether Python finds a module, including in the working directory. Its parent packages are imported."""
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)  # `python -m` looks there first; a command looks there last
    stem, _, rest = module.partition(".")
    try:
        return find_spec(stem) is not None and (not rest or find_spec(module) is not None)
    except ModuleNotFoundError as error:
        if error.name is not None and module.startswith(error.name):
            return False
        raise
    except ValueError:  # a module without a specification, such as __main__
        return stem in sys.modules


@contextmanager
def failing_at(place: str) -> Iterator[None]:
    """Report an error in a user's file with the file and the line, instead of a traceback through this package. `place`
    is the file or module, as the user wrote it."""
    try:
        yield
    except DynastyEnvError:
        raise
    except (Exception, SystemExit) as error:  # errors in a user's code must not end a command
        raise UsersFileError(f"{_where(error, place)}: {_what(error, place)}") from error


def their_line(error: BaseException) -> str:
    """The last line of a user's code that an error passed through, as ``file, line n``; empty if there is none."""
    frames = their_frames(error)
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else ""


def their_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The lines of a user's code that an error passed through."""
    return [frame for frame in traceback.extract_tb(error.__traceback__) if _is_theirs(frame.filename)]


def _where(error: BaseException, place: str) -> str:
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_as_named(error.filename, place)}, line {error.lineno}"
    frames = their_frames(error)
    named = [frame for frame in frames if _as_named(frame.filename, place) == place]
    if not frames:
        return place
    frame = (named or frames)[-1]
    return f"{_as_named(frame.filename, place)}, line {frame.lineno}"


def _as_named(file: str, place: str) -> str:
    """A file in the form in which the user wrote it, if it is the named one."""
    return place if place.endswith(".py") and Path(place).expanduser().resolve() == Path(file) else file


def _what(error: BaseException, place: str) -> str:
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    words = f"{type(error).__name__}: {message}"
    if isinstance(error, ModuleNotFoundError) and error.name and place.endswith(".py"):
        beside = Path(place).expanduser().parent / f"{error.name.partition('.')[0]}.py"
        if beside.is_file():
            words += f"; {beside.name} is in the same folder: write ‘from . import {beside.stem}’"
    return words


def _is_theirs(file: str) -> bool:
    """Whether a line of a traceback is a user's own, and belongs neither to Python's import system nor to
    this package."""
    ours = any(Path(file).is_relative_to(_ROOT / name) for name in ("dynasty_env", "agents", "training"))
    return not (file.startswith("<") or Path(file).parts[-2:-1] == ("importlib",) or ours)


def place_of(module: str) -> str:
    """A module as users know it: for a module from a file the file's path, relative if it is in the working
    directory."""
    file = _decoded(module.rpartition(".")[2]) if module.startswith(f"{__name__}.") else None
    if file is None:
        return module
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


def full_name(rule: Callable[..., Any]) -> str:
    """A function with its module or file, in the form of a `Reference`."""
    place = place_of(rule.__module__)
    return f"{place}{':' if place != rule.__module__ else '.'}{rule.__name__}"


# -------------------------------------------------------------------------------------------------- installed packages


@cache
def installed(group: str) -> dict[str, tuple[EntryPoint, ...]]:
    """What installed packages offer in a group, by name; several entries if packages clash. Nothing is imported."""
    result: dict[str, dict[str, EntryPoint]] = {}
    for each in entry_points(group=group):
        result.setdefault(each.name, {}).setdefault(each.value, each)
    return {name: tuple(different.values()) for name, different in sorted(result.items())}


def load_installed(name: str, group: str) -> Any:
    """Load what an installed package offers under this name. Raises OptionError if it fails, or two packages offer
    something under this name; the message names them."""
    entry, *others = installed(group)[name]
    if others:
        packages = " and ".join(sorted({_package(each) for each in (entry, *others)}))
        raise OptionError(f"{packages} both offer {name!r} in the group {group}: uninstall one of them")
    with failing_at(f"{name} of {_package(entry)}, {entry.value}"):
        return entry.load()


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module


# --------------------------------------------------------------------------------------------------------- suggestions


def nearest(name: str, known: Sequence[str]) -> str:
    """What an unknown name may have meant, and which names exist: the end of a message."""
    meant = near(name, known)
    listed = ", ".join(known[:_SHOWN]) + (" …" if len(known) > _SHOWN else "")
    return (f"did you mean {meant!r}? There are " if meant else "there are ") + (listed or "none")


def near(name: str, known: Sequence[str]) -> str:
    """The known name that is most similar to an unknown one; empty: none is similar."""
    return next(iter(get_close_matches(name[:LONGEST_COMPARED], known, 1)), "")


# ---------------------------------------------------------------------------------------------------- files as modules


def _encoded(file: Path) -> str:
    """The name of a file's module: its own name, for people, and its path."""
    return f"{re.sub(r'[^0-9A-Za-z]', '_', file.stem)}_{os.fsencode(file).hex()}"


def _decoded(name: str) -> Path | None:
    try:
        return Path(os.fsdecode(bytes.fromhex(name.rpartition("_")[2])))
    except ValueError:
        return None


class _Files(MetaPathFinder):
    """Finds files as submodules of this module."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        parent, _, own = fullname.rpartition(".")
        file = _decoded(own) if parent == __name__ else None
        if file is None or not file.is_file():
            return None
        return spec_from_file_location(fullname, file, submodule_search_locations=[str(file.parent)])


__path__: list[str] = []  # so that Python looks for submodules
sys.meta_path.append(_Files())
