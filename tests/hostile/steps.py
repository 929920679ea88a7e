"""A backtracking matcher that counts its steps: what Python's own one does, without its clock.

`re` tries the alternatives of a pattern one after another. So its time is the number of single characters and positions
that it looks at, and whether that number grows with the length of a text or with its square can be counted, the same on
every machine. The matcher here works on the tree that `re` itself compiles from.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, reduce
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

Go = Callable[[int], bool]
"""What is left of the pattern, from a position on."""
Node = Callable[[int, Go], bool]

CATEGORIES: dict[Any, Callable[[str], bool]] = {
    sre.CATEGORY_DIGIT: str.isdecimal,
    sre.CATEGORY_SPACE: str.isspace,
    sre.CATEGORY_WORD: lambda letter: letter.isalnum() or letter == "_",
}
NEGATED = {
    sre.CATEGORY_NOT_DIGIT: sre.CATEGORY_DIGIT,
    sre.CATEGORY_NOT_SPACE: sre.CATEGORY_SPACE,
    sre.CATEGORY_NOT_WORD: sre.CATEGORY_WORD,
}
REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
SINGLE = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)


def parsed(pattern: str, flags: int) -> Any:
    """The tree of a pattern."""
    return parser.parse(pattern, flags)


def in_category(letter: str, category: Any) -> bool:
    """Whether a letter is a digit, a word's letter …"""
    return not CATEGORIES[NEGATED[category]](letter) if category in NEGATED else CATEGORIES[category](letter)


def fits(letter: str, node: tuple[Any, Any], flags: int) -> bool:
    """Whether a node that takes a single character takes this one."""
    kind, value = node
    if flags & re.IGNORECASE:
        return any(
            _fits(each, kind, value, flags) for each in {letter, letter.lower(), letter.upper()} if len(each) == 1
        )
    return _fits(letter, kind, value, flags)


def _fits(letter: str, kind: Any, value: Any, flags: int) -> bool:
    if kind is sre.LITERAL:
        return ord(letter) == value
    if kind is sre.NOT_LITERAL:
        return ord(letter) != value
    if kind is sre.ANY:
        return bool(flags & re.DOTALL) or letter != "\n"
    found = False
    for part, inner in value:
        if part is sre.LITERAL:
            found = found or ord(letter) == inner
        elif part is sre.RANGE:
            found = found or inner[0] <= ord(letter) <= inner[1]
        elif part is sre.CATEGORY:
            found = found or in_category(letter, inner)
    return found != (value[0][0] is sre.NEGATE)


class TooManyStepsError(Exception):
    """A match that takes more steps than were granted."""


