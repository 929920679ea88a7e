"""The words that players meet, in plain sentences: the English page of words of a game, read part by part."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dynasty_env.games import game as rulebook
from dynasty_env.kit.named import stem_of

TEXTS = Path(__file__).parent / "web" / "rules" / "texts"
"""The rules for players and the words that they meet, by game and language."""
_MARK = re.compile(r"\{([^{}|]+)\|[^{}]*\}")
"""A checked number in a text."""
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_FENCE = re.compile(r"^```terms\n((?:(?!```).*\n)*)```$", re.MULTILINE)
_POINT = re.compile(r"^- (.*(?:\n  .*)*)", re.MULTILINE)
_SEVERAL = re.compile(r"(?<=[.;]) (?=\*\*[^*]+\*\* – )")
"""Where a point goes on with another term."""
_DASH = " – "
_NUMBER = re.compile(r"^\| (\w) · (\w+) \| (.+) \|$", re.MULTILINE)
"""A row of the table of numbers in how to play."""


class Explained(NamedTuple):
    """A term of the page.

    Attributes:
        part: the title of its part of the page; empty: it is one of the numbers that how to play lists.
        kind: the kind of a term of the game's glossary; empty: it is a word of the page alone.
        names: its names.
        also: other words that its explanation explains.
        text: the explanation.
    """

    part: str
    kind: str
    names: tuple[str, ...]
    also: tuple[str, ...]
    text: str


def folder_of(game: str) -> Path:
    """The folder of the texts for players of the game with this name."""
    return TEXTS / stem_of(game)


def text_of(game: str, name: str) -> str:
    """A text for players, or an empty string if the game has none.

    Args:
        game: the name of the game, with its version.
        name: the file's name.
    """
    file = folder_of(game) / name
    return _MARK.sub(r"\1", file.read_text(encoding="utf-8")) if file.is_file() else ""


@cache
def explained(game: str) -> tuple[Explained, ...]:
    """The terms of a game's page, in its order, after the numbers of persons. Terms of a listed kind for which the page
    has no words of its own are explained as on the rules page."""
    numbers = _NUMBER.findall(text_of(game, "en.md"))
    found = [
        Explained("", "stat", (name,), (), f"{letter}: {text.replace('*', '')}.") for letter, name, text in numbers
    ]
    for section in text_of(game, "words.en.md").split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        for fence in _FENCE.findall(body):
            listed = tomllib.loads(fence)
            kind = listed.pop("kind")
            known = {term.name: term.text for term in rulebook(game).glossary.terms if term.kind == kind}
            found += [Explained(title, kind, (name,), (), text) for name, text in (known | listed).items()]
        points = (" ".join(point.split()) for point in _POINT.findall(_FENCE.sub("", body)))
        found += filter(None, (_of_point(title, part) for point in points for part in _SEVERAL.split(point)))
    return tuple(found)


def _of_point(title: str, point: str) -> Explained | None:
    head, dash, text = point.partition(_DASH)
    names = tuple(name for bold in _BOLD.findall(head) for name in bold.split(", "))
    if not names or not dash:
        return None
    plain = text.replace("*", "")
    return Explained(title, "", names, tuple(_BOLD.findall(text)), plain[:1].upper() + plain[1:])
