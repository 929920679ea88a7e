"""Print fingerprints of an environment's episodes, which `other_processes` compares.

While there is time, continue in the same process under another hash seed.

python -m dynasty_env.conformance.elsewhere module:factory|file.py:factory|file.py:Game SEED SECONDS UNTIL
"""

import contextlib
import io
import os
import sys
import time

import dynasty_env
from dynasty_env.conformance.checks.processes import HASH_SEEDS, command_of, print_fingerprints
from dynasty_env.conformance.episodes import Subject
from dynasty_env.conformance.named import found_by_name, is_game
from dynasty_env.kit.envs.module import GameModule


def main() -> None:
    """Print those of the factory's or the game's environment named on the command line."""
    name, first, seconds, until = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
    hash_seed = os.environ["PYTHONHASHSEED"]
    make = found_by_name(name)
    if is_game(make):
        make = GameModule(dynasty_env.load_game(name)).env
    with contextlib.redirect_stdout(io.StringIO()):  # hide what environments print
        print_fingerprints(Subject(make), first, hash_seed, seconds)
    if os.name == "posix" and time.time() < until:
        following = str(int(hash_seed) + len(HASH_SEEDS))
        command = command_of(name, first, seconds, until)
        os.execve(command[0], command, {**os.environ, "PYTHONHASHSEED": following})


if __name__ == "__main__":
    main()
