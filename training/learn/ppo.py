"""Self-play PPO over many tables at the same time: one network plays all seats except those of opponents.

Read it from top to bottom: decisions, a learner's state, `collect` (play), `learn` (the PPO update, or imitation during
a warm start). The other modules:

- `settings.py`: what can be set;
- `actor.py`: who plays at the tables;
- `collect.py`: credit assignment;
- `network.py`: the network;
- `run.py`: the run around it (goal, checkpoints, curves).
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import torch
from torch import Tensor, nn

from agents.at_tables import check_cost
from dynasty_env.kit.envs.base import check_choice
from dynasty_env.kit.errors import DynastyEnvError, in_short
from dynasty_env.kit.game import Game
from training.learn.actor import Actor, Among
from training.learn.checkpoint import CheckpointError, content_of
from training.learn.collect import NOBODY, OF_DECISIONS, AnyRollout, Credit, Rollout, credit
from training.learn.network import Choices, TableNetwork, for_game, warm_up
from training.learn.settings import Settings


@dataclass
class Progress:
    """How far a run has come: `seconds` of training, without compiling; what was won or lost is in the curves."""

    decisions: int = 0
    games: int = 0
    updates: int = 0
    steps: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Raises ValueError for anything that is not a count: a checkpoint may contain anything."""
        for name, value in asdict(self).items():
            wanted = (int, float) if name == "seconds" else int
            if isinstance(value, bool) or not isinstance(value, wanted) or not 0 <= value < 2**63:
                raise ValueError(f"progress.{name}={in_short(value)} is not a valid count")


TABLES = 256
"""The smallest number of tables that justifies another actor."""
MOST_ACTORS = 64

CURVES = ("policy loss", "value loss", "entropy", "KL divergence", "clipped")
"""Further values that a loss reports."""


@dataclass
class Selected:
    """A selection of k `Decisions`, in the form of `Rollout`.

    Attributes:
        advantage: (k,) normalised over all of them. target: (k,) for the value.
    """

    observation: Tensor
    action_mask: Tensor
    advice: Tensor
    action: Tensor
    log_prob: Tensor
    value: Tensor
    advantage: Tensor
    target: Tensor


@dataclass
class Decisions:
    """The decisions of a rollout that can be learned from by now, left in place.

    Attributes:
        parts: the fields of all places of the rollout, rows first. which: (B,) the places of these decisions.
        advantage: (B,) normalised. target: (B,) for the value. value: (B,) of the network that decided.
    """

    parts: dict[str, Tensor]
    which: Tensor
    advantage: Tensor
    target: Tensor
    value: Tensor

    @classmethod
    def of(cls, rollout: AnyRollout, credit: Credit) -> "Decisions":
        """The settled decisions of a rollout."""
        parts = {name: torch.as_tensor(getattr(rollout, name)).flatten(0, 1) for name in OF_DECISIONS}
        which = torch.as_tensor(credit.settled).flatten().nonzero().squeeze(1)
        advantage, target = (torch.as_tensor(each).flatten()[which] for each in (credit.advantage, credit.target))
        if len(which) > 1:
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        # Values are copied: once the open decisions are carried over, others are in their places.
        return cls(parts, which, advantage, target, parts["value"][which])

    def __len__(self) -> int:
        return len(self.which)

    def at(self, chosen: Tensor, device: torch.device) -> Selected:
        """A selection (k,) of them, on a device."""
        parts = {name: part[self.which[chosen]].to(device) for name, part in self.parts.items()}
        advantage, target = self.advantage[chosen].to(device), self.target[chosen].to(device)
        return Selected(**parts, advantage=advantage, target=target)

    def explained(self) -> float:
        """The share of the variance of the targets that the values explained; 0 if there is none."""
        spread = float(self.target.var()) if len(self) > 1 else 0.0
        return 1 - float((self.target - self.value).var()) / spread if spread > 0 else 0.0


Loss = Callable[[Selected], tuple[Tensor, Tensor]]


