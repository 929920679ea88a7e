"""The first layer of Stable-Baselines3's `MlpPolicy`, over the one-hot form of an observation that is never built.

    from sb3_contrib import MaskablePPO
    from training.bridges.sb3_features import rows_of
    from training.bridges.sb3_vector import SeatVecEnv

    tables = SeatVecEnv(dynasty_v0.seat_vec_env(256))  # raw observations
    model = MaskablePPO("MlpPolicy", tables, policy_kwargs=rows_of(dynasty_v0.GAME))

Of several thousand columns only a few hundred are not 0, so a dense layer mostly multiplies by zeros. It needs the
extra `sb3`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import torch
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor

from dynasty_env.kit.experiments import experiments_of
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Piece
from training.learn.network import TableLayer, pieces_read


class RowFeatures(BaseFeaturesExtractor):
    """tanh of a linear layer over the one-hot form of raw observations; an amount x enters as sign(x)·log(1 + |x|).

    Args:
        space: the space of raw observations (D,) int8.
        pieces: what is read.
        silent: by piece name, amounts that add nothing, as 0 does.
        width: units of the layer.
    """

    def __init__(
        self, space: gymnasium.Space[Any], pieces: Sequence[Piece], silent: Mapping[str, int], width: int
    ) -> None:
        super().__init__(space, width)
        self.rows = TableLayer(pieces, width, silent)

    def forward(self, observations: Tensor) -> Tensor:
        """(B, width) for raw observations (B, D), which Stable-Baselines3 passes as float32."""
        return torch.tanh(self.rows(observations.to(torch.int8)))


def rows_of(game: Game, width: int = 64) -> dict[str, Any]:
    """``policy_kwargs`` for a `MlpPolicy` over a game's raw observations: two hidden layers of `width` units, for the
    actor and for the critic. What `dynasty train`'s networks leave out (`kit.experiments`) is left out here."""
    read = {"pieces": pieces_read(game), "silent": dict(experiments_of(game).silent), "width": width}
    return {
        "features_extractor_class": RowFeatures,
        "features_extractor_kwargs": read,
        "share_features_extractor": False,
        "net_arch": [width],
    }
