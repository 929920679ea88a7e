"""Compiling before a clock runs: by several processes, said while it goes on, and never the only way."""

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from agents import compiling
from agents.compiling import compile_entries, compile_for_games
from dynasty_env import shinsengumi_v0
from dynasty_env.kit.engine.backend import KIT, SWITCH, Compiled
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from tests.tiny.nim import Nim

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("returns",)


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of which nothing is compiled; two processes may compile it, piece by piece."""
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(compiling.COMPILERS, "2")
    monkeypatch.setattr(compiling, "EACH", 1)
    return Nim()


def made_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the pieces that this process goes on to compile, and does not load."""
    made: list[str] = []
    build = Compiled._build

    def noted(self: Compiled, name: str) -> Any:
        made.append(name)
        return build(self, name)

    monkeypatch.setattr(Compiled, "_build", noted)
    return made


def told(game: Game) -> str:
    text = io.StringIO()
    compile_entries(game, NAMES, Console(file=text, force_terminal=True, width=100))
    return text.getvalue()


def test_other_processes_compile_and_this_one_loads(cold: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    made = made_here(monkeypatch)
    assert "compiling the rules of nim_v0, once on this machine: 2 of 2 pieces" in told(cold)
    assert made == []
    assert all(name in cold.compiled._entries for name in NAMES)
    assert "once on this machine" not in told(Nim()), "they lie on disk"


def test_processes_that_fail_leave_the_work_to_this_one(cold: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    made = made_here(monkeypatch)
    told(cold)
    assert made == ["part_game_returns", "returns"]


def test_a_game_that_no_other_process_can_import_is_compiled_here(cold: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Own(Nim):
        """Of a function."""

    monkeypatch.setattr(compiling.subprocess, "Popen", None)
    made = made_here(monkeypatch)
    told(Own())
    assert made == ["part_game_returns", "returns"]


@pytest.mark.parametrize(("allowed", "each"), [("1", 1), ("2", 3)])
def test_alone_or_for_few_pieces_no_process_is_begun(
    cold: Game, monkeypatch: pytest.MonkeyPatch, allowed: str, each: int
) -> None:
    monkeypatch.setenv(compiling.COMPILERS, allowed)
    monkeypatch.setattr(compiling, "EACH", each)
    monkeypatch.setattr(compiling.subprocess, "Popen", None)
    made = made_here(monkeypatch)
    told(cold)
    assert made == ["part_game_returns", "returns"]


@pytest.mark.parametrize("named", ["0", "-1", "two", "1.5"])
def test_a_number_of_processes_that_is_none_is_refused(cold: Game, monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv(compiling.COMPILERS, named)
    with pytest.raises(OptionError, match=f"{compiling.COMPILERS}='{named}': give a number of processes, at least 1"):
        told(cold)


def test_a_free_piece_is_compiled_and_one_that_is_taken_left_alone(cold: Game) -> None:
    with cold.compiled._kept.one_process("part_game_deal"):
        cold.compiled.compile_free("part_game_deal")
        assert not cold.compiled.is_warm("part_game_deal")
        cold.compiled.compile_free("part_game_returns")
        assert cold.compiled.is_warm("part_game_returns")
    cold.compiled.compile_free("part_game_deal")
    assert cold.compiled.is_warm("part_game_deal")


WORKER = "import sys; sys.path.insert(0, sys.argv[1]); from agents.compiling import work; work()"


def test_a_worker_ends_with_who_started_it(tmp_path: Path) -> None:
    environment: Mapping[str, str] = os.environ | {"DYNASTY_ENV_CACHE": str(tmp_path)}
    worker = subprocess.Popen([sys.executable, "-c", WORKER, str(ROOT)], stdin=subprocess.PIPE, env=environment)
    work = compiling.pickled(Nim(), [(KIT, "part_play_step")])
    assert worker.stdin is not None
    worker.stdin.write(work)
    worker.stdin.close()
    assert worker.wait(60) == 1


@pytest.mark.parametrize(
    ("games", "backend", "wanted"),
    [
        (SWITCH, "auto", ["step", "observe", "hide", "greedy_actions"]),
        (SWITCH, "interpreted", []),
        (9, "auto", []),  # over before anything would be compiled
        (0, "auto", []),
    ],
)
def test_many_games_are_compiled_before_they_are_played(
    games: int, backend: str, wanted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[str] = []
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", backend)
    monkeypatch.setattr(compiling, "compile_entries", lambda game, names, console: named.extend(names))
    compile_for_games(Nim(), ["greedy", "mine.py:Own"], games, Console(), {"num_players": 3})
    assert named == wanted


def test_networks_ask_what_actions_are_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[str] = []
    monkeypatch.delenv("DYNASTY_ENV_BACKEND", raising=False)
    monkeypatch.setattr(compiling, "compile_entries", lambda game, names, console: named.extend(names))
    compile_for_games(shinsengumi_v0.game, ["champion+search:50", "random"], SWITCH, Console())
    assert named == ["step", "observe", "hide", "advise"]
