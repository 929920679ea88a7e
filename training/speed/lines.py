"""How many of a table's cache lines a decision touches: `python -m training.speed.lines GAME …`.

The interpreted rules play random games on tables that record which of their bytes are read and written: by the move
(with everything up to the next decision and its mask), and by the observation of the seat that then decides. A line is
64 bytes; a table is assumed to start at a line boundary.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from agents.arguments import rulebook
from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.game import Game

LINE = 64
DECISIONS = 1000
MOST_FIELDS = 12


class Touched:
    """The lines that have been read and written since the last `clear`, and by which fields."""

    def __init__(self) -> None:
        self.read: set[int] = set()
        self.written: set[int] = set()
        self.fields: set[tuple[str, int]] = set()

    def clear(self) -> None:
        for noted in (self.read, self.written, self.fields):
            noted.clear()

    def note(self, name: str, offset: int, size: int, written: bool) -> None:
        """Record that `size` bytes of a field at `offset` in the table are read or written."""
        for line in range(offset // LINE, (offset + size - 1) // LINE + 1):
            (self.written if written else self.read).add(line)
            self.fields.add((name, line))


class NotedArray:
    """An array field that records which of its elements are used."""

    def __init__(self, name: str, cells: Any, offset: int, touched: Touched) -> None:
        self._name, self._cells, self._offset, self._touched = name, cells, offset, touched

    def _note(self, index: Any, written: bool) -> None:
        place = 0
        for i, length in zip(index if isinstance(index, tuple) else (index,), self._cells.shape, strict=False):
            place = place * length + int(i) % length
        size = self._cells.itemsize
        self._touched.note(self._name, self._offset + place * size, size, written)

    def __getitem__(self, index: Any) -> Any:
        self._note(index, written=False)
        return self._cells[index]

    def __setitem__(self, index: Any, value: int) -> None:
        self._note(index, written=True)
        self._cells[index] = value

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))


class NotedTable:
    """A table's attribute view that records which of its bytes are used."""

    def __init__(self, array: np.ndarray[Any, Any], touched: Touched) -> None:
        places: dict[str, Any] = {}
        content: Any = array.view(np.uint8).reshape(-1)
        raw = memoryview(content)
        assert array.dtype.fields is not None
        for name, (kind, offset, *_) in array.dtype.fields.items():
            base, shape = kind.subdtype if kind.subdtype is not None else (kind, (1,))
            cells = raw[offset : offset + kind.itemsize].cast(base.char, shape)
            places[name] = (kind.subdtype is not None, NotedArray(name, cells, offset, touched))
        object.__setattr__(self, "_places", places)

    def __getattr__(self, name: str) -> Any:
        is_array, field = self._places[name]
        return field if is_array else field[0]

    def __setattr__(self, name: str, value: int) -> None:
        self._places[name][1][0] = value


class NotedTables(Tables):
    """One table that records which of its bytes are used."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        super().__init__(array)
        self.touched = Touched()
        self._noted: Any = NotedTable(array[:1], self.touched)

    def __getitem__(self, index: int) -> Any:
        return self._noted


def count(game: Game, decisions: int = DECISIONS, seed: int = 0) -> tuple[dict[str, float], Counter[str]]:
    """What an average decision touches in random play: lines by what touches them (``move``, ``written by it``,
    ``observation``, ``both``), and the number of lines of each field that both touch."""
    random, tables = Random(seed), NotedTables(game.blank(1, game.check_options({})).array)
    observation, touched = np.zeros((1, game.layout.size), np.int8), tables.touched
    lines: Counter[str] = Counter()
    fields: Counter[str] = Counter()
    record = tables.array[0]
    game.interpreted.call("deal", tables, 0, seed)
    for _ in range(decisions):
        touched.clear()
        if record["done"]:
            seed += 1
            game.interpreted.call("deal", tables, 0, seed)
            touched.clear()
        game.interpreted.call("step", tables, 0, int(random.choice(np.flatnonzero(record["mask"]).tolist())))
        moved, written = touched.read | touched.written, len(touched.written)
        used = set(touched.fields)
        touched.clear()
        game.interpreted.call("observe", tables, 0, int(record["seat"]), game.layout.records(observation))
        lines["move"] += len(moved)
        lines["written by it"] += written
        lines["observation"] += len(touched.read)
        lines["both"] += len(moved | touched.read)
        fields.update(name for name, _ in used | touched.fields)
    return {name: number / decisions for name, number in lines.items()}, fields


def show(games: Iterable[Game], decisions: int, console: Console) -> None:
    """Print a line for each game, and the fields that touch the most lines."""
    table = Table(
        "game", "lines a table", "move", "written by it", "observation", "both", "fields, by lines a decision"
    )
    for game in games:
        lines, fields = count(game, decisions)
        named = ", ".join(f"{name} {number / decisions:.1f}" for name, number in fields.most_common(MOST_FIELDS))
        whole = -(-game.dtype.itemsize // LINE)
        table.add_row(game.name, str(whole), *(f"{number:.1f}" for number in lines.values()), named)
    console.print(table)


if __name__ == "__main__":
    show([rulebook(name) for name in sys.argv[1:]], DECISIONS, Console(emoji=False, width=200))
