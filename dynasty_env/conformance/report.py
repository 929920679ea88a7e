"""The report of what was found, as JSON and on a terminal."""

import json
import platform
from collections import Counter
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from dynasty_env.conformance.findings import Failure, Outcome
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.printing import visible

SHOWN = {"passed": "[green]passed[/]", "failed": "[red bold]FAILED[/]", "not checked": "[yellow]not checked[/]"}
LIBRARIES = ("dynasty-env", "pettingzoo", "gymnasium", "numpy")


def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that matter here."""
    result = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            result[name] = version(name)
        except PackageNotFoundError:
            continue
    return result


@dataclass
class Report:
    """The results of all checks of one environment.

    Attributes:
        subject: the environment's name.
        interface: aec, parallel, gymnasium or game.
        seed: the seed of the first episodes.
        outcomes: one for each check, in order.
    """

    subject: str
    interface: str
    seed: int
    outcomes: list[Outcome]
    versions: dict[str, str] = field(default_factory=versions)

    @property
    def passed(self) -> bool:
        """Whether no promise was found broken. Checks that could not be made do not count as passed: see `counts`."""
        return not any(outcome.verdict == "failed" for outcome in self.outcomes)

    @property
    def failures(self) -> list[Failure]:
        """All broken promises."""
        return [failure for outcome in self.outcomes for failure in outcome.failures]

    def counts(self) -> dict[str, int]:
        """How many checks passed, failed, and could not be made."""
        result = Counter(outcome.verdict for outcome in self.outcomes)
        return {verdict: result[verdict] for verdict in ("passed", "failed", "not checked")}

    def __getitem__(self, check: str) -> Outcome:
        return next(outcome for outcome in self.outcomes if outcome.check == check)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON data."""
        return {
            "subject": self.subject,
            "interface": self.interface,
            "seed": self.seed,
            "versions": self.versions,
            "counts": self.counts(),
            "checks": [outcome.to_dict() for outcome in self.outcomes],
        }

    def write(self, path: Path) -> None:
        """Write the report as a JSON file."""
        write_whole(path, (json.dumps(self.to_dict(), indent=2, ensure_ascii=False, default=str) + "\n").encode())

    def print(self, console: Console | None = None) -> None:
        """Show the report on a terminal: a row for each check, then each failure with its replay."""
        shown = console or Console(emoji=False)
        table = Table(title=f"{_plain(self.subject)} ({self.interface})", title_justify="left", box=None)
        for heading, side in (("check", "left"), ("", "left"), ("episodes", "right"), ("decisions", "right")):
            table.add_column(heading, justify=side, no_wrap=True)  # type: ignore[arg-type]
        table.add_column("", ratio=1)
        for row in self.outcomes:
            made = row.verdict != "not checked"
            table.add_row(
                row.check,
                SHOWN[row.verdict],
                f"{row.episodes:,}" if made else "",
                f"{row.decisions:,}" if made else "",
                _plain(row.note),
            )
        shown.print(table)
        for failure in self.failures:
            shown.print(_panel(failure))
        counts = self.counts()
        shown.print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()), highlight=False)


def _plain(text: object) -> str:
    return escape(visible(str(text)))


def _panel(failure: Failure) -> Panel:
    seat = "" if failure.seat is None else f", {_plain(failure.seat)}"
    lines = [
        f"[bold]{failure.check}[/] seed {failure.seed}, step {failure.step}{seat}",
        f"expected: {_plain(failure.expected)}",
        f"found:    {_plain(failure.found)}",
    ]
    if failure.code:
        lines += ["", *(_plain(line) for line in failure.code.splitlines())]
    return Panel("\n".join(lines), border_style="red", expand=False)
