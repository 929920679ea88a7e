"""Neural fictitious self-play (Heinrich and Silver 2016, arXiv 1603.01121).

Every player has two networks. One learns, by Q-learning, a best response to what the others do; the other learns what
that best response has done on average over the whole run. The average is not a reaction to anybody's newest policy, and
in zero-sum games of two seats it comes near an equilibrium, as in fictitious play.

Before each game every seat draws how it plays that game: with probability η (`anticipatory`) by its best response,
which takes a random action with probability ε; otherwise by its average. The best response's decisions go into a
reservoir, a uniform sample of the whole run, which the average policy imitates. Every decision goes into a memory of
the newest ones, for Q-learning. With η = 0 nothing ever enters the reservoir, and the average stays as it began: a
control.

Differences from the paper: one average and one best response play all seats (observations name the own seat first).
Q-learning is masked, double, duelling and n-step, with Adam, as in `dqn`; the paper has plain DQN and SGD. Most of the
n decisions are the average policy's, and nothing corrects for that: a best response is one from the n-th decision on.
With more than two seats each seat's best response is to all others together; fictitious play has no guarantee there,
and none in games that are not zero-sum.
"""

import copy
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn.functional import smooth_l1_loss

from dynasty_env.kit.game import Game
from training.algorithms.base import SelfPlay, SelfPlaySettings, mean_of
from training.learn.actor import Actor
from training.learn.collect import NOBODY, Credit, Rollout
from training.learn.network import Network, warm_up
from training.learn.replay import Explorer, Memory, columns_of_steps, double_targets, duelling, items_of, steps_ahead
from training.learn.settings import Setting


@dataclass(frozen=True)
class NFSPSettings(SelfPlaySettings):
    """Settings of self-play, and of neural fictitious self-play."""

    steps: Annotated[int, Setting("Decisions per table between two updates.", least=1)] = 16
    anticipatory: Annotated[
        float, Setting("η: fraction of a seat's games that it plays with its best response.", least=0, most=1)
    ] = 0.1
    reservoir: Annotated[int, Setting("Decisions of best responses to keep.", least=1)] = 200_000
    memory: Annotated[int, Setting("Most recent decisions to keep.", least=1)] = 50_000
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = 512
    reuse: Annotated[float, Setting("How often Q-learning uses each decision, on average.", above=0)] = 2.0
    imitation: Annotated[float, Setting("Gradient steps of the average policy per step of Q-learning.", above=0)] = 1.0
    steps_ahead: Annotated[int, Setting("n: own decisions whose rewards are in a target.", least=1)] = 5
    renew: Annotated[int, Setting("Updates between two renewals of the older copy of Q.", least=1)] = 2
    epsilon: Annotated[float, Setting("Initial ε of the best response; it falls linearly to 0.", least=0, most=1)] = 0.1


class OneWayAGame(Actor):
    """An actor whose seats draw before each game whether they play it by their best response.

    Attributes:
        best: the best response.
        by_best: (n, seats) whether the seats play by it.
        responded: (R, n) whether the best response decided, for the rollout's own rows.
    """

    best: Explorer

    def __init__(self, anticipatory: float, game: Game, rollout: Rollout, *given: Any) -> None:
        self.anticipatory = anticipatory
        self.by_best = np.zeros(rollout.rewards.shape[1:], np.bool_)
        self.responded = np.zeros(rollout.seat.shape, np.bool_)
        super().__init__(game, rollout, *given)

    def _seat_players(self, tables: npt.NDArray[np.int64]) -> None:
        super()._seat_players(tables)
        if len(tables):
            self.by_best[tables] = self._drawn(len(tables), self.seats) < self.anticipatory

    def _decide(self, network: Network, row: int, tables: npt.NDArray[np.int64], *, draws: bool) -> None:
        by_best = self.by_best[tables, self.rollout.seat[row, tables]]
        self.responded[row, tables] = by_best
        for each, own in ((network, tables[~by_best]), (self.best, tables[by_best])):
            if len(own):
                super()._decide(each, row, own, draws=draws)

    def content(self) -> dict[str, Tensor]:
        return super().content() | {"by best": torch.from_numpy(self.by_best.copy())}

    def restore(self, content: dict[str, Tensor]) -> None:
        super().restore(content)
        self.by_best[:] = content["by best"].numpy()


