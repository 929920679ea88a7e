"""Prefetch the content of a later table while many tables are stepped.

A step touches about thirty of the hundred cache lines of a table. With thousands of tables none of these lines is in a
cache when its turn comes, and no processor predicts where they are. So while one table is played, lines of the next
table are prefetched: those that observations read, and those that the loop uses. They go only to the second-level
cache: the first level has few slots for pending lines, and all of them would be taken. Prefetching every line gains
nothing. Half of them are prefetched before the move and half after it, as a processor waits when too many are pending.

The rows in which steps write what is seen of the table after it, and its mask, are prefetched for writing after the
observation: if somebody has read them on another core, that core has to give up each of their lines first.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic

from dynasty_env.kit.engine.chapter import written
from dynasty_env.kit.engine.loop import Rule
from dynasty_env.kit.engine.table import ENTRY, FRAME, offset_of

READ, WRITTEN = 1, 2
"""How many tables ahead lines are prefetched for reading, and rows for writing: another core takes longer to give up a
line than memory takes to supply one."""
LINE = 64
"""Bytes of a cache line."""
FRAMES, ENTRIES = 4, 2
"""Numbers of stack frames and trace entries that most moves reach."""


def lines_ahead(dtype: np.dtype[np.void], fields: Iterable[str]) -> list[int]:
    """The lines to prefetch while a table is played: byte offsets from its beginning, one for each line.

    Args:
        dtype: the record of the game's tables.
        fields: fields that observations read, in addition to the header.
    """
    asked = np.zeros(dtype.itemsize, np.bool_)
    asked[: offset_of(dtype, "stack") + 2 * len(FRAME) * FRAMES] = True
    asked[offset_of(dtype, "choices") : offset_of(dtype, "trace") + 2 * len(ENTRY) * ENTRIES] = True
    for field in fields:
        first = offset_of(dtype, field)
        asked[first : first + dtype[field].itemsize] = True
    lines: list[int] = (np.unique(np.flatnonzero(asked) // LINE) * LINE + READ * dtype.itemsize).tolist()
    return lines


def prefetch(context: Any, builder: Any, place: Any, *, to_write: bool) -> Any:
    """Have the cache line of a byte brought into the second-level cache; its address may be invalid."""
    number = ir.IntType(32)
    form = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
    instruction = builder.module.globals.get("llvm.prefetch.p0")
    if instruction is None:
        instruction = ir.Function(builder.module, form, "llvm.prefetch.p0")
    builder.call(instruction, [place, number(int(to_write)), number(2), number(1)])  # second-level cache, data
    return context.get_dummy_value()


def asked(typing: Any, t: Any, offset: Any) -> Any:
    """Prefetch the byte at this offset from the beginning of a table, for reading."""

    def lowered(context: Any, builder: Any, _: Any, values: Any) -> Any:
        table = builder.bitcast(values[0], ir.IntType(8).as_pointer())
        return prefetch(context, builder, builder.gep(table, [values[1]]), to_write=False)

    return types.void(t, types.int64), lowered


def claimed(typing: Any, rows: Any, offset: Any) -> Any:
    """Prefetch the byte at this offset from the beginning of an array, for writing."""

    def lowered(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, values[0]).data
        first = builder.bitcast(data, ir.IntType(8).as_pointer())
        return prefetch(context, builder, builder.gep(first, [values[1]]), to_write=True)

    return types.void(rows, types.int64), lowered


fetch: Any = intrinsic(asked)
claim: Any = intrinsic(claimed)


def asking(lines: Sequence[int]) -> list[Rule]:
    """The rules ``ask_ahead(t)`` and ``ask_rest_ahead(t)`` for machine code, each of which prefetches half of these
    lines.

    The prefetches are written out one after another, as a loop over them costs more than it gains.
    """
    half = len(lines) // 2
    return [
        written(name, [f"def {name}(t):", *(f"    fetch(t, {line})" for line in part)], {"fetch": fetch})
        for name, part in (("ask_ahead", lines[:half]), ("ask_rest_ahead", lines[half:]))
    ]


def claiming(seen: int, actions: int) -> Rule:
    """The rule ``claim_ahead(observation, mask, i)`` for machine code, which prefetches a row of each array for
    writing: `seen` bytes of an observation, and `actions` bytes of a mask."""
    text = [
        "def claim_ahead(observation, mask, i):",
        *(f"    claim(mask, (i + {WRITTEN}) * {actions} + {byte})" for byte in range(0, actions, LINE)),
        "    if len(observation) > 0:",
        *(f"        claim(observation, (i + {WRITTEN}) * {seen} + {byte})" for byte in range(0, seen, LINE)),
    ]
    return written("claim_ahead", text, {"claim": claim})
