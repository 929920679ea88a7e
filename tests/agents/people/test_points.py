"""A game that was played by points: it is replayed like any other, and what needs ids of actions refuses it."""

from pathlib import Path

import numpy as np
import pytest

from agents.people.analysis import Course
from agents.people.dataset import episodes_of, write_dataset
from dynasty_env.figures.game import GAME
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.replays import Replay
from tests.command_line import CliRunner
from training.cli import app

WHY = r"actions\[\d+\]: 'point:.* has no id: .* can be neither reviewed nor exported as a dataset"


@pytest.fixture
def replay() -> Replay:
    state = GAME.new(11, backend="interpreted", num_players=2)
    replay, rng = Replay.of(state, ["a", "b"]), np.random.default_rng(11)
    while not state.done:
        if state.takes_point:
            assert GAME.point is not None
            replay.add_point(state, rng.uniform(-1, 1, GAME.point.size))
        else:
            replay.add(state, int(rng.choice(state.legal())))
    return replay


def test_it_has_neither_a_course_nor_episodes(replay: Replay, tmp_path: Path) -> None:
    for read in (Course.of, episodes_of):
        with pytest.raises(SaveError, match=WHY):
            read(replay)
    with pytest.raises(SaveError, match=WHY):
        write_dataset([replay], GAME, tmp_path)
    assert not list(tmp_path.rglob("table-v0"))


def test_the_command_review_says_so_in_a_line(replay: Replay, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    replay.write(file)
    done = CliRunner().invoke(app, ["replay", str(file), "--verify"])
    assert done.exit_code == 0, done.output
    done = CliRunner().invoke(app, ["review", str(file), "--interpreted"], env={"COLUMNS": "400"})
    assert done.exit_code == 2, done.output
    assert f"{file}: actions[" in done.output and "can be neither reviewed" in done.output
    assert not file.with_name("game.review.json").exists()
