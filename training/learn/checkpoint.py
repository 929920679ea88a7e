"""Checkpoints: everything that a run needs to resume, in one file that states what it is and carries a checksum.

After the header follows a torch file, which is read with torch's restricted unpickler: a file from somebody else cannot
run code.
"""

import errno
import hashlib
import os
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import torch

import dynasty_env
from agents.stamps import AS_IT_PLAYS, advice_stamp
from agents.vocabulary import OutgrownError, Vocabulary
from dynasty_env.kit.errors import DynastyEnvError, SaveError, UnknownGameError
from dynasty_env.kit.files.atomic import on_disk, read_whole, write_whole
from dynasty_env.kit.files.origin import FIELDS, foreign, origin
from dynasty_env.kit.game import Game
from training.learn.network import TableNetwork, for_game

KIND = "dynasty-env checkpoint"
VERSION = 6
OLDER = 5
"""An older version that can still be read (`_of_the_older`)."""
HEAD, OLDER_HEAD = (f"{KIND} {version}\n".encode("ascii") for version in (VERSION, OLDER))
"""The beginning of a checkpoint; then follow the SHA-256 of the rest in hexadecimal digits, a newline, and the rest."""
LONGEST = 1 << 33
"""The longest checkpoint that is written or read, in bytes: a stranger's file must not fill the memory."""
CHECKSUM = hashlib.sha256().digest_size * 2
FILE = "checkpoint.pt"
"""The name of the checkpoint in the folder of a run."""
SETTINGS = "settings.json"
"""The name of the checkpoint that the run started from, which is never read back."""

PLAIN = ("game", "layout", "actions", "settings", "progress", "goal")
PARTS = (*PLAIN, "network", "optimizer", "generator", "tables", "rollout")
"""The parts of a checkpoint: those without tensors, and all of them."""
ADDED = ("routine", "first_seed", "algorithm", "learns_policy", "learns_value", "threads", *FIELDS)
"""Further parts without tensors, which checkpoints of older versions may lack."""
OF_VALUES = ("dqn", "dmc")
"""Algorithms whose networks give the values of actions, for checkpoints that do not say so (`learns_policy`)."""
WITHOUT_VALUE = ("nfsp", "ppo_oracle")
"""Algorithms that do not train the value of their policy's network, for checkpoints that do not say so
(`learns_value`)."""


class CheckpointError(DynastyEnvError, ValueError):
    """A checkpoint that cannot be used; the message names the file and the reason."""


class OutgrownRunError(CheckpointError, OutgrownError):
    """A run of an earlier version of its game. Its network can still be used: the earlier version writes it to a file
    (`dynasty weights`), whose names map it to the current game."""


def mark_of(meaning: str) -> str:
    """A hash of what has to stay the same."""
    return hashlib.sha256(meaning.encode()).hexdigest()[:16]


def describe_game(game: Game) -> dict[str, Any]:
    """The part of a checkpoint that identifies its game: what observations, action ids and their names mean."""
    pieces = [(p.name, p.shape, p.low, p.high, p.category) for p in game.layout.values()]
    return {
        "game": game.name,
        "layout": {"size": game.layout.size, "mark": mark_of(repr(pieces))},
        "actions": {"count": len(game.action_names), "mark": mark_of("\n".join(game.action_names))},
        "advice": advice_stamp(game),
        "names": mark_of(str(Vocabulary.of(game))),
        **origin(game),
    }


def content_of(learner: Any, games: list[dict[str, torch.Tensor]]) -> dict[str, Any]:
    """The parts of a checkpoint that all learners have (`PARTS` except for the goal); `games`: those in progress, actor
    by actor."""
    return describe_game(learner.game) | {
        "settings": asdict(learner.settings),
        "network": learner.network.state_dict(),
        "first_seed": learner.network.first_seed,
        "optimizer": learner.optimizer.state_dict(),
        "progress": asdict(learner.progress),
        "generator": learner.generator.get_state(),
        "tables": {"fields": repr(learner.game.dtype.descr), "actors": games},
        "rollout": learner.rollout.open_decisions(),
    }


