"""Transcripts of language models as JSON lines, with a file for each seat, since it contains the seat's hand."""

import json
from pathlib import Path

from agents.language.dialogue import Answer
from dynasty_env.kit.files.atomic import on_disk
from dynasty_env.kit.seats.decision import Decision


class Transcripts:
    """Writes ``seat-<n>.jsonl`` in a folder, with one line for each request to a model.

    A line has the keys ``game`` (its number in this run, from 1), ``name`` (of the game), ``phase``, ``attempt`` (from
    1), ``sent`` (messages), ``reply`` (null if there was none), ``error`` (empty if there was none), and ``move`` (the
    name of the action that the reply named, or null). Keys of servers are never part of messages and therefore never
    written.

    Args:
        folder: created if it does not exist; lines are appended.

    Raises:
        SaveError: it cannot be created or written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._game = 0
        with on_disk(folder):
            folder.mkdir(parents=True, exist_ok=True)

    def begin(self) -> None:
        """Begin a new game."""
        self._game += 1

    def write(self, decision: Decision, answer: Answer) -> None:
        """Append all messages about a decision."""
        lines = []
        for attempt, exchange in enumerate(answer.exchanges, 1):
            named = answer.move.name if answer.move is not None and not exchange.error else None
            content = {
                "game": self._game, "name": decision.game.name, "phase": decision.phase, "attempt": attempt,
                "sent": exchange.sent, "reply": exchange.reply, "error": exchange.error, "move": named,
            }  # fmt: skip
            lines.append(json.dumps(content, ensure_ascii=False) + "\n")
        path = self._folder / f"seat-{decision.seat}.jsonl"
        with on_disk(path), path.open("a", encoding="utf-8") as file:
            file.writelines(lines)
