"""Prefetch the content of a later table while many tables are stepped.

A step touches about thirty of the hundred cache lines of a table. With thousands of tables none of these lines is in a
cache when its turn comes, and no processor predicts where they are. So while one table is played, lines of a later
table are prefetched: those that observations read, and those that the loop uses. They go only to the second-level
cache: the first level has few slots for pending lines, and all of them would be taken. Prefetching every line gains
nothing.
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

LATER = 2
"""How many tables ahead the lines are prefetched."""
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
    lines: list[int] = (np.unique(np.flatnonzero(asked) // LINE) * LINE + LATER * dtype.itemsize).tolist()
    return lines


def asked(typing: Any, t: Any, offset: Any) -> Any:
    """Prefetch the cache line of the byte at this offset from the beginning of a table; the address may be invalid."""

    def lowered(context: Any, builder: Any, _: Any, values: Any) -> Any:
        number, table = ir.IntType(32), builder.bitcast(values[0], ir.IntType(8).as_pointer())
        form = ir.FunctionType(ir.VoidType(), [table.type, number, number, number])
        prefetch = builder.module.globals.get("llvm.prefetch.p0")
        if prefetch is None:
            prefetch = ir.Function(builder.module, form, "llvm.prefetch.p0")
        hints = [number(0), number(2), number(1)]  # for reading, second-level cache, data
        builder.call(prefetch, [builder.gep(table, [values[1]]), *hints])
        return context.get_dummy_value()

    return types.void(t, types.int64), lowered


fetch: Any = intrinsic(asked)


def asking(lines: Sequence[int]) -> Rule:
    """The rule ``ask_ahead(t)`` for machine code, which prefetches these lines.

    The prefetches are written out one after another, as a loop over them costs more than it gains.
    """
    return written("ask_ahead", ["def ask_ahead(t):", *(f"    fetch(t, {line})" for line in lines)], {"fetch": fetch})
