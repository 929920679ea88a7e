"""What a browser may send, and the answers to it. Everything else is refused without a look at the game."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

LARGEST = 1024
"""Bytes of a message."""

Version = Annotated[int, Meta(ge=0, lt=2**53)]


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Take an action.

    Attributes:
        version: of the page on which the question stood that this answers.
        action: id of a legal action.
    """

    version: Version
    action: Annotated[int, Meta(ge=0, lt=2**16)]


class Advance(Struct, tag="advance", forbid_unknown_fields=True):
    """Pass in advance.

    Attributes:
        until: ``declared``: until something else is declared; ``turn``: until the own turn; ``off``: ask me again.
    """

    until: Annotated[str, Meta(pattern="^(declared|turn|off)$")]


class Seen(Struct, tag="seen", forbid_unknown_fields=True):
    """The page shows this version now."""

    version: Version


class Back(Struct, tag="back", forbid_unknown_fields=True):
    """Take the seat back from the bot that stands in."""


class Begin(Struct, tag="begin", forbid_unknown_fields=True):
    """Begin now, with bots in the seats that nobody has taken."""


class AskHint(Struct, forbid_unknown_fields=True):
    """What would a bot do? By a request of its own, and no message to the table: the game takes no notice of it.

    Attributes:
        version: of the page on which the question stands.
    """

    version: Version


Message = Act | Advance | Seen | Back | Begin
_DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class RefusedError(Exception):
    """A message that is not carried out; nothing has changed.

    Attributes:
        code: one of `REASONS`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(REASONS[code])
        self.code = code


def _(text: str) -> str:
    """Mark a text for the catalogues."""
    return text


REASONS = {
    "malformed": _("This message is none that the table understands."),
    "oversized": _("This message is too long."),
    "stale": _("The table has moved on meanwhile. Look again, and choose once more."),
    "not asked": _("It is not for you to decide now."),
    "illegal": _("This is not possible now."),
    "spectator": _("You are watching: only those at the table decide."),
    "too many": _("Too many messages: wait a moment."),
    "not begun": _("The game has not begun yet."),
    "over": _("The game is over."),
    "host": _("Only the host of the table may begin before everybody is here."),
    "no hints": _("No hints are given at this table."),
    "no idea": _("The bot has no idea just now. Try again."),
    "broken": _("This table cannot go on: its game has met a fault of the rules. It has been logged."),
    "moved": _("Another server goes on with this table. Look again, and choose once more."),
    "storage": _("The decision could not be stored, so it has not been made. Try again."),
}
"""Why a message is refused."""


def read(raw: bytes) -> Message:
    """A message of a browser. Raises RefusedError for whatever is none."""
    if len(raw) > LARGEST:
        raise RefusedError("oversized")
    try:
        return _DECODER.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise RefusedError("malformed") from None


def read_hint(raw: bytes) -> AskHint:
    """A browser's wish for a hint. Raises RefusedError for whatever is none."""
    try:
        return msgspec.json.decode(raw, type=AskHint)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise RefusedError("malformed") from None


def write(answer: dict[str, Any]) -> str:
    """A message to a browser."""
    return msgspec.json.encode(answer).decode()
