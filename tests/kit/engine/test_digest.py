"""The digest of a game's rules: another one where a table may go another way, and nowhere else."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dynasty_env
from dynasty_env.kit.game import Game
from tests.tiny import dice, nim

SOURCE = Path(nim.__file__).read_text(encoding="utf-8")


def digest_of(source: str, folder: Path, name: str = "variant") -> str:
    """The digest of a game that lies in a file of its own."""
    file = folder / f"{name}.py"
    file.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game: Game = module.Nim()
    return game.rules_digest


CHANGES = {
    "another rule of the deal": ("12 + below(t, 8)", "11 + below(t, 8)"),
    "another legal action": ("min(3, t.heap)", "min(2, t.heap)"),
    "another effect": ("t.heap -= action + 1", "t.heap -= action + 2"),
    "another end": ("if t.heap == 0:", "if t.heap <= 0:"),
    "other returns": ("-1.0 / (t.num_players - 1)", "-1.0"),
    "another number of a step": ("NEXT = 64", "NEXT = 65"),
    "another name": ("take 1", "grab 1"),
}
NO_CHANGES = {
    "a comment": ("    t.heap -= action + 1", "    # they take\n    t.heap -= action + 1"),
    "a docstring": ("def legal_take(t):\n", 'def legal_take(t):\n    """What may be taken."""\n'),
    "layout": ("t.heap = 12 + below(t, 8)", "t.heap = (\n        12\n        + below(t, 8))"),
    "an annotation": ("def next_seat(t):", "def next_seat(t: object) -> None:"),
    "the game's bot": ("seen.heap % 4 - 1", "seen.heap % 5 - 1"),
    "what is seen": ("seen.heap = t.heap", "seen.heap = t.heap + 0"),
    "a line before all": ('"""A whole', '"""Nim. A whole'),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_a_game_changes_its_digest(change: str, tmp_path: Path) -> None:
    old, new = CHANGES[change]
    assert old in SOURCE
    assert digest_of(SOURCE.replace(old, new), tmp_path) != nim.GAME.rules_digest


@pytest.mark.parametrize("change", NO_CHANGES)
def test_what_changes_no_game_changes_no_digest(change: str, tmp_path: Path) -> None:
    old, new = NO_CHANGES[change]
    assert old in SOURCE
    assert digest_of(SOURCE.replace(old, new), tmp_path) == nim.GAME.rules_digest


def test_where_a_game_lies_makes_no_difference(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    assert digest_of(SOURCE, tmp_path / "deep", "elsewhere") == nim.GAME.rules_digest


def test_an_edit_is_seen_when_the_file_is_read_anew(tmp_path: Path) -> None:
    digest_of(SOURCE, tmp_path)
    file = tmp_path / "variant.py"
    before = file.stat().st_mtime
    changed = digest_of(SOURCE.replace("12 + below", "13 + below"), tmp_path)
    os.utime(file, (before + 10, before + 10))
    assert changed != digest_of(SOURCE, tmp_path)


def test_a_game_without_source_has_one_too() -> None:
    names: dict[str, object] = {"__name__": "typed_in"}
    exec(compile(SOURCE, "<typed in>", "exec"), names)
    game: Game = names["Nim"]()  # type: ignore[operator]
    assert len(game.rules_digest) == len(nim.GAME.rules_digest)
    assert game.rules_digest != nim.GAME.rules_digest  # it holds under this version of Python alone


@pytest.mark.parametrize("seed", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_it_is_the_same_in_every_process(seed: str) -> None:
    games = [dynasty_env.game("shinsengumi_v0"), nim.GAME, dice.GAME]
    program = (
        "import dynasty_env; from tests.tiny import dice, nim\n"
        "games = [dynasty_env.game('shinsengumi_v0'), nim.GAME, dice.GAME]\n"
        "print(*(game.rules_digest for game in games))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert found.stdout.split() == [game.rules_digest for game in games], found.stderr
    assert len({game.rules_digest for game in map(dynasty_env.game, dynasty_env.GAMES)}) == len(dynasty_env.GAMES)
