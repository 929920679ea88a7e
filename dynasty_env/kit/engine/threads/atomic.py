"""Numbers that several threads read and write at once, for compiled rules.

`numbers` is an array of int64. Whoever sees what another thread has written by one of these also sees whatever that
thread had written before, anywhere.
"""

from typing import Any

import llvmlite.binding
from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic

PAUSES = {"x86_64": "llvm.x86.sse2.pause", "i686": "llvm.x86.sse2.pause"}
"""What tells a processor that a loop waits for another one, where LLVM has a name for it."""


def _place(context: Any, builder: Any, kind: Any, values: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, values[0]).data, [values[1]])


def reading(typing: Any, numbers: Any, k: Any) -> Any:
    """The number at `k`."""

    def lowered(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.load_atomic(_place(context, builder, signature.args[0], values), "acquire", 8)

    return types.int64(numbers, types.int64), lowered


def writing(typing: Any, numbers: Any, k: Any, value: Any) -> Any:
    """Put `value` at `k`."""

    def lowered(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        builder.store_atomic(values[2], _place(context, builder, signature.args[0], values), "release", 8)
        return context.get_dummy_value()

    return types.void(numbers, types.int64, types.int64), lowered


def adding(typing: Any, numbers: Any, k: Any, value: Any) -> Any:
    """Add `value` to the number at `k`: what it was before."""

    def lowered(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = _place(context, builder, signature.args[0], values)
        return builder.atomic_rmw("add", place, values[2], "acq_rel")

    return types.int64(numbers, types.int64, types.int64), lowered


def lowering(typing: Any, numbers: Any, k: Any, value: Any) -> Any:
    """Make the number at `k` the smaller of itself and `value`, where -1 is larger than all others: what it was."""

    def lowered(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = _place(context, builder, signature.args[0], values)
        return builder.atomic_rmw("umin", place, values[2], "acq_rel")

    return types.int64(numbers, types.int64, types.int64), lowered


def pausing(typing: Any) -> Any:
    """Wait for as long as a processor takes to see what another one has written."""

    def lowered(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        name = PAUSES.get(llvmlite.binding.get_process_triple().partition("-")[0])
        if name is not None:
            known = builder.module.globals.get(name)
            builder.call(known or ir.Function(builder.module, ir.FunctionType(ir.VoidType(), []), name), [])
        return context.get_dummy_value()

    return types.void(), lowered


read: Any = intrinsic(reading)
write: Any = intrinsic(writing)
add: Any = intrinsic(adding)
lower: Any = intrinsic(lowering)
pause: Any = intrinsic(pausing)
