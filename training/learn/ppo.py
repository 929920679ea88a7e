"""Self-play PPO over many tables at once: one network plays all seats.

Read it from top to bottom: settings, a learner's state, `collect` (play), `learn` (the PPO update). Whose decision
earned what is in `collect.py`, the network in `network.py`, the run around it (goal, checkpoints, curves) in `run.py`.
"""

from dataclasses import asdict, dataclass, field, fields
from typing import Any

import numpy as np
import torch
from torch import nn

from dynasty_env.kit.envs.vector import Batch, VectorEnv
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game, RewardName
from training.arena.evaluate import draw
from training.learn.checkpoint import CheckpointError, describe_game
from training.learn.collect import Rollout, credit
from training.learn.network import for_game


@dataclass(frozen=True)
class Settings:
    """What decides, with the number of threads, how a run goes.

    Attributes:
        seats: at each table.
        options: the game's others, by name.
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
        shuffle_rewards: control experiment: each game's final rewards are dealt out to its seats at random.
        seed: of deals, dice, first parameters and minibatches.
        network: arguments of `network.for_game`.
    """

    seats: int = 4
    options: dict[str, int] = field(default_factory=dict)
    reward: RewardName = "win"
    envs: int = 256
    rollout: int = 64
    epochs: int = 2
    minibatch: int = 2048
    learning_rate: float = 1e-3
    discount: float = 1.0
    trace_decay: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    gradient: float = 0.5
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
        for name in ("discount", "trace_decay"):
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
        return cls(**given)


@dataclass
class Progress:
    """How far a run has come: `seconds` of training, compiling left out; what was won or lost is in the curves."""

    decisions: int = 0
    games: int = 0
    updates: int = 0
    seconds: float = 0.0