class Matcher:
    """A pattern that is matched step by step.

    Args:
        pattern: the pattern.
        flags: as `re.compile` takes them.
        granted: steps after which `TooManyStepsError` is raised.

    Attributes:
        steps: how many characters and positions were looked at so far.
    """

    def __init__(self, pattern: str, flags: int = 0, granted: int = 10**9) -> None:
        self.tree = parsed(pattern, flags)
        self.flags = flags | self.tree.state.flags
        self.steps = 0
        self.granted = granted
        self._text = ""
        self._groups: dict[int, tuple[int, int]] = {}
        self._match = self._sequence(list(self.tree), self.flags)

    def spans(self, text: str, how: str) -> list[tuple[int, int]]:
        """Where the pattern is found.

        Args:
            text: in which it is looked for.
            how: ``fullmatch`` and ``match`` try the beginning alone; ``search`` stops at the first place;
                any other name goes through the whole text, as ``finditer`` does.
        """
        self._text = text
        found, start = [], 0
        with _deep():
            while start <= len(text):
                self._step()
                self._groups.clear()
                end = self._end(start, whole=how == "fullmatch")
                if end is not None:
                    found.append((start, end))
                if how in ("fullmatch", "match") or (how == "search" and found):
                    break
                start = start + 1 if end is None or end == start else end
        return found

    def _step(self, count: int = 1) -> None:
        self.steps += count
        if self.steps > self.granted:
            raise TooManyStepsError

    def _end(self, start: int, *, whole: bool) -> int | None:
        ends: list[int] = []

        def take(place: int) -> bool:
            if whole and place != len(self._text):
                return False
            ends.append(place)
            return True

        return ends[0] if self._match(start, take) else None

    def _sequence(self, nodes: list[tuple[Any, Any]], flags: int) -> Node:
        made = [self._node(node, flags) for node in reversed(nodes)]

        def before(rest: Node, node: Node) -> Node:
            return lambda place, go: node(place, lambda here: rest(here, go))

        return reduce(before, made) if made else lambda place, go: go(place)

    def _node(self, node: tuple[Any, Any], flags: int) -> Node:
        kind, value = node
        if kind in SINGLE:
            return self._single(node, flags)
        if kind in REPEATS:
            return self._repeat(kind, value, flags)
        if kind is sre.SUBPATTERN:
            group, added, removed, inner = value
            return self._group(group, self._sequence(list(inner), (flags | added) & ~removed))
        if kind is sre.BRANCH:
            branches = [self._sequence(list(each), flags) for each in value[1]]
            return lambda place, go: any(branch(place, go) for branch in branches)
        if kind is sre.ATOMIC_GROUP:
            return self._atomic(self._sequence(list(value), flags))
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            return self._look(value[0], list(value[1]), flags, wanted=kind is sre.ASSERT)
        if kind is sre.AT:
            return self._position(value, flags)
        if kind is sre.GROUPREF:
            return self._again(value)
        raise NotImplementedError(f"{kind} is not counted yet: add it to tests/hostile/steps.py")

    def _single(self, node: tuple[Any, Any], flags: int) -> Node:
        taken = cache(lambda letter: fits(letter, node, flags))

        def match(place: int, go: Go) -> bool:
            self._step()
            return place < len(self._text) and taken(self._text[place]) and go(place + 1)

        return match

    def _repeat(self, kind: Any, value: Any, flags: int) -> Node:
        least, most, inner = value
        nodes = list(inner)
        if len(nodes) == 1 and nodes[0][0] in SINGLE:
            return self._run(kind, least, most, nodes[0], flags)
        body = self._sequence(nodes, flags)

        def match(place: int, go: Go, count: int = 0) -> bool:
            self._step()

            def again(here: int) -> bool:
                return (here > place or count < least) and match(here, go, count + 1)

            if count < least:
                return body(place, again)
            if kind is sre.MIN_REPEAT:
                return go(place) or (count < most and body(place, again))
            return (count < most and body(place, again)) or go(place)

        if kind is not sre.POSSESSIVE_REPEAT:
            return match
        return self._atomic(match)

    def _run(self, kind: Any, least: int, most: int, node: tuple[Any, Any], flags: int) -> Node:
        """A repeat of one character: counted forwards, and backwards where it gives way."""
        taken = cache(lambda letter: fits(letter, node, flags))

        def match(place: int, go: Go) -> bool:
            end = place
            limit = min(len(self._text), place + (len(self._text) if most is sre.MAXREPEAT else most))

            def forwards(to: int) -> int:
                here = end
                while here < to:
                    self._step()
                    if not taken(self._text[here]):
                        break
                    here += 1
                return here

            if kind is sre.MIN_REPEAT:
                end = forwards(min(limit, place + least))
                while end - place >= least:
                    if go(end):
                        return True
                    before, end = end, forwards(min(limit, end + 1))
                    if end == before:
                        return False
                return False
            end = forwards(limit)
            for here in range(end, place + least - 1, -1):
                self._step()
                if go(here):
                    return True
                if kind is sre.POSSESSIVE_REPEAT:
                    return False
            return False

        return match

    def _group(self, group: int | None, body: Node) -> Node:
        if group is None:
            return body

        def match(place: int, go: Go) -> bool:
            def close(end: int) -> bool:
                before = self._groups.get(group)
                self._groups[group] = (place, end)
                if go(end):
                    return True
                self._groups.pop(group)
                if before is not None:
                    self._groups[group] = before
                return False

            return body(place, close)

        return match

    def _atomic(self, body: Node) -> Node:
        def match(place: int, go: Go) -> bool:
            ends: list[int] = []
            return body(place, lambda end: bool(ends.append(end)) or True) and go(ends[-1])

        return match

    def _look(self, direction: int, nodes: list[tuple[Any, Any]], flags: int, *, wanted: bool) -> Node:
        body = self._sequence(nodes, flags)
        width = parser.SubPattern(self.tree.state, nodes).getwidth()[0] if direction < 0 else 0

        def match(place: int, go: Go) -> bool:
            self._step()
            found = place >= width and body(place - width, lambda end: direction > 0 or end == place)
            return found == wanted and go(place)

        return match

    def _position(self, value: Any, flags: int) -> Node:
        def match(place: int, go: Go) -> bool:
            self._step()
            return self._is_at(value, place, flags) and go(place)

        return match

    def _is_at(self, value: Any, place: int, flags: int) -> bool:
        text = self._text
        if value in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING):
            lines = value is sre.AT_BEGINNING and flags & re.MULTILINE
            return place == 0 or bool(lines and text[place - 1] == "\n")
        if value in (sre.AT_END, sre.AT_END_STRING):
            if place == len(text):
                return True
            ends = flags & re.MULTILINE or place == len(text) - 1
            return value is sre.AT_END and bool(ends) and text[place] == "\n"
        before = place > 0 and in_category(text[place - 1], sre.CATEGORY_WORD)
        behind = place < len(text) and in_category(text[place], sre.CATEGORY_WORD)
        return (before != behind) == (value is sre.AT_BOUNDARY)

    def _again(self, group: int) -> Node:
        def match(place: int, go: Go) -> bool:
            start, end = self._groups.get(group, (0, -1))
            self._step(max(1, end - start))
            return end >= start and self._text.startswith(self._text[start:end], place) and go(place + end - start)

        return match


@contextmanager
def _deep() -> Iterator[None]:
    """Room for a recursion as deep as a text is long."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
