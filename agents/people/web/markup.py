"""Text that is HTML; what is put into it is escaped."""

from typing import Any, Self

import markupsafe
from markupsafe import escape


class Markup(markupsafe.Markup):
    """As markupsafe's, but that `format` leaves the template to Python's own: drawing a board fills in thousands.

    Fields have no attributes or items; a format such as ``:.3f`` is a number's.
    """

    __slots__ = ()

    def format(self, *args: Any, **kwargs: Any) -> Self:
        """The template with its fields filled in, each escaped unless it is a number or markup."""
        return self.__class__(str.format(self, *map(_safe, args), **{name: _safe(kwargs[name]) for name in kwargs}))


def _safe(value: Any) -> Any:
    return value if isinstance(value, int | float) else escape(value)
