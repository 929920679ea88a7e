"""Credit assignment: rollouts over many tables, and the credit that each decision gets.

Each seat's own decisions in one game form one trajectory. Whatever happens between two of them, other seats' moves
included, belongs to the earlier decision. At the end of the game, every seat's last decision gets its final reward.

A rollout breaks off in the middle of games, where a seat's last decision is still open: its consequences are not known
before the seat decides again. Such a decision is not learned from yet, but carried over into the next rollout together
with what it has earned so far. So every decision is learned from exactly once, and every bootstrap is the value of the
same seat's next own decision. A carried decision keeps the log-probability and value of the network that took it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bits = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.int8]

NOBODY = -1
OF_PLACES = ("seat", "rewards", "ended")
"""The fields of a `Rollout` that every place in it has."""
OF_DECISIONS = ("observation", "action_mask", "advice", "action", "log_prob", "value")
"""Its fields that only decisions have."""


class AnyRollout:
    """What rollouts of arrays and rollouts of tensors do with the decisions that are carried over."""

    seat: Any
    value: Any
    rewards: Any
    ended: Any
    of_decisions: ClassVar[tuple[str, ...]] = OF_DECISIONS

    @property
    def steps(self) -> range:
        """The rows of this rollout's own decisions."""
        return range(self.rewards.shape[2], len(self.seat))

    def open_decisions(self) -> dict[str, Tensor]:
        """The first rows, with the decisions that were carried over, as a checkpoint keeps them."""
        return {name: part[: self.steps.start].to("cpu", copy=True) for name, part in self._tensors().items()}

    def reopen(self, kept: Mapping[str, Tensor]) -> None:
        """Restore the decisions that `open_decisions` returned."""
        for name, part in self._tensors().items():
            part[: self.steps.start] = kept[name].to(part.device)

    def carry_over(self, credit: "Credit") -> None:
        """Move the decisions that are still open to the first rows and clear the others."""
        parts = self._tensors()
        rewards, deciding = parts["rewards"], parts["seat"]
        tables = deciding.shape[1]
        every = torch.arange(tables, device=deciding.device)
        open_row, open_earned = torch.as_tensor(credit.open_row), torch.as_tensor(credit.open_earned)
        deciding.fill_(NOBODY)
        parts["ended"].fill_(False)
        rewards.fill_(0)
        for seat, row in enumerate(open_row.unbind(dim=1)):
            is_open = row != NOBODY
            # A seat's own first row is read by that seat alone, so it may be overwritten here.
            source = torch.where(is_open, row, seat) * tables + every
            for name in self.of_decisions:
                parts[name][seat] = parts[name].flatten(0, 1).index_select(0, source)
            deciding[seat].masked_fill_(is_open, seat)
            rewards[seat, :, seat] = torch.where(is_open, open_earned[:, seat], 0)

    def _tensors(self) -> dict[str, Tensor]:
        """The fields by name, as tensors that share their memory."""
        return {name: torch.as_tensor(part) for name, part in vars(self).items()}


@dataclass
class Rollout(AnyRollout):
    """R = seats + steps rows of decisions at n tables: row s < seats has the decision that was carried over for seat s.

    Attributes:
        observation: (R, n, D) int8. action_mask: (R, n, A) int8.
        advice: (R, n, A) float32, the value that the game's bot gives each action; (R, n, 0) if no bot is asked.
        seat: (R, n) int8, the seat that decided; -1: there is no decision in this place.
        action: (R, n) int64. log_prob, value: (R, n) float32, of the network that decided.
        rewards: (R, n, seats) float32, what every seat earned between this row's decision and the next row's.
        ended: (R, n) bool, whether the game ended with this row's decision.
    """

    observation: Bytes
    action_mask: Bytes
    advice: Floats
    seat: Bytes
    action: Ints
    log_prob: Floats
    value: Floats
    rewards: Floats
    ended: Bits

    @classmethod
    def empty(cls, steps: int, tables: int, seats: int, observations: int, actions: int, advised: int = 0) -> "Rollout":
        """A rollout of `steps` steps without decisions; `advised`: the number of actions that a bot values."""
        rows = (seats + steps, tables)
        return cls(
            observation=np.zeros((*rows, observations), np.int8),
            action_mask=np.zeros((*rows, actions), np.int8),
            advice=np.zeros((*rows, advised), np.float32),
            seat=np.full(rows, NOBODY, np.int8),
            action=np.zeros(rows, np.int64),
            log_prob=np.zeros(rows, np.float32),
            value=np.zeros(rows, np.float32),
            rewards=np.zeros((*rows, seats), np.float32),
            ended=np.zeros(rows, np.bool_),
        )

    def part(self, first: int, last: int) -> Self:
        """The tables first … last-1 of the rollout, sharing its memory."""
        return type(self)(**{f.name: getattr(self, f.name)[:, first:last] for f in fields(self)})


