"""Playouts of one decision at many imagined tables together, by whoever decides at many at once: a network, say."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console

from agents.search.judge import FLAT, compile_for
from dynasty_env.kit.engine.backend import KIT, Tables
from dynasty_env.kit.envs.vector import check_faults
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State, shares_of

Values = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]
Choose = Callable[[Bytes, Bytes], tuple[Ids, Values]]
"""What is done at k decisions, and what they are worth to who decides there, (k,) each, from what is seen (k, D) and
legal (k, A)."""

Act = Callable[[Bytes, Bytes], Ids]
"""What is done at k decisions, (k,), from what is seen (k, D) and legal (k, A)."""

AHEAD = 40
"""Decisions of all seats before a worth counts, or somebody quicker plays on."""


class Others(NamedTuple):
    """Whom rivals may be like: in `part` (0 … 1) of the imagined tables each of them, drawn one by one, does what `act`
    says."""

    part: float
    act: Act


def counted(returns: npt.NDArray[np.float32], seat: int) -> npt.NDArray[np.float32]:
    """(k,) what `seat` got at k ended tables, from the returns (k, seats) of `win`; as in `agents.search.loops`, it
    loses no more where everybody loses than where somebody else wins."""
    seats = returns.shape[1]
    lost = (returns < 0).all(axis=1) & (seats > 1)
    own = returns[:, seat]
    return np.where(lost, np.maximum(own, np.float32(-1 / max(seats - 1, 1))), own)


class BatchedPlayouts:
    """Imagined tables of one decision, played on all together, all seats by the same player, but for `others`.

    Args:
        decision: the decision. Its generator draws the tables.
        choose: what is done, and what that is worth.
        depth: decisions before that worth counts: at the deciding seat's first own decision from then on. None: the
            tables are played to their ends, and it is not read.
        others: whom rivals may be like in place of that player.
        later: who plays on in all seats after `depth` decisions, where it is asked who has won. None: nobody else.
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
        """(k,) the sums of what the seat can expect after each of `actions` (k,) in so many newly imagined tables."""
        tables = self._imagined(len(actions), worlds)
        values, _ = self._played(tables, actions, worlds, to_the_end=False)
        totals: Values = values.reshape(worlds, len(actions)).sum(axis=0)
        return totals

    def shares(self, actions: Ids, worlds: int) -> Values:
        """(worlds, k) the seat's part of the victory in each of so many newly imagined tables, played to its end."""
        tables = self._imagined(len(actions), worlds)
        _, returned = self._played(tables, actions, worlds, to_the_end=True)

        def ended(place: int) -> State:
            return State(self._game, Tables(tables.array[place : place + 1]), self._game.interpreted)

        shares = shares_of(returned[:, 0, : self._seats], ended)[:, self._seat]
        return shares.reshape(worlds, len(actions))

    def _played(
        self, tables: Tables, actions: Ids, worlds: int, *, to_the_end: bool
    ) -> tuple[Values, npt.NDArray[np.float32]]:
        """(worlds · k,) what the seat gets or can expect, and (worlds · k, kinds, seats) returns of ended tables."""
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
        """(worlds · copies, seats) which rivals are like others, the same in all copies of a table."""
        if self._others is None:
            return np.zeros((worlds * copies, self._seats), np.bool_)
        drawn = self._rng.random((worlds, self._seats)) < self._others.part
        drawn[:, self._seat] = False
        return drawn.repeat(copies, axis=0)

    def _decided(self, seen: Bytes, mask: Bytes, unlike: npt.NDArray[np.bool_]) -> tuple[Ids, Values]:
        """(k,) what is done, and what that is worth, where nobody else decides."""
        if self._others is None or not unlike.any():
            return self._choose(seen, mask)
        taken, worth = np.zeros(len(seen), np.int64), np.zeros(len(seen))
        taken[unlike] = self._others.act(seen[unlike], mask[unlike])
        if not unlike.all():
            taken[~unlike], worth[~unlike] = self._choose(seen[~unlike], mask[~unlike])
        return taken, worth

    def _imagined(self, copies: int, worlds: int) -> Tables:
        """So many newly imagined tables, each as often as there are actions to try on it."""
        tables = self._root.tables.repeat(worlds * copies)
        hide = self._game.compiled.bound("hide", tables)
        for first in range(0, worlds * copies, copies):
            hide(first, self._seat, int(self._rng.integers(2**62)))
            tables.array[first + 1 : first + copies] = tables.array[first]
        check_faults(self._game, tables, np.flatnonzero(tables.array["fault"]))
        return tables


class InBatches:
    """A judge who decides at many tables at once, in all seats, but for `others`.

    Args:
        name: as it stands in a bot's name.
        choose: what is done at many decisions, and what they are worth to who decides there.
        depth: decisions before that worth counts, or `later` plays on where it is asked who has won; see
            `BatchedPlayouts`.
        others: whom rivals may be like in its place.
        later: somebody quicker; None: it plays to the end itself.
        file: the network that it plays by, if it lies in one.
        asks: entry points of the rules that are called so.
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
