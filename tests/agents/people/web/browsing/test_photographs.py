"""Films as boards show them: where they open, what they name, and that they show a board."""

import io
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from agents.people.web.boards import board_of
from agents.people.web.pages import photographs
from agents.people.web.pages.photographs import SIZE, can_photograph, moments, photographed
from dynasty_env.games import GAMES, game
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.message import tone_of
from tests.command_line import dynasty
from tests.tiny import nim

pytestmark = pytest.mark.browser


def recorded(name: str, seed: int = 2) -> Replay:
    state = game(name).new(seed, backend="interpreted")
    replay, rng = Replay.of(state, ["greedy"] * state.num_players), np.random.default_rng(seed)
    while not state.done:
        replay.add(state, int(rng.choice(state.legal())))
    return replay


@pytest.mark.parametrize("name", GAMES)
def test_a_film_opens_where_something_happens_and_names_it(name: str) -> None:
    """Each picture has news below it, the last one the winner; nothing can be chosen, and letters are large."""
    replay = recorded(name)
    shown = moments(replay, 12, "interpreted")
    assert 2 <= len(shown) <= 12
    assert shown[0].lines
    assert any(tone_of(line) for each in shown[:-1] for line in each.lines)
    assert shown[-1].state.done
    frames = [str(photographs._frame(board_of(replay.game), each, None, replay.players)) for each in shown]
    captions = [frame.partition('class="caption"')[2] for frame in frames]
    assert all(re.search(r"<p>.+?</p>", caption) for caption in captions)
    assert not any("data-act" in frame for frame in frames)
    pictures = [scene.draw() for scene in photographed(replay, [shown[0], shown[-1]])]
    width, height = SIZE
    for picture in pictures:
        assert picture.shape == (height, width, 3)
        board, below = picture[:500, :500], picture[-110:]
        assert len(np.unique(board.reshape(-1, 3), axis=0)) > 500  # a board with arms and letters, not a plain field
        assert (below.max(axis=2) > 200).mean() > 0.01  # bright letters
    assert all((one != other).any() for one, other in pairwise(pictures))


def test_games_without_a_board_are_drawn_plainly() -> None:
    assert can_photograph(game("dynasty_v0"))
    assert not can_photograph(nim.GAME)


def test_the_command_photographs_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded("figures_v0").write(tmp_path / "game.json")
    code, told = dynasty("film", str(tmp_path / "game.json"), "--frames", "3", "--width", "400")
    assert code == 0, told
    film = Image.open(io.BytesIO((tmp_path / "game.gif").read_bytes()))
    assert film.size == (400, 320)
    monkeypatch.setattr(photographs, "chromium", lambda: None)
    code, told = dynasty("film", str(tmp_path / "game.json"), "--frames", "3", "--width", "400")
    assert code == 0, told
    assert Image.open(tmp_path / "game.gif").size != (400, 320)
