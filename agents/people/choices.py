"""The choices of a decision as people see them, and which of them a typed line means."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from dynasty_env.kit.message import Joined, Message, Seat, Sentence, mapped
from dynasty_env.kit.printing import without_accents
from dynasty_env.kit.seats.decision import Decision

PASS = "pass"
"""Name of the action that is number 0."""


def seat_in_words(agent: str, seat: int) -> str:
    """What people call a seat: ``Dynasty 1`` for ``dynasty_0``."""
    return f"{agent.replace('_', ' ').capitalize()} {seat + 1}"


def in_words(text: str, agent: str, called: Callable[[str, int], str] = seat_in_words) -> str:
    """A text with seats as people call them; the first nine in as many letters, so that drawings keep their columns.

    A message stays one; in plain text, such as a drawing, the names are looked for.

    Args:
        text: in which seats are called ``dynasty_0`` …
        agent: how these names begin.
        called: for the beginning and a seat, what to call it.
    """
    if isinstance(text, Message | Joined | Sentence | Seat):
        named: str = mapped(text, lambda part: _called(part, called))
        return named
    return re.sub(rf"\b{re.escape(agent)}_(\d+)\b", lambda found: called(agent, int(found[1])), text)


def _called(part: Any, called: Callable[[str, int], str]) -> Any:
    return Seat(part.agent, part.seat, called(part.agent, part.seat)) if isinstance(part, Seat) else part


class Choice:
    """A legal action with its number on the screen.

    Attributes:
        number: what to type for it.
        action: its id.
        name: the action's name, e.g. ``person:Charles V``.
        words: what it does.
        prospects: what chance says about it; empty: nothing.
    """

    def __init__(self, number: int, action: int, name: str, words: str, prospects: str = "") -> None:
        self.number = number
        self.action = action
        self.name = name
        self.words = words
        self.prospects = prospects
        self.plain = without_accents(f"{words} {name}")
        self.parts = set(re.findall(r"\w+", self.plain))
        self.pieces = {piece.strip(".,;()“”") for piece in re.split(r"[\s:]+", f"{words} {name}")}

    @property
    def kind(self) -> str:
        """What the action's name begins with."""
        return self.name.partition(":")[0] if ":" in self.name else ""


def choices_of(decision: Decision) -> list[Choice]:
    """The legal actions: passing is number 0, the others are counted from 1 in the order of their ids."""
    names = decision.action_names
    first = 0 if any(names[action] == PASS for action in decision.legal) else 1
    return [
        Choice(
            number,
            int(action),
            names[action],
            in_words(decision.describe(int(action)), decision.game.agent),
            in_words(decision.prospects(int(action)), decision.game.agent),
        )
        for number, action in enumerate(sorted(decision.legal, key=lambda action: names[action] != PASS), first)
    ]


def matching(typed: str, choices: Sequence[Choice]) -> list[Choice]:
    """The choices that what was typed may mean: its words as whole words, else as beginnings, else anywhere; of these
    the one that says just that, else those that say it in one piece, if there are any. Where digits stand without a
    letter it is the number of a choice, or a whole piece of one, as ``3.2`` is."""
    if typed.isdecimal() and len(typed) < 9:
        return [choice for choice in choices if choice.number == int(typed)]
    plain = without_accents(typed)
    sought = re.findall(r"\w+", plain)
    if not sought:
        signs = [choice for choice in choices if typed in choice.words]
        return signs if typed else []
    if not any(letter.isalpha() for letter in typed):
        return [choice for choice in choices if typed in choice.pieces]
    for fits in (_as_word, _as_beginning, _anywhere):
        result = [choice for choice in choices if all(fits(part, choice) for part in sought)]
        if result:
            whole = [choice for choice in result if plain in map(without_accents, (choice.words, choice.name))]
            return whole or [choice for choice in result if plain in choice.plain] or result
    return []


def _as_word(part: str, choice: Choice) -> bool:
    return part in choice.parts


def _as_beginning(part: str, choice: Choice) -> bool:
    return any(own.startswith(part) for own in choice.parts)


def _anywhere(part: str, choice: Choice) -> bool:
    return part in choice.plain
