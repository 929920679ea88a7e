"""Writes the network of a run to a file that plays without torch (`agents.network`)."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors.numpy import save

import dynasty_env
from agents.network.apart import Where, described
from agents.network.policy import FLOATS, FORMAT, LEARNS_POLICY, Policy
from agents.stamps import checksum, made_by, stamps
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.game import Game
from training.learn import checkpoint
from training.learn.network import TableNetwork
from training.learn.sparse import Places

Array = npt.NDArray[Any]


def export(
    path: Path, game: Game, network: TableNetwork, about: Mapping[str, str],
    apart: Mapping[Where, TableNetwork] = MappingProxyType({}),
) -> None:  # fmt: skip
    """Write a network in half precision, which keeps three digits.

    Args:
        network: in evaluation mode.
        about: further statements for the file: budget, package version, win rates …
        apart: networks that play in its place at some tables.

    Raises:
        OptionError: if a parameter is NaN or infinite in half precision, the game has no such tables or its
            observations do not identify them, or the file cannot be written.
    """
    policy = network.frozen()
    arrays = arrays_of(network, policy)
    for where, other in apart.items():
        where.place(game)  # raises an error if observations do not identify these tables
        arrays |= {where.begin + name: part for name, part in arrays_of(other, other.frozen()).items()}
    kinds = [
        {name: getattr(kind, name) for name in ("count", "first_action", "states", "named", "unseen")}
        for kind in policy.kinds
    ]
    own = {"kinds": json.dumps(kinds), "advised": str(int(bool(network.adviser)))}
    stamped = {"format": FORMAT, **stamps(game), **made_by(game), **own}
    metadata = {**about, **stamped, **described(apart)}
    try:
        write_whole(path, save(arrays, metadata | {"checksum": checksum(arrays, metadata)}))
    except OSError as error:
        raise OptionError(f"{path} cannot be written: {error.strerror or error}") from error


def arrays_of(network: TableNetwork, policy: Policy) -> dict[str, Array]:
    """The arrays of a network, frozen as `policy`. Raises OptionError if one is NaN or infinite in half precision."""
    arrays: dict[str, Array] = {name: getattr(network.table, name).numpy(force=True) for name in Places._fields}
    arrays["row_of_action"] = network.row_of_action.numpy(force=True)
    halves = {name: getattr(policy, name) for name in FLOATS}
    halves |= {f"encodings.{number}": kind.encodings for number, kind in enumerate(policy.kinds)}
    arrays |= {name: part.astype(np.float16) for name, part in halves.items()}
    broken = [name for name, array in arrays.items() if not np.isfinite(array).all()]
    if broken:
        raise OptionError(f"this network cannot be written: {broken[0]} is not finite in half precision")
    return arrays


def export_run(
    run: Path, out: Path, also: Sequence[Path] = (), game: Game | None = None,
    apart: Mapping[Where, Path] = MappingProxyType({}),
) -> Game:  # fmt: skip
    """Write the network of a run, or the mean of several networks; returns the game that it plays.

    Runs that started from each other's networks are close enough that the mean of their parameters plays well, often
    better than each of them (weight averaging: Wortsman et al. 2022, arXiv 2203.05482). The mean of unrelated runs
    plays badly.

    Args:
        run: its folder, or a checkpoint.
        out: the file to write; an existing file is replaced.
        also: other runs, whose parameters have the same weight as the first run's.
        game: the game that they were trained on; None: found by its name.
        apart: runs whose networks play in its place at some tables.

    Raises:
        CheckpointError: if a run cannot be used, or its network does not have the size of the first one's.
        OptionError: if its network cannot be written (see `export`).
    """
    content = checkpoint.read(run, game)
    game = game or dynasty_env.game(content["game"])
    parts = [content, *(checkpoint.read(path, game) for path in also)]
    network, *same = (
        checkpoint.network_of({**part, "settings": content["settings"]}, path, game)
        for part, path in zip(parts, (run, *also), strict=True)
    )
    with torch.no_grad():
        for own, *alike in zip(network.parameters(), *(other.parameters() for other in same), strict=True):
            own.copy_(torch.stack([own, *alike]).mean(dim=0))
    at = {where: checkpoint.read(path, game) for where, path in apart.items()}
    others = {where: checkpoint.network_of(at[where], path, game) for where, path in apart.items()}
    parts += at.values()
    about = {
        "settings": json.dumps(content["settings"]),
        "decisions": " + ".join(str(part["progress"]["decisions"]) for part in parts),
        "seconds": " + ".join(str(round(part["progress"]["seconds"])) for part in parts),
    }
    if not all(map(checkpoint.learns_policy, parts)):
        about[LEARNS_POLICY] = "0"
    seeds = dict.fromkeys(part.first_seed for part in (network, *others.values()) if part.first_seed is not None)
    if seeds:
        about["first_seed"] = " + ".join(map(str, seeds))
    export(out, game, network, about, others)
    return game
