"""One source of rules, run two ways.

`bind` makes copies of a game's rules: the same code objects, in copies of their modules' namespaces in which every
rule is the copy. Interpreted copies run on `view_class` objects, compiled ones (Numba) on the records themselves;
both work on the same bytes, so that a table may change sides between two moves.

Entry points are the few functions that Python calls (`entries`). A compiled entry is built when first used and kept
on disk in a folder named after a hash of everything that it was made from, so that an edited rule or card is never
run from an old cache and another game's edit changes nothing.
"""

import hashlib
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import IntEnum
from functools import cache
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import config

from dynasty_env.kit.engine import entries, loop
from dynasty_env.kit.engine.loop import Automatic, Phase, Rule

compiling = RLock()
"""Held while Numba compiles: its settings belong to the whole process."""


def dispatcher(name: str, parameters: str, cases: Sequence[tuple[IntEnum, Rule]]) -> Rule:
    """A function that sends the open step to its rule: an if-chain that both backends understand."""
    namespace: dict[str, Any] = {"__name__": loop.__name__}  # a cached entry looks the module up by this name
    lines = [f"def {name}({parameters}):", "    step = t.step"]
    for step, rule_of_step in cases:
        namespace[rule_of_step.__name__] = rule_of_step
        lines += [f"    if step == {int(step)}:", f"        {rule_of_step.__name__}({parameters})", "        return"]
    exec(compile("\n".join(lines), f"<{name}>", "exec"), namespace)
    function: Rule = namespace[name]
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


def dispatchers(phases: Sequence[Phase], automatic: Sequence[Automatic]) -> dict[str, Rule]:
    """The three functions that `kit.engine.loop` calls, for one game."""
    return {
        "legal_step": dispatcher("legal_step", "t", [(p.step, p.legal) for p in phases]),
        "play_step": dispatcher("play_step", "t, action", [(p.step, p.play) for p in phases]),
        "take_step": dispatcher("take_step", "t", [(s.step, s.take) for s in automatic]),
    }


def bind(
    functions: dict[str, Rule],
    replaced: dict[str, Rule],
    finish: Callable[[FunctionType], Any],
    constant: Callable[[Any], Any],
) -> dict[str, Any]:
    """Copies of `functions` in which every rule reached by name is a copy too.

    Args:
        functions: the roots, by name.
        replaced: global names that stand for other rules in this game (the loop's dispatchers).
        finish: turns a copied rule into what is called (a compiled function, or the copy itself).
        constant: turns any other global value (arrays above all) into what rules read.
    """
    namespaces: dict[int, dict[str, Any]] = {}
    copies: dict[Any, Any] = {}

    def copy(function: Any) -> Any:
        if function in copies:
            return copies[function]
        original = function.__globals__
        fresh = id(original) not in namespaces
        if fresh:
            namespaces[id(original)] = dict(original)
        namespace = namespaces[id(original)]
        copied = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
        copied.__module__ = function.__module__
        copied.__qualname__ = function.__qualname__
        copies[function] = finish(copied)
        if fresh:
            for name, value in original.items():
                if name in replaced:
                    namespace[name] = copy(replaced[name])
                elif isinstance(value, FunctionType) and hasattr(value, "__rule__"):
                    namespace[name] = copy(value)
                else:
                    namespace[name] = constant(value)
        return copies[function]

    return {name: copy(function) for name, function in functions.items()}


def _cell(name: str) -> property:
    def get(self: Any) -> Any:
        return self._cells[name][0]

    def put(self: Any, value: int) -> None:
        self._cells[name][0] = value

    return property(get, put)


@cache
def view_class(dtype: np.dtype[np.void]) -> type:
    """A class that shows one record's bytes as attributes: plain integers, and memoryviews of them."""
    assert dtype.fields is not None
    fields = []
    members: dict[str, Any] = {}
    for name, (kind, offset, *_) in dtype.fields.items():
        base, shape = kind.subdtype if kind.subdtype is not None else (kind, ())
        fields.append((name, base.char, slice(offset, offset + kind.itemsize), shape))
        if not shape:
            members[name] = _cell(name)

    def show(self: Any, raw: Any) -> None:
        self._cells = {name: raw[place].cast(code) for name, code, place, shape in fields if not shape}
        for name, code, place, shape in fields:
            if shape:
                setattr(self, name, raw[place].cast(code, shape))

    members["__init__"] = show
    return type("TableView", (), members)


