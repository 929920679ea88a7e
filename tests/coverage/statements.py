"""What has to be proved: the paragraphs of a book and the rulings and chapters of its rules page."""

import csv
import re
from dataclasses import dataclass

from tests.books import Book

KINDS = ("rule", "heading", "material", "advice")
"""What a paragraph can be. Only a ``rule`` needs a test; the others say why they need none."""


@dataclass(frozen=True)
class Statement:
    """Something that tests can prove.

    Attributes:
        name: as tests name it: ``§09-03-01``, ``SW02-05``, ``D-R12``, ``ch. 7``.
        title: what it says, in a line.
        kind: one of `KINDS`, or ``ruling``, or ``chapter``.
        reason: why no test is needed.
    """

    name: str
    title: str
    kind: str
    reason: str = ""

    @property
    def needs_test(self) -> bool:
        """Whether it has to be proved. A chapter of the rules page may be named by tests and need not be."""
        return self.kind in ("rule", "ruling")


def paragraphs(book: Book) -> list[Statement]:
    """The book's paragraphs, in its order. Raises ValueError naming the line that is wrong."""
    found: dict[str, Statement] = {}
    with book.paragraphs.open(encoding="utf-8", newline="") as file:
        for line, row in enumerate(csv.DictReader(file), 2):
            statement = Statement(row["paragraph"], row["title"], row["kind"], row["reason"])
            where = f"{book.paragraphs.name}:{line}: {statement.name}"
            if statement.name in found:
                raise ValueError(f"{where} is listed twice")
            if statement.kind not in KINDS:
                raise ValueError(f"{where} is of kind {statement.kind!r}; kinds are {', '.join(KINDS)}")
            if (statement.kind == "rule") != (statement.reason == ""):
                raise ValueError(f"{where}: a rule needs a test and no reason, anything else says why it needs no test")
            found[statement.name] = statement
    return list(found.values())


def rulings(book: Book) -> list[Statement]:
    """The rows of the rules page's table of rulings; where it has none, the rulings themselves: **S-R1** What is so.

    Their names are a letter and a number: D-R1, or K1.
    """
    text = re.sub(r"(?<=\S)\n *(?=[^\s|#*-])", " ", book.page.read_text(encoding="utf-8"))  # a paragraph is one line
    rows = re.findall(r"^\| ([A-Z](?:-R)?\d+) \| (.+?) \|", text, re.MULTILINE)
    rows = rows or re.findall(r"\*\*([A-Z](?:-R)?\d+)\*\* ([^\n.;:]+)", text)
    return sorted((Statement(name, title, "ruling") for name, title in rows), key=_number)


def _number(ruling: Statement) -> int:
    return int(ruling.name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ-"))


def chapters(book: Book) -> list[Statement]:
    """The rules page's chapters; some of them (the decisions) are about the engine, and in no book."""
    rows = re.findall(r"^## (ch\. \d+) (.+)$", book.page.read_text(encoding="utf-8"), re.MULTILINE)
    return [Statement(name, title, "chapter") for name, title in rows]


def statements(book: Book) -> dict[str, Statement]:
    """All that tests may name, in order: paragraphs, rulings, chapters."""
    return {each.name: each for each in (*paragraphs(book), *rulings(book), *chapters(book))}
