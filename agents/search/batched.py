"""Playouts of one decision at many imagined tables together, by a player that decides in batches, such as a network."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console

from agents.search.budget import Ids, Values
from agents.search.judge import FLAT, compile_for
from dynasty_env.kit.engine.backend import KIT, Tables
from dynasty_env.kit.envs.vector import check_faults
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State, shares_of

Choose = Callable[[Bytes, Bytes], tuple[Ids, Values]]
"""Returns the actions at k decisions, and their values for the deciding seats, (k,) each, from observations (k, D) and
masks (k, A)."""

Act = Callable[[Bytes, Bytes], Ids]
"""Returns the actions at k decisions, (k,), from observations (k, D) and masks (k, A)."""

AHEAD = 40
"""Decisions of all seats before a value counts, or a faster player continues."""


class Others(NamedTuple):
    """An alternative policy of rivals: in the fraction `part` (0 … 1) of the imagined tables, drawn independently for
    each rival, the rival acts by `act`."""

    part: float
    act: Act


def counted(returns: npt.NDArray[np.float32], seat: int) -> npt.NDArray[np.float32]:
    """(k,) the results of `seat` at k finished tables, from the returns (k, seats) of `win`.

    As in `agents.search.loops`, it loses no more if everybody loses than if somebody else wins.
    """
    seats = returns.shape[1]
    lost = (returns < 0).all(axis=1) & (seats > 1)
    own = returns[:, seat]
    return np.where(lost, np.maximum(own, np.float32(-1 / max(seats - 1, 1))), own)


class BatchedPlayouts:
    """Imagined tables of one decision, played together, with the same player in all seats except for `others`.

    Args:
        decision: the decision. Its generator draws the tables.
        choose: the player: its actions and their values.
        depth: decisions before such a value counts, which it does at the deciding seat's next own decision. None: the
            tables are played to their ends, and the values are not used.
        later: plays all seats after `depth` decisions, if the question is who has won. None: the same player.
    """

    def __init__(
        self, decision: Decision, choose: Choose, depth: int | None = None, others: Others | None = None,
        later: Act | None = None,
    ) -> None:  # fmt: skip
        self._choose, self._depth, self._others, self._later = choose, depth, others, later
        self._game, self._seat, self._seats = decision.game, decision.seat, decision.num_players
        self._root = decision.imagine(0)
        self.key = int(decision.rng.integers(2**62))
        self._rng = np.random.default_rng(self.key)

    def total(self, actions: Ids, worlds: int) -> Values:
        """(k,) the sums of the seat's expected returns after each of `actions` (k,) over `worlds` new imagined
        tables."""
        tables = self._imagined(len(actions), worlds)
        values, _ = self._played(tables, actions, worlds, to_the_end=False)
        totals: Values = values.reshape(worlds, len(actions)).sum(axis=0)
        return totals

    def shares(self, actions: Ids, worlds: int) -> Values:
        """(worlds, k) the seat's share of the victory in each of `worlds` newly imagined tables, played to its end."""
        tables = self._imagined(len(actions), worlds)
        _, returned = self._played(tables, actions, worlds, to_the_end=True)

        def ended(place: int) -> State:
            return State(self._game, Tables(tables.array[place : place + 1]), self._game.interpreted)

        shares = shares_of(returned[:, 0, : self._seats], ended)[:, self._seat]
        return shares.reshape(worlds, len(actions))

    def _played(
        self, tables: Tables, actions: Ids, worlds: int, *, to_the_end: bool
    ) -> tuple[Values, npt.NDArray[np.float32]]:
        """(worlds · k,) the seat's actual or expected results, and (worlds · k, kinds, seats) final returns."""
        game, count = self._game, worlds * len(actions)
        observe, play, finish = (
            game.compiled.bound(entry, tables) for entry in ("some_observe", "some_play", "some_returns")
        )
        values = np.zeros(count)
        returned = np.zeros((count, len(game.rewards), game.seat_rows), np.float32)
        seen = np.zeros((count, game.layout.size), np.int8)
        records, mask = game.layout.records(seen), np.zeros((count, len(game.action_names)), np.int8)
        which, taken, decided = np.arange(count), np.tile(actions, worlds), 0
        unlike = self._unlike(worlds, len(actions))
        while len(which):
            check_faults(game, tables, [play(which, 0, len(which), taken)])
            decided += 1
            over = tables.array["done"][which] == 1
            ended, which = which[over], which[~over]
            finish(ended, 0, len(ended), returned)
            values[ended] = counted(returned[ended, 0, : self._seats], self._seat)
            if not len(which):
                break
            seats = tables.array["seat"][which]
            observe(which, 0, len(which), seats.astype(np.int64), records, mask)
            late, rows = self._depth is not None and decided > self._depth, slice(len(which))
            if late and to_the_end and self._later is not None:
                taken = self._later(seen[rows], mask[rows])
                continue
            taken, worth = self._decided(seen[rows], mask[rows], unlike[which, seats])
            if late and not to_the_end:
                judged = seats == self._seat
                values[which[judged]] = worth[judged]
                which, taken = which[~judged], taken[~judged]
        return values, returned

    def _unlike(self, worlds: int, copies: int) -> npt.NDArray[np.bool_]:
        """(worlds · copies, seats) which rivals use the alternative policy, the same in all copies of a table."""
        if self._others is None:
            return np.zeros((worlds * copies, self._seats), np.bool_)
        drawn = self._rng.random((worlds, self._seats)) < self._others.part
        drawn[:, self._seat] = False
        return drawn.repeat(copies, axis=0)

    def _decided(self, seen: Bytes, mask: Bytes, unlike: npt.NDArray[np.bool_]) -> tuple[Ids, Values]:
        """(k,) the actions, and the values at decisions that do not use the alternative policy."""
        if self._others is None or not unlike.any():
            return self._choose(seen, mask)
        taken, worth = np.zeros(len(seen), np.int64), np.zeros(len(seen))
        taken[unlike] = self._others.act(seen[unlike], mask[unlike])
        if not unlike.all():
            taken[~unlike], worth[~unlike] = self._choose(seen[~unlike], mask[~unlike])
        return taken, worth

    def _imagined(self, copies: int, worlds: int) -> Tables:
        """Newly imagined tables, `worlds` different ones in `copies` copies each, one for each action to try."""
        tables = self._root.tables.repeat(worlds * copies)
        hide = self._game.compiled.bound("hide", tables)
        for first in range(0, worlds * copies, copies):
            hide(first, self._seat, int(self._rng.integers(2**62)))
            tables.array[first + 1 : first + copies] = tables.array[first]
        check_faults(self._game, tables, np.flatnonzero(tables.array["fault"]))
        return tables


