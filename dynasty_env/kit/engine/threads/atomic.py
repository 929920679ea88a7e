"""Atomic operations on an array of int64, `numbers`, for compiled rules.

A thread that sees what another one has written by one of these operations also sees everything that the other thread
had written before.
"""

from collections.abc import Callable
from typing import Any

import llvmlite.binding
from llvmlite import ir
from numba import types
from numba.core.extending import intrinsic

PAUSES = {"x86_64": "llvm.x86.sse2.pause", "i686": "llvm.x86.sse2.pause"}
"""LLVM's name for the instruction that tells a processor that it is in a waiting loop, by architecture."""


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


def changing(operation: str) -> Callable[..., Any]:
    """Change the number at `k` by `value` and return its old value. `operation`: one of LLVM's ``atomicrmw``."""

    def changed(typing: Any, numbers: Any, k: Any, value: Any) -> Any:
        def lowered(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            place = _place(context, builder, signature.args[0], values)
            return builder.atomic_rmw(operation, place, values[2], "acq_rel")

        return types.int64(numbers, types.int64, types.int64), lowered

    return changed


def pausing(typing: Any) -> Any:
    """Wait for about as long as a processor takes to see what another one has written."""

    def lowered(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        name = PAUSES.get(llvmlite.binding.get_process_triple().partition("-")[0])
        if name is not None:
            known = builder.module.globals.get(name)
            builder.call(known or ir.Function(builder.module, ir.FunctionType(ir.VoidType(), []), name), [])
        return context.get_dummy_value()

    return types.void(), lowered


read: Any = intrinsic(reading)
write: Any = intrinsic(writing)
add: Any = intrinsic(changing("add"))
lower: Any = intrinsic(changing("umin"))
"""The smaller of both numbers stays, as unsigned numbers: -1 is the largest."""
pause: Any = intrinsic(pausing)
