"""What is printed on a game's pieces: rows of CSV files, and columns of tables of numbers (`card_table` of a game)."""

import csv
from collections.abc import Mapping, Sequence
from enum import IntEnum
from pathlib import Path

Columns = Mapping[str, Mapping[str, str]]
"""By table: the name of each column, in order, and what its numbers mean; empty if the name says it."""


def codes(names: type[IntEnum] | Sequence[str]) -> str:
    """What the values of a column stand for, such as ``0 none, 1 land, 2 sea``."""
    if isinstance(names, type):
        return ", ".join(f"{int(each)} {each.name.lower().replace('_', ' ')}" for each in names)
    return ", ".join(f"{number} {name}" for number, name in enumerate(names))


def rows(file: Path) -> list[dict[str, str]]:
    """The rows of a CSV file, by column."""
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))
