"""What is printed on a game's pieces: rows of CSV files, and columns of tables of numbers (`card_table` of a game)."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path

import numpy as np
import numpy.typing as npt

Columns = Mapping[str, Mapping[str, str]]
"""By table: the name of each column, in order, and what its numbers mean; empty if the name says it."""


def codes(names: type[IntEnum] | Sequence[str]) -> str:
    """What the values of a column stand for, such as ``0 none, 1 land, 2 sea``."""
    if isinstance(names, type):
        return ", ".join(f"{int(each)} {each.name.lower().replace('_', ' ')}" for each in names)
    return ", ".join(f"{number} {name}" for number, name in enumerate(names))


def padded(lists: Iterable[Sequence[int]], width: int) -> npt.NDArray[np.int64]:
    """(n, width): lists of numbers as the rows of an array, padded with -1."""
    return np.array([[*each, *[-1] * (width - len(each))] for each in lists], np.int64)


def rows(file: Path) -> list[dict[str, str]]:
    """The rows of a CSV file, by column."""
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))
