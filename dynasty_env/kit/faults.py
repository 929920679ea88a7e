"""Messages for errors in rules: the rule, phase and seat, and how to fix the problem.

Errors in the rules of this package are for its maintainers to fix; those in a user's file are for its author.
"""

from pathlib import Path
from typing import Any

from dynasty_env.kit import named
from dynasty_env.kit.engine.loop import LONGEST
from dynasty_env.kit.engine.table import Fault
from dynasty_env.kit.errors import DynastyEnvError, RuleFault

HINTS = {
    "invalid value for format": "the number is too large for the field: use a wider type or a smaller number",
    "invalid type for format": "an integer field accepts only whole numbers",
}
"""Python's message about a field's value → what it means."""


def fault_of(game: Any, record: Any, at: str = "") -> RuleFault:
    """The fault that rules have left at a table; `at` says which of many tables it is, as `` at table 3``."""
    fault = Fault(int(record["fault"]))
    where, why = _place(game, record), _cause(game, record, fault)
    result = f"{game.name}: the rules failed with {fault.name}{at} ({where}): {why}"
    return RuleFault(f"{result}; please report" if is_ours(game) else result, int(record["seed"]))


def failure_of(game: Any, record: Any, error: Exception) -> RuleFault | None:
    """The error that an interpreted rule of a user's game has raised; None: the rules are from this package, or it is
    not a rule's error."""
    if is_ours(game) or isinstance(error, DynastyEnvError) or not (frames := named.their_frames(error)):
        return None
    rule, file, line = frames[-1].name, Path(frames[-1].filename).name, frames[-1].lineno
    result = f"{game.name}: {rule} in {file}, line {line} ({_place(game, record)}): {_said(error)}"
    return RuleFault(result, int(record["seed"]))


def is_ours(game: Any) -> bool:
    """Whether a game belongs to this package."""
    module = type(game).__module__
    return module.startswith("dynasty_env.") and not module.startswith(f"{named.__name__}.")


def _place(game: Any, record: Any) -> str:
    """Where the rules were, and with which seed."""
    step, seat, seed = (int(record[field]) for field in ("step", "seat", "seed"))
    names = {int(each.step): f"phase {each.step.name}" for each in game.phases}
    names |= {int(each.step): f"step {each.step.name}" for each in game.automatic}
    where = f"{names[step]}, seat {seat}" if step in names else "in no phase, e.g. before the first decision"
    return f"{where}, seed {seed}"


def _cause(game: Any, record: Any, fault: Fault) -> str:
    stack, trace, actions = (game.dtype[field].shape[0] for field in ("stack", "trace", "mask"))
    step, only = int(record["step"]), int(record["only"])
    asks = game.phase_at[step].legal.__name__ if step in game.phase_at else "the phase"
    return {
        Fault.STACK_FULL: f"header(stack={stack}) is too small for the frames that wait at the same time",
        Fault.TRACE_FULL: f"header(trace={trace}) is too small for what one move records",
        Fault.NO_CHOICE: f"{asks} offers no action: offer one, or do not push such a decision",
        Fault.NO_SUCH_ACTION: f"{asks} offers action {only}, but header(actions={actions}) has 0 … {actions - 1}",
        Fault.STACK_EMPTY: "the game is not over, but the stack is empty: push what comes next, or set t.done = 1",
        Fault.BAD_POLICY: "the bot chose an illegal action",
        Fault.ENDLESS: f"{LONGEST:,} steps without a decision: steps push each other for ever, or one pushes itself",
        Fault.NO_DEAL: "hide finds no table consistent with what the seat knows",
    }.get(fault, "")


def _said(error: Exception) -> str:
    """A Python error in the terms of a game."""
    hint = next((f" ({meaning})" for words, meaning in HINTS.items() if words in str(error)), "")
    return f"{type(error).__name__}: {error}{hint}"
