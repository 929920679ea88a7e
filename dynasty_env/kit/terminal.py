"""What the terminal drawings of tables have in common: columns, colours, and rows behind labels."""

import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence

WIDTH = 120
"""The maximum width of a drawing in columns; less on a narrower terminal."""
NARROWEST = 60
LABEL = 14
"""The width of the labels before rows, in columns."""
BOLD, FAINT, RED = "1", "2", "91"
"""Codes for `paint`; several are joined by semicolons."""

_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def columns() -> int:
    """The width to draw on: the terminal's, within bounds."""
    return max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 40)).columns))


def paint(text: str, code: str) -> str:
    """A text with the codes of a colour around it."""
    return f"\x1b[{code}m{text}\x1b[0m"


def plain(text: str) -> str:
    """Text without colours."""
    return _ESCAPE.sub("", text)


def drawn(lines: Iterable[str]) -> str:
    """Lines as one drawing; coloured if `has_colours`."""
    drawing = "\n".join(lines)
    return drawing if has_colours() else plain(drawing)


def has_colours() -> bool:
    """Whether drawings are coloured: if standard output is a terminal, or ``$FORCE_COLOR`` is set, and never if
    ``$NO_COLOR`` is."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR") or getattr(sys.stdout, "isatty", bool)())


def rule() -> str:
    """A horizontal line."""
    return paint("─" * columns(), FAINT)


def labelled(label: str, rows: Sequence[str]) -> list[str]:
    """Rows behind a label, which is written before the first one."""
    labels = [f"  {label}", *[""] * (len(rows) - 1)]
    return [paint(name.ljust(LABEL), FAINT) + row for name, row in zip(labels, rows, strict=False)]


def rows_of(label: str, cells: Iterable[str]) -> list[str]:
    """Cells behind a label, as many in a row as fit; a cell may have several lines."""
    rows = [""]
    for cell in cells:
        longer = f"{rows[-1]}  {cell}" if rows[-1] else cell
        if rows[-1] and len(plain(longer)) > columns() - LABEL:
            rows.append(cell)
        else:
            rows[-1] = longer
    return labelled(label, "\n".join(rows).split("\n"))


def optional_rows(label: str, cells: Sequence[str]) -> list[str]:
    """The same; nothing for no cells."""
    return rows_of(label, cells) if cells else []
