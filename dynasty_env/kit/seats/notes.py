"""A line of text that goes with a proposal to the seat that is asked. It binds nobody, and no rule reads it.

Which actions are proposals a game says by `Game.addressee`. A note is shown to nobody but that seat, and stands in the
replay.
"""

from typing import NamedTuple, Protocol, runtime_checkable

from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.printing import CONTROLS
from dynasty_env.kit.seats.decision import Bot, Decision

LONGEST = 200
"""Letters of a note."""


def one_line(text: str) -> str:
    """A text on one line, without what controls a terminal or turns the writing round."""
    return " ".join(CONTROLS.sub(" ", text).split())


def checked(text: str) -> str:
    """A text as a note can have it. Raises OptionError: it is longer than `LONGEST` letters."""
    line = one_line(text)
    if len(line) > LONGEST:
        raise OptionError(f"a note of {len(line)} letters is too long: {in_short(line)}; at most {LONGEST} are sent")
    return line


class Note(NamedTuple):
    """A note on its way.

    Attributes:
        sender: the seat that proposes.
        addressee: the seat that is asked.
        text: one line, never empty.
    """

    sender: int
    addressee: int
    text: str

    def told(self, agent: str) -> str:
        """The note as its addressee is told of it; `agent` is the stem of the seats' names."""
        return f"{agent}_{self.sender} writes to you: “{self.text}”"


class Withdrawn(NamedTuple):
    """A note whose proposal was taken back after its addressee had been shown it: what has been read stays readable.

    Attributes:
        number: of the action with which it went, from 0; another action has that number now.
        sender: the seat that proposed.
        addressee: the seat that was asked.
        text: one line, never empty.
    """

    number: int
    sender: int
    addressee: int
    text: str


class Said(NamedTuple):
    """What a person has said to the others at the table, beside the game.

    Attributes:
        number: how many actions came before.
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
        """What goes with `action`, which it has just chosen and which is a proposal; empty: nothing."""
        ...


def note_of(bot: Bot, decision: Decision, action: int) -> Note | None:
    """What a bot sends with the action that it has chosen; None: nothing, or the action is no proposal.

    Raises:
        OptionError: the note is too long.
    """
    addressee = decision.addressee(action) if isinstance(bot, Writer) else None
    if addressee is None or not isinstance(bot, Writer):
        return None
    text = checked(bot.note(decision, action))
    return Note(decision.seat, addressee, text) if text else None
