"""Checks of values that callers pass: names and integers of any type."""

from collections.abc import Collection
from operator import index
from typing import Any

import numpy as np


def is_one_of(value: object, names: Collection[str]) -> bool:
    """Whether a value of any type is one of these strings."""
    return isinstance(value, str) and value in names


def whole(value: Any) -> int:
    """An integer 0 … 2**63-1 of any integer type as int; anything else, bool included, as -1."""
    if type(value) is not int:
        if not isinstance(value, np.integer) and (isinstance(value, bool) or _is_of_flags(value)):
            return -1
        try:
            value = index(value)
        except Exception:  # unusual objects may raise anything
            return -1
    return value if 0 <= value < 2**63 else -1


def _is_of_flags(value: Any) -> bool:
    """Whether this is an array or tensor of booleans: some of those count as numbers."""
    return str(getattr(value, "dtype", "")).endswith("bool")
