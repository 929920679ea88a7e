"""Environments of other projects under the suite: the table of docs/conformance.md.

    python -m tests.conformance.others                   # all that are installed
    python -m tests.conformance.others --only hanabi     # those with this in their name
    python -m tests.conformance.others --out FOLDER      # and a JSON report of each

    python -m tests.conformance.others --undeclared      # with nothing declared of OpenSpiel's games

It needs ``pip install 'pettingzoo[classic]' 'gymnasium[classic-control,toy-text]' mpe2 'shimmy[openspiel]' rlcard``;
what is missing is left out. The exit code is 1 where something is found that `KNOWN` does not have, or where an
environment takes longer than `LONGEST`.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from dynasty_env.conformance import Declaration, Report, check
from dynasty_env.conformance.findings import Failure
from dynasty_env.conformance.named import found_by_name
from dynasty_env.conformance.suite import SECONDS
from tests.conformance.environments import gymnasium_games, openspiel_games, rlcard_games

LONGEST = 12.0
"""Seconds that an environment may take."""
SHIMMY = frozenset({"bookkeeping", "zero_sum", "bounds", "outcome", "ends"})
"""What finds that shimmy pays again while agents leave, and cuts games short: docs/conformance.md has the replays."""
KNOWN = {"open-spiel": SHIMMY, "rlcard_games:doudizhu": frozenset({"goes_on"})}
"""By package or name: checks that find what has been looked into, and is a fault."""
CLASSIC = (
    "chess_v6", "connect_four_v3", "go_v5", "hanabi_v5", "leduc_holdem_v4", "rps_v2", "texas_holdem_v4",
    "texas_holdem_no_limit_v6", "tictactoe_v3",
)  # fmt: skip
MPE = (
    "simple_v3", "simple_adversary_v3", "simple_crypto_v3", "simple_push_v3", "simple_reference_v3",
    "simple_speaker_listener_v4", "simple_spread_v3", "simple_tag_v3", "simple_world_comm_v3",
)  # fmt: skip
HERE = "tests.conformance.environments"


def subjects() -> Iterator[tuple[str, str, Callable[[], Declaration]]]:
    """The package, the factory and what makes the declaration of each."""
    for name in gymnasium_games.NAMES:
        yield "gymnasium", f"{HERE}.gymnasium_games:{name}", Declaration
    if find_spec("pygame"):
        for name in CLASSIC:
            yield "pettingzoo", f"pettingzoo.classic.{name}:env", Declaration
    if find_spec("mpe2"):
        for name in MPE:
            yield "mpe2", f"mpe2.{name}:env", Declaration
            yield "mpe2", f"mpe2.{name}:parallel_env", Declaration
    if find_spec("shimmy") and find_spec("pyspiel"):
        for name in openspiel_games.GAMES:
            yield "open-spiel", f"{HERE}.openspiel_games:{name}", partial(openspiel_games.declaration, name)
    if find_spec("rlcard"):
        for name in rlcard_games.GAMES:
            yield "rlcard", f"{HERE}.rlcard_games:{name.replace('-', '_')}", Declaration


def row(package: str, report: Report, seconds: float) -> str:
    """A row of the table."""
    counts = report.counts()
    found = ", ".join(f"`{failure.check}`" for failure in report.failures) or "nothing"
    name = report.subject.removeprefix(f"{HERE}.")
    return (
        f"| {package} {version(package)} | `{name}` | {report.interface} | {counts['passed']} | "
        f"{counts['not checked']} | {seconds:.1f} | {found} |"
    )


def unknown(package: str, report: Report) -> list[Failure]:
    """What was found that nobody has looked into."""
    known = KNOWN.get(package, frozenset()) | KNOWN.get(report.subject.removeprefix(f"{HERE}."), frozenset())
    return [failure for failure in report.failures if failure.check not in known]


def checked(name: str, declared: Declaration, seconds: float) -> tuple[Report, float]:
    """The report of an environment, and how many seconds it took."""
    began = time.perf_counter()
    report = check(found_by_name(name), declared, name=name, seconds=seconds)
    return report, time.perf_counter() - began


@contextmanager
def without_noise() -> Iterator[None]:
    """Keep back what libraries in C++ print about wrong actions."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def main() -> int:
    """Check them one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of a name")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--undeclared", action="store_true", help="declare nothing")
    parser.add_argument("--out", type=Path, help="folder for JSON reports")
    asked = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    print("| package | environment | interface | passed | not checked | seconds | found |")
    print("|---|---|---|---|---|---|---|")
    failures, late = [], []
    for package, name, declared in subjects():
        if asked.only not in name:
            continue
        with without_noise():
            report, seconds = checked(name, Declaration() if asked.undeclared else declared(), asked.seconds)
        print(row(package, report, seconds), flush=True)
        failures += [(name, failure) for failure in unknown(package, report)]
        late += [name] if seconds > LONGEST else []
        if asked.out is not None:
            report.write(asked.out / f"{name.replace(':', '.')}.json")
    for name, failure in failures:
        print(f"\n{name}: {failure.check}, seed {failure.seed}, step {failure.step}, {failure.seat}")
        print(f"expected: {failure.expected}\nfound: {failure.found}\n{failure.code}")
    print(f"\n{len(failures)} new findings; longer than {LONGEST:g} seconds: {', '.join(late) or 'none'}")
    return bool(failures or late)


if __name__ == "__main__":
    raise SystemExit(main())