def surrogate(choices: Choices, decisions: Selected, clip: float) -> tuple[Tensor, Tensor, Tensor]:
    """PPO's clipped objective, as a loss (Schulman et al. 2017, arXiv 1707.06347); for curves also the policy's
    distance from the one that played (KL), and the share of ratios outside the bound."""
    log_ratio = choices.of(decisions.action) - decisions.log_prob
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - clip, 1 + clip)
    loss = -torch.min(ratio * decisions.advantage, clipped * decisions.advantage).mean()
    with torch.no_grad():
        return loss, (ratio - 1 - log_ratio).mean(), ((ratio - 1).abs() > clip).float().mean()


class TrainingError(DynastyEnvError, ArithmeticError):
    """Training has produced NaN or infinite numbers; the last checkpoint was written before that."""


def empty_rollout(game: Game, settings: Settings, tables: int, advised: int) -> Rollout:
    """An empty rollout for this many tables, with the values of a bot for `advised` actions (`Network.advised`)."""
    seats = game.seats[1] if "num_players" in settings.vary else settings.of_game(game).game_options["num_players"]
    return Rollout.empty(settings.rollout, tables, seats, game.layout.size, len(game.action_names), advised)


def among_of(settings: Settings) -> Among:
    """Who else plays, by settings whose defaults are filled in."""
    return Among(
        settings.greedy_share or 0.0, settings.greedy_seats, settings.random_share, settings.champion_share,
        settings.champion_seats, settings.opponent or "", settings.opponent_share or 0.0,
    )  # fmt: skip


def actor_of(game: Game, settings: Settings, rollout: Rollout, seed: int) -> Actor:
    """An actor that plays as the settings say, and fills this rollout."""
    among, options = among_of(settings.of_game(game)), game.check_options(settings.game_options)
    return Actor(game, rollout, seed, settings.reward, among, options, settings.vary)


