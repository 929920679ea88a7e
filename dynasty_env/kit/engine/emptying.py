"""The empty table, declared with the fields: the value of each field on an empty table, and rules that reset fields."""

from collections.abc import Sequence
from typing import Any

from dynasty_env.kit.engine.chapter import written
from dynasty_env.kit.engine.loop import Rule
from dynasty_env.kit.engine.table import FrameField

Fields = Sequence[tuple[Any, ...]]
"""Fields of a table: name, type, shape (``()`` for a number), and value when empty. The last two can be left out: the
field is then a number, and 0."""


def types(fields: Fields) -> list[FrameField]:
    """Names, types and shapes only, in the form that `kit.engine.table.table_dtype` takes."""
    return [field[:3] for field in fields]


def emptying(name: str, fields: Fields, *chosen: str) -> Rule:
    """The rule ``name(t)`` that resets fields to their empty values.

    Args:
        chosen: names of the fields to reset; if none are given, all.
    """
    shapes: dict[tuple[int, ...], list[tuple[str, int]]] = {}
    for field, _, shape, empty in (_complete(field) for field in fields):
        if not chosen or field in chosen:
            shapes.setdefault(shape, []).append((field, int(empty)))
    lines = [f"def {name}(t):"]
    for shape, cleared in shapes.items():
        for depth, length in enumerate(shape):
            lines.append(f"{'    ' * (depth + 1)}for i{depth} in range({length:d}):")
        place = f"[{', '.join(f'i{depth}' for depth in range(len(shape)))}]" if shape else ""
        lines += [f"{'    ' * (len(shape) + 1)}t.{field}{place} = {empty}" for field, empty in cleared]
    return written(name, lines, {})


def _complete(field: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*field, *((), 0)[len(field) - 2 :])
