"""Many tables stepped by one call, while what the next ones hold is on its way from memory.

A step touches some thirty of the hundred lines of a table. With thousands of tables none of them is in a cache when its
turn comes, and no processor foresees where they lie. So while one table is played, the lines of a later one are asked
for: those that observations read, and those through which the loop goes. They go to the second-level cache alone: the
first has few places for what is on its way, and all of them would be taken. To ask for every line gains nothing.
"""

from collections.abc import Iterable
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic

from dynasty_env.kit.engine import entries
from dynasty_env.kit.engine.backend import Program
from dynasty_env.kit.engine.entries import copy_mask as copy_mask_alone
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import ENTRY, FRAME, offset_of

LATER = 2
"""How many tables further on the one lies whose lines are asked for."""
LINE = 64
"""Bytes of a line of the cache."""
FRAMES, ENTRIES = 4, 2
"""Frames of the stack, and entries of the trace, that most moves reach."""

LINES_AHEAD: npt.NDArray[np.int64] = np.zeros(0, np.int64)
"""In its place stand a game's `lines_ahead`."""


def lines_ahead(dtype: np.dtype[np.void], fields: Iterable[str]) -> npt.NDArray[np.int64]:
    """What is asked for while a table is played (k,): bytes, counted from its beginning, one for each line.

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
    return np.unique(np.flatnonzero(asked) // LINE) * LINE + LATER * dtype.itemsize


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


@rule
def copy_mask(t: Any, mask: Any, row: int) -> None:
    """As the kit's: a table's step is nearly done when its mask is copied."""
    for k in range(len(LINES_AHEAD)):
        fetch(t, LINES_AHEAD[k])
    copy_mask_alone(t, mask, row)


def signature(name: str, record: Any, seen: Any) -> Any:
    """The exact Numba signature of the entry."""
    return entries.signature(name, record, seen)


batch_step = FunctionType(entries.batch_step.__code__, vars(entries), "batch_step")
"""The kit's, to be bound once more."""
batch_step.__module__ = __name__

STEPS = Program("steps", {"batch_step": batch_step}, signature, {"copy_mask": copy_mask})
"""The kit's `batch_step` with lines asked for ahead."""
