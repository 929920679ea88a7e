"""LLVM settings for rules, where they differ from Numba's."""

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
    """Context in which LLVM optimises loops better in everything that Numba compiles (docs/performance.md).

    Loops of a known length stay loops. By default LLVM unrolls them before it looks for loops to vectorise, and rules
    are full of loops over twenty countries or fifty kinds of cards. In addition, records of different types, such as a
    table and an observation, are declared never to overlap, so that a write to one does not change what is read from
    the other. Games with real numbers in their tables (geometry) gain from neither. These settings apply to the whole
    process.

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
    """Whether any field of a game's tables, other than the point of an action, holds real numbers."""
    fields = (table[name].base for name in table.names or () if name != "point")
    return any(field.kind == "f" for field in fields)


def are_apart(given: Any) -> bool:
    """Whether arguments of these Numba types never overlap: records of different types, and no array, which may be a
    field of one of them."""
    records = [each for each in given if isinstance(each, types.Record)]
    return len(records) > 1 and len(set(records)) == len(records) and not any(isinstance(t, types.Array) for t in given)
