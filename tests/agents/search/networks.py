"""Networks for tests."""

import numpy as np

from agents.search.judge import Network, places
from dynasty_env.kit.game import Game


def random_network(game: Game, seed: int = 0) -> Network:
    """A network that has learnt nothing, but uses all that it is shown."""
    rng = np.random.default_rng(seed)
    place, rows = places(game)
    return Network(
        place,
        rng.integers(-300, 300, (rows, 8), np.int16),
        rng.integers(0, 900, 8, np.int32),
        rng.integers(-200, 200, (4, 8), np.int16),
        rng.integers(0, 900, 4, np.int32),
        rng.integers(-300, 300, 5, np.int32),
    )
