"""One step of policy improvement at the open decision: playouts of its actions move a policy towards better values.

The policy moves by mirror descent (update-equivalent search: Sokota et al. 2024, arXiv 2304.13138): an action's
probability is multiplied by exp(η · its value). Both the policy's knowledge and the results of the playouts count.
"""

from collections.abc import Callable

import numpy as np

from agents.search.budget import Budget, Ids, Values, halve
from agents.search.judge import Judge
from agents.search.players import Search
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision

EACH = 25
"""Number of playouts for which one more unlikely action is tried."""
MAX_ACTIONS = 8
"""Maximum number of actions when unlikely ones are tried."""
SURE = 1200
"""Limit on the policy's certainty, times playouts: with 200, no action counts as less likely than exp(-6) of the most
likely one."""
LEAST_SURE = 4.0
"""This certainty is allowed for any number of playouts."""


class Improvement(Search):
    """Plays the most likely action of a policy after one step towards the values found by playouts.

    All actions meet the same imagined tables; after each of a few rounds the worse half of them is dropped (sequential
    halving). A policy may be certain and wrong: its certainty counts less with more playouts.

    Args:
        policy: (k,) returns the log-probability of each legal action of a decision.
        judge: the player in the playouts.
        budget: playouts, or time.
        step: length η of the step: an increase of win minus loss by 0.1 counts as much as a probability that is exp(0.1
            · η) times as high.
        floor: actions less likely than this are skipped, except for the most likely ones: one for each `EACH` playouts
            of the budget, at least two and at most `MAX_ACTIONS`.
        waits_for: see `Search`.
    """

    def __init__(
        self, policy: Callable[[Decision], Values], judge: Judge, budget: Budget, name: str, *,
        step: float = 100.0, floor: float = 0.01, waits_for: Game | None = None,
    ) -> None:  # fmt: skip
        super().__init__(budget, judge, waits_for=waits_for)
        self.name = name
        self.step = step
        self.floor = floor
        self._policy = policy

    def values(self, decision: Decision) -> Values:
        """(k,) the logit of each legal action after the step."""
        return self.scores(decision)[0]

    def scores(self, decision: Decision) -> tuple[Values, Values]:
        """(k,) the logit of each legal action after the step, and (k,) its value in win minus loss (NaN: not tried).

        Actions dropped in a round have lower logits than those that were left in the last one.
        """
        prior = self._policy(decision)
        about = self.budget.about
        likeliest = np.sort(prior)[-max(2, min(about // EACH, MAX_ACTIONS)) :]
        left = np.flatnonzero(prior >= min(np.log(self.floor), likeliest[0]))
        prior = np.maximum(prior, likeliest[-1] - max(SURE / about, LEAST_SURE))
        totals, counts = np.zeros(len(prior)), np.zeros(len(prior), np.int64)
        playouts = self.judge.playouts(decision)

        def play(places: Ids, worlds: int) -> None:
            totals[places] += playouts.total(decision.legal[places], worlds)
            counts[places] += worlds

        def score(places: Ids) -> Values:
            result: Values = prior[places] + self.step * totals[places] / counts[places]
            return result

        batch, least = self.judge.batch, self.judge.least
        last, _ = halve(left, self.budget, play, score, batch=batch, least=least)  # ties are rare: policy odds count
        values = np.divide(totals, counts, out=np.full(len(prior), np.nan), where=counts > 0)
        moved = prior + self.step * np.where(counts > 0, values, np.nanmin(values))
        dropped = np.setdiff1d(np.arange(len(prior)), last)
        moved[dropped] = np.minimum(moved[dropped], moved[last].min() - 1e-9)
        return moved, values
