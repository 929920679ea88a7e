"""Many tables of one game side by side, and the random numbers that the benchmark draws beside the games' own.

Those follow from keys and counters alone (Threefry, as in the games), so that they are the same however many tables
are played together.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine.backend import Backend, Tables
from dynasty_env.kit.engine.rng import threefry
from dynasty_env.kit.envs.vector import check_faults
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State, shares_of

Ids = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

WORD = 2**32


class Many:
    """Tables of one game."""

    def __init__(self, game: Game, tables: Tables, backend: BackendName | None = "compiled") -> None:
        self.game, self.tables = game, tables
        self.backend: Backend = game.backend(backend)
        self._backend_name = backend

    @property
    def array(self) -> npt.NDArray[Any]:
        """(n,) the tables' records."""
        return self.tables.array

    def deal(self, seeds: Ids) -> None:
        """Deal every table anew from `seeds` (n,)."""
        count = len(seeds)
        nothing: Bytes = np.zeros((0, self.game.layout.size), np.int8)
        shown = np.zeros((count, len(self.game.action_names)), np.int8), np.zeros(count, np.int8)
        records = self.game.layout.records(nothing)
        self._checked([self.backend.call("batch_deal", self.tables, 0, count, seeds, records, *shown)])

    def look(self, which: Ids, seats: Ids) -> tuple[Bytes, Bytes]:
        """What `seats` (k,) see of the tables `which` (k,): (k, D), and the masks (k, A) of whoever decides there."""
        seen: Bytes = np.zeros((len(which), self.game.layout.size), np.int8)
        mask: Bytes = np.zeros((len(which), len(self.game.action_names)), np.int8)
        seats = np.ascontiguousarray(seats, np.int64)
        self.backend.call(
            "some_observe", self.tables, which, 0, len(which), seats, self.game.layout.records(seen), mask
        )
        return seen, mask

    def play(self, which: Ids, actions: Ids) -> None:
        """Play legal `actions` (k,) at the tables `which` (k,)."""
        self._checked([self.backend.call("some_play", self.tables, which, 0, len(which), actions)])

    def returns(self, which: Ids) -> npt.NDArray[np.float32]:
        """(k, rewards, seats) the returns of the ended tables `which` (k,)."""
        returned = np.zeros((len(self.tables), len(self.game.rewards), self.game.seat_rows), np.float32)
        self.backend.call("some_returns", self.tables, which, 0, len(which), returned)
        return returned[which, :, : int(self.array["num_players"][0])]

    def shares(self, which: Ids) -> Floats:
        """(k, seats) every seat's part of the victory at the ended tables `which` (k,); see `State.win_shares`."""
        return shares_of(self.returns(which)[:, 0], lambda k: self.state(int(which[k])))

    def state(self, table: int) -> State:
        """The table itself, not a copy of it, as other code takes it."""
        return State(self.game, Tables(self.array[table : table + 1]), self.backend)

    def copies(self, which: Ids, count: int) -> "Many":
        """New tables: `count` copies of each of `which`, side by side."""
        tables = Tables(self.array[which].copy()).repeat(count)
        return Many(self.game, tables, self._backend_name)

    def _checked(self, wrong: list[int]) -> None:
        check_faults(self.game, self.tables, wrong)


def words(key: tuple[Ids, Ids], number: Ids | int, purpose: Ids | int) -> tuple[Ids, Ids]:
    """Two random words 0 … 2**32-1 for each key, number and purpose (each (k,), or one for all)."""
    first, second, counter, use = np.broadcast_arrays(*key, np.asarray(number), np.asarray(purpose))
    result: tuple[Ids, Ids] = threefry(first, second, counter, use)
    return result


def keys_of(seeds: Ids, purpose: int) -> tuple[Ids, Ids]:
    """A key for each of `seeds` (k,) int64, another one for each purpose."""
    return words((seeds & (WORD - 1), seeds >> 32), purpose, 0)
