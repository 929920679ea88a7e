"""The rule tests, held ready in one process: forked for each mutant, so that imports are paid for once."""

import gc
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

import dynasty_env
from tests.books import Book
from tests.mutation.lines import mark_lines
from tests.mutation.mutants import Mutant, plant

KILLED, SURVIVED, TIMEOUT, UNCOVERED = "killed", "survived", "timeout", "uncovered"
"""What becomes of a mutant: a test fails; none does; a test does not come to an end; no test runs its line."""

LEAST_TIME, MUCH_LONGER = 2.0, 30
"""A test is at no end after so many seconds of the processor's time, or so many times what it takes unmutated."""


class FailingTestsError(AssertionError):
    """A rule test fails on the rules as they are: there is nothing to learn from mutants."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: one of `KILLED` …, and the test that showed it."""

    outcome: str
    test: str = ""


class Suite:
    """A book's rule tests in a running pytest session.

    Attributes:
        book: the rules and the tests.
        covers: for each module and line the tests that run it.
        seconds: the processor's time that each test takes.
    """

    def __init__(self, book: Book, session: pytest.Session) -> None:
        self.book = book
        self._items = {item.nodeid: item for item in session.items}
        self.covers: dict[tuple[str, int], list[str]] = {}
        self.seconds: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._items)

    def trace(self, jobs: int, mutants: Collection[Mutant]) -> None:
        """Run every test once, in `jobs` processes, and keep which lines of the rules that `mutants` change it runs.

        Raises FailingTestsError.
        """
        gc.collect()
        gc.freeze()
        tests = list(self._items)
        pipes = [self._fork(partial(self._traced, tests[job::jobs], mutants))[1] for job in range(jobs)]
        failed = []
        for told in [_heard(_read(pipe)) for pipe in pipes]:
            os.wait()
            failed += told["failed"]
            self.seconds |= told["seconds"]
            for test, lines in told["lines"].items():
                for module, line in lines:
                    self.covers.setdefault((module, line), []).append(test)
        if failed:
            raise FailingTestsError(f"these fail without any mutation: {', '.join(failed)}")

    def _traced(self, tests: Sequence[str], mutants: Collection[Mutant], _: int) -> dict[str, Any]:
        seen: set[tuple[str, int]] = set()
        mark_lines(self.book, lambda module: lambda line: seen.add((module, line)), mutants)
        self._bind_anew()
        lines: dict[str, list[tuple[str, int]]] = {}
        seconds: dict[str, float] = {}
        failed = []
        for test, following in zip(tests, [*tests, None][1:], strict=True):
            seen.clear()
            began = time.process_time()
            if not self._passes(test, following):
                failed.append(test)
            seconds[test] = time.process_time() - began
            lines[test] = sorted(seen)
        return {"lines": lines, "seconds": seconds, "failed": failed}

    def start(self, mutant: Mutant, tests: Sequence[str]) -> tuple[int, int]:
        """Fork a process in which `tests` are run against `mutant` until one fails.

        Returns:
            The process and a pipe from which `read_outcome` reads once it is done.
        """
        return self._fork(partial(self._faced, mutant, tests))

    def _faced(self, mutant: Mutant, tests: Sequence[str], pipe: int) -> dict[str, str]:
        plant(self.book, mutant)
        self._bind_anew()
        running = ""

        def too_long(*_: Any) -> None:
            _write(pipe, {"outcome": TIMEOUT, "test": running})
            os._exit(0)

        signal.signal(signal.SIGPROF, too_long)
        for test, following in zip(tests, [*tests, None][1:], strict=True):
            running = test
            signal.setitimer(signal.ITIMER_PROF, max(LEAST_TIME, MUCH_LONGER * self.seconds[test]))
            if not self._passes(test, following):
                return {"outcome": KILLED, "test": test}
        return {"outcome": SURVIVED, "test": ""}

    def _passes(self, test: str, following: str | None) -> bool:
        reports = runtestprotocol(self._items[test], log=False, nextitem=self._items[following] if following else None)
        return all(report.passed or report.skipped for report in reports)

    def _bind_anew(self) -> None:
        """The games run the rules as they are now."""
        for name in dynasty_env.GAMES:
            vars(dynasty_env.game(name)).pop("interpreted", None)

    def _fork(self, work: Callable[[int], dict[str, Any]]) -> tuple[int, int]:
        """Do `work(pipe)` in a forked process, in silence; its answer goes into the pipe, of which the end to read from
        is returned after the process."""
        read, write = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        process = os.fork()
        if process == 0:
            os.close(read)
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            try:
                told = work(write)
            except BaseException:
                told = {"error": traceback.format_exc()}
            _write(write, told)
            os._exit(0)
        os.close(write)
        return process, read


def read_outcome(pipe: int) -> Outcome:
    """What a forked process has found; one that was stopped without a word was at no end."""
    text = _read(pipe)
    return Outcome(**_heard(text)) if text else Outcome(TIMEOUT)


def _read(pipe: int) -> str:
    with os.fdopen(pipe, encoding="utf-8") as source:
        return source.read()


def _heard(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text)
    if "error" in told:
        raise RuntimeError(f"a process of the mutation run failed:\n{told['error']}")
    return told


def _write(pipe: int, told: dict[str, Any]) -> None:
    data = json.dumps(told).encode()
    while data:
        data = data[os.write(pipe, data) :]
