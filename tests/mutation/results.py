"""What a run has found: kept in a file while it goes on, and summed up at its end."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.books import ROOT, Book
from tests.mutation.mutants import Mutant, where
from tests.mutation.suite import KILLED, SURVIVED, TIMEOUT, UNCOVERED, Outcome

EQUIVALENT = "equivalent_mutants.csv"
"""Beside the rule tests: mutants that change nothing, each with the reason why."""


def results_file(book: Book) -> Path:
    """Where results are kept unless another file is named; git ignores it."""
    return ROOT / "runs" / "mutation" / f"{book.game}.json"


def digest(book: Book) -> str:
    """A hash of the rules and their tests: results of others cannot be continued."""
    files = [*sorted(book.rules.parent.rglob("*.py")), *sorted(book.rules.parent.rglob("*.csv"))]
    files += [*sorted(book.rule_tests.rglob("*.py")), *sorted(book.rule_tests.rglob("*.txt"))]
    files += sorted(book.shared_rules.rglob("*.py")) if book.shared_rules else []
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


@dataclass
class Results:
    """Outcomes by the mutants' keys, written to `file` after each."""

    file: Path
    digest: str
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path) -> Results:
        """The results in a file. Raises ValueError where it holds none."""
        try:
            saved = json.loads(file.read_text(encoding="utf-8"))
            outcomes = {key: Outcome(**each) for key, each in saved["outcomes"].items()}
            return cls(file, saved["digest"], outcomes)
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{file} holds no results of a mutation run: {error}") from None

    def write(self) -> None:
        """Write the file, whole or not at all."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        outcomes = {key: asdict(each) for key, each in sorted(self.outcomes.items())}
        part = self.file.with_suffix(".part")
        part.write_text(json.dumps({"digest": self.digest, "outcomes": outcomes}, ensure_ascii=False, indent=1))
        part.replace(self.file)


def equivalent(book: Book) -> dict[str, str]:
    """Keys of mutants that no test can tell from the rules, with the reasons."""
    path = book.rule_tests / EQUIVALENT
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {row["mutant"]: row["reason"] for row in csv.DictReader(file)}


def unfounded(book: Book, known: Iterable[Mutant]) -> list[str]:
    """Mutants listed as equivalent that do not exist (any more), or without a reason."""
    keys = {mutant.key for mutant in known}
    return [key for key, reason in equivalent(book).items() if key not in keys or not reason.strip()]


@dataclass(frozen=True)
class Tally:
    """Counts of outcomes. Equivalent mutants are not counted with the others."""

    killed: int = 0
    timeouts: int = 0
    survived: int = 0
    uncovered: int = 0
    equivalent: int = 0

    @property
    def rate(self) -> float:
        """Part of the mutants that the rule tests notice; those at no end are noticed too."""
        noticed, missed = self.killed + self.timeouts, self.survived + self.uncovered
        return noticed / (noticed + missed) if noticed + missed else 1.0


def tally(mutants: Sequence[Mutant], outcomes: Mapping[str, Outcome], same: Mapping[str, str]) -> Tally:
    """Count the outcomes of `mutants`."""
    counted = [outcomes[mutant.key].outcome for mutant in mutants if mutant.key in outcomes and mutant.key not in same]
    return Tally(
        killed=counted.count(KILLED),
        timeouts=counted.count(TIMEOUT),
        survived=counted.count(SURVIVED),
        uncovered=counted.count(UNCOVERED),
        equivalent=sum(mutant.key in same for mutant in mutants if mutant.key in outcomes),
    )


def report(book: Book, mutants: Sequence[Mutant], results: Results) -> str:
    """A table by module in Markdown, and every mutant that nobody noticed."""
    same = equivalent(book)
    lines = [
        "| rules | mutants | killed | at no end | survived | never run | equivalent | noticed |",
        "|---|" + "--:|" * 7,
    ]
    for name in dict.fromkeys(mutant.module for mutant in mutants):
        lines.append(
            _row(f"`{name}`", tally([each for each in mutants if each.module == name], results.outcomes, same))
        )
    lines.append(_row("**all**", tally(mutants, results.outcomes, same)))
    missed = [m for m in mutants if _missed(m, results.outcomes) and m.key not in same]
    lines += ["", "Unnoticed:" if missed else "None is unnoticed."]
    for mutant in missed:
        never = " (no test runs this line)" if results.outcomes[mutant.key].outcome == UNCOVERED else ""
        lines.append(f"- {where(book, mutant)}: {mutant.old} → {mutant.new}{never}\n  {mutant.key}")
    wrong = [m for m in mutants if m.key in same and m.key in results.outcomes and not _missed(m, results.outcomes)]
    lines += [f"- not equivalent, killed by {results.outcomes[m.key].test}: {m.key}" for m in wrong]
    return "\n".join(lines)


def _row(name: str, counts: Tally) -> str:
    total = counts.killed + counts.timeouts + counts.survived + counts.uncovered
    numbers = (total, counts.killed, counts.timeouts, counts.survived, counts.uncovered, counts.equivalent)
    return f"| {name} | {' | '.join(map(str, numbers))} | {counts.rate:.1%} |"


def _missed(mutant: Mutant, outcomes: Mapping[str, Outcome]) -> bool:
    return mutant.key in outcomes and outcomes[mutant.key].outcome in (SURVIVED, UNCOVERED)
