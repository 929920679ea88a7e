"""Facts of a position, by which numbers of a text are checked.

A fact is one of

- ``chance ACTION``: percent, the first chance that the table tells of it; without an action, that of the question
- ``number NAME LETTER``: on a card, such as ``number Charles V P``
- ``power COUNTRY``, ``points SEAT``
- ``material TABLE.I.J``: of the game's printed numbers, such as ``material HIT.2.0``
- ``view PATH``: of what the seat shown sees, such as ``view seats.0.hand_size``; the length, where that is a list
- ``trace KIND.FIELD N``: of the N-th entry of that kind that the last move has left, N from 1; ``total KIND.FIELD``,
  ``count KIND``: of all of them
- ``rank KIND.FIELD N``: the number of the playing card that stands there
- a whole number

Facts can be added and subtracted: ``number Charles V P + 1``.
"""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any, NamedTuple

from agents.people.web.rules.moments import Moment, TextError, moment
from agents.people.web.rules.page import MARK
from agents.people.web.rules.pictures import cards_named, classes, element, text_of
from dynasty_env.kit.game import Game
from dynasty_env.kit.message import chances_in
from dynasty_env.kit.state import Entry

SUIT = 13
"""Cards of a suit."""
WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Mark(NamedTuple):
    """A checked number: what the text shows, of which position, and which fact."""

    shown: str
    moment: str
    fact: str

    def value(self) -> int:
        """The number that the text shows, in digits or as an English word."""
        digits = re.search(r"[-−]?\d+", self.shown)
        return int(digits[0].replace("−", "-")) if digits else WORDS.index(self.shown.strip().lower())


def marks_in(text: str) -> Iterator[Mark]:
    """The checked numbers of a text; each without a position is of the last picture before it."""
    last = ""
    for match in re.finditer(rf'^moment = "([\w-]+)"$|{MARK.pattern}', text, re.MULTILINE):
        if match[1]:
            last = match[1]
        else:
            yield Mark(match[2], match[3] or last, match[4])


def fact(game: Game, name: str, text: str) -> int:
    """What the engine says.

    Args:
        game: the rulebook.
        name: of the position.
        told: the fact, as the module says.

    Raises:
        TextError: the position knows nothing of that.
    """
    pieces = re.split(r" ([+−-]) ", text)
    total = _fact(moment(game, name), pieces[0])
    for sign, each in pairwise(pieces[1:]):
        if sign in "+−-":
            total += _fact(moment(game, name), each) * (1 if sign == "+" else -1)
    return total


def _fact(of: Moment, text: str) -> int:
    if text.isdecimal():
        return int(text)
    kind, _, rest = text.partition(" ")
    if kind not in _KINDS:
        raise TextError(f"{text!r}: a fact begins with one of {', '.join(_KINDS)}")
    try:
        return _KINDS[kind](of, rest)
    except (KeyError, IndexError, StopIteration, ValueError, AttributeError) as error:
        raise TextError(f"{text!r} cannot be found out of this position: {error!r}") from error


def _chance(of: Moment, action: str) -> int:
    question = of.glimpse.question
    if question is None:
        raise KeyError(action)
    named = next(each for each in question.choices if each.name == action) if action else question
    return round(100 * chances_in(named.prospects)[0].value)


def _number(of: Moment, text: str) -> int:
    name, _, letter = text.rpartition(" ")
    for part in of.parts("en").values():
        for card in cards_named(element(part), [name]):
            for each in card.iter():
                if "stat" in classes(each) and text_of(each)[:1] == letter:
                    return int(text_of(each)[1:])
    raise KeyError(name)


def _entries(of: Moment, kind: str) -> list[Entry]:
    steps = import_module(f"dynasty_env.{of.board.name}.ids")
    return [entry for entry in of.glimpse.happened if entry.kind == steps.Trace[kind]]


def _trace(of: Moment, text: str) -> int:
    kind, field, number = re.fullmatch(r"(\w+)\.(\w+)(?: (\d+))?", text).groups()  # type: ignore[union-attr]
    return int(getattr(_entries(of, kind)[int(number or 1) - 1], field))


def _rank(of: Moment, text: str) -> int:
    return _trace(of, text) % SUIT + 1


def _total(of: Moment, text: str) -> int:
    kind, _, field = text.partition(".")
    return sum(int(getattr(entry, field)) for entry in _entries(of, kind))


def _power(of: Moment, country: str) -> int:
    material = import_module(f"dynasty_env.{of.board.name}.material")
    return int(material.POWER[material.COUNTRY_NAMES.index(country)])


def _material(of: Moment, text: str) -> int:
    name, *places = text.split(".")
    value = getattr(import_module(f"dynasty_env.{of.board.name}.material"), name)
    for place in places:
        value = value[int(place)]
    return int(value)


def _view(of: Moment, path: str) -> int:
    value: Any = of.glimpse.view
    for name in path.split("."):
        value = value[int(name)] if isinstance(value, list | tuple) else value[name]
    return value if isinstance(value, int) else len(value) if isinstance(value, list | tuple | dict) else int(value)


_KINDS: dict[str, Callable[[Moment, str], int]] = {
    "chance": _chance,
    "number": _number,
    "trace": _trace,
    "rank": _rank,
    "total": _total,
    "count": lambda of, kind: len(_entries(of, kind)),
    "power": _power,
    "material": _material,
    "points": lambda of, seat: int(of.state.scores()[int(seat)]),
    "view": _view,
}