class InBatches:
    """A judge that decides at many tables at once, in all seats except for `others`.

    Args:
        name: its name in a bot's name.
        choose: returns the actions at many decisions, and their values for the deciding seats.
        depth: decisions before a value counts, or before `later` plays on if the question is who has won; see
            `BatchedPlayouts`.
        others: an alternative policy of rivals.
        later: a faster player; None: this one plays to the end.
        file: the file of the network that it plays by, if there is one.
        asks: entry points of the rules that are called.
    """

    batch, least = 512, 64

    def __init__(
        self, name: str, choose: Choose, *, depth: int | None = AHEAD, others: Others | None = None,
        later: Act | None = None, file: Path | None = None, asks: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        self.name, self.file = name, file
        self._choose, self._depth, self._others, self._later = choose, depth, others, later
        self._entries = ["hide", "some_observe", "some_play", "some_returns", *asks]

    def playouts(self, decision: Decision) -> BatchedPlayouts:
        return BatchedPlayouts(decision, self._choose, self._depth, self._others, self._later)

    def is_ready(self, game: Game) -> bool:
        return all(map(game.compiled.is_warm, self._entries))

    def prepare(self, game: Game, console: Console | None, loop: str = FLAT) -> None:
        compile_for(game, self._entries, console, KIT)
