"""What a later table holds is asked for while many are stepped, so that it is on its way from memory.

A step touches some thirty of the hundred lines of a table. With thousands of tables none of them is in a cache when its
turn comes, and no processor foresees where they lie. So while one table is played, the lines of a later one are asked
for: those that observations read, and those through which the loop goes. They go to the second-level cache alone: the
first has few places for what is on its way, and all of them would be taken. To ask for every line gains nothing.
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
"""How many tables further on the one lies whose lines are asked for."""
LINE = 64
"""Bytes of a line of the cache."""
FRAMES, ENTRIES = 4, 2
"""Frames of the stack, and entries of the trace, that most moves reach."""


def lines_ahead(dtype: np.dtype[np.void], fields: Iterable[str]) -> list[int]:
    """What is asked for while a table is played: bytes, counted from its beginning, one for each line.

    Args:
        dtype: of the game's tables.
        fields: what observations read, beside the header.
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
    """Ask for the line in which the byte lies that is so far from the beginning of a table; it may be anywhere."""

    def lowered(context: Any, builder: Any, _: Any, values: Any) -> Any:
        number, table = ir.IntType(32), builder.bitcast(values[0], ir.IntType(8).as_pointer())
        form = ir.FunctionType(ir.VoidType(), [table.type, number, number, number])
        prefetch = builder.module.globals.get("llvm.prefetch.p0")
        if prefetch is None:
            prefetch = ir.Function(builder.module, form, "llvm.prefetch.p0")
        hints = [number(0), number(2), number(1)]  # to be read, second-level cache, data
        builder.call(prefetch, [builder.gep(table, [values[1]]), *hints])
        return context.get_dummy_value()

    return types.void(t, types.int64), lowered


fetch: Any = intrinsic(asked)


def asking(lines: Sequence[int]) -> Rule:
    """The rule ``ask_ahead(t)`` of machine code, which asks for these lines: one after the other, as a loop over them
    costs more than it gains."""
    return written("ask_ahead", ["def ask_ahead(t):", *(f"    fetch(t, {line})" for line in lines)], {"fetch": fetch})
