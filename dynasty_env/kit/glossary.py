"""The terms of a game with their explanations, as on its rules page, and a search among them."""

import difflib
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from dynasty_env.kit.printed import rows
from dynasty_env.kit.printing import LONGEST_COMPARED, without_accents

MOST_FOUND = 6
"""If a word fits more terms than this, the answer only lists their names."""


class Term(NamedTuple):
    """A term of a game.

    Attributes:
        name: the term, as people write it.
        kind: what it is, e.g. ``ability``, ``event``, ``phase``, ``rule``.
        chapter: where the rules page explains it, e.g. ``ch. 3.2``.
        also: other ways to write it.
        text: the explanation, plain text; a line break begins a new point.
    """

    name: str
    kind: str
    chapter: str
    also: tuple[str, ...]
    text: str


FIELDS = ("term", "kind", "chapter", "also", "text")
"""The columns of a glossary's file. In ``also``, semicolons separate the names."""


class Glossary:
    """All terms of a game.

    Args:
        file: a CSV file with the columns `FIELDS`; None: a game without a glossary.
        terms: the terms, if they are in no file.
    """

    def __init__(self, file: Path | None = None, terms: Sequence[Term] = ()) -> None:
        self._file = file
        self._given = tuple(terms)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """In the order of the rules page."""
        if self._file is None:
            return self._given
        return tuple(
            Term(row["term"], row["kind"], row["chapter"], tuple(filter(None, row["also"].split(";"))), row["text"])
            for row in rows(self._file)
        )

    @cached_property
    def _spellings(self) -> tuple[tuple[str, Term], ...]:
        return tuple((plain(name), term) for term in self.terms for name in (term.name, *term.also))

    def find(self, word: str) -> list[Term]:
        """Find the terms for a word: terms with this name, otherwise terms whose names contain its words, otherwise
        terms with words that start with them. Accents, capitals, signs between words and a plural's s do not matter."""
        sought = plain(word)
        for looked_for, fits in (
            (sought, str.__eq__),
            (sought.removesuffix("s"), str.__eq__),
            (sought, lambda spelling, part: f" {part} " in f" {spelling} "),
            (sought, lambda spelling, part: f" {part}" in f" {spelling}"),
        ):
            result = [term for spelling, term in self._spellings if looked_for and fits(spelling, looked_for)]
            if result:
                return list(dict.fromkeys(result))
        return []

    def suggest(self, word: str, count: int = 5) -> list[str]:
        """Names of terms that are similar to a word, most similar first."""
        names = {spelling: term.name for spelling, term in reversed(self._spellings)}
        alike = difflib.get_close_matches(plain(word), names, 3 * count, 0.6)
        return list(dict.fromkeys(names[spelling] for spelling in alike))[:count]


def plain(words: str) -> str:
    """Words without accents, capitals and punctuation, separated by single blanks; a text of signs only
    stays as it is."""
    return " ".join(re.findall(r"[^\W_]+", without_accents(words))) or words[:LONGEST_COMPARED].strip()


def heading(term: Term) -> str:
    """A term's name with its kind and the place of its rules."""
    about = ", ".join(filter(None, (term.kind, term.chapter)))
    return f"{term.name} ({about})" if about else term.name


def names(terms: Sequence[Term]) -> str:
    """The names of terms, without repetitions."""
    return ", ".join(dict.fromkeys(term.name for term in terms))
