"""The rules, constants and enums that a rule reaches by name."""

from collections.abc import Iterable, Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

from dynasty_env.kit.engine.loop import Rule


def reached(functions: Iterable[Rule], replaced: Mapping[str, Any]) -> Iterator[tuple[Any, str, Any]]:
    """Each global name that `functions`, or a rule that they reach, read: (the function, the name, its value).

    Each function comes first, with an empty name. `replaced`: values that names have instead of those in the module.
    """
    waiting: list[Any] = list(functions)
    seen: set[Any] = set()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        yield function, "", None
        names = names_in(function)
        for name in sorted(names & (function.__globals__.keys() | replaced.keys())):
            value = replaced[name] if name in replaced else function.__globals__[name]
            yield function, name, value
            if isinstance(value, FunctionType) and hasattr(value, "__rule__"):
                waiting.append(value)
            if isinstance(value, ModuleType):  # a constant may be read as module.NAME
                for part in sorted(names & vars(value).keys()):
                    yield function, f"{name}.{part}", vars(value)[part]


def names_in(function: Rule) -> set[str]:
    """The names of globals and of attributes that a function reads or writes."""
    return _names(function.__code__)


def _names(code: CodeType) -> set[str]:
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*map(_names, inner))