class Tables:
    """An array of tables, and the attribute views of its records for interpreted rules."""

    def __init__(self, array: np.ndarray[Any, Any], raw: np.ndarray[Any, Any] | None = None) -> None:
        self.array = array
        self.raw = array.view(np.int8) if raw is None else raw  # the same memory as bytes, padding included
        self._views: dict[int, Any] = {}

    def __getitem__(self, index: int) -> Any:
        view = self._views.get(index)
        if view is None:
            raw = memoryview(self.array.view(np.uint8).reshape(len(self.array), -1)[index])
            view = self._views[index] = view_class(self.array.dtype)(raw)
        return view

    def __len__(self) -> int:
        return len(self.array)

    def copy(self) -> "Tables":
        """The same bytes, padding included, elsewhere."""
        raw = self.raw.copy()
        return Tables(np.ndarray(self.array.shape, self.array.dtype, raw), raw)

    def repeat(self, count: int) -> "Tables":
        """`count` copies of every table, side by side."""
        raw = self.raw.reshape(len(self.array), -1).repeat(count, axis=0).ravel()
        return Tables(np.ndarray(len(self.array) * count, self.array.dtype, raw), raw)


class Interpreted:
    """The rules as Python. Starts at once; some ten thousand decisions a second."""

    name = "interpreted"

    def __init__(self, replaced: dict[str, Rule]) -> None:
        self._functions = bind(entries.ENTRIES, replaced, lambda f: f, plain)

    def call(self, entry: str, tables: Tables, *arguments: Any) -> Any:
        """Call an entry point on `tables`; arrays of records among its arguments are shown in the same way."""
        return self._functions[entry](tables, *(Tables(a) if is_records(a) else a for a in arguments))


def is_records(value: Any) -> bool:
    """Whether this is an array of records."""
    return isinstance(value, np.ndarray) and value.dtype.names is not None


def plain(value: Any) -> Any:
    """Read a constant array as plain integers, and compute with these where compiled code does with bytes (`int8`);
    anything else as it is."""
    if value is np.int8:
        return int
    if not isinstance(value, np.ndarray):
        return value
    contiguous: Any = np.ascontiguousarray(value)
    return memoryview(contiguous)


def compiled_rule(function: FunctionType) -> Any:
    """A rule ready to be compiled into others: once for whole numbers, where Numba would do so for each constant."""
    rule = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    general = rule.get_call_template
    rule.get_call_template = lambda given, named: general(tuple(map(types.unliteral, given)), named)
    return rule


class Compiled:
    """The rules as machine code. The first use of an entry compiles it or loads it from the cache."""

    name = "compiled"

    def __init__(
        self,
        replaced: dict[str, Rule],
        dtype: np.dtype[np.void],
        observation: np.dtype[np.void],
        cache_of_game: Path,
    ) -> None:
        self.cache = cache_of_game
        self._replaced = replaced
        self._records = numba.from_dtype(dtype), numba.from_dtype(observation)
        self._bound: dict[str, Any] | None = None
        self._entries: dict[str, Any] = {}

    def is_warm(self, entry: str) -> bool:
        """Whether `entry` is compiled in this process or on disk."""
        if entry in self._entries:
            return True
        try:
            return (self.cache / f"{entry}.ready").read_text(encoding="ascii") == _stamp()
        except OSError:
            return False

    def entry(self, name: str) -> Any:
        """The compiled entry point, built if need be."""
        found = self._entries.get(name)
        if found is not None:
            return found
        with compiling, one_process(self.cache):
            if name not in self._entries:
                self._entries[name] = self._build(name)
        return self._entries[name]

    def _build(self, name: str) -> Any:
        if self._bound is None:
            outer = {entry.__code__ for entry in entries.ENTRIES.values()}

            def finish(function: FunctionType) -> Any:
                return function if function.__code__ in outer else compiled_rule(function)

            self._bound = bind(entries.ENTRIES, self._replaced, finish, lambda value: value)
        kept = config.CACHE_DIR
        config.CACHE_DIR = str(self.cache)
        try:
            signature = entries.signature(name, *self._records)
            compiled = numba.njit(signature, cache=True, nogil=True)(self._bound[name])
        finally:
            config.CACHE_DIR = kept
        (self.cache / f"{name}.ready").write_text(_stamp(), encoding="ascii")
        return compiled

    def call(self, entry: str, tables: Tables, *arguments: Any) -> Any:
        """Call an entry point on `tables`; the first call compiles or loads it."""
        found = self._entries.get(entry)
        if found is None:
            found = self.entry(entry)
        return found(tables.array, *arguments)


SWITCH = 20_000
"""Calls after which `auto` finds compiling worth its wait."""


