"""Multi-agent reinforcement-learning environments made from real, intricate tabletop rulebooks."""

from importlib import import_module
from typing import TYPE_CHECKING

from dynasty_env.registration import register_games

if TYPE_CHECKING:
    from dynasty_env.kit.game import Game

GAMES = ("dynasty_v0", "shinsengumi_v0", "kingdoms_v0")
"""Names of the games that this version has."""


def game(name: str) -> "Game":
    """A game by name, e.g. ``dynasty_v0``. Raises KeyError listing the names there are."""
    if name not in GAMES:
        raise KeyError(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    found: Game = import_module(f"dynasty_env.{name}").game
    return found


register_games(GAMES)
