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
from training.learn.actor import PAST, Actor, Among
from training.learn.checkpoint import CheckpointError, describe_game
from training.learn.collect import NOBODY, Credit, Rollout, credit
from training.learn.companions import PastSelves, move, places_in_use, still
from training.learn.network import Choices, Legal, Network, for_game, network_arguments


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
        entropy_end: the weight of entropy at the run's goal, towards which it falls linearly; None: it stays.
        action_values: how far the advantage of a decision is what a critic of actions says of it, Q(s, a) - V(s), in
            place of what came of it, 0 … 1. Above 0 the network has such a critic, which learns what came of it.
        all_actions: whether that part follows all legal actions by their probability, instead of the one taken.
        largest: part of an update's decisions, those with the largest advantages, from which the policy learns.
        magnet: weight of the KL divergence from a copy of the network that follows slowly (magnetic mirror descent:
            Sokota et al. 2023, arXiv 2206.05825).
        magnet_speed: how far the magnet follows at each update, 0 … 1.
        average: how long the network that plays in the end looks back, in gradient steps; its parameters are the
            others' moving average. 0: it is the one that learns.
        gradient: greatest norm of a gradient.
        warm_start: for so many decisions greedy plays, and is imitated.
        among_greedy: part of games in which greedy has some seats.
        among_past: part of games in which a past self has some seats.
        among_seats: how many seats greedy or a past self has there, at most all but one; 0: any number of these.
        past_every: updates between two past selves.
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
    entropy_end: float | None = None
    value: float = 0.5
    action_values: float = 0.0
    all_actions: bool = False
    largest: float = 1.0
    magnet: float = 0.0
    magnet_speed: float = 0.05
    average: float = 0.0
    gradient: float = 0.5
    warm_start: int = 0
    among_greedy: float = 0.0
    among_past: float = 0.0
    among_seats: int = 0
    past_every: int = 10
    shuffle_rewards: bool = False
    seed: int = 1
    network: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("envs", "rollout", "epochs", "minibatch", "past_every"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name}={getattr(self, name)} is out of range: at least 1")
        for name in ("learning_rate", "clip"):
            if not 0 < getattr(self, name) < float("inf"):
                raise OptionError(f"{name}={getattr(self, name)} is out of range: above 0")
        shares = ("discount", "trace_decay", "among_greedy", "among_past", "action_values", "magnet_speed")
        for name in shares:
            if not 0 <= getattr(self, name) <= 1:
                raise OptionError(f"{name}={getattr(self, name)} is out of range: 0 … 1")
        if self.among_greedy + self.among_past > 1:
            raise OptionError(
                f"among_greedy={self.among_greedy} and among_past={self.among_past} are more than all games"
            )
        if not 0 < self.largest <= 1:
            raise OptionError(f"largest={self.largest} is out of range: above 0, at most 1")
        for name in ("magnet", "average", "entropy", "entropy_end", "among_seats"):
            if not 0 <= (getattr(self, name) or 0) < float("inf"):
                raise OptionError(f"{name}={getattr(self, name)} is out of range: at least 0")
        if self.all_actions and not self.action_values:
            raise OptionError("all_actions=True needs action_values above 0")
        if not 0 <= self.seed < 2**32:
            raise OptionError(f"seed={self.seed} is out of range: 0 … 2**32-1")

    def entropy_at(self, done: float) -> float:
        """The weight of entropy when the part `done` of the run lies behind, 0 … 1."""
        end = self.entropy if self.entropy_end is None else self.entropy_end
        return self.entropy + (end - self.entropy) * min(done, 1.0)

    @property
    def network_arguments(self) -> dict[str, int]:
        """For `network.for_game`."""
        return network_arguments(self.network, self.action_values)

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
    steps: int = 0
    seconds: float = 0.0


PAST_SELVES = 4
"""Most past selves at a time."""
TABLES = 256
"""Fewest tables that are worth an actor of their own."""
MOST_ACTORS = 64

CURVES = ("policy loss", "value loss", "entropy", "KL divergence", "clipped", "action value loss", "from the magnet")
"""What a loss tells beside itself."""


