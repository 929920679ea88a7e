"""`dynasty check` of a game in a file that has a fault: what is told can be acted on."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.own import nothing_loaded  # noqa: F401 (a fixture)
from tests.training.test_cli import dynasty
from training import check
from training.new.command import Kind, write_package

pytestmark = pytest.mark.usefixtures("nothing_loaded")


def dice_race(folder: Path, old: str, new: str) -> str:
    """The game that `dynasty new game dice_race` writes, with a change in its rules: the name of it."""
    file = folder / "dice_race" / "dice_race.py"
    write_package(Kind.GAME, "dice_race", file.parent)
    source = file.read_text(encoding="utf-8")
    assert old in source
    file.write_text(source.replace(old, new), encoding="utf-8")
    return f"{file}:DiceRace"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")
    monkeypatch.setattr(sys, "path", list(sys.path))  # commands add the working directory
    return tmp_path


def failures(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [failure for row in report["checks"] for failure in row["failures"]]


def test_the_code_of_a_replay_runs_and_shows_what_failed(folder: Path) -> None:
    target = dice_race(folder, "1.0 / winners if", "2.0 if")
    relative = str(Path(target).relative_to(folder))
    code, told = dynasty("check", relative, "--only", "bounds", "--out", "report.json")
    assert code == 1, told
    reports = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert [report["subject"] for report in reports] == ["dice_race_v0: env", "dice_race_v0: single_env"]
    for report in reports:
        (failure,) = failures(report)
        names: dict[str, Any] = {}
        exec(failure["code"], names)
        assert 2.0 in names["env"].unwrapped.game_state.returns().tolist(), failure["code"]


def test_the_code_of_a_game_of_this_package_runs() -> None:
    said = check.MAKE_SINGLE.format("shinsengumi_v0")
    names: dict[str, Any] = {}
    exec(said, names)
    assert names["make"]().unwrapped.game.name == "shinsengumi_v0"
