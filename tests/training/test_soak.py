"""`dynasty soak`: what it counts, that it goes on where it was stopped, and what it tells."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.errors import OptionError
from tests.command_line import dynasty
from tests.tiny import nim
from training import soak


def soaked(path: Path, games: int, game: Any = nim.GAME) -> soak.Soak:
    state = soak.begun(path, game, 5)
    soak.go_on(game, state, games, path, lambda now: None)
    return state


def counts(state: soak.Soak) -> tuple[int, ...]:
    return state.games, state.decisions, state.offered, state.looked_at, state.broken


def test_what_was_stopped_goes_on_to_the_same_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "CHUNK", 100)
    at_once = soaked(tmp_path / "one.json", 300)
    soaked(tmp_path / "two.json", 200)
    in_two = soaked(tmp_path / "two.json", 300)
    assert counts(at_once) == counts(in_two)
    games, decisions, offered, looked_at, broken = counts(at_once)
    assert (games, broken) == (300, 0)
    assert offered > decisions > games
    assert looked_at >= 3 * 4
    assert json.loads((tmp_path / "two.json").read_text(encoding="utf-8"))["games"] == 300


@rule
def audit_nothing(t):  # type: ignore[no-untyped-def]
    """The heap never has five left: not true."""
    return 7 if t.heap == 5 else 0


class NeverFive(nim.Nim):
    name = "never_five"
    rules = {**nim.Nim.rules, "audit": audit_nothing}  # noqa: RUF012


def test_broken_truths_are_counted_and_told_with_their_seed(tmp_path: Path) -> None:
    state = soaked(tmp_path / "faults.json", 50, NeverFive())
    assert state.broken >= 1
    assert "truth 7" in state.faults[0] and "seed" in state.faults[0]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("no json", "is not a report"),
        ("{}", "is not a report"),
        ('{"game": "chess", "rules": "", "seed": 5}', "was made with game 'chess'"),
    ],
)
def test_another_file_is_not_gone_on_with(content: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(OptionError, match=says):
        soak.begun(path, nim.GAME, 5)
    assert path.read_text(encoding="utf-8") == content


def test_another_seed_is_not_gone_on_with(tmp_path: Path) -> None:
    soaked(tmp_path / "file.json", 10)
    with pytest.raises(OptionError, match="seed"):
        soak.begun(tmp_path / "file.json", nim.GAME, 6)


def test_the_command_names_the_games_there_are() -> None:
    code, told = dynasty("soak", "chess")
    assert (code, "dynasty_v0" in told) == (2, True)
