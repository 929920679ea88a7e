"""Machine code that is compiled once for a game, and called by all entries that need it.

Numba optimises everything that an entry calls anew for that entry. The rules of a game are nearly all of its machine
code, and nearly every entry calls them. Therefore they are compiled separately (`PARTS`), and entries call them by
symbol names, which the linker knows once a part is loaded.
"""

from typing import Any

import llvmlite.binding
from numba.core import cgutils, types
from numba.core.extending import intrinsic

from dynasty_env.kit.engine.choice import game_look, game_worth
from dynasty_env.kit.engine.entries import game_audit, game_deal, game_greedy, game_hide, game_observe, game_returns
from dynasty_env.kit.engine.loop import legal_step, play_step, take_step

_loaded: dict[str, Any] = {}
"""Parts by symbol, for the lifetime of the process: entries hold no reference to them."""


def publish(symbol: str, part: Any) -> None:
    """Let entries that call `symbol` find the compiled `part`, a Numba function with one signature."""
    if symbol not in _loaded:
        (made,) = part.overloads.values()
        llvmlite.binding.add_symbol(symbol, made.library.get_pointer_to_function(made.fndesc.llvm_func_name))
        _loaded[symbol] = part


def call_of(symbol: str, signature: Any) -> Any:
    """What compiled rules call in place of the rule that is the part `symbol`, with the Numba `signature`.

    Numbers of other types are converted. Arrays are passed on as they are: an array that is a field of a record has
    another type than one that is not, but the same memory layout.
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


def part_legal_step(t: Any) -> None:
    """Offer the legal actions of the open decision."""
    legal_step(t)


def part_play_step(t: Any, action: Any) -> None:
    """Carry out an action in the open decision."""
    play_step(t, action)


def part_take_step(t: Any) -> None:
    """Take the open automatic step."""
    take_step(t)


def part_game_deal(t: Any) -> None:
    """Deal the table."""
    game_deal(t)


def part_game_observe(t: Any, seat: Any, observation: Any) -> None:
    """Write what a seat sees."""
    game_observe(t, seat, observation)


def part_game_hide(t: Any, seat: Any) -> None:
    """Redraw what a seat does not know."""
    game_hide(t, seat)


def part_game_returns(t: Any, out: Any) -> None:
    """Write every seat's returns of each kind."""
    game_returns(t, out)


def part_game_audit(t: Any) -> Any:
    """0, or the number of the truth that the table breaks."""
    return game_audit(t)


def part_game_greedy(seen: Any, mask: Any, word: Any) -> Any:
    """The action of the game's own bot."""
    return game_greedy(seen, mask, word)


def part_game_look(m: Any, seen: Any) -> None:
    """Let a bot that values actions read what its seat sees."""
    game_look(m, seen)


def part_game_worth(m: Any, seen: Any, action: Any) -> Any:
    """The value of an action to that bot."""
    return game_worth(m, seen, action)


PARTS = {
    f.__name__: f
    for f in (
        part_legal_step, part_play_step, part_take_step, part_game_deal, part_game_observe, part_game_hide,
        part_game_returns, part_game_audit, part_game_greedy, part_game_look, part_game_worth,
    )
}  # fmt: skip
"""What is compiled separately: ``part_<name>`` calls the game's rule `<name>`."""


def signature(name: str, record: Any, seen: Any, mind: Any) -> Any:
    """The exact Numba signature of a part. `mind`: the type of the memory of a bot that values actions."""
    i8 = types.int64
    return {
        "part_legal_step": types.void(record),
        "part_play_step": types.void(record, i8),
        "part_take_step": types.void(record),
        "part_game_deal": types.void(record),
        "part_game_observe": types.void(record, i8, seen),
        "part_game_hide": types.void(record, i8),
        "part_game_returns": types.void(record, types.Array(types.float32, 2, "C")),
        "part_game_audit": i8(record),
        "part_game_greedy": i8(seen, types.Array(types.int8, 1, "C"), i8),
        "part_game_look": types.void(mind, seen),
        "part_game_worth": types.float64(mind, seen, i8),
    }[name]