@dataclass
class Decisions:
    """B decisions to learn from, as `Rollout` has them.

    Attributes:
        advantage: (B,) normalised. target: (B,) for the value.
        unit: (B,) what an advantage of 1 is as a return: the same for all.
        counts: (B,) bool, whether the policy learns from it.
    """

    observation: Tensor
    action_mask: Tensor
    action: Tensor
    log_prob: Tensor
    value: Tensor
    advantage: Tensor
    target: Tensor
    unit: Tensor
    counts: Tensor

    def __len__(self) -> int:
        return len(self.action)

    @classmethod
    def of(cls, rollout: Rollout, credit: Credit, largest: float = 1.0) -> "Decisions":
        """The settled ones of a rollout; the policy learns from this part of them, with the `largest` advantages."""
        chosen = np.flatnonzero(credit.settled)
        names = ("observation", "action_mask", "action", "log_prob", "value")
        kept = {name: getattr(rollout, name) for name in names}
        rows = {name: torch.from_numpy(part.reshape(-1, *part.shape[2:])[chosen]) for name, part in kept.items()}
        advantage = torch.from_numpy(credit.advantage.reshape(-1)[chosen])
        target = advantage + rows["value"]
        unit = torch.ones(len(chosen))
        if len(chosen) > 1:
            unit *= advantage.std() + 1e-8
            advantage = (advantage - advantage.mean()) / unit
        counts = torch.ones(len(chosen), dtype=torch.bool)
        if largest < 1 and len(chosen):
            counts = advantage.abs() >= torch.quantile(advantage.abs(), 1 - largest)
        return cls(**rows, advantage=advantage, target=target, unit=unit, counts=counts)

    def at(self, which: Tensor, device: torch.device) -> "Decisions":
        """Some (k,) of them, on a device."""
        return Decisions(**{f.name: getattr(self, f.name)[which].to(device) for f in fields(self)})

    def explained(self) -> float:
        """The part of the targets' variance that the values had foretold."""
        spread = float(self.target.var()) if len(self) > 1 else 0.0
        return 1 - float((self.target - self.value).var()) / spread if spread > 0 else 0.0


Loss = Callable[[Decisions], tuple[Tensor, Tensor]]


def better_than_mean(choices: Choices) -> Tensor:
    """(K,) how much more the critic of actions expects after an action than on average under the policy."""
    assert choices.worth is not None
    policy = choices._replace(log_prob=choices.log_prob.detach())
    worth = choices.worth.detach()
    return worth - policy.mean(worth)[choices.row]


class TrainingError(DynastyEnvError, ArithmeticError):
    """Training has come to numbers that are none; the last checkpoint is from before that."""


def empty_rollout(game: Game, settings: Settings, tables: int) -> Rollout:
    """Room for a rollout at so many tables."""
    seats = game.seats[1] if "num_players" in settings.vary else settings.seats
    return Rollout.empty(settings.rollout, tables, seats, game.layout.size, len(game.action_names))


