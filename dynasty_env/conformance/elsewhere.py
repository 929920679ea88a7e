"""Prints the fingerprint of an environment's first episodes: what `other_processes` compares.

python -m dynasty_env.conformance.elsewhere module:factory|file.py:factory|file.py:Game SEED
"""

import contextlib
import io
import sys

import dynasty_env
from dynasty_env.conformance.checks.seeds import fingerprint
from dynasty_env.conformance.episodes import Subject
from dynasty_env.conformance.named import found_by_name, is_game
from dynasty_env.kit.envs.module import GameModule


def main() -> None:
    """Of the factory, or the game's environment, and the seed on the command line."""
    with contextlib.redirect_stdout(io.StringIO()):
        make = found_by_name(sys.argv[1])
        if is_game(make):
            make = GameModule(dynasty_env.load_game(sys.argv[1])).env
        found = fingerprint(Subject(make), int(sys.argv[2]))
    print(found)


if __name__ == "__main__":
    main()
