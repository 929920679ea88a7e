"""What algorithms that learn from the games of others share: a dataset of `dynasty dataset`, and passes over it.

If the settings name no dataset, one is made in the folder of the run: from games of the game's champion and greedy, or
of one of them, or of random players, depending on which bots the game has. On a task of a frozen benchmark, the
champion is the one that the benchmark froze, so that a run is the same after a stronger champion has been found. The
learner itself plays nothing.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt
import torch
from rich.console import Console
from torch import Tensor

from agents.arguments import counting_bar
from agents.network.player import CHAMPION
from agents.people.dataset import datasets_in
from agents.registry import bot_names, names_in
from dynasty_env.kit.envs.base import check_choice
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.game import Game
from training.algorithms.base import Networks, Settings, mean_of
from training.algorithms.track import Track
from training.arena.dataset import FILE, MINARI, GamesFile, Source, played, write
from training.compiling import compile_rules
from training.learn.export import export
from training.learn.network import warm_up
from training.learn.settings import Setting

HELD_OUT = 20
"""One game in this many is held out, to measure agreement with the dataset's players."""


@dataclass(frozen=True)
class OfflineSettings(Settings):
    """Settings of all algorithms with a dataset."""

    dataset: Annotated[str, Setting("Folder written by `dynasty dataset`; empty: create one.")] = ""
    bots: Annotated[
        str, Setting("Bots for a created dataset, as in `dynasty dataset --bots`; empty: champion and greedy in turns.")
    ] = ""
    champion: Annotated[str, Setting("The champion in a created dataset, if `bots` is empty.")] = CHAMPION
    passes: Annotated[int, Setting("How often each decision is learned from.", least=1)] = 5
    width: Annotated[int, Setting("Units in each layer of the network.", least=1)] = 256
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = 512
    learning_rate: Annotated[float, Setting("Initial learning rate; it falls linearly to a tenth.", above=0)] = 1e-3
    gradient: Annotated[float, Setting("Maximum norm of the gradient.", above=0)] = 0.5


