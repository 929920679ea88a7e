"""One step of policy improvement at the decision at hand: a policy moved towards what playouts say of its actions.

The policy moves by mirror descent (update-equivalent search: Sokota et al. 2024, arXiv 2304.13138): an action's
probability is multiplied by exp(η · its value), so that what the policy knows and what the playouts find both count.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from agents.search.budget import Budget, halve
from agents.search.players import FlatMonteCarlo
from dynasty_env.kit.seats.decision import Decision

Values = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]

EACH = 25
"""Playouts for which an unlikely action is worth a try."""
MOST = 8
"""Unlikely actions are tried up to so many actions in all."""
SURE = 1200
"""How sure a policy may be, times playouts: with 200 no action counts as less likely than exp(-6) of the likeliest."""
LEAST_SURE = 4.0
"""However many playouts there are, it may be so sure."""


class Playouts(Protocol):
    """Imagined tables of one decision, on which actions are tried."""

    def total(self, actions: Ids, worlds: int) -> Values:
        """(k,) the sums of what the seat gets after each of `actions` (k,) in so many newly imagined tables."""
        ...


class Improvement(ABC):
    """Plays the likeliest action of a policy after one step towards the values that playouts find.

    All actions meet the same imagined tables; after each of a few rounds the worse half of them is dropped (sequential
    halving). A policy may be sure and wrong: the more playouts, the less its certainty counts. A search never gets the
    real table.

    Attributes:
        budget: playouts, or time.
        step: length η of the step: a tenth more win-minus-loss counts as much as a probability exp(0.1 · η) times as
            high.
        floor: actions less likely than this are not looked at, but for the likeliest: as many as the budget has
            `EACH` playouts for, two at least and `MOST` at most.
        batch: playouts that are worth a call together.
    """

    batch = 64

    def __init__(self, budget: Budget, *, step: float, floor: float) -> None:
        self.budget = budget
        self.step = step
        self.floor = floor

    @abstractmethod
    def prior(self, decision: Decision) -> Values:
        """(k,) the policy's log-probability of each of `decision.legal`."""

    @abstractmethod
    def playouts(self, decision: Decision) -> Playouts:
        """Whatever plays actions out."""

    def reset(self, seed: int) -> None:  # noqa: B027
        """Nothing to forget."""

    def act(self, decision: Decision) -> int:
        """The action that is likeliest after the step."""
        if len(decision.legal) == 1:
            return int(decision.legal[0])
        return int(decision.legal[int(self.scores(decision)[0].argmax())])

    def scores(self, decision: Decision) -> tuple[Values, Values]:
        """(k,) the logit of each legal action after the step, and (k,) its value in win minus loss (NaN: not tried).

        Whatever was dropped in a round has a lower logit than what was left in the last one.
        """
        prior = self.prior(decision)
        about = self.budget.about
        likeliest = np.sort(prior)[-max(2, min(about // EACH, MOST)) :]
        left = np.flatnonzero(prior >= min(np.log(self.floor), likeliest[0]))
        prior = np.maximum(prior, likeliest[-1] - max(SURE / about, LEAST_SURE))
        totals, counts = np.zeros(len(prior)), np.zeros(len(prior), np.int64)
        playouts = self.playouts(decision)

        def play(places: Ids, worlds: int) -> None:
            totals[places] += playouts.total(decision.legal[places], worlds)
            counts[places] += worlds

        def score(places: Ids) -> Values:
            found: Values = prior[places] + self.step * totals[places] / counts[places]
            return found

        last, _ = halve(left, self.budget, play, score, batch=self.batch)  # few tie: a policy's odds count, too
        values = np.divide(totals, counts, out=np.full(len(prior), np.nan), where=counts > 0)
        moved = prior + self.step * np.where(counts > 0, values, np.nanmin(values))
        dropped = np.setdiff1d(np.arange(len(prior)), last)
        moved[dropped] = np.minimum(moved[dropped], moved[last].min() - 1e-9)
        return moved, values


class _Compiled:
    """Playouts by a bot that plays inside the compiled rules."""

    def __init__(self, search: FlatMonteCarlo, decision: Decision) -> None:
        self._imagined, self._key, self._tables = search.imagined(decision), search.key(decision), 0

    def total(self, actions: Ids, worlds: int) -> Values:
        found = np.zeros(len(actions))
        self._imagined.flat(self._key, self._tables, self._tables + worlds, actions, found)
        self._tables += worlds
        return found


class ImprovedByPlayouts(Improvement):
    """A policy improved by playouts in which a compiled bot plays on, for all seats, to the end.

    Args:
        policy: (k,) the log-probability of each legal action of a turn.
        search: has the budget, and says who plays on.
        name: as it is written to ask for this bot.
        step, floor: see `Improvement`.
    """

    def __init__(
        self, policy: Callable[[Decision], Values], search: FlatMonteCarlo, name: str, *,
        step: float = 100.0, floor: float = 0.01,
    ) -> None:  # fmt: skip
        super().__init__(search.budget, step=step, floor=floor)
        self.name = name
        self.search = search
        self._policy = policy

    def reset(self, seed: int) -> None:
        """Nothing to forget; the playouts are compiled, if they have not been yet."""
        self.search.reset(seed)

    def prior(self, decision: Decision) -> Values:
        return self._policy(decision)

    def playouts(self, decision: Decision) -> Playouts:
        return _Compiled(self.search, decision)
