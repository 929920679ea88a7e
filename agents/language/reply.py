"""Which move a reply names: one documented form, and a clear error for everything else."""

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from agents.language.moves import Move, numbers
from dynasty_env.kit.errors import DynastyEnvError, in_short
from dynasty_env.kit.seats.notes import LONGEST, one_line

_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_LINE = re.compile(r"^[ \t]*\**MOVE:\**[ \t]*(.*?)[ \t]*\**[ \t]*$", re.MULTILINE)
_SAID = re.compile(r"^[ \t]*\**SAY:\**[ \t]*(.*?)[ \t]*\**[ \t]*$", re.MULTILINE)
_FENCED = re.compile(r"\A```(?:json)?\s*\n(.*)\n```\Z", re.DOTALL)
_LONGEST_NUMBER = 9


class ReplyError(DynastyEnvError, ValueError):
    """A reply that names no legal move. The message says what would be right.

    Attributes:
        illegal: it has the right form, but the move that it names is not legal now.
    """

    def __init__(self, message: str, *, illegal: bool = False) -> None:
        super().__init__(message)
        self.illegal = illegal


def move_named(reply: str, moves: Sequence[Move]) -> Move:
    """The move that a reply names.

    A reply is one of

    - text with a line ``MOVE: <number>`` or ``MOVE: <exact text or name of the move>``; if there are several such lines
      they must name the same move; bold type (``**MOVE: 3**``) does not matter;
    - a JSON object alone, fenced or not, whose key ``move`` has the number, the text or the name.

    Whatever stands within ``<think>…</think>`` is not read.

    Raises:
        ReplyError: the reply has neither form, or names no legal move, or more than one.
    """
    said = _THOUGHT.sub("", reply).strip()
    if not said:
        raise ReplyError(f"the reply is empty; {_right(moves)}")
    fenced = _FENCED.match(said)
    bare = fenced[1].strip() if fenced else said
    if bare.startswith("{"):
        return _move(_of_json(bare, moves), moves)
    lines = _LINE.findall(said)
    if not lines:
        raise ReplyError(f"the reply has no line MOVE: <number>; {_right(moves)}")
    named = {_move(line, moves) for line in lines}
    if len(named) > 1:
        several = ", ".join(str(move.number) for move in sorted(named, key=lambda move: move.number))
        raise ReplyError(f"the reply names several moves ({several}); {_right(moves)}")
    return named.pop()


def note_in(reply: str) -> str:
    """What a reply says to the seat that its move asks: a line ``SAY: …``, or the key ``say`` of a JSON object; on one
    line, the first `LONGEST` letters of it; empty: nothing."""
    said = _THOUGHT.sub("", reply).strip()
    fenced = _FENCED.match(said)
    bare = fenced[1].strip() if fenced else said
    text: Any = ""
    if bare.startswith("{"):
        with suppress(ValueError, RecursionError):
            text = json.loads(bare).get("say", "")
    elif lines := _SAID.findall(said):
        text = lines[-1]
    return one_line(text)[:LONGEST].rstrip() if isinstance(text, str) else ""


def _of_json(text: str, moves: Sequence[Move]) -> str:
    """What the key ``move`` of a JSON object says."""
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReplyError(f"the reply begins like JSON and is none ({in_short(str(error))}); {_right(moves)}") from None
    value = found.get("move") if isinstance(found, dict) else None
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ReplyError(f'the JSON object has no key "move" with a number or a text; {_right(moves)}')
    return str(value) if isinstance(value, str) or abs(value) < 10**_LONGEST_NUMBER else "0"


def _move(named: str, moves: Sequence[Move]) -> Move:
    """The legal move of a number, a name or a text."""
    if re.fullmatch(r"-?[0-9]+\.?", named):
        digits = named.removesuffix(".")
        wanted = int(digits) if len(digits) <= _LONGEST_NUMBER else 0
        found = [move for move in moves if move.number == wanted]
    else:
        found = [move for move in moves if named in (move.name, move.words, move.line(named=False))]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(str(move.number) for move in found)
        raise ReplyError(f"the text {in_short(named)} fits the moves {listed}: give the number; {_right(moves)}")
    raise ReplyError(f"{in_short(named)} is no legal move; {_right(moves)}", illegal=True)


def _right(moves: Sequence[Move]) -> str:
    return f"end with one line MOVE: <number>, the number being {numbers(moves)}"
