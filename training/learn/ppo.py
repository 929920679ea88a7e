"""Self-play PPO over many tables at once: one network plays all seats, but for those of greedy opponents.

Read it from top to bottom: settings, decisions, a learner's state, `collect` (play), `learn` (the PPO update, or in a
warm start imitation). Who plays at the tables is in `actor.py`, whose decision earned what in `collect.py`, the network
in `network.py`, the run around it (goal, checkpoints, curves) in `run.py`.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, fields
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from dynasty_env.kit.envs.base import check_choice
from dynasty_env.kit.errors import DynastyEnvError, OptionError
from dynasty_env.kit.game import Game, RewardName
from training.learn.actor import Actor
from training.learn.checkpoint import CheckpointError, describe_game
from training.learn.collect import NOBODY, Credit, Rollout, credit
from training.learn.network import for_game


@dataclass(frozen=True)
class Settings:
    """What decides, with the number of threads, how a run goes.

    Attributes:
        seats: at each table.
        options: the game's others, by name.
        vary: names of options that take all their values, from table to table; `num_players` is one of them.
        reward: one of the game's.
        envs: tables played at once.
        rollout: decisions at each table between two updates.
        epochs: times that an update goes through its decisions.
        minibatch: decisions a gradient step.
        learning_rate: at first; it falls linearly to a tenth of that at the run's goal.
        discount, trace_decay: γ and λ, for each decision of a seat's own.
        clip: PPO's ε.
        entropy, value: weights of these losses.
        gradient: greatest norm of a gradient.
        warm_start: for so many decisions greedy plays, and is imitated.
        among_greedy: part of games in which greedy has some seats.
        shuffle_rewards: control experiment: each game's final rewards are dealt out to its seats at random.
        seed: of deals, dice, first parameters and minibatches.
        network: arguments of `network.for_game`.
    """

    seats: int = 4
    options: dict[str, int] = field(default_factory=dict)
    vary: tuple[str, ...] = ()
    reward: RewardName = "win"
    envs: int = 512
    rollout: int = 64
    epochs: int = 1
    minibatch: int = 4096
    learning_rate: float = 5e-4
    discount: float = 1.0
    trace_decay: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    gradient: float = 0.5
    warm_start: int = 0
    among_greedy: float = 0.0
    shuffle_rewards: bool = False
    seed: int = 1
    network: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("envs", "rollout", "epochs", "minibatch"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name}={getattr(self, name)} is out of range: at least 1")
        for name in ("learning_rate", "clip"):
            if not 0 < getattr(self, name) < float("inf"):
                raise OptionError(f"{name}={getattr(self, name)} is out of range: above 0")
        for name in ("discount", "trace_decay", "among_greedy"):
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name}={getattr(self, name)} is out of range: 0 … 1")
        if not 0 <= self.seed < 2**32:
            raise OptionError(f"seed={self.seed} is out of range: 0 … 2**32-1")

    @property
    def game_options(self) -> dict[str, Any]:
        """All options of the game."""
        return {**self.options, "num_players": self.seats}

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> "Settings":
        """Settings as a checkpoint keeps them. Raises TypeError for one that this version does not know."""
        return cls(**{**given, "vary": tuple(given["vary"])})


@dataclass
class Progress:
    """How far a run has come: `seconds` of training, compiling left out; what was won or lost is in the curves."""

    decisions: int = 0
    games: int = 0
    updates: int = 0
    seconds: float = 0.0


TABLES = 256
"""Fewest tables that are worth an actor of their own."""
MOST_ACTORS = 64

CURVES = ("policy loss", "value loss", "entropy", "KL divergence", "clipped")
"""What a loss tells beside itself."""


@dataclass
class Decisions:
    """B decisions to learn from, as `Rollout` has them.

    Attributes:
        advantage: (B,) normalised. target: (B,) for the value.
    """

    observation: Tensor
    action_mask: Tensor
    action: Tensor
    log_prob: Tensor
    value: Tensor
    advantage: Tensor
    target: Tensor

    def __len__(self) -> int:
        return len(self.action)

    @classmethod
    def of(cls, rollout: Rollout, credit: Credit) -> "Decisions":
        """The settled ones of a rollout."""
        chosen = np.flatnonzero(credit.settled)
        names = ("observation", "action_mask", "action", "log_prob", "value")
        kept = {name: getattr(rollout, name) for name in names}
        rows = {name: torch.from_numpy(part.reshape(-1, *part.shape[2:])[chosen]) for name, part in kept.items()}
        advantage = torch.from_numpy(credit.advantage.reshape(-1)[chosen])
        target = advantage + rows["value"]
        if len(chosen) > 1:
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        return cls(**rows, advantage=advantage, target=target)

    def at(self, which: Tensor, device: torch.device) -> "Decisions":
        """Some (k,) of them, on a device."""
        return Decisions(**{f.name: getattr(self, f.name)[which].to(device) for f in fields(self)})

    def explained(self) -> float:
        """The part of the targets' variance that the values had foretold."""
        spread = float(self.target.var()) if len(self) > 1 else 0.0
        return 1 - float((self.target - self.value).var()) / spread if spread > 0 else 0.0


