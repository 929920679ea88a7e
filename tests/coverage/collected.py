"""Which tests there are and what each says that it proves, as pytest itself collects them."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.books import BOOKS, ROOT, Book, book_of

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


def collect() -> dict[Book, list[RuleTest]]:
    """Collect the rule tests of all books in this process, which must not be running pytest already."""
    collector = _Collector()
    folders = [str(book.rule_tests) for book in BOOKS]
    code = pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", "-o", "addopts=",
                        "--import-mode=importlib", "--strict-markers", *folders], plugins=[collector])  # fmt: skip
    if code != pytest.ExitCode.OK:
        raise RuntimeError(f"pytest cannot collect {' '.join(folders)}: exit code {code}")
    grouped: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in collector.items:
        grouped.setdefault((item.path, getattr(item, "originalname", None) or item.name), []).append(item)
    return {
        book: [
            _test(path.relative_to(ROOT).as_posix(), name, items)
            for (path, name), items in grouped.items()
            if path.is_relative_to(book.rule_tests)
        ]
        for book in BOOKS
    }


def _test(file: str, name: str, items: list[pytest.Item]) -> RuleTest:
    marks = [mark for item in items for mark in item.iter_markers()]
    proves = sorted({str(each) for mark in marks if mark.name == "rule" for each in mark.args})
    doubtful = sorted({mark.name for mark in marks if mark.name in NEVER_PROOF})
    return RuleTest(file, name, tuple(proves), len(items), tuple(doubtful))


def collect_apart() -> dict[Book, list[RuleTest]]:
    """The same from within a running pytest: in a process of its own."""
    command = [sys.executable, "-m", "tests.coverage", "--collect"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        why = dict.fromkeys(line for line in done.stdout.splitlines() if line.startswith("E  "))  # each once
        raise RuntimeError(f"{' '.join(command[1:])} failed:\n" + ("\n".join(why) or done.stdout + done.stderr))
    return {
        book_of(game): [
            RuleTest(row["file"], row["name"], tuple(row["proves"]), row["cases"], tuple(row["doubtful"]))
            for row in rows
        ]
        for game, rows in json.loads(done.stdout.splitlines()[-1]).items()
    }
