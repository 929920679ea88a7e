"""`python -m tests.catalogues`: which texts of the games other languages lack.

A game marks its texts with `_` where it declares them; and a page of words that players meet leaves terms of the
glossary to the catalogue: what an ability is called, and under ``[ability] name`` what it means. `--write` puts those
that a catalogue has no entry for at its end, each with an empty translation, which is then written there by hand.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import normalize, read_po

import dynasty_env
from agents.people.sentences import folder_of
from agents.people.web import phrases
from tests.books import BOOKS, ROOT, Book


def domain(book: Book) -> str:
    """The name of a game's catalogues."""
    return f"{book.game}_v0"


def file_of(language: str, book: Book) -> Path:
    """A game's catalogue in a language."""
    return phrases.FOLDER / language / f"{domain(book)}.po"


CATALOGUES = [(language, book) for book in BOOKS for language in phrases.LANGUAGES if file_of(language, book).exists()]
"""What the page can say in other words than its game."""


@cache
def marked(book: Book) -> tuple[str, ...]:
    """The texts that the kit, the room that a game shares and the game mark, each once."""
    folders = filter(None, ("kit", book.shared, book.game))
    return (*dict.fromkeys(text for folder in folders for text in _marked_in(folder)),)


@cache
def _marked_in(folder: str) -> list[str]:
    found = extract_from_dir(str(ROOT / "dynasty_env" / folder), [("**.py", "python")], keywords={"_": None})
    return [text for _, _, text, _, _ in found if isinstance(text, str)]


def explained(language: str, book: Book) -> Iterator[str]:
    """The names of the terms that the page of words lists, and of those that it does not explain itself the keys."""
    game = dynasty_env.game(domain(book))
    page = folder_of(game.name) / f"words.{language}.md"
    for fence in re.findall(r"^```terms$(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        wanted = tomllib.loads(fence)
        for term in game.glossary.terms if game.glossary else ():
            if term.kind == wanted["kind"]:
                yield term.name.replace("_", " ")
                if term.name not in wanted:
                    yield f"[{term.kind}] {term.name}"


def lacking(language: str, book: Book) -> list[str]:
    """The texts without a translation."""
    known = {**phrases.catalogue(language, "web"), **phrases.catalogue(language, domain(book))}
    return [text for text in dict.fromkeys([*marked(book), *explained(language, book)]) if text not in known]


def add(language: str, book: Book) -> list[str]:
    """Put the texts that a catalogue lacks at its end; returns those that it had no entry for."""
    file = file_of(language, book)
    with file.open("rb") as lines:
        entries = {message.id for message in read_po(lines)}
    new = [text for text in lacking(language, book) if text not in entries]
    with file.open("a", encoding="utf-8") as end:
        end.writelines(f'\nmsgid {normalize(text, width=0)}\nmsgstr ""\n' for text in new)
    return new


def main() -> int:
    """0 when nothing is lacking or all that is has been added, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.catalogues", description=__doc__)
    parser.add_argument("--write", action="store_true", help="add what is lacking, with empty translations")
    given = parser.parse_args()
    all_there = True
    for language, book in CATALOGUES:
        for text in lacking(language, book):
            all_there = False
            print(f"{file_of(language, book).relative_to(ROOT)} lacks: {text}")
        if given.write:
            add(language, book)
    return 0 if all_there or given.write else 1


if __name__ == "__main__":
    sys.exit(main())
