"""`dynasty check` of a game in a file that has a fault: what is told can be acted on."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import dynasty_env
from dynasty_env.conformance import Report
from dynasty_env.conformance.findings import Outcome
from dynasty_env.conformance.games.suite import check_game
from dynasty_env.conformance.suite import NO_TIME
from dynasty_env.kit.errors import RuleFault
from tests.command_line import dynasty
from tests.own import nothing_loaded  # noqa: F401 (a fixture)
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


@pytest.mark.parametrize(
    ("passed", "notes", "said"),
    [
        (1, [NO_TIME] * 5 + ["declare it"] * 2, "7 of 8 checks were not made, 5 for lack of time: give more --seconds"),
        (0, ["declare it"], "1 of 1 checks were not made, the report says why"),
        (2, ["declare it"] * 5, ""),
        (1, ["declare it"] + [check.ABOVE] * 9, ""),
    ],
)
def test_the_last_line_says_that_hardly_anything_was_checked(
    passed: int, notes: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = [Outcome("one", "", "passed")] * passed + [Outcome("other", "", "not checked", note=n) for n in notes]
    monkeypatch.setattr(check, "check_environment", lambda *_, **__: Report("mine", "aec", 0, outcomes))
    code, told = dynasty("check", "dynasty_env.dynasty_v0:env")
    assert code == 0
    assert told.endswith(said) and ("hardly anything was checked" in told) == bool(said), told


def test_the_code_of_a_replay_runs_and_shows_what_failed(folder: Path) -> None:
    target = dice_race(folder, "1.0 / winners if", "2.0 if")
    relative = str(Path(target).relative_to(folder))
    code, told = dynasty("check", relative, "--only", "bounds", "--out", "report.json")
    assert code == 1, told
    failed = "bounds (dice_race_v0: env), bounds (dice_race_v0: single_env)"
    assert told.endswith(f"all 2 sections: 0 passed, 2 failed, 0 not checked; failed: {failed}"), told
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


FAULTS = {
    "out of range": (
        "offer(t, ROLL)",
        "offer(t, 7)",
        "NO_SUCH_ACTION (phase TURN, seat 1, seed 0): legal_turn offers action 7, but header(actions=2) has 0 … 1",
    ),
    "below zero": ("offer(t, ROLL)", "offer(t, ROLL - 9)", "legal_turn offers action -"),
    "nothing to choose": (
        "    offer(t, HOLD)\n    if t.points[t.seat] + t.rolled < GOAL:\n        offer(t, ROLL)",
        "    t.rolled += 0",
        "NO_CHOICE (phase TURN, seat 1, seed 0): legal_turn offers no action",
    ),
    "endless": (
        "if t.points[t.seat] >= GOAL or t.decisions >= MAX_DECISIONS:",
        "if t.num_players > 99:",
        "longest=130",
    ),
    "too large a number": (
        "t.decisions += 1",
        "t.decisions += 40_000",
        "invalid value for format 'h' (the number is too large for the field",
    ),
    "not a number": ("t.rolled += number", "t.rolled = 'a'", "an integer field accepts only whole numbers"),
    "a short trace": ("trace=4", "trace=1", "header(trace=1) is too small for what one move records"),
    "a short stack": (
        "    push(t, Step.TURN, below(t, t.num_players), 0, 0)",
        "    for _ in range(9):\n        push(t, Step.TURN, below(t, t.num_players), 0, 0)",
        "STACK_FULL (in no phase, e.g. before the first decision, seed 0): header(stack=3) is too small",
    ),
    "nothing comes next": (
        "push(t, Step.TURN, (t.seat + 1) % t.num_players, 0, 0)",
        "t.rolled = 0",
        "the stack is empty",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.usefixtures("folder")
def test_rules_that_fail_are_told_in_a_line(name: str, tmp_path: Path) -> None:
    old, new, said = FAULTS[name]
    report = check_game(dynasty_env.load_game(dice_race(tmp_path, old, new)), seconds=0)
    verdicts = [row.verdict for row in report.outcomes]
    assert verdicts == ["failed", *["not checked"] * (len(verdicts) - 1)]
    (failure,) = report.failures
    assert said in failure.found
    assert "please report" not in failure.found and "\n" not in failure.found
    assert len(failure.found) < 300


@pytest.mark.usefixtures("folder")
def test_the_whole_command_fails_and_does_not_stop(tmp_path: Path) -> None:
    code, told = dynasty("check", dice_race(tmp_path, "offer(t, ROLL)", "offer(t, 7)"), "--seconds", "0")
    assert (code, told.count("legal_turn offers action 7")) == (1, 1), told
    assert "goes_on" not in told


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("number = random.choice([1, 2, 3])", "Unknown attribute 'choice'"),
        ("number = die(t) + len(set())", "met in play_turn"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_does_not_compile_is_told_in_a_line(new: str, said: str, tmp_path: Path) -> None:
    target = dice_race(tmp_path, "number = die(t)", new)
    file = Path(target.rpartition(":")[0])
    file.write_text("import random\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    report = check_game(dynasty_env.load_game(target), seconds=0)
    (failure,) = report.failures
    assert (failure.check, said in failure.found) == ("rules", True), failure.found
    assert "the rules do not compile: " in failure.found and "met in play_turn, dice_race.py, line 83" in failure.found
    assert "\n" not in failure.found and "\x1b" not in failure.found and len(failure.found) < 220


def test_a_fault_at_play_says_what_would_be_right(folder: Path) -> None:
    state = dynasty_env.load_game(dice_race(folder, "trace=4", "trace=1")).new(0)
    with pytest.raises(RuleFault, match=r"TRACE_FULL \(phase TURN, seat 1, seed 0\): header\(trace=1\) is too small"):
        while not state.done:
            state.play("roll")


PLAIN = """\
import numpy as np

from tests.conformance.environments.cards import Cards


class Bot:
    def reset(self, seed): ...
    def act(self, decision): ...


def env():
    return Cards()


def leaky(cards):
    return Cards()
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plain.py:np"], "plain.py:np is not a factory but a module"),
        (["gymnasium:make"], "gymnasium:make: TypeError: make() missing 1 required positional argument: 'id'"),
        (["plain.py:leaky"], "plain.py:leaky: TypeError: leaky() missing 1 required positional argument: 'cards'"),
        (["plain.py:Bot"], "an environment of PettingZoo (AEC or Parallel) or of Gymnasium is needed"),
        (["plain.py:env", "--declared", "plain:env"], "plain:env is not a Declaration but a function"),
        (["plain.py"], "say which factory in it you mean, e.g. plain.py:Bot or plain.py:env or plain.py:leaky"),
        (["plain.py:nothing"], "plain.py has no 'nothing'; there are Bot, env, leaky"),
        (["plain.py:env", "--out", "saves"], "--out saves is a folder: name a file, e.g. saves/report.json"),
    ],
)
def test_what_cannot_be_checked_is_told_in_a_line(words: list[str], said: str, folder: Path) -> None:
    (folder / "plain.py").write_text(PLAIN, encoding="utf-8")
    (folder / "saves").mkdir()
    code, told = dynasty("check", *words, "--only", "goes_on", "--seconds", "0")
    assert (code, said in told) == (2, True), told
    assert "goes_on" not in told


def test_a_missing_rule_is_told_with_its_file(folder: Path) -> None:
    target = str(Path(dice_race(folder, "def play_turn", "def plays_turn")).relative_to(folder))
    code, told = dynasty("check", target)
    said = "dice_race/dice_race.py declares the phase TURN, but has no rule play_turn"
    assert (code, said in told) == (2, True), told
    assert "kit.named" not in told
