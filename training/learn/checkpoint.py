"""Checkpoints: everything that a run needs to go on, in one torch file that says what it is.

A file is read with torch's restricted unpickler: a foreign file cannot run code.
"""

import hashlib
import os
import zipfile
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

import dynasty_env
from dynasty_env.kit.errors import DynastyEnvError
from dynasty_env.kit.game import Game
from training.learn.network import Network, for_game

KIND = "dynasty-env checkpoint"
VERSION = 1
FILE = "checkpoint.pt"
"""Name of the checkpoint in the folder of a run."""

PARTS = (
    "game",
    "layout",
    "actions",
    "settings",
    "network",
    "optimizer",
    "progress",
    "generator",
    "tables",
    "rollout",
    "goal",
)


class CheckpointError(DynastyEnvError, ValueError):
    """A checkpoint that cannot be used; the message names the file and the reason."""


def layout_mark(game: Game) -> str:
    """A hash that tells whether an observation means the same: names, shapes, bounds and kinds of all its pieces."""
    pieces = [(p.name, p.shape, p.low, p.high, p.category) for p in game.layout.values()]
    return hashlib.sha256(repr(pieces).encode()).hexdigest()[:16]


def actions_mark(game: Game) -> str:
    """A hash that tells whether the action ids mean the same."""
    return hashlib.sha256("\n".join(game.action_names).encode()).hexdigest()[:16]


def describe_game(game: Game) -> dict[str, Any]:
    """The part of a checkpoint that says which game it belongs to."""
    return {
        "game": game.name,
        "layout": {"size": game.layout.size, "mark": layout_mark(game)},
        "actions": {"count": len(game.action_names), "mark": actions_mark(game)},
    }


def path_of(path: Path | str) -> Path:
    """The checkpoint file that a path names: itself, or the one in the folder of a run."""
    found = Path(path)
    return found / FILE if found.is_dir() else found


def write(path: Path, content: dict[str, Any]) -> None:
    """Write a checkpoint so that at any moment the file is either the old or the new one, whole.

    Args:
        path: where to.
        content: its `PARTS`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    passing = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with passing.open("wb") as file:
            torch.save({"kind": KIND, "version": VERSION, "made_by": dynasty_env.__name__, **content}, file)
            file.flush()
            os.fsync(file.fileno())
        passing.replace(path)
    finally:
        passing.unlink(missing_ok=True)


def read(path: Path | str, game: Game | None = None) -> dict[str, Any]:
    """The content of a checkpoint, checked against its game.

    Args:
        path: the file, or the folder of a run.
        game: the game that it is wanted for; None takes the one that it names.

    Raises:
        CheckpointError: it is missing, broken, foreign, of another version, for another game, or its game has
            changed since.
    """
    file = path_of(path)
    if not file.is_file():
        raise CheckpointError(f"{file}: there is no such checkpoint")
    if not zipfile.is_zipfile(file):
        raise CheckpointError(f"{file} is no checkpoint, or only a part of one: it is not a torch file")
    try:
        content = torch.load(file, map_location="cpu", weights_only=True)
    except (RuntimeError, UnpicklingError, EOFError, KeyError, OSError, ValueError, zipfile.BadZipFile) as error:
        reason = str(error).strip().partition("\n")[0]
        raise CheckpointError(f"{file} cannot be read, it is broken or foreign: {reason}") from error
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise CheckpointError(f"{file} is a torch file, but no checkpoint of dynasty-env")
    if content.get("version") != VERSION:
        raise CheckpointError(f"{file} has version {content.get('version')!r}; this program reads version {VERSION}")
    missing = [part for part in PARTS if part not in content]
    if missing:
        raise CheckpointError(f"{file} lacks {', '.join(missing)}")
    _check_game(file, content, game)
    return content


def _check_game(file: Path, content: dict[str, Any], game: Game | None) -> None:
    if game is not None and content["game"] != game.name:
        raise CheckpointError(f"{file} was trained at {content['game']}, it cannot play {game.name}")
    try:
        expected = describe_game(game or dynasty_env.game(content["game"]))
    except KeyError as error:
        raise CheckpointError(f"{file} was trained at another game: {error.args[0]}") from error
    for part, what in (("layout", "observations"), ("actions", "actions")):
        if content[part] != expected[part]:
            raise CheckpointError(
                f"{file}: the {what} of {content['game']} have changed since ({content[part]} then, "
                f"{expected[part]} now)"
            )


def network_of(content: dict[str, Any], path: Path | str, game: Game | None = None) -> Network:
    """The trained network of a checkpoint, in evaluation mode.

    Args:
        content: what `read` gave.
        path: where from, for the message.
        game: as given to `read`.

    Raises:
        CheckpointError: its parameters do not fit this version's network.
    """
    own = game or dynasty_env.game(content["game"])
    try:
        network = for_game(own, **content["settings"]["network"])
        network.load_state_dict(content["network"])
    except (RuntimeError, AttributeError, TypeError, KeyError) as error:
        raise CheckpointError(f"{path_of(path)}: its parameters do not fit {own.name}'s network: {error}") from error
    return network.eval()
