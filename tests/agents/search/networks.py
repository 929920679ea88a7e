"""Networks for tests."""

import numpy as np

from agents.search.distilled.network import SmallPolicy, named_cards, shapes
from agents.search.distilled.network import places as small_places
from agents.search.value import Network, places
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


def random_small(game: Game, seed: int = 0, width: int = 8) -> SmallPolicy:
    """A small policy that has learnt nothing, but uses all that it is shown."""
    rng = np.random.default_rng(seed)
    usual, first, _ = small_places(game)
    drawn = {
        name: rng.integers(-100, 100, shape).astype(kind)
        for name, (kind, shape) in shapes(game, width).items()
        if name not in ("usual", "first", "card")
    }
    return SmallPolicy(usual=usual, first=first, card=named_cards(game)[0], **drawn)
