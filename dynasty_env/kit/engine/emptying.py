"""The empty table, declared with the fields: what stands in each where nothing lies, and rules that lay it bare."""

from collections.abc import Sequence
from typing import Any

from dynasty_env.kit.engine.chapter import written
from dynasty_env.kit.engine.loop import Rule
from dynasty_env.kit.engine.table import FrameField

Fields = Sequence[tuple[Any, ...]]
"""Fields of a table: name, type, shape (``()`` for a number), and what stands there where nothing lies. The last two
may be left out: a number, and 0."""


def types(fields: Fields) -> list[FrameField]:
    """Names, types and shapes alone, as `kit.engine.table.table_dtype` takes them."""
    return [field[:3] for field in fields]


def emptying(name: str, fields: Fields, *chosen: str) -> Rule:
    """The rule ``name(t)`` that empties fields.

    Args:
        name: of the rule.
        fields: fields of the table.
        chosen: names of those that are emptied; without any, all are.
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
