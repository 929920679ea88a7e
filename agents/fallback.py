"""Who plays where a network has been outgrown by its game (`agents.vocabulary`), and the line that says so."""

import sys

from agents.vocabulary import OutgrownError
from dynasty_env.kit.game import Game
from dynasty_env.kit.printing import visible

_said: set[str] = set()


def stand_in(game: Game) -> str:
    """The name of the bot that plays any version of a game: its own, or else random moves."""
    return "greedy" if "greedy" in game.policies else "random"


def say_who_plays(name: str, game: Game, why: OutgrownError) -> str:
    """Say on standard error, once, who plays in place of a bot whose network has been outgrown; returns its name."""
    line = f"{stand_in(game)} plays in place of {name}: {why}"
    if line not in _said:
        _said.add(line)
        print(visible(line), file=sys.stderr, flush=True)
    return stand_in(game)
