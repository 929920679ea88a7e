"""Whose decision earned what: rollouts over many tables, and the credit that each decision gets.

Each seat's own decisions in one game are one trajectory. What happens between two of them, other seats' moves
included, belongs to the earlier one; at the end of the game every seat's last decision gets its final reward.

A rollout breaks off in the middle of games, where a seat's last decision is still open: what follows from it is not
known before the seat decides again. It is not learned from yet, but carried over into the next rollout with what
it has earned so far. So every decision is learned from exactly once, and every bootstrap is the value of the
same seat's next own decision. A carried decision keeps the log-probability and value of the network that took it.
"""

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bits = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.int8]

NOBODY = -1


@dataclass
class Rollout:
    """R = seats + steps rows of decisions at n tables: row s < seats has the decision that seat s carried over.

    Attributes:
        observation: (R, n, D) int8. action_mask: (R, n, A) int8.
        seat: (R, n) int8, who decided; -1: there is no decision in this place.
        action: (R, n) int64. log_prob, value: (R, n) float32, of the network that decided.
        rewards: (R, n, seats) float32, what every seat earned between this row's decision and the next row's.
        ended: (R, n) bool, whether the game ended with this row's decision.
    """

    observation: Bytes
    action_mask: Bytes
    seat: Bytes
    action: Ints
    log_prob: Floats
    value: Floats
    rewards: Floats
    ended: Bits

    @classmethod
    def empty(cls, steps: int, tables: int, seats: int, observations: int, actions: int) -> "Rollout":
        """A rollout of `steps` steps without any decision in it."""
        rows = (seats + steps, tables)
        return cls(
            observation=np.zeros((*rows, observations), np.int8),
            action_mask=np.zeros((*rows, actions), np.int8),
            seat=np.full(rows, NOBODY, np.int8),
            action=np.zeros(rows, np.int64),
            log_prob=np.zeros(rows, np.float32),
            value=np.zeros(rows, np.float32),
            rewards=np.zeros((*rows, seats), np.float32),
            ended=np.zeros(rows, np.bool_),
        )

    def part(self, first: int, last: int) -> "Rollout":
        """The tables first … last-1 of it: the same memory."""
        return Rollout(**{f.name: getattr(self, f.name)[:, first:last] for f in fields(self)})

    @property
    def steps(self) -> range:
        """The rows of this rollout's own decisions."""
        return range(self.rewards.shape[2], len(self.seat))

    def carry_over(self, credit: "Credit") -> None:
        """Move the decisions that are still open to the first rows and clear the others."""
        table, seat = np.nonzero(credit.open_row != NOBODY)
        row = credit.open_row[table, seat]
        for kept in (self.observation, self.action_mask, self.action, self.log_prob, self.value):
            found: npt.NDArray[Any] = kept[row, table]
            kept[seat, table] = found
        self.seat[:] = NOBODY
        self.seat[seat, table] = seat
        self.ended[:] = False
        self.rewards[:] = 0
        self.rewards[seat, table, seat] = credit.open_earned[table, seat]


class Credit(NamedTuple):
    """What `credit` finds out.

    Attributes:
        advantage: (R, n) float32; 0 where `settled` is not set.
        settled: (R, n) bool: decisions whose seat has decided again or whose game has ended: to be learned from.
        open_row: (n, seats) int64: the row of each seat's open decision; -1: it has none.
        open_earned: (n, seats) float32: what that decision has earned so far.
    """

    advantage: Floats
    settled: Bits
    open_row: Ints
    open_earned: Floats


def credit(rollout: Rollout, discount: float, trace_decay: float) -> Credit:
    """Generalised advantage estimation along each seat's own decisions, all tables at once.

    Args:
        rollout: the decisions.
        discount: γ, for each own decision.
        trace_decay: λ. A seat's open decision counts as one whose advantage is 0.
    """
    rows, tables, seats = rollout.rewards.shape
    advantage = np.zeros((rows, tables), np.float32)
    settled = np.zeros((rows, tables), np.bool_)
    open_row = np.full((tables, seats), NOBODY, np.int64)
    open_earned = np.zeros((tables, seats), np.float32)

    # What comes after a decision of each seat at each table, seen from the end: has it an outcome, what has been
    # earned since, the value and advantage of the seat's next decision (0 after the end of the game).
    known = np.zeros((tables, seats), np.bool_)
    earned = np.zeros((tables, seats), np.float32)
    next_value = np.zeros((tables, seats), np.float32)
    next_advantage = np.zeros((tables, seats), np.float32)

    for row in range(rows - 1, -1, -1):
        ended = rollout.ended[row]
        known[ended] = True
        earned[ended] = next_value[ended] = next_advantage[ended] = 0
        earned += rollout.rewards[row]

        table = np.flatnonzero(rollout.seat[row] != NOBODY)
        seat = rollout.seat[row, table]
        value = rollout.value[row, table]
        surprise = earned[table, seat] + discount * next_value[table, seat] - value
        outcome = known[table, seat]
        gain = np.where(outcome, surprise + discount * trace_decay * next_advantage[table, seat], 0)
        advantage[row, table] = gain
        settled[row, table] = outcome
        waiting = ~outcome
        open_row[table[waiting], seat[waiting]] = row
        open_earned[table[waiting], seat[waiting]] = earned[table[waiting], seat[waiting]]

        known[table, seat] = True
        earned[table, seat] = 0
        next_value[table, seat] = value
        next_advantage[table, seat] = gain
    return Credit(advantage, settled, open_row, open_earned)