@dataclass(frozen=True)
class Data:
    """N decisions; those of each seat in each game are adjacent and in order.

    Attributes:
        observation: (N, D) int8. mask: (N, A) int8. action: (N,) int64.
        won: (N,) float32, the final return of the seat.
        last: (N,) int64, the index of the seat's last decision in that game.
        held: (N,) bool, whether the game is held out.
    """

    observation: npt.NDArray[np.int8]
    mask: npt.NDArray[np.int8]
    action: npt.NDArray[np.int64]
    won: npt.NDArray[np.float32]
    last: npt.NDArray[np.int64]
    held: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.action)

    @classmethod
    def read(cls, folder: Path, game: Game, reward: str, most: int) -> "Data":
        """Read the first dataset of a game in a folder, up to the episode that contains the `most`-th decision.

        Raises:
            OptionError: if there is none.
            SaveError: if it cannot be read, or has other observations or actions than the game.
        """
        import minari

        names = sorted(f"{game.name}/{place.name}" for place in (folder / game.name).glob("*-v*"))
        if not names:
            raise OptionError(f"{folder} holds no dataset of {game.name}: dynasty dataset {game.name} makes one")
        with datasets_in(folder):
            dataset = minari.load_dataset(names[0])
        parts: list[list[npt.NDArray[Any]]] = []
        begun, games = 0, dict[str, int]()
        numbers, storage = range(dataset.total_episodes), dataset.storage
        for metadata, episode in zip(storage.get_episode_metadata(numbers), storage.get_episodes(numbers), strict=True):
            steps = len(episode["actions"])
            own = games.setdefault(str(metadata["game"]), len(games))
            columns = episode["observations"]["observation"][:steps], episode["observations"]["action_mask"][:steps]
            won = np.full(steps, metadata[f"return_{reward}"], np.float32)
            last, held = np.full(steps, begun + steps - 1), np.full(steps, own % HELD_OUT == 1)
            parts.append([*columns, np.asarray(episode["actions"], np.int64), won, last, held])
            begun += steps
            if begun >= most:
                break
        if not parts:
            raise SaveError(f"{folder}: {names[0]} holds no episode: delete it, and it is made again")
        result = cls(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        if result.observation.shape[1] != game.layout.size or result.mask.shape[1] != len(game.action_names):
            raise SaveError(f"{folder}: {names[0]} has other observations or actions than {game.name} has now")
        return result


def default_bots(game: Game, seats: int, champion: str = CHAMPION) -> list[str]:
    """The bots whose games are learned from: a champion and greedy in turns, as far as the game has them."""
    known = set(bot_names(game))
    names = {CHAMPION: champion, "greedy": "greedy"}
    there: list[str] = [bot for name, bot in names.items() if name in known] or ["random"]
    return [there[seat % len(there)] for seat in range(seats)] if len(there) > 1 else there


class Offline(Networks):
    """A network that learns from a dataset, in passes of minibatches. Raises OptionError if settings or options of the
    game are out of range.

    `decisions` of `train` counts every pass: the dataset has that number divided by `passes`, or fewer if it is a
    user's own. An interrupted run starts again from the beginning, but games that have been played are kept.
    """

    track: ClassVar[Track] = "with a dataset"
    settings_class: ClassVar[type[OfflineSettings]]
    libraries: ClassVar[Sequence[str]] = ("minari",)
    settings: OfflineSettings
    agreement: float

    def __init__(self, game: Game, settings: OfflineSettings, data: Data) -> None:
        self.game, self.settings, self.data = game, settings.of_game(game), data
        self.network = self.new_network()
        self.network.first_seed = settings.seed
        warm_up(self.network, game)
        self.optimizer = self.new_optimizer(self.network)
        self.generator = torch.Generator().manual_seed(settings.seed)

    @abstractmethod
    def improve(self, which: npt.NDArray[np.int64]) -> dict[str, float]:
        """Take a gradient step on some decisions (B,) of the data; returns curves."""

    def at(self, which: npt.NDArray[np.int64]) -> tuple[Tensor, Tensor, Tensor]:
        """Observations (B, D), masks (B, A) and actions (B,) of these decisions."""
        data = self.data
        seen, mask, action = (torch.from_numpy(part[which]) for part in (data.observation, data.mask, data.action))
        return seen, mask, action

    def optimizers(self) -> Sequence[torch.optim.Optimizer]:
        """All optimizers whose learning rate is annealed."""
        return (self.optimizer,)

    def learn(self, console: Console | None = None) -> dict[str, float]:
        """Run all passes; returns the curves of the last one."""
        (own,) = np.nonzero(~self.data.held)
        size, passes = self.settings.minibatch, self.settings.passes
        curves: list[dict[str, float]] = []
        self.network.train()
        with counting_bar(console or Console(quiet=True)) as bar:
            task = bar.add_task(f"learning by {self.called()}", total=passes * len(own))
            for each in range(passes):
                curves = []
                for which in torch.split(torch.randperm(len(own), generator=self.generator), size):
                    done = (each + len(curves) * size / len(own)) / passes
                    for group in (group for optimizer in self.optimizers() for group in optimizer.param_groups):
                        group["lr"] = self.settings.learning_rate * max(1 - done, 0.1)
                    curves.append(self.improve(own[which.numpy()]))
                    bar.advance(task, len(which))
        self.network.eval()
        self.agreement = self.measure()
        return mean_of(curves) | {"agreement": self.agreement}

    def measure(self) -> float:
        """How often its most likely action is the one taken, in decisions with a choice, in held-out games."""
        (held,) = np.nonzero(self.data.held & (self.data.mask.sum(axis=1) > 1))
        same = 0
        with torch.no_grad():
            for which in np.array_split(held, 1 + len(held) // 4096):
                seen, mask, action = self.at(which)
                same += int((self.network.choices(seen, mask).best() == action).sum())
        return same / len(held) if len(held) else float("nan")

    @classmethod
    def data_for(cls, game: Game, settings: OfflineSettings, decisions: int, folder: Path, console: Console) -> Data:
        """The data for a run; see the class."""
        most = -(-decisions // settings.passes)
        if settings.dataset:
            place = Path(settings.dataset)
            return Data.read(place / MINARI if (place / MINARI).is_dir() else place, game, settings.reward, most)
        seats = int(settings.game_options["num_players"])
        bots = names_in(settings.bots) if settings.bots else default_bots(game, seats, settings.champion)
        source, place = Source(game, game.check_options(settings.game_options), bots, settings.seed), folder / "dataset"

        def enough(file: GamesFile) -> float:
            return file.decisions / most

        if not (place / MINARI / game.name).is_dir() or not (place / FILE).is_file():
            with played(source, place, enough, console) as file:
                write(source, file.games, place, "bots")
        return Data.read(place / MINARI, game, settings.reward, most)

    @classmethod
    def train(cls, game: Game, settings: Settings, decisions: int, folder: Path) -> str:
        """See `Algorithm`; the bot plays the network's most likely action."""
        assert isinstance(settings, cls.settings_class)
        file, console = folder / "network.safetensors", Console(stderr=True, emoji=False)
        if not file.is_file():
            torch.set_num_threads(1)
            chosen = settings.of_game(game)
            check_choice("reward", chosen.reward, tuple(game.rewards))
            compile_rules(game, console, ())
            learner = cls(game, chosen, cls.data_for(game, chosen, decisions, folder, console))
            curves = learner.learn(console)
            export(file, game, learner.network, learner.about(decisions, curves))
        return f"net:{file}"

    def about(self, decisions: int, curves: Mapping[str, float]) -> dict[str, str]:
        """The network file's metadata about its origin."""
        settings = {name: str(value) for name, value in asdict(self.settings).items()}
        return {"algorithm": self.called(), "decisions": str(decisions)} | settings | {
            name: f"{value:.4f}" for name, value in curves.items()
        }  # fmt: skip
