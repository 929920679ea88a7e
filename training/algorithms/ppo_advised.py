"""The default learner of `dynasty train` (`training.learn.ppo`): PPO (Schulman et al. 2017, arXiv 1707.06347) in
self-play and, in half of the games, among greedy players. Its network reads the advice of the game's own bot on each
action, and begins near that bot's policy.

No other algorithm here gets this advantage, and its track says so. In a game without such a bot it is plain self-play.
With more than two seats the only difference from the paper is that each seat's own decisions are a trajectory.
"""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, ClassVar

from dynasty_env.kit.game import Game
from training.algorithms.base import Algorithm, Settings, trained
from training.algorithms.track import Track
from training.learn import run as runs
from training.learn import settings as advised
from training.learn.settings import Setting

DEFAULT = advised.Settings()


@dataclass(frozen=True)
class PPOAdvisedSettings(Settings):
    """The tuned settings of `dynasty train`; the command has an option for each of them, and more."""

    learning_rate: Annotated[float, Setting("Initial learning rate; it falls to a tenth.", above=0)] = (
        DEFAULT.learning_rate
    )
    epochs: Annotated[int, Setting("Passes over the decisions of an update.", least=1)] = DEFAULT.epochs
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = DEFAULT.minibatch
    entropy: Annotated[float, Setting("Weight of the entropy bonus.", least=0)] = DEFAULT.entropy
    trace_decay: Annotated[float, Setting("λ.", least=0, most=1)] = DEFAULT.trace_decay

    @property
    def of_train(self) -> advised.Settings:
        """These settings in the form that `dynasty train` takes."""
        given = {f.name: getattr(self, f.name) for f in fields(self)}
        return advised.Settings(**{**given, "options": dict(self.options)})


class PPOAdvised(Algorithm):
    """`dynasty train` with its defaults, in one thread; the bot plays the network's most likely action."""

    paper: ClassVar[str] = "J. Schulman et al. 2017, arXiv 1707.06347"
    track: ClassVar[Track] = "told greedy's advice"
    settings_class: ClassVar[type[Settings]] = PPOAdvisedSettings

    @classmethod
    def train(cls, game: Game, settings: Settings, decisions: int, folder: Path) -> str:
        """See `Algorithm`."""
        assert isinstance(settings, PPOAdvisedSettings)
        chosen, quiet = settings.of_train, runs.Routine(evaluate_every=0)

        def run(begun: bool) -> runs.Run:
            if begun:
                return runs.resume(game, folder, threads=1, routine=quiet)
            return runs.start(game, chosen, runs.Goal(steps=decisions), folder, threads=1, routine=quiet)

        return trained(game, decisions, folder, run)
