"""What the rules of games compile to, made before tests run side by side: they would wait for each other."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from agents.compiling import compile_apart
from dynasty_env.kit.engine.backend import KIT
from dynasty_env.kit.game import Game

ENTRIES = ("deal", "step", "observe", "hide", "returns", "audit", "batch_step", "advise")
"""Together they call all parts of the rules; entries themselves are short."""


def cold_parts(game: Game) -> list[str]:
    """Parts of a game's rules that have not been compiled on this machine."""
    compiled = game.compile(KIT)
    parts = dict.fromkeys(part for entry in ENTRIES for part in compiled.parts_of(entry))
    return [part for part in parts if not compiled.is_warm(part)]


def compile_rules(games: Iterable[Game], processes: int) -> list[str]:
    """Compile what is cold in so many processes, several games at a time, as a game's last part takes long; a part that
    does not compile is left to the tests.

    Returns: the names of the games of which something was cold.
    """
    cold = {game: parts for game in games if (parts := cold_parts(game))}
    jobs = max(processes // max(len(cold), 1), 1)

    def compile_parts(game: Game) -> None:
        compile_apart(game, [(KIT, part) for part in cold[game]], jobs, lambda: None)

    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(compile_parts, cold))
    return [game.name for game in cold]
