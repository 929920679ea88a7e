"""A model of sb3-contrib as a bot: ``sb3:model.zip`` plays wherever a bot can be named.

    python -m training.bridges.sb3_maskable --minutes 10 --against greedy --out model.zip
    dynasty evaluate sb3:model.zip --against greedy

It needs the extra `sb3`. Such a file holds pickled objects: only load files that you trust.
"""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from sb3_contrib import MaskablePPO

from dynasty_env.kit.envs.base import FEATURES, FeatureName, observation_box
from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.layout import Bytes


class ModelBot:
    """Plays the likeliest action of a MaskablePPO model. It has no memory: one instance may play every seat. Raises
    SaveError if the model was trained on other observations or actions.

    Args:
        model: trained on this game's observations, raw or one-hot, and its actions.
    """

    def __init__(self, model: MaskablePPO, game: Game, name: str) -> None:
        self.model, self.game, self.name = model, game, name
        known = [features for features in FEATURES if model.observation_space == observation_box(game, features)]
        if not known:
            raise SaveError(f"{name}: it was trained on observations {model.observation_space}, not on {game.name}'s")
        actions = len(game.action_names)
        if not isinstance(model.action_space, spaces.Discrete) or model.action_space.n != actions:
            raise SaveError(f"{name}: it was trained on actions {model.action_space}; {game.name} has {actions}")
        self._features: FeatureName = known[0]

    def reset(self, seed: int) -> None:
        """Nothing to reset."""

    def act(self, decision: Decision) -> int:
        return int(self.act_many(decision.observation[None], decision.mask[None])[0])

    def act_many(self, observation: Bytes, mask: Bytes) -> npt.NDArray[np.int64]:
        """(k,) its actions at decisions (k, D) with the legal actions (k, A)."""
        seen = self.game.layout.onehot(observation) if self._features == "onehot" else observation
        result = self.model.predict(seen, action_masks=mask.astype(np.bool_), deterministic=True)[0]
        return np.asarray(result, np.int64)


@cache
def load_model(path: Path) -> MaskablePPO:
    """Read a model. Raises SaveError if the file is not a MaskablePPO model."""
    if not path.is_file():
        raise SaveError(f"there is no model {path}")
    try:
        return MaskablePPO.load(path, device="cpu")
    except Exception as error:  # pickled objects can raise any error
        raise SaveError(f"{path} is not a model of MaskablePPO: {in_short(error)}") from error


def model_bot(game: Game, path: str) -> ModelBot:
    """The bot of a file. Raises SaveError if it cannot be used."""
    return ModelBot(load_model(Path(path)), game, f"sb3:{path}")
