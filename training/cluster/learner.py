"""A learner whose games are played elsewhere: rollouts arrive at any time, and are corrected for their age.

In everything else it is the learner of `training.learn.ppo`: settings, loss, checkpoints. Rollouts that an actor
started with older weights are corrected by V-trace (`training.learn.collect.credit`). PPO's ratio is then relative to
the policy at the beginning of the update, and each decision is weighted by how likely that policy was to make it
(Hilton, Cobbe and Schulman 2021, *Batch size-invariance for policy optimization*, arXiv 2110.00641). If the weights are
not older, it is the same as `Learner.learn`.
"""

import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from training.cluster.crew import Crew
from training.cluster.parcel import Parcel, unpack
from training.cluster.player import Orders, weights_of
from training.learn.actor import Actor
from training.learn.collect import NOBODY, Credit, Floats, Newest, Rollout, credit
from training.learn.ppo import Decisions, Learner, Loss, empty_rollout
from training.learn.settings import Settings

Hire = Callable[[Game, Settings, int], Crew]
"""Makes the actors for these settings, for a start of the run after this many decisions."""

MOST_LOG_RATIO = 20.0
"""The bound on the logarithm of probability ratios: far beyond ρ̄, and finite."""


class ClusterLearner(Learner):
    """Learns from the rollouts that arrive first, a fixed number per update.

    Args:
        hire: makes the actors, when the run starts.
        rollouts_per_update: how many rollouts an update learns from.

    Raises:
        OptionError: as `Learner`, or if the settings need something that only works on one machine.
    """

    def __init__(
        self, game: Game, settings: Settings, threads: int = 1, device: torch.device | str = "cpu", *,
        hire: Hire, rollouts_per_update: int,
    ) -> None:  # fmt: skip
        if settings.shuffle_rewards:
            raise OptionError("--shuffle-rewards is a control for one machine: omit --ray, or this")
        if rollouts_per_update < 1:
            raise OptionError(f"rollouts_per_update={rollouts_per_update} is out of range: at least 1")
        super().__init__(game, settings, threads, device)
        self.rollouts_per_update = rollouts_per_update
        self.crew: Crew | None = None
        self._hire = hire
        self._versions: set[int] = set()
        self._told: dict[str, float] = {}

    def _seat(self) -> tuple[Rollout, list[Actor]]:
        """Nobody plays in this process."""
        return self._room(0), []

    def _room(self, tables: int) -> Rollout:
        return empty_rollout(self.game, self.settings, tables, self.network.advised)

    # -- play ----------------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Make the actors, and send them the weights."""
        super().prepare()
        self.crew = self._hire(self.game, self.settings, self.progress.decisions)
        self._publish()

    def _publish(self) -> None:
        assert self.crew is not None
        self.crew.publish(Orders(self.progress.updates, self.cloning), weights_of(self.network))

    def collect(self) -> dict[str, float]:
        """Wait for the next rollouts."""
        if self.crew is None:
            self.prepare()
        assert self.crew is not None
        begun = time.monotonic()
        parcels: list[Parcel] = []
        while lacking := self.rollouts_per_update - len(parcels):
            # Greedy's games that arrive after the warm start cannot be used: its probabilities are unknown.
            parcels += [each for each in self.crew.take(lacking) if each.as_greedy == self.cloning]
        waited = time.monotonic() - begun
        tables = sum(parcel.tables for parcel in parcels)
        self.rollout = unpack(parcels, self._room(tables))
        self._versions = {parcel.version for parcel in parcels}
        decisions, games = len(self.rollout.steps) * tables, sum(parcel.games for parcel in parcels)
        self.progress.games += games
        account = self.crew.account()
        speed = decisions / sum(parcel.seconds for parcel in parcels)
        ages = [self.progress.updates - parcel.version for parcel in parcels]
        return account | {
            "decisions per s, one actor": speed,
            "decisions per s, play alone": speed * account["actors"],
            "staleness": float(np.mean(ages)),
            "staleness, most": float(max(ages)),
            "waiting, s": waited,
            "MB of rollouts": sum(parcel.nbytes for parcel in parcels) / 1e6,
            **({"decisions per game": decisions / games} if games else {}),
        }

    # -- learn ---------------------------------------------------------------------------------------------------

    def learn(self, done: float) -> dict[str, float]:
        """As `Learner.learn`; the newest weights are sent to the actors."""
        curves = super().learn(done)
        self.rollout = self._room(0)  # actors carry open decisions over themselves
        self._publish()
        return curves | self._told

    def judge(self) -> tuple[Credit, Decisions]:
        """Compute what decisions have earned, corrected for the age of the weights that made them."""
        begun = time.monotonic()
        if self.cloning or self._versions == {self.progress.updates}:  # greedy plays in a warm start, and has no age
            self._told = {}
            return super().judge()
        rollout, settings = self.rollout, self.settings
        log_prob, value = self.by_the_newest(rollout)
        ratio = np.exp(np.minimum(log_prob - rollout.log_prob, MOST_LOG_RATIO))
        newest = Newest(ratio, value)
        result = credit(rollout, settings.discount, settings.trace_decay, newest)
        rollout.log_prob[:], rollout.value[:] = log_prob, value
        decisions = Decisions.of(rollout, result)
        self._told = {"correcting, s": time.monotonic() - begun}
        if result.settled.any():
            learned = ratio[result.settled]
            self._told |= {
                "ratio": float(learned.mean()),
                "ratio, as it counts": float(np.minimum(learned, newest.most_ratio).mean()),
                "ratio, part cut": float((learned > newest.most_ratio).mean()),
            }
        return result, decisions

    def by_the_newest(self, rollout: Rollout) -> tuple[Floats, Floats]:
        """(R, n) each: log-probability of the action taken, and value, by the network now; 0 where nobody decided."""
        flat = {name: getattr(rollout, name) for name in ("observation", "action_mask", "advice", "action")}
        rows = {name: part.reshape(rollout.seat.size, *part.shape[2:]) for name, part in flat.items()}
        there = np.flatnonzero(rollout.seat != NOBODY)
        device = self.network.device

        def look(part: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
            seen, mask, advice, action = (torch.from_numpy(each[part]).to(device) for each in rows.values())
            with torch.no_grad():
                choices = self.network.choices(seen, mask, advice)
                return choices.of(action).numpy(force=True), choices.value.numpy(force=True)

        parts = np.array_split(there, max(-(-len(there) // self.settings.minibatch), self.threads))
        log_prob, value = np.zeros((2, rollout.seat.size), np.float32)
        for part, numbers in zip(parts, self._pool.map(look, parts), strict=True):
            log_prob[part], value[part] = numbers
        return log_prob.reshape(rollout.seat.shape), value.reshape(rollout.seat.shape)

    def step(self, decisions: Decisions, part: Tensor, loss: Loss) -> Tensor:
        """As `Learner.step`; between steps, actors get their next rollouts."""
        curves = super().step(decisions, part, loss)
        if self.crew is not None:
            self.crew.tend()
        return curves
