"""The legal moves of a decision, numbered for a language model."""

from collections.abc import Sequence
from dataclasses import dataclass

from dynasty_env.kit.seats.decision import Decision


@dataclass(frozen=True)
class Move:
    """A legal move.

    Attributes:
        number: 1 for the first, in the order of the action ids.
        action: its id.
        name: the action's name, e.g. ``person:Charles V``; it means the same in every phase.
        words: what it does here.
        prospects: its odds in words; empty if chance plays no part.
    """

    number: int
    action: int
    name: str
    words: str
    prospects: str = ""

    def line(self, *, named: bool) -> str:
        """The move as a line of a prompt."""
        name = f" [{self.name}]" if named and self.name != self.words else ""
        return f"{self.number}. {self.words}{name}" + (f" → {self.prospects}" if self.prospects else "")


def moves_of(decision: Decision) -> list[Move]:
    """The legal moves of a decision; never empty."""
    return [
        Move(number, action, decision.action_names[action], decision.describe(action), decision.prospects(action))
        for number, action in enumerate(map(int, decision.legal), 1)
    ]


def numbers(moves: Sequence[Move]) -> str:
    """The range of valid numbers: ``1`` or ``1 to 7``."""
    return "1" if len(moves) == 1 else f"1 to {moves[-1].number}"
