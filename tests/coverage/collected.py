"""Which tests there are and what each says that it proves, as pytest itself collects them."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field

import pytest

from tests.books import ROOT, Book

NEVER_PROOF = ("skip", "skipif", "xfail")
"""Marks of tests that may pass without having shown anything."""


@dataclass(frozen=True)
class RuleTest:
    """A test function of a folder of rule tests.

    Attributes:
        file: relative to the repository.
        name: of the function.
        proves: the statements that its markers name.
        cases: how many tests it is (parameters).
        doubtful: marks with which it might not run, or fail and pass all the same.
    """

    file: str
    name: str
    proves: tuple[str, ...]
    cases: int
    doubtful: tuple[str, ...]


@dataclass
class _Collector:
    """A pytest plugin that keeps what was collected."""

    items: list[pytest.Item] = field(default_factory=list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.items = list(items)


def collect(book: Book) -> list[RuleTest]:
    """Collect a book's rule tests in this process, which must not be running pytest already."""
    collector = _Collector()
    folder = str(book.rule_tests)
    code = pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", "-o", "addopts=",
                        "--import-mode=importlib", "--strict-markers", folder], plugins=[collector])  # fmt: skip
    if code != pytest.ExitCode.OK:
        raise RuntimeError(f"pytest cannot collect {folder}: exit code {code}")
    grouped: dict[tuple[str, str], list[pytest.Item]] = {}
    for item in collector.items:
        name = getattr(item, "originalname", None) or item.name
        grouped.setdefault((item.path.relative_to(ROOT).as_posix(), name), []).append(item)
    return [_test(file, name, items) for (file, name), items in grouped.items()]


def _test(file: str, name: str, items: list[pytest.Item]) -> RuleTest:
    marks = [mark for item in items for mark in item.iter_markers()]
    proves = sorted({str(each) for mark in marks if mark.name == "rule" for each in mark.args})
    doubtful = sorted({mark.name for mark in marks if mark.name in NEVER_PROOF})
    return RuleTest(file, name, tuple(proves), len(items), tuple(doubtful))


def collect_apart(book: Book) -> list[RuleTest]:
    """The same from within a running pytest: in a process of its own."""
    command = [sys.executable, "-m", "tests.coverage", "--collect", book.game]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[1:])} failed:\n{done.stdout}{done.stderr}")
    return [
        RuleTest(row["file"], row["name"], tuple(row["proves"]), row["cases"], tuple(row["doubtful"]))
        for row in json.loads(done.stdout.splitlines()[-1])
    ]
