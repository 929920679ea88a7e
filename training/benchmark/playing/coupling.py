"""Coupled chance: games of one deal that have come apart go on drawing the same dice and cards for the same purposes.

A game's generator counts its draws (`kit.engine.rng`): from the first decision on in which two copies of a deal differ,
all their later dice differ. Here the table's key is set anew before each decision, to a hash of the deal and of what is
decided: turn, seat, phase, and how often that seat has been in that phase in this turn. Each such key is used once in a
game, so that a game by itself is as random as ever; no rule and no released game changes. A `turn` that falls back,
such as the number of the seat whose turn it is, counts as the highest one so far.
"""

import numpy as np

from dynasty_env.kit.engine.table import FIRST_AUTOMATIC
from training.arena.tables import Ids, Many, keys_of, words

_KEYS = 2
"""Purpose of the keys of a deal that chance is drawn from."""


class Coupling:
    """Sets the keys of tables.

    Args:
        many: the tables (n,).
        seeds: (n,) from which each is dealt.
    """

    def __init__(self, many: Many, seeds: Ids) -> None:
        self._many = many
        self._key = keys_of(seeds, _KEYS)
        self._turn = np.zeros(len(seeds), np.int64)
        self._visits = np.zeros((len(seeds), many.game.seat_rows, FIRST_AUTOMATIC), np.int64)
        self._has_turns = "turn" in (many.array.dtype.names or ()) and many.array["turn"].ndim == 1

    def before(self, games: Ids) -> None:
        """A decision is open at the tables `games` (k,): from now on they draw for its purpose."""
        tables = self._many.array
        turn = self._turn[games]
        if self._has_turns:
            turn = np.maximum(turn, tables["turn"][games].astype(np.int64))
        self._visits[games[turn != self._turn[games]]] = 0
        self._turn[games] = turn
        seat, step = tables["seat"][games].astype(np.int64), tables["step"][games].astype(np.int64)
        visit = self._visits[games, seat, step]
        self._visits[games, seat, step] += 1
        purpose = (turn * self._many.game.seat_rows + seat) * FIRST_AUTOMATIC + step
        tables["key0"][games], tables["key1"][games] = words((self._key[0][games], self._key[1][games]), purpose, visit)
        tables["draws"][games] = 0
