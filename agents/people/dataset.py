"""Recorded games as a Minari dataset, with one episode for each seat of a game: what the seat saw and decided.

A step is a decision of that seat: the observation and mask before it, the action, and the reward that follows, which is
0 except at the last step. What happens between two decisions of a seat belongs to the earlier one. Needs the extra
`minari`.
"""

import json
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec

from agents.people.analysis import stamp
from dynasty_env.games import place_of
from dynasty_env.kit.envs.base import mask_of, observation_box
from dynasty_env.kit.envs.single import MaskInObservation
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.atomic import on_disk
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.replays import MAKERS, Replay, package_version
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from dynasty_env.registration import SINGLE, gymnasium_id

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]

FOLDER_OF_ALL = "MINARI_DATASETS_PATH"
"""Environment variable that names the folder where Minari looks for datasets."""
SOURCE = "source"
"""The metadata field that says which games a dataset was made from."""
VERSION = 0
END, UNKNOWN = -1, -2
"""Values of ``infos["by"]`` after the last decision, and where it was not recorded who decided."""


@dataclass
class Episode:
    """What one seat of a game saw and did in T decisions."""

    observations: np.ndarray[Any, Any]  # (T + 1, D) int8; the last one is of the final table
    masks: np.ndarray[Any, Any]  # (T + 1, A) int8; the last one allows only action 0, like the environment's
    actions: np.ndarray[Any, Any]  # (T,) int64
    by: np.ndarray[Any, Any]
    """(T + 1,) int8, who decided: index into `MAKERS`, `UNKNOWN` if it was not recorded, and `END` in the last
    place."""
    hints: np.ndarray[Any, Any]  # (T + 1,) int8, 1 if the person had seen a bot's opinion
    numbers: np.ndarray[Any, Any]  # (T + 1,) int32, number of actions of the game before the decision
    more: dict[str, np.ndarray[Any, Any]] = field(default_factory=dict)
    """Other arrays recorded at each decision, with T + 1 rows; the last row is NaN."""


def observation_space(game: Game) -> spaces.Dict:
    """The observation space, which is that of the PettingZoo environment."""
    mask = spaces.Box(0, 1, (len(game.action_names),), np.int8)
    return spaces.Dict({"observation": observation_box(game, "raw"), "action_mask": mask})


def episodes_of(replay: Replay, more: Mapping[str, Floats] | None = None) -> tuple[dict[int, Episode], State]:
    """The episodes of a finished game by seat, and its final table; `more` are arrays with one row for each action.

    Raises:
        SaveError: the game cannot be played, or its actions are points.
    """
    ids = replay.ids()
    seats = int(replay.options["num_players"])
    rows: list[list[tuple[Any, ...]]] = [[] for _ in range(seats)]
    hints = set(replay.hints or ())
    state = None
    for number, state in enumerate(replay.play()):
        if number < len(replay.actions):
            seat = state.seat
            by = UNKNOWN if replay.decided_by is None else MAKERS.index(replay.decided_by[number])
            rows[seat].append((state.observe(seat), state.mask, ids[number], by, number in hints, number))
    assert state is not None
    result = {}
    for seat, row in enumerate(rows):
        if row:
            observations, masks, actions, makers, given, numbers = zip(*row, strict=True)
            result[seat] = Episode(
                np.stack([*observations, state.observe(seat)]), np.stack([*masks, mask_of(state)]),
                np.array(actions, np.int64), np.array([*makers, END], np.int8), np.array([*given, False], np.int8),
                np.array([*numbers, len(replay.actions)], np.int32),
                {name: _ended(rows[list(numbers)]) for name, rows in (more or {}).items()},
            )  # fmt: skip
    return result, state


def _ended(rows: Floats) -> Floats:
    return np.concatenate([rows, np.full_like(rows[:1], np.nan)])


@dataclass(frozen=True)
class About:
    """The metadata of a dataset."""

    name: str  # its name after the game's, such as ``table`` in ``dynasty_v0/table-v0``
    algorithm: str  # who played
    description: str  # its contents
    source: str = ""  # the games it is made from: it replaces a dataset with the same source; "" replaces none


def write_dataset(replays: Sequence[Replay], game: Game, folder: Path | str) -> tuple[str, int]:
    """Write the finished games of one rulebook, played by people and bots, as a dataset. See `write_games`.

    Args:
        replays: games of any rulebooks; unfinished games and those of other rulebooks are left out.
        folder: the folder that `MINARI_DATASETS_PATH` has to name when the dataset is loaded.
    """
    finished = ((replay, dict[str, Floats]()) for replay in replays if replay.game is game and replay.result)
    return write_games(
        finished, game, folder, About("table", "people and bots at a table", DESCRIPTION.format(game.name))
    )


