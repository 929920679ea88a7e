"""Nim in which taking one is a question to the next seat: the smallest game with proposals."""

from dynasty_env.kit.state import State
from tests.tiny.nim import Nim

ONE = 0


class Asking(Nim):
    """Nim; whoever takes one asks the next one something."""

    name = "asking_v0"

    def addressee(self, state: State, action: int) -> int | None:
        """The next seat."""
        return (state.seat + 1) % state.num_players if action == ONE else None


GAME = Asking()
