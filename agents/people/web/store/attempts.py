"""Players' first answers to puzzles.

Every function here works on a connection, for `Store.change` and `Store.ask`.
"""

import time
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from agents.people.web.store.schema import ATTEMPTS


class Attempt(NamedTuple):
    """A first answer: the puzzle, and whether the answer was right."""

    puzzle: str
    right: bool


def keep_attempt(connection: Connection, player: str, game: str, puzzle: str, right: bool) -> None:
    """Store an answer if it is the player's first to this puzzle."""
    mine = (ATTEMPTS.c.player == player) & (ATTEMPTS.c.game == game) & (ATTEMPTS.c.puzzle == puzzle)
    if connection.execute(select(ATTEMPTS.c.right).where(mine)).first() is None:
        row = {"player": player, "game": game, "puzzle": puzzle, "right": right, "made": time.time()}
        connection.execute(insert(ATTEMPTS), [row])


def attempts_of(connection: Connection, player: str, game: str) -> list[Attempt]:
    """A player's first answers in a game, in order."""
    query = select(ATTEMPTS.c.puzzle, ATTEMPTS.c.right).where(ATTEMPTS.c.player == player, ATTEMPTS.c.game == game)
    return [Attempt(*row) for row in connection.execute(query.order_by(ATTEMPTS.c.made))]


def forget_attempts(connection: Connection, player: str) -> None:
    """Delete a player's answers."""
    connection.execute(delete(ATTEMPTS).where(ATTEMPTS.c.player == player))
