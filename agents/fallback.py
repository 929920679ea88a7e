"""The bot that replaces a network which its game has outgrown (`agents.vocabulary`), and the message about it."""

import sys

from agents.vocabulary import OutgrownError
from dynasty_env.kit.game import Game
from dynasty_env.kit.printing import visible

_said: set[str] = set()


def stand_in(game: Game) -> str:
    """The name of a bot that can play any version of a game: the game's own, or else random moves."""
    return "greedy" if "greedy" in game.policies else "random"


def say_who_plays(name: str, game: Game, why: OutgrownError) -> str:
    """Say on standard error, once, which bot replaces one whose network has been outgrown; returns its name."""
    line = f"{stand_in(game)} plays instead of {name}: {why}"
    if line not in _said:
        _said.add(line)
        print(visible(line), file=sys.stderr, flush=True)
    return stand_in(game)
