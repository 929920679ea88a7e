"""Magnetic mirror descent (Sokota et al. 2022, arXiv 2206.05825) as a policy gradient in self-play.

The policy follows its advantages, but each update stays near the policy that played (a mirror step of size η), and all
updates are drawn towards a magnet ρ, with a temperature α:

    maximise  E[π/π_old · A]  −  α KL(π ‖ ρ)  −  1/η KL(π ‖ π_old)

Against equal opponents that adapt too, plain gradients cycle. With the magnet, the last policy itself comes near an
equilibrium of the game with α KL added and, as α falls, of the game. This is proven for zero-sum games of two seats,
and tables instead of networks.

Differences from the paper: the magnet is uniform over legal actions, so that −KL(π ‖ ρ) is the entropy up to a
constant; with `magnet_speed` it follows the policy slowly instead, which the paper calls a moving magnet, and α need
not fall. α falls geometrically from `temperature` to `temperature_end`, and 1/η stays constant. Advantages come from
generalised advantage estimation and are normalised over an update: α and η are in units of their spread, so that one
setting serves games with different stakes. With more than two seats each seat follows its own returns against the
others as they are, and nothing is guaranteed.
"""

import copy
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import torch
from torch import Tensor

from training.algorithms.base import SelfPlay, SelfPlaySettings, follow, mean_of
from training.learn.collect import Credit
from training.learn.network import Choices
from training.learn.ppo import Decisions, Selected
from training.learn.settings import Setting


@dataclass(frozen=True)
class MMDSettings(SelfPlaySettings):
    """Settings of self-play, and of magnetic mirror descent."""

    learning_rate: Annotated[
        float, Setting("Initial learning rate; it falls linearly to a tenth by the end.", above=0)
    ] = 1e-3  # fmt: skip
    trace_decay: Annotated[float, Setting("λ; 1: no bootstrapping.", least=0, most=1)] = 1.0

    epochs: Annotated[int, Setting("Passes over the decisions of an update.", least=1)] = 2
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = 2048
    temperature: Annotated[float, Setting("Initial α: strength of the magnet.", least=0)] = 0.3
    temperature_end: Annotated[float, Setting("α at the goal.", least=0)] = 0.1
    proximity: Annotated[float, Setting("1/η: strength of the pull towards the policy that played.", least=0)] = 0.1
    magnet_speed: Annotated[
        float, Setting("Fraction of the policy mixed into the magnet at each update; 0: uniform.", least=0, most=1)
    ] = 0.0  # fmt: skip
    value: Annotated[float, Setting("Weight of the value loss.", least=0)] = 0.5


class MMD(SelfPlay):
    """A policy gradient with a magnet."""

    paper: ClassVar[str] = "S. Sokota et al. 2022, arXiv 2206.05825"
    settings_class: ClassVar[type[SelfPlaySettings]] = MMDSettings
    settings: MMDSettings
    momentum: ClassVar[float] = 0.0

    def __init__(self, *given: Any, **others: Any) -> None:
        super().__init__(*given, **others)
        self.before = copy.deepcopy(self.network)
        self.magnet = copy.deepcopy(self.network) if self.settings.magnet_speed else None

    def parts(self) -> dict[str, Any]:
        """The magnet, if it moves."""
        return {"magnet": self.magnet} if self.magnet else {}

    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Take several epochs of minibatches over the settled decisions."""
        settings, decisions = self.settings, Decisions.of(self.rollout, credited)
        alpha = annealed(settings.temperature, settings.temperature_end, done)
        self.before.load_state_dict(self.network.state_dict())
        self.before.eval()
        self.network.train()
        curves = []
        for part in self.minibatches(len(decisions), settings.minibatch, settings.epochs):
            loss, losses = self.loss(decisions.at(part, self.device), alpha)
            self.descend(loss)
            curves.append(losses)
        self.network.eval()
        if self.magnet:
            follow(self.magnet, self.network, settings.magnet_speed)
        return mean_of(curves) | {"explained variance": decisions.explained(), "temperature": alpha}

    def loss(self, decisions: Selected, alpha: float) -> tuple[Tensor, dict[str, float]]:
        """The loss, and curves."""
        seen, mask, advice = decisions.observation, decisions.action_mask, decisions.advice
        choices = self.network.choices(seen, mask, advice)
        with torch.no_grad():
            played = self.before.choices(seen, mask, advice)
            magnet = self.magnet.choices(seen, mask, advice).log_prob if self.magnet else uniform(choices)
        ratio = (choices.of(decisions.action) - decisions.log_prob).exp()
        policy_loss = -(ratio * decisions.advantage).mean()
        to_magnet = divergence(choices, magnet)
        to_played = divergence(choices, played.log_prob)
        value_loss = (choices.value - decisions.target).square().mean()
        losses = {
            "policy loss": policy_loss.item(),
            "value loss": value_loss.item(),
            "entropy": choices.entropy().item(),
            "KL to the magnet": to_magnet.item(),
            "KL to the policy that played": to_played.item(),
        }
        settings = self.settings
        return policy_loss + alpha * to_magnet + settings.proximity * to_played + settings.value * value_loss, losses


def annealed(begin: float, end: float, done: float) -> float:
    """Interpolate from `begin` to `end`: geometrically, or linearly if one of them is 0."""
    if min(begin, end) > 0:
        return float(begin ** (1 - done) * end**done)
    return begin + (end - begin) * done


def uniform(choices: Choices) -> Tensor:
    """(K,) log-probabilities of the uniform policy over legal actions."""
    count = torch.bincount(choices.row, minlength=len(choices.value))
    return -count[choices.row].float().log()


def divergence(choices: Choices, log_prob: Tensor) -> Tensor:
    """KL divergence from the policy to another one with log-probabilities (K,), averaged over decisions."""
    return (choices.log_prob.exp() * (choices.log_prob - log_prob)).sum() / len(choices.value)
