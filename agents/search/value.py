"""A small value network in integers, evaluated inside the compiled rules.

What a seat sees is a row of small integers (`Layout`). Each value of each of these numbers has a row of weights, and
the first layer is a sum of rows (as in "efficiently updatable neural networks", Nasu 2018). Two small layers follow.
Everything up to the last division is done in integers, with the same results on every machine.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from safetensors.numpy import save

from agents.stamps import ReadOnce, as_fields, check_arrays, contents, layout_stamp, made_by, maker_first
from agents.vocabulary import NEW, Alignment, Vocabulary, alignment_of, rows_of
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.game import Game

UNIT = 1024
"""The integer for 1.0 in the layers' outputs, which are clipped to 0 … this."""
FINE = 256
"""The integer for 1.0 in the weights of the later layers."""


class Network(NamedTuple):
    """A network's weights, in the form of the compiled searches.

    Attributes:
        place: (D,) int64, the row of the lowest value of each number of an observation, minus that value.
        rows: (R, H) int16, a row of weights for each value of each number, in 1/1024.
        bias: (H,) int32, in 1/1024.
        hidden, hidden_bias: (M, H) int16 in 1/256, and (M,) int32 in 1/1024.
        out: (M + 1,) int32 in 1/256; the last one is the bias, in 1/1024.
    """

    place: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int16]
    bias: npt.NDArray[np.int32]
    hidden: npt.NDArray[np.int16]
    hidden_bias: npt.NDArray[np.int32]
    out: npt.NDArray[np.int32]


NO_NETWORK = Network(
    np.zeros(0, np.int64),
    np.zeros((0, 0), np.int16),
    np.zeros(0, np.int32),
    np.zeros((0, 0), np.int16),
    np.zeros(0, np.int32),
    np.zeros(0, np.int32),
)
"""No network, for searches that do not need one."""


@rule
def judged(net: Any, flat: Any, sums: Any) -> Any:
    """The return that the network expects for the seat that sees `flat` (D,), -1 … 1; `sums` (H,) is overwritten."""
    for k in range(len(sums)):
        sums[k] = net.bias[k]
    for d in range(len(flat)):
        row = net.rows[net.place[d] + flat[d]]
        for k in range(len(sums)):
            sums[k] += row[k]
    for k in range(len(sums)):
        sums[k] = min(max(sums[k], 0), UNIT)
    last = len(net.out) - 1
    value = int(net.out[last]) * FINE
    for m in range(last):
        total = 0
        for k in range(len(sums)):
            total += int(net.hidden[m, k]) * sums[k]
        value += int(net.out[m]) * min(max(total // FINE + net.hidden_bias[m], 0), UNIT)
    x = value / (FINE * UNIT)
    return x / (1.0 + abs(x))


def places(game: Game) -> tuple[npt.NDArray[np.int64], int]:
    """The offset from each number of a game's observations to the row of its value, and the total number of rows; each
    value of each number has its own row."""
    low, high = game.layout.low.astype(np.int64), game.layout.high.astype(np.int64)
    first = np.concatenate([[0], np.cumsum(high - low + 1)])
    return first[:-1] - low, int(first[-1])


def save_network(path: Path, game: Game, network: Network, about: Mapping[str, str]) -> None:
    """Write a network with its metadata."""
    names = {"layout": layout_stamp(game), "vocabulary": str(Vocabulary.of(game))}
    stamps = {"game": game.name, **names, **made_by(game), **about}
    write_whole(path, save(dict(network._asdict()), stamps))


@ReadOnce
def load_network(path: Path, game: Game) -> Network:
    """Read a network.

    Raises:
        SaveError: the file holds no network, or belongs to another game.
        OutgrownError: it is of an earlier version of the game, and cannot be aligned with this one by name.
    """
    arrays, about = contents(path, "value network")
    with maker_first(about, game):
        network = as_fields(path, arrays, Network, "value network")
        if about.get("game") != game.name:
            raise SaveError(f"{path} is a value network for {about.get('game')}, not for {game.name}")
        same = about.get("layout") == layout_stamp(game)
        aligned = alignment_of(path, about, game, same, "create it again with `dynasty value`")
        if aligned is not None:
            network = _laid(path, network, aligned)
        check_shapes(path, game, network)
    return network


def _laid(path: Path, network: Network, aligned: Alignment) -> Network:
    """The network aligned with the present game: a new number adds nothing, and a new value of a number adds what its
    lowest value does."""
    place, _ = places(aligned.game)
    try:
        rows = aligned.value_rows(network.place)
        lowest = rows[place + aligned.game.layout.low]
        wide = aligned.game.layout.high.astype(np.int64) - aligned.game.layout.low + 1
        rows = np.where(rows == NEW, np.repeat(lowest, wide), rows)
        return network._replace(place=place, rows=rows_of(network.rows, rows))
    except (ValueError, IndexError) as error:
        raise SaveError(f"{path}: its arrays do not fit together: {in_short(error)}") from None


def check_shapes(path: Path, game: Game, network: Network) -> None:
    """Raise SaveError if an array does not have the type or size that the rule relies on."""
    place, rows = places(game)
    width, middle = network.bias.size, network.hidden_bias.size
    wanted: dict[str, tuple[Any, tuple[int, ...]]] = {
        "place": (np.int64, place.shape),
        "rows": (np.int16, (rows, width)),
        "bias": (np.int32, (width,)),
        "hidden": (np.int16, (middle, width)),
        "hidden_bias": (np.int32, (middle,)),
        "out": (np.int32, (middle + 1,)),
    }
    check_arrays(path, network, wanted)
    if not np.array_equal(network.place, place):
        raise SaveError(f"{path}: place is not that of the observations of {game.name}")
