"""Names and meanings of the columns of tables of printed numbers (`card_table` of a game's module)."""

from collections.abc import Mapping, Sequence
from enum import IntEnum

Columns = Mapping[str, Mapping[str, str]]
"""By table: the name of each column, in order, and what its numbers mean; empty if the name says it."""


def codes(names: type[IntEnum] | Sequence[str]) -> str:
    """What the values of a column stand for, such as ``0 none, 1 land, 2 sea``."""
    if isinstance(names, type):
        return ", ".join(f"{int(each)} {each.name.lower().replace('_', ' ')}" for each in names)
    return ", ".join(f"{number} {name}" for number, name in enumerate(names))
