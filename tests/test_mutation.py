"""The mutation testing itself, and, in the long form, that the rule tests notice when a rule is wrong."""

import json
import os
import re
import subprocess
import sys
import time
from enum import IntEnum
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest

from tests.books import BOOKS, ROOT, Book
from tests.mutation.mutants import changed, modules, mutants, mutants_of
from tests.mutation.results import Results, Tally, equivalent, tally, unfounded
from tests.mutation.run import Running, chosen
from tests.mutation.suite import KILLED, SURVIVED, TIMEOUT, UNCOVERED, Outcome


class Place(IntEnum):
    KING = 0
    SPOUSE = 1
    CHILD = 2


NAMES: dict[str, Any] = {"Place": Place, "LIMIT": 5}


def found(line: str, names: dict[str, Any] | None = None) -> set[tuple[str, str, str]]:
    """Kind, old and new of the mutants of a rule with this line in it."""
    text = f'"""1"""\nWORDS = {{2: "two"}}\n\n\n@rule\ndef f(a, b=3):\n    """4"""\n    {line}\n'
    return {(m.kind, m.old, m.new) for m in mutants_of(text, "x", NAMES if names is None else names)}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("return a < b", {("comparison", "a < b", "a <= b")}),
        ("return a >= b", {("comparison", "a >= b", "a > b")}),
        ("return a == b", {("comparison", "a == b", "a != b")}),
        ("return a < b <= a", {("comparison", "a < b <= a", "a <= b <= a"), ("comparison", "a < b <= a", "a < b < a")}),
        ("return 7", {("constant", "7", "8")}),
        ("return True", {("constant", "True", "False")}),
        ("return a + b", {("sum", "a + b", "a - b")}),
        ("return a + 0", {("constant", "0", "1")}),
        ("a -= b", {("sum", "a -= b", "a += b")}),
        ("return LIMIT", {("named constant", "LIMIT", "LIMIT + 1")}),
        ("return Place.KING", {("enum", "Place.KING", "Place.SPOUSE")}),
        ("return Place.CHILD", {("enum", "Place.CHILD", "Place.KING")}),
        ("return max(a, b)", {("extreme", "max", "min")}),
        ("return not a", {("not", "not a", "a")}),
        ("return a * b % a", set()),
        ("return 'words'", set()),
        ("return a and b", {("and/or", "a and b", "a or b"), ("condition", "a", "not a"), ("condition", "b", "not b")}),
        ("while f(a): pass", {("condition", "f(a)", "not f(a)")}),
    ],
)
def test_what_is_changed(line: str, expected: set[tuple[str, str, str]]) -> None:
    assert found(line) == expected


def test_docstrings_defaults_and_words_are_left_alone() -> None:
    assert found("return a") == set()


@pytest.mark.parametrize(("mark", "changes"), [("@rule\n", 1), ("@truth('it holds')\n", 1), ("", 0), ("@cache\n", 0)])
def test_only_rules_and_truths_are_changed(mark: str, changes: int) -> None:
    assert len(mutants_of(f"{mark}def f(a):\n    return a + 1\n", "x", {})) == 2 * changes


def test_numbers_with_a_name_are_changed_where_they_are_named() -> None:
    text = "BOUND = 150\nA, B = 1, 2\nWORDS = {1: 'one'}\n"
    names = {"BOUND": 150, "A": 1, "B": 2, "WORDS": {1: "one"}}
    assert [(m.function, m.old, m.new) for m in mutants_of(text, "x", names)] == [
        ("", "150", "151"),
        ("", "1", "2"),
        ("", "2", "3"),
    ]


def test_a_mutant_does_what_it_says() -> None:
    text = "rule = staticmethod\n@rule\ndef f(a):\n    if a < 3 and a != 1:\n        return a + 10\n    return 0\n"
    came: dict[tuple[str, str], list[int]] = {}
    for mutant in mutants_of(text, "x", {}):
        namespace: dict[str, Any] = {}
        exec(compile(changed(text, {}, mutant.number), "x", "exec"), namespace)
        came[mutant.old, mutant.new] = [namespace["f"](a) for a in range(5)]
    assert came["a < 3", "a <= 3"] == [10, 0, 12, 13, 0]
    assert came["a != 1", "a == 1"] == [0, 11, 0, 0, 0]
    assert came["a < 3 and a != 1", "a < 3 or a != 1"] == [10, 11, 12, 13, 14]
    assert came["a + 10", "a - 10"] == [-10, 0, -8, 0, 0]
    assert came["0", "1"] == [10, 1, 12, 1, 1]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_every_mutant_has_a_name_of_its_own(book: Book) -> None:
    everything = chosen(book)
    assert len({mutant.key for mutant in everything}) == len(everything) > 200
    assert {mutant.module for mutant in everything} == {name for name in modules(book) if mutants(book, name)}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_equivalent_mutants_exist_and_have_reasons(book: Book) -> None:
    assert unfounded(book, chosen(book)) == []
    assert len(equivalent(book)) < 0.08 * len(chosen(book))


