"""A line of text sent with a proposal to the seat that is asked. It binds nobody, and no rule reads it.

`Game.addressee` says which actions are proposals. A note is shown only to that seat, and is kept in the replay.
"""

from typing import NamedTuple, Protocol, runtime_checkable

from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.printing import CONTROLS
from dynasty_env.kit.seats.decision import Bot, Decision

LONGEST = 200
"""Longest note, in characters."""


def one_line(text: str) -> str:
    """A text on one line, without characters that control a terminal or change the writing direction."""
    return " ".join(CONTROLS.sub(" ", text).split())


def checked(text: str) -> str:
    """A text in the form of a note. Raises OptionError if it is longer than `LONGEST` characters."""
    line = one_line(text)
    if len(line) > LONGEST:
        raise OptionError(f"a note of {len(line)} characters is too long: {in_short(line)}; the limit is {LONGEST}")
    return line


class Note(NamedTuple):
    """A note that is being delivered.

    Attributes:
        text: one line, never empty.
    """

    sender: int
    addressee: int
    text: str

    def told(self, agent: str) -> str:
        """The note as its addressee reads it; `agent` is the stem of the seats' names."""
        return f"{agent}_{self.sender} writes to you: “{self.text}”"


class Withdrawn(NamedTuple):
    """A note whose proposal was taken back after its addressee had seen it: a note that has been read stays readable.

    Attributes:
        number: the number of the action that it was sent with, from 0; another action has that number now.
        text: one line, never empty.
    """

    number: int
    sender: int
    addressee: int
    text: str


class Said(NamedTuple):
    """Something a person has said to the others at the table, outside the game.

    Attributes:
        number: the number of actions before it.
        sender: the seat that said it.
        text: one line, never empty.
    """

    number: int
    sender: int
    text: str


@runtime_checkable
class Writer(Protocol):
    """A bot that sends notes with its proposals."""

    def note(self, decision: Decision, action: int) -> str:
        """The note to send with `action`, a proposal that the bot has just chosen; empty: none."""


def note_of(bot: Bot, decision: Decision, action: int) -> Note | None:
    """The note that a bot sends with its chosen action; None: it sends none, or the action is not a proposal. Raises
    OptionError if the note is too long."""
    addressee = decision.addressee(action) if isinstance(bot, Writer) else None
    if addressee is None or not isinstance(bot, Writer):
        return None
    text = checked(bot.note(decision, action))
    return Note(decision.seat, addressee, text) if text else None
