"""`python -m tests.fuzz --minutes 5`: wrong inputs at every door, counted; the same command goes on where it stopped.

The promise: whatever comes in from outside is refused with one clear message and changes nothing, or it is accepted and
can be used. No traceback, no hang. The report names trials of which that is not true; `--input NAME --trial N` makes
one again.
"""

import argparse
import json
import logging
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.fuzz.inputs import INPUTS
from tests.fuzz.trials import BROKEN, Counts, Input, make

REPORT = Path("runs") / "fuzz.json"
SLICE = 1.0
"""Seconds of a turn, after which it is the next input's."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long (1)")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other trials (0)")
    names = ", ".join(INPUTS)
    parser.add_argument("--input", action="append", default=[], choices=list(INPUTS), help=f"only this one of {names}")
    parser.add_argument("--trial", type=int, help="make this one trial of the input again, and tell what comes of it")
    parser.add_argument("--report", type=Path, default=REPORT, help=f"JSON file of the counts ({REPORT})")
    return parser.parse_args()


def begun(path: Path, seed: int) -> dict[str, Counts]:
    """The counts of a report, or none. Exits where the file holds something else."""
    if not path.exists():
        return {}
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["seed"] != seed:
            sys.exit(f"{path} was made with seed {content['seed']}: give another --report, or remove it")
        return {name: Counts(**counts) for name, counts in content["inputs"].items()}
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{path} is no report of tests.fuzz ({error}): give another --report")


def write(path: Path, seed: int, counts: dict[str, Counts]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"seed": seed, "inputs": {name: asdict(each) for name, each in counts.items()}}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def go_on(each: Input, shared: Any, counts: Counts, seed: int, until: float) -> None:
    """Trials of one input until the time is up; one at least."""
    while True:
        outcome, why = make(each, shared, seed, counts.trials)
        counts.note(outcome, counts.trials, why)
        if time.monotonic() > until:
            return


def table(counts: dict[str, Counts]) -> str:
    """The counts as a table in Markdown."""
    lines = ["| input | what | trials | refused | accepted and used | broken |", "|---|---|--:|--:|--:|--:|"]
    for name, each in counts.items():
        numbers = each.trials, each.refused, each.accepted, each.broken
        lines.append(f"| `{name}` | {INPUTS[name].what} | {' | '.join(f'{number:,}' for number in numbers)} |")
    total = [
        sum(getattr(each, part) for each in counts.values()) for part in ("trials", "refused", "accepted", "broken")
    ]
    return "\n".join([*lines, f"| all | | {' | '.join(f'{number:,}' for number in total)} |"])


def main() -> int:
    """0, or 1 where a promise was broken."""
    given = arguments()
    wanted = [INPUTS[name] for name in given.input or INPUTS]
    if given.trial is not None:
        outcome, why = make(wanted[0], wanted[0].prepare(), given.seed, given.trial)
        print(outcome, why, sep="\n")
        return int(outcome == BROKEN)
    logging.disable()  # what servers note of every request takes longer than the request
    counts = begun(given.report, given.seed)
    shared = {each.name: each.prepare() for each in wanted}
    end = time.monotonic() + 60 * given.minutes
    while time.monotonic() < end:
        for each in wanted:
            count = counts.setdefault(each.name, Counts())
            go_on(each, shared[each.name], count, given.seed, min(end, time.monotonic() + SLICE * each.share))
        write(given.report, given.seed, counts)
    print(table(counts))
    for name, count in counts.items():
        for one in count.told:
            print(f"\n{name}, trial {one['trial']}:\n{one['why']}")
    return int(any(count.broken for count in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
