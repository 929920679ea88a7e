"""The rulebooks whose engines are proved here, and where the proof of each lies.

A game's rules, rule tests, list of paragraphs, rulings and golden games are found by its name; `BOOKS` is the one
place that lists games. Another game adds a line.
"""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Book:
    """A rulebook.

    Attributes:
        game: the folder in `dynasty_env`, which is the game's name without its version.
        title: what people call the game.
        tests: the folder of its rule tests in `tests`.
        shared: the folder in `dynasty_env` of rules that it has in common with other games; empty: none.
        noticed: part of the mutants of its rules that its rule tests must notice; lower where they have to catch up.
    """

    game: str
    title: str
    tests: str
    shared: str = ""
    noticed: float = 0.85

    @property
    def rules(self) -> Path:
        """The engine's rules, a module a chapter."""
        return ROOT / "dynasty_env" / self.game / "rules"

    @property
    def shared_rules(self) -> Path | None:
        """Rules that it has in common with other games, if there are any."""
        return ROOT / "dynasty_env" / self.shared / "rules" if self.shared else None

    @property
    def rule_tests(self) -> Path:
        """The tests that prove the book, paragraph by paragraph."""
        return ROOT / "tests" / self.tests

    @property
    def paragraphs(self) -> Path:
        """Every numbered paragraph of the book. It lies beside the tests, which are held to it."""
        return self.rule_tests / "paragraphs.csv"

    @property
    def page(self) -> Path:
        """The book as the engine plays it, in English, with the numbered rulings."""
        return ROOT / "docs" / "rules" / f"{self.game}.md"


BOOKS = (
    Book("dynasty", "Dynasty", tests="dynasty/rules", shared="europe"),
    Book("shinsengumi", "Shinsengumi", tests="shinsengumi/rules"),
    Book("kingdoms", "Kingdoms", tests="kingdoms/rules", shared="europe"),
    Book("figures", "Figure duel", tests="figures/rules"),
    Book("three_kingdoms", "Three Kingdoms", tests="three_kingdoms/rules"),
)


def book_of(game: str) -> Book:
    """The book of a game by its name, with or without version. Raises KeyError that lists the games there are."""
    for book in BOOKS:
        if game.partition("_v")[0] == book.game:
            return book
    raise KeyError(f"no rulebook of {game!r} is listed in tests/books.py; there are {', '.join(b.game for b in BOOKS)}")
