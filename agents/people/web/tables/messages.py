"""The messages of a browser, and the answers to them. Everything else is rejected without looking at the game."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from dynasty_env.kit.phrases import _
from dynasty_env.kit.seats.notes import LONGEST as LONGEST_NOTE

PACES = {"fast": 0.0, "brisk": 0.5, "calm": 1.0, "slow": 2.0}
"""Seconds for which the table pauses after an event."""
LARGEST = 1024
"""Maximum size of a message in bytes."""

Version = Annotated[int, Meta(ge=0, lt=2**53)]


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Take an action."""

    version: Version  # version of the page with the question that this answers
    action: Annotated[int, Meta(ge=0, lt=2**16)]  # id of a legal action
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""  # a line for the seat to which the action puts a question


class Advance(Struct, tag="advance", forbid_unknown_fields=True):
    """Pass in advance."""

    until: Literal["declared", "turn", "off"]
    """``declared``: until something else is declared; ``turn``: until the seat's own turn; ``off``: ask again."""


class Seen(Struct, tag="seen", forbid_unknown_fields=True):
    """The page shows this version now."""

    version: Version


class Back(Struct, tag="back", forbid_unknown_fields=True):
    """Take the seat back from the bot that stands in."""


class Leave(Struct, tag="leave", forbid_unknown_fields=True):
    """Let a bot play the seat until its person returns."""


class Resign(Struct, tag="resign", forbid_unknown_fields=True):
    """Leave the game for good: a bot plays the seat to the end."""


class Skip(Struct, tag="skip", forbid_unknown_fields=True):
    """Skip all pauses until the next decision of the only person at the table."""


class Pace(Struct, tag="pace", forbid_unknown_fields=True):
    """Set how long the table pauses after an event."""

    pace: Literal["fast", "brisk", "calm", "slow"]  # one of `PACES`


class Freely(Struct, tag="freely", forbid_unknown_fields=True):
    """Leave the lesson and play on freely."""


class TakeBack(Struct, tag="back_to", forbid_unknown_fields=True):
    """Take own decisions back."""

    version: Version  # version of the page on which this was possible
    to: Literal["decision", "turn"]  # ``decision``: the last one; ``turn``: all of this turn


class Begin(Struct, tag="begin", forbid_unknown_fields=True):
    """Begin now, with bots in the seats that nobody has taken."""


class Say(Struct, tag="words", forbid_unknown_fields=True):
    """Send a chat message to the others at the table."""

    text: Annotated[str, Meta(max_length=LONGEST_NOTE)]


class AskHint(Struct, forbid_unknown_fields=True):
    """Ask for a hint. This is a separate request, not a message to the table: the game does not notice it."""

    version: Version  # version of the page with the question


Message = Act | Advance | Seen | Back | Begin | Leave | Resign | Skip | Pace | Freely | TakeBack | Say
Decoded = TypeVar("Decoded")
_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_HINT_DECODER = msgspec.json.Decoder(AskHint)


class RefusedError(Exception):
    """A message is rejected, and nothing has changed; the code is one of `REASONS`."""

    def __init__(self, code: str) -> None:
        super().__init__(REASONS[code])
        self.code = code


REASONS = {
    "malformed": _("The table does not understand this message."),
    "oversized": _("This message is too long."),
    "stale": _("The table has moved on. Look again, then choose again."),
    "not asked": _("It is not your decision now."),
    "illegal": _("This is not possible now."),
    "lesson": _("In the lesson, make the choice that it asks for, or leave the lesson and play on freely."),
    "no proposal": _("You can add a message only to an offer to another person."),
    "spectator": _("You are watching: only those at the table decide."),
    "too many": _("Too many messages: wait a moment."),
    "not begun": _("The game has not begun yet."),
    "running": _("The game is not over yet."),
    "over": _("The game is over."),
    "resigned": _("You have left this game for good; a bot plays on."),
    "begun": _("The others have begun without you: a bot has your seat."),
    "host": _("Only the host of the table may begin before everybody is here."),
    "several": _("There are other people at the table, and it waits for them too."),
    "told": _("This can no longer be taken back: somebody has acted, or something has been revealed."),
    "hinted": _("You have had a hint since then, so this can no longer be taken back."),
    "no hints": _("This table has no hints."),
    "no talk": _("People do not talk at this table."),
    "no idea": _("The bot has no answer just now. Try again."),
    "broken": _("This table cannot go on because of an error in the rules. The error has been logged."),
    "moved": _("Another server has taken over this table. Look again, then choose again."),
    "no room": _("The server's disk is full, so the decision could not be stored and has not been made."),
    "storage": _("The decision could not be stored, so it has not been made. Try again."),
}
"""Why a message is rejected."""


def read(raw: bytes) -> Message:
    """Parse a message of a browser. Raises RefusedError if it is none."""
    return _decoded(raw, _DECODER)


def read_hint(raw: bytes) -> AskHint:
    """Parse a browser's request for a hint. Raises RefusedError if it is none."""
    return _decoded(raw, _HINT_DECODER)


def _decoded(raw: bytes, decoder: msgspec.json.Decoder[Decoded]) -> Decoded:
    if len(raw) > LARGEST:
        raise RefusedError("oversized")
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise RefusedError("malformed") from None


def write(answer: dict[str, Any]) -> str:
    """Serialise a message to a browser."""
    return msgspec.json.encode(answer).decode()
