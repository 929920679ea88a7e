"""Calls of declared functions: an error in one of them is the author's, not the environment's."""

import linecache
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from dynasty_env.conformance.declaration import Declaration
from dynasty_env.conformance.findings import Broken


class DeclarationError(Broken):
    """A declared function raised an error."""


def declared_function(declared: Declaration, name: str) -> Callable[..., Any] | None:
    """A function of a declaration, or None if it is not declared. Calling it raises DeclarationError for any error that
    the function itself raises."""
    function = getattr(declared, name)
    return None if function is None else partial(_call, name, function)


def _call(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except Exception as error:
        fault = f"it raised {type(error).__name__}: {error}{_place(error.__traceback__)}"
        raise DeclarationError(f"the declared {name}=… returns without an error", fault) from error


def _place(trace: TracebackType | None) -> str:
    """The line of the author's own file at which a declared function failed, in words."""
    frames = []
    while trace is not None:
        frames.append((trace.tb_frame.f_code, trace.tb_lineno))
        trace = trace.tb_next
    frames = frames[1:]  # the first one is `_call`
    if not frames:
        return ""
    file = frames[0][0].co_filename
    code, line = [frame for frame in frames if frame[0].co_filename == file][-1]
    text = linecache.getline(code.co_filename, line).strip()
    return f", at {Path(file).name}:{line}, in {code.co_name}{f': {text}' if text else ''}"
