"""What goes to a terminal can be shown there, and does not control it."""

import io
import sys
from typing import Any

import pytest

from dynasty_env.kit.printing import visible
from tests.games import FACES


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ludwig XIV., né Müller 東", "Ludwig XIV., né Müller 東"),
        ("\x1b[2J\x07gone\r\n", "\\x1b[2J\\x07gone\\r\\n"),
        ("\x9b31m\x7f", "\\x9b31m\\x7f"),
        ("abc\u202egpj.exe", "abc\\u202egpj.exe"),
        ("half \ud800", "half \\ud800"),
        ("line\u2028line", "line\\u2028line"),
    ],
)
def test_names_are_shown_without_controlling_anything(name: str, shown: str) -> None:
    assert visible(name) == shown


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.game.name)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_with_few_letters_shows_question_marks(
    face: Any, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(screen, encoding=encoding, write_through=True))
    env = face.env(render_mode="human", backend="interpreted")
    env.reset(seed=1)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    env.render()
    drawn = screen.getvalue().decode(encoding)
    assert env.possible_agents[0] in drawn
    assert "?" in drawn
