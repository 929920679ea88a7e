"""A hand-written player of Shinsengumi: it looks one step ahead."""

from agents.shinsengumi.choices import CHOICES
from agents.shinsengumi.evaluation import Weights
from agents.shinsengumi.observed import Observed
from agents.shinsengumi.plans import Plans
from dynasty_env.kit.seats.turn import Turn


class Greedy:
    """Takes the action after which its guessed chance of the great victory is best.

    What a move, a check or a fight comes to is weighed over the dice; what a position is worth is a hand-written sum
    (`Weights`). It remembers nothing, so one instance may play every seat, and it throws no dice: what it sees decides
    what it does.
    """

    name = "greedy"

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or Weights()

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, turn: Turn) -> int:
        legal: list[int] = turn.legal.tolist()
        if len(legal) == 1:
            return legal[0]
        plans = Plans(Observed(turn.observation), self._weights)
        best, most = legal[0], float("-inf")
        for value, action in CHOICES[turn.phase](plans, legal):
            if value > most and action in legal:
                best, most = action, value
        return best
