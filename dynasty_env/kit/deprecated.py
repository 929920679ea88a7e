"""Deprecated names of the Python API: they still work for a while, and warn with the new name."""

import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any

REMOVED_IN = "2.0"
"""The version that removes names which are deprecated now (docs/upgrading.md)."""


def warn(old: str, new: str, *, level: int = 2) -> None:
    """Warn that `old` is deprecated, at the line that called the caller, or with `level` calls between it and this
    function."""
    text = f"{old} is deprecated and will be removed in version {REMOVED_IN}: use {new}"
    warnings.warn(text, DeprecationWarning, stacklevel=level + 1)


class Deprecated:
    """A class attribute under a former name.

    Args:
        new: the replacement.
        value: computes its value from the instance (None if the class itself is accessed).
    """

    def __init__(self, new: str, value: Callable[[Any], Any]) -> None:
        self.new, self._value = new, value

    def __set_name__(self, owner: type, name: str) -> None:
        self.old = f"{owner.__name__}.{name}"

    def __get__(self, instance: Any, owner: type) -> Any:
        warn(self.old, self.new)
        return self._value(instance)


def check_subclass(base: type, cls: type) -> None:
    """Warn, at the line of a class statement, if the class declares a name that is deprecated in `base`."""
    for name, attribute in vars(base).items():
        if isinstance(attribute, Deprecated) and name in vars(cls):
            warn(f"{cls.__name__}.{name}", attribute.new, level=_depth_of(cls.__module__))


def _depth_of(module: str) -> int:
    """The number of calls between code of a module and the calling function."""
    frames = (frame.f_globals.get("__name__") for frame, _ in traceback.walk_stack(sys._getframe(1)))
    return next((depth for depth, name in enumerate(frames) if name == module), 0) + 1
