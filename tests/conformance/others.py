"""Environments of other projects under the suite: the table of docs/conformance.md.

    python -m tests.conformance.others                   # all that are installed
    python -m tests.conformance.others --only hanabi     # those with this in their name
    python -m tests.conformance.others --out FOLDER      # and a JSON report of each

Needs ``pip install 'pettingzoo[classic]' mpe2 shimmy open-spiel rlcard``; what is missing is left out.
"""

import argparse
import os
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from dynasty_env.conformance import Declaration, Report, check
from dynasty_env.conformance.named import found_by_name
from tests.conformance.environments import openspiel_games, rlcard_games

SECONDS = 8.0
CLASSIC = (
    "chess_v6", "connect_four_v3", "go_v5", "hanabi_v5", "leduc_holdem_v4", "rps_v2", "texas_holdem_v4",
    "texas_holdem_no_limit_v6", "tictactoe_v3",
)  # fmt: skip
MPE = (
    "simple_v3", "simple_adversary_v3", "simple_crypto_v3", "simple_push_v3", "simple_reference_v3",
    "simple_speaker_listener_v4", "simple_spread_v3", "simple_tag_v3", "simple_world_comm_v3",
)  # fmt: skip
HERE = "tests.conformance.environments"


def subjects() -> Iterator[tuple[str, str, Declaration]]:
    """The package, the factory and the declaration of each."""
    if find_spec("pygame"):
        for name in CLASSIC:
            yield "pettingzoo", f"pettingzoo.classic.{name}:env", Declaration()
    if find_spec("mpe2"):
        for name in MPE:
            yield "mpe2", f"mpe2.{name}:env", Declaration()
            yield "mpe2", f"mpe2.{name}:parallel_env", Declaration()
    if find_spec("shimmy") and find_spec("pyspiel"):
        for name in openspiel_games.GAMES:
            yield "open-spiel", f"{HERE}.openspiel_games:{name}", openspiel_games.declaration(name)
    if find_spec("rlcard"):
        for name in rlcard_games.GAMES:
            yield "rlcard", f"{HERE}.rlcard_games:{name.replace('-', '_')}", Declaration()


def row(package: str, report: Report) -> str:
    """A row of the table."""
    counts = report.counts()
    found = ", ".join(f"`{failure.check}`" for failure in report.failures) or "nothing"
    name = report.subject.removeprefix(f"{HERE}.")
    return (
        f"| {package} {version(package)} | `{name}` | {report.interface} | {counts['passed']} | "
        f"{counts['not checked']} | {found} |"
    )


def main() -> None:
    """Check them one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of a name")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--out", type=Path, help="folder for JSON reports")
    asked = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    print("| package | environment | interface | passed | not checked | found |\n|---|---|---|---|---|---|")
    reports = []
    for package, name, declared in subjects():
        if asked.only in name:
            report = check(found_by_name(name), declared, name=name, seconds=asked.seconds)
            print(row(package, report), flush=True)
            reports.append(report)
            if asked.out is not None:
                report.write(asked.out / f"{name.replace(':', '.')}.json")
    for report in reports:
        for failure in report.failures:
            print(f"\n{report.subject}: {failure.check}, seed {failure.seed}, step {failure.step}, {failure.seat}")
            print(f"expected: {failure.expected}\nfound: {failure.found}\n{failure.code}")


if __name__ == "__main__":
    main()
