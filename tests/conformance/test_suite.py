"""What the suite says where it cannot check, and how it is called."""

import io
import json
import os
import re
import subprocess
import sys
import time
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import dynasty_env
from dynasty_env.conformance import Declaration, Replay, check, episodes, suite
from dynasty_env.conformance.check import Check, Trial, make_check
from dynasty_env.conformance.checks import hiding, processes
from dynasty_env.conformance.episodes import Subject
from dynasty_env.conformance.findings import NotChecked
from dynasty_env.conformance.generators import generator_states, moved
from dynasty_env.conformance.named import declared_beside, found_by_name
from dynasty_env.conformance.sight import canonical
from dynasty_env.conformance.suite import CHECKS, NO_TIME, SECONDS
from dynasty_env.kit.errors import OptionError
from tests.command_line import dynasty
from tests.conformance.environments import bids, broken_cards, cards, forms, ladder

CARDS = "tests.conformance.environments.cards:Cards"
BROKEN = "tests.conformance.environments.broken_cards:WrongSeat"
NEED_A_WORD = {
    "zero_sum": "zero_sum=True", "bounds": "bounds=", "outcome": "outcome=", "ends": "longest=", "saves": "save=",
    "hidden": "resample=", "equal_knowledge": "knows=", "resampler": "secret=", "public": "public=",
    "mask_truth": "legal=", "turns": "turn=", "invariant": "invariant=",
}  # fmt: skip


def test_what_is_not_declared_is_not_passed() -> None:
    report = check(cards.Cards, only=list(NEED_A_WORD), seconds=0.3)
    for name, word in NEED_A_WORD.items():
        assert report[name].verdict == "not checked"
        assert word in report[name].note


def test_an_environment_without_masks_or_chance_says_so() -> None:
    import gymnasium

    report = check(partial(gymnasium.make, "CliffWalking-v1"), only=["mask_form", "allowed_apply", "seed_matters"])
    # its info has a mask of another kind, or none at all: either way nothing may pass unseen
    assert report["seed_matters"].verdict == "not checked"
    assert "chance=" in report["seed_matters"].note


def test_no_process_is_asked_for_a_factory_without_a_name() -> None:
    report = check(lambda: cards.Cards(), only=["other_processes"])
    assert report["other_processes"].verdict == "not checked"
    assert "module:factory" in report["other_processes"].note


def test_a_declared_lack_of_chance_is_held_to() -> None:
    report = check(cards.Cards, Declaration(chance=False), only=["seed_matters"])
    assert report["seed_matters"].verdict == "failed"


def test_a_check_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(OptionError, match="seed_repeats"):
        check(cards.Cards, only=["nonsense"])


def test_something_else_than_an_environment_is_refused() -> None:
    with pytest.raises(TypeError, match=r"PettingZoo.*Gymnasium"):
        check(dict)


class NeverBegins(cards.Cards):
    def reset(self, seed: int | None = None, options: Any = None) -> None:
        raise RuntimeError("there are no cards")


@pytest.mark.parametrize("only", [["goes_on"], ["goes_on", "seed_repeats"], ["seed_repeats"]])
def test_an_environment_that_never_begins_does_not_pass(only: list[str]) -> None:
    report = check(NeverBegins, only=only, seconds=0)
    assert not report.passed
    assert report["goes_on"].verdict == "failed"
    assert "there are no cards" in report["goes_on"].failures[0].found


