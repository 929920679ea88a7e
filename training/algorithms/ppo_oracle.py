"""PPO with a critic that sees all hands, as in the training of PerfectDou (Yang et al. 2022, arXiv 2203.16406) and
Suphx (Li et al. 2020, arXiv 2003.13590): perfect information in training, imperfect information in play.

A value function that knows what everybody holds explains much of the luck of the deal, so that advantages say more
about the decision. The actor is the network of `ppo`: it reads only what its own seat sees, in training as in play. The
critic is a separate network, which reads what every seat sees (`VectorEnv.seen_by`) and is discarded after training.

Differences from the papers: PerfectDou gives its critic features made for DouDizhu, and an oracle's reward; Suphx lets
its policy see all hands, too, and drops them out as training goes on. Here the critic reads the observations of all
seats, the deciding one first and the others in seating order, each by the same layer, so that with more than two seats
there are correspondingly more parts. Everything else is as in `ppo`.
"""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from dynasty_env.kit.experiments import experiments_of
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes
from training.algorithms.base import SelfPlay, SelfPlaySettings, mean_of
from training.learn.actor import Actor
from training.learn.collect import OF_DECISIONS, Credit, Rollout
from training.learn.dense import Dense
from training.learn.network import Network, TableLayer, pieces_read, small
from training.learn.ppo import Decisions, surrogate
from training.learn.settings import Setting


@dataclass
class OracleRollout(Rollout):
    """A rollout with what every seat saw: `hands` (R, n, S, D) int8, the deciding seat first, the others in order."""

    hands: Bytes
    of_decisions = (*OF_DECISIONS, "hands")


class Critic(nn.Module):
    """The expected return of a seat, estimated from what all seats see."""

    def __init__(self, game: Game, seats: int, width: int) -> None:
        super().__init__()
        self.table = TableLayer(pieces_read(game), width, experiments_of(game).silent)
        self.trunk = nn.Sequential(Dense(seats * width, width), nn.ReLU(), small(nn.Linear(width, 1)))

    def forward(self, hands: Tensor) -> Tensor:
        """(B,) values, from what all seats see (B, S, D)."""
        read = torch.relu(self.table(hands.flatten(0, 1)))
        value: Tensor = self.trunk(read.view(len(hands), -1)).squeeze(1)
        return value


class OracleActor(Actor):
    """An actor that records what all seats see at each decision, and the critic's value of it."""

    rollout: OracleRollout
    critic: Critic

    def _decide(self, network: Network, row: int, tables: npt.NDArray[np.int64], *, draws: bool) -> None:
        super()._decide(network, row, tables, draws=draws)
        hands = self.rollout.hands[row]
        for away in range(self.seats):
            hands[:, away] = self.env.seen_by((self.batch.seat + away) % self.seats)
        with torch.no_grad():
            device = next(self.critic.parameters()).device
            self.rollout.value[row, tables] = self.critic(torch.from_numpy(hands[tables]).to(device)).numpy(force=True)


@dataclass(frozen=True)
class PPOOracleSettings(SelfPlaySettings):
    """Settings of self-play, and of PPO."""

    epochs: Annotated[int, Setting("Passes over the decisions of an update.", least=1)] = 2
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = 2048
    clip: Annotated[float, Setting("ε: clipping range of the probability ratio.", above=0)] = 0.2
    entropy: Annotated[float, Setting("Weight of the entropy bonus.", least=0)] = 0.02


class PPOOracle(SelfPlay):
    """PPO with a critic that has perfect information."""

    paper: ClassVar[str] = "G. Yang et al. 2022, arXiv 2203.16406; J. Li et al. 2020, arXiv 2003.13590"
    learns_value: ClassVar[bool] = False
    settings_class: ClassVar[type[SelfPlaySettings]] = PPOOracleSettings
    settings: PPOOracleSettings
    rollout: OracleRollout
    actor: OracleActor

    def __init__(self, game: Game, settings: SelfPlaySettings, device: torch.device | str = "cpu") -> None:
        super().__init__(game, settings, device)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.critic = Critic(game, self.seats, settings.width).to(self.device)
        self.actor.critic = self.critic
        self.critic_optimizer = self.new_optimizer(self.critic)

    def new_rollout(self) -> OracleRollout:
        """A rollout with room for what all seats see."""
        parts = vars(super().new_rollout())
        shape = parts["seat"].shape
        return OracleRollout(**parts, hands=np.zeros((*shape, self.seats, self.game.layout.size), np.int8))

    def new_actor(self) -> OracleActor:
        """The actor, with the critic beside it."""
        return self.actor_of(OracleActor)

    def parts(self) -> dict[str, Any]:
        """The critic and its optimizer."""
        return {"critic": self.critic, "critic's optimizer": self.critic_optimizer}

    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Optimise PPO's objective for the actor, and a squared error for the critic."""
        settings, decisions = self.settings, Decisions.of(self.rollout, credited)
        hands = torch.from_numpy(self.rollout.hands).flatten(0, 1)
        curves = []
        self.network.train()
        for part in self.minibatches(len(decisions), settings.minibatch, settings.epochs):
            some = decisions.at(part, self.device)
            choices = self.network.choices(some.observation, some.action_mask, some.advice)
            policy_loss, divergence, outside = surrogate(choices, some, settings.clip)
            entropy = choices.entropy()
            self.descend(policy_loss - settings.entropy * entropy)
            expected = self.critic(hands[decisions.which[part]].to(self.device))
            error = (expected - some.target).square().mean()
            self.descend(error, self.critic, self.critic_optimizer)
            curves.append({
                "policy loss": policy_loss.item(), "value loss": error.item(), "entropy": entropy.item(),
                "KL divergence": divergence.item(), "clipped": outside.item(),
            })  # fmt: skip
        return mean_of(curves) | {"explained variance": decisions.explained()}
