"""Regularised Nash dynamics (Perolat et al. 2022, "DeepNash", arXiv 2206.15378) in self-play.

The game is played with rewards that pull every seat towards a *regularisation policy* π_reg:

    r_i  −  η log π(a)/π_reg(a)  for the seat that acts,  r_i  +  η log π(a)/π_reg(a)  for its opponent

In that game plain replicator dynamics converge to a fixed point. Then π_reg moves there, and the process repeats: the
fixed points come nearer and nearer to an equilibrium of the game itself. Every `period` updates π_reg becomes the
policy's slow average; over the first half of a period it blends from the one before. The dynamics are those of NeuRD
(Hennes et al. 2020, arXiv 1906.00190): a logit rises with its action's advantage, whatever its probability, within a
bound β.

Differences from the paper: outcomes are divided by the spread of all outcomes so far, so that one η serves games with
different stakes. Values are learned from V-trace's targets along each seat's own decisions
(`training.learn.collect.credit`), with the newest network's values where the paper has those of its slow average, and
with the payment of the action taken where the paper has the mean over actions; the policy that played is nearly the
newest. The weight 1/π of the action taken is limited to `weight_bound`, which reduces variance and favours no action.
There is no fine-tuning, and no threshold is put on probabilities in play. With more than two seats each of the others
gets an equal part of what the acting seat pays, so that the sum stays the same; the fixed point and its convergence are
proven only for zero-sum games of two seats.
"""

import copy
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
import torch
from torch import Tensor

from dynasty_env.kit.game import Game
from training.algorithms.base import SelfPlay, SelfPlaySettings, follow, mean_of
from training.learn.collect import NOBODY, Credit, Newest, credit
from training.learn.network import Choices, Legal, log_softmax_by_row
from training.learn.settings import Setting

BLEND = 0.5
"""Part of a period in which the regularisation policy still moves."""


@dataclass(frozen=True)
class RNaDSettings(SelfPlaySettings):
    """Settings of self-play, and of regularised Nash dynamics."""

    learning_rate: Annotated[
        float, Setting("Initial learning rate; it falls linearly to a tenth by the end.", above=0)
    ] = 1e-3  # fmt: skip
    trace_decay: Annotated[float, Setting("λ; 1: no bootstrapping.", least=0, most=1)] = 1.0
    steps: Annotated[int, Setting("Decisions per table between two updates.", least=1)] = 16
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = 1024
    strength: Annotated[float, Setting("η of the regularisation, in units of the spread of outcomes.", least=0)] = 0.2
    period: Annotated[int, Setting("Updates between two changes of the regularisation policy.", least=1)] = 20
    average: Annotated[
        float, Setting("Fraction by which the slow average moves towards the policy at each update.", above=0, most=1)
    ] = 0.1  # fmt: skip
    logit_bound: Annotated[
        float, Setting("β: a logit further than this from the mean is not pushed further.", above=0)
    ] = 2.0
    weight_bound: Annotated[
        float, Setting("Upper bound of 1/π, the weight of the advantage of the action taken.", above=0)
    ] = 10.0  # fmt: skip
    value: Annotated[float, Setting("Weight of the value loss.", least=0)] = 1.0


class Spread:
    """The root mean square of all outcomes so far."""

    def __init__(self) -> None:
        self.total = self.count = 0.0

    def add(self, outcomes: np.ndarray[Any, Any]) -> float:
        """Add outcomes; returns the spread including them, or 1 as long as all are 0."""
        self.total += float(np.square(outcomes, dtype=np.float64).sum())
        self.count += outcomes.size
        return float(np.sqrt(self.total / self.count)) if self.total > 0 else 1.0

    def state_dict(self) -> dict[str, float]:
        """The content to store in a checkpoint."""
        return {"total": self.total, "count": self.count}

    def load_state_dict(self, state: dict[str, float]) -> None:
        """Restore the content of a checkpoint."""
        self.total, self.count = state["total"], state["count"]


