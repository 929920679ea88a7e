"""`dynasty film`: a recorded game as a GIF."""

import io
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from agents.people.film import LAST, animated, moments
from dynasty_env.kit.files.replays import Replay
from tests.tiny import cut_in
from tests.training.test_cli import dynasty

CUT_IN = "tests.tiny.cut_in:GAME"


def recorded(seed: int = 1) -> Replay:
    state = cut_in.GAME.new(seed, backend="interpreted")
    replay, rng = Replay.of(state, ["random"] * 3), np.random.default_rng(seed)
    while not state.done:
        replay.add(state, int(rng.choice(state.legal())))
    return replay


def test_as_many_moments_as_are_wanted_the_last_one_included() -> None:
    replay = recorded()
    for most in (2, 5, 1000):
        shown = moments(replay, most)
        assert 2 <= len(shown) <= most
        assert shown[-1].done
        assert not shown[0].done
    tables = [state.to_dict() for state in moments(replay, 1000)]
    assert all(one != other for one, other in pairwise(tables))


def test_pictures_of_different_heights_make_one_film() -> None:
    pictures = [np.full((height, 300, 3), shade, np.uint8) for height, shade in ((50, 10), (80, 100), (60, 200))]
    film = Image.open(io.BytesIO(animated(pictures, seconds=6, width=150)))
    assert film.size == (150, 40)
    assert film.n_frames == 3
    lengths = []
    for frame in range(3):
        film.seek(frame)
        lengths.append(film.info["duration"])
    assert lengths == [1000, 1000, LAST * 1000]
    assert film.info["loop"] == 0


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded().write(file)
    code, told = dynasty("film", str(file), "--game", CUT_IN, "--frames", "4", "--width", "200")
    assert (code, "4 pictures" in told) == (0, True), told
    film = Image.open(tmp_path / "game.gif")
    assert (film.n_frames, film.size[0]) == (4, 200)
    code, told = dynasty("film", str(file), "--game", CUT_IN, "--seat", "3")
    assert (code, "--seat 3 is out of range" in told) == (2, True)


def test_running_games_are_not_filmed(tmp_path: Path) -> None:
    """What one seat sees of a running game is nobody else's to look at."""
    replay = recorded()
    replay.actions, replay.result = replay.actions[:3], None
    replay.write(tmp_path / "game.json")
    code, told = dynasty("film", str(tmp_path / "game.json"), "--game", CUT_IN)
    assert (code, "this game goes on" in told) == (2, True)


@pytest.mark.parametrize("most", [2, 3])
def test_a_broken_replay_is_told_with_its_file(tmp_path: Path, most: int) -> None:
    replay = recorded()
    replay.actions[1] = replay.actions[0]
    replay.actions[0] = "pass"
    replay.write(tmp_path / "game.json")
    code, told = dynasty("film", str(tmp_path / "game.json"), "--game", CUT_IN, "--frames", str(most))
    assert (code, "game.json: actions[0]" in told) == (2, True)
