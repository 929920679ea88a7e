"""What the algorithms of this folder share: their description, their settings, and self-play in turns.

An algorithm is a class. `Algorithm` is everything the benchmark needs: train for a number of decisions, and return the
name of a bot. Most algorithms build on `SelfPlay`: one network in all seats of many tables, which alternates between
playing (`collect`) and learning (`improve`). The run, its checkpoints, curves and evaluations are those of `dynasty
train` (`training.learn.run`), so an algorithm's file contains little more than its formulas.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, ClassVar, Self, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console
from torch import Tensor, nn

from dynasty_env.kit.envs.base import check_choice
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game, RewardName
from dynasty_env.kit.named import near
from training.algorithms.track import Track
from training.compiling import compile_rules
from training.learn import checkpoint
from training.learn.actor import Actor, Among
from training.learn.checkpoint import CheckpointError, content_of
from training.learn.collect import NOBODY, Credit, Rollout, credit
from training.learn.export import export_run
from training.learn.meeting import MEASURED_AGAINST
from training.learn.network import Network, TableNetwork, device_of, for_game, warm_up
from training.learn.ppo import Progress, TrainingError
from training.learn.run import Goal, Routine, Run, lock_folder, plan_of
from training.learn.settings import OfGame, Setting, declared

AnActor = TypeVar("AnActor", bound=Actor)


@dataclass(frozen=True)
class Settings(OfGame):
    """The settings that determine how an algorithm trains. Its own settings are fields of a subclass, with a `Setting`
    each. Raises OptionError if a number is out of range.

    Attributes:
        seats: number of seats at a table; None: the game's default.
        seed: seed of deals, dice, initial parameters and minibatches.
    """

    seats: int | None = None
    options: Mapping[str, int] = field(default_factory=dict)
    reward: RewardName = "win"
    seed: int = 1

    def of_game(self, game: Game) -> Self:
        """These settings with all options of the game filled in. Raises OptionError if one is out of range."""
        options = game.check_options(self.game_options)
        return replace(self, seats=int(options.pop("num_players")), options={k: int(v) for k, v in options.items()})


@dataclass(frozen=True)
class SelfPlaySettings(Settings):
    """Further settings of all self-play algorithms."""

    width: Annotated[int, Setting("Units in each layer of the network.", least=1)] = 256
    tables: Annotated[int, Setting("Number of parallel tables.", least=1)] = 256
    steps: Annotated[int, Setting("Decisions per table between two updates.", least=1)] = 64
    learning_rate: Annotated[
        float, Setting("Initial learning rate; it falls linearly to a tenth by the end.", above=0)
    ] = 5e-4  # fmt: skip
    gradient: Annotated[float, Setting("Maximum norm of the gradient.", above=0)] = 0.5
    discount: Annotated[float, Setting("γ, applied per own decision of a seat.", least=0, most=1)] = 1.0
    trace_decay: Annotated[float, Setting("λ, likewise; 1: no bootstrapping.", least=0, most=1)] = 0.95
    shuffle_rewards: Annotated[
        bool, Setting("Control: shuffle the final rewards among the seats, so nothing can be learned.")
    ] = False


def changed(kind: type[Settings], pairs: Iterable[str]) -> dict[str, Any]:
    """Settings from a command line, each as ``NAME=VALUE``. Raises OptionError if one is invalid."""
    known, hints, given = declared(kind), get_type_hints(kind), {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if name not in known or not equals:
            like = near(name, list(known))
            hint = f"did you mean {like}?" if like else f"choose {', '.join(known)}"
            problem = f"there is no setting {in_short(name)}"
            if not equals:
                problem = f"{in_short(pair)} is not a setting in the form NAME=VALUE"
            raise OptionError(f"{problem}: {hint}")
        given[name] = _read(name, text, hints[name])
    return given


def _read(name: str, text: str, hint: Any) -> Any:
    if get_origin(hint) is UnionType:
        hint = next(each for each in get_args(hint) if each is not type(None))
    try:
        if hint is bool:
            return {"true": True, "false": False, "1": True, "0": False}[text.lower()]
        return hint(text)
    except (ValueError, KeyError):
        raise OptionError(f"{name}={in_short(text)}: it must be of type {hint.__name__}") from None


class Algorithm(ABC):
    """A way to learn any game of this package.

    Attributes:
        paper: the paper that describes it: authors, year, arXiv number or venue.
        track: what it is given beside the game.
        learns_policy: True if its network gives probabilities, from which it sampled while it learned; False if the
            network gives action values, of which it takes the best.
        libraries: modules that it needs besides those of the extra `train`.
    """

    paper: ClassVar[str]
    track: ClassVar[Track] = "tabula rasa"
    learns_policy: ClassVar[bool] = True
    settings_class: ClassVar[type[Settings]]
    libraries: ClassVar[Sequence[str]] = ()

    @classmethod
    def called(cls) -> str:
        """Its name, which is that of its file."""
        return cls.__module__.rpartition(".")[2]

    @classmethod
    @abstractmethod
    def train(cls, game: Game, settings: Settings, decisions: int, folder: Path) -> str:
        """Learn from a number of its own decisions, and return the name of the trained bot (`agents.registry`).

        If it is called again with the same folder, an interrupted run resumes, and a finished one is not trained
        further.

        Args:
            settings: an instance of `settings_class`.
            decisions: number of decisions, of all learning seats together.
            folder: a folder of its own, for everything that it writes.

        Raises:
            OptionError, CheckpointError: if the settings or the content of the folder cannot be used.
            KeyboardInterrupt: if it was stopped.
        """


class Networks(Algorithm):
    """An algorithm that trains networks of this package by gradient descent.

    Attributes:
        game, settings: the game to learn, and the settings with everything filled in.
        network: the network that becomes the bot.
    """

    momentum: ClassVar[float] = 0.9
    """Adam's β₁. In self-play, momentum responds to policies that the others have already left: it drives cycling."""
    game: Game
    settings: Any
    network: TableNetwork
    optimizer: torch.optim.Optimizer
    device = torch.device("cpu")

    def new_network(self, seed: int | None = None) -> TableNetwork:
        """An untrained network that reads only what its seat sees. `seed`: None takes that of the settings."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.settings.seed if seed is None else seed)
            return for_game(self.game, width=self.settings.width, advice=0).to(self.device).eval()

    def new_optimizer(self, network: nn.Module) -> torch.optim.Optimizer:
        """An optimizer for a network's parameters."""
        rate, betas = self.settings.learning_rate, (self.momentum, 0.999)
        return torch.optim.Adam(network.parameters(), lr=rate, betas=betas, eps=1e-5, fused=True)

    def descend(self, loss: Tensor, network: nn.Module | None = None, by: torch.optim.Optimizer | None = None) -> None:
        """Take a gradient step on a network (None: `network`) with an optimizer (None: that network's own). Raises
        TrainingError on a NaN or infinite gradient."""
        optimizer = by or self.optimizer
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        norm = nn.utils.clip_grad_norm_((network or self.network).parameters(), self.settings.gradient)
        self._check(norm, "the gradient")
        optimizer.step()

    def _check(self, numbers: Tensor, what: str) -> None:
        if not numbers.isfinite().all():
            raise TrainingError(
                f"{self.called()} has failed: {what} became NaN or infinite; a lower learning rate may help"
            )