class Newest(NamedTuple):
    """What the newest network says about a rollout that an older one has played.

    Attributes:
        ratio: (R, n) float32, π/μ of the action that was taken: newest policy over the one that decided.
        value: (R, n) float32.
        most_ratio, most_trace: ρ̄ and c̄, the upper bounds at which that ratio is clipped.
    """

    ratio: Floats
    value: Floats
    most_ratio: float = 1.0
    most_trace: float = 1.0


class Credit(NamedTuple):
    """The result of `credit`: arrays, or tensors if the rollout consists of tensors.

    Attributes:
        advantage: (R, n) float32; 0 where `settled` is not set.
        target: (R, n) float32, for the value; 0 where `settled` is not set.
        settled: (R, n) bool: decisions to learn from, because their seat has decided again or their game has ended.
        open_row: (n, seats) int64: the row of each seat's open decision; -1: it has none.
        open_earned: (n, seats) float32: what that decision has earned so far.
    """

    advantage: Any
    target: Any
    settled: Any
    open_row: Any
    open_earned: Any


def credit(rollout: AnyRollout, discount: float, trace_decay: float, newest: Newest | None = None) -> Credit:
    """Compute targets and advantages along each seat's own decisions, at all tables at the same time.

    For a decision s of a seat, with its next own decision s + 1, π the newest policy and μ the one that decided
    (V-trace: Espeholt et al. 2018, arXiv 1802.01561):

        ρ = min(ρ̄, π/μ)                                  weight of the decision's own error
        c = λ · min(c̄, π/μ)                              how much of the later errors is passed back to it
        δ = r + γ V(s + 1) − V(s)                         all values V by the newest network
        target(s) = V(s) + ρ δ + γ c (target(s + 1) − V(s + 1))
        advantage(s) = ρ (δ + γ λ (target(s + 1) − V(s + 1)))

    Where π = μ, this is generalised advantage estimation (Schulman et al. 2016, arXiv 1506.02438).

    Args:
        rollout: the decisions, as arrays, or as tensors on one device (`training.learn.on_device.rollout`).
        discount: γ, for each own decision.
        trace_decay: λ. A seat's open decision counts as one whose target is its value.
        newest: replaces the rollout's own `log_prob` and `value`; None: the newest network played.
    """
    value, rho, c = rollout.value, None, None
    if newest is not None:
        value, ratio = newest.value, torch.as_tensor(newest.ratio)
        rho, c = ratio.clamp(max=newest.most_ratio), ratio.clamp(max=newest.most_trace)
    parts: tuple[Any, ...] = rollout.seat, rollout.rewards, rollout.ended, value
    deciding, rewards, ends, values = map(torch.as_tensor, parts)
    rows, tables, seats = rewards.shape
    advantage, target = torch.zeros_like(values), torch.zeros_like(values)
    settled = torch.zeros_like(ends)
    open_row = torch.full((tables, seats), NOBODY, dtype=torch.int64, device=values.device)
    who = torch.arange(seats, device=values.device)

    # What follows a decision of each seat at each table, seen from the end: whether the outcome is known, what has been
    # earned since, the value of the seat's next decision, and how far its target is from that value (0 after the game's
    # end). What applies to some tables only is computed for all of them, and masked: on a GPU nothing has to wait.
    known = torch.zeros((tables, seats), dtype=torch.bool, device=values.device)
    open_earned, earned, next_value, next_error = values.new_zeros((4, tables, seats)).unbind()

    for row in range(rows - 1, -1, -1):
        ended = ends[row].unsqueeze(1)
        known |= ended
        for each in (earned, next_value, next_error):
            each.masked_fill_(ended, 0)
        earned += rewards[row]

        there = deciding[row] != NOBODY
        seat = deciding[row].long().clamp(min=0).unsqueeze(1)
        own, mine, outcome = values[row], earned.gather(1, seat), known.gather(1, seat).squeeze(1) & there
        surprise = mine.squeeze(1) + discount * next_value.gather(1, seat).squeeze(1) - own
        later = discount * trace_decay * next_error.gather(1, seat).squeeze(1)
        total = error = surprise + later
        if rho is not None and c is not None:
            total, error = rho[row] * total, rho[row] * surprise + c[row] * later
        error = torch.where(outcome, error, 0)
        advantage[row] = torch.where(outcome, total, 0)
        target[row] = torch.where(outcome, own + error, 0)
        settled[row] = outcome
        decides = (who == seat) & there.unsqueeze(1)
        waits = decides & ~outcome.unsqueeze(1)
        open_row.masked_fill_(waits, row)
        open_earned.copy_(torch.where(waits, earned, open_earned))

        known |= decides
        earned.masked_fill_(decides, 0)
        next_value.copy_(torch.where(decides, own.unsqueeze(1), next_value))
        next_error.copy_(torch.where(decides, error.unsqueeze(1), next_error))
    found = advantage, target, settled, open_row, open_earned
    return Credit(*(found if isinstance(parts[0], Tensor) else (part.numpy() for part in found)))
