"""Positions of a rulebook as text: a table as it is laid, a line of play, and what must be so then.

    §09-04-04: if the hire succeeds, the candidate joins the own dynasty's courtiers.
        given  Henry IV | Elizabeth I | wanderers Duke of Sully | pack H2 D3
        when   hire, Henry IV, Duke of Sully, rolls {dice} => Duke of Sully: {place}
        for    dice, place = 1 1, 0 courtiers | 6 6, 0 courtiers

A position begins at the margin with the statements that it proves. Each `given` lays a table, and is a test; where
there is none at first, the table is laid as the first one of the position before. `when` goes on from the table as it
is, `or` from the table before the last line whose chance was made to come out so; ``=>``, or a line `then` of its
own, says what must be so after it. ``…`` at the beginning of `given` is the table before, of which the rest is added
or altered. `beside` lays another table: the same moves are made on it, unless it has moves of its own. ``{name}``
stands for a column of `for`, each row of which is a test (of several `for`, each row with each), and for what a line
before, ``let NAME = text``, says. Lines that are further in belong to the line above. What the words mean is the
game's matter (tests/position_play.py).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

KEYWORDS = ("given", "when", "or", "then", "for", "beside")
AS_BEFORE = "…"
NAME = re.compile(r"\{([\w ]+)\}")
STATEMENT = re.compile(r"(?:(?:1e )?§|[A-Z]+-?R?|ch\. )\d[\w.-]*|[a-z]+ (?:\d )?\w+")


@dataclass(frozen=True)
class Line:
    """A keyword, and what it is followed by."""

    keyword: str
    text: str


@dataclass(frozen=True)
class Position:
    """A position that proves something.

    Attributes:
        at: the number of its first line.
        proves: the statements of the book, and the rulings.
        title: what it shows, in a sentence.
        lines: without `for`.
        row: which of several tables and of the rows of `for` it is; empty where there is one.
    """

    at: int
    proves: tuple[str, ...]
    title: str
    lines: tuple[Line, ...]
    row: str = ""


def positions(text: str) -> Iterator[Position]:
    """All positions of a text, one for each table and row. Raises ValueError that names the line."""
    names: dict[str, str] = {}
    given: list[Line] = []
    last = ""
    for at, block in _blocks(text):
        head, *rest = block
        if head.startswith("let "):
            name, _, value = head.removeprefix("let ").partition(" = ")
            names[name] = " ".join([value, *map(str.strip, rest)])
            continue
        lines = _lines(at, rest)
        title = " ".join([head, *(line.text for line in lines if not line.keyword)])
        proves, colon, sentence = title.partition(": ")
        statements = tuple(proves.split(", "))
        if not colon or not all(STATEMENT.fullmatch(each) for each in statements):
            raise ValueError(f"line {at}: {title!r} does not begin with what it proves, as in §09-04-04: …")
        lines = [line for line in lines if line.keyword]
        for number, line in enumerate(lines):
            if line.keyword in ("given", "beside"):
                last = last + line.text.removeprefix(AS_BEFORE) if line.text.startswith(AS_BEFORE) else line.text
                lines[number] = replace(line, text=last)
        tables = _tables(at, lines, given)
        given = tables[0][:1]
        for number, table in enumerate(tables, 1):
            texts = [line.text for line in table if line.keyword == "for"]
            for rows in product(*(_rows(at, _filled(at, text, names, partly=True)) for text in texts)):
                row = {head: value for each in rows for head, value in each.items()}
                filled = [replace(line, text=_filled(at, line.text, names | row)) for line in table]
                name = ", ".join([*([str(number)] if len(tables) > 1 else []), *row.values()])
                yield Position(at, statements, sentence, tuple(line for line in filled if line.keyword != "for"), name)


def _tables(at: int, lines: list[Line], before: list[Line]) -> list[list[Line]]:
    """The lines of each table; the first may be laid as one before."""
    if lines[:1] and lines[0].keyword != "given":
        lines = [*before, *lines]
    begins = [number for number, line in enumerate(lines) if line.keyword == "given"]
    tables = [lines[begin:end] for begin, end in zip(begins, [*begins[1:], len(lines)], strict=False)]
    if begins[:1] != [0] or not all(any(line.keyword == "then" for line in table) for table in tables):
        raise ValueError(f"line {at}: a position needs `given` and `then`")
    return tables


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """What begins at the margin, each with its number and the lines that belong to it."""
    at, block = 0, list[str]()
    for number, line in enumerate([*text.splitlines(), "#"], 1):
        if line.startswith(" "):
            block.append(line)
        elif line.strip():
            if block and not block[0].startswith("#"):
                yield at, block
            at, block = number, [line.strip()]


def _lines(at: int, rest: list[str]) -> list[Line]:
    lines: list[Line] = []
    for text in rest:
        keyword, _, said = text.strip().partition(" ")
        if text.startswith(" " * 5) and lines:
            lines[-1] = replace(lines[-1], text=f"{lines[-1].text} {text.strip()}")
        elif text.startswith(" " * 5):
            lines.append(Line("", text.strip()))
        elif keyword in KEYWORDS:
            lines.append(Line(keyword, said.strip()))
        else:
            raise ValueError(f"line {at}: {keyword!r} is none of {', '.join(KEYWORDS)}")
    return [part for line in lines for part in _apart(line)]


def _apart(line: Line) -> Iterator[Line]:
    """A line, and what it says after ``=>`` as a line `then`."""
    text, arrow, facts = line.text.partition(" => ")
    yield replace(line, text=text)
    if arrow:
        yield Line("then", facts)


def _rows(at: int, text: str) -> list[dict[str, str]]:
    heads, _, rows = text.partition(" = ")
    try:
        return [dict(zip(heads.split(", "), row.strip().split(", "), strict=True)) for row in rows.split(" | ")]
    except ValueError:
        raise ValueError(
            f"line {at}: in `for`, a row needs as many values as the head, separated by commas: {text}"
        ) from None


def _filled(at: int, text: str, names: dict[str, str], *, partly: bool = False) -> str:
    """A text in which names stand for what they say; with `partly` for those that are known."""
    before = ""
    while text != before:
        before = text
        try:
            text = NAME.sub(lambda match: names.get(match[1], match[0]) if partly else names[match[1]], text)
        except KeyError as error:
            raise ValueError(f"line {at}: nothing is called {error} here") from None
    return text


class PositionFile(pytest.File):
    """A text whose positions are tests: `check_position` of the module `positions` beside it plays each of them."""

    play: Callable[[Position], None]

    def collect(self) -> Iterator[pytest.Item]:
        """A test for each position and row."""
        self.play = import_module(f"tests.{self.path.parents[1].name}.rules.positions").check_position
        for position in positions(self.path.read_text(encoding="utf-8")):
            name = f"{', '.join(position.proves)}: {position.title}"
            item: PositionTest = PositionTest.from_parent(
                self, name=f"{name} [{position.row}]" if position.row else name
            )
            item.originalname, item.position = name, position
            for statement in position.proves:
                item.add_marker(pytest.mark.rule(statement))
            yield item


class PositionTest(pytest.Item):
    """A position as a test."""

    originalname: str
    position: Position
    parent: PositionFile

    def runtest(self) -> None:
        """Lay, play and look."""
        self.parent.play(self.position)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was not so; faults of the tests' own code with the way there."""
        if isinstance(excinfo.value, AssertionError | ValueError):
            return f"{self.path}:{self.position.at}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, self.position.at - 1, self.name
