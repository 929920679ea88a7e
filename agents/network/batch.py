"""Many decisions of a packaged network at once: a few tens of microseconds each instead of a millisecond.

The sums over the features of an observation, and over its cards, are loops in machine code; matrix products are
computed for all rows together. The results are those of `Policy.forward` except for the order of additions. They do not
depend on which decisions are evaluated together, with the same exception.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from agents.network.advice import NUMBERS, OF_ALL, advice_on
from agents.network.policy import Kind, Policy
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.layout import Bytes

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]

LEAST = -128
"""The smallest value in an observation."""
_VALUES = np.arange(LEAST, 128)
SIZES = (np.sign(_VALUES) * np.log1p(np.abs(_VALUES))).astype(np.float32)
"""(256,) the factor of the row of an amount x: sign(x)·log(1 + |x|), since one more card matters most to an empty
hand."""

compiled = numba.njit(nogil=True, cache=True)


@compiled  # type: ignore[untyped-decorator]
def read_rows(seen: Any, place: Any, row: Any, label: Any, usual: Any, sizes: Any, table: Any, out: Any) -> None:
    """Add to `out` (B, W) the rows of `table` that the values of `seen` (B, D) select."""
    for b in range(len(seen)):
        for p in range(len(place)):
            value = seen[b, place[p]]
            if value != usual[p]:
                r = row[p] + value if label[p] else row[p]
                weight = np.float32(1) if label[p] else sizes[value - LEAST]
                for h in range(table.shape[1]):
                    out[b, h] += weight * table[r, h]


@compiled  # type: ignore[untyped-decorator]
def _cards(seen: Any, states: Any, named: Any, unseen: Any, skipped: Any, encodings: Any, rows: Any, out: Any) -> None:
    """Write the row of `encodings` for the state of each card to `rows` (B, n), and sums of rows to `out` (B, 1 +
    names, H).

    The first of these is the sum over all cards; the others are the rows of the cards that are named. `unseen` (u,) are
    the starts of pieces, and `skipped` (u, 256) their values for which a card adds nothing.
    """
    many, width = rows.shape[1], encodings.shape[1]
    for b in range(len(seen)):
        for card in range(many):
            r = card
            for s in range(len(states)):
                r = r * states[s, 2] + seen[b, states[s, 0] + card] - states[s, 1]
            rows[b, card] = r
            there = True
            for u in range(len(unseen)):
                if skipped[u, seen[b, unseen[u] + card] - LEAST]:
                    there = False
            if there:
                for h in range(width):
                    out[b, 0, h] += encodings[r, h]
        for n in range(len(named)):
            card = seen[b, named[n]]
            if 0 <= card < many:
                for h in range(width):
                    out[b, 1 + n, h] = encodings[rows[b, card], h]


@numba.njit(nogil=True, cache=True, fastmath={"reassoc", "contract"})  # type: ignore[untyped-decorator]
def add_products(left: Any, left_row: Any, right: Any, right_row: Any, out: Any) -> None:
    """Add to `out` (K,) the dot products of rows `left_row` of `left` and `right_row` of `right`, both (K,).

    A `right_row` of -1 adds nothing.
    """
    for k in range(len(out)):
        if right_row[k] >= 0:
            total = np.float32(0)
            for h in range(left.shape[1]):
                total += left[left_row[k], h] * right[right_row[k], h]
            out[k] += total


@compiled  # type: ignore[untyped-decorator]
def legal_of(mask: Any) -> Any:
    """All legal actions of `mask` (B, A) int8: (K,) int64 decisions in ascending order, and (K,) int64 actions."""
    count = 0
    for b in range(mask.shape[0]):
        for a in range(mask.shape[1]):
            count += mask[b, a] != 0
    row, action = np.empty(count, np.int64), np.empty(count, np.int64)
    k = 0
    for b in range(mask.shape[0]):
        for a in range(mask.shape[1]):
            if mask[b, a]:
                row[k], action[k] = b, a
                k += 1
    return row, action


def one_thread() -> AbstractContextManager[Any]:
    """Context in which NumPy multiplies matrices in one thread; needs threadpoolctl (extras `train` and `arena`).

    The matrices of a network are small: on two cores, threads that wait for each other take three times as long as one.
    """
    controller = _threads()
    return nullcontext() if controller is None else controller.limit(limits=1, user_api="blas")


@cache
def _threads() -> Any:
    """The controller for the threads of all loaded libraries, cached because finding them takes a millisecond."""
    return import_module("threadpoolctl").ThreadpoolController() if find_spec("threadpoolctl") else None


class _Cards:
    """One kind of card, as arrays."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.states = np.array(kind.states, np.int64).reshape(-1, 3)
        spots = [start + i for start, size in kind.named for i in range(size)]
        self.named = np.array(spots, np.int64)
        self.unseen = np.array([start for start, _ in kind.unseen], np.int64)
        self.skipped = np.zeros((len(kind.unseen), len(_VALUES)), np.bool_)
        for row, (_, values) in zip(self.skipped, kind.unseen, strict=True):
            row[np.array(values, np.int64) - LEAST] = True
        self.encodings = np.ascontiguousarray(kind.encodings)

    def read(self, seen: Bytes) -> tuple[Ids, Floats]:
        """(B, n) the row of each card, and (B, T) what the cards add to the input of the first layer."""
        rows = np.zeros((len(seen), self.kind.count), np.int64)
        out = np.zeros((len(seen), 1 + len(self.named), self.encodings.shape[1]), np.float32)
        _cards(seen, self.states, self.named, self.unseen, self.skipped, self.encodings, rows, out)
        return rows, out.reshape(len(seen), out.shape[1] * out.shape[2])


