"""Names of the Python API that are on their way out: they go on working for a while, and name the new way."""

import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any

REMOVED_IN = "2.0"
"""The version in which names go that are deprecated now (docs/upgrading.md)."""


def warn(old: str, new: str, *, level: int = 2) -> None:
    """Say that `old` is deprecated, at the line from which the caller was called.

    Args:
        old: the name, as people write it.
        new: what to write in its place.
        level: how many calls lie between that line and this function.
    """
    text = f"{old} is deprecated and goes with version {REMOVED_IN}: use {new}"
    warnings.warn(text, DeprecationWarning, stacklevel=level + 1)


class Deprecated:
    """An attribute of a class under a former name.

    Args:
        new: what to write in its place.
        value: what it still is, a function of the instance (None where the class itself is asked).
    """

    def __init__(self, new: str, value: Callable[[Any], Any]) -> None:
        self.new, self._value = new, value

    def __set_name__(self, owner: type, name: str) -> None:
        self.old = f"{owner.__name__}.{name}"

    def __get__(self, instance: Any, owner: type) -> Any:
        warn(self.old, self.new)
        return self._value(instance)


def check_subclass(base: type, cls: type) -> None:
    """Warn, at the line of a class statement, of what it still declares under a name that is deprecated in `base`."""
    for name, attribute in vars(base).items():
        if isinstance(attribute, Deprecated) and name in vars(cls):
            warn(f"{cls.__name__}.{name}", attribute.new, level=_depth_of(cls.__module__))


def _depth_of(module: str) -> int:
    """How many calls lie between code of a module and the function that asks."""
    frames = (frame.f_globals.get("__name__") for frame, _ in traceback.walk_stack(sys._getframe(1)))
    return next((depth for depth, name in enumerate(frames) if name == module), 0) + 1
