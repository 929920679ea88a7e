"""Finds the move that a reply names: one documented form, and a clear error for everything else.

A reply may be any text of any length, from anybody. It is read once from beginning to end, without patterns that
backtrack.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

from agents.language.moves import Move, numbers
from dynasty_env.kit.errors import DynastyEnvError, in_short
from dynasty_env.kit.seats.notes import LONGEST, one_line

LONGEST_REPLY = 1_000_000
"""Maximum number of characters of a reply; a longer one is rejected."""
_THINKING = re.compile(r"<(/?)think(?:ing)?>")
_NUMBER = re.compile(r"-?[0-9]+\.?")
_FENCE = "```"
_BLANKS = " \t\r"
_LONGEST_NUMBER = 9
_TOO_LARGE = f"a number of more than {_LONGEST_NUMBER} digits"
"""Replaces the number itself, which would take long to format."""
_LISTED = 12


class ReplyError(DynastyEnvError, ValueError):
    """A reply names no legal move. The message says what would be right.

    Attributes:
        illegal: it has the right form, but the move that it names is not legal now.
    """

    def __init__(self, message: str, *, illegal: bool = False) -> None:
        super().__init__(message)
        self.illegal = illegal


def move_named(reply: str, moves: Sequence[Move]) -> Move:
    """The move that a reply names.

    A reply has one of these forms:

    - text with a line ``MOVE: <number>`` or ``MOVE: <exact text or name of the move>``; several such lines must name
      the same move; bold type (``**MOVE: 3**``) does not matter;
    - only a JSON object, fenced or not, whose key ``move`` holds the number, the text or the name.

    Anything within ``<think>…</think>`` is ignored.

    Raises:
        ReplyError: the reply has neither form, names no legal move or more than one, or is longer than `LONGEST_REPLY`.
    """
    if len(reply) > LONGEST_REPLY:
        raise ReplyError(
            f"the reply has {len(reply):,} characters, but only {LONGEST_REPLY:,} are read; {_right(moves)}"
        )
    text, by_text = without_thoughts(reply), _by_text(moves)
    if not text:
        raise ReplyError(f"the reply is empty; {_right(moves)}")
    content = _json_in(text)
    if content:
        return _move(_move_in_json(content, moves), moves, by_text)
    lines = dict.fromkeys(_lines(text, "MOVE:"))
    if not lines:
        raise ReplyError(f"the reply has no line MOVE: <number>; {_right(moves)}")
    named = {_move(line, moves, by_text) for line in lines}
    if len(named) > 1:
        raise ReplyError(f"the reply names several moves ({_listed(named)}); {_right(moves)}")
    return named.pop()


def note_in(reply: str) -> str:
    """The note of a reply to the seat that its move asks: a line ``SAY: …``, or the key ``say`` of a JSON object.

    The note is put on one line and cut to `LONGEST` letters; it is empty if there is none.
    """
    text = without_thoughts(reply[:LONGEST_REPLY])
    content = _json_in(text)
    note: Any = ""
    if content:
        with suppress(ValueError, RecursionError):
            note = json.loads(content).get("say", "")
    else:
        note = next(reversed(_lines(text, "SAY:")), "")
    return one_line(note[: 10 * LONGEST])[:LONGEST].rstrip() if isinstance(note, str) else ""


def as_reply(move: int | str) -> str:
    """A move as a reply in the form that a prompt asks for: ``MOVE:`` is put before a number, a move's name or its
    text; a whole reply stays as it is."""
    if isinstance(move, int):
        return f"MOVE: {move}" if abs(move) < 10**_LONGEST_NUMBER else f"MOVE: {_TOO_LARGE}"
    text = without_thoughts(move[:LONGEST_REPLY])
    return move if _json_in(text) or _lines(text, "MOVE:") else f"MOVE: {move.strip()}"


def without_thoughts(reply: str) -> str:
    """A reply without the parts within ``<think>…</think>``; a part that never ends is kept."""
    parts, begun, end = [], -1, 0
    for mark in _THINKING.finditer(reply):
        if not mark[1] and begun < 0:
            begun = mark.start()
        elif mark[1] and begun >= 0:
            parts.append(reply[end:begun])
            begun, end = -1, mark.end()
    return "".join([*parts, reply[end:]]).strip()


def _json_in(text: str) -> str:
    """The JSON object that a text consists of, fenced or not, or an empty string."""
    if text.startswith(_FENCE) and text.endswith(f"\n{_FENCE}"):
        first, _, rest = text[len(_FENCE) : -len(_FENCE)].partition("\n")
        if first.strip() in ("", "json"):
            text = rest.strip()
    return text if text.startswith("{") else ""


def _lines(text: str, keyword: str) -> list[str]:
    """The rest of each line that begins with a keyword, in bold or not."""
    result = []
    for line in text.split("\n"):
        bare = line.strip(_BLANKS).lstrip("*")
        if bare.startswith(keyword):
            result.append(bare.removeprefix(keyword).lstrip("*").rstrip(_BLANKS).rstrip("*").strip(_BLANKS))
    return result


def _move_in_json(text: str, moves: Sequence[Move]) -> str:
    """The value of the key ``move`` of a JSON object."""
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReplyError(
            f"the reply begins like JSON but is not valid JSON ({in_short(str(error))}); {_right(moves)}"
        ) from None
    value = content.get("move")
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ReplyError(f'the JSON object has no key "move" with a number or a text; {_right(moves)}')
    return str(value) if isinstance(value, str) or abs(value) < 10**_LONGEST_NUMBER else _TOO_LARGE


def _by_text(moves: Sequence[Move]) -> dict[str, list[Move]]:
    """The moves by each text that names them."""
    named: dict[str, list[Move]] = {}
    for move in moves:
        for text in {move.name, move.words, move.line(named=False)}:
            named.setdefault(text, []).append(move)
    return named


def _move(named: str, moves: Sequence[Move], by_text: Mapping[str, Sequence[Move]]) -> Move:
    """The legal move for a number, a name or a text."""
    if _NUMBER.fullmatch(named):
        digits = named.removesuffix(".")
        wanted = int(digits) if len(digits) <= _LONGEST_NUMBER else 0
        result: Sequence[Move] = moves[wanted - 1 : wanted] if wanted > 0 else ()
    else:
        result = by_text.get(named, ())
    if len(result) == 1:
        return result[0]
    if result:
        raise ReplyError(
            f"the text {in_short(named)} matches the moves {_listed(result)}: give the number; {_right(moves)}"
        )
    raise ReplyError(f"{in_short(named)} is not a legal move; {_right(moves)}", illegal=True)


def _listed(moves: Collection[Move]) -> str:
    """The numbers of a few moves."""
    ordered = sorted(move.number for move in moves)
    return ", ".join(map(str, ordered[:_LISTED])) + (" …" if len(ordered) > _LISTED else "")


def _right(moves: Sequence[Move]) -> str:
    return f"end with one line MOVE: <number>, the number being {numbers(moves)}"
