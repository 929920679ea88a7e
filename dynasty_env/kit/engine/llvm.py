"""What LLVM is asked to make of rules, where that is not what Numba asks for."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.callconv import CPUCallConv


@contextmanager
def rules_optimised(table: np.dtype[np.void]) -> Iterator[None]:
    """Let LLVM make more of the loops in all that Numba compiles here (docs/performance.md).

    Loops of a known length stay loops: it would write their passes out one after the other before it looks for
    loops of which it can do many passes at once, and rules are full of loops over twenty countries or fifty kinds of
    cards. And records of different types, such as a table and an observation, never overlap, so that what is written
    to one does not change what is read from the other. The geometry of real numbers gains by neither. These settings
    belong to the whole process.

    Args:
        table: the record of the game whose rules are compiled.
    """
    if has_real_numbers(table):
        yield
        return
    builder, decorate = llvmlite.binding.create_pass_builder, CPUCallConv.decorate_function

    def create(machine: Any, tuning: Any) -> Any:
        tuning.loop_unrolling = False
        return builder(machine, tuning)

    def decorated(self: Any, function: Any, names: Any, given: Any, **settings: Any) -> None:
        decorate(self, function, names, given, **settings)
        if are_apart(given):
            for argument in self.get_arguments(function):
                if isinstance(argument.type, ir.PointerType):
                    argument.add_attribute("noalias")

    llvmlite.binding.create_pass_builder, CPUCallConv.decorate_function = create, decorated
    try:
        yield
    finally:
        llvmlite.binding.create_pass_builder, CPUCallConv.decorate_function = builder, decorate


def has_real_numbers(table: np.dtype[np.void]) -> bool:
    """Whether any field of a game's tables holds them, other than the point of an action."""
    fields = (table[name].base for name in table.names or () if name != "point")
    return any(field.kind == "f" for field in fields)


def are_apart(given: Any) -> bool:
    """Whether arguments of these Numba types never overlap: records of different types, and no array, which may be a
    field of one of them."""
    records = [each for each in given if isinstance(each, types.Record)]
    return len(records) > 1 and len(set(records)) == len(records) and not any(isinstance(t, types.Array) for t in given)
