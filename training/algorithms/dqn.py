"""Deep Q-learning (Mnih et al. 2015, doi 10.1038/nature14236) in self-play: masked, double (van Hasselt et al. 2016,
arXiv 1509.06461), duelling (Wang et al. 2016, arXiv 1511.06581) and n-step, as in Rainbow (Hessel et al. 2018, arXiv
1710.02298).

The network values the legal actions of the deciding seat; it takes the best one or, with probability ε, any one. Its
decisions go into a replay memory, and are learned from in minibatches:

    target = r₁ + γ r₂ + … + γⁿ⁻¹ rₙ + γⁿ Q⁻(sₙ, argmax Q(sₙ, ·))

with Q⁻ an older copy of Q, and both maxima over legal actions only.

Differences from the papers: one network plays all seats. A step leads from one decision of a seat to the same seat's
next one: with more than two seats several others decide in between, and nothing is negated as in zero-sum Q-learning
for two seats. n-step returns are not corrected for the choices of an older policy (as in Rainbow), and are shorter
where a rollout ends. Sampling from the memory is uniform. The others learn, too, so what the memory says about them
becomes outdated. The best action is always the same one, which is costly with hidden information: in poker this cannot
come near an equilibrium.
"""

import copy
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, ClassVar

from torch import Tensor
from torch.nn.functional import smooth_l1_loss

from training.algorithms.base import SelfPlay, SelfPlaySettings, mean_of
from training.learn.collect import Credit
from training.learn.network import Network
from training.learn.replay import Explorer, Memory, columns_of_steps, double_targets, duelling, items_of, steps_ahead
from training.learn.settings import Setting


@dataclass(frozen=True)
class DQNSettings(SelfPlaySettings):
    """Settings of self-play, and of Q-learning."""

    steps_ahead: Annotated[int, Setting("n: own decisions whose rewards are in a target.", least=1)] = 5
    memory: Annotated[int, Setting("Size of the replay buffer in decisions.", least=1)] = 50_000
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = 512
    reuse: Annotated[float, Setting("How often each decision is learned from, on average.", above=0)] = 2.0
    renew: Annotated[int, Setting("Gradient steps after which Q⁻ becomes Q.", least=1)] = 100
    epsilon: Annotated[float, Setting("ε after the part `exploring` of the run.", least=0, most=1)] = 0.05
    exploring: Annotated[
        float, Setting("Part of the run in which ε falls linearly from 1.", least=0, most=1)
    ] = 0.2  # fmt: skip


class DQN(SelfPlay):
    """Masked double duelling Q-learning with n-step returns."""

    paper: ClassVar[str] = "V. Mnih et al. 2015, doi 10.1038/nature14236; M. Hessel et al. 2018, arXiv 1710.02298"
    learns_policy: ClassVar[bool] = False
    settings_class: ClassVar[type[SelfPlaySettings]] = DQNSettings
    settings: DQNSettings

    def __init__(self, *given: Any, **others: Any) -> None:
        super().__init__(*given, **others)
        self.older = copy.deepcopy(self.network)
        self.memory = Memory(self.settings.memory, columns_of_steps(self.game))
        self.player = Explorer(self.network, 1.0 if self.settings.exploring else self.settings.epsilon)

    def parts(self) -> dict[str, Any]:
        """The older copy, the memory and ε."""
        return {"older": self.older, "memory": self.memory, "player": self.player}

    def behaviour(self) -> Network:
        """The player: the network, with a random action with probability ε."""
        return self.player

    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Store the settled decisions, and take gradient steps on minibatches of the memory."""
        settings = self.settings
        steps = steps_ahead(self.rollout, settings.steps_ahead, settings.discount)
        self.memory.add(items_of(self.rollout, steps), self.generator)
        self.network.train()
        curves = []
        for _ in range(ceil(len(steps.row) * settings.reuse / settings.minibatch)):
            loss, losses = self.loss(self.memory.draw(settings.minibatch, self.generator, self.device))
            self.descend(loss)
            curves.append(losses)
            if self.progress.steps % settings.renew == 0:
                self.older.load_state_dict(self.network.state_dict())
                self.older.eval()
        exploring = max(1 - done / settings.exploring, 0.0) if settings.exploring else 0.0
        self.player.epsilon.fill_(settings.epsilon + (1 - settings.epsilon) * exploring)
        return mean_of(curves) | {"epsilon": float(self.player.epsilon)}

    def loss(self, batch: dict[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
        """Huber loss of the action values, and curves."""
        target = double_targets(self.network, self.older, batch)
        values = duelling(self.network.choices(batch["observation"], batch["mask"]))
        loss = smooth_l1_loss(values.of(batch["action"]), target)
        return loss, {"value loss": loss.item(), "target": target.mean().item()}
