"""One source of rules, run in two ways.

`bind` makes copies of a game's rules: the same code objects, in copies of their modules' namespaces in which every rule
is the copy. Interpreted copies run on `view_class` objects, compiled ones (Numba) on the records themselves. Both work
on the same bytes, so a table may change between the two after any move.

Entry points are the few functions that Python calls: the kit's own (`entries`), and those of any other `Program` that
works on tables. A compiled entry is built when it is first used and kept on disk (`cache`).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache, cached_property, partial
from pathlib import Path
from threading import RLock
from types import FunctionType, MappingProxyType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaError

from dynasty_env.kit.engine import entries, parts
from dynasty_env.kit.engine.cache import EntryCache, numba_cache, own_symbols
from dynasty_env.kit.engine.llvm import rules_optimised
from dynasty_env.kit.engine.loop import Replacement, Rule
from dynasty_env.kit.engine.parts import PARTS
from dynasty_env.kit.engine.reach import reached
from dynasty_env.kit.engine.refusal import refused
from dynasty_env.kit.heartbeat import heartbeat
from dynasty_env.kit.printing import visible


@dataclass(frozen=True, eq=False)
class Program:
    """Entry points that are bound to a game's rules, interpreted or compiled, and the rules of their own that they use.

    All of them are in one module, and take an array of tables as the first argument.

    Attributes:
        name: distinguishes the folders of compiled programs; lower case, no spaces.
        signature: maps the name of an entry and the Numba types of the game's tables and observations to the exact
            Numba signature of that entry.
        rules: the functions to call where the entry points name a rule that they leave open.
        made_by: files of intrinsics that only these entry points use: a change of one compiles them anew.
    """

    name: str
    entries: Mapping[str, Rule]
    signature: Callable[[str, Any, Any], Any]
    rules: Mapping[str, Rule] = field(default_factory=dict)
    made_by: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The file that contains the entry points."""
        first: Any = next(iter(self.entries.values()))
        return str(first.__code__.co_filename)


KIT = Program("kit", entries.ENTRIES, entries.signature)
"""The entry points that `State` and the environments call."""

compiling = RLock()
"""Held while Numba compiles, because its settings apply to the whole process."""


def bind(
    functions: Mapping[str, Rule],
    replaced: Mapping[str, Replacement],
    finish: Callable[[FunctionType], Any],
    constant: Callable[[Any], Any],
    copies: dict[Any, Any] | None = None,
) -> dict[str, Any]:
    """Copies of `functions` in which every rule reached by name is a copy too.

    Args:
        functions: the roots, by name.
        replaced: global names that refer to other rules or enums in this game (the loop's dispatchers).
        finish: turns a copied rule into the function to call (a compiled function, or the copy itself).
        constant: turns any other global value (mostly arrays) into the value that rules read.
        copies: earlier results for functions; new ones are added.
    """
    namespaces: dict[int, dict[str, Any]] = {}
    copies = {} if copies is None else copies

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
                value = replaced.get(name, value)
                if isinstance(value, FunctionType) and (name in replaced or hasattr(value, "__rule__")):
                    namespace[name] = copy(value)
                else:
                    namespace[name] = constant(value)
        return copies[function]

    return {name: copy(function) for name, function in functions.items()}


def _number(numbers: str, place: int) -> property:
    """A property for one element of the attribute `numbers`; generated as source, since rules read one at every other
    step."""
    names: dict[str, Any] = {}
    exec(f"def get(self): return self.{numbers}[{place}]\ndef put(self, value): self.{numbers}[{place}] = value", names)
    return property(names["get"], names["put"])