def path_of(path: Path | str) -> Path:
    """The checkpoint file that a path refers to: the path itself, or the checkpoint in that run folder."""
    result = Path(path)
    return result / FILE if result.is_dir() else result


def write(path: Path, content: dict[str, Any]) -> None:
    """Write a checkpoint with these `PARTS` atomically: at any moment, the file is the old or the new one, complete.
    Raises OSError if the file cannot be written, or would be longer than `LONGEST`; the old one is untouched."""
    buffer = BytesIO()
    torch.save({"made_by": dynasty_env.__name__, **content}, buffer)
    kept = buffer.getvalue()
    whole = HEAD + hashlib.sha256(kept).hexdigest().encode("ascii") + b"\n" + kept
    if len(whole) > LONGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    write_whole(path, whole)


def read(path: Path | str, game: Game | None = None) -> dict[str, Any]:
    """The content of a checkpoint, checked against its game.

    Args:
        path: the file, or the folder of a run.
        game: the game that it is needed for; None: the game that the checkpoint names.

    Raises:
        CheckpointError: if the file is missing, too long, broken, no checkpoint, of another version or for another
            game, or if its game has changed since. If another version wrote it, the message says so before it names
            the problem.
    """
    file = path_of(path)
    if not file.is_file():
        ended = "; the run was stopped before it saved one: start it again"
        raise CheckpointError(f"{file}: there is no such checkpoint{ended * (file.parent / SETTINGS).is_file()}")
    try:
        with on_disk(file):
            whole = read_whole(file, LONGEST)
    except SaveError as error:
        raise CheckpointError(str(error)) from error
    try:
        kept = _kept(file, whole)
        with ZipFile(BytesIO(kept)) as parts:
            if sum(part.file_size for part in parts.infolist()) > len(kept):
                raise CheckpointError(f"{file} is packed, and might fill the memory: torch packs no file")
        content: Any = torch.load(BytesIO(kept), map_location="cpu", weights_only=True)
        if whole.startswith(OLDER_HEAD):
            content = _of_the_older(content)
    except CheckpointError:
        raise
    except Exception as error:  # a foreign file may cause any error
        reason = str(error).strip().partition("\n")[0]
        raise CheckpointError(f"{file} cannot be read: it is broken or not a checkpoint: {reason}") from error
    try:
        _check(file, content, game)
    except CheckpointError as error:
        header = content if isinstance(content, dict) else {}
        if game is not None and header.get("game") not in (None, game.name):
            raise  # another game has other rules, which says nothing about the version
        writer = foreign(header, _known(header.get("game"), game), always=True)
        raise type(error)(": ".join(filter(None, [writer, str(error)]))) from error
    return dict(content)


def _known(name: object, game: Game | None) -> Game | None:
    """The game whose rules a checkpoint names, if this installation knows it."""
    try:
        return game or dynasty_env.game(str(name))
    except UnknownGameError:
        return None


def _check(file: Path, content: Any, game: Game | None) -> None:
    """Raise CheckpointError unless a run can resume from this content."""
    missing = [part for part in PARTS if not isinstance(content, dict) or part not in content]
    if missing:
        raise CheckpointError(f"{file} has no {', '.join(missing)}")
    for part in (*PLAIN, *ADDED):
        if not _is_plain(content.get(part)):
            raise CheckpointError(f"{file}: {part} contains something other than numbers, strings, lists and dicts")
    if not isinstance(content["game"], str) or not isinstance(content["settings"], dict):
        raise CheckpointError(f"{file}: game must be a string, and settings a dict")
    _check_game(file, content, game)


def _kept(file: Path, whole: bytes) -> bytes:
    """What follows the header of a checkpoint, if it matches the checksum there."""
    head, kept = whole[: len(HEAD) + CHECKSUM + 1], whole[len(HEAD) + CHECKSUM + 1 :]
    if not head.startswith(KIND.encode("ascii")):
        what = "is a torch file, but not a" if whole.startswith(b"PK") else "is not a"
        raise CheckpointError(f"{file} {what} checkpoint of dynasty-env (version {VERSION})")
    if not head.startswith((HEAD, OLDER_HEAD)):
        version = head.partition(b"\n")[0].decode("ascii", "replace").removeprefix(KIND).strip()
        raise CheckpointError(f"{file} has version {version[:20]!r}; this program reads versions {OLDER} and {VERSION}")
    if head[len(HEAD) :] != hashlib.sha256(kept).hexdigest().encode("ascii") + b"\n":
        raise CheckpointError(f"{file} is broken or truncated: its checksum does not match")
    return kept


