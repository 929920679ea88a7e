"""Advantage actor-critic with V-trace, the learner of IMPALA (Espeholt et al. 2018, arXiv 1802.01561), in self-play.

Each minibatch gets one step of plain policy gradient, without clipping or a second pass (Mnih et al. 2016, arXiv
1602.01783). Decisions that an older policy has made (those that a seat has carried over from the previous rollout) are
weighted by truncated importance ratios: ρ for the decision's own temporal-difference error, c for what is passed back
along the seat's trajectory (`training.learn.collect.credit` has the formulas).

Differences from the paper: actors and learner take turns in one process, so ratios stay close to 1, whereas IMPALA's
actors lag behind. Advantages are normalised over an update, and its later minibatches meet a policy that has moved a
little, which no ratio corrects. Bootstraps use λ, which is 1 in the paper. With more than two seats nothing changes:
each seat's own decisions are a trajectory with that seat's returns, and the moves of others are part of its
environment.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
import torch

from training.algorithms.base import SelfPlay, SelfPlaySettings, mean_of
from training.learn.collect import NOBODY, Credit, Newest, credit
from training.learn.ppo import Decisions
from training.learn.settings import Setting


@dataclass(frozen=True)
class A2CSettings(SelfPlaySettings):
    """Settings of self-play, and of A2C with V-trace."""

    steps: Annotated[int, Setting("Decisions per table between two updates.", least=1)] = 16
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = 2048
    most_ratio: Annotated[float, Setting("ρ̄: upper bound of a decision's importance ratio.", above=0)] = 1.0
    most_trace: Annotated[float, Setting("c̄: its upper bound in the trace.", above=0)] = 1.0
    entropy: Annotated[float, Setting("Weight of the entropy bonus.", least=0)] = 0.02
    value: Annotated[float, Setting("Weight of the value loss.", least=0)] = 0.5


class A2C(SelfPlay):
    """Policy gradients with one step per minibatch."""

    paper: ClassVar[str] = "L. Espeholt et al. 2018, arXiv 1802.01561"
    settings_class: ClassVar[type[SelfPlaySettings]] = A2CSettings
    settings: A2CSettings

    def judge(self) -> Credit:
        """V-trace's targets and advantages, computed with the newest network."""
        settings, rollout = self.settings, self.rollout
        ratio, value = np.ones_like(rollout.log_prob), rollout.value.copy()
        carried = np.argwhere(rollout.seat[: rollout.steps.start] != NOBODY)  # the newest network has played all others
        if len(carried):
            at = tuple(carried.T)
            seen, mask, advice, action = self.at(at)
            with torch.no_grad():
                choices = self.network.choices(seen, mask, advice)
            ratio[at] = np.exp(choices.of(action).numpy(force=True) - rollout.log_prob[at])
            value[at] = choices.value.numpy(force=True)
        newest = Newest(ratio, value, settings.most_ratio, settings.most_trace)
        return credit(rollout, settings.discount, settings.trace_decay, newest)

    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Take a gradient step for each minibatch of the settled decisions."""
        settings, decisions = self.settings, Decisions.of(self.rollout, credited)
        curves = []
        self.network.train()
        for part in self.minibatches(len(decisions), settings.minibatch):
            some = decisions.at(part, self.device)
            choices = self.network.choices(some.observation, some.action_mask, some.advice)
            log_prob = choices.of(some.action)
            policy_loss = -(log_prob * some.advantage).mean()
            value_loss = (choices.value - some.target).square().mean()
            entropy = choices.entropy()
            self.descend(policy_loss + settings.value * value_loss - settings.entropy * entropy)
            curves.append(
                {"policy loss": policy_loss.item(), "value loss": value_loss.item(), "entropy": entropy.item()}
            )
        return mean_of(curves) | {"explained variance": decisions.explained()}
