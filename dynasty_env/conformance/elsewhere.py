"""Prints the fingerprint of an environment's first episodes: what `other_processes` compares.

python -m dynasty_env.conformance.elsewhere module:factory SEED
"""

import contextlib
import io
import sys

from dynasty_env.conformance.checks.seeds import fingerprint
from dynasty_env.conformance.episodes import Subject
from dynasty_env.conformance.named import found_by_name


def main() -> None:
    """Of the factory and the seed on the command line."""
    with contextlib.redirect_stdout(io.StringIO()):
        found = fingerprint(Subject(found_by_name(sys.argv[1])), int(sys.argv[2]))
    print(found)


if __name__ == "__main__":
    main()
