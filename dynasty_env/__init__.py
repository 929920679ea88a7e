"""Multi-agent reinforcement-learning environments made from real, intricate tabletop rulebooks."""

from typing import Any

from dynasty_env.games import GAMES, game, game_names, load_game
from dynasty_env.neighbours import warn_of_foreign_packages
from dynasty_env.registration import register_games

__all__ = ["GAMES", "game", "game_names", "load_game"]

warn_of_foreign_packages()
register_games(game_names())


def __getattr__(name: str) -> Any:
    """Look up `__version__` when it is asked for."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from dynasty_env.kit.files.replays import package_version

    return package_version()
