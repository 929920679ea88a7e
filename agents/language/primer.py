"""A short introduction to a game's rules, out of the game's own glossary, which is made from its rules page."""

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import zip_longest

from dynasty_env.kit.game import Game
from dynasty_env.kit.glossary import Term

_TERMS = ("action", "stat", "ability", "event", "fight", "phase")
_PARENTHESIS = re.compile(r" ?\([^()]*+\)")
_CITED = re.compile(r"§|\bch\. |-R\d|\bK\d|\bSW\d")
"""What a parenthesis holds that says where a sentence is from: a model needs it as little as a player does."""
_RULING = re.compile(r"\b[A-Z](?:-R)?\d+ (?=[A-Z“])")
_GOAL = re.compile(r"\b(?:end|score|goal|victory|winning)\b", re.IGNORECASE)
_FILE = re.compile(r"\w/\w")
_LONGEST_POINT = 500


@cache
def primer(game: Game, longest: int) -> str:
    """The rules in at most `longest` characters.

    The chapter about the end and the score comes first and whole; then each chapter of the rules page gives its first
    point before any gives its second one, and so on. With room left, the game's actions, stats, abilities, events and
    phases follow. A game without a glossary has its own description, its goal, and what its observations hold.
    """
    terms = game.glossary.terms
    chapters = [term for term in terms if term.kind == "chapter"]
    goal = [term for term in chapters if _GOAL.search(term.name)][:1]
    others = [term for term in chapters if term not in goal]
    lines = [_plain(game.__doc__ or game.name)] if chapters else _described(game)
    for term in goal:
        lines += [f"### {term.name}", *(f"- {_plain(line)}" for line in term.text.splitlines())]
    room = longest - sum(len(line) + 1 for line in lines)
    chosen: dict[int, list[str]] = {}
    for number, point in _in_turns([list(_points(term)) for term in others]):
        cost = len(point) + 3 + (0 if number in chosen else len(others[number].name) + 5)
        if cost <= room:
            chosen.setdefault(number, []).append(point)
            room -= cost
    for number in sorted(chosen):
        lines += [f"### {others[number].name}", *(f"- {point}" for point in chosen[number])]
    for term in (term for kind in _TERMS for term in terms if term.kind == kind):
        line = f"- {term.name} ({term.kind}): {' '.join(_points(term))}"
        if len(line) < room:
            lines.append(line)
            room -= len(line) + 1
    return "\n".join(lines)[:longest]


def _described(game: Game) -> list[str]:
    """What a game says of itself that has no rules page: its class or its file, how one wins, what one is shown."""
    file = sys.modules.get(type(game).__module__)
    about = [_plain(type(game).__doc__ or (file and file.__doc__) or game.name), game.goal]
    shown = [f"- {piece.name}: {piece.meaning}" for piece in game.layout.values()]
    return [*filter(None, about), "### What the table shows", *shown]


def _points(term: Term) -> Iterator[str]:
    """The points of an explanation, in plain words. What leads to a list or belongs to one, what is too long for an
    introduction, and what is about files, is left out."""
    for line in term.text.splitlines():
        point = _plain(line)
        whole = point.endswith((".", "!", ")", "”")) and not point.startswith("(")
        if whole and len(point) <= _LONGEST_POINT and not _FILE.search(point):
            yield point


def _in_turns(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    """(row, item): the first item of every row, then the second ones …"""
    for column in zip_longest(*rows):
        for number, item in enumerate(column):
            if item is not None:
                yield number, item


def _plain(words: str) -> str:
    uncited = _PARENTHESIS.sub(lambda found: "" if _CITED.search(found[0]) else found[0], words)
    return " ".join(_RULING.sub("", uncited).split())
