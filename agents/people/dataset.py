"""Recorded games as a Minari dataset: an episode for each seat of a game, made of what that seat saw and decided.

A step is a decision of that seat: observation and mask before it, the action, and the reward that follows, which is 0
but for the last one. What happens between two decisions of a seat belongs to the earlier one. Needs the extra `minari`.
"""

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
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.replays import MAKERS, Replay, package_version
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from dynasty_env.registration import SINGLE, gymnasium_id

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]

FOLDER_OF_ALL = "MINARI_DATASETS_PATH"
"""Environment variable that says where Minari looks for datasets."""
VERSION = 0
END, UNKNOWN = -1, -2
"""Values of ``infos["by"]`` after the last decision, and where nobody has recorded who decided."""


@dataclass
class Episode:
    """What one seat of a game saw and did; T decisions.

    Attributes:
        observations: (T + 1, D) int8; the last one is of the table at the end.
        masks: (T + 1, A) int8; the last one allows action 0 alone, as that of the environment does.
        actions: (T,) int64.
        by: (T + 1,) int8, who decided: index into `MAKERS`, `END` in the last place, `UNKNOWN` where not recorded.
        hints: (T + 1,) int8, 1: the person had a bot's opinion.
        numbers: (T + 1,) int32, how many actions of the game came before.
        more: whatever else was written down at each decision, T + 1 rows; not a number in the last one.
    """

    observations: np.ndarray[Any, Any]
    masks: np.ndarray[Any, Any]
    actions: np.ndarray[Any, Any]
    by: np.ndarray[Any, Any]
    hints: np.ndarray[Any, Any]
    numbers: np.ndarray[Any, Any]
    more: dict[str, np.ndarray[Any, Any]] = field(default_factory=dict)


def observation_space(game: Game) -> spaces.Dict:
    """The space of observations: that of the PettingZoo environment."""
    mask = spaces.Box(0, 1, (len(game.action_names),), np.int8)
    return spaces.Dict({"observation": observation_box(game, "raw"), "action_mask": mask})


def episodes_of(replay: Replay, more: Mapping[str, Floats] | None = None) -> tuple[dict[int, Episode], State]:
    """The episodes of a finished game by seat, and its last table.

    Args:
        replay: the game.
        more: arrays with a row for each action of the game.

    Raises:
        SaveError: the game cannot be played, or was played by points.
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
    """What a dataset says about itself.

    Attributes:
        name: behind the game's, as ``table`` in ``dynasty_v0/table-v0``.
        algorithm: who played.
        description: what it holds.
    """

    name: str
    algorithm: str
    description: str


def write_dataset(replays: Sequence[Replay], game: Game, folder: Path | str) -> tuple[str, int]:
    """Write the finished games of one rulebook at a table of people and bots as a dataset: see `write_games`.

    Args:
        replays: of any rulebooks; those of others, and games that go on, are left out.
        game: the rulebook.
        folder: what `MINARI_DATASETS_PATH` is to name when the dataset is loaded.
    """
    finished = ((replay, dict[str, Floats]()) for replay in replays if replay.game is game and replay.result)
    return write_games(finished, game, folder, About("table", "people and bots at a table", _description(game)))


def write_games(
    games: Iterable[tuple[Replay, Mapping[str, Floats]]], game: Game, folder: Path | str, about: About
) -> tuple[str, int]:
    """Write finished games as a dataset.

    Args:
        games: of this rulebook, each with what else is to go into ``infos``: arrays with a row for each action.
        game: the rulebook.
        folder: what `MINARI_DATASETS_PATH` is to name when the dataset is loaded.
        about: what the dataset says about itself.

    Returns:
        The dataset's id, and how many episodes it has; none, and nothing is written.

    Raises:
        SaveError: there is such a dataset already, it cannot be written, or a game was played by points.
        InUseError: another process writes it.
        ModuleNotFoundError: the extra `minari` is not installed.
    """
    folder, name = Path(folder).resolve(), f"{game.name}/{about.name}-v{VERSION}"
    _check_there_is_none(folder / name)
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
    with lock, _whole_or_not_at_all(folder, name) as apart, _datasets_in(apart), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # about an author, whom nobody is to know
        dataset = create_dataset_from_buffers(
            name, buffers, env=environment_of(game, options), observation_space=observation_space(game),
            action_space=spaces.Discrete(len(game.action_names)), algorithm_name=about.algorithm,
            description=about.description, requirements=[f"dynasty-env=={package_version()}"], data_format="hdf5",
        )  # fmt: skip
        dataset.storage.update_episode_metadata(metadata)
        dataset.storage.update_metadata({"rules": game.rules_digest})  # beside the version among the requirements
    return name, len(buffers)


def _check_there_is_none(place: Path) -> None:
    if place.exists():
        raise SaveError(f"{place}: this dataset exists already; choose another folder")


def environment_of(game: Game, options: Sequence[Mapping[str, int | bool]]) -> EnvSpec:
    """The environment that a dataset names, so that `recover_environment` makes it: one seat among random bots.

    Args:
        game: the rulebook.
        options: of each of the games; those in which they agree are the environment's.
    """
    same = {name: value for name, value in options[0].items() if all(each.get(name) == value for each in options)}
    mask = MaskInObservation.wrapper_spec()
    return EnvSpec(
        gymnasium_id(game.name), entry_point=SINGLE, disable_env_checker=True, additional_wrappers=(mask,),
        kwargs={"game": place_of(game), "bots": "random", **same},
    )  # fmt: skip


def _description(game: Game) -> str:
    makers = ", ".join(f"{i} {maker}" for i, maker in enumerate(MAKERS))
    return (
        f"Finished games of {game.name} at a table of people and bots: an episode for each seat, of what it saw. "
        f"infos: by ({makers}; {END} after the end), hint (1: with a bot's opinion), number (actions before)."
    )


@contextmanager
def _whole_or_not_at_all(folder: Path, name: str) -> Iterator[Path]:
    """A folder to write a dataset in; what has been written there then takes its place at once, so that a process that
    is killed leaves no half of it."""
    place, apart = folder / name, folder / f".{name.replace('/', '-')}.part"
    _check_there_is_none(place)
    rmtree(apart, ignore_errors=True)
    apart.mkdir(parents=True)
    try:
        yield apart
        place.parent.mkdir(parents=True, exist_ok=True)
        for part in (apart / name).parent.iterdir():  # the dataset, and what Minari notes of all of the game
            if not (place.parent / part.name).exists():
                part.replace(place.parent / part.name)
    finally:
        rmtree(apart, ignore_errors=True)


@contextmanager
def _datasets_in(folder: Path) -> Iterator[None]:
    """Let Minari keep its datasets there."""
    before = os.environ.get(FOLDER_OF_ALL)
    os.environ[FOLDER_OF_ALL] = str(folder)  # an absolute path: Minari goes astray with others
    try:
        yield
    except OSError as error:
        raise SaveError(f"{folder}: {error.strerror or error}") from error
    finally:
        if before is None:
            del os.environ[FOLDER_OF_ALL]
        else:
            os.environ[FOLDER_OF_ALL] = before