def write_games(
    games: Iterable[tuple[Replay, Mapping[str, Floats]]], game: Game, folder: Path | str, about: About
) -> tuple[str, int]:
    """Write finished games as a dataset.

    Args:
        games: games of this rulebook, each with additional arrays for ``infos``, which have one row for each action.
        folder: the folder that `MINARI_DATASETS_PATH` has to name when the dataset is loaded.
        about: the metadata of the dataset.

    Returns:
        The dataset's id, and its number of episodes. If that is 0, nothing is written.

    Raises:
        SaveError: a dataset of another source exists already, or the dataset cannot be written, or the actions of a
            game are points.
        InUseError: another process is writing it.
        ModuleNotFoundError: the extra `minari` is not installed.
    """
    folder, name = Path(folder).resolve(), name_of(game, about.name)
    check_replaceable(folder / name, about.source)
    from minari import create_dataset_from_buffers
    from minari.data_collector import EpisodeBuffer

    buffers, metadata = list[Any](), list[dict[str, Any]]()
    options: list[dict[str, int | bool]] = []
    for replay, more in games:
        options.append(dict(replay.options))
        episodes, end = episodes_of(replay, more)
        returns = {reward: end.returns(reward) for reward in game.rewards}
        for seat, episode in episodes.items():
            steps = len(episode.actions)
            rewards = [0.0] * (steps - 1) + [float(returns["win"][seat])]
            ended = [False] * (steps - 1) + [True]
            buffers.append(EpisodeBuffer(
                len(buffers), None, None, {"observation": episode.observations, "action_mask": episode.masks},
                list(episode.actions), rewards, ended, [False] * steps,
                {"by": episode.by, "hint": episode.hints, "number": episode.numbers, **episode.more},
            ))  # fmt: skip
            metadata.append(
                {"game": stamp(replay), "seat": seat, "seats": end.num_players, "player": replay.players[seat]}
                | {f"return_{reward}": float(values[seat]) for reward, values in returns.items()}
                | {f"option_{option}": int(value) for option, value in replay.options.items()}
            )
    if not buffers:
        return name, 0
    lock = Lock(folder / name, "choose another folder", at=folder / f".{name.replace('/', '-')}.lock")
    apart_of = _whole_or_not_at_all(folder, name, about.source)
    with lock, apart_of as apart, datasets_in(apart), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # about a missing author, which stays unknown on purpose
        dataset = create_dataset_from_buffers(
            name, buffers, env=environment_of(game, options), observation_space=observation_space(game),
            action_space=spaces.Discrete(len(game.action_names)), algorithm_name=about.algorithm,
            description=about.description, requirements=[f"dynasty-env=={package_version()}"], data_format="hdf5",
        )  # fmt: skip
        dataset.storage.update_episode_metadata(metadata)
        more_about = {"rules": game.rules_digest, SOURCE: about.source}  # besides the version among the requirements
        dataset.storage.update_metadata(more_about)
    return name, len(buffers)


def name_of(game: Game, name: str) -> str:
    """The id of a game's dataset."""
    return f"{game.name}/{name}-v{VERSION}"


def check_replaceable(place: Path, source: str) -> None:
    """Raise SaveError if there is a dataset of another source than this one."""
    if not place.exists():
        return
    if not source:
        raise SaveError(f"{place}: this dataset already exists; choose another folder")
    try:
        there = json.loads((place / "data" / "metadata.json").read_bytes()).get(SOURCE)
    except (OSError, ValueError, AttributeError):
        there = None
    if there != source:
        raise SaveError(f"{place}: this dataset was not made from these games: choose another --name or --out")


def environment_of(game: Game, options: Sequence[Mapping[str, int | bool]]) -> EnvSpec:
    """The environment that a dataset names, and that `recover_environment` makes: one seat among random bots.

    Options that have the same value in all games become options of the environment.
    """
    same = {name: value for name, value in options[0].items() if all(each.get(name) == value for each in options)}
    mask = MaskInObservation.wrapper_spec()
    return EnvSpec(
        gymnasium_id(game.name), entry_point=SINGLE, disable_env_checker=True, additional_wrappers=(mask,),
        kwargs={"game": place_of(game), "bots": "random", **same},
    )  # fmt: skip


INFOS = (
    f"by ({', '.join(f'{i} {maker}' for i, maker in enumerate(MAKERS))}; {END} after the end), "
    "hint (1: with a bot's opinion), number (actions before)"
)
"""What ``infos`` of every dataset contains."""
DESCRIPTION = (
    f"Finished games of {{}} at a table of people and bots: an episode for each seat, of what it saw. infos: {INFOS}."
)


@contextmanager
def _whole_or_not_at_all(folder: Path, name: str, source: str) -> Iterator[Path]:
    """A folder to write a dataset to, which is then moved into place in one step: a killed process leaves nothing
    half-written. An older dataset of the same source is moved out of the way just before, and comes back if that fails,
    or with the next call if the process was killed in between."""
    place, apart = folder / name, folder / f".{name.replace('/', '-')}.part"
    before = apart.with_suffix(".old")
    if before.exists() and not place.exists():
        before.replace(place)
    check_replaceable(place, source)
    rmtree(apart, ignore_errors=True)
    apart.mkdir(parents=True)
    try:
        with on_disk(folder):
            yield apart
            place.parent.mkdir(parents=True, exist_ok=True)
            rmtree(before, ignore_errors=True)
            if place.exists():
                place.replace(before)
            for part in (apart / name).parent.iterdir():  # the dataset, and Minari's metadata of the game's namespace
                if not (place.parent / part.name).exists():
                    part.replace(place.parent / part.name)
    finally:
        if before.exists() and not place.exists():
            before.replace(place)
        rmtree(before, ignore_errors=True)
        rmtree(apart, ignore_errors=True)


@contextmanager
def datasets_in(folder: Path) -> Iterator[None]:
    """Context in which Minari keeps its datasets in this folder; no other variable of the environment is touched."""
    before = os.environ.get(FOLDER_OF_ALL)
    os.environ[FOLDER_OF_ALL] = str(folder.resolve())  # Minari does not handle relative paths
    try:
        yield
    finally:
        if before is None:
            del os.environ[FOLDER_OF_ALL]
        else:
            os.environ[FOLDER_OF_ALL] = before
