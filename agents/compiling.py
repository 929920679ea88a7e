"""Compiles in advance, before a clock starts: with as many processes as there are cores, and messages that say what is
compiled, how far it is, and how long it takes."""

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn

from agents.arguments import Bar, say
from dynasty_env.kit.engine.backend import KIT, SWITCH, Interpreted, Program
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import the_game

MAX_COMPILERS = 4
"""Maximum number of compiling processes: the longest piece takes about a third of the total time."""
EACH = 3
"""Number of pieces for which another process pays off: it loads Numba and reads the rules first."""
COMPILERS = "DYNASTY_ENV_COMPILERS"
"""Environment variable with the maximum number of compiling processes, for machines that share their cores."""
AT_ONCE = ("part_play_step", "part_game_hide", "part_game_greedy", "part_game_worth", "part_legal_step")
"""Pieces that take long, and are begun first."""
ADVISED = ("ahead", "champion", "net:", "sampled:", "policy:")
"""Prefixes of the names of bots that ask the game's own bot for its advice on each action."""
Pieces = list[tuple[Program, str]]


def compile_for_games(
    game: Game, bots: Collection[str], games: int, console: Console, options: Mapping[str, Any] | None = None
) -> None:
    """Compile what bots call in games that they play move by move, before the games begin.

    This is done only if the rules would otherwise be compiled during these games, without a message about the wait
    (`backend.Auto`). Searches prepare their own functions.
    """
    if isinstance(game.backend(), Interpreted) or not games or not _are_long(game, SWITCH // games, options or {}):
        return
    actions = ("greedy_actions",) if "greedy" in bots and "greedy" in game.policies else ()
    advised = game.values_actions and any(name.startswith(ADVISED) for name in bots)
    values = ("advise",) if advised else ()
    compile_entries(game, ("step", "observe", "hide", *actions, *values), console)


def _are_long(game: Game, decisions: int, options: Mapping[str, Any]) -> bool:
    """Whether a game of random players has this number of decisions or more."""
    state, dice = game.new(0, backend="interpreted", **options), np.random.default_rng(0)
    for _ in range(decisions):
        if state.done:
            return False
        state.play(int(dice.choice(state.legal())))
    return True


def compile_entries(game: Game, names: Sequence[str], console: Console, program: Program = KIT) -> None:
    """Compile or load entry points of a game's rules, or of another program with them, and show the progress."""
    compiled = game.compile(program)
    parts = list(dict.fromkeys(part for name in names for part in compiled.parts_of(name)))
    pieces: Pieces = [*((KIT, part) for part in parts), *((program, name) for name in names)]
    new = [piece for piece in pieces if not _is_warm(game, piece)]
    what = f"the rules of {game.name}" if program is KIT else f"a search of {game.name}"
    if new:
        cost = f"{len(new)} of {len(pieces)} pieces, up to three minutes of CPU time in total"
        say(console, f"compiling {what}, once on this machine: {cost}")
    columns = SpinnerColumn(), TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn()
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(f"compiling {what}", total=len(pieces))

        def tell() -> None:
            bar.update(task, completed=sum(_is_warm(game, piece) for piece in pieces))

        tell()
        jobs = min(_processes(), len(new) // EACH)
        if jobs > 1:
            compile_apart(game, new, jobs, tell)
        for its, name in pieces:
            bar.update(task, description=f"{'compiling' if (its, name) in new else 'loading'} {game.name}: {name}")
            game.compile(its).entry(name)
            tell()


def _processes() -> int:
    """The number of processes that may compile. Raises OptionError if the environment variable is invalid."""
    named = os.environ.get(COMPILERS, "")
    if not named:
        return min(os.cpu_count() or 1, MAX_COMPILERS)
    if not named.isdecimal() or not int(named):
        raise OptionError(f"{COMPILERS}={in_short(named)}: give a number of processes, at least 1")
    return int(named)


def _is_warm(game: Game, piece: tuple[Program, str]) -> bool:
    program, name = piece
    return game.compile(program).is_warm(name)


def compile_apart(game: Game, pieces: Pieces, jobs: int, tell: Callable[[], None]) -> None:
    """Let separate processes compile into the cache, each a piece that no other one is compiling.

    They may fail: then the cache has no entry, and the caller compiles it when needed.
    """
    ordered = sorted(pieces, key=lambda piece: AT_ONCE.index(piece[1]) if piece[1] in AT_ONCE else len(AT_ONCE))
    try:
        work = pickled(game, ordered)
    except (pickle.PicklingError, AttributeError, TypeError):  # a game that no other process can import
        return
    with _workers(jobs, work) as workers:
        while any(worker.poll() is None for worker in workers):
            tell()
            time.sleep(0.1)


def pickled(game: Game, pieces: Pieces) -> bytes:
    """Pickled work for `work`. Raises PicklingError, AttributeError or TypeError if no process can import the game."""
    return pickle.dumps((type(game), [(None if program is KIT else program, name) for program, name in pieces]))


@contextmanager
def _workers(jobs: int, work: bytes) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Start plain processes; those of `multiprocessing` would import the main program."""
    command = [sys.executable, "-c", "from agents.compiling import work; work()"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(place or os.getcwd() for place in sys.path)}
    workers: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(jobs):
            quiet = subprocess.DEVNULL
            workers.append(
                subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, env=environment)
            )
            with suppress(OSError):
                stream = workers[-1].stdin
                assert stream is not None
                stream.write(work)
                stream.flush()  # left open: when it closes, the starter has ended
        yield workers
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()


def work() -> None:
    """In a separate process: compile the pieces named by `compile_apart`, and end when the starter ends."""
    stdin = sys.stdin.buffer
    kind, pieces = pickle.load(stdin)
    game = the_game(kind)
    threading.Thread(target=lambda: (stdin.read(), os._exit(1)), daemon=True).start()
    for program, name in pieces:
        game.compile(program or KIT).compile_free(name)
    os._exit(0)
