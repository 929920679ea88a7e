"""Games and bots in files of one's own at the terminal: what it says to type next can be typed."""

import re
import shlex
from pathlib import Path

import pytest

from dynasty_env import games
from tests.agents.people.test_play import dynasty
from tests.own import bot_file, game_file, nothing_loaded  # noqa: F401 (a fixture)

pytestmark = pytest.mark.usefixtures("nothing_loaded")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory with a bot and a game."""
    bot_file(tmp_path / "a" / "mine.py")
    game_file(tmp_path / "pebbles.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")


@pytest.mark.parametrize("kept", ["game.json", "my games/a rather long name of a file, as many people like them.json"])
def test_commands_that_are_told_can_be_typed(kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    asked = ("--seats", "2", "--bots", "a/mine.py:First", "--seed", "1", "--save", kept)
    code, told = dynasty("play", "pebbles.py:Nim", *asked, typed="1\ns\nq\n")
    assert code == 0, told
    again = command_in(told, "Continue with: ")
    assert again[-1] == "--allow-programs"
    assert again == command_in(told, "continue later with: ")
    games._loaded.clear()  # as in another process
    code, told = dynasty(*again, typed="1\n" * 50)
    assert (code, "The game is over" in told) == (0, True), told
    review = command_in(told, "your mistakes: ")
    assert review[:1] == ["review"] and "--seat" in review
    games._loaded.clear()
    code, told = dynasty(*command_in(told, "Watch it again: "))
    assert (code, "The game is over" in told) == (0, True), told
    games._loaded.clear()
    code, told = dynasty(*review, "--interpreted", "--budget", "2", "--judge", "random")
    assert code == 0, told


def command_in(told: str, before: str) -> list[str]:
    """The words after `dynasty` of the command that stands, on a line, behind these ones."""
    (line,) = re.findall(rf"{before}(.*)$", told, re.MULTILINE)
    name, *words = shlex.split(line)
    assert name == "dynasty"
    return words


@pytest.mark.parametrize(
    ("arguments", "how"),
    [
        (["replay", "game.json"], "give file.py:Class: --game file.py:Class"),
        (["film", "game.json"], "give file.py:Class: --game file.py:Class"),
        (["review", "game.json"], "give file.py:Class: --game file.py:Class"),
        (["play", "--load", "game.json"], "give file.py:Class: dynasty play file.py:Class --load game.json"),
    ],
)
def test_a_file_of_a_game_that_is_not_known(arguments: list[str], how: str) -> None:
    dynasty("play", "pebbles.py:Nim", "--seats", "2", "--bots", "random", "--save", "game.json", typed="q\n")
    games._loaded.clear()  # as in another process
    code, told = dynasty(*arguments)
    assert code == 2
    assert "game.json: " in told
    assert how in " ".join(told.split())
