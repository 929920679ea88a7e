"""Text that is HTML; what is put into it is escaped."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Self

import markupsafe
from markupsafe import escape


class Markup(markupsafe.Markup):
    """As markupsafe's, but that `format` leaves the template to Python's own, and that what is markup already is not
    made into markup again: drawing a board fills in thousands of templates.

    Fields have no attributes or items; a format such as ``:.3f`` is a number's.
    """

    __slots__ = ()

    def format(self, *args: Any, **kwargs: Any) -> Self:
        """The template with its fields filled in, each escaped unless it is a number or markup."""
        text = str.format(self, *map(_safe, args), **{name: _safe(kwargs[name]) for name in kwargs})
        return str.__new__(type(self), text)

    def join(self, parts: Iterable[Any], /) -> Self:
        """The parts with this between them, each escaped unless it is markup."""
        return str.__new__(type(self), str.join(self, map(self.escape, parts)))

    @classmethod
    def escape(cls, text: Any, /) -> Self:
        """A text as markup: itself if it is, else escaped."""
        return text if type(text) is cls else str.__new__(cls, escape(text))


def _safe(value: Any) -> Any:
    if type(value) is str:
        return _escaped(value)
    return value if isinstance(value, Markup | int | float) else escape(value)


_escaped = lru_cache(8192)(escape)
"""The same few names, numbers and classes stand on every page."""