Loss = Callable[[Decisions], tuple[Tensor, Tensor]]


class TrainingError(DynastyEnvError, ArithmeticError):
    """Training has come to numbers that are none; the last checkpoint is from before that."""


class Learner:
    """The whole state of a run, which `content` saves and `restore` takes up again.

    Tables are shared out among actors, and a gradient step's decisions among threads, so that every core is busy from
    beginning to end.

    Args:
        game: what is learned.
        settings: how.
        threads: how many actors play, and how many parts of a gradient are worked out, at once; it affects speed only,
            apart from rounding.
        device: where the network is; tables are always on the CPU. A GPU works a gradient out in one part.

    Raises:
        OptionError: settings or options of the game are out of range.
    """

    def __init__(self, game: Game, settings: Settings, threads: int = 1, device: torch.device | str = "cpu") -> None:
        torch.set_num_threads(1)
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads)
        self.game = game
        self.settings = settings
        if settings.warm_start or settings.among_greedy:
            game.policy("greedy")
        options = game.check_options(settings.game_options)
        for name in settings.vary:
            check_choice("vary", name, tuple(options))
        seats = game.seats[1] if "num_players" in settings.vary else settings.seats
        self.rollout = Rollout.empty(settings.rollout, settings.envs, seats, game.layout.size, len(game.action_names))
        bounds = np.linspace(0, settings.envs, 1 + min(max(settings.envs // TABLES, 1), MOST_ACTORS)).astype(int)
        self.actors = [
            Actor(
                game,
                self.rollout.part(first, last),
                seed=(settings.seed * MOST_ACTORS + number) << 22,
                reward=settings.reward,
                among_greedy=settings.among_greedy,
                options=options,
                vary=settings.vary,
            )
            for number, (first, last) in enumerate(pairwise(bounds))
        ]
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.network = for_game(game, **settings.network).to(device)
        self.parameters = list(self.network.parameters())
        self.optimizer = torch.optim.Adam(self.parameters, lr=settings.learning_rate, eps=1e-5, fused=True)
        self.generator = torch.Generator().manual_seed(settings.seed)
        self.progress = Progress()

    # -- play ----------------------------------------------------------------------------------------------------

    @property
    def cloning(self) -> bool:
        """Whether the run is still in its warm start, in which greedy is imitated."""
        return self.progress.decisions < self.settings.warm_start

    def collect(self) -> dict[str, float]:
        """Fill the rollout: `settings.rollout` decisions at every table."""
        self.network.eval()
        cloning = self.cloning
        games = sum(self._pool.map(lambda actor: actor.play(self.network, as_greedy=cloning), self.actors))
        if self.settings.shuffle_rewards:
            for row in self.rollout.steps:
                self.shuffle(row)
        decisions = self.settings.rollout * self.settings.envs
        self.progress.games += games
        return {"decisions per game": decisions / games} if games else {}

    def shuffle(self, row: int) -> None:
        """Deal the final rewards of each game that ended in this row out to its seats at random."""
        seats = np.concatenate([actor.env.tables.array["num_players"] for actor in self.actors])
        for table in np.flatnonzero(self.rollout.ended[row]):
            order = torch.randperm(int(seats[table]), generator=self.generator).numpy()
            self.rollout.rewards[row, table, : len(order)] = self.rollout.rewards[row, table, order]

    # -- learn ---------------------------------------------------------------------------------------------------

    def learn(self, done: float) -> dict[str, float]:
        """Learn from every decision whose outcome is known by now, once; the open ones are carried over.

        Args:
            done: the part of the run that lies behind, 0 … 1.

        Returns:
            Curves: losses, entropy in nats, the part of clipped ratios, explained variance …

        Raises:
            TrainingError: a gradient or parameter is not finite: nothing of this learner is worth saving.
        """
        settings, rollout = self.settings, self.rollout
        found = credit(rollout, settings.discount, settings.trace_decay)
        decisions = Decisions.of(rollout, found)
        rate = settings.learning_rate * max(1.0 - done, 0.1)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = self.clone if self.cloning else self.improve
        self.network.train()
        curves: list[npt.NDArray[np.float64]] = []
        for _ in range(settings.epochs):
            order = torch.randperm(len(decisions), generator=self.generator)
            for part in torch.split(order, settings.minibatch) if len(order) else ():
                curves.append(self.step(decisions, part, loss))
        self.progress.decisions += int((rollout.seat[rollout.steps.start :] != NOBODY).sum())
        self.progress.updates += 1
        rollout.carry_over(found)
        for name, parameter in self.network.named_parameters():
            self._check(parameter, name)
        self.network.eval()
        means = np.mean(curves, axis=0) if curves else np.zeros(len(CURVES))
        return dict(zip(CURVES, map(float, means), strict=True)) | {
            "explained variance": decisions.explained(),
            "learning rate": rate,
            "gradient steps": float(len(curves)),
        }

    def step(self, decisions: "Decisions", part: Tensor, loss: "Loss") -> npt.NDArray[np.float64]:
        """A gradient step on a part of the decisions; its curves."""

        def work(share: Tensor) -> tuple[tuple[Tensor, ...], Tensor]:
            found, curves = loss(decisions.at(share, self.network.device))
            weight = len(share) / len(part)
            return torch.autograd.grad(weight * found, self.parameters), weight * curves

        shares = part.chunk(self.threads if self.network.device.type == "cpu" else 1)
        answers = list(self._pool.map(work, shares))
        for parameter, *gradients in zip(self.parameters, *(gradients for gradients, _ in answers), strict=True):
            parameter.grad = sum(gradients[1:], start=gradients[0])
        norm = nn.utils.clip_grad_norm_(self.parameters, self.settings.gradient)
        self._check(norm, "the gradient")
        self.optimizer.step()
        return torch.stack([curves for _, curves in answers]).sum(dim=0).double().numpy(force=True)

    def _check(self, numbers: Tensor, what: str) -> None:
        """Raise TrainingError unless all numbers are finite."""
        if not numbers.isfinite().all():
            raise TrainingError(
                f"training has failed after {self.progress.decisions:,} decisions: {what} is not finite any more; "
                "a lower learning rate may help"
            )

    def improve(self, decisions: "Decisions") -> tuple[Tensor, Tensor]:
        """PPO's loss (Schulman et al. 2017, arXiv 1707.06347), and its curves."""
        settings = self.settings
        choices = self.network.choices(decisions.observation, decisions.action_mask)
        log_ratio = choices.of(decisions.action) - decisions.log_prob
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        policy_loss = -torch.min(ratio * decisions.advantage, clipped * decisions.advantage).mean()
        value_loss = (choices.value - decisions.target).square().mean()
        entropy = choices.entropy()
        with torch.no_grad():
            divergence = (ratio - 1 - log_ratio).mean()
            outside = ((ratio - 1).abs() > settings.clip).float().mean()
            curves = torch.stack([policy_loss, value_loss, entropy, divergence, outside])
        return policy_loss + settings.value * value_loss - settings.entropy * entropy, curves

    def clone(self, decisions: "Decisions") -> tuple[Tensor, Tensor]:
        """The loss of imitation: cross-entropy of what greedy did, and squares of the value's error; its curves."""
        choices = self.network.choices(decisions.observation, decisions.action_mask)
        policy_loss = -choices.of(decisions.action).mean()
        value_loss = (choices.value - decisions.target).square().mean()
        with torch.no_grad():
            nothing = torch.zeros_like(policy_loss)
            curves = torch.stack([policy_loss, value_loss, choices.entropy(), nothing, nothing])
        return policy_loss + self.settings.value * value_loss, curves

    # -- save ----------------------------------------------------------------------------------------------------

    def content(self) -> dict[str, Any]:
        """Everything that the run needs to go on as if it had not stopped, in plain values and tensors."""
        return describe_game(self.game) | {
            "settings": asdict(self.settings),
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "progress": asdict(self.progress),
            "generator": self.generator.get_state(),
            "tables": {"fields": repr(self.game.dtype.descr), "actors": [actor.content() for actor in self.actors]},
            "rollout": {
                f.name: torch.from_numpy(getattr(self.rollout, f.name)[: self.rollout.steps.start].copy())
                for f in fields(self.rollout)
            },
        }

    def restore(self, content: dict[str, Any]) -> bool:
        """Take up a run of the same settings. False: the layout of tables has changed; new games are dealt.

        Raises:
            CheckpointError: a part of `content` does not fit.
        """
        try:
            self.network.load_state_dict(content["network"])
            self.optimizer.load_state_dict(content["optimizer"])
            self.progress = Progress(**{f.name: content["progress"][f.name] for f in fields(Progress)})
            self.generator.set_state(content["generator"])
            self.network.eval()
            if content["tables"]["fields"] != repr(self.game.dtype.descr):
                return False
            for actor, kept in zip(self.actors, content["tables"]["actors"], strict=True):
                actor.restore(kept)
            for f in fields(self.rollout):
                getattr(self.rollout, f.name)[: self.rollout.steps.start] = content["rollout"][f.name].numpy()
        except Exception as error:  # whatever a foreign content leads to
            raise CheckpointError(f"a part of the checkpoint does not fit: {error}") from error
        return True
