"""`python -m tests.coverage`: which paragraphs of the rulebooks are proved by tests, and which are not."""

import argparse
import json
import sys
from dataclasses import asdict

from tests.books import BOOKS
from tests.coverage.collected import collect, collect_apart
from tests.coverage.page import PAGE, complaints, page


def main() -> int:
    """0 when every book is proved, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.coverage", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/rules/coverage.md")
    parser.add_argument("--collect", action="store_true", help="print the rule tests as JSON, and nothing else")
    given = parser.parse_args()
    if given.collect:
        print(json.dumps({book.game: [asdict(test) for test in tests] for book, tests in collect().items()}))
        return 0
    tests = collect_apart()
    wrong = [f"{book.title}: {line}" for book in BOOKS for line in complaints(book, tests[book])]
    print("\n".join(wrong) or "Everything is proved.")
    if given.write:
        PAGE.write_text(page(tests), encoding="utf-8")
        print(f"Written: {PAGE}")
    return 1 if wrong else 0


sys.exit(main())
