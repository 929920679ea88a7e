"""Rollouts in tensors, and minibatches of their decisions: `training.learn.collect` on a device."""

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from training.learn.collect import NOBODY, AnyRollout, Rollout
from training.learn.ppo import Decisions, Selected


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


class Batch:
    """A selection (k,) of decisions; `take` makes it another one of that length, in the same tensors."""

    def __init__(self, every: Decisions, chosen: Tensor) -> None:
        self._parts = every.parts
        self._places = every.which[chosen]
        self._advantage = every.advantage[chosen]
        self._target = every.target[chosen]

    def take(self, every: Decisions, chosen: Tensor) -> None:
        """Select these instead."""
        for own, theirs in ((self._places, every.which), (self._advantage, every.advantage),
                           (self._target, every.target)):  # fmt: skip
            torch.index_select(theirs, 0, chosen, out=own)

    def decisions(self) -> Selected:
        """What is selected, read from the rollout."""
        parts = {name: part[self._places] for name, part in self._parts.items()}
        return Selected(**parts, advantage=self._advantage, target=self._target)
