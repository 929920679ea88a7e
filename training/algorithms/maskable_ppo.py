"""PPO with action masks (Huang and Ontañón 2022, arXiv 2006.14171) from sb3-contrib, through `training.bridges`.

It learns in one seat of many tables; the game's own bot (or, if there is none, a random player) has all other seats.
This is not self-play, and its track says so. With more than two seats nothing changes, since the others are part of its
environment. Its network has the shape of sb3's own, two layers of 64 units each for actor and critic
(`training.bridges.sb3_features`). An interrupted run starts again from the beginning.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from dynasty_env.kit.game import Game
from training.algorithms.base import Algorithm, Settings
from training.algorithms.track import Track
from training.learn.settings import Setting


@dataclass(frozen=True)
class MaskablePPOSettings(Settings):
    """The tuned settings of sb3-contrib's MaskablePPO, under its names; the defaults are the bridge's."""

    learning_rate: Annotated[float, Setting("Learning rate of Adam.", above=0)] = 3e-4
    n_steps: Annotated[int, Setting("Decisions at each of 64 tables between two updates.", least=1)] = 128
    n_epochs: Annotated[int, Setting("Passes over the decisions of an update.", least=1)] = 4
    batch_size: Annotated[int, Setting("Decisions per gradient step.", least=2)] = 1024
    ent_coef: Annotated[float, Setting("Weight of the entropy bonus.", least=0)] = 0.01
    gae_lambda: Annotated[float, Setting("λ.", least=0, most=1)] = 0.95


class MaskablePPO(Algorithm):
    """MaskablePPO of sb3-contrib in one seat."""

    paper: ClassVar[str] = "S. Huang and S. Ontañón 2022, arXiv 2006.14171"
    track: ClassVar[Track] = "against greedy"
    settings_class: ClassVar[type[Settings]] = MaskablePPOSettings
    libraries: ClassVar[Sequence[str]] = ("sb3_contrib",)

    @classmethod
    def train(cls, game: Game, settings: Settings, decisions: int, folder: Path) -> str:
        """See `Algorithm`; the bot plays the model's most likely action."""
        from training.bridges.sb3_maskable import learn_in_one_seat

        file, own = folder / "model.zip", MaskablePPOSettings.__annotations__
        if not file.is_file():
            chosen = {name: getattr(settings, name) for name in own}
            options, reward = settings.of_game(game).game_options, settings.reward
            learn_in_one_seat(game, options, decisions, settings.seed, file, chosen, reward=reward)
        return f"sb3:{file}"
