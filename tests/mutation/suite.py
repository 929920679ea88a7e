"""The rule tests, held ready in one process: forked for each mutant, so that imports are paid for once."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

import dynasty_env
from tests.books import Book
from tests.mutation.mutants import Mutant, modules, path_of, plant

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
        seconds: the processor's time that each test takes, traced.
    """

    def __init__(self, book: Book, session: pytest.Session) -> None:
        self.book = book
        self._items = {item.nodeid: item for item in session.items}
        self.covers: dict[tuple[str, int], list[str]] = {}
        self.seconds: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._items)

    def trace(self) -> None:
        """Run every test once, and keep which lines of the rules it runs. Raises FailingTestsError."""
        gc.collect()
        gc.freeze()
        read, write = os.pipe()
        if _fork() == 0:
            _answer(write, self._traced)
        os.close(write)
        with os.fdopen(read, encoding="utf-8") as pipe:
            told = _heard(pipe.read())
        os.wait()
        if told["failed"]:
            raise FailingTestsError(f"these fail without any mutation: {', '.join(told['failed'])}")
        self.seconds = told["seconds"]
        for test, lines in told["lines"].items():
            for module, line in lines:
                self.covers.setdefault((module, line), []).append(test)

    def _traced(self) -> dict[str, Any]:
        watched = {str(path_of(self.book, name)): name for name in modules(self.book)}
        lines: dict[str, list[tuple[str, int]]] = {}
        seconds: dict[str, float] = {}
        failed = []
        for name, item in self._items.items():
            seen: set[tuple[str, int]] = set()
            began = time.process_time()
            sys.settrace(_tracer(watched, seen))
            passed = _passes(item, None)
            sys.settrace(None)
            seconds[name] = time.process_time() - began
            lines[name] = sorted(seen)
            if not passed:
                failed.append(name)
        return {"lines": lines, "seconds": seconds, "failed": failed}

    def start(self, mutant: Mutant, tests: Sequence[str]) -> tuple[int, int]:
        """Fork a process in which `tests` are run against `mutant` until one fails.

        Returns:
            The process and a pipe from which `read_outcome` reads once it is done.
        """
        read, write = os.pipe()
        process = _fork()
        if process == 0:
            os.close(read)
            _answer(write, lambda: self._faced(mutant, tests, write))
        os.close(write)
        return process, read

    def _faced(self, mutant: Mutant, tests: Sequence[str], pipe: int) -> dict[str, str]:
        plant(self.book, mutant)
        for name in dynasty_env.GAMES:
            vars(dynasty_env.game(name)).pop("interpreted", None)  # bound anew, to the mutant
        running = ""

        def too_long(*_: Any) -> None:
            _write(pipe, {"outcome": TIMEOUT, "test": running})
            os._exit(0)

        signal.signal(signal.SIGPROF, too_long)
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            running = test
            signal.setitimer(signal.ITIMER_PROF, max(LEAST_TIME, MUCH_LONGER * self.seconds[test]))
            if not _passes(self._items[test], self._items[following] if following else None):
                return {"outcome": KILLED, "test": test}
        return {"outcome": SURVIVED, "test": ""}


def read_outcome(pipe: int) -> Outcome:
    """What a forked process has found; one that was stopped without a word was at no end."""
    with os.fdopen(pipe, encoding="utf-8") as source:
        text = source.read()
    return Outcome(**_heard(text)) if text else Outcome(TIMEOUT)


def _heard(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text)
    if "error" in told:
        raise RuntimeError(f"a process of the mutation run failed:\n{told['error']}")
    return told


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=following)
    return all(report.passed or report.skipped for report in reports)


def _tracer(watched: dict[str, str], seen: set[tuple[str, int]]) -> Callable[..., Any]:
    def enter(frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        module = watched.get(frame.f_code.co_filename)
        if module is None:
            return None

        def step(inner: FrameType, what: str, _: Any) -> Callable[..., Any]:
            if what == "line":
                seen.add((module, inner.f_lineno))
            return step

        return step

    return enter


def _fork() -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    return os.fork()


def _answer(pipe: int, work: Callable[[], dict[str, Any]]) -> None:
    """In a forked process: do the work in silence, tell what came of it, and end."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        told = work()
    except BaseException:
        told = {"error": traceback.format_exc()}
    _write(pipe, told)
    os._exit(0)


def _write(pipe: int, told: dict[str, Any]) -> None:
    data = json.dumps(told).encode()
    while data:
        data = data[os.write(pipe, data) :]
