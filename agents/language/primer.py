"""A short introduction to a game's rules, made from the game's glossary, which comes from its rules page."""

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
"""Matches parentheses that only cite a source, which neither a model nor a player needs."""
_RULING = re.compile(r"\b[A-Z](?:-R)?\d+ (?=[A-Z“])")
_GOAL = re.compile(r"\b(?:end|score|goal|victory|winning)\b", re.IGNORECASE)
_FILE = re.compile(r"\w/\w")
_LONGEST_POINT = 500


@cache
def primer(game: Game, longest: int) -> str:
    """The rules in at most `longest` characters.

    The chapter about the end and the score comes first and complete. Then each chapter of the rules page contributes
    its first point, then each its second one, and so on. If there is room left, the game's actions, stats, abilities,
    events and phases follow. A game without a glossary has its description, its goal, and the contents of its
    observations.
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
    """The description of a game without a rules page: that of its class or file, its goal, and its observations."""
    file = sys.modules.get(type(game).__module__)
    about = [_plain(type(game).__doc__ or (file and file.__doc__) or game.name), game.goal]
    shown = [f"- {piece.name}: {piece.meaning}" for piece in game.layout.values()]
    return [*filter(None, about), "### What the table shows", *shown]


def _points(term: Term) -> Iterator[str]:
    """The points of an explanation in plain words, without lists and their introductions, points that are too long for
    an introduction, and points about files."""
    for line in term.text.splitlines():
        point = _plain(line)
        whole = point.endswith((".", "!", ")", "”")) and not point.startswith("(")
        if whole and len(point) <= _LONGEST_POINT and not _FILE.search(point):
            yield point


def _in_turns(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, str]]:
    """Pairs (row, item): the first item of every row, then the second ones …"""
    for column in zip_longest(*rows):
        for number, item in enumerate(column):
            if item is not None:
                yield number, item


def _plain(words: str) -> str:
    uncited = _PARENTHESIS.sub(lambda found: "" if _CITED.search(found[0]) else found[0], words)
    return " ".join(_RULING.sub("", uncited).split())
