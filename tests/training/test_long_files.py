"""Files from strangers are refused before they fill the memory."""

from collections.abc import Callable
from pathlib import Path

import pytest

import dynasty_env
from agents.network.policy import load_policy
from agents.people.puzzles.puzzle import read_puzzles
from agents.search.distilled.file import load_small
from agents.search.value import load_network
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.replays import Replay, SavedGame
from tests.tiny import nim
from training.arena.deals import Setting
from training.arena.ladder_file import LadderFile
from training.benchmark import atlas, submission

READERS: dict[str, Callable[[Path], object]] = {
    "replay": lambda file: Replay.read(file, dynasty_env.game),
    "saved game": lambda file: SavedGame.read(file, dynasty_env.game),
    "puzzles": lambda file: read_puzzles(file, nim.GAME),
    "submission": submission.read,
    "atlas": atlas.rows_in,
    "ladder": lambda file: LadderFile(file, Setting(nim.GAME, nim.GAME.check_options({}), 0)),
    "network": lambda file: load_policy(file, nim.GAME),
    "small policy": lambda file: load_small(file, nim.GAME),
    "value network": lambda file: load_network(file, nim.GAME),
}


@pytest.mark.parametrize("what", READERS)
def test_it_is_refused_by_its_length(what: str, tmp_path: Path) -> None:
    file = tmp_path / "long"
    with file.open("wb") as content:
        content.truncate((1 << 30) + 1)
    with pytest.raises(SaveError, match=r"long: this file is longer than [\d,]+ MiB, the longest .*that is read"):
        READERS[what](file)