def _of_the_older(content: dict[str, Any]) -> dict[str, Any]:
    """Convert a checkpoint of version 5: keep the network that played in the end, without a critic of actions.

    Its games cannot continue, because it does not hold the values that the game's bot gave for their open decisions.
    """
    network = content.pop("companions")["average"] or content["network"]
    played = {name: part for name, part in network.items() if not name.startswith("worth")}
    return content | {"network": played, "tables": content["tables"] | {"fields": "those of an older version"}}


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(each) for key, each in value.items())
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return value is None or type(value) in (str, int, float, bool)


def _check_game(file: Path, content: dict[str, Any], game: Game | None) -> None:
    if game is not None and content["game"] != game.name:
        raise CheckpointError(f"{file} was trained on {content['game']}; it cannot play {game.name}")
    try:
        expected = describe_game(game or dynasty_env.game(content["game"]))
    except UnknownGameError as error:
        how = "--game file.py:Class, or to continue training: dynasty train file.py:Class --resume"
        raise CheckpointError(f"{file} was trained on another game: {error}: {how}") from error
    for part, what, have in (
        ("layout", "observations", "have"), ("actions", "actions", "have"), ("names", "names of both", "have"),
        ("advice", "advice", "has"),
    ):  # fmt: skip
        unnamed = {"advice": AS_IT_PLAYS, "names": expected["names"]}  # for runs of older versions
        there = content.get(part, unnamed.get(part))
        if there != expected[part] and (part != "advice" or _is_advised(content["settings"])):
            raise OutgrownRunError(
                f"{file}: the {what} of {content['game']} {have} changed since ({there} then, {expected[part]} now); "
                "to keep its network, write it to a file with `dynasty weights` of the version that trained it, and "
                "start from that file with `dynasty train --from FILE` of this one"
            )


def _is_advised(settings: dict[str, Any]) -> bool:
    """Whether a run's network receives the values of the game's bot."""
    network = settings.get("network")
    return not isinstance(network, dict) or network.get("advice") != 0


def options_of(content: dict[str, Any], path: Path | str) -> dict[str, Any]:
    """The game options that a run was trained with, `num_players` included. Raises CheckpointError if its settings have
    none."""
    try:
        return {**content["settings"]["options"], "num_players": content["settings"]["seats"]}
    except (KeyError, TypeError) as error:
        raise CheckpointError(f"{path_of(path)}: its settings have no valid options and seats: {error}") from error


def learns_policy(content: dict[str, Any]) -> bool:
    """Whether the network of a checkpoint gives probabilities; if not, it gives the values of actions, and plays the
    best one."""
    return bool(content.get("learns_policy", content.get("algorithm") not in OF_VALUES))


def learns_value(content: dict[str, Any], reward: str) -> bool:
    """Whether the value of a checkpoint's network is trained, and estimates this `reward`."""
    trained = content.get("learns_value", content.get("algorithm") not in WITHOUT_VALUE)
    return bool(trained) and content["settings"].get("reward") == reward


def network_of(content: dict[str, Any], path: Path | str, game: Game | None = None) -> TableNetwork:
    """The network that a checkpoint (see `read`) plays with, in evaluation mode; messages name its `path`. Raises
    CheckpointError if its parameters do not fit this version's network."""
    own = game or dynasty_env.game(content["game"])
    try:
        network = for_game(own, **content["settings"]["network"])
        network.load_state_dict(content["network"])
        network.first_seed = content.get("first_seed")
    except Exception as error:  # any error that foreign content causes
        raise CheckpointError(f"{path_of(path)}: its parameters do not fit {own.name}'s network: {error}") from error
    return network.eval()