def tables_of_actors(settings: Settings) -> list[tuple[int, int, int]]:
    """The seed of each actor, and its tables first … last-1."""
    bounds = np.linspace(0, settings.envs, 1 + min(max(settings.envs // TABLES, 1), MOST_ACTORS)).astype(int).tolist()
    return [((settings.seed * MOST_ACTORS + number) << 22, *each) for number, each in enumerate(pairwise(bounds))]


class Learner:
    """The complete state of a run, which `content` saves and `restore` loads. Raises OptionError if settings or options
    of the game are out of range.

    Tables are distributed over actors, and the decisions of a gradient step over threads, so that every core is busy
    throughout.

    Args:
        threads: how many actors play, and how many parts of a gradient are computed, at the same time; apart from
            rounding, this only affects speed.
        device: where the network is; tables are always on the CPU. A GPU computes a gradient in one part.
    """

    learns_policy: ClassVar[bool] = True

    def __init__(self, game: Game, settings: Settings, threads: int = 1, device: torch.device | str = "cpu") -> None:
        torch.set_num_threads(1)
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads)
        self.game = game
        self.settings = settings = settings.of_game(game)
        options = game.check_options(settings.game_options)
        for name in settings.vary:
            check_choice("vary", name, tuple(options))
        check_choice("reward", settings.reward, tuple(game.rewards))
        if settings.meets_greedy:
            game.policy("greedy")
        if settings.opponent:
            check_cost(settings.opponent, game)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.network = for_game(game, **settings.network, sharpness=settings.sharpness).to(device)
        self.network.first_seed = settings.seed
        self.rollout, self.actors = self._seat()
        self.parameters = list(self.network.parameters())
        self.optimizer = torch.optim.Adam(self.parameters, lr=settings.learning_rate, eps=1e-5, fused=True)
        self.generator = torch.Generator().manual_seed(settings.seed)
        self.progress = Progress()

    @property
    def seats(self) -> int:
        """The number of seats at a table, if it does not vary."""
        return int(self.settings.game_options["num_players"])

    def begin_with(self, network: TableNetwork) -> None:
        """Take another network's parameters. Raises CheckpointError if their shapes differ."""
        try:
            self.network.load_state_dict(network.state_dict())
        except RuntimeError as error:
            raise CheckpointError(f"the initial network has another shape: {error}") from error
        self.network.first_seed = network.first_seed
        self.network.eval()

    def _seat(self) -> tuple[Rollout, list[Actor]]:
        """Make the rollout and the actors that fill it."""
        settings = self.settings
        rollout = empty_rollout(self.game, settings, settings.envs, self.network.advised)
        return rollout, [
            actor_of(self.game, settings, rollout.part(first, last), seed)
            for seed, first, last in tables_of_actors(settings)
        ]

    # -- play ----------------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Do what must be done before the clock of a run starts: compile the network's loops (`sparse`)."""
        warm_up(self.network, self.game)

    @property
    def cloning(self) -> bool:
        """Whether the run is still in its warm start, in which it imitates greedy."""
        return self.progress.decisions < self.settings.warm_start

    def collect(self) -> dict[str, float]:
        """Fill the rollout: `settings.rollout` decisions at every table."""
        self.network.eval()
        cloning = self.cloning
        games = self._play(as_greedy=cloning)
        if self.settings.shuffle_rewards:
            for row in self.rollout.steps:
                self.shuffle(row)
        decisions = self.settings.rollout * self.settings.envs
        self.progress.games += games
        return {"decisions per game": decisions / games} if games else {}

    def _play(self, *, as_greedy: bool) -> int:
        """Let all actors play; returns the number of games that have ended."""
        return sum(self._pool.map(lambda actor: actor.play(self.network, as_greedy=as_greedy), self.actors))

    def shuffle(self, row: int) -> None:
        """Distribute the final rewards of each game that ended in this row randomly among its seats."""
        seats = np.concatenate([actor.env.tables.array["num_players"] for actor in self.actors])
        for table in np.flatnonzero(self.rollout.ended[row]):
            order = torch.randperm(int(seats[table]), generator=self.generator).numpy()
            self.rollout.rewards[row, table, : len(order)] = self.rollout.rewards[row, table, order]

    # -- learn ---------------------------------------------------------------------------------------------------

    def learn(self, done: float) -> dict[str, float]:
        """Learn once from every decision whose outcome is known by now; the open ones are carried over. Raises
        TrainingError if a gradient or parameter becomes NaN or infinite; this learner must not be saved then.

        `done` is the completed part of the run, 0 … 1. Returns curves: losses, entropy in nats, the share of clipped
        ratios, explained variance …
        """
        settings, rollout = self.settings, self.rollout
        credited, decisions = self.judge()
        rate = settings.learning_rate * max(1.0 - done, 0.1)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = self._loss(settings.entropy_at(done))
        self.network.train()
        curves: list[Tensor] = []
        for _ in range(settings.epochs):
            order = self._order(len(decisions))
            for part in torch.split(order, settings.minibatch) if len(order) else ():
                curves.append(self.step(decisions, part, loss))
        self.progress.decisions += int((rollout.seat[rollout.steps.start :] != NOBODY).sum())
        self.progress.updates += 1
        rollout.carry_over(credited)
        for name, parameter in self.network.named_parameters():
            self._check(parameter, name)
        self.network.eval()
        means = torch.stack(curves).mean(dim=0) if curves else torch.zeros(len(CURVES))
        return dict(zip(CURVES, means.tolist(), strict=True)) | {
            "explained variance": decisions.explained(),
            "learning rate": rate,
            "gradient steps": float(len(curves)),
        }

    def _loss(self, entropy_weight: float) -> Loss:
        """What is minimised at this point of the run."""
        return self.clone if self.cloning else lambda decisions: self.improve(decisions, entropy_weight)

    def _order(self, count: int) -> Tensor:
        """0 … count-1 in random order."""
        return torch.randperm(count, generator=self.generator)

    def judge(self) -> tuple[Credit, Decisions]:
        """Compute what each decision of the rollout has earned, and select those that can be learned from by now."""
        result = credit(self.rollout, self.settings.discount, self.settings.trace_decay)
        return result, Decisions.of(self.rollout, result)

    def step(self, decisions: Decisions, part: Tensor, loss: Loss) -> Tensor:
        """A gradient step on a part of the decisions; returns its curves."""

        def work(share: Tensor) -> tuple[tuple[Tensor, ...], Tensor]:
            result, curves = loss(decisions.at(share, self.network.device))
            weight = len(share) / len(part)
            return torch.autograd.grad(weight * result, self.parameters), weight * curves

        on_cpu = self.network.device.type == "cpu"
        shares = part.chunk(self.threads if on_cpu else 1)
        answers = list(self._pool.map(work, shares))
        gradients = [
            sum(each[1:], start=each[0]) for each in zip(*(gradients for gradients, _ in answers), strict=True)
        ]
        self._descend(gradients)
        return torch.stack([curves for _, curves in answers]).sum(dim=0).double()

    def _descend(self, gradients: Sequence[Tensor]) -> None:
        """Move the parameters by their gradients, which are clipped."""
        for parameter, gradient in zip(self.parameters, gradients, strict=True):
            parameter.grad = gradient
        norm = nn.utils.clip_grad_norm_(self.parameters, self.settings.gradient)
        if self.network.device.type == "cpu":  # a GPU would wait: there the parameters are checked after the update
            self._check(norm, "the gradient")
        self.optimizer.step()
        self.progress.steps += 1

    def _check(self, numbers: Tensor, what: str) -> None:
        """Raise TrainingError unless all numbers are finite."""
        if not numbers.isfinite().all():
            raise TrainingError(
                f"training has failed after {self.progress.decisions:,} decisions: {what} is NaN or infinite; "
                "a lower learning rate may help"
            )

    def improve(self, decisions: Selected, entropy_weight: float | Tensor) -> tuple[Tensor, Tensor]:
        """PPO's loss (Schulman et al. 2017, arXiv 1707.06347), and its curves."""
        settings = self.settings
        choices = self._choices(decisions)
        policy_loss, divergence, outside = surrogate(choices, decisions, settings.clip)
        value_loss = (choices.value - decisions.target).square().mean()
        entropy = choices.entropy()
        with torch.no_grad():
            curves = torch.stack([policy_loss, value_loss, entropy, divergence, outside])
        return policy_loss + settings.value * value_loss - entropy_weight * entropy, curves

    def _choices(self, decisions: Selected) -> Choices:
        """What the network says about decisions, with the advice that was given when they were made."""
        return self.network.choices(decisions.observation, decisions.action_mask, decisions.advice)

    def clone(self, decisions: Selected) -> tuple[Tensor, Tensor]:
        """The loss of imitation, cross-entropy of greedy's actions and squared error of the value; its curves."""
        choices = self._choices(decisions)
        policy_loss = -choices.of(decisions.action).mean()
        value_loss = (choices.value - decisions.target).square().mean()
        with torch.no_grad():
            curves = torch.zeros(len(CURVES), device=self.network.device)
            curves[:3] = torch.stack([policy_loss, value_loss, choices.entropy()])
        return policy_loss + self.settings.value * value_loss, curves

    # -- save ----------------------------------------------------------------------------------------------------

    def content(self) -> dict[str, Any]:
        """Everything that the run needs to resume exactly, as plain values and tensors."""
        return content_of(self, self._games())

    def _games(self) -> list[dict[str, Tensor]]:
        """The games in progress, actor by actor."""
        return [actor.content() for actor in self.actors]

    def _go_on(self, games: list[dict[str, Tensor]]) -> None:
        """Continue these games."""
        for actor, kept in zip(self.actors, games, strict=True):
            actor.restore(kept)

    def restore(self, content: dict[str, Any]) -> bool:
        """Restore a run with the same settings. Raises CheckpointError if a part of `content` does not fit.

        Returns False if new games are dealt: the rules or the layout of tables have changed, an older version saved too
        little of the games, or the run has moved to or from a cluster.
        """
        try:
            self.network.load_state_dict(content["network"])
            self.network.first_seed = content.get("first_seed")
            self.optimizer.load_state_dict(content["optimizer"])
            self.progress = Progress(**{f.name: content["progress"][f.name] for f in fields(Progress)})
            self.generator.set_state(content["generator"])
            self.network.eval()
            tables = content["tables"]
            other_rules = content.get("rules", self.game.rules_digest) != self.game.rules_digest
            other_tables = tables["fields"] != repr(self.game.dtype.descr)
            if other_rules or other_tables or bool(tables["actors"]) != bool(self.actors):
                return False
            self._go_on(tables["actors"])
            self.rollout.reopen(content["rollout"])
        except Exception as error:  # any error that foreign content causes
            raise CheckpointError(f"a part of the checkpoint does not fit: {error}") from error
        return True
