"""Rollouts in tensors, and the decisions to learn from in them: `training.learn.collect` on a device."""

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from training.learn.collect import NOBODY, OF_DECISIONS, AnyRollout, Credit, Rollout
from training.learn.ppo import Decisions, explained


@dataclass
class TensorRollout(AnyRollout):
    """R = seats + steps rows of decisions at n tables; see `training.learn.collect.Rollout`."""

    observation: Tensor
    action_mask: Tensor
    advice: Tensor
    seat: Tensor
    action: Tensor
    log_prob: Tensor
    value: Tensor
    rewards: Tensor
    ended: Tensor

    @classmethod
    def like(cls, small: Rollout, steps: int, tables: int, device: torch.device) -> "TensorRollout":
        """An empty rollout on a device, with the number types of `small` in each field."""

        def room(name: str) -> Tensor:
            part = torch.from_numpy(getattr(small, name))
            shape = small.rewards.shape[2] + steps, tables, *part.shape[2:]
            return torch.full(shape, NOBODY if name == "seat" else 0, dtype=part.dtype, device=device)

        return cls(**{f.name: room(f.name) for f in fields(cls)})


class Settled:
    """The decisions of a rollout that can be learned from by now, left in place."""

    def __init__(self, rollout: TensorRollout, credit: Credit) -> None:
        self.which = credit.settled.flatten().nonzero().squeeze(1)
        self.advantage = credit.advantage.flatten()[self.which]
        if len(self) > 1:
            self.advantage = (self.advantage - self.advantage.mean()) / (self.advantage.std() + 1e-8)
        self.target = credit.target.flatten()[self.which]
        self.rollout = rollout
        # Copied now: once the open decisions are carried over, others are in their places.
        self._value = rollout.value.flatten()[self.which]

    def __len__(self) -> int:
        return len(self.which)

    def at(self, chosen: Tensor, device: torch.device) -> Decisions:
        """A selection (k,) of them."""
        return Batch(self, chosen).decisions()

    def explained(self) -> float:
        """The share of the targets' variance that the values explained."""
        return explained(self.target, self._value)


class Batch:
    """A selection (k,) of settled decisions; `take` makes it another one of that length, in the same tensors."""

    def __init__(self, settled: Settled, chosen: Tensor) -> None:
        self._rollout = settled.rollout
        self._places = settled.which[chosen]
        self._advantage = settled.advantage[chosen]
        self._target = settled.target[chosen]

    def take(self, settled: Settled, chosen: Tensor) -> None:
        """Select these instead."""
        for own, every in ((self._places, settled.which), (self._advantage, settled.advantage),
                           (self._target, settled.target)):  # fmt: skip
            torch.index_select(every, 0, chosen, out=own)

    def decisions(self) -> Decisions:
        """What is selected, read from the rollout."""
        parts = {name: getattr(self._rollout, name).flatten(0, 1)[self._places] for name in OF_DECISIONS}
        return Decisions(**parts, advantage=self._advantage, target=self._target)
