"""The choices of a decision as people see them, and matching of typed lines to choices."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dynasty_env.kit.message import Joined, Message, Seat, Sentence, mapped
from dynasty_env.kit.printing import without_accents
from dynasty_env.kit.seats.decision import PASS, Decision


def seat_in_words(agent: str, seat: int) -> str:
    """A seat's name for people: ``Dynasty 1`` for ``dynasty_0``."""
    return f"{agent.replace('_', ' ').capitalize()} {seat + 1}"


def in_words(text: str, agent: str, called: Callable[[str, int], str] = seat_in_words) -> str:
    """Replace the names of seats in a text, such as ``dynasty_0`` with the stem `agent`, by names for people.

    The first nine names have the same length as the originals, to keep the columns of drawings aligned. A message stays
    a message; in plain text, such as a drawing, the names are searched for. `called` returns the name to show, given
    the stem and a seat.
    """
    if isinstance(text, Message | Joined | Sentence | Seat):
        named: str = mapped(text, lambda part: _called(part, called))
        return named
    return re.sub(rf"\b{re.escape(agent)}_(\d+)\b", lambda found: called(agent, int(found[1])), text)


def _called(part: Any, called: Callable[[str, int], str]) -> Any:
    return Seat(part.agent, part.seat, called(part.agent, part.seat)) if isinstance(part, Seat) else part


class Choice:
    """A legal action with its number on the screen."""

    def __init__(self, number: int, action: int, name: str, words: str, prospects: str = "") -> None:
        self.number = number  # to type for it
        self.action = action  # its id
        self.name = name  # the action's, e.g. ``person:Charles V``
        self.words = words  # what it does
        self.prospects = prospects  # its odds in words; empty if chance plays no part
        self.plain = without_accents(f"{words} {name}")
        self.parts = set(re.findall(r"\w+", self.plain))
        self.pieces = {piece.strip(".,;()“”") for piece in re.split(r"[\s:]+", f"{words} {name}")}

    @property
    def kind(self) -> str:
        """The first part of the action's name."""
        return self.name.partition(":")[0] if ":" in self.name else ""


def choices_of(decision: Decision, prospects: Mapping[int, str] | None = None) -> list[Choice]:
    """The legal actions. Passing has number 0; the others are numbered from 1 in the order of their ids.

    Args:
        prospects: the odds of each action in words; None: those that the game states.
    """
    names, agent = decision.action_names, decision.game.agent
    stated = decision.prospects if prospects is None else prospects.__getitem__
    ordered = sorted(map(int, decision.legal), key=lambda action: names[action] != PASS)
    return [
        Choice(
            number, action, names[action], in_words(decision.describe(action), agent), in_words(stated(action), agent)
        )
        for number, action in enumerate(ordered, 0 if names[ordered[0]] == PASS else 1)
    ]


def in_ranges(choices: Sequence[Choice]) -> list[list[Choice]]:
    """Choices one after another that differ by a number alone and have the same odds, such as those of a joker."""
    ranges: list[list[Choice]] = []
    for choice in choices:
        if ranges and _goes_on(ranges[-1], choice):
            ranges[-1].append(choice)
        else:
            ranges.append([choice])
    return ranges


def _goes_on(run: Sequence[Choice], choice: Choice) -> bool:
    alike = choice.prospects and choice.prospects == run[-1].prospects and choice.kind == run[-1].kind
    return bool(alike) and choice.number == run[-1].number + 1 and _numbered(run[0].words, choice.words) is not None


def _numbered(one: str, other: str) -> str | None:
    """The field in which two messages differ, if it is a number and they differ in nothing else."""
    if not (isinstance(one, Message) and isinstance(other, Message) and one.template == other.template):
        return None
    differ = [name for name, value in one.fields.items() if value != other.fields[name]]
    return differ[0] if len(differ) == 1 and isinstance(one.fields[differ[0]], int) else None


def range_in_words(run: Sequence[Choice]) -> str:
    """What the choices of such a range do, in one text: “play the joker as 1 … 8”."""
    first, last = run[0].words, run[-1].words
    field = _numbered(first, last)
    if field is None or not (isinstance(first, Message) and isinstance(last, Message)):
        return first
    both = Joined(" … ", [str(first.fields[field]), str(last.fields[field])])
    return Message(first.template, **{**first.fields, field: both})


def matching(typed: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that a typed line may mean.

    Its words are matched as whole words first, then as beginnings of words, then anywhere. If one of the matches says
    exactly that, only this one is returned; otherwise those that contain the line in one piece, if there are any.
    Digits without letters are the number of a choice, or a whole part of one, such as ``3.2``.
    """
    if typed.isdecimal() and len(typed) < 9:
        return [choice for choice in choices if choice.number == int(typed)]
    plain = without_accents(typed)
    sought = re.findall(r"\w+", plain)
    if not sought:
        signs = [choice for choice in choices if typed in choice.words]
        return signs if typed else []
    if not any(letter.isalpha() for letter in typed):
        return [choice for choice in choices if typed in choice.pieces]
    for fits in _FITS:
        result = [choice for choice in choices if all(fits(part, choice) for part in sought)]
        if result:
            whole = [choice for choice in result if plain in map(without_accents, (choice.words, choice.name))]
            return whole or [choice for choice in result if plain in choice.plain] or result
    return []


_FITS: tuple[Callable[[str, Choice], bool], ...] = (
    lambda part, choice: part in choice.parts,
    lambda part, choice: any(own.startswith(part) for own in choice.parts),
    lambda part, choice: part in choice.plain,
)
"""How a typed word may fit a choice, best first: as a word, as the beginning of one, anywhere."""