def test_a_sample_is_the_same_every_time() -> None:
    book = BOOKS[0]
    one, two = chosen(book, sample=50), chosen(book, sample=50)
    assert one == two and len(one) == 50
    assert set(one) < set(chosen(book, sample=80))
    with pytest.raises(ValueError, match="has no rules nothing"):
        chosen(book, ["nothing"])


def test_rates_leave_equivalent_mutants_out() -> None:
    some = chosen(BOOKS[0], sample=5)
    kinds = (KILLED, TIMEOUT, SURVIVED, UNCOVERED, SURVIVED)
    outcomes = {mutant.key: Outcome(kind) for mutant, kind in zip(some, kinds, strict=True)}
    counted = tally(some, outcomes, {some[4].key: "changes nothing"})
    assert counted == Tally(killed=1, timeouts=1, survived=1, uncovered=1, equivalent=1)
    assert counted.rate == 0.5


def test_results_are_kept_and_read(tmp_path: Path) -> None:
    results = Results(tmp_path / "found.json", "abc", {"war.f | x | 1 → 2": Outcome(KILLED, "test_x")})
    results.write()
    assert Results.read(tmp_path / "found.json") == results
    (tmp_path / "other.json").write_text("{}", "utf-8")
    with pytest.raises(ValueError, match=r"other\.json holds no results"):
        Results.read(tmp_path / "other.json")


def run(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.mutation", *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants are faced in forked processes")


@forking
def test_mutants_that_no_test_runs_are_told_and_survivors_are_faced_again_and_a_run_is_resumed(tmp_path: Path) -> None:
    """First with tests of something else: nothing is noticed, and the command fails. Then with those of the rule."""
    options = ("--game", "kingdoms", "--module", "suppress", "--sample", "2")
    options = (*options, "--results", str(tmp_path / "found.json"))

    def kinds() -> list[str]:
        return [
            each["outcome"] for each in json.loads((tmp_path / "found.json").read_text("utf-8"))["outcomes"].values()
        ]

    done = run(*options, "--at-least", "0.01", "-k", "row1_marriage")
    assert (done.returncode, kinds()) == (1, [UNCOVERED] * 2), done.stdout + done.stderr
    assert done.stdout.count("(no test runs this line)") == 2
    done = run(*options, "--survivors", "-k", "row6_suppression")
    assert "2 mutants" in done.stdout, done.stdout + done.stderr
    assert kinds() == [KILLED] * 2
    done = run(*options, "--resume", "-k", "row1_marriage")
    assert (done.returncode, "rule tests" in done.stdout, kinds()) == (0, False, [KILLED] * 2), (
        done.stdout + done.stderr
    )


@forking
@pytest.mark.parametrize(("work", "stuck"), [("any(iter(int, 1))", False), ("input()", True)])
def test_only_who_waits_for_nothing_is_stopped_from_outside(work: str, stuck: bool) -> None:
    """On a busy machine a process may have to wait for its turn: that is no test without an end."""
    with Popen([sys.executable, "-c", f"print(flush=True); {work}"], stdin=PIPE, stdout=PIPE) as process:
        assert process.stdout is not None and process.stdout.readline()
        time.sleep(0.1)
        running = Running(chosen(BOOKS[0], sample=1)[0], process.pid, -1, deadline=time.monotonic() - 1)
        assert running.stuck() is stuck
        assert (running.deadline > time.monotonic()) is not stuck
        process.kill()
    assert not Running(running.mutant, process.pid, -1, deadline=time.monotonic() + 60).stuck()


@forking
def test_a_suite_that_fails_by_itself_is_refused(tmp_path: Path) -> None:
    done = run(
        "--game",
        "kingdoms",
        "--module",
        "suppress",
        "--results",
        str(tmp_path / "found.json"),
        "-k",
        "no_such_test_anywhere",
    )
    assert done.returncode == 2


@forking
@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)
def test_the_rule_tests_notice_wrong_rules(book: Book, tmp_path: Path) -> None:
    done = run("--game", book.game, "--results", str(tmp_path / "found.json"), "--at-least", str(book.noticed))
    assert done.returncode == 0, done.stdout + done.stderr
    assert float(re.findall(r"noticed (\S+)$", done.stdout)[-1]) >= book.noticed