class Learner:
    """The whole state of a run, which `content` saves and `restore` takes up again.

    Args:
        game: what is learned.
        settings: how.
        threads: for the tables and for torch; it affects speed only, apart from rounding.

    Raises:
        OptionError: settings or options of the game are out of range.
    """

    def __init__(self, game: Game, settings: Settings, threads: int = 1) -> None:
        torch.set_num_threads(threads)
        self.game = game
        self.settings = settings
        self.env = VectorEnv(
            game,
            settings.envs,
            seed=settings.seed << 24,
            reward=settings.reward,
            threads=threads,
            **settings.game_options,
        )
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.network = for_game(game, **settings.network)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=settings.learning_rate, eps=1e-5)
        self.generator = torch.Generator().manual_seed(settings.seed)
        self.progress = Progress()
        self.rollout = Rollout.empty(
            settings.rollout, settings.envs, settings.seats, game.layout.size, len(game.action_names)
        )
        self.batch: Batch = self.env.reset()

    # -- play ----------------------------------------------------------------------------------------------------

    def collect(self) -> dict[str, float]:
        """Fill the rollout: `settings.rollout` decisions at every table, by the current network."""
        self.network.eval()
        rollout, games = self.rollout, 0
        for row in range(self.settings.seats, len(rollout.seat)):
            batch = self.batch
            rollout.observation[row] = batch.observation
            rollout.action_mask[row] = batch.action_mask
            rollout.seat[row] = batch.seat
            with torch.no_grad():
                log_prob, value = self.network.policy(
                    torch.from_numpy(rollout.observation[row]), torch.from_numpy(rollout.action_mask[row])
                )
                action = draw(log_prob, self.generator)
            rollout.action[row] = action.numpy()
            rollout.log_prob[row] = log_prob.gather(1, action.unsqueeze(1)).squeeze(1).numpy()
            rollout.value[row] = value.numpy()
            self.batch = self.env.step(rollout.action[row])
            rollout.ended[row] = self.batch.terminated
            rollout.rewards[row] = self.batch.rewards
            if self.settings.shuffle_rewards:
                self.shuffle(row)
            games += int(self.batch.terminated.sum())
        decisions = self.settings.rollout * self.settings.envs
        self.progress.decisions += decisions
        self.progress.games += games
        return {"decisions per game": decisions / games} if games else {}

    def shuffle(self, row: int) -> None:
        """Deal the final rewards of each game that ended in this row out to its seats at random."""
        for table in np.flatnonzero(self.rollout.ended[row]):
            order = torch.randperm(self.settings.seats, generator=self.generator).numpy()
            self.rollout.rewards[row, table] = self.rollout.rewards[row, table, order]

    # -- learn ---------------------------------------------------------------------------------------------------

    def learn(self, done: float) -> dict[str, float]:
        """PPO on every decision whose outcome is known by now; the open ones are carried over.

        Args:
            done: the part of the run that lies behind, 0 … 1.

        Returns:
            Curves: losses, entropy in nats, the part of clipped ratios, explained variance …
        """
        settings, rollout = self.settings, self.rollout
        found = credit(rollout, settings.discount, settings.trace_decay)
        chosen = np.flatnonzero(found.settled)
        rows = {
            name: torch.from_numpy(getattr(rollout, name).reshape(-1, *getattr(rollout, name).shape[2:])[chosen])
            for name in ("observation", "action_mask", "action", "log_prob", "value")
        }
        advantage = torch.from_numpy(found.advantage.reshape(-1)[chosen])
        target = advantage + rows["value"]
        if len(chosen) > 1:
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)

        rate = settings.learning_rate * max(1.0 - done, 0.1)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.network.train()
        curves: list[tuple[float, ...]] = []
        for _ in range(settings.epochs if len(chosen) else 0):
            order = torch.randperm(len(chosen), generator=self.generator)
            for part in torch.split(order, settings.minibatch):
                log_probs, value = self.network.policy(rows["observation"][part], rows["action_mask"][part])
                log_prob = log_probs.gather(1, rows["action"][part].unsqueeze(1)).squeeze(1)
                log_ratio = log_prob - rows["log_prob"][part]
                ratio = log_ratio.exp()
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                policy_loss = -torch.min(ratio * advantage[part], clipped * advantage[part]).mean()
                value_loss = (value - target[part]).square().mean()
                entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
                loss = policy_loss + settings.value * value_loss - settings.entropy * entropy

                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(self.network.parameters(), settings.gradient)
                self.optimizer.step()
                with torch.no_grad():
                    divergence = (ratio - 1 - log_ratio).mean()
                    outside = ((ratio - 1).abs() > settings.clip).float().mean()
                losses = (policy_loss.detach(), value_loss.detach(), entropy.detach(), divergence, outside)
                curves.append(tuple(map(float, losses)))
        self.progress.updates += 1
        rollout.carry_over(found)
        self.network.eval()
        names = ("policy loss", "value loss", "entropy", "KL divergence", "clipped")
        means = np.mean(curves, axis=0) if curves else np.zeros(len(names))
        spread = float(target.var()) if len(chosen) > 1 else 0.0
        explained = 1 - float((target - rows["value"]).var()) / spread if spread > 0 else 0.0
        return dict(zip(names, map(float, means), strict=True)) | {
            "explained variance": explained,
            "learning rate": rate,
            "gradient steps": float(len(curves)),
        }

    # -- save ----------------------------------------------------------------------------------------------------

    def content(self) -> dict[str, Any]:
        """Everything that the run needs to go on as if it had not stopped, in plain values and tensors."""
        tables = self.env.tables.array
        return describe_game(self.game) | {
            "settings": asdict(self.settings),
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "progress": asdict(self.progress),
            "generator": self.generator.get_state(),
            "tables": {
                "fields": repr(tables.dtype.descr),
                "bytes": torch.from_numpy(tables.view(np.uint8).copy()),
                **{name: torch.from_numpy(np.array(part)) for name, part in self.batch._asdict().items()},
            },
            "rollout": {
                f.name: torch.from_numpy(getattr(self.rollout, f.name)[: self.settings.seats].copy())
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
            kept = content["tables"]
            array = self.env.tables.array
            if kept["fields"] != repr(array.dtype.descr):
                return False
            array.view(np.uint8)[:] = kept["bytes"].numpy()
            self.batch = Batch(**{name: kept[name].numpy() for name in Batch._fields})
            for f in fields(self.rollout):
                getattr(self.rollout, f.name)[: self.settings.seats] = content["rollout"][f.name].numpy()
        except Exception as error:  # whatever a foreign content leads to
            raise CheckpointError(f"a part of the checkpoint does not fit: {error}") from error
        return True
