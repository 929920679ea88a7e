"""Expert iteration (Anthony et al. 2017, arXiv 1705.08439) with the policy improvement of Gumbel AlphaZero (Danihelka
et al. 2022, "Policy improvement by planning with Gumbel", ICLR): a network learns from how a short search improves it.

At a share of the self-play positions a search looks at a few actions: those with the highest g(a) + logit(a), with
Gumbel noise g, which is sampling without replacement from the policy. In each round, the remaining actions are played
out in the same number of imagined tables, and the worse half is dropped (sequential halving by g + logit + σ(q)). The
last remaining action is played. The policy's target is

    π'(a) ∝ exp(logit(a) + σ(q(a))),   σ(q) = sharpness · q

where q of actions that were not looked at is a mix of V and of the q of those that were. V learns from λ-returns of the
games.

Differences from the papers: σ is one factor, and q is in units of the reward, whereas the paper's σ grows with the
number of playouts and scales q to 0 … 1. There is no tree: a playout is the action, then `depth` decisions of the
network in all seats, sampled from its policy, up to the seat's next own decision, which V evaluates, or the game's end.
In every imagined table everything that the seat does not know is resampled (`hide`), future dice included, and the same
tables are used for all actions that are compared; the real table is never looked into. Such a search assumes that
others play as the network does, whatever they hold, and in games of hidden information that promises no equilibrium.
With more than two seats each seat maximises its own return; nothing is negated.
"""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.envs.vector import check_faults
from training.algorithms.base import SelfPlay, SelfPlaySettings, mean_of
from training.arena.tables import Many
from training.learn.actor import Actor
from training.learn.collect import Credit
from training.learn.network import Network
from training.learn.ppo import Decisions
from training.learn.settings import Setting
from training.learn.sparse import IMPOSSIBLE

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ExpertIterationSettings(SelfPlaySettings):
    """Settings of self-play, and of the search and of learning from it."""

    searched: Annotated[float, Setting("Share of positions that are searched.", least=0, most=1)] = 0.25
    actions: Annotated[int, Setting("Maximum number of actions that a search considers.", least=2)] = 4
    playouts: Annotated[int, Setting("Approximate number of playouts of a search.", least=2)] = 16
    depth: Annotated[int, Setting("Decisions of all seats in a playout before V is used.", least=0)] = 8
    sharpness: Annotated[float, Setting("σ: logits per unit of reward.", above=0)] = 8.0
    epochs: Annotated[int, Setting("Passes over the decisions of an update.", least=1)] = 2
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = 1024


class Searched:
    """The results of searches at some positions of a rollout.

    Attributes:
        row, table: (k,) the positions in the rollout.
        policy: (k, A) the target policy there.
    """

    def __init__(self, actions: int) -> None:
        self.row, self.table = np.zeros((2, 0), np.int64)
        self.policy = np.zeros((0, actions), np.float32)

    def add(self, row: int, table: Ids, policy: Floats) -> None:
        """Add the results of one row."""
        self.row = np.append(self.row, np.full(len(table), row))
        self.table = np.append(self.table, table)
        self.policy = np.concatenate([self.policy, policy])


