"""A run: which mutants are faced, several at a time, and in which order the tests face them."""

import hashlib
import os
import selectors
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import pytest
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tests.books import Book
from tests.mutation.mutants import Mutant, modules, mutants, statement_lines
from tests.mutation.results import Results
from tests.mutation.suite import UNCOVERED, FailingTestsError, Outcome, Suite, read_outcome

PATIENCE = 120.0
"""Seconds after which a process that waits for something is stopped from outside. One that computes, or waits for its
turn on a busy machine, has its own watch, which counts the processor's time."""


def chosen(book: Book, only: Sequence[str] = (), sample: int | None = None) -> list[Mutant]:
    """The mutants of some or all modules, or a sample of them that stays much the same when rules are edited.

    Raises ValueError for a module that does not exist.
    """
    names = modules(book)
    unknown = [name for name in only if name not in names]
    if unknown:
        raise ValueError(f"{book.game} has no rules {', '.join(unknown)}; its modules are {', '.join(names)}")
    found = [mutant for name in (only or names) for mutant in mutants(book, name)]
    if sample is None:
        return found
    drawn = {mutant.key for mutant in sorted(found, key=lambda m: hashlib.sha256(m.key.encode()).digest())[:sample]}
    return [mutant for mutant in found if mutant.key in drawn]


def tests_for(suite: Suite, mutant: Mutant, killers: Counter[str]) -> list[str]:
    """The tests that run the mutated line: first those that killed others of the same rule, then quick ones."""
    lines = statement_lines(suite.book, mutant) if mutant.function else ()
    found = {test for line in lines for test in suite.covers.get((mutant.module, line), ())}
    if not mutant.function:  # at the top of the module: every test that runs any of it
        found = {test for (module, _), tests in suite.covers.items() if module == mutant.module for test in tests}
    return sorted(found, key=lambda test: (-killers[test], suite.seconds[test], test))


@dataclass
class Running:
    """A process in which a mutant is faced, the pipe of its answer, and when somebody should look after it."""

    mutant: Mutant
    process: int
    pipe: int
    deadline: float

    def stuck(self) -> bool:
        """Whether its time is up and it waits for something that is not the processor. Otherwise it has more time."""
        if time.monotonic() <= self.deadline:
            return False
        asked = subprocess.run(["ps", "-o", "stat=", "-p", str(self.process)], capture_output=True, text=True)
        if not asked.stdout.strip().startswith("R"):
            return True
        self.deadline += PATIENCE
        return False


@dataclass
class Run:
    """Faces `mutants` with the suite, `jobs` at a time, and keeps the outcomes in `results`."""

    suite: Suite
    results: Results
    jobs: int
    killers: dict[str, Counter[str]] = field(default_factory=dict)

    def face(self, wanted: Iterable[Mutant]) -> None:
        """Face all of them; the results are written as they come. Raises FailingTestsError."""
        waiting = list(wanted)[::-1]
        self.suite.trace(self.jobs, waiting)
        running: dict[int, Running] = {}
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn()) as progress:
            bar = progress.add_task("mutants", total=len(waiting))
            while waiting or running:
                while waiting and len(running) < self.jobs:
                    started = self._start(waiting.pop())
                    if started is not None:
                        running[started.pipe] = started
                    else:
                        progress.advance(bar)
                for pipe in _ready(running):
                    self._finish(running.pop(pipe))
                    progress.update(bar, advance=1, description=f"mutants ({self._missed()} unnoticed)")

    def _start(self, mutant: Mutant) -> Running | None:
        tests = tests_for(self.suite, mutant, self.killers.setdefault(f"{mutant.module}.{mutant.function}", Counter()))
        if not tests:
            self._keep(mutant, Outcome(UNCOVERED))
            return None
        process, pipe = self.suite.start(mutant, tests)
        return Running(mutant, process, pipe, time.monotonic() + PATIENCE)

    def _finish(self, running: Running) -> None:
        if running.stuck():
            os.kill(running.process, signal.SIGKILL)
        outcome = read_outcome(running.pipe)
        os.waitpid(running.process, 0)
        if outcome.test:
            self.killers[f"{running.mutant.module}.{running.mutant.function}"][outcome.test] += 1
        self._keep(running.mutant, outcome)

    def _keep(self, mutant: Mutant, outcome: Outcome) -> None:
        self.results.outcomes[mutant.key] = outcome
        self.results.write()

    def _missed(self) -> int:
        return sum(each.outcome in ("survived", UNCOVERED) for each in self.results.outcomes.values())


def _ready(running: dict[int, Running]) -> list[int]:
    """Pipes of the processes that are done, or out of time."""
    with selectors.DefaultSelector() as selector:
        for pipe in running:
            selector.register(pipe, selectors.EVENT_READ)
        done = {key.fd for key, _ in selector.select(timeout=1.0)}
    return [pipe for pipe, each in running.items() if pipe in done or each.stuck()]


@dataclass
class InSession:
    """A pytest plugin that, instead of running the collected tests, hands them to `work` as a suite."""

    book: Book
    work: Callable[[Suite], None]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Pytest's own loop does not run."""
        if session.testsfailed:
            raise session.Interrupted(f"{session.testsfailed} errors while the rule tests were collected")
        suite = Suite(self.book, session)
        try:
            self.work(suite)
        except FailingTestsError as error:
            pytest.exit(str(error), returncode=2)
        return True


def in_session(book: Book, work: Callable[[Suite], None], arguments: Sequence[str] = ()) -> int:
    """Collect a book's rule tests and do `work(suite)` with them; pytest's exit code.

    Args:
        book: whose rule tests.
        work: what is done instead of running them.
        arguments: further ones for pytest, e.g. ``--deselect=…``.
    """
    os.environ["DYNASTY_ENV_BACKEND"] = "interpreted"
    options = ["-qq", "-s", "-p", "no:cacheprovider", "-o", "addopts=", "--import-mode=importlib", "--assert=plain"]
    return int(pytest.main([*options, *arguments, str(book.rule_tests)], plugins=[InSession(book, work)]))
