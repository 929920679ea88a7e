"""Multi-agent reinforcement-learning environments made from real, intricate tabletop rulebooks."""

from dynasty_env.games import GAMES, game, game_names, load_game
from dynasty_env.neighbours import warn_of_foreign_packages
from dynasty_env.registration import register_games

__all__ = ["GAMES", "game", "game_names", "load_game"]

warn_of_foreign_packages()
register_games(game_names())
