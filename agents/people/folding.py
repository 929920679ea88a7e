"""Breaks the lines of a drawn table where the screen is narrower than the drawing."""

import re
from collections.abc import Sequence
from itertools import takewhile

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text


def joined(lines: Sequence[Text]) -> list[Text]:
    """Rejoin lines that were broken below their label: a continuation begins where the cells after the label do."""
    whole: list[Text] = []
    for line in lines:
        cells = line.plain.lstrip(" ")
        blanks = len(line.plain) - len(cells)
        if whole and cells and blanks > 8 and re.match(r" \S", whole[-1].plain[blanks - 1 :]):
            whole[-1].append("  ").append_text(line[blanks:])
        else:
            whole.append(line)
    return whole


_GAPS = (re.compile(r"(?<=[^\sA-Za-z%]) {2,}(?! )"), re.compile(r"(?<! )  (?! )"), re.compile(r" (?![ %])"))
"""Where a line may be broken, best first: after a cell, which usually ends in a number or a sign."""


def fold(line: Text, width: int, indent: int | None = None) -> list[Text]:
    """Break a line into rows of at most `width` columns: at gaps of two spaces, which separate cells, else at spaces.

    Continuation rows are indented by `indent`, or to where the cells after the line's label begin.
    """
    if cell_len(line.plain) <= width:
        return [line]
    if not line.plain.strip("─"):
        return [Text("─" * width, line.get_style_at_offset(Console(), 0))]
    indent = _indent(line.plain, width) if indent is None else indent
    rows = []
    while cell_len(text := line.plain) > width:
        gaps = (_ends(gap, text, indent, width) for gap in _GAPS)
        at = next((places[-1] for places in gaps if places), width)
        first, rest = line.divide([at])
        first.rstrip()
        rows.append(first)
        line = Text(" " * indent).append_text(rest)
    return [*rows, line]


def _ends(gap: re.Pattern[str], text: str, indent: int, width: int) -> list[int]:
    """The columns after which a row may end at such a gap."""
    within = takewhile(lambda match: match.start() <= width, gap.finditer(text))
    return [match.end() for match in within if match.end() > indent]


def _indent(line: str, width: int) -> int:
    """The column where the cells after a line's label begin."""
    blanks = len(line) - len(line.lstrip(" "))
    label = re.match(r" {1,3}\S+(?: \S+)* {2,}", line)
    result = label.end() if label else blanks or 2
    return result if result < width // 2 else 2
