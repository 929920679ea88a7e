"""The same rules as GPU code: one thread a table.

The kernels (`kit.engine.gpu.kernels`) are bound to a game's rules just as `kit.engine.backend` binds the CPU's entry
points; the rules become device functions and play bit for bit the same games. Needs the extra `cuda` (numba-cuda).
Without a GPU, NUMBA_ENABLE_CUDASIM=1 runs the kernels as Python.
"""

from collections.abc import Callable
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba_cuda
import numpy as np
from llvmlite import ir
from numba import cuda
from numba.cuda import types
from numba.cuda.core import config
from numba.cuda.np import numpy_support

from dynasty_env.kit.engine.backend import bind, compiling, plain
from dynasty_env.kit.engine.cache import EntryCache
from dynasty_env.kit.engine.gpu import kernels
from dynasty_env.kit.engine.loop import Replacement

if not hasattr(np, "row_stack"):  # NumPy 2.5 has removed it, and numba-cuda 0.30.4 still names it once, here:
    np.row_stack = np.vstack
    import_module("numba.cuda.np.arrayobj")
    del np.row_stack

SIMULATED = bool(config.ENABLE_CUDASIM)
"""Whether kernels run on Numba's simulator: on NumPy arrays, tables as `backend.Tables`."""


class Cuda:
    """The rules of a game as kernels. Each is compiled when first launched, up to half a minute for a big game, and
    kept on disk beside the CPU's entry points.

    Attributes:
        block: threads that are launched as one group.
    """

    name = "cuda"

    def __init__(
        self,
        replaced: dict[str, Replacement],
        dtype: np.dtype[np.void],
        observation: np.dtype[np.void],
        cache_of_game: Path,
    ) -> None:
        self.block = 64
        self.cache = cache_of_game / f"cuda-{numba_cuda.__version__}"
        blank_mind: Any = replaced.get("game_mind")
        self.mind = None if blank_mind is None else blank_mind().array.dtype
        """The type of what a bot that values actions has in mind, if the game has one."""
        record, seen = numpy_support.from_dtype(dtype), numpy_support.from_dtype(observation)
        self.records = record, seen, types.none if self.mind is None else numpy_support.from_dtype(self.mind)
        self._replaced = replaced
        self._compiled: dict[str, Any] = {}
        self._functions: dict[str, Any] = {}
        self._types: dict[str, tuple[Any, ...]] = {}
        self.add(kernels.KERNELS, kernels.signatures(*self.records))
        self.add(kernels.BOTS, {}, kept_apart)

    def add(
        self,
        functions: dict[str, Any],
        types: dict[str, tuple[Any, ...]],
        device_function: Callable[[FunctionType], Any] | None = None,
    ) -> None:
        """Add kernels written as plain functions, with the exact Numba types of their arguments; `device_function`
        makes device functions of rules."""
        self._functions |= self._bound(functions, device_function or cuda.jit(device=True))
        self._types |= types

    def _bound(self, functions: dict[str, Any], device_function: Callable[[FunctionType], Any]) -> dict[str, Any]:
        outer = {function.__code__ for function in functions.values()}

        def finish(function: FunctionType) -> Any:
            return function if SIMULATED or function.__code__ in outer else device_function(function)

        return bind(functions, self._replaced, finish, plain if SIMULATED else plain_names)

    @property
    def kernels(self) -> tuple[str, ...]:
        """The names of all kernels."""
        return tuple(self._functions)

    def kernel(self, name: str) -> Any:
        """The kernel ready to launch, compiled or loaded if need be."""
        if name not in self._compiled:
            with compiling, EntryCache(self.cache).one_process(name):
                self._compiled[name] = self._build(name)
        return self._compiled[name]

    def _build(self, name: str) -> Any:
        if SIMULATED:
            return cuda.jit(self._functions[name])
        kept = config.CACHE_DIR
        config.CACHE_DIR = str(self.cache)
        try:  # linked without optimisation across functions, which takes thrice as long
            return cuda.jit(self._types[name], cache=True, lto=False)(self._functions[name])
        finally:
            config.CACHE_DIR = kept

    def launch(self, name: str, stream: Any, tables: Any, *arguments: Any) -> None:
        """Start a kernel on `tables` with a thread for each; it runs on after this returns.

        Args:
            name: one of `kernels.KERNELS`, or added.
            stream: 0, or `numba.cuda.external_stream` of another library's.
            tables: (n,) records on the device (simulated: `backend.Tables`).
            *arguments: arrays on the device and whole numbers, typed as `kernels.signatures` says.
        """
        threads = min(self.block, len(tables))
        self.kernel(name)[-(-len(tables) // threads), threads, stream](tables, *arguments)

    def ptx(self, name: str, capability: tuple[int, int] = (9, 0)) -> str:
        """The kernel as PTX for GPUs of a compute capability. Needs no GPU."""
        ptx, _ = cuda.compile_ptx(self._functions[name], self._types[name], cc=capability)
        return str(ptx)


LARGE = 250
"""Bytes of Python's code from which on a rule of a bot is called on a GPU, too. NVVM would copy it into all that call
it: of a bot that asks for a hundred odds that made half a million lines, which ptxas had not assembled in minutes."""

CONSTANT, GLOBAL = 4, 1
"""Kinds of a GPU's memory, as LLVM numbers them. Of constants there is room for 64 KB, and every rule has its own."""


def kept_apart(function: FunctionType) -> Any:
    """A device function that is called, unless it is small; the arrays that it reads lie in global memory."""
    result = cuda.jit(device=True)(function)
    compile_device = result.compile_device

    def compiled(*arguments: Any, **named: Any) -> Any:
        made = compile_device(*arguments, **named)
        for each in (value for module in made.library.modules for value in module.global_values):
            if isinstance(each, ir.GlobalVariable) and each.addrspace == CONSTANT:
                each.addrspace, each.type = GLOBAL, each.value_type.as_pointer(GLOBAL)
            large = len(function.__code__.co_code) >= LARGE
            if large and each.name == made.fndesc.llvm_func_name and not each.is_declaration:
                each.attributes.add("noinline")
        return made

    result.compile_device = compiled
    return result


def plain_names(value: Any) -> Any:
    """An enum as a namespace of plain integers: on a GPU no member of an IntEnum may be an index."""
    if not (isinstance(value, type) and issubclass(value, IntEnum)):
        return value
    names = ModuleType(value.__name__)
    for member in value:
        setattr(names, member.name, int(member))
    return names
