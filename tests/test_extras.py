"""The wheel in an empty environment, without any extra; and each extra of pyproject.toml by itself."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXTRAS: list[str] = sorted(
    tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
)
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input")

pytestmark = pytest.mark.install

IMPORTS = """
import sys
import agents.registry, dynasty_env, training.cli
from dynasty_env import dynasty_v0, kingdoms_v0, shinsengumi_v0
from agents.outside.session import SeatSettings, Session

for module in (dynasty_v0, shinsengumi_v0, kingdoms_v0):
    env = module.env(backend="interpreted")
    env.reset(seed=1)
    session = Session(module.game, SeatSettings(backend="interpreted"))
    assert "MOVE:" in session.prompt.system
print(sorted({"torch", "PIL", "starlette", "mcp", "matplotlib"} & set(sys.modules)), dynasty_env.__file__)
"""


class Empty:
    """A virtual environment with the wheel and what it requires."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._bin = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")

    def run(self, *words: str | Path, program: str = "python", answer: int = 0) -> str:
        """What a program of this environment prints. It knows nothing of the repository."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "DYNASTY"))}
        env |= {"HOME": str(self.folder), "DYNASTY_ENV_BACKEND": "interpreted", "COLUMNS": "200", "NO_COLOR": "1"}
        done = subprocess.run(
            [self._bin / program, *words], cwd=self.folder, env=env, text=True, timeout=900, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == answer, done.stdout
        return done.stdout


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Empty]:
    folder = tmp_path_factory.mktemp("empty")
    subprocess.run(
        [sys.executable, *PIP, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT], check=True, timeout=300
    )
    (wheel,) = folder.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True, timeout=300)
    made = Empty(folder)
    made.run(*PIP, "install", "--quiet", wheel)
    yield made


def test_it_imports_and_needs_no_extra(empty: Empty) -> None:
    heavy, _, place = empty.run("-c", IMPORTS).strip().partition("] ")
    assert heavy == "["
    assert Path(place).is_relative_to(empty.folder)
    empty.run(*PIP, "check")


def test_games_are_played_and_measured(empty: Empty) -> None:
    command = ["--bots", "random", "--seats", "2", "--seed", "1"]
    watched = empty.run("watch", "shinsengumi_v0", *command, "--fast", program="dynasty")
    assert "The game is over" in watched
    played = empty.run("play", "shinsengumi_v0", *command, "--seat", "none", "--save", "game.json", program="dynasty")
    assert "The game is over" in played
    assert "all legal" in empty.run("replay", "game.json", "--verify", program="dynasty")
    measured = empty.run("measure", "dynasty_v0", "--games", "2", program="dynasty")
    assert "2 games among 4 random" in measured


def test_every_command_prints_its_help(empty: Empty) -> None:
    listed = empty.run("--help", program="dynasty")
    commands = ("train", "evaluate", "value", "play", "watch", "replay", "serve", "export", "measure", "balance",
                "match", "ladder", "benchmark", "bench", "mcp", "openenv")  # fmt: skip
    for command in commands:
        assert f"  {command} " in listed
        assert "Usage: dynasty" in empty.run(command, "--help", program="dynasty")


def test_what_needs_an_extra_says_which(empty: Empty) -> None:
    for command, extra in (
        (["train", "--minutes", "1"], "train"),
        (["serve"], "web"),
        (["ladder"], "arena"),
        (["mcp"], "mcp"),
        (["openenv"], "openenv"),
    ):
        said = empty.run(*command, program="dynasty", answer=2)
        assert f"pip install 'dynasty-env[{extra}]'" in said
        assert "Traceback" not in said


@pytest.mark.slow
@pytest.mark.parametrize("extra", EXTRAS)
def test_each_extra_can_be_installed_alone(empty: Empty, extra: str) -> None:
    """Resolved, not installed: some are large. torch comes first and by version, as the README says."""
    wanted: Sequence[str] = [f"{ROOT}[{extra}]"]
    if extra in ("dev", "sb3", "train"):
        wanted = ["torch==2.13.0", *wanted]
    assert "Would install" in empty.run(*PIP, "install", "--dry-run", "--ignore-installed", *wanted)
