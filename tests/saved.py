"""Save files of any game, changed for tests."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

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


def path_of(keys: tuple[Any, ...]) -> str:
    """A path as messages write it."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)[1:]
