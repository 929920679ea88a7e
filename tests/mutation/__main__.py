"""`python -m tests.mutation`: would the rule tests notice if a rule were wrong?

Every comparison, constant, enum member, operator and condition of a game's rules is changed, one at a time, and the
rule tests that run the changed line are run against it. Who survives shows what no test proves.
"""

import argparse
import sys
from pathlib import Path

from dynasty_env.kit.errors import InUseError
from dynasty_env.kit.files.lock import Lock
from tests.books import BOOKS, Book, book_of
from tests.mutation.mutants import Mutant, where
from tests.mutation.results import Results, digest, equivalent, report, results_file, tally, unfounded
from tests.mutation.run import Run, chosen, in_session
from tests.mutation.suite import SURVIVED, UNCOVERED, Suite

EPILOG = "Anything else is handed to pytest, e.g. --deselect tests/rules/test_x.py::test_y while that one fails."


def arguments() -> tuple[argparse.Namespace, list[str]]:
    """What the command line says, and what of it is meant for pytest."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__, epilog=EPILOG)
    parser.add_argument("--game", default=BOOKS[0].game, help=f"one of {', '.join(b.game for b in BOOKS)}")
    parser.add_argument("--module", action="append", default=[], help="only these rules, e.g. war; may be repeated")
    parser.add_argument("--sample", type=int, help="only so many, always the same ones")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--list", action="store_true", help="name the mutants and do nothing")
    parser.add_argument("--resume", action="store_true", help="go on with the results of a run that was broken off")
    parser.add_argument(
        "--survivors", action="store_true", help="face the survivors of the results again: tests were added"
    )
    parser.add_argument("--results", type=Path, help="file of the results (runs/mutation/<game>.json)")
    parser.add_argument(
        "--at-least", type=float, default=0.0, help="fail below this part of noticed mutants, e.g. 0.85"
    )
    return parser.parse_known_args()


def earlier(file: Path, book: Book, given: argparse.Namespace) -> Results:
    """The results to go on with: none, those of the same rules and tests, or, for `--survivors`, of any."""
    now = digest(book)
    if not given.resume and not given.survivors:
        return Results(file, now)
    results = Results.read(file)
    if given.survivors:
        kept = {key: each for key, each in results.outcomes.items() if each.outcome not in (SURVIVED, UNCOVERED)}
        return Results(file, now, kept)
    if results.digest != now:
        raise ValueError(
            f"{file} is of other rules or tests: leave --resume out, or say --survivors if tests were added"
        )
    return results


def main() -> int:
    """0, or 1 when too few mutants are noticed, or 2 when nothing could be found out."""
    given, for_pytest = arguments()
    book = book_of(given.game)
    wanted = chosen(book, given.module, given.sample)
    if given.list:
        for mutant in wanted:
            print(f"{where(book, mutant)}: {mutant.key}")
        return 0
    wrong = unfounded(book, chosen(book))
    if wrong:
        print("Listed as equivalent, but no mutants, or without a reason:", *wrong, sep="\n- ")
        return 2
    file = given.results or results_file(book)
    lock = Lock(file, "name another one by --results")
    results = earlier(file, book, given)
    waiting: list[Mutant] = [mutant for mutant in wanted if mutant.key not in results.outcomes]

    def work(suite: Suite) -> None:
        print(f"{len(suite)} rule tests, {len(waiting)} mutants")
        Run(suite, results, given.jobs).face(waiting)

    with lock:
        code = in_session(book, work, for_pytest) if waiting else 0
    if code:
        return 2
    print(report(book, wanted, results))
    found = tally(wanted, results.outcomes, equivalent(book))
    print(f"noticed {found.rate:.4f}")
    return 0 if found.rate >= given.at_least else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (KeyError, ValueError, InUseError) as error:
        sys.exit(f"error: {error.args[0]}")
