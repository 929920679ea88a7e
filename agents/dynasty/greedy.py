"""A hand-written player of Dynasty: it looks one action ahead."""

from agents.dynasty.choices import CHOICES
from agents.dynasty.evaluation import Weights
from agents.dynasty.expansion import CHOICES as EXPANSION
from agents.dynasty.observed import Observed
from agents.dynasty.plans import Plans
from dynasty_env.kit.seats.turn import Turn


class Greedy:
    """Takes the action after which its guessed chance of winning is best.

    Chances of success are exact given what its seat sees, up to a guess at how many cards the others will play; what
    a position is worth is a hand-written sum (`Weights`). It remembers nothing, so one instance may play every seat,
    and it throws no dice: what it sees decides what it does.
    """

    name = "greedy"

    def __init__(self, weights: Weights | None = None, base_only: bool = False) -> None:
        """`base_only`: knows the base game alone: no ability, no witch, no event."""
        self._weights = weights or Weights()
        self._base_only = base_only

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, turn: Turn) -> int:
        legal: list[int] = turn.legal.tolist()
        if len(legal) == 1:
            return legal[0]
        if self._base_only and turn.phase in EXPANSION:
            return legal[0]
        plans = Plans(Observed(turn.observation, self._base_only), self._weights)
        best, most = legal[0], float("-inf")
        for value, action in CHOICES[turn.phase](plans, legal):
            if value > most and action in legal:
                best, most = action, value
        return best
