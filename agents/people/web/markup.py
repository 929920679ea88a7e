"""Text that is HTML; everything inserted into it is escaped."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Self

import markupsafe
from markupsafe import escape


class Markup(markupsafe.Markup):
    """A faster variant of markupsafe's class, since drawing a board fills in thousands of templates.

    `format` uses Python's own implementation, and markup is not converted to markup again. Fields have no attributes or
    items; a format such as ``:.3f`` applies to numbers.
    """

    __slots__ = ()

    def format(self, *args: Any, **kwargs: Any) -> Self:
        """The template with its fields filled in, each escaped unless it is a number or markup."""
        text = str.format(self, *map(_safe, args), **{name: _safe(kwargs[name]) for name in kwargs})
        return str.__new__(type(self), text)

    def join(self, parts: Iterable[Any], /) -> Self:
        """The parts joined by this text, each escaped unless it is markup."""
        return str.__new__(type(self), str.join(self, map(self.escape, parts)))

    @classmethod
    def escape(cls, text: Any, /) -> Self:
        """Return a text as markup: unchanged if it is markup, else escaped."""
        return text if type(text) is cls else str.__new__(cls, escape(text))


def _safe(value: Any) -> Any:
    if type(value) is str:
        return _escaped(value)
    return value if isinstance(value, Markup | int | float) else escape(value)


_escaped = lru_cache(8192)(escape)
"""Cached, since the same few names, numbers and classes are on every page."""