class SelfPlay(Networks):
    """One network plays all seats of all tables, and learns from the decisions of every seat. Raises OptionError if
    settings or options of the game are out of range.

    A turn is `collect`, which fills `rollout`, and `learn`, which calls `improve`. Each seat's own decisions in a game
    are one trajectory, with that seat's rewards (`training.learn.collect`); nothing here assumes two seats.

    Attributes:
        rollout: what was played last; the first rows hold what each seat has carried over.
        generator: the source of all randomness except that of deals and dice.
        learns_value: False if the value of `network` is not trained.

    Args:
        device: where networks are; tables are always on the CPU.
    """

    learns_value: ClassVar[bool] = True
    settings_class: ClassVar[type[SelfPlaySettings]]
    settings: SelfPlaySettings

    def __init__(self, game: Game, settings: SelfPlaySettings, device: torch.device | str = "cpu") -> None:
        self.game, self.settings, self.device = game, settings.of_game(game), torch.device(device)
        check_choice("reward", settings.reward, tuple(game.rewards))
        self.network = self.new_network()
        self.network.first_seed = settings.seed
        self.rollout = self.new_rollout()
        self.actor = self.new_actor()
        self.optimizer = self.new_optimizer(self.network)
        self.generator = torch.Generator().manual_seed(settings.seed)
        self.progress = Progress()

    # -- what a subclass may override, besides `momentum`, `new_network` and `new_optimizer` ----------------------

    def new_rollout(self) -> Rollout:
        """A buffer for what is played between two updates."""
        shape = self.settings.steps, self.settings.tables, self.seats
        return Rollout.empty(*shape, self.game.layout.size, len(self.game.action_names), self.network.advised)

    def new_actor(self) -> Actor:
        """The actor that plays the tables."""
        return self.actor_of(Actor)

    def actor_of(self, kind: Callable[..., AnActor], *own: Any) -> AnActor:
        """An actor of this game and these settings; the additional arguments of `kind` come first."""
        options = self.game.check_options(self.settings.game_options)
        seed, reward = self.settings.seed << 22, self.settings.reward
        return kind(*own, self.game, self.rollout, seed, reward, Among(), options)

    def parts(self) -> Mapping[str, Any]:
        """Objects that checkpoints store under these names, in addition to `network` and `optimizer`.

        They are networks, optimizers or anything else with `state_dict` and `load_state_dict`.
        """
        return {}

    def behaviour(self) -> Network:
        """The network that plays during training, in evaluation mode: by default the one that becomes the bot."""
        return self.network

    def judge(self) -> Credit:
        """The credit of each decision of the rollout; by default, generalised advantage estimation."""
        return credit(self.rollout, self.settings.discount, self.settings.trace_decay)

    @abstractmethod
    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Learn from the rollout, `credited` by `judge`, when a part `done` of the run is completed; returns curves."""

    # -- a turn ----------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """Number of seats at a table."""
        return int(self.settings.game_options["num_players"])

    def prepare(self) -> None:
        """Compile the network's loops before a clock starts."""
        warm_up(self.network, self.game)

    def collect(self) -> dict[str, float]:
        """Fill the rollout: `settings.steps` decisions at every table."""
        self.network.eval()
        games = self.actor.play(self.behaviour())
        if self.settings.shuffle_rewards:
            self._shuffle()
        self.progress.games += games
        return {"decisions per game": self.settings.steps * self.settings.tables / games} if games else {}

    def _shuffle(self) -> None:
        for row, table in np.argwhere(self.rollout.ended):
            order = torch.randperm(self.seats, generator=self.generator).numpy()
            self.rollout.rewards[row, table] = self.rollout.rewards[row, table, order]

    def learn(self, done: float) -> dict[str, float]:
        """Learn from the rollout, and carry over open decisions. Raises TrainingError on a NaN or infinite number."""
        rate = self.settings.learning_rate * max(1.0 - done, 0.1)
        for optimizer in (self.optimizer, *self.parts().values()):
            for group in optimizer.param_groups if isinstance(optimizer, torch.optim.Optimizer) else ():
                group["lr"] = rate
        credited = self.judge()
        curves = self.improve(credited, done)
        own = self.rollout.seat[self.rollout.steps.start :] != NOBODY
        self.progress.decisions += int(own.sum())
        self.progress.updates += 1
        self.rollout.carry_over(credited)
        for name, parameter in self.network.named_parameters():
            self._check(parameter, name)
        self.network.eval()
        return curves | {"learning rate": rate}

    def at(self, where: tuple[npt.NDArray[np.int64], ...]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Observations, masks, advice and actions of decisions of the rollout, given their rows and tables (B,)."""
        rollout = self.rollout
        parts = rollout.observation, rollout.action_mask, rollout.advice, rollout.action
        seen, mask, advice, action = (torch.from_numpy(part[where]).to(self.device) for part in parts)
        return seen, mask, advice, action

    def minibatches(self, count: int, size: int, epochs: int = 1) -> Iterable[Tensor]:
        """Indices 0 … count-1 in random order, in groups of `size`, `epochs` times."""
        for _ in range(epochs):
            yield from torch.split(torch.randperm(count, generator=self.generator), size) if count else ()

    def descend(self, loss: Tensor, network: nn.Module | None = None, by: torch.optim.Optimizer | None = None) -> None:
        """See `Networks`."""
        super().descend(loss, network, by)
        self.progress.steps += 1

    # -- save ------------------------------------------------------------------------------------------------------

    def content(self) -> dict[str, Any]:
        """Everything that the run needs to resume as if it had not stopped, in plain values and tensors."""
        return content_of(self, [self.actor.content()]) | {
            "algorithm": self.called(),
            "learns_policy": self.learns_policy,
            "learns_value": self.learns_value,
            "settings": asdict(self.settings) | {"network": self.network.shape},
            "parts": {name: part.state_dict() for name, part in self.parts().items()},
        }

    def restore(self, content: Mapping[str, Any]) -> None:
        """Resume a run of the same settings. Raises CheckpointError if a part of `content` does not fit."""
        if content.get("rules") != self.game.rules_digest:
            raise CheckpointError(f"the rules of {self.game.name} have changed: start a new run")
        try:
            self.network.load_state_dict(content["network"])
            self.optimizer.load_state_dict(content["optimizer"])
            for name, part in self.parts().items():
                part.load_state_dict(content["parts"][name])
            self.progress = Progress(**content["progress"])
            self.generator.set_state(content["generator"])
            self.actor.restore(content["tables"]["actors"][0])
            self.rollout.reopen(content["rollout"])
        except Exception as error:  # any error that unknown content causes
            raise CheckpointError(f"a part of the checkpoint does not fit: {error}") from error
        self.network.eval()

    # -- a run -----------------------------------------------------------------------------------------------------

    @classmethod
    def run(
        cls, game: Game, settings: SelfPlaySettings | None, goal: Goal | None, folder: Path, *, device: str = "cpu",
        routine: Routine | Mapping[str, float] | None = None, console: Console | None = None,
        threads: int | None = None,
    ) -> Run:  # fmt: skip
        """A new run in an unused folder or, without settings, the existing run of the folder.

        Args:
            goal: where the run ends; None: the goal stored in the folder.
            routine: a new routine, or changes to the run's own.
            threads: the number of torch's threads, which the caller sets; None: that of the run, see `Run.threads`.

        Raises:
            OptionError: if the folder holds a run already, the goal is reached, or settings are out of range.
            InUseError: if another process trains there.
            CheckpointError: if the content of the folder cannot be resumed.
        """
        on, console = device_of(device), console or Console(emoji=False)
        lock = lock_folder(folder)
        there = (folder / checkpoint.FILE).exists()
        if there and settings is not None:
            raise OptionError(f"{folder} already holds a run: resume it with --resume, or choose another --out")
        content = {} if settings is not None else checkpoint.read(folder, game)
        settings = settings or cls.settings_in(content, folder)
        try:
            goal, routine, threads = plan_of(content, goal, routine, threads)
        except (TypeError, ValueError) as error:
            raise CheckpointError(f"{folder}: its settings do not fit this version: {error}") from error
        bots = MEASURED_AGAINST if routine.evaluate_every else ()
        compile_rules(game, console, bots)
        learner = cls(game, settings, on)
        if content:
            learner.restore(content)
            if goal.reached(learner) >= 1.0:
                raise OptionError(
                    f"{folder} has reached its goal of {goal}: give a larger one with --minutes or --steps"
                )
        return Run(learner, goal, folder, routine, console, lock, threads)

    @classmethod
    def settings_in(cls, content: Mapping[str, Any], folder: Path) -> SelfPlaySettings:
        """The settings of a checkpoint. Raises CheckpointError if it is from another algorithm."""
        if content.get("algorithm") != cls.called():
            raise CheckpointError(f"{folder} holds a run of {content.get('algorithm', 'ppo_advised')}")
        known = {f.name for f in fields(cls.settings_class)}
        try:
            return cls.settings_class(**{name: value for name, value in content["settings"].items() if name in known})
        except (TypeError, OptionError) as error:
            raise CheckpointError(f"{folder}: its settings do not fit this version: {error}") from error

    @classmethod
    def train(cls, game: Game, settings: Settings, decisions: int, folder: Path) -> str:
        """See `Algorithm`; the bot plays the network's most likely action."""
        assert isinstance(settings, cls.settings_class)
        torch.set_num_threads(1)  # so that a run can be repeated from its seed

        def run(begun: bool) -> Run:
            goal, quiet = Goal(steps=decisions), Routine(evaluate_every=0)
            return cls.run(game, None if begun else settings, goal, folder, routine=quiet, threads=1)

        return trained(game, decisions, folder, run)


def trained(game: Game, decisions: int, folder: Path, run: Callable[[bool], Run]) -> str:
    """Train for what is missing from a number of decisions in a folder, and export the result; returns the bot's name.

    Args:
        run: makes the run: anew or, if called with True, from the folder's checkpoint.
    """
    file = folder / "network.safetensors"
    if not file.is_file():
        begun = (folder / checkpoint.FILE).is_file()
        done = begun and checkpoint.read(folder, game)["progress"]["decisions"] >= decisions
        if not done and not run(begun).train():
            raise KeyboardInterrupt  # it was caught and held back so that a checkpoint could be written
        export_run(folder, file, game=game)
    return f"net:{file}"


def mean_of(curves: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each curve over the gradient steps of a turn; empty if there were none."""
    return {name: float(np.mean([each[name] for each in curves])) for name in (curves[0] if curves else ())}


def follow(network: nn.Module, other: nn.Module, speed: float) -> None:
    """Move a network's parameters a part of the way towards another's."""
    with torch.no_grad():
        for own, towards in zip(network.parameters(), other.parameters(), strict=True):
            own.lerp_(towards, speed)
    network.eval()
