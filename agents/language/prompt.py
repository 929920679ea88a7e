"""The prompt for a decision: the rules and the form of a reply, then what has happened, what the seat sees, and the
question.

All that is told of the table comes from the seat's own `Decision`, and so from the game's single view: two tables that
look the same to the seat give the same text.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from agents.language.moves import Move, moves_of, numbers
from agents.language.primer import primer
from agents.language.style import Style
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.notes import LONGEST
from dynasty_env.kit.terminal import plain

FORM = """\
Think as long as you like, then end your reply with one line of exactly this form:

MOVE: <number of a legal move>

You may give the move's exact text in place of its number. Alternatively, reply with nothing but the JSON object \
{"move": <number>}."""


NOTES = f"""\
Some of these moves put a question to another seat. With such a move you may send that seat a message. Nobody else \
reads it, and it is not binding. Put a line SAY: <at most {LONGEST} characters> before the line MOVE, or a key "say" \
into the object."""

_TOLD_ELSEWHERE = frozenset({"game", "options", "seat", "phase", "deciding", "legal"})
"""Fields of a view that the prompt contains elsewhere."""


class Message(TypedDict):
    """A message in the form of chat models."""

    role: str
    content: str


@dataclass(frozen=True)
class Prompt:
    """The prompt for a decision.

    Attributes:
        system: the rules and the form of a reply: the same text at every decision of a seat in a game.
        user: the decision.
        moves: the legal moves that it lists.
    """

    system: str
    user: str
    moves: tuple[Move, ...]

    def messages(self) -> list[Message]:
        """The prompt as messages to a chat model."""
        return [{"role": "system", "content": self.system}, {"role": "user", "content": self.user}]


def prompt_of(decision: Decision, happened: Sequence[str], style: Style) -> Prompt:
    """The prompt for the deciding seat; the same decision, events and style give the same text.

    Args:
        happened: what the seat has seen happen since its last decision; empty: what it saw of the last move.
        style: how much to tell.
    """
    moves = moves_of(decision)
    proposes = any(decision.addressee(move.action) is not None for move in moves)
    asked = f"Which move do you choose? End with the line MOVE: <number>, where the number is {numbers(moves)}."
    user = position_text(decision, happened or decision.chronicle(), moves, style)
    parts = (user, NOTES, asked) if proposes else (user, asked)
    return Prompt(system_text(decision, style), "\n\n".join(parts), tuple(moves))


def system_text(decision: Decision, style: Style) -> str:
    """The rules, the seat that is addressed, and the form of a reply."""
    game = decision.game
    agents = game.agents(decision.num_players)
    others = ", ".join(agent for agent in agents if agent != agents[decision.seat])
    given = decision.view().get("options", {})
    options = ", ".join(f"{name}={value}" for name, value in given.items() if name not in ("num_players", "ask_forced"))
    played = f" Options: {options}." if options else ""
    seats = f"You are {agents[decision.seat]}{others and f'; the others are {others}'}."
    return (
        f"You play the board game {game.name} to win.{played} {seats} You know only what you are shown.\n\n"
        f"## Rules in short\n\n{primer(game, style.primer)}\n\n## Your reply\n\n{FORM}"
    )


def position_text(decision: Decision, happened: Sequence[str], moves: Sequence[Move], style: Style) -> str:
    """A decision in words. `happened` is what the seat has seen happen since its last decision, one sentence each,
    oldest first."""
    agent = decision.game.agents(decision.num_players)[decision.seat]
    parts = []
    if happened:
        parts.append(_part("What has happened since your last decision", _newest(happened, style.happened)))
    if style.drawing:
        parts.append(_part(f"The table, as {agent} (you) sees it", drawing(decision)))
    if style.fields:
        parts.append(_part(f"The table, as {agent} (you) sees it; empty fields are left out", fields(decision)))
    if style.view:
        parts.append(_part("The same as JSON", json.dumps(_told(decision.view()), ensure_ascii=False)))
    asked = "\n".join(filter(None, (decision.stakes(), decision.prospects())))
    parts.append(_part(f"Your decision, {agent}: {decision.phase.replace('_', ' ')}", asked))
    parts.append(_part("Legal moves", "\n".join(move.line(named=style.names) for move in moves)))
    return "\n\n".join(parts)


def drawing(decision: Decision) -> str:
    """The table as a terminal draws it for the seat, from a table with only what the seat knows; without colours."""
    drawn = plain(decision.game.ansi(decision.imagine(key=0), decision.seat))
    return "\n".join(line.rstrip() for line in drawn.strip("\n").splitlines())


def fields(decision: Decision) -> str:
    """The seat's view with one field per line; fields that are empty, None or false are left out."""
    agents = decision.game.agents(decision.num_players)
    lines = []
    for name, value in _told(decision.view()).items():
        if name == "seats" and isinstance(value, list):
            lines += [f"{agents[seat]}: {_short(each)}" for seat, each in enumerate(value)]
        elif not _empty(value):
            lines.append(f"{name}: {_short(value)}")
    return "\n".join(lines)


def _told(view: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name not in _TOLD_ELSEWHERE}


def _part(heading: str, text: str) -> str:
    return f"## {heading}\n\n{text}".rstrip()


def _newest(lines: Sequence[str], most: int) -> str:
    dropped = [f"({len(lines) - most} earlier lines are left out)"] if len(lines) > most else []
    return "\n".join((*dropped, *lines[-most:]))


def _empty(value: Any) -> bool:
    """Whether a value is empty; the number 0 is not, since it may be the first seat."""
    return value is None or value is False or (not isinstance(value, bool | int | float) and len(value) == 0)


def _short(value: Any) -> str:
    """A value in compact form: no quotes, no empty fields; items of a list keep their places."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_inner(each)}" for name, each in value.items() if not _empty(each))
    if isinstance(value, list | tuple):
        return "; ".join(_inner(each) for each in value)
    return "yes" if value is True else "no" if value is False else "none" if value is None else str(value)


def _inner(value: Any) -> str:
    """A value within another one."""
    return f"({_short(value)})" if isinstance(value, Mapping | list | tuple) else _short(value)
