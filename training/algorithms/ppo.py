"""Proximal policy optimisation in self-play (Schulman et al. 2017, arXiv 1707.06347), tabula rasa: the network reads
what its seat sees, without any advice from the game's own bot, and plays only against itself.

Differences from the paper: one network plays all seats; with more than two of them nothing changes, as each seat's own
decisions are a trajectory with that seat's returns. Advantages come from generalised advantage estimation along a
seat's own decisions (arXiv 1506.02438), and are normalised over an update. Illegal actions have no logit (arXiv
2006.14171). In self-play with hidden information nothing is guaranteed for such a policy gradient: it may cycle around
an equilibrium; a large entropy bonus damps that (arXiv 2502.08938).
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from training.algorithms.base import SelfPlay, SelfPlaySettings, mean_of
from training.learn.collect import Credit
from training.learn.ppo import Decisions, surrogate
from training.learn.settings import Setting


@dataclass(frozen=True)
class PPOSettings(SelfPlaySettings):
    """Settings of self-play, and of PPO."""

    epochs: Annotated[int, Setting("Passes over the decisions of an update.", least=1)] = 2
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = 2048
    clip: Annotated[float, Setting("ε: clipping range of the probability ratio.", above=0)] = 0.2
    entropy: Annotated[float, Setting("Weight of the entropy bonus.", least=0)] = 0.02
    value: Annotated[float, Setting("Weight of the value loss.", least=0)] = 0.5


class PPO(SelfPlay):
    """Clipped policy gradients."""

    paper: ClassVar[str] = "J. Schulman et al. 2017, arXiv 1707.06347"
    settings_class: ClassVar[type[SelfPlaySettings]] = PPOSettings
    settings: PPOSettings

    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Take several epochs of minibatches over the settled decisions."""
        settings, decisions = self.settings, Decisions.of(self.rollout, credited)
        curves = []
        self.network.train()
        for part in self.minibatches(len(decisions), settings.minibatch, settings.epochs):
            some = decisions.at(part, self.device)
            choices = self.network.choices(some.observation, some.action_mask, some.advice)
            policy_loss, divergence, outside = surrogate(choices, some, settings.clip)
            value_loss = (choices.value - some.target).square().mean()
            entropy = choices.entropy()
            self.descend(policy_loss + settings.value * value_loss - settings.entropy * entropy)
            curves.append({
                "policy loss": policy_loss.item(), "value loss": value_loss.item(), "entropy": entropy.item(),
                "KL divergence": divergence.item(), "clipped": outside.item(),
            })  # fmt: skip
        return mean_of(curves) | {"explained variance": decisions.explained()}
