"""Files of small policies: safetensors with a checksum, and stamps of their game."""

from collections.abc import Mapping
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from agents.search.distilled.network import NO_CARD, SmallPolicy, named_cards, places, shapes
from agents.stamps import (
    ReadOnce,
    alignment,
    as_fields,
    check_arrays,
    check_format,
    check_whole,
    checksum,
    contents,
    is_current,
    made_by,
    maker_first,
    stamps,
)
from agents.vocabulary import NEW, NO_VALUE, Alignment, rows_of
from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.game import Game

FORMAT = "dynasty-env small policy 2"


CHAMPIONS = Path(__file__).parents[2] / "network" / "champions"
"""The networks that come with the package: ``<game>.safetensors``, each with a model card beside it."""


def distilled_file(game: Game) -> Path:
    """The path of the packaged small policy of a game, beside the champion; the file need not exist."""
    return CHAMPIONS / f"{game.name}.distilled.safetensors"


def has_distilled(game: Game) -> bool:
    """Whether a small policy of a game comes with the package, and fits the game's present version."""
    return distilled_file(game).is_file() and is_current(load_small, distilled_file(game), game)


def save_small(path: Path, game: Game, net: SmallPolicy, about: Mapping[str, str]) -> None:
    """Write a network with its metadata. Raises OSError if the file cannot be written."""
    arrays: dict[str, npt.NDArray[Any]] = dict(net._asdict())
    header = {**about, "format": FORMAT, **stamps(game), **made_by(game)}
    write_whole(path, save(arrays, header | {"checksum": checksum(arrays, header)}))


def is_small(path: Path) -> bool:
    """Whether the metadata of a file says that it holds a small policy."""
    try:
        with safe_open(path, "np") as file:
            return bool((file.metadata() or {}).get("format") == FORMAT)
    except (OSError, SafetensorError):
        return False


@ReadOnce
def load_small(path: Path, game: Game) -> SmallPolicy:
    """Read a network. Raises SaveError if the file holds no small policy, is damaged, or belongs to another game, and
    OutgrownError if it is of an earlier version of the game, and cannot be aligned with this one by name."""
    arrays, about = contents(path, "small policy")
    with maker_first(about, game):
        check_format(path, about, FORMAT)
        check_whole(path, arrays, about)
        aligned = alignment(path, about, game, "create it again with `dynasty distil`")
        net = as_fields(path, arrays, SmallPolicy, "small policy")
        if aligned is not None:
            net = _laid(path, net, aligned)
        _check(path, game, net, places(game)[0] if aligned is None else net.usual)
    return net


def _laid(path: Path, net: SmallPolicy, aligned: Alignment) -> SmallPolicy:
    """The network aligned with the present game. A new action gets as low a score as weights can express."""
    _, first, _ = places(aligned.game)
    try:
        return net._replace(
            usual=_usual(net, aligned),
            first=first,
            rows=rows_of(net.rows, aligned.value_rows(net.first)),
            action=rows_of(net.action, aligned.actions, np.iinfo(np.int8).min),
            cards=rows_of(net.cards, _card_rows(net, aligned)),
            card=named_cards(aligned.game)[0],
        )
    except (TypeError, ValueError, IndexError) as error:
        raise SaveError(f"{path}: its arrays do not fit together: {in_short(error)}") from None


def _usual(net: SmallPolicy, aligned: Alignment) -> npt.NDArray[np.int8]:
    """(D,) the value of each number that adds nothing: the same as before, by name."""
    usual, _, _ = places(aligned.game)
    for name, piece in aligned.game.layout.items():
        for place in range(piece.start, piece.start + piece.size):
            if piece.category and aligned.places[place] != NEW:
                now = np.flatnonzero(aligned.values[name] == net.usual[aligned.places[place]])
                usual[place] = now[0] + piece.low if len(now) else usual[place]
    return usual


def _card_rows(net: SmallPolicy, aligned: Alignment) -> npt.NDArray[np.int64]:
    """The former row of each card in each state; `NEW` if it had none."""
    card, many = named_cards(aligned.game)
    rows = np.full(many, NEW)
    pieces = {
        at: piece for piece in aligned.game.layout.values() for at in range(piece.start, piece.start + piece.size)
    }
    for now, was in zip(card, rows_of(net.card, aligned.actions, NO_CARD), strict=True):
        if NO_CARD in (now[0], was[0]):
            continue
        states = [(pieces[place], place, step) for place, step in now[1:].reshape(-1, 2) if step]
        former = {int(place): int(step) for place, step in was[1:].reshape(-1, 2) if step}
        steps = [former.pop(int(aligned.places[place]), 0) for _, place, _ in states]
        if former:
            raise ValueError("the places of its cards come from other pieces")
        for values in product(*(range(piece.low, piece.high + 1) for piece, *_ in states)):
            before = [
                int(aligned.values[p.name][v - p.low]) if k else 0
                for (p, *_), v, k in zip(states, values, steps, strict=True)
            ]
            if NO_VALUE not in before:
                at = now[0] + sum(step * value for (*_, step), value in zip(states, values, strict=True))
                rows[at] = was[0] + sum(step * value for step, value in zip(steps, before, strict=True))
    return rows


def _check(path: Path, game: Game, net: SmallPolicy, usual: npt.NDArray[np.int8]) -> None:
    """Raise SaveError if an array does not have the type, size or content that the rule relies on. `usual` is the
    required content of that array."""
    check_arrays(path, net, shapes(game, net.bias.size))
    _, first, _ = places(game)
    if not (np.array_equal(net.usual, usual) and np.array_equal(net.first, first)):
        raise SaveError(f"{path}: its rows are not those of the observations of {game.name}")
    if not np.array_equal(net.card, named_cards(game)[0]):
        raise SaveError(f"{path}: its cards are not those of {game.name}")
