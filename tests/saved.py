"""Save files of any game, changed for tests."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from dynasty_env.kit.state import State

MISSING = object()
"""Instead of a value: the field is left out."""


def changed(saved: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy of `saved` with another value, or none, at a path."""
    made = copy.deepcopy(saved)
    at: Any = made
    for key in path[:-1]:
        at = at[key]
    if value is MISSING:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return made


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every field, and the first and last item of every list."""
    if at:
        yield at
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], (*at, key))
    elif isinstance(value, list) and value:
        for i in sorted({0, len(value) - 1}):
            yield from paths(value[i], (*at, i))


def without_course(saved: dict[str, Any]) -> dict[str, Any]:
    """The same table, without a word of how it came about."""
    return {name: saved[name] for name in saved if name not in ("begun", "moves")}


def table_of(state: State) -> dict[str, Any]:
    """The save of a table, without how it came about: moves are not played again to say that."""
    written: dict[str, Any] = state.game.loader.written(state)  # type: ignore[attr-defined]
    return written


def path_of(keys: tuple[Any, ...]) -> str:
    """A path as messages write it."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)[1:]


class Refusal(NamedTuple):
    """A save with something wrong in it.

    Attributes:
        base: the name of the save that is changed.
        changes: paths, and the values that are put there.
        says: what has to be said of it.
    """

    base: str
    changes: tuple[tuple[tuple[str | int, ...], Any], ...]
    says: tuple[str, ...]

    def saved(self, base: dict[str, Any]) -> dict[str, Any]:
        """The save that is refused."""
        for path, value in self.changes:
            base = changed(base, path, value)
        return base


def refusals(file: Path) -> Iterator[Refusal]:
    """Saves of a text that are refused, a line each: ``BASE: PATH=JSON & PATH=JSON => MESSAGE | MESSAGE``.

    ``gone`` in place of JSON leaves the field out. Below a line with a base alone, others of it are set in; what is set
    in further belongs to the line above.
    """
    base = ""
    for line in file.read_text(encoding="utf-8").replace("\n        ", " ").splitlines():
        base, _, case = (base, ":", line) if line.startswith(" ") else line.partition(":")
        if not case:
            continue
        changes, _, says = case.strip().partition(" =>")
        pairs = (change.partition("=")[::2] for change in changes.split(" & "))
        values = ((path, MISSING if value == "gone" else json.loads(value)) for path, value in pairs)
        keys = ((tuple(int(key) if key.isdigit() else key for key in path.split(".")), value) for path, value in values)
        yield Refusal(base, tuple(keys), tuple(says.strip().split(" | ")))
