"""Tables that have a network of their own: those where an option of the game has a certain value.

Its arrays are in the same file as those of the network for all other tables, under names that begin with `Where.begin`.
"""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game

SEATS = "num_players"
PIECES = {SEATS: "players"}
"""The piece of an observation that tells an option, where its name is not the option's."""
FOR_SEATS, FOR_TABLES = "for_seats", "for_tables"
"""Where a file says which tables have a network of their own, by their seats and by other options."""


class Where(NamedTuple):
    """An option of the game, and its value at the tables in question."""

    option: str
    value: int

    @property
    def begin(self) -> str:
        """What the names of the arrays of their network begin with."""
        return f"for {self}: "

    def __str__(self) -> str:
        return f"{self.value} seats" if self.option == SEATS else f"{self.option} {self.value}"

    def place(self, game: Game) -> int:
        """Where an observation tells the value. Raises OptionError if the option has no such value, or none tells."""
        game.check_options({self.option: self.value})
        piece = game.layout.get(PIECES.get(self.option, self.option))
        if piece is None or piece.size != 1 or not piece.low <= self.value <= piece.high:
            raise OptionError(f"observations of {game.name} do not tell the option {self.option}")
        return piece.start


def tables_of(about: Mapping[str, str]) -> list[Where]:
    """The tables for which a file has a network of their own, by what it says. Raises ValueError, TypeError for a file
    that says it otherwise."""
    seats = [Where(SEATS, int(value)) for value in json.loads(about.get(FOR_SEATS, "[]"))]
    return seats + [Where(str(option), int(value)) for option, value in json.loads(about.get(FOR_TABLES, "[]"))]


def described(tables: Iterable[Where]) -> dict[str, str]:
    """What a file says of them. Versions that knew tables by their seats alone read these as they did."""
    seats = sorted(where.value for where in tables if where.option == SEATS)
    others = sorted(where for where in tables if where.option != SEATS)
    return {name: json.dumps(part) for name, part in ((FOR_SEATS, seats), (FOR_TABLES, others)) if part}