class Auto:
    """Interpreted until an entry is compiled on disk or has been called often enough to be worth compiling."""

    name = "auto"

    def __init__(self, interpreted: Interpreted, compiled: Compiled) -> None:
        self._interpreted = interpreted
        self._compiled = compiled
        self._calls: dict[str, int] = {}
        self._fast: set[str] = set()

    def call(self, entry: str, tables: Tables, *arguments: Any) -> Any:
        """Call an entry point on `tables`."""
        if entry in self._fast:
            return self._compiled.call(entry, tables, *arguments)
        calls = self._calls.get(entry, 0) + 1
        self._calls[entry] = calls
        if calls >= SWITCH or (calls % 64 == 1 and self._compiled.is_warm(entry)):
            self._fast.add(entry)
        return self._interpreted.call(entry, tables, *arguments)


Backend = Interpreted | Compiled | Auto


def _stamp() -> str:
    """By what Numba tells that its files belong to this installation of the entries."""
    found = os.stat(entries.__file__)
    return f"{found.st_mtime} {found.st_size}"


@contextmanager
def one_process(folder: Path) -> Iterator[None]:
    """Let one process at a time compile into `folder`; the others wait and load what it made."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="ascii") as handle:
        if sys.platform == "win32":
            import msvcrt

            while True:  # LK_LOCK gives up after ten seconds, a compilation takes longer
                try:
                    msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    time.sleep(0.1)
            try:
                yield
            finally:
                handle.seek(0)
                msvcrt.locking(handle.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
            yield


def fingerprint(functions: Iterable[Rule], replaced: Mapping[str, Rule]) -> str:
    """A hash of the rules as they are in memory: the code of `functions` and of every rule that they reach by name, and
    the constants, tables and enums that these read. What lies on disk by now, comments and words make no difference."""
    digest = hashlib.sha256()
    waiting = list(functions)
    seen: set[Any] = set()

    def add(name: str, value: Any) -> None:
        if isinstance(value, FunctionType) and hasattr(value, "__rule__"):
            waiting.append(value)
        elif isinstance(value, np.dtype):
            value = value.descr
        elif isinstance(value, np.ndarray):
            value = (value.dtype.str, value.shape, value.tobytes())
        elif isinstance(value, type) and issubclass(value, IntEnum):
            value = [(member.name, int(member)) for member in value]
        elif not isinstance(value, int | float | str | tuple):
            value = type(value).__name__
        digest.update(f"{name}={value if not isinstance(value, FunctionType) else value.__qualname__!r};".encode())

    while waiting:
        function: Any = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        digest.update(f"{function.__module__}.{function.__qualname__}{function.__defaults__}".encode())
        _add_code(digest, function.__code__)
        reached = {**function.__globals__, **replaced}
        for name in sorted(_names(function.__code__)):
            if name in reached:
                add(name, reached[name])
                if isinstance(reached[name], ModuleType):  # a constant may be read as module.NAME
                    inside = vars(reached[name])
                    for part in sorted(_names(function.__code__) & inside.keys()):
                        add(f"{name}.{part}", inside[part])
    return digest.hexdigest()


def _names(code: CodeType) -> set[str]:
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _add_code(digest: Any, code: CodeType) -> None:
    digest.update(f"{code.co_code!r}{code.co_names}{code.co_varnames}{code.co_exceptiontable!r}".encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _add_code(digest, constant)
        else:
            digest.update(repr(constant).encode())


def cache_folder(game: str, replaced: Mapping[str, Rule], *dtypes: np.dtype[np.void]) -> Path:
    """Where the compiled entries of a game lie: a folder named after all that they are made from, the types of its
    tables and observations among it."""
    records = " ".join(str(dtype.descr) for dtype in dtypes)
    made_by = f"{numba.__version__} {np.__version__} {sys.version} {config.BOUNDSCHECK} {records}"
    rules = fingerprint([*entries.ENTRIES.values(), *replaced.values()], replaced)
    return cache_root() / f"{game}-{hashlib.sha256(f'{made_by} {rules}'.encode()).hexdigest()[:16]}"


def cache_root() -> Path:
    """`$DYNASTY_ENV_CACHE`, else the user's cache folder, else a temporary one if neither can be written."""
    named, xdg = os.environ.get("DYNASTY_ENV_CACHE"), os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(named) if named else (Path(xdg) if xdg else Path.home() / ".cache") / "dynasty-env"
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        return _temporary_root()


def _temporary_root() -> Path:
    """A folder of this user's own among the temporary ones. Code is loaded from it, so nobody else may write there."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    root = Path(tempfile.gettempdir()) / f"dynasty-env-{user}"
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = root.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o022:
            return root
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="dynasty-env-"))
