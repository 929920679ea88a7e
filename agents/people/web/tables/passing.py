"""Passing in advance: until something else is declared, or until the seat's own turn."""

from typing import Any

from agents.people.web.boards import Board
from agents.people.web.boards.board import TURN_PLAYER
from agents.people.web.tables.play import GameInPlay
from agents.people.web.tables.seat import Seat


def begin_passing(seat: Seat, until: str, game: GameInPlay, board: Board) -> None:
    """Make a seat pass in advance from now on; ``off``: it is asked again."""
    seat.advance = until
    seat.occasion = _occasion(seat, game, board)


def end_passing(seat: Seat, game: GameInPlay, board: Board) -> None:
    """Ask the seat again if the occasion of its pass is over."""
    if seat.advance == "off":
        return
    if game.over:
        lasts = False
    elif seat.advance == "turn":
        lasts = game.known.view(seat.number).get(TURN_PLAYER, seat.number) != seat.number
    else:
        lasts = _occasion(seat, game, board) == seat.occasion
    if not lasts:
        seat.advance = "off"


def _occasion(seat: Seat, game: GameInPlay, board: Board) -> Any:
    """The occasion of the pass: as defined by the board, or everything until the next public decision."""
    result = board.occasion(game.known.view(seat.number))
    return game.open_decisions if result is None else result