class NFSP(SelfPlay):
    """An average policy of best responses."""

    paper: ClassVar[str] = "J. Heinrich and D. Silver 2016, arXiv 1603.01121"
    learns_value: ClassVar[bool] = False
    settings_class: ClassVar[type[SelfPlaySettings]] = NFSPSettings
    settings: NFSPSettings
    actor: OneWayAGame

    def __init__(self, *given: Any, **others: Any) -> None:
        super().__init__(*given, **others)
        self.response = self.new_network(self.settings.seed + 1)
        self.older = copy.deepcopy(self.response)
        self.response_optimizer = self.new_optimizer(self.response)
        self.memory = Memory(self.settings.memory, columns_of_steps(self.game))
        kept = {name: columns_of_steps(self.game)[name] for name in ("observation", "mask", "action")}
        self.reservoir = Memory(self.settings.reservoir, kept, reservoir=True)
        self.actor.best = Explorer(self.response, self.settings.epsilon)

    def new_actor(self) -> OneWayAGame:
        """An actor whose seats play each game in one of the two ways."""
        return self.actor_of(OneWayAGame, self.settings.anticipatory)

    def parts(self) -> dict[str, Any]:
        """The best response with its older copy and ε, its optimizer, and both memories."""
        return {
            "response": self.response, "older": self.older, "response_optimizer": self.response_optimizer,
            "memory": self.memory, "reservoir": self.reservoir, "player": self.actor.best,
        }  # fmt: skip

    def prepare(self) -> None:
        """Compile the networks' loops before a clock starts."""
        super().prepare()
        warm_up(self.response, self.game)

    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Store what was played, and take gradient steps on both networks with minibatches of their memories."""
        settings, rollout = self.settings, self.rollout
        steps = steps_ahead(rollout, settings.steps_ahead, settings.discount)
        self.memory.add(items_of(rollout, steps), self.generator)
        here = np.nonzero(self.actor.responded & (rollout.seat != NOBODY))
        seen, mask, action = (part[here] for part in (rollout.observation, rollout.action_mask, rollout.action))
        self.reservoir.add({"observation": seen, "mask": mask, "action": action}, self.generator)
        self.actor.responded[:] = False
        count = ceil(len(steps.row) * settings.reuse / settings.minibatch)
        curves = self._respond(count) | self._imitate(round(count * settings.imitation))
        self.actor.best.epsilon.fill_(settings.epsilon * (1 - done))
        return curves | {"best responses kept": float(len(self.reservoir))}

    def _respond(self, count: int) -> dict[str, float]:
        """Take gradient steps of Q-learning."""
        self.response.train()
        losses = []
        for _ in range(count):
            batch = self.memory.draw(self.settings.minibatch, self.generator, self.device)
            target = double_targets(self.response, self.older, batch)
            values = duelling(self.response.choices(batch["observation"], batch["mask"]))
            loss = smooth_l1_loss(values.of(batch["action"]), target)
            self.descend(loss, self.response, self.response_optimizer)
            losses.append({"value loss": loss.item()})
        if self.progress.updates % self.settings.renew == 0:
            self.older.load_state_dict(self.response.state_dict())
        self.older.eval()
        self.response.eval()
        return mean_of(losses)

    def _imitate(self, count: int) -> dict[str, float]:
        """Take gradient steps on the average policy."""
        if not len(self.reservoir):
            return {}
        self.network.train()
        losses = []
        for _ in range(count):
            batch = self.reservoir.draw(self.settings.minibatch, self.generator, self.device)
            loss = -self.network.choices(batch["observation"], batch["mask"]).of(batch["action"]).mean()
            self.descend(loss)
            losses.append({"imitation loss": loss.item()})
        return mean_of(losses)
