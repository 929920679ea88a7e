"""Luck as a control variate: how much of a result was dice, cards and the deal.

After AIVAT (Burch et al. 2018, arXiv 1612.06915): wherever chance decides, a fixed value function says what the side
that is measured could expect before and after, and the difference is luck. What it could expect before is the mean over
a few copies of the table at which chance is drawn anew: dice, the order of piles that nobody knows, the deal, and the
actions of a bot that draws them. Real and redrawn chance have the same distribution, so that luck has mean 0, however
poor the values are; the better they are, the more of a result's variance it explains.

Redrawn chance leaves a table as likely as it was, whatever the players have done: the order of a pile that nobody has
looked into depends on none of their actions. Hidden hands are not drawn anew, since actions tell of them.
"""

from types import FunctionType
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine import rng
from dynasty_env.kit.experiments import Records, experiments_of
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes
from training.arena.tables import WORD, Floats, Ids, Many, keys_of, words
from training.benchmark.playing.values import Value

Flags = npt.NDArray[np.bool_]

_KEYS = 1
"""Purpose of the key from which chance is redrawn."""


class Luck:
    """Adds up the luck of side A in games that are played side by side.

    Args:
        many: the tables (n,).
        values: what judges positions: any fixed function of what the seats see.
        of_a: (n, seats) the seats of side A, one at least, and not all.
        seeds: (n,) from which each game is dealt; what is redrawn follows from them and `salt`.
        redraws: copies at which chance is drawn anew, for each decision with chance in it.
        salt: (n,) tells games of the same deal apart.

    Attributes:
        total: (n,) what A's part of the victory owes to luck, as the value sees it.
    """

    def __init__(self, many: Many, values: Value, of_a: Flags, seeds: Ids, redraws: int, salt: Ids) -> None:
        self._many, self._values, self._of_a, self._redraws = many, values, of_a, redraws
        self._key = words(keys_of(seeds, _KEYS), salt, 0)
        self._count = np.zeros(len(seeds), np.int64)
        self.total = np.zeros(len(seeds))

    def of_the_deal(self) -> None:
        """Count the luck of the deal: call it once all tables have been dealt."""
        games = np.arange(len(self.total))
        fresh = self._many.copies(games, self._redraws)
        high, low = self._redrawn(games)
        fresh.deal((high >> 1) * WORD + low)
        self._add(games, fresh)

    def before(self, games: Ids) -> None:
        """A decision is open at the tables `games` (k,)."""
        self._kept = self._many.copies(games, 1)

    def after(self, games: Ids, actions: Ids, mask: Bytes, drawn: Flags) -> None:
        """It has been taken: count the luck that was in it.

        Args:
            games: (k,) as `before` was told.
            actions: (k,) what was done there.
            mask: (k, A) what was legal.
            drawn: (k,) whether the action was drawn uniformly from that.
        """
        self._count[games] += 1
        kept, now = self._kept.array, self._many.array
        chance = (kept["draws"] != now["draws"][games]) | (drawn & (mask.sum(axis=1) > 1))
        for before, after in zip(self._sizes(kept), self._sizes(now[games]), strict=True):
            chance |= before != after
        there = np.flatnonzero(chance)
        if not len(there):
            return
        copies = self._kept.copies(there, self._redraws)
        keys = self._redrawn(games[there])
        redraw(self._many.game, copies.array, keys)
        again = np.repeat(actions[there], self._redraws)
        which = np.flatnonzero(np.repeat(drawn[there], self._redraws))
        rows = np.repeat(mask[there], self._redraws, axis=0)[which]
        word = words((keys[0][which], keys[1][which]), 0, WORD - 1)[0]
        again[which] = (rows.cumsum(axis=1) == ((word * rows.sum(axis=1)) >> 32)[:, None] + 1).argmax(axis=1)
        copies.play(np.arange(len(again)), again)
        self._add(games[there], copies)

    def _sizes(self, tables: npt.NDArray[np.void]) -> list[Ids]:
        return [pile.start + pile.count for pile in experiments_of(self._many.game).piles(tables)]

    def _redrawn(self, games: Ids) -> tuple[Ids, Ids]:
        """Keys for the copies of `games` (k,) at their present decisions: two arrays (k * redraws,)."""
        rows = np.repeat(games, self._redraws)
        number = np.tile(np.arange(self._redraws), len(games))
        return words((self._key[0][rows], self._key[1][rows]), self._count[rows], number)

    def _add(self, games: Ids, copies: Many) -> None:
        real = self._value(self._many, games, games)
        redrawn = self._value(copies, np.arange(len(copies.array)), np.repeat(games, self._redraws))
        self.total[games] += real - redrawn.reshape(-1, self._redraws).mean(axis=1)

    def _value(self, many: Many, which: Ids, games: Ids) -> Floats:
        """(k,) what A can expect of the victory at the tables `which` (k,) of `many`, which are of these `games`."""
        shares = np.zeros((len(which), self._of_a.shape[1]))
        over = many.array["done"][which] == 1
        if over.any():
            shares[over] = many.shares(which[over])
        going = which[~over]
        if len(going):
            seats = shares.shape[1]
            seen, _ = many.look(np.repeat(going, seats), np.tile(np.arange(seats), len(going)))
            shares[~over] = self._values.shares(seen.reshape(len(going), seats, -1))
        result: Floats = (shares * self._of_a[games]).sum(axis=1)
        return result


_rotate = numba.njit(rng.rotate)
_threefry = numba.njit(FunctionType(rng.threefry.__code__, {**vars(rng), "rotate": _rotate}))


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def _shuffle(pile: Any, start: Any, count: Any, key0: Any, key1: Any, purpose: int) -> None:
    for row in range(len(pile)):
        for last in range(count[row] - 1, 0, -1):
            word, _ = _threefry(key0[row], key1[row], last, purpose)
            other = (word * (last + 1)) >> 32
            first = start[row]
            kept = pile[row, first + last]
            pile[row, first + last] = pile[row, first + other]
            pile[row, first + other] = kept


def redraw(game: Game, tables: Records, keys: tuple[Ids, Ids]) -> None:
    """Give the tables (n,) dice of their own from `keys` (n,), and shuffle the piles whose order nobody knows."""
    tables["key0"], tables["key1"] = keys
    tables["draws"] = 0
    for number, pile in enumerate(experiments_of(game).piles(tables)):
        start, count = np.ascontiguousarray(pile.start), np.ascontiguousarray(pile.count)
        _shuffle(tables[pile.field], start, count, *keys, 1 + number)
