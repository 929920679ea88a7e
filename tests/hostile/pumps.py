"""Texts on which a pattern may take long, made from the pattern itself, and whether it does."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tests.hostile.steps import REPEATS, SINGLE, Matcher, TooManyStepsError, fits, parsed, sre

SHORT, LONG = 20, 80
"""How often a piece is repeated: at first, and where that took more than a few steps for each character."""
GRANTED = 200
"""Steps for each character after which nothing more is counted: it is too many in any case."""
FEW = 4
"""Steps for each character that are never too many."""
GROWTH = 1.6
"""How much more steps a character may cost in a text that is four times as long; a square's cost four times as many."""
LETTERS = "a0 \t\n*:.,A_-/<§"
"""From which a letter is chosen that a class takes, the first that fits."""
ENDS = ("", "\0", "\n!", "!\n")
"""What follows at the end, so that a match fails where it almost was one."""


@dataclass(frozen=True)
class Slow:
    """A text on which a pattern takes more than linear time.

    Attributes:
        pattern: the pattern.
        how: how it is used.
        text: in words: the beginning, the piece that is repeated, the end.
        growth: steps a character in the long text, as a multiple of those in the short one.
    """

    pattern: str
    how: str
    text: str
    growth: float

    def __str__(self) -> str:
        return (
            f"{self.pattern!r} takes more than linear time in {self.how}, on {self.text}: read by hand, or write it so "
            f"that a failed match is not tried again from the next place (*+, ++, (?>…), a lookbehind)"
        )


def slow(pattern: str, flags: int, how: str) -> Slow | None:
    """A text on which a pattern takes more than linear time; None: none was found."""
    matcher = Matcher(pattern, flags)
    for start, piece, end in shapes(pattern, flags):
        few = cost(matcher, how, start + piece * SHORT + end)
        if few <= FEW:
            continue
        growth = cost(matcher, how, start + piece * LONG + end) / few if few < GRANTED else few
        if growth > GROWTH:
            return Slow(pattern, how, f"{start!r} + n × {piece!r} + {end!r}", growth)
    return None


def cost(matcher: Matcher, how: str, text: str) -> float:
    """Steps for each character of a text."""
    matcher.steps, matcher.granted = 0, GRANTED * (len(text) + 1)
    try:
        matcher.spans(text, how)
    except TooManyStepsError:
        return float("inf")
    return matcher.steps / (len(text) + 1)


def shapes(pattern: str, flags: int) -> Iterator[tuple[str, str, str]]:
    """(beginning, piece, end): every piece of a text that fits a part of the pattern is repeated, behind nothing and
    behind what stands before that part."""
    tree = parsed(pattern, flags)
    seen: set[tuple[str, str, str]] = set()
    for before, nodes in _parts(list(tree), flags | tree.state.flags, ""):
        pieces = {_sample(nodes, flags, one) for one in range(4)}
        for piece in filter(None, pieces):
            for start in ("", before):
                for end in ENDS:
                    shape = (start, piece, end)
                    if shape not in seen:
                        seen.add(shape)
                        yield shape


def _parts(nodes: list[Any], flags: int, before: str) -> Iterator[tuple[str, list[Any]]]:
    """(a text that leads there, nodes in a row), for all rows of nodes at every depth; words are not cut up."""
    words = [list(row) for _, row in groupby(nodes, lambda node: node[0] is sre.LITERAL or id(node))]
    for first in range(len(words)):
        lead = before + _sample([node for word in words[:first] for node in word], flags, 0)
        for last in range(first + 1, len(words) + 1):
            yield lead, [node for word in words[first:last] for node in word]
        for inner in _inner(words[first][0]):
            yield from _parts(inner, flags, lead)


def _inner(node: Any) -> list[list[Any]]:
    kind, value = node
    if kind in REPEATS:
        return [list(value[2])]
    if kind is sre.SUBPATTERN:
        return [list(value[3])]
    if kind is sre.BRANCH:
        return [list(each) for each in value[1]]
    if kind is sre.ATOMIC_GROUP:
        return [list(value)]
    return [list(value[1])] if kind in (sre.ASSERT, sre.ASSERT_NOT) else []


def _sample(nodes: list[Any], flags: int, one: int) -> str:
    """A short text that fits the nodes; `one` chooses among their letters and alternatives, and whether
    what may be left out is there."""
    return "".join(_of_node(node, flags, one) for node in nodes)


def _of_node(node: Any, flags: int, one: int) -> str:
    kind, value = node
    if kind is sre.LITERAL:
        return chr(value)
    if kind in SINGLE:
        return _letter(node, flags, one)
    if kind in REPEATS:
        return _sample(list(value[2]), flags, one) * min(value[0] or 1 - one % 2, 3)
    if kind is sre.BRANCH:
        return _sample(list(value[1][one // 2 % len(value[1])]), flags, one)
    if kind is sre.SUBPATTERN:
        return _sample(list(value[3]), flags, one)
    return _sample(list(value), flags, one) if kind is sre.ATOMIC_GROUP else ""


def _letter(node: Any, flags: int, one: int) -> str:
    own = [chr(inner) for part, inner in _class(node) if part is sre.LITERAL]
    own += [chr(inner[0]) for part, inner in _class(node) if part is sre.RANGE]
    taken = [letter for letter in (*own, *LETTERS) if fits(letter, node, flags)]
    return taken[one // 2 % len(taken)] if taken else ""


def _class(node: Any) -> Any:
    return node[1] if node[0] is sre.IN else ()
