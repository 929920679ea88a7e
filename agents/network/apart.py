"""Tables that have a separate network: those where an option of the game has a certain value.

The arrays of that network are in the same file as those of the network for all other tables, under names that begin
with `Where.begin`.
"""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game

SEATS = "num_players"
PIECES = {SEATS: "players"}
"""The piece of an observation that holds an option, if it is not named after the option."""
FOR_SEATS, FOR_TABLES = "for_seats", "for_tables"
"""Keys under which a file says which tables have a separate network: by number of seats, and by other options."""


class Where(NamedTuple):
    """An option of the game, and its value at the tables concerned."""

    option: str
    value: int

    @property
    def begin(self) -> str:
        """The prefix of the array names of their network."""
        return f"for {self}: "

    def __str__(self) -> str:
        return f"{self.value} seats" if self.option == SEATS else f"{self.option} {self.value}"

    def place(self, game: Game) -> int:
        """The index in an observation that holds the value. Raises OptionError if the option has no such value, or
        observations do not contain it."""
        game.check_options({self.option: self.value})
        piece = game.layout.get(PIECES.get(self.option, self.option))
        if piece is None or piece.size != 1 or not piece.low <= self.value <= piece.high:
            raise OptionError(f"the observations of {game.name} do not include the option {self.option}")
        return piece.start


def tables_of(about: Mapping[str, str]) -> list[Where]:
    """The tables for which a file has a separate network, read from its metadata. Raises ValueError or TypeError if the
    metadata has another form."""
    seats = [Where(SEATS, int(value)) for value in json.loads(about.get(FOR_SEATS, "[]"))]
    return seats + [Where(str(option), int(value)) for option, value in json.loads(about.get(FOR_TABLES, "[]"))]


def described(tables: Iterable[Where]) -> dict[str, str]:
    """The metadata of a file with these tables. Tables told apart by seats only stay readable for older versions."""
    seats = sorted(where.value for where in tables if where.option == SEATS)
    others = sorted(where for where in tables if where.option != SEATS)
    return {name: json.dumps(part) for name, part in ((FOR_SEATS, seats), (FOR_TABLES, others)) if part}
