"""The same rules as GPU code: one thread a table.

The kernels (`kit.engine.gpu.kernels`) are bound to a game's rules just as `kit.engine.backend` binds the CPU's entry
points; the rules become device functions and play bit for bit the same games. Needs the extra `cuda` (numba-cuda).
Without a GPU, NUMBA_ENABLE_CUDASIM=1 runs the kernels as Python.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba_cuda
import numpy as np
from llvmlite import ir
from numba import cuda
from numba.cuda.core import config
from numba.cuda.cudadrv import nvvm
from numba.cuda.np import numpy_support

from dynasty_env.kit.engine.backend import Tables, bind, compiling, plain
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
        words: words of 64 bits that an observation takes on a GPU.
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
        self.cache = cache_of_game / f"cuda-{numba_cuda.__version__}-exact"
        self._replaced = {**replaced, **private_memory(observation, replaced.get("game_mind"))}
        self.words: int = self._replaced["SEEN_WORDS"]
        self._compiled: dict[str, Any] = {}
        self._functions: dict[str, Any] = {}
        self._types: dict[str, tuple[Any, ...]] = {}
        self.add(kernels.KERNELS, kernels.signatures(numpy_support.from_dtype(dtype)))
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
            with exact():
                return cuda.jit(self._types[name], cache=True, lto=False)(self._functions[name])
        finally:
            config.CACHE_DIR = kept

    def launch(self, name: str, stream: Any, tables: Any, *arguments: Any, threads: int | None = None) -> None:
        """Start a kernel on `tables`; it runs on after this returns.

        Args:
            name: one of `kernels.KERNELS`, or added.
            stream: 0, or `numba.cuda.external_stream` of another library's.
            tables: (n,) records on the device (simulated: `backend.Tables`).
            *arguments: arrays on the device and whole numbers, typed as `kernels.signatures` says.
            threads: how many there are; None: one for each table.
        """
        threads = len(tables) if threads is None else threads
        block = min(self.block, threads)
        self.kernel(name)[-(-threads // block), block, stream](tables, *arguments)

    def ptx(self, name: str, capability: tuple[int, int] = (9, 0)) -> str:
        """The kernel as PTX for GPUs of a compute capability. Needs no GPU."""
        with exact():
            ptx, _ = cuda.compile_ptx(self._functions[name], self._types[name], cc=capability)
        return str(ptx)


@contextmanager
def exact() -> Iterator[None]:
    """What is compiled in here rounds after each operation, as on a CPU.

    By default a product and a sum become one operation, which rounds once; Numba has no setting for that.
    """
    compile_ir = nvvm.compile_ir
    nvvm.compile_ir = lambda modules, **options: compile_ir(modules, **options, fma=False)
    try:
        yield
    finally:
        nvvm.compile_ir = compile_ir


WORD = 8
"""Bytes by which threads copy observations."""


def private_memory(observation: np.dtype[np.void], blank_mind: Any) -> dict[str, Any]:
    """What kernels keep in a thread's own memory, for `kernels`: an observation, and a bot's mind if there is one."""
    kept = {"SEEN": observation} if blank_mind is None else {"SEEN": observation, "MIND": blank_mind().array.dtype}
    result: dict[str, Any] = {}
    for name, dtype in kept.items():
        whole = filled_up(dtype)
        result |= {name: whole, f"{name}_WORDS": whole.itemsize // WORD}
        if SIMULATED:
            result[f"{name}_in".lower()] = SimulatedRecord(whole)
    return result


class SimulatedRecord:
    """What a thread's words are to rules that run as Python."""

    def __init__(self, dtype: np.dtype[np.void]) -> None:
        self.dtype = dtype

    def __call__(self, words: Any) -> Any:
        """The record in an array of words."""
        return Tables(words.view(self.dtype))[0]


def filled_up(dtype: np.dtype[np.void]) -> np.dtype[np.void]:
    """A type of record with as many bytes as whole words have."""
    assert dtype.fields is not None
    names = list(dtype.fields)
    kinds = [dtype.fields[name] for name in names]
    size = -(-dtype.itemsize // WORD) * WORD
    return np.dtype({
        "names": names, "formats": [kind for kind, *_ in kinds], "offsets": [offset for _, offset, *_ in kinds],
        "itemsize": size,
    })  # fmt: skip


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
