"""Ways to make a table wrong, for the tests of audits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Wrong = Callable[[Any], None]
"""Changes a table."""


def put(field: str, at: int | tuple[int, ...] | None, value: float) -> Wrong:
    """A field of the table is given a value."""

    def wrong(t: Any) -> None:
        if at is None:
            setattr(t, field, value)
        else:
            getattr(t, field)[at] = value

    return wrong


def both(*wrongs: Wrong) -> Wrong:
    def wrong(t: Any) -> None:
        for each in wrongs:
            each(t)

    return wrong
