"""PPO with masks (Huang and Ontañón 2022, arXiv 2006.14171) as sb3-contrib has it, through `training.bridges`.

It learns in one seat of many tables, and the game's own bot (where there is none, a random player) has all others: this
is no self-play, and its track says so. With more than two seats nothing differs, since the others are a part of its
world. Its network is sb3's own, over one-hot observations. A run that is stopped begins anew.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from dynasty_env.kit.game import Game
from training.algorithms.base import Algorithm, Settings
from training.algorithms.track import Track
from training.learn.settings import Setting


@dataclass(frozen=True)
class MaskablePPOSettings(Settings):
    """Those of sb3-contrib's MaskablePPO that are tuned, by its names; the defaults are the bridge's."""

    learning_rate: Annotated[float, Setting("Of Adam.", above=0)] = 3e-4
    n_steps: Annotated[int, Setting("Decisions at each of 64 tables between two updates.", least=1)] = 128
    n_epochs: Annotated[int, Setting("Passes of an update over its decisions.", least=1)] = 4
    batch_size: Annotated[int, Setting("Decisions in a gradient step.", least=2)] = 1024
    ent_coef: Annotated[float, Setting("Weight of the entropy bonus.", least=0)] = 0.01
    gae_lambda: Annotated[float, Setting("λ.", least=0, most=1)] = 0.95


class MaskablePPO(Algorithm):
    """sb3-contrib's MaskablePPO in one seat."""

    paper: ClassVar[str] = "S. Huang and S. Ontañón 2022, arXiv 2006.14171"
    track: ClassVar[Track] = "against greedy"
    settings_class: ClassVar[type[Settings]] = MaskablePPOSettings

    @classmethod
    def train(cls, game: Game, settings: Settings, decisions: int, folder: Path) -> str:
        """See `Algorithm`; the model plays the likeliest action."""
        from training.bridges.sb3_maskable import learn_in_one_seat

        file, own = folder / "model.zip", MaskablePPOSettings.__annotations__
        if not file.is_file():
            chosen = {name: getattr(settings, name) for name in own}
            options, reward = settings.of_game(game).game_options, settings.reward
            learn_in_one_seat(game, options, decisions, settings.seed, file, chosen, reward=reward)
        return f"sb3:{file}"
