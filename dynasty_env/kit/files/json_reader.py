"""Reading save files: every error names the path of the field and the valid values."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.named import near

LARGEST = sys.float_info.max
MOST_NAMED = 60
"""The number of known names that an error lists."""


class Reader:
    """A value somewhere in a save file, with its path."""

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value
        self.path = path

    def wrong(self, why: str) -> SaveError:
        """The error to raise for this field."""
        return SaveError(f"{self.path or 'save file'}: {why}")

    def fields(self, known: Sequence[str]) -> None:
        """Reject fields other than `known`."""
        for name in self.mapping():
            if name not in known:
                meant = near(in_short(name).strip("'\""), known)
                some = ", ".join(known[:MOST_NAMED]) + (f" … ({len(known)} in all)" if len(known) > MOST_NAMED else "")
                hint = f"; did you mean {meant!r}?" if meant else f"; known are {some}"
                raise self.wrong(f"there is no field {in_short(name)}{hint}")

    def mapping(self) -> Mapping[str, Any]:
        """The value as a dict."""
        if not isinstance(self.value, Mapping):
            raise self.wrong(f"a dict is expected, not {_kind(self.value)}")
        return self.value

    def has(self, name: str) -> bool:
        """Whether the dict has this field, and not null."""
        return self.mapping().get(name) is not None

    def __getitem__(self, name: str) -> "Reader":
        if name not in self.mapping():
            raise self.wrong(f"the field {in_short(name)} is missing")
        return self.get(name)

    def get(self, name: str, default: Any = None) -> "Reader":
        """A field of the dict, or `default` if it is missing."""
        return Reader(self.mapping().get(name, default), f"{self.path}.{name}" if self.path else name)

    def each(self) -> Iterator["Reader"]:
        """The items of the list."""
        if not isinstance(self.value, Sequence) or isinstance(self.value, str):
            raise self.wrong(f"a list is expected, not {_kind(self.value)}")
        for i, item in enumerate(self.value):
            yield Reader(item, f"{self.path}[{i}]")

    def item(self, index: int) -> "Reader":
        """An item of the list."""
        return list(self.each())[index]

    def whole(self, low: int, high: int) -> int:
        """An integer low … high."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or not low <= self.value <= high:
            raise self.wrong(f"a whole number {low} … {high} is expected, not {in_short(self.value)}")
        return self.value

    def number(self, low: float = -LARGEST, high: float = LARGEST) -> float:
        """A number low … high, integer or not; without bounds any finite number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float) or not low <= self.value <= high:
            within = "" if (low, high) == (-LARGEST, LARGEST) else f" {low:g} … {high:g}"
            raise self.wrong(f"a number{within} is expected, not {in_short(self.value)}")
        return float(self.value)

    def flag(self) -> int:
        """True or false, as 1 or 0."""
        if not isinstance(self.value, bool):
            raise self.wrong(f"true or false is expected, not {in_short(self.value)}")
        return int(self.value)

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            raise self.wrong(f"a text is expected, not {in_short(self.value)}")
        return self.value

    def says(self, *texts: str) -> bool:
        """Whether the value is one of these strings."""
        return isinstance(self.value, str) and self.value in texts

    def same_as(self, wanted: Any, why: str) -> None:
        """Raise a SaveError that names the innermost differing field, unless the value is `wanted`."""
        if isinstance(self.value, Mapping) and isinstance(wanted, Mapping):
            self.fields(tuple(wanted))
            for name in wanted:
                self[name].same_as(wanted[name], why)
        elif isinstance(self.value, list) and isinstance(wanted, list | tuple) and len(self.value) == len(wanted):
            for item, right in zip(self.each(), wanted, strict=True):
                item.same_as(right, why)
        elif type(self.value) is not type(wanted) or self.value != wanted:
            raise self.wrong(f"{why} {in_short(wanted)}, not {in_short(self.value)}")

    def one_of(self, names: Sequence[str], what: str) -> int:
        """The index of the value in `names`."""
        if not isinstance(self.value, str) or self.value not in names:
            meant = near(in_short(self.value).strip("'\""), names)
            some = ", ".join(names[:8]) + (" …" if len(names) > 8 else "")
            hint = f"did you mean {meant!r}?" if meant else some
            raise self.wrong(f"no {what} is called {in_short(self.value)}; {hint}")
        return list(names).index(self.value)


def _kind(value: Any) -> str:
    return "nothing" if value is None else f"{type(value).__name__} {in_short(value)}"[:60]
