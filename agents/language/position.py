"""A decision as text: what has happened, what the seat sees, and the question.

All of it comes from the seat's own `Decision`, and so from the game's single view: two tables that look the same to the
seat give the same text.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agents.language.moves import Move
from agents.language.style import Style
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.terminal import plain

_TOLD_ELSEWHERE = frozenset({"game", "options", "seat", "phase", "deciding", "legal"})
"""Fields of a view that the prompt contains elsewhere."""


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