class RNaD(SelfPlay):
    """NeuRD in a regularised game."""

    paper: ClassVar[str] = "J. Perolat et al. 2022, arXiv 2206.15378"
    settings_class: ClassVar[type[SelfPlaySettings]] = RNaDSettings
    settings: RNaDSettings
    momentum: ClassVar[float] = 0.0

    def __init__(self, game: Game, settings: SelfPlaySettings, device: torch.device | str = "cpu") -> None:
        super().__init__(game, settings, device)
        self.average, self.towards, self.former = (copy.deepcopy(self.network) for _ in range(3))
        self.spread = Spread()
        self.log_ratio = np.zeros_like(self.rollout.log_prob)
        """log π/π_reg of the action taken, for the rows of the rollout."""

    def parts(self) -> dict[str, Any]:
        """The slow average, the two policies between which π_reg moves, and the spread of outcomes."""
        return {"average": self.average, "towards": self.towards, "former": self.former, "spread": self.spread}

    def regular(self, choices: Choices, seen: Tensor, mask: Tensor, advice: Tensor) -> Tensor:
        """(K,) log π/π_reg of every legal action, with π from `choices`."""
        part = min(1.0, (self.progress.updates % self.settings.period) / (BLEND * self.settings.period))
        with torch.no_grad():
            new, old = (net.choices(seen, mask, advice).log_prob for net in (self.towards, self.former))
        return choices.log_prob.detach() - (part * new + (1 - part) * old)

    def judge(self) -> Credit:
        """V-trace's targets and advantages in the regularised game, in units of the outcomes' spread."""
        rollout, settings = self.rollout, self.settings
        played = rollout.steps.start
        rollout.rewards[played:] /= self.spread.add(rollout.rewards[played:][rollout.ended[played:]])
        ratio, value = np.ones_like(rollout.log_prob), rollout.value.copy()
        self.log_ratio[:] = 0
        there = np.argwhere(rollout.seat != NOBODY)
        for rows in np.array_split(there, 1 + len(there) // settings.minibatch):
            at = tuple(rows.T)
            seen, mask, advice, action = self.at(at)
            with torch.no_grad():
                choices = self.network.choices(seen, mask, advice)
            taken = choices.action == action[choices.row]
            ratio[at] = np.exp(choices.log_prob[taken].numpy(force=True) - rollout.log_prob[at])
            value[at] = choices.value.numpy(force=True)
            self.log_ratio[at] = self.regular(choices, seen, mask, advice)[taken].numpy(force=True)
        self._pay(there[there[:, 0] >= played])
        return credit(rollout, settings.discount, settings.trace_decay, Newest(ratio, value))

    def _pay(self, there: np.ndarray[Any, Any]) -> None:
        """Subtract the regularisation from the acting seat's rewards, and add it to those of the others."""
        row, table = there.T
        paid = self.settings.strength * self.log_ratio[row, table]
        self.rollout.rewards[row, table] += (paid / (self.seats - 1))[:, None].astype(np.float32)
        seat = self.rollout.seat[row, table]
        self.rollout.rewards[row, table, seat] -= (paid * self.seats / (self.seats - 1)).astype(np.float32)

    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Take a step of NeuRD and of the value for each minibatch; then move the averages."""
        settings = self.settings
        rows, tables = np.nonzero(credited.settled)
        curves = []
        self.network.train()
        for part in self.minibatches(len(rows), settings.minibatch):
            at = rows[part.numpy()], tables[part.numpy()]
            advantage, target = (
                torch.from_numpy(each[at]).to(self.device) for each in (credited.advantage, credited.target)
            )
            loss, losses = self.loss(*self.at(at), advantage, target)
            self.descend(loss)
            curves.append(losses)
        self.network.eval()
        follow(self.average, self.network, settings.average)
        if (self.progress.updates + 1) % settings.period == 0:
            self.former.load_state_dict(self.towards.state_dict())
            self.towards.load_state_dict(self.average.state_dict())
            self.former.eval(), self.towards.eval()
        return mean_of(curves)

    def loss(
        self, seen: Tensor, mask: Tensor, advice: Tensor, action: Tensor, advantage: Tensor, target: Tensor
    ) -> tuple[Tensor, dict[str, float]]:
        """The loss, and curves."""
        settings = self.settings
        row, legal = mask.nonzero(as_tuple=True)
        logit, value = self.network(seen, Legal(row, legal, None))
        choices = Choices(row, legal, log_softmax_by_row(logit, row, len(mask)), value)
        probability = choices.log_prob.detach().exp()
        pull = -settings.strength * self.regular(choices, seen, mask, advice)
        weight = (1 / probability).clamp(max=settings.weight_bound)
        worth = pull + torch.where(legal == action[row], (advantage[row] - pull) * weight, 0)
        mean = worth.new_zeros(len(mask)).index_add(0, row, probability * worth)
        gain = worth - mean[row]
        count = torch.bincount(row, minlength=len(mask))
        centred = logit - (logit.new_zeros(len(mask)).index_add(0, row, logit) / count)[row]
        outside = ((centred > settings.logit_bound) & (gain > 0)) | ((centred < -settings.logit_bound) & (gain < 0))
        policy_loss = -(centred * gain.masked_fill(outside.detach(), 0)).sum() / len(mask)
        value_loss = (value - target).square().mean()
        losses = {
            "policy loss": policy_loss.item(),
            "value loss": value_loss.item(),
            "entropy": choices.entropy().item(),
            "log π/π_reg": -pull.mean().item() / settings.strength if settings.strength else 0.0,
        }
        return policy_loss + settings.value * value_loss, losses
