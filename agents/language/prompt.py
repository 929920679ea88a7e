"""The prompt for a decision: the rules and the form of a reply, then the decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from agents.language.moves import Move, moves_of, numbers
from agents.language.position import position_text
from agents.language.primer import primer
from agents.language.style import Style
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.notes import LONGEST

FORM = """\
Think as long as you like, then end your reply with one line of exactly this form:

MOVE: <number of a legal move>

You may give the move's exact text in place of its number. Alternatively, reply with nothing but the JSON object \
{"move": <number>}."""


NOTES = f"""\
Some of these moves put a question to another seat. With such a move you may send that seat a message. Nobody else \
reads it, and it is not binding. Put a line SAY: <at most {LONGEST} characters> before the line MOVE, or a key "say" \
into the object."""


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
        decision: the decision.
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