def actor_of(game: Game, settings: Settings, rollout: Rollout, seed: int) -> Actor:
    """An actor that plays as the settings say, and fills this rollout."""
    return Actor(
        game,
        rollout,
        seed=seed,
        reward=settings.reward,
        among=Among(settings.among_greedy, settings.among_past, settings.among_seats),
        options=game.check_options(settings.game_options),
        vary=settings.vary,
    )


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
        self.rollout, self.actors = self._seat()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.network = for_game(game, **self.settings.network_arguments).to(device)
        self.parameters = list(self.network.parameters())
        self.optimizer = torch.optim.Adam(self.parameters, lr=settings.learning_rate, eps=1e-5, fused=True)
        self.generator = torch.Generator().manual_seed(settings.seed)
        self.progress = Progress()
        self.average = still(self.network) if settings.average else None
        self.magnet = still(self.network) if settings.magnet else None
        self.past = None
        if settings.among_past:
            self.past = PastSelves(self.network, PAST_SELVES, settings.past_every, self.generator)

    @property
    def player(self) -> Network:
        """The network that plays in the end, in evaluation mode between updates."""
        return self.average or self.network

    def begin_with(self, network: Network) -> None:
        """Take another network's parameters, but for a critic of actions that one of both lacks.

        Raises:
            CheckpointError: it is of another shape.
        """
        for own in (self.network, self.average, self.magnet, *(self.past.networks if self.past else ())):
            if own is None:
                continue
            try:
                found = own.load_state_dict(network.state_dict(), strict=False)
            except RuntimeError as error:
                raise CheckpointError(f"the network to begin with has another shape: {error}") from error
            lacking = [name for name in (*found.missing_keys, *found.unexpected_keys) if not name.startswith("worth")]
            if lacking:
                raise CheckpointError(f"the network to begin with has other layers: {', '.join(lacking)}")
            own.eval()

    def _seat(self) -> tuple[Rollout, list[Actor]]:
        """The rollout and those who fill it."""
        settings = self.settings
        rollout = empty_rollout(self.game, settings, settings.envs)
        bounds = np.linspace(0, settings.envs, 1 + min(max(settings.envs // TABLES, 1), MOST_ACTORS)).astype(int)
        actors = [
            actor_of(self.game, settings, rollout.part(first, last), (settings.seed * MOST_ACTORS + number) << 22)
            for number, (first, last) in enumerate(pairwise(bounds))
        ]
        return rollout, actors

    # -- play ----------------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """What has to be done before the clock of a run begins: nothing here."""

    @property
    def cloning(self) -> bool:
        """Whether the run is still in its warm start, in which greedy is imitated."""
        return self.progress.decisions < self.settings.warm_start

    def collect(self) -> dict[str, float]:
        """Fill the rollout: `settings.rollout` decisions at every table."""
        self.network.eval()
        cloning = self.cloning
        opponents = self.past.networks if self.past else []
        games = sum(self._pool.map(lambda actor: actor.play(self.network, opponents, as_greedy=cloning), self.actors))
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
        found, decisions = self.judge()
        rate = settings.learning_rate * max(1.0 - done, 0.1)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        entropy = settings.entropy_at(done)
        loss: Loss = self.clone if self.cloning else lambda decisions: self.improve(decisions, entropy)
        self.network.train()
        curves: list[npt.NDArray[np.float64]] = []
        for _ in range(settings.epochs):
            order = torch.randperm(len(decisions), generator=self.generator)
            for part in torch.split(order, settings.minibatch) if len(order) else ():
                curves.append(self.step(decisions, part, loss))
                if self.average:
                    move(self.average, self.network, 1 / min(settings.average, self.progress.steps))
        self.progress.decisions += int((rollout.seat[rollout.steps.start :] != NOBODY).sum())
        self.progress.updates += 1
        rollout.carry_over(found)
        for name, parameter in self.network.named_parameters():
            self._check(parameter, name)
        self.network.eval()
        if self.magnet:
            move(self.magnet, self.network, settings.magnet_speed)
        if self.past:
            self.past.update(self.network, self.past_in_use())
            for actor in self.actors:
                actor.past = self.past.open
        means = np.mean(curves, axis=0) if curves else np.zeros(len(CURVES))
        return dict(zip(CURVES, map(float, means), strict=True)) | {
            "explained variance": decisions.explained(),
            "learning rate": rate,
            "gradient steps": float(len(curves)),
        }

    def past_in_use(self) -> set[int]:
        """Places of past selves that running games need."""
        return places_in_use((actor.players for actor in self.actors), PAST)

    def judge(self) -> tuple[Credit, "Decisions"]:
        """What each decision of the rollout has earned, and those that can be learned from by now."""
        found = credit(self.rollout, self.settings.discount, self.settings.trace_decay)
        return found, Decisions.of(self.rollout, found, self.settings.largest)

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
        self.progress.steps += 1
        return torch.stack([curves for _, curves in answers]).sum(dim=0).double().numpy(force=True)

    def _check(self, numbers: Tensor, what: str) -> None:
        """Raise TrainingError unless all numbers are finite."""
        if not numbers.isfinite().all():
            raise TrainingError(
                f"training has failed after {self.progress.decisions:,} decisions: {what} is not finite any more; "
                "a lower learning rate may help"
            )

    def improve(self, decisions: "Decisions", entropy_weight: float) -> tuple[Tensor, Tensor]:
        """PPO's loss (Schulman et al. 2017, arXiv 1707.06347), and its curves."""
        settings, network = self.settings, self.network
        legal = network.legal(decisions.observation, decisions.action_mask)
        choices = network.choices(decisions.observation, decisions.action_mask, legal)
        log_prob = choices.of(decisions.action)
        log_ratio = log_prob - decisions.log_prob
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        advantage, everywhere, of_actions = decisions.advantage, torch.zeros_like(log_prob), log_prob.new_zeros(())
        if choices.worth is not None:
            worth = choices.worth[choices.taken(decisions.action)]
            of_actions = (worth - decisions.target).square().mean()
            better, share = better_than_mean(choices) / decisions.unit[choices.row], settings.action_values
            if settings.all_actions:
                advantage, everywhere = (1 - share) * advantage, -share * choices.mean(better)
            else:
                advantage = (1 - share) * advantage + share * better[choices.taken(decisions.action)]
        followed = everywhere - torch.min(ratio * advantage, clipped * advantage)
        policy_loss = (followed * decisions.counts).sum() / decisions.counts.sum().clamp(min=1)
        value_loss = (choices.value - decisions.target).square().mean()
        entropy = choices.entropy()
        distance = self._from_magnet(decisions, legal, choices)
        with torch.no_grad():
            divergence = (ratio - 1 - log_ratio).mean()
            outside = ((ratio - 1).abs() > settings.clip).float().mean()
            curves = torch.stack([policy_loss, value_loss, entropy, divergence, outside, of_actions, distance])
        loss = policy_loss + settings.value * (value_loss + of_actions) - entropy_weight * entropy
        return loss + settings.magnet * distance, curves

    def _from_magnet(self, decisions: "Decisions", legal: Legal, choices: Choices) -> Tensor:
        """The mean KL divergence of the policy from the magnet's, in nats; 0 where there is none."""
        if self.magnet is None:
            return torch.zeros((), device=self.network.device)
        with torch.no_grad():
            magnet = self.magnet.choices(decisions.observation, decisions.action_mask, legal)
        return choices.mean(choices.log_prob - magnet.log_prob).mean()

    def clone(self, decisions: "Decisions") -> tuple[Tensor, Tensor]:
        """The loss of imitation: cross-entropy of what greedy did, and squares of the value's error; its curves."""
        choices = self.network.choices(decisions.observation, decisions.action_mask)
        policy_loss = -choices.of(decisions.action).mean()
        value_loss = (choices.value - decisions.target).square().mean()
        with torch.no_grad():
            curves = torch.zeros(len(CURVES), device=self.network.device)
            curves[:3] = torch.stack([policy_loss, value_loss, choices.entropy()])
        return policy_loss + self.settings.value * value_loss, curves

    # -- save ----------------------------------------------------------------------------------------------------

    def content(self) -> dict[str, Any]:
        """Everything that the run needs to go on as if it had not stopped, in plain values and tensors."""
        return describe_game(self.game) | {
            "settings": asdict(self.settings),
            "network": self.network.state_dict(),
            "companions": self._companions(),
            "optimizer": self.optimizer.state_dict(),
            "progress": asdict(self.progress),
            "generator": self.generator.get_state(),
            "tables": {"fields": repr(self.game.dtype.descr), "actors": [actor.content() for actor in self.actors]},
            "rollout": {
                f.name: torch.from_numpy(getattr(self.rollout, f.name)[: self.rollout.steps.start].copy())
                for f in fields(self.rollout)
            },
        }

    def _companions(self) -> dict[str, Any]:
        """The networks beside the one that learns; None for those that this run does without."""
        return {
            "average": self.average and self.average.state_dict(),
            "magnet": self.magnet and self.magnet.state_dict(),
            "past": self.past and self.past.state_dict(),
        }

    def _restore_companions(self, kept: dict[str, Any]) -> None:
        for name, companion in (("average", self.average), ("magnet", self.magnet), ("past", self.past)):
            if (companion is None) != (kept[name] is None):
                raise CheckpointError(f"{name}: this part does not belong to a run of these settings")
            if companion is not None:
                companion.load_state_dict(kept[name])
        for companion in (self.average, self.magnet):
            if companion is not None:
                companion.eval()
        if self.past is not None:
            for actor in self.actors:
                actor.past = self.past.open

    def restore(self, content: dict[str, Any]) -> bool:
        """Take up a run of the same settings. False: new games are dealt, since the layout of tables has changed, or
        they are played elsewhere now or were then.

        Raises:
            CheckpointError: a part of `content` does not fit.
        """
        try:
            self.network.load_state_dict(content["network"])
            self._restore_companions(content["companions"])
            self.optimizer.load_state_dict(content["optimizer"])
            self.progress = Progress(**{f.name: content["progress"][f.name] for f in fields(Progress)})
            self.generator.set_state(content["generator"])
            self.network.eval()
            tables = content["tables"]
            if tables["fields"] != repr(self.game.dtype.descr) or bool(tables["actors"]) != bool(self.actors):
                return False
            for actor, kept in zip(self.actors, tables["actors"], strict=True):
                actor.restore(kept)
            for f in fields(self.rollout):
                getattr(self.rollout, f.name)[: self.rollout.steps.start] = content["rollout"][f.name].numpy()
        except Exception as error:  # whatever a foreign content leads to
            raise CheckpointError(f"a part of the checkpoint does not fit: {error}") from error
        return True
