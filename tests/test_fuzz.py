"""The short form of `python -m tests.fuzz`; that it sees what it is for; and what it has found, one by one."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from agents.language.settings import settings_of
from agents.network.policy import load_policy
from agents.registry import make_bot
from agents.search.distilled.file import load_small
from agents.search.value import load_network
from agents.stamps import checksum
from dynasty_env.kit.errors import DynastyEnvError, OptionError, SaveError
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI
from tests.fuzz import __main__ as fuzz
from tests.fuzz.doors import commands, files
from tests.fuzz.inputs import INPUTS
from tests.fuzz.mutate import as_json, bytewise, one_of, structural
from tests.fuzz.trials import ACCEPTED, BROKEN, LONGEST, REFUSED, BrokenPromise, Counts, Input, make, refusal
from tests.tiny import nim
from training import soak
from training.arena.ladder_file import LadderFile
from training.benchmark.counting import report
from training.learn import checkpoint
from training.learn.run import resume


@pytest.mark.parametrize("seconds", [0.2, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", INPUTS)
def test_wrong_inputs_are_refused_or_usable(name: str, seconds: float) -> None:
    """Some time of trials, with numbers that the command comes to last."""
    each = INPUTS[name]
    shared, counts, until = each.prepare(), Counts(), time.monotonic() + seconds
    while counts.trials < 5 or time.monotonic() < until or (not counts.refused and counts.trials < 200):
        outcome, why = make(each, shared, 1, counts.trials)
        assert outcome != BROKEN, f"python -m tests.fuzz --seed 1 --input {name} --trial {counts.trials}\n{why}"
        counts.note(outcome, counts.trials)
    assert counts.refused


def door(attempt: Callable[[Any, np.random.Generator], str]) -> Input:
    return Input("planted", "", lambda: None, attempt, patience=1)


def raises(error: BaseException) -> Callable[[Any, np.random.Generator], str]:
    def attempt(shared: Any, rng: np.random.Generator) -> str:
        raise error

    return attempt


def hangs(shared: Any, rng: np.random.Generator) -> str:
    while True:
        try:
            time.sleep(1)
        except Exception:  # as a reader does that takes everything for a bad file
            continue


def test_tracebacks_and_hangs_are_broken_promises() -> None:
    for attempt, says in (
        (raises(KeyError("x")), "KeyError"),
        (raises(BrokenPromise("kept")), "kept"),
        (hangs, "no end"),
    ):
        outcome, why = make(door(attempt), None, 0, 0)
        assert outcome == BROKEN
        assert says in why
    assert make(door(lambda shared, rng: ACCEPTED), None, 0, 0) == (ACCEPTED, "")


@pytest.mark.parametrize("words", ["", " ", "x" * (LONGEST + 1), "Traceback (most recent call last)"])
def test_a_refusal_has_to_say_something(words: str) -> None:
    with pytest.raises(BrokenPromise, match="says nothing useful"):
        refusal(ValueError(words))
    assert refusal(ValueError("a seat is 0 … 3")) == REFUSED


def test_mutants_are_many_and_the_same_every_time() -> None:
    valid = {"game": "nim_v0", "seats": [1, 2, {"hand": ["S2"]}], "turn": 3}
    made, again = ([as_json(structural(valid, np.random.default_rng(n))) for n in range(200)] for _ in range(2))
    assert made == again
    assert len(set(made)) > 120
    assert valid == {"game": "nim_v0", "seats": [1, 2, {"hand": ["S2"]}], "turn": 3}
    raw = json.dumps(valid).encode()
    assert len({bytewise(raw, np.random.default_rng(n)) for n in range(200)}) > 180
    assert one_of((1, "a"), np.random.default_rng(0)) in (1, "a")


def test_a_word_can_be_damaged_again_and_again() -> None:
    lines = [commands.mutated(one_of(commands.LINES, rng), rng) for rng in map(np.random.default_rng, range(3000))]
    assert len({" ".join(line) for line in lines}) > 2500


def test_the_command_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "fuzz.json"
    line = ["tests.fuzz", "--input", "reply", "--minutes", "0.005", "--report", str(path)]
    monkeypatch.setattr(sys, "argv", line)
    monkeypatch.setattr(fuzz.logging, "disable", lambda: None)  # of the whole process
    trials = []
    for _ in range(2):
        assert fuzz.main() == 0
        trials.append(json.loads(path.read_text(encoding="utf-8"))["inputs"]["reply"]["trials"])
    assert 0 < trials[0] < trials[1]
    assert f"| `reply` | {INPUTS['reply'].what} | {trials[1]:,} |" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*line, "--seed", "5"])
    with pytest.raises(SystemExit, match="was made with seed 0"):
        fuzz.main()


def test_a_bots_name_is_told_in_short() -> None:
    with pytest.raises(OptionError, match="there is no bot") as caught:
        make_bot("x" * 5000, nim.GAME)
    assert len(str(caught.value)) < LONGEST


def test_an_address_that_is_none_is_named() -> None:
    with pytest.raises(OptionError, match="this is not an address: Invalid IPv6 URL"):
        settings_of("http://[127.0.0.1:9/v1")


def policy_with(change: Callable[[dict[str, Any], dict[str, str]], None]) -> Path:
    """A file of a network with a checksum that agrees, whatever it holds."""
    kept = files.a_policy()
    arrays, about = load_file(kept.path), dict(kept.content[1])
    change(arrays, about)
    about["checksum"] = checksum(arrays, about)
    save_file(arrays, kept.path, metadata=about)
    return kept.path


def test_a_network_that_points_beyond_its_table_is_refused() -> None:
    def beyond(arrays: dict[str, Any], about: dict[str, str]) -> None:
        arrays["row"][:] = len(arrays["table"]) - 1
        arrays["label"][:] = True

    with pytest.raises(SaveError, match=r"leads to rows .* of the table, which has"):
        load_policy(policy_with(beyond), SHINSENGUMI)


@pytest.mark.parametrize("count", ["1e999", "[]", "-1", "2000000000000"])
def test_a_network_of_impossible_cards_is_refused(count: str) -> None:
    def many(arrays: dict[str, Any], about: dict[str, str]) -> None:
        kinds = json.loads(about["kinds"])
        kinds[0]["count"] = json.loads(count)
        about["kinds"] = json.dumps(kinds)

    with pytest.raises(SaveError, match="do not fit together"):
        load_policy(policy_with(many), SHINSENGUMI)


@pytest.mark.parametrize(("made", "load"), [(files.a_small_policy, load_small), (files.a_value_network, load_network)])
def test_a_single_number_in_place_of_an_array_is_refused(made: Callable[[], Any], load: Callable[..., Any]) -> None:
    kept = made()
    for name in kept.content[0]:
        arrays, about = dict(kept.content[0]), dict(kept.content[1])
        arrays[name] = np.zeros((), arrays[name].dtype)
        about["checksum"] = checksum(arrays, about)
        path = kept.path.with_name(f"{name}.safetensors")
        save_file(arrays, path, metadata=about)
        with pytest.raises(SaveError, match=r"is \w+\(.*not \w+\("):
            load(path, nim.GAME)


@pytest.mark.parametrize("part", ["decisions", "seconds"])
@pytest.mark.parametrize("value", ["8", -1, True, float("nan"), None])
def test_progress_that_is_no_count_is_refused(part: str, value: Any) -> None:
    kept = files.a_checkpoint()
    wrong = kept.content | {"progress": kept.content["progress"] | {part: value}}
    checkpoint.write(kept.path, wrong)
    with pytest.raises(DynastyEnvError, match="is not a valid count"):
        resume(nim.GAME, kept.path)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        *(("seed", float("inf")), ("game", "x" * 5000), ("rules", "x" * 5000), ("x" * 5000, 1), ("games", "8")),
        *(("games", -1), ("decisions", True), ("seconds", float("nan")), ("faults", None)),
    ],
)
def test_a_soak_goes_on_with_a_report_that_counts(part: str, value: Any, tmp_path: Path) -> None:
    path = tmp_path / "soak.json"
    soak.go_on(nim.GAME, soak.begun(path, nim.GAME, 5), 1, path, lambda now: None)
    assert soak.begun(path, nim.GAME, 5).games == 1
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {part: value}), "utf-8")
    with pytest.raises(OptionError) as caught:
        soak.begun(path, nim.GAME, 5)
    assert part[:10] in str(caught.value)
    assert len(str(caught.value)) < LONGEST


def test_files_that_are_too_deep_are_no_reports(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text("[" * 100_000)
    with pytest.raises(OptionError, match="is not a report"):
        soak.begun(path, nim.GAME, 5)
    with pytest.raises(SaveError, match="holds no result"):
        report.read(path)
    path.write_text("[" * 100_000 + "\n")
    with pytest.raises(SaveError, match="not a complete line of JSON"):
        LadderFile(path, files.SETTING)


def test_results_of_the_benchmark_are_told_in_short(tmp_path: Path) -> None:
    row = sorted(report.COMMITTED.rglob("dynasty*.json"))[0]
    content = json.loads(row.read_text(encoding="utf-8"))
    content["rows"][0]["against"] = True
    path = tmp_path / "row.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(SaveError, match="holds no result"):
        report.read(path)
    path.write_bytes(row.read_bytes() + b"\xff")
    with pytest.raises(SaveError, match="holds no result") as caught:
        report.read(path)
    assert len(str(caught.value)) < 400
