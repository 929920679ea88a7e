"""What the rules of games compile to, made before tests run side by side: they would wait for each other."""

from collections.abc import Iterable

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
    """Compile what is cold in so many processes at most; a part that does not compile is left to the tests.

    Returns: the names of the games of which something was cold.
    """
    cold = {game: cold_parts(game) for game in games}
    for game, parts in cold.items():
        if parts:
            compile_apart(game, [(KIT, part) for part in parts], min(processes, len(parts)), lambda: None)
    return [game.name for game, parts in cold.items() if parts]
