"""A rollout on its way from an actor to the learner: its decisions alone, masks as bits."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from training.learn.collect import NOBODY, Bits, Bytes, Floats, Rollout

OF_PLACES = ("seat", "rewards", "ended")
"""What a rollout says of every place in it; all else it says of decisions."""
OF_DECISIONS = tuple(f.name for f in fields(Rollout) if f.name not in OF_PLACES)


@dataclass(frozen=True)
class Parcel:
    """A rollout of R rows at n tables with K decisions, and how it came about.

    Attributes:
        version: updates that the network had behind it which played.
        as_greedy: greedy played, to be imitated.
        games: how many have ended.
        seconds: of playing.
        cpu: seconds that a core was at work for it.
        past: places of the past selves that the games under way need.
        seat, rewards, ended: as in `Rollout`.
        decisions: each other part of the rollout, (K, …); of the mask eight bits a byte.
    """

    version: int
    as_greedy: bool
    games: int
    seconds: float
    cpu: float
    past: frozenset[int]
    seat: Bytes
    rewards: Floats
    ended: Bits
    decisions: dict[str, npt.NDArray[Any]]

    @property
    def tables(self) -> int:
        return int(self.seat.shape[1])

    @property
    def nbytes(self) -> int:
        """What it weighs, in bytes, but for a few hundred of packing."""
        parts: list[npt.NDArray[Any]] = [self.seat, self.rewards, self.ended, *self.decisions.values()]
        return sum(part.nbytes for part in parts)


def pack(rollout: Rollout, **told: Any) -> Parcel:
    """A copy of a rollout, packed, with what else is told of it."""
    there = rollout.seat != NOBODY
    decisions = {name: getattr(rollout, name)[there] for name in OF_DECISIONS}
    decisions["action_mask"] = np.packbits(decisions["action_mask"] != 0, axis=1)
    decisions["action"] = decisions["action"].astype(np.int16)
    seat, rewards, ended = (getattr(rollout, name).copy() for name in OF_PLACES)
    return Parcel(seat=seat, rewards=rewards, ended=ended, decisions=decisions, **told)


def unpack(parcels: Sequence[Parcel], empty: Rollout) -> Rollout:
    """The rollouts of parcels side by side, in the order of the parcels.

    Args:
        parcels: what came; all of the same numbers of rows and seats.
        empty: a rollout without decisions at as many tables as all of them together; it is filled.
    """
    first = 0
    for parcel in parcels:
        part = empty.part(first, first + parcel.tables)
        for name in OF_PLACES:
            getattr(part, name)[:] = getattr(parcel, name)
        there = part.seat != NOBODY
        actions = part.action_mask.shape[2]
        for name, kept in parcel.decisions.items():
            getattr(part, name)[there] = np.unpackbits(kept, axis=1, count=actions) if name == "action_mask" else kept
        first += parcel.tables
    return empty