class BatchPolicy:
    """A network from a file, evaluated on many observations at once. `backend` (see `Game.new`) runs the game's own
    bot, if the network reads that bot's advice."""

    def __init__(self, policy: Policy, game: Game, backend: BackendName | None = "compiled") -> None:
        self.policy, self.game, self.backend = policy, game, backend
        self._others = [BatchPolicy(own.policy, game, backend) for own in policy.apart]
        self._cards = [_Cards(kind) for kind in policy.kinds]
        self._places = policy.place, policy.row, policy.label, policy.usual, SIZES, np.ascontiguousarray(policy.table)
        self._told, self._trunk = np.ascontiguousarray(policy.told.T), np.ascontiguousarray(policy.trunk.T)
        self._action = np.ascontiguousarray(policy.action)

    def best(self, seen: Bytes, mask: Bytes) -> Ids:
        """(B,) the most likely action for each observation in `seen` (B, D), among those legal in `mask` (B, A)."""
        return self.best_and_value(seen, mask)[0]

    def best_and_value(self, seen: Bytes, mask: Bytes) -> tuple[Ids, npt.NDArray[np.float64]]:
        """(B,) the most likely action, as in `best`, and (B,) the deciding seats' expected returns, -1 … 1."""
        table, values = self._table(seen, mask)
        return table.argmax(axis=1), values.astype(np.float64)

    def logit_table(self, seen: Bytes, mask: Bytes) -> Floats:
        """(B, A) the logit of each legal action, -inf for the others; see `best`."""
        return self._table(seen, mask)[0]

    def _table(self, seen: Bytes, mask: Bytes) -> tuple[Floats, Floats]:
        """(B, A) logits, and (B,) values."""
        row, action, logits, values = self.logits_and_values(seen, mask)
        table = np.full(mask.shape, -np.inf, np.float32)
        table[row, action] = logits
        return table, values

    def logits(self, seen: Bytes, mask: Bytes, worths: Floats) -> Floats:
        """(K,) logits of the legal actions in the order of `legal_of`; see `logits_and_values`."""
        return self.logits_and_values(seen, mask, worths)[2]

    def hidden(self, seen: Bytes) -> Floats:
        """(B, W) the last layer before the heads, as it is without advice from the game's bot.

        It can be computed for the observations of any seats, also of those that do not decide. W is that of the widest
        network in the file; narrower ones are padded with 0.
        """
        result = np.zeros((len(seen), max(len(each.trunk_bias) for each in self.policy.networks)), np.float32)
        for network, rows in self._by_table(seen):
            nothing = np.zeros((len(rows), OF_ALL), np.float32)
            layer = network._hidden(np.ascontiguousarray(seen[rows]), nothing)[0]
            result[rows, : layer.shape[1]] = layer
        return result

    def _by_table(self, seen: Bytes) -> Iterator[tuple["BatchPolicy", Ids]]:
        """The networks for the tables of `seen` (B, D), each with its rows (k,); networks without rows are skipped."""
        left = np.ones(len(seen), np.bool_)
        for network, (where, place, _) in zip(self._others, self.policy.apart, strict=True):
            own = left & (seen[:, place] == where.value)
            left &= ~own
            if own.any():
                yield network, np.flatnonzero(own)
        if left.any():
            yield self, np.flatnonzero(left)

    def _hidden(self, seen: Bytes, of_all: Floats) -> tuple[Floats, list[Ids]]:
        """The last layer (B, W), and the row of each card of each kind."""
        policy, extra, cards = self.policy, [], []
        for kind in self._cards:
            rows, part = kind.read(seen)
            cards.append(rows)
            extra.append(part)
        if policy.advised:
            extra.append(of_all)
        hidden = np.repeat(policy.table_bias[None], len(seen), axis=0)
        read_rows(seen, *self._places, hidden)
        if extra:
            hidden += np.concatenate(extra, axis=1) @ self._told
        return np.maximum(np.maximum(hidden, 0) @ self._trunk + policy.trunk_bias, 0), cards

    def logits_and_values(
        self, seen: Bytes, mask: Bytes, worths: Floats | None = None
    ) -> tuple[Ids, Ids, Floats, Floats]:
        """The legal actions of decisions as in `legal_of`, (K,) their logits, and (B,) the values of the seats.

        Args:
            seen: (B, D) what is seen.
            mask: (B, A) what is legal. A row without a legal action is a seat that does not decide; the network has not
                been trained on such observations.
            worths: (B, A) the values that the game's bot gives to actions (`Game.advice`), for networks that read them;
                None asks the bot.
        """
        if not self._others:
            return self._alone(seen, mask, worths)
        row, action = legal_of(mask)
        logits, values = np.zeros(len(action), np.float32), np.zeros(len(seen), np.float32)
        for network, rows in self._by_table(seen):
            own = np.isin(row, rows)
            told = None if worths is None else worths[rows]
            _, _, logits[own], values[rows] = network._alone(seen[rows], mask[rows], told)
        return row, action, logits, values

    def _alone(self, seen: Bytes, mask: Bytes, worths: Floats | None) -> tuple[Ids, Ids, Floats, Floats]:
        """As `logits_and_values`, by this network only, without the separate networks for some tables."""
        policy = self.policy
        seen = np.ascontiguousarray(seen)
        row, action = legal_of(mask)
        of_all = np.zeros((len(seen), OF_ALL), np.float32)
        of_action = np.zeros((0, NUMBERS), np.float32)
        if policy.advised and len(action):
            decides = mask.any(axis=1)
            own = seen[decides], mask[decides]
            values = self.game.advice(*own, backend=self.backend) if worths is None else worths[decides]
            which = (np.cumsum(decides) - 1)[row]
            of_action, of_all[decides] = advice_on(values[which, action], which)
        hidden, cards = self._hidden(seen, of_all)
        heads = hidden @ policy.heads.T + policy.heads_bias
        logits = np.zeros(len(action), np.float32)
        add_products(hidden, row, self._action, policy.row_of_action[action], logits)
        place = 1
        for kind, rows in zip(self._cards, cards, strict=True):
            width = kind.encodings.shape[1]
            card = action - kind.kind.first_action
            named = (card >= 0) & (card < kind.kind.count)
            which = np.where(named, rows[row, np.where(named, card, 0)], -1)
            add_products(np.ascontiguousarray(heads[:, place : place + width]), row, kind.encodings, which, logits)
            place += width
        if policy.advised:
            logits += (of_action * heads[row, place : place + NUMBERS]).sum(axis=1)
        if len(policy.handicap):
            logits += policy.handicap[action]
        return row, action, logits, heads[:, 0]
