"""LLVM settings for rules, where they differ from Numba's."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import llvmlite.binding
from llvmlite import ir
from llvmlite.binding import Linkage
from numba import types
from numba.core.callconv import CPUCallConv
from numba.core.codegen import CPUCodeLibrary


@contextmanager
def rules_optimised(function: str) -> Iterator[None]:
    """Context in which LLVM optimises better what Numba compiles (docs/performance.md).

    Rules that `function` calls become internal to it. Numba links them as functions that others may call or replace, so
    LLVM can neither leave out unused arguments nor the check of a status that is always the same; and in the process
    that compiles them, calls go to copies that were compiled earlier, each rule on its own.

    Loops of a known length stay loops. By default LLVM unrolls them before it looks for loops to vectorise, and rules
    are full of loops over twenty countries or fifty kinds of cards. In addition, records of different types, such as a
    table and an observation, are declared never to overlap, so that a write to one does not change what is read from
    the other. And all bytes of a record are declared to exist, so that a field that is read on a condition need not
    be a branch, which a processor would have to predict.

    The settings apply to the whole process.

    Args:
        function: the name of the entry point or part that is compiled.
    """
    optimise = CPUCodeLibrary._optimize_final_module
    builder, decorate = llvmlite.binding.create_pass_builder, CPUCallConv.decorate_function

    def optimise_alone(self: Any) -> None:
        if self.name == function:
            for called in self._final_module.functions:
                if called.linkage == Linkage.linkonce_odr and not called.is_declaration:
                    called.linkage = Linkage.internal
        optimise(self)

    def create(machine: Any, tuning: Any) -> Any:
        tuning.loop_unrolling = False
        return builder(machine, tuning)

    def decorated(self: Any, function: Any, names: Any, given: Any, **settings: Any) -> None:
        decorate(self, function, names, given, **settings)
        arguments = self.get_arguments(function)
        if are_apart(given):
            for argument in arguments:
                if isinstance(argument.type, ir.PointerType):
                    argument.add_attribute("noalias")
        if len(arguments) == len(given):  # an array, for one, is several arguments
            for argument, kind in zip(arguments, given, strict=True):
                if isinstance(kind, types.Record):
                    argument.attributes.dereferenceable = kind.size

    with ExitStack() as settings:
        settings.enter_context(replaced(CPUCodeLibrary, "_optimize_final_module", optimise_alone))
        settings.enter_context(replaced(llvmlite.binding, "create_pass_builder", create))
        settings.enter_context(replaced(CPUCallConv, "decorate_function", decorated))
        yield


@contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Context in which an attribute of a class or module has another value."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


def are_apart(given: Any) -> bool:
    """Whether arguments of these Numba types never overlap: records of different types, and no array, which may be a
    field of one of them."""
    records = [each for each in given if isinstance(each, types.Record)]
    return len(records) > 1 and len(set(records)) == len(records) and not any(isinstance(t, types.Array) for t in given)
