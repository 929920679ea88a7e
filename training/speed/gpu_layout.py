"""An alternative memory layout for the table that a GPU thread works on, measured against the plain records.

The hardware interleaves a thread's private memory word by word with that of its neighbours, so that threads which read
the same field at the same time are served together; plain records are a whole table apart. Whether this pays off has
not been measured on a GPU.
"""

from typing import Any

from llvmlite import ir
from numba import cuda
from numba.cuda import cgutils, types
from numba.cuda.extending import intrinsic

from dynasty_env.kit.engine.gpu.kernels import roll_out

WORD = ir.IntType(64)


def copy_words(builder: Any, to: Any, source: Any, size: int) -> None:
    """Copy a record of `size` bytes, a multiple of the word size."""
    to, source = (builder.bitcast(place, WORD.as_pointer()) for place in (to, source))
    with cgutils.for_range(builder, ir.Constant(WORD, size // 8)) as loop:
        builder.store(builder.load(builder.gep(source, [loop.index])), builder.gep(to, [loop.index]))


@intrinsic  # type: ignore[untyped-decorator]
def private_copy(typing: Any, table: Any) -> Any:
    """A copy of a table in the thread's private memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = signature.args[0].size
        place = cgutils.alloca_once(builder, ir.ArrayType(WORD, size // 8))
        copy_words(builder, place, arguments[0], size)
        return builder.bitcast(place, arguments[0].type)

    return table(table), generate


@intrinsic  # type: ignore[untyped-decorator]
def put_back(typing: Any, table: Any, copy: Any) -> Any:
    """Write the private copy back to `table`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        copy_words(builder, arguments[0], arguments[1], signature.args[0].size)
        return context.get_dummy_value()

    return types.void(table, copy), generate


def private_rollout(tables: Any, steps: int, key: int, games: Any, trouble: Any) -> None:
    """`kernels.rollout` on private copies."""
    i = cuda.grid(1)
    if i < len(tables):
        t = private_copy(tables[i])
        roll_out(t, i, len(tables), steps, key, games, trouble)
        put_back(tables[i], t)