@pytest.mark.parametrize(("seconds", "most"), [(0.7, 2.7), pytest.param(8, 10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", [cards.Cards, bids.Bids, ladder.Ladder])
def test_an_ordinary_environment_takes_little_more_of_the_processor_than_it_may(
    kind: Any, seconds: float, most: float
) -> None:
    began = time.process_time()
    check(kind, sys.modules[kind.__module__].DECLARATION, seconds=seconds)
    assert time.process_time() - began < most


@pytest.mark.parametrize("name", dynasty_env.GAMES)
def test_the_beginnings_of_the_games_of_this_package_pass(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (suite, sys.modules[make_check.__module__]):  # no check is left out or cut on a busy machine
        monkeypatch.setattr(module, "LEAST", 100.0)
    report = check(found_by_name(f"dynasty_env.{name}:env"), seconds=0, limit=8)
    assert report.passed, report.failures
    assert report.counts()["passed"] >= 18


@pytest.mark.slow
@pytest.mark.parametrize("name", dynasty_env.GAMES)
def test_whole_games_of_this_package_pass(name: str) -> None:
    factory = f"dynasty_env.{name}:env"
    report = check(found_by_name(factory), name=factory, seconds=60)
    assert report.passed, report.failures
    assert report.counts()["passed"] >= 26


def test_every_environment_is_closed() -> None:
    made: list[Any] = []

    class Closed(cards.Cards):
        closed = False

        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            made.append(self)

        def close(self) -> None:
            self.closed = True

    assert check(Closed, cards.DECLARATION, seconds=0.5).passed
    assert len(made) > 30
    assert all(env.closed for env in made)


def test_a_process_that_takes_too_long_is_ended_and_blames_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PATIENCE", 0.01)
    report = check(cards.Cards, cards.DECLARATION, name=CARDS, only=["goes_on", "other_processes"], seconds=0.1)
    assert report["other_processes"].verdict == "not checked"
    assert "0.01 seconds" in report["other_processes"].note
    assert report.passed


def test_episodes_that_cannot_be_looked_at_do_not_count() -> None:
    def every_other(trial: Trial) -> None:
        if trial.seed % 2:
            raise NotChecked("odd")
        trial.looked = 1

    outcome = make_check(Check("even", "", every_other, episodes=9), Subject(cards.Cards), 0, 9.0)
    assert (outcome.verdict, outcome.episodes) == ("passed", 5)


class OneForAll(cards.Cards):
    """All environments play at one table."""

    table: Any = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        OneForAll.table = OneForAll.table or self.__dict__
        self.__dict__ = OneForAll.table
        super().reset(seed, options)


def test_environments_with_one_table_for_all_are_told_of() -> None:
    report = check(OneForAll, cards.DECLARATION, seconds=1)
    assert not report.passed
    assert len(report.outcomes) > 20
    said = [failure.found for failure in report.failures]
    assert not any("not enough values to unpack" in each for each in said)


class Fickle(cards.Cards):
    """What is drawn follows from nothing that a seed decides."""

    def seeded(self, seed: int) -> np.random.Generator:
        return np.random.default_rng()


def test_one_fault_of_the_seed_is_one_finding() -> None:
    report = check(Fickle, Declaration(), seconds=1)
    assert report["seed_repeats"].verdict == "failed"
    assert "--only seed_repeats --seed" in report["seed_repeats"].failures[0].code
    assert report["seed_repeats"].episodes > 0
    for name in ("clones", "pickles", "side_by_side", "looking", "observations_own"):
        assert report[name].verdict != "failed", name
    assert "does not repeat itself (see seed_repeats)" in report["reset_forgets"].note


def test_an_error_of_a_declared_function_is_its_authors() -> None:
    report = check(forms.FailingResampler, Declaration(resample=forms.failing_resample), only=["goes_on", "hidden"])
    assert report["goes_on"].verdict == "passed"
    (failure,) = report.failures
    assert failure.expected == "the declared resample=… returns without an error"
    line = 'copy.hands[env.possible_agents.index(agent)] = env.hands["nobody"]'
    assert re.search(rf"raised TypeError.* at forms.py:\d+, in failing_resample: {re.escape(line)}", failure.found)


def resample_rarely(env: Any, agent: Any, key: int) -> Any:
    """Three deals of four are all that fits what an agent knows: there, only the truth comes out."""
    return deepcopy(env) if env.stock[0] % 4 else cards.resample(env, agent, key)


def test_a_truth_that_alone_fits_is_no_fault_of_the_resampler() -> None:
    """As in OpenSpiel's bargaining, where 135 of 1,000 deals are the only ones with the first seat's values."""
    declared = replace(cards.DECLARATION, resample=resample_rarely)
    found = [check(cards.Cards, declared, only=["resampler"], seed=12 * seed).passed for seed in range(4)]
    assert all(found)


def test_a_secret_that_is_always_the_same_tells_nothing_of_the_resampler() -> None:
    declared = replace(cards.DECLARATION, resample=cards.resample, secret=lambda env, agent: None)
    outcome = check(cards.Cards, declared, only=["resampler"])["resampler"]
    assert (outcome.verdict, "nothing could be redrawn" in outcome.note) == ("not checked", True)


class Negative(ladder.Ladder):
    """Rung -1 is the top one, by Python's counting."""

    def check(self, action: Any) -> None:
        super().check(action % ladder.RUNGS)


@pytest.mark.parametrize(("refuses", "verdict"), [(None, "not checked"), (False, "not checked"), (True, "failed")])
def test_what_wrong_actions_do_is_left_open_by_gymnasium(refuses: bool | None, verdict: str) -> None:
    """As in Acrobot, where action -1 is the last one."""
    outcome = check(Negative, Declaration(refuses=refuses), only=["out_of_range"])["out_of_range"]
    assert outcome.verdict == verdict
    if refuses is None:
        assert "action -1 of learner: it was carried out. Gymnasium leaves it to each environment" in outcome.note


def test_actions_that_are_declared_to_be_the_callers_are_no_fault() -> None:
    declared = Declaration(refuses=False)
    report = check(broken_cards.AcceptsAnything, declared, only=["forbidden_refused"])
    assert report["forbidden_refused"].verdict == "not checked"
    assert "refuses=False" in report["forbidden_refused"].note


def test_seeds_that_are_refused_are_no_fault() -> None:
    class Narrow(cards.Cards):
        def seeded(self, seed: int) -> Any:
            return np.random.RandomState(seed)

    outcome = check(Narrow, only=["large_seeds"], seconds=2)["large_seeds"]
    assert outcome.verdict == "passed"
    assert "seeds from 2^32 on are refused (ValueError" in outcome.note


def test_a_stream_that_follows_from_nothing_is_a_note_in_pettingzoo() -> None:
    class Fresh(cards.Cards):
        def reset(self, seed: int | None = None, options: Any = None) -> None:
            super().reset(int(np.random.default_rng().integers(2**31)) if seed is None else seed)

    outcome = check(Fresh, only=["unseeded_resets"], seconds=2)["unseeded_resets"]
    assert outcome.verdict == "passed"
    assert "PettingZoo leaves it open" in outcome.note


def test_next_episodes_that_are_the_same_by_chance_blame_nobody() -> None:
    class TwoDeals(cards.Cards):
        def reset(self, seed: int | None = None, options: Any = None) -> None:
            super().reset(int(np.random.default_rng().integers(2)) if seed is None else seed)

    report = check(TwoDeals, only=["clones", "side_by_side"], seconds=1)
    assert report.passed, report.failures


def test_generators_are_found_inside_an_environment() -> None:
    env = cards.Cards()
    env.reset(seed=0)
    env.nested = {"dice": [np.random.RandomState(0)]}
    before = generator_states(env)
    assert set(before) == {"env.rng", "env.nested['dice'][0]"}
    env.observe("player_0")
    assert not moved(before, generator_states(env))
    env.nested["dice"][0].random()
    assert moved(before, generator_states(env)) == ["env.nested['dice'][0]"]


class Slow(cards.Cards):
    def step(self, action: Any) -> None:
        time.sleep(0.05)
        super().step(action)


def test_what_there_was_no_time_for_is_said() -> None:
    report = check(Slow, cards.DECLARATION, only=["goes_on", "bookkeeping", "forbidden_refused"], seconds=0)
    notes = {row.check: row.note for row in report.outcomes}
    assert report.passed
    assert "there was no time for a whole episode" in notes["bookkeeping"]
    assert report["bookkeeping"].verdict == "not checked"


class Ticking(forms.PaidAgain):
    """Each deal and each move takes a hundredth of a second, on a clock of its own."""

    now = 0.0

    def tick(self) -> None:
        Ticking.now += 0.01

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.tick()
        super().reset(seed, options)

    def step(self, action: Any) -> None:
        self.tick()
        super().step(action)


@pytest.fixture
def ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ticking, "now", 0.0)
    monkeypatch.setattr(episodes.Clock, "__call__", lambda self: Ticking.now)


@pytest.mark.usefixtures("ticks")
def test_a_slow_environment_with_faults_keeps_to_the_time() -> None:
    """Each of its findings took two seconds more, in which replays were shortened."""
    report = check(Ticking, replace(cards.DECLARATION, outcome=lambda env: dict.fromkeys(env.possible_agents, 0.5)))
    assert {"bookkeeping", "outcome"} <= {failure.check for failure in report.failures}
    assert Ticking.now < SECONDS + 0.5
    made = [row for row in report.outcomes if row.note != NO_TIME]
    assert len(made) > 25


class GoesOn(cards.Cards):
    """The last trick is played again and again."""

    def step(self, action: Any) -> None:
        super().step(action)
        if any(self.terminations.values()):
            self.reset()


def test_an_episode_that_never_ends_is_told_of() -> None:
    report = check(GoesOn, only=["goes_on"], seconds=30, limit=200)
    assert report["goes_on"].note == "an episode had not ended after 200 decisions"


def test_pairs_of_equal_knowledge_are_told_with_their_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hiding, "EPISODES", 60)
    note = check(cards.Cards, cards.DECLARATION, only=["equal_knowledge"], seconds=30)["equal_knowledge"].note
    assert re.search(r"^[\d,]+ pairs \([\d,]+ at step 0.*; none at others\): a leak", note)


def test_names_of_checks_are_whole_on_a_narrow_terminal() -> None:
    console = Console(width=60, file=io.StringIO())
    check(cards.Cards, cards.DECLARATION, seconds=0).print(console)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert all(row.name in shown for row in CHECKS if "aec" in row.interfaces)


def test_equal_means_equal_content_and_dtype_whatever_the_order() -> None:
    assert canonical({"a": 1, "b": np.zeros(2)}) == canonical({"b": np.zeros(2), "a": 1})
    assert canonical({3, 1, 2}) == canonical({2, 3, 1})
    assert canonical(np.float32(-0.0)) == canonical(np.float32(0.0))
    assert canonical(np.zeros(2, np.int8)) != canonical(np.zeros(2, np.int16))
    assert canonical(np.zeros((2, 1))) != canonical(np.zeros((1, 2)))
    assert canonical([1, 23]) != canonical([12, 3])


def test_a_replay_reads_its_own_json() -> None:
    replay = Replay(3, 12, {0: {"player_0": 4}, 11: {"player_1": 0}})
    assert Replay.from_dict(json.loads(json.dumps(replay.to_dict()))) == replay
    hybrid = Replay(3, 1, {0: {"player_0": {"choice": np.int64(2), "point": np.array([0.5, 1.0], np.float32)}}})
    read = Replay.from_dict(json.loads(json.dumps(hybrid.to_dict())))
    assert read.actions == {0: {"player_0": {"choice": 2, "point": [0.5, 1.0]}}}
    assert replay.script()[:2] == [{"player_0": 4}, None]


def test_factories_and_declarations_are_found_by_name() -> None:
    assert found_by_name(CARDS) is cards.Cards
    assert declared_beside(CARDS) is cards.DECLARATION
    for wrong in ("cards", "no_such_module:env", "tests.conformance.environments.cards:Nothing"):
        with pytest.raises(OptionError):
            found_by_name(wrong)


def test_the_command_says_what_is_broken_and_writes_it(tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    declared = "tests.conformance.environments.cards:DECLARATION"
    code, told = dynasty("check", BROKEN, "--declared", declared, "--only", "outcome", "--only", "ends", "--out", out)
    assert (code, "FAILED" in told, "env.reset(seed=" in told) == (1, True, True), told
    (report,) = json.loads(out.read_text(encoding="utf-8"))
    rows = {row["check"]: row for row in report["checks"]}
    assert rows["outcome"]["verdict"] == "failed"
    assert rows["outcome"]["failures"][0]["replay"]["actions"]
    assert rows["ends"]["verdict"] == "passed"
    assert set(report["versions"]) >= {"python", "pettingzoo", "gymnasium"}


def test_the_command_passes_what_is_right() -> None:
    assert dynasty("check", CARDS, "--only", "outcome")[0] == 0


def test_a_check_that_is_asked_for_and_cannot_be_made_is_no_pass() -> None:
    code, told = dynasty("check", "tests.conformance.environments.ladder:Ladder", "--only", "hidden")
    assert (code, "hidden could not be run" in told) == (1, True), told


def test_the_command_names_what_it_does_not_know() -> None:
    code, told = dynasty("check", "nonsense")
    assert (code, "module:factory" in told) == (2, True), told


def test_the_command_checks_games_wherever_they_stand() -> None:
    code, told = dynasty("check", "tests.tiny.nim:Nim", "--seconds", "0")
    assert code == 0, told
    for word in ("truths", "backends", "resampled_ends", "(game)", "(aec)", "(gymnasium)"):
        assert word in told


def plugin(*words: str, others: bool = False) -> "subprocess.CompletedProcess[str]":
    """Run it in a process of its own, beside all plug-ins that are installed (itself among them) or alone."""
    command = [sys.executable, "-m", "pytest", "-p", "dynasty_env.conformance.pytest_plugin", "-p", "no:cacheprovider"]
    env = os.environ | ({} if others else {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    return subprocess.run([*command, "-q", "-rs", *words], capture_output=True, text=True, env=env, check=False)


def test_the_plug_in_runs_every_check_as_a_test() -> None:
    run = plugin("-v", "--env", CARDS, "--env-seconds", "0", others=True)
    assert run.returncode == 0, run.stdout + run.stderr
    counts = re.search(r"(\d+) passed, (\d+) skipped", run.stdout)
    assert counts is not None and sum(map(int, counts.groups())) == 40  # on a busy machine more are skipped
    assert "collected 40 items" in run.stdout
    assert "not checked: env.unwrapped has no" in run.stdout


def test_the_plug_in_shows_the_replay_of_what_is_broken() -> None:
    declared = "tests.conformance.environments.cards:DECLARATION"
    run = plugin("--env", BROKEN, "--env-declaration", declared, "--env-seconds", "0", "-k", "outcome or ends")
    assert run.returncode == 1
    assert "by the rules it has earned" in run.stdout
    assert "env.reset(seed=" in run.stdout
    assert "1 failed, 1 passed" in run.stdout


def test_the_plug_in_says_once_that_there_is_no_such_environment() -> None:
    run = plugin("--env", "tests.conformance.environments.cards:nobody", "--env-seconds", "0")
    assert run.returncode == pytest.ExitCode.INTERRUPTED
    assert "cards:nobody': module 'tests.conformance.environments.cards' has no attribute 'nobody'" in run.stdout
    assert "1 error in" in run.stdout
    assert "Traceback" not in run.stdout


def test_broken_environments_differ_from_the_correct_one_in_what_they_say() -> None:
    assert all(kind.__doc__ for kind, _, _ in broken_cards.FAULTS)
