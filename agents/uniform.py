"""The baseline that every other bot is compared with."""

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.seats.decision import Decision


class Random:
    """Picks every legal action with the same probability, at any game."""

    name = "random"

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, decision: Decision) -> int:
        return int(decision.legal[decision.rng.integers(len(decision.legal))])

    def probabilities(self, decision: Decision) -> npt.NDArray[np.float64]:
        """(A,) the probability of each action."""
        even: npt.NDArray[np.float64] = decision.mask / decision.mask.sum(dtype=np.float64)
        return even