@cache
def view_class(dtype: np.dtype[np.void]) -> type:
    """A class that exposes one record's bytes as attributes: plain integers, and memoryviews of arrays.

    Numbers of the same format share one memoryview of the whole record, where they are aligned.
    """
    assert dtype.fields is not None
    arrays = []
    members: dict[str, Any] = {}
    numbers: dict[str, tuple[str, slice]] = {}
    for name, (kind, offset, *_) in dtype.fields.items():
        base, shape = kind.subdtype if kind.subdtype is not None else (kind, ())
        place = slice(offset, offset + kind.itemsize)
        if shape:
            arrays.append((name, base.char, place, shape))
        elif offset % kind.itemsize or dtype.itemsize % kind.itemsize:
            numbers[f"_at_{offset}"] = base.char, place
            members[name] = _number(f"_at_{offset}", 0)
        else:
            numbers[f"_{base.char}"] = base.char, slice(None)
            members[name] = _number(f"_{base.char}", offset // kind.itemsize)

    def show(self: Any, raw: Any) -> None:
        for name, (code, place) in numbers.items():
            setattr(self, name, raw[place].cast(code))
        for name, code, place, shape in arrays:
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
            view.raw = raw
        return view

    def __setitem__(self, index: int, view: Any) -> None:
        """Copy a table, given as its view, over the table at `index`."""
        self[index].raw[:] = view.raw

    def __len__(self) -> int:
        return len(self.array)

    def copy(self) -> "Tables":
        """A copy of the same bytes, padding included."""
        raw = self.raw.copy()
        return Tables(np.ndarray(self.array.shape, self.array.dtype, raw), raw)

    def repeat(self, count: int) -> "Tables":
        """`count` copies of every table, side by side."""
        raw = self.raw.reshape(len(self.array), -1).repeat(count, axis=0).ravel()
        return Tables(np.ndarray(len(self.array) * count, self.array.dtype, raw), raw)


class Interpreted:
    """The rules as Python. They start immediately and play about ten thousand decisions a second."""

    name = "interpreted"

    def __init__(
        self,
        replaced: Mapping[str, Replacement],
        program: Program = KIT,
        instead: Mapping[Rule, Rule] = MappingProxyType({}),
    ) -> None:
        """`instead`: functions to call in place of rules, whatever name the rules are called by."""
        copies: dict[Any, Any] = dict(instead)
        self._replaced, self._copies = replaced, copies
        self._functions = bind(KIT.entries, replaced, lambda f: f, plain, copies)
        if program is not KIT:  # what it leaves open may be a rule of the game, which is bound already
            self._functions = bind(program.entries, {**replaced, **program.rules}, lambda f: f, plain, copies)

    def call(self, entry: str, tables: Tables, *arguments: Any) -> Any:
        """Call an entry point on `tables`; arrays of records among its arguments are wrapped in the same way."""
        return self._functions[entry](tables, *map(shown, arguments))

    def bound(self, entry: str, tables: Tables) -> Callable[..., Any]:
        """An entry point as a function that works on `tables`."""
        return partial(self.call, entry, tables)

    def rule(self, function: Rule) -> Rule:
        """A rule, bound to the game, as a function that works on a table."""
        bound: Rule = bind({"rule": function}, self._replaced, lambda f: f, plain, self._copies)["rule"]
        return bound


def shown(value: Any) -> Any:
    """An argument in the form that interpreted rules take: arrays of records, also in a named tuple, become
    `Tables`."""
    if isinstance(value, np.ndarray) and value.dtype.names is not None:
        return Tables(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(shown, value))
    return value


class Members(type):
    """An enum in the form that interpreted rules read.

    Before Python 3.12 an enum looks up its members by a Python function, which took a fifth of the time of rules.
    """

    _enum: type[IntEnum]

    def __call__(cls, value: Any) -> Any:
        """The member with this value."""
        return cls._enum(value)

    def __iter__(cls) -> Iterator[IntEnum]:
        return iter(cls._enum)


@cache
def members_of(enum: type[IntEnum]) -> Members:
    """The members of an enum as attributes of a class."""
    return Members(enum.__name__, (), {**enum.__members__, "_enum": enum})


def plain(value: Any) -> Any:
    """The form of a global value that interpreted rules read.

    A constant array is read as plain integers, which also replace the narrower integer types of compiled code (`int8`,
    `int16`) in computations. An enum becomes the class of its members, and anything else stays as it is.
    """
    if value is np.int8 or value is np.int16:
        return int
    if isinstance(value, type) and issubclass(value, IntEnum):
        return members_of(value)
    if not isinstance(value, np.ndarray):
        return value
    contiguous: Any = np.ascontiguousarray(value)
    return memoryview(contiguous)


def compiled_rule(function: FunctionType) -> Any:
    """A rule ready to be compiled into others: once for all integers, where Numba would compile it for each
    constant."""
    rule = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    general = rule.get_call_template
    rule.get_call_template = lambda given, named: general(tuple(map(types.unliteral, given)), named)
    return rule


def same(value: Any) -> Any:
    """A global value in the form that compiled rules read: unchanged."""
    return value


def finish(outer: set[Any], function: FunctionType) -> Any:
    """A copy ready to be compiled: separately if its code is among `outer`, otherwise into its callers."""
    return function if function.__code__ in outer else compiled_rule(function)


class Compiled:
    """The rules as machine code. The first use of an entry compiles it or loads it from the cache."""

    name = "compiled"

    def __init__(
        self,
        replaced: Mapping[str, Replacement],
        dtype: np.dtype[np.void],
        observation: np.dtype[np.void],
        folder: Path,
        program: Program = KIT,
        kit: "Compiled | None" = None,
    ) -> None:
        """`kit`: the same game's rules for the kit's program, so that nothing is compiled twice in one process."""
        self._kept = EntryCache(folder)
        self._name = folder.name
        self._replaced = {**replaced, **program.rules}
        self._program = program
        self._kit = kit
        self._records = numba.from_dtype(dtype), numba.from_dtype(observation)
        self._copies: dict[Any, Any] = {}
        self._bound: dict[str, Any] | None = None
        self._entries: dict[str, Any] = {}

    @property
    def cache(self) -> Path:
        """The folder on disk that holds the entries."""
        return self._kept.folder

    def is_warm(self, entry: str) -> bool:
        """Whether `entry` is compiled in this process or on disk."""
        return entry in self._entries or self._kept.is_ready(entry)

    def entry(self, name: str) -> Any:
        """The compiled entry point, built if necessary. Raises RuleFault if the rules cannot be compiled."""
        entry = self._entries.get(name)
        if entry is not None:
            return entry
        with compiling:
            if name not in self._entries:
                self._entries[name] = self._made(name, waits=True)
        return self._entries[name]

    def compile_free(self, name: str) -> None:
        """Build an entry, unless another process is building it."""
        with compiling:
            made = self._entries.get(name) or self._made(name, waits=False)
            if made is not None:
                self._entries[name] = made

    def parts_of(self, entry: str) -> list[str]:
        """The parts of the machine code that an entry calls, which are compiled once for all entries
        (`parts.PARTS`)."""
        if entry in PARTS:
            return []
        behind = {part: self._replaced[rule] for part, rule in self._parts.items()}
        within = {name: rule for name, rule in self._replaced.items() if name not in self._parts.values()}
        names, rules = set(), set()
        for _, name, value in reached([self._program.entries[entry]], within):
            names.add(name)
            if isinstance(value, FunctionType):
                rules.add(value)
        return [part for part, rule in self._parts.items() if rule in names or behind[part] in rules]

    def _made(self, name: str, *, waits: bool) -> Any | None:
        for part in self.parts_of(name):
            (self._kit or self)._publish(part)
        entry = self._loaded(name)
        if entry is None:
            game = visible(self._name.partition("-")[0])
            with (
                heartbeat(lambda: f"compiling the rules of {game}, once on this machine: {name}", f"compiling {game}"),
                self._kept.one_process(name, waits=waits) as free,
            ):
                try:
                    entry = self._build(name) if free else None
                except NumbaError as error:
                    raise refused(error) from error
        return entry

    def _publish(self, part: str) -> None:
        parts.publish(f"{self._name}.{part}", self.entry(part))

    def _loaded(self, name: str) -> Any | None:
        """The entry from disk, if it is intact, without waiting for a process that compiles another one there."""
        if not self._kept.is_whole(name):
            return None
        self._bind()
        try:
            return self._compile(name)
        except Exception:  # whatever the error is
            return None

    def _bind(self) -> None:
        if self._bound is not None:
            return
        outer = {entry.__code__ for entry in self._program.entries.values()}
        if self._kit is not None:
            self._kit._bind()
            self._copies = dict(self._kit._copies)
            shared = {}
        else:
            shared = self._bind_parts()
        entered = bind(self._program.entries, self._replaced, partial(finish, outer), same, self._copies)
        self._bound = {**shared, **entered}

    def _bind_parts(self) -> dict[str, Any]:
        """The parts to compile; wherever else their rules are named, compiled code calls the parts."""
        shared = {part: PARTS[part] for part in self._parts}
        for part, rule in self._parts.items():
            self._copies[self._replaced[rule]] = parts.call_of(f"{self._name}.{part}", self._signature(part))
        return bind(shared, self._replaced, partial(finish, {f.__code__ for f in shared.values()}), same)

    @cached_property
    def _parts(self) -> dict[str, str]:
        """The parts that this game has, with the names of the rules behind them."""
        known = {part: part.removeprefix("part_") for part in PARTS}
        if "game_worth" in self._replaced:  # the rest of such a bot is a choice among values
            del known["part_game_greedy"]
        return {part: rule for part, rule in known.items() if rule in self._replaced}

    def _signature(self, name: str) -> Any:
        if name not in PARTS:
            return self._program.signature(name, *self._records)
        mind: Any = self._replaced.get("game_mind")
        return parts.signature(name, *self._records, numba.from_dtype(mind().array.dtype) if mind else types.none)

    def _build(self, name: str) -> Any:
        self._bind()
        self._kept.prepare(name)
        try:
            compiled = self._compile(name)
        except Exception:
            if not self._kept.clear(name):  # whatever the error is
                raise
            compiled = self._compile(name)
        self._kept.note(name)
        return compiled

    def _compile(self, name: str) -> Any:
        """Compile an entry into the cache, or load it from there."""
        assert self._bound is not None
        function = self._bound[name]
        with (
            numba_cache(self._kept.folder),
            own_symbols(f"{self._name}.{name}"),
            rules_optimised(function.__qualname__),
        ):
            return numba.njit(self._signature(name), cache=True, nogil=True)(function)

    def call(self, entry: str, tables: Tables, *arguments: Any) -> Any:
        """Call an entry point on `tables`; the first call compiles or loads it."""
        compiled = self._entries.get(entry)
        if compiled is None:
            compiled = self.entry(entry)
        return compiled(tables.array, *arguments)

    def bound(self, entry: str, tables: Tables) -> Callable[..., Any]:
        """An entry point as a function that works on `tables`."""
        return partial(self.entry(entry), tables.array)


SWITCH = 20_000
"""Number of calls after which `auto` considers compiling worth the wait."""


class Auto:
    """Interpreted, until an entry is compiled on disk or has been called often enough to be worth compiling."""

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
