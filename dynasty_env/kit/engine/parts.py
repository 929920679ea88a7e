"""Calls of machine code that is made once for a game, wherever entries need it.

Numba optimises all that an entry calls anew with that entry. The rules that a game gives are nearly all of its machine
code, and nearly every entry calls them; therefore they are compiled by themselves (`entries.PARTS`), and entries call
them by the names of symbols, which the linker knows once a part is loaded.
"""

from typing import Any

import llvmlite.binding
from numba.core import cgutils, types
from numba.core.extending import intrinsic

_loaded: dict[str, Any] = {}
"""Parts by symbol, for as long as the process lives: entries hold no reference to them."""


def publish(symbol: str, part: Any) -> None:
    """Let entries that call `symbol` find the compiled `part`, a Numba function of one signature."""
    if symbol not in _loaded:
        (made,) = part.overloads.values()
        llvmlite.binding.add_symbol(symbol, made.library.get_pointer_to_function(made.fndesc.llvm_func_name))
        _loaded[symbol] = part


def call_of(symbol: str, signature: Any) -> Any:
    """What compiled rules call in place of the rule that is the part `symbol`, of the Numba `signature`.

    Numbers of other types are converted. Arrays are handed on as they are: one that is a field of a record has another
    type than one that is not, and the same form.
    """

    def called(*given: Any) -> tuple[Any, Any]:
        taken = [
            mine if isinstance(mine, types.Array) and isinstance(wanted, types.Array) else wanted
            for mine, wanted in zip(given, signature.args, strict=True)
        ]
        return signature.return_type(*taken), lowered

    def lowered(context: Any, builder: Any, _: Any, values: Any) -> Any:
        calls, returned = context.call_conv, signature.return_type
        shape = calls.get_function_type(returned, signature.args)
        function = cgutils.get_or_insert_function(builder.module, shape, symbol)
        status, result = calls.call_function(builder, function, returned, signature.args, values)
        with cgutils.if_unlikely(builder, status.is_error):
            calls.return_status_propagate(builder, status)
        return context.get_constant_null(returned) if returned == types.none else result

    # Numba counts the arguments by the function's signature
    forms = {
        1: lambda typing, a: called(a),
        2: lambda typing, a, b: called(a, b),
        3: lambda typing, a, b, c: called(a, b, c),
    }
    return intrinsic(forms[len(signature.args)])
