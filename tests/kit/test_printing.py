"""What goes to a terminal can be shown there, and does not control it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import dynasty_env
from dynasty_env.kit.printing import visible

ROOT = Path(__file__).resolve().parents[2]


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


HUMAN = """
import sys
from importlib import import_module

env = import_module(f"dynasty_env.{sys.argv[1]}").env(render_mode="human")
env.reset(seed=1)
env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
env.render()
"""


ENCODINGS = ("ascii", "latin-1", "cp437")


@pytest.mark.parametrize(
    ("game", "encoding"),
    [
        pytest.param(game, encoding, marks=() if (g - e) % len(ENCODINGS) == 0 else pytest.mark.slow)
        for g, game in enumerate(dynasty_env.GAMES)
        for e, encoding in enumerate(ENCODINGS)
    ],
)
def test_a_terminal_with_few_letters_shows_question_marks(game: str, encoding: str) -> None:
    env = os.environ | {
        "PYTHONIOENCODING": encoding,
        "PYTHONUTF8": "0",
        "PYTHONPATH": str(ROOT),
        "DYNASTY_ENV_BACKEND": "interpreted",
    }
    told = subprocess.run([sys.executable, "-c", HUMAN, game], env=env, capture_output=True, check=False)
    assert told.returncode == 0, told.stderr.decode()
    drawn = told.stdout.decode(encoding)
    assert dynasty_env.game(game).agents(2)[0] in drawn
    assert "?" in drawn
