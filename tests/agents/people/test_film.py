"""`dynasty film`: a recorded game as a GIF."""

import io
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from agents.people.film import FLOWING, LAST, MOVING, STRIP, Scene, animated, scenes, texts_of
from dynasty_env import figures_v0
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.replays import Replay
from tests.command_line import dynasty
from tests.tiny import cut_in

CUT_IN = "tests.tiny.cut_in:GAME"


def recorded(seed: int = 1) -> Replay:
    state = cut_in.GAME.new(seed, backend="interpreted")
    replay, rng = Replay.of(state, ["random"] * 3), np.random.default_rng(seed)
    while not state.done:
        replay.add(state, int(rng.choice(state.legal())))
    return replay


def test_as_many_tables_as_are_wanted_the_last_one_included() -> None:
    replay = recorded()
    pictures = {most: [scene.draw() for scene in scenes(replay, most)] for most in (2, 5, 1000)}
    assert [len(pictures[most]) for most in (2, 5)] == [2, 5] and 5 < len(pictures[1000]) <= len(replay.actions) + 1
    for drawn in pictures.values():
        assert (drawn[0] == pictures[1000][0]).all() and (drawn[-1] == pictures[1000][-1]).all()
    assert not any(np.array_equal(one, other) for one, other in pairwise(pictures[1000]))


def test_some_moves_of_a_game() -> None:
    replay = recorded()
    whole = [scene.draw() for scene in scenes(replay, 1000)]
    some = [scene.draw() for scene in scenes(replay, 1000, moves=(2, 3))]
    assert len(some) == 3 and all((one == other).all() for one, other in zip(some, whole[2:5], strict=True))
    for wrong in ((3, 2), (-1, 2), (0, len(whole) - 1)):
        with pytest.raises(OptionError, match="are out of range"):
            scenes(replay, 1000, moves=wrong)


def test_seats_are_called_by_their_players() -> None:
    """Several of one name by numbers; by the seat, who has none or one in letters that pictures have not."""
    replay, agent = recorded(), cut_in.GAME.agent
    line = f"{agent}_0, {agent}_1 and {agent}_2; {agent}_10"
    seat = agent.replace("_", " ").capitalize()
    for players, wanted in {
        ("José", "greedy", "greedy"): f"José, greedy 2 and greedy 3; {seat} 11",
        ("", "ミア", "A name of more than sixteen letters"): f"{seat} 1, {seat} 2 and A name of more t; {seat} 11",
    }.items():
        replay.players = list(players)
        assert texts_of(replay)(line) == wanted
    replay = duel("Ada", "Mia")
    one, other = scenes(replay, 2, "interpreted"), scenes(duel("Ada", "Eve"), 2, "interpreted")
    assert (one[-1].draw() != other[-1].draw()).any()
    assert (one[-1].draw() == scenes(replay, 2, "interpreted")[-1].draw()).all()


def test_the_last_picture_names_the_winner() -> None:
    film = scenes(duel("Ada", "Mia"), 5, "interpreted")
    heights = [len(scene.draw()) for scene in film]
    assert heights[-1] == heights[0] + STRIP and set(heights[:-1]) == {heights[0]}
    other = scenes(duel("Ada", "Eve"), 5, "interpreted")
    assert (film[-1].draw()[-STRIP:] != other[-1].draw()[-STRIP:]).any()


def duel(*players: str) -> Replay:
    """A duel of random players."""
    state = figures_v0.game.new(5, backend="interpreted", room=0)
    replay, rng = Replay.of(state, players), np.random.default_rng(5)
    while not state.done:
        replay.add(state, int(rng.choice(state.legal())))
    return replay


def test_what_moves_is_shown_between_the_tables() -> None:
    """A duel: every move's motions, in short scenes; fewer of them where there is no room, and the way to the end."""
    replay = duel("random", "random")
    film = scenes(replay, 1000, "interpreted")
    moving = [scene for scene in film if scene.stays == MOVING]
    assert len(moving) > 50
    few = scenes(replay, 5, "interpreted")
    assert sum(scene.stays == 1.0 for scene in few) == 5 and film[-1].stays == few[-1].stays == 1.0
    motions = sum(one.stays == 1.0 and other.stays == MOVING for one, other in pairwise(film))
    assert motions <= sum(scene.stays == MOVING for scene in few) <= 5 * FLOWING + motions


def test_pictures_of_different_heights_make_one_film() -> None:
    pictures = [np.full((height, 300, 3), shade, np.uint8) for height, shade in ((50, 10), (80, 100), (60, 200))]
    drawn = [Scene(partial(np.copy, picture), stays) for picture, stays in zip(pictures, (1, 0.5, 1), strict=True)]
    film = Image.open(io.BytesIO(animated(drawn, seconds=5.5, width=150)))
    assert film.size == (150, 40)
    assert film.n_frames == 3
    lengths = []
    for frame in range(3):
        film.seek(frame)
        lengths.append(film.info["duration"])
    assert lengths == [1000, 500, LAST * 1000]
    assert film.info["loop"] == 0


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    recorded().write(file)
    code, told = dynasty("film", str(file), "--game", CUT_IN, "--frames", "4", "--width", "200")
    assert (code, "4 pictures" in told) == (0, True), told
    film = Image.open(tmp_path / "game.gif")
    assert (film.n_frames, film.size[0]) == (4, 200)
    code, told = dynasty("film", str(file), "--game", CUT_IN, "--moves", "1", "1")
    assert (code, "2 pictures" in told) == (0, True), told
    code, told = dynasty("film", str(file), "--game", CUT_IN, "--seat", "3")
    assert (code, "--seat 3 is out of range" in told) == (2, True)
    code, told = dynasty("film", str(file), "--game", "dynasty_v0")
    assert (code, "is a game of cut_in_v0, not of dynasty_v0" in " ".join(told.split())) == (2, True), told


def test_running_games_are_not_filmed(tmp_path: Path) -> None:
    """What one seat sees of a running game is nobody else's to look at."""
    replay = recorded()
    replay.actions, replay.result = replay.actions[:3], None
    replay.write(tmp_path / "game.json")
    code, told = dynasty("film", str(tmp_path / "game.json"), "--game", CUT_IN)
    assert (code, "this game is not over" in told) == (2, True)


@pytest.mark.parametrize("most", [2, 3])
def test_a_broken_replay_is_told_with_its_file(tmp_path: Path, most: int) -> None:
    replay = recorded()
    replay.actions[1] = replay.actions[0]
    replay.actions[0] = "pass"
    replay.write(tmp_path / "game.json")
    code, told = dynasty("film", str(tmp_path / "game.json"), "--game", CUT_IN, "--frames", str(most))
    assert (code, "game.json: actions[0]" in told) == (2, True)
