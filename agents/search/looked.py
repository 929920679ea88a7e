"""Buffers for bots and networks that observe a table inside the compiled rules."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from dynasty_env.kit.game import Game


class Looked(NamedTuple):
    """What a bot or a network sees of a table.

    Attributes:
        seen: (1,) an observation as a record.
        flat: (D,) int8, the same memory as numbers.
        sums: (H,) int32, for the first layer of a network.
    """

    seen: npt.NDArray[np.void]
    flat: npt.NDArray[np.int8]
    sums: npt.NDArray[np.int32]


def buffers(game: Game, width: int) -> Looked:
    """Buffers for a game and a network with `width` hidden units."""
    flat = np.zeros(game.layout.size, np.int8)
    return Looked(game.layout.records(flat), flat, np.zeros(width, np.int32))


def looked_type(seen: Any) -> Any:
    """The Numba type of `Looked` for observations of type `seen`."""
    bytes1, ints1 = types.Array(types.int8, 1, "C"), types.Array(types.int32, 1, "C")
    return types.NamedTuple((types.Array(seen, 1, "C"), bytes1, ints1), Looked)
