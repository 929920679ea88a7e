"""Proximal policy optimisation in self-play (Schulman et al. 2017, arXiv 1707.06347), tabula rasa: the network is told
what its seat sees and nothing that the game's own bot thinks, and meets nobody but itself.

What differs from the paper. One network plays all seats; with more than two of them nothing changes, as each seat's own
decisions are a trajectory with that seat's returns. Advantages come from generalised advantage estimation along a
seat's own decisions (arXiv 1506.02438), and are normalised over an update. Illegal actions have no logit (arXiv
2006.14171). In self-play with hidden information nothing is promised of such a policy gradient: it may run in circles
around an equilibrium; a large entropy bonus damps that (arXiv 2502.08938).
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import torch
from torch import Tensor

from training.algorithms.base import SelfPlay, SelfPlaySettings, mean_of
from training.learn.collect import Credit
from training.learn.ppo import Decisions
from training.learn.settings import Setting


@dataclass(frozen=True)
class PPOSettings(SelfPlaySettings):
    """Those of self-play, and PPO's own."""

    epochs: Annotated[int, Setting("Passes of an update over its decisions.", least=1)] = 2
    minibatch: Annotated[int, Setting("Decisions in a gradient step.", least=1)] = 2048
    clip: Annotated[float, Setting("ε: how far a ratio may go from 1 before it counts no more.", above=0)] = 0.2
    entropy: Annotated[float, Setting("Weight of the entropy bonus.", least=0)] = 0.02
    value: Annotated[float, Setting("Weight of the value's loss.", least=0)] = 0.5


class PPO(SelfPlay):
    """Clipped policy gradients."""

    paper: ClassVar[str] = "J. Schulman et al. 2017, arXiv 1707.06347"
    settings_class: ClassVar[type[SelfPlaySettings]] = PPOSettings
    settings: PPOSettings

    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Several epochs of minibatches over what was settled."""
        settings, decisions = self.settings, Decisions.of(self.rollout, credited)
        curves = []
        self.network.train()
        for part in self.minibatches(len(decisions), settings.minibatch, settings.epochs):
            loss, told = self.loss(decisions.at(part, self.device))
            self.descend(loss)
            curves.append(told)
        return mean_of(curves) | {"explained variance": decisions.explained()}

    def loss(self, decisions: Decisions) -> tuple[Tensor, dict[str, float]]:
        """The clipped objective, the value's squared error and the entropy bonus, and their curves."""
        settings = self.settings
        choices = self.network.choices(decisions.observation, decisions.action_mask, decisions.advice)
        log_ratio = choices.of(decisions.action) - decisions.log_prob
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        policy_loss = -torch.min(ratio * decisions.advantage, clipped * decisions.advantage).mean()
        value_loss = (choices.value - decisions.target).square().mean()
        entropy = choices.entropy()
        told = {
            "policy loss": policy_loss.item(),
            "value loss": value_loss.item(),
            "entropy": entropy.item(),
            "KL divergence": (ratio - 1 - log_ratio).mean().item(),
            "clipped": ((ratio - 1).abs() > settings.clip).float().mean().item(),
        }
        return policy_loss + settings.value * value_loss - settings.entropy * entropy, told