class Searcher(Actor):
    """An actor that plays by search at some positions, and by the policy at all others."""

    def __init__(self, settings: ExpertIterationSettings, *given: Any) -> None:
        self.chosen = settings
        super().__init__(*given)
        self.kept = Searched(len(self.game.action_names))

    def _decide(self, network: Network, row: int, tables: Ids, *, draws: bool) -> None:
        super()._decide(network, row, tables, draws=draws)
        mask = self.rollout.action_mask[row, tables]
        looks = (self._drawn(len(tables)) < self.chosen.searched) & (mask.sum(axis=1) > 1)
        if looks.any():
            own = tables[looks]
            policy, action = self.search(network, row, own)
            self.kept.add(row, own, policy)
            self.rollout.action[row, own] = action

    def search(self, network: Network, row: int, tables: Ids) -> tuple[Floats, Ids]:
        """(k, A) the improved policy at some tables, and (k,) the action that is played there."""
        seen, mask = (torch.from_numpy(p[row, tables]) for p in (self.rollout.observation, self.rollout.action_mask))
        with torch.no_grad():
            log_prob, value = (part.cpu().numpy() for part in network.policy(*self._on(network, seen, mask)))
        gumbel = -np.log(-np.log(self._drawn(*log_prob.shape).clip(1e-12, 1 - 1e-12)))
        score = np.where(mask.numpy() > 0, gumbel + log_prob, -np.inf)
        left = np.argsort(-score, axis=1)[:, : self.chosen.actions]  # may include illegal ones: never the best
        totals, counts = np.zeros((2, *score.shape))
        rounds = max(1, int(np.ceil(np.log2(left.shape[1]))))
        while True:
            worlds = max(1, self.chosen.playouts // rounds // left.shape[1])
            legal = np.isfinite(np.take_along_axis(score, left, axis=1))
            won = self.played(network, tables, np.where(legal, left, left[:, :1]), worlds)
            place = np.arange(len(tables))[:, None], left
            totals[place] += won * worlds * legal
            counts[place] += worlds * legal
            q = totals / np.maximum(counts, 1)
            ranked = np.take_along_axis(score + self.chosen.sharpness * q, left, axis=1)
            order = np.argsort(-ranked, axis=1)[:, : (left.shape[1] + 1) // 2]
            left = np.take_along_axis(left, order, axis=1)
            if left.shape[1] == 1:
                break
        return improved(log_prob, value, q, counts, self.chosen.sharpness), left[:, 0]

    def played(self, network: Network, tables: Ids, actions: Ids, worlds: int) -> npt.NDArray[np.float64]:
        """(k, m) the seats' average return after each of their `actions` (k, m) in this many imagined tables."""
        game, each = self.game, actions.shape[1]
        seat = np.repeat(self.batch.seat[tables].astype(np.int64), worlds * each)
        imagined = Many(game, Tables(np.repeat(self.env.tables.array[tables], worlds * each)))
        hide = game.compiled.bound("hide", imagined.tables)
        keys = torch.randint(2**62, (len(tables) * worlds,), generator=self.generator).tolist()
        for number, key in enumerate(keys):
            first = number * each
            hide(first, int(seat[first]), key)
            imagined.array[first + 1 : first + each] = imagined.array[first]
        check_faults(game, imagined.tables, np.flatnonzero(imagined.array["fault"]).tolist())
        taken = np.repeat(actions[:, None], worlds, axis=1).ravel()
        which, worth, decided = np.arange(len(seat)), np.zeros(len(seat)), 0
        kind = game.rewards.index(self.chosen.reward)
        while len(which):
            imagined.play(which, taken)
            decided += 1
            over = imagined.array["done"][which] == 1
            ended, which = which[over], which[~over]
            if len(ended):
                worth[ended] = imagined.returns(ended)[np.arange(len(ended)), kind, self._paid(seat[ended])]
            if not len(which):
                break
            deciding = imagined.array["seat"][which].astype(np.int64)
            parts = map(torch.from_numpy, imagined.look(which, deciding))
            with torch.no_grad():
                choices = network.choices(*self._on(network, *parts))
            taken, value = choices.draw(self.generator).cpu().numpy(), choices.value.cpu().numpy()
            judged = (deciding == seat[which]) & (decided > self.chosen.depth)
            worth[which[judged]] = value[judged]
            which, taken = which[~judged], taken[~judged]
        average: npt.NDArray[np.float64] = worth.reshape(len(tables), worlds, each).mean(axis=1)
        return average

    def _paid(self, seat: Ids) -> Ids:
        """(k,) the seats whose returns these seats (k,) get: their own, except in the control with shuffled rewards."""
        if not self.chosen.shuffle_rewards:
            return seat
        return torch.randint(self.seats, (len(seat),), generator=self.generator).numpy()

    @staticmethod
    def _on(network: Network, *parts: Tensor) -> list[Tensor]:
        return [part.to(network.device) for part in parts]


def improved(log_prob: Floats, value: Floats, q: Floats, counts: Floats, sharpness: float) -> Floats:
    """(k, A) the target policy: see above.

    Args:
        log_prob: (k, A) of the policy, very low where an action is illegal.
        value: (k,) V.
        q, counts: (k, A) the playouts' mean returns, and their numbers.
        sharpness: the factor in σ.
    """
    prior, tried = np.exp(log_prob), counts > 0
    weight = (prior * tried).sum(axis=1)
    known = (prior * tried * q).sum(axis=1) / np.maximum(weight, 1e-12)
    total = counts.sum(axis=1)
    mixed = (value + total * known) / (1 + total)
    logit = np.where(log_prob > IMPOSSIBLE, log_prob + sharpness * np.where(tried, q, mixed[:, None]), -np.inf)
    result = np.exp(logit - logit.max(axis=1, keepdims=True))
    policy: Floats = (result / result.sum(axis=1, keepdims=True)).astype(np.float32)
    return policy


class ExpertIteration(SelfPlay):
    """A network that learns from the improvements made by searches."""

    paper: ClassVar[str] = "T. Anthony et al. 2017, arXiv 1705.08439; I. Danihelka et al. 2022, ICLR"
    settings_class: ClassVar[type[SelfPlaySettings]] = ExpertIterationSettings
    settings: ExpertIterationSettings
    actor: Searcher

    def new_actor(self) -> Searcher:
        """An actor whose seats search."""
        return self.actor_of(Searcher, self.settings)

    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Learn values from the settled decisions, and the policy from the searched ones."""
        settings, kept, rollout = self.settings, self.actor.kept, self.rollout
        decisions = Decisions.of(rollout, credited)
        here = kept.row, kept.table
        seen, mask = (torch.from_numpy(part[here]) for part in (rollout.observation, rollout.action_mask))
        wanted = torch.from_numpy(kept.policy)
        self.actor.kept = Searched(len(self.game.action_names))
        curves = []
        self.network.train()
        for _ in range(settings.epochs):
            parts = list(self.minibatches(len(decisions), settings.minibatch))
            order = torch.randperm(len(wanted), generator=self.generator)
            for part, searched in zip(parts, torch.tensor_split(order, max(len(parts), 1)), strict=False):
                batch = decisions.at(part, self.device)
                value = self.network.choices(batch.observation, batch.action_mask, batch.advice).value
                loss = (value - batch.target).square().mean()
                losses = {"value loss": loss.item()}
                if len(searched):
                    choices = self.network.choices(seen[searched].to(self.device), mask[searched].to(self.device))
                    target = wanted[searched].to(self.device)[choices.row, choices.action]
                    policy_loss = -(target * choices.log_prob).sum() / len(searched)
                    loss, losses["policy loss"] = loss + policy_loss, policy_loss.item()
                self.descend(loss)
                curves.append(losses)
        both = [losses for losses in curves if "policy loss" in losses]
        return mean_of(both) | {"explained variance": decisions.explained(), "searched": float(len(wanted))}
