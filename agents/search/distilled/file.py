"""Files of small policies: safetensors with a checksum, and stamps of the game that they play."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from agents.search.distilled.network import SmallPolicy, named_cards, places, shapes
from agents.stamps import (
    ReadOnce,
    as_fields,
    check_arrays,
    check_format,
    check_whole,
    checksum,
    contents,
    made_by,
    maker_first,
    stamps,
    unlike,
)
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.game import Game

FORMAT = "dynasty-env small policy 2"


CHAMPIONS = Path(__file__).parents[2] / "network" / "champions"
"""The networks that come with the package: ``<game>.safetensors``, with a model card beside each."""


def distilled_file(game: Game) -> Path:
    """Where the small policy of a game lies that comes with the package, if there is one: beside the champion."""
    return CHAMPIONS / f"{game.name}.distilled.safetensors"


def save_small(path: Path, game: Game, net: SmallPolicy, about: Mapping[str, str]) -> None:
    """Write a network with what is to be known about it. Raises OSError if the file cannot be written."""
    arrays: dict[str, npt.NDArray[Any]] = dict(net._asdict())
    said = {**about, "format": FORMAT, **stamps(game), **made_by(game)}
    write_whole(path, save(arrays, said | {"checksum": checksum(arrays, said)}))


def is_small(path: Path) -> bool:
    """Whether a file says that it holds a small policy."""
    try:
        with safe_open(path, "np") as file:
            return bool((file.metadata() or {}).get("format") == FORMAT)
    except (OSError, SafetensorError):
        return False


@ReadOnce
def load_small(path: Path, game: Game) -> SmallPolicy:
    """Read a network.

    Raises:
        SaveError: the file is none of a small policy, is damaged, or is of one for another game, other observations or
            other actions.
    """
    arrays, about = contents(path, "small policy")
    with maker_first(about, game):
        check_format(path, about, FORMAT)
        check_whole(path, arrays, about)
        name = unlike(about, game)
        if name:
            what = f"plays {about.get('game')}" if name == "game" else f"was made for another version's {name}"
            raise SaveError(f"{path} {what}, not for {game.name} as it is here; make it anew with `dynasty distil`")
        net = as_fields(path, arrays, SmallPolicy, "small policy")
        _check(path, game, net)
    return net


def _check(path: Path, game: Game, net: SmallPolicy) -> None:
    """Raise SaveError where an array has not the type, size or content that the rule relies on."""
    check_arrays(path, net, shapes(game, net.bias.size))
    usual, first, _ = places(game)
    if not (np.array_equal(net.usual, usual) and np.array_equal(net.first, first)):
        raise SaveError(f"{path}: its rows are not those of the observations of {game.name}")
    if not np.array_equal(net.card, named_cards(game)[0]):
        raise SaveError(f"{path}: its cards are not those of {game.name}")
