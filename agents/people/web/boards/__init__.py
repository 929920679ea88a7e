"""Boards: how the table of each game looks in a browser.

A game's board is `boards/<game>/`, with a class `GameBoard`; a game without one gets the general `Board`.
"""

from importlib import import_module
from importlib.util import find_spec

from agents.people.web.boards.board import Board
from dynasty_env.kit.game import Game
from dynasty_env.kit.named import stem_of

__all__ = ["Board", "board_of"]


def board_of(game: Game) -> Board:
    """The board of a game."""
    name = f"{__name__}.{stem_of(game.name)}"
    if find_spec(name) is None:
        return Board(game)
    result: Board = import_module(name).GameBoard(game)
    return result
