"""Implicit Q-learning (Kostrikov et al. 2021, arXiv 2110.06169): offline, from a dataset only.

Values are learned from what the players of the dataset did, and never from actions that nobody took:

    V(s)    → the τ-expectile of Q⁻(s, a) over the actions taken: with τ near 1, the value of the better ones
    Q(s, a) → r₁ + … + γⁿ V(sₙ)
    π       : maximise  E[exp(β (Q⁻(s, a) − V(s))) · log π(a | s)], each weight at most `most`

with Q⁻ a slowly moving copy of Q. With β = 0 the policy is behaviour cloning.

Differences from the paper: there is one Q instead of the lower of two. V is a head of the policy's network. A weight is
at most 20 instead of 100. Returns span n own decisions, since games last hundreds of them and pay only at the end.
Advantages are divided by their spread in a minibatch, so one β serves games with different stakes. With more than two
seats each seat's decisions are a trajectory with its own result. The others, who are the dataset's players, are part of
its environment: what they would do against a better policy is not known.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt
import torch

from training.algorithms.base import follow
from training.algorithms.offline import Offline, OfflineSettings
from training.learn.replay import worth
from training.learn.settings import Setting


@dataclass(frozen=True)
class IQLSettings(OfflineSettings):
    """Settings of all algorithms with a dataset, and of implicit Q-learning."""

    expectile: Annotated[float, Setting("τ: 0.5 is the mean.", least=0, most=1)] = 0.7
    sharpness: Annotated[float, Setting("β, in standard deviations of the advantages.", least=0)] = 1.0
    most: Annotated[float, Setting("Maximum weight of a decision.", above=0)] = 20.0
    steps_ahead: Annotated[int, Setting("n: own decisions before V is used.", least=1)] = 10
    discount: Annotated[float, Setting("γ, applied per own decision of a seat.", least=0, most=1)] = 1.0
    following: Annotated[float, Setting("Fraction by which Q⁻ moves towards Q per step.", above=0, most=1)] = 0.01


class IQL(Offline):
    """Imitation of actions that turned out better than expected."""

    paper: ClassVar[str] = "I. Kostrikov et al. 2021, arXiv 2110.06169"
    settings_class: ClassVar[type[OfflineSettings]] = IQLSettings
    settings: IQLSettings

    def __init__(self, *given: Any, **others: Any) -> None:
        super().__init__(*given, **others)
        self.critic = self.new_network(self.settings.seed + 1)
        self.critic.train()
        self.older = copy.deepcopy(self.critic)
        self.critic_optimizer = self.new_optimizer(self.critic)

    def optimizers(self) -> Sequence[torch.optim.Optimizer]:
        """The optimizers of the policy and of the critic."""
        return self.optimizer, self.critic_optimizer

    def improve(self, which: npt.NDArray[np.int64]) -> dict[str, float]:
        """Take a step on policy and V, and one on Q."""
        settings = self.settings
        seen, mask, action = self.at(which)
        choices = self.network.choices(seen, mask)
        with torch.no_grad():
            value_of_action = worth(self.older, seen, action)
            ahead = value_of_action - choices.value
            spread = ahead.std() + 1e-8 if len(ahead) > 1 else 1.0
            weight = (settings.sharpness * ahead / spread).exp().clamp(max=settings.most)
            earned, onward, later = self.returns(which)
            target = earned + onward * self.network.choices(*self.at(later)[:2]).value
        value_loss = expectile_loss(value_of_action - choices.value, settings.expectile)
        policy_loss = -(weight * choices.of(action)).mean()
        self.descend(policy_loss + value_loss)
        critic_loss = (worth(self.critic, seen, action) - target).square().mean()
        self.descend(critic_loss, self.critic, self.critic_optimizer)
        follow(self.older, self.critic, settings.following)
        return {
            "policy loss": policy_loss.item(), "value loss": value_loss.item(), "critic loss": critic_loss.item(),
            "weight": weight.mean().item(),
        }  # fmt: skip

    def returns(self, which: npt.NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor, npt.NDArray[np.int64]]:
        """The n-step returns of decisions (B,).

        Returns what each decision earns within n own decisions, the factor γⁿ of the value that follows (0 if the game
        is over by then), and the index of the decision where that value is taken. Games pay only at the end.
        """
        settings, last = self.settings, self.data.last[which]
        over = which + settings.steps_ahead > last
        earned = np.where(over, self.data.won[which] * settings.discount ** (last - which), 0)
        onward = np.where(over, 0, settings.discount**settings.steps_ahead)
        later = np.where(over, last, which + settings.steps_ahead)
        return torch.from_numpy(earned.astype(np.float32)), torch.from_numpy(onward.astype(np.float32)), later


def expectile_loss(error: torch.Tensor, expectile: float) -> torch.Tensor:
    """The mean of squared errors (B,), with weight τ for positive and 1 − τ for negative ones."""
    return (torch.where(error > 0, expectile, 1 - expectile) * error.square()).mean()
