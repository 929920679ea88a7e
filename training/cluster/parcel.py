"""A rollout in transit from an actor to the learner: only its decisions, masks as bits, advice on legal actions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from training.learn.collect import NOBODY, OF_DECISIONS, OF_PLACES, Bits, Bytes, Floats, Rollout


@dataclass(frozen=True)
class Parcel:
    """A rollout of R rows at n tables with K decisions, and how it was played.

    Attributes:
        version: the number of updates of the network that played.
        as_greedy: greedy played, to be imitated.
        games: how many games have ended.
        seconds: the time it took to play.
        cpu: CPU-seconds used for it.
        seat, rewards, ended: as in `Rollout`.
        decisions: each other part of the rollout, (K, …); the mask with eight bits per byte; the advice, if there is
            any, as one row of the values of all legal actions.
    """

    version: int
    as_greedy: bool
    games: int
    seconds: float
    cpu: float
    seat: Bytes
    rewards: Floats
    ended: Bits
    decisions: dict[str, npt.NDArray[Any]]

    @property
    def tables(self) -> int:
        return int(self.seat.shape[1])

    @property
    def nbytes(self) -> int:
        """Its size in bytes, without a few hundred bytes of packing."""
        parts: list[npt.NDArray[Any]] = [self.seat, self.rewards, self.ended, *self.decisions.values()]
        return sum(part.nbytes for part in parts)


def pack(rollout: Rollout, **others: Any) -> Parcel:
    """A packed copy of a rollout, with the other fields of the parcel."""
    there = rollout.seat != NOBODY
    decisions = {name: getattr(rollout, name)[there] for name in OF_DECISIONS}
    legal = decisions["action_mask"] != 0
    decisions["action_mask"] = np.packbits(legal, axis=1)
    if decisions["advice"].size:
        decisions["advice"] = decisions["advice"][legal]
    decisions["action"] = decisions["action"].astype(np.int16)
    seat, rewards, ended = (getattr(rollout, name).copy() for name in OF_PLACES)
    return Parcel(seat=seat, rewards=rewards, ended=ended, decisions=decisions, **others)


def unpack(parcels: Sequence[Parcel], empty: Rollout) -> Rollout:
    """The rollouts of parcels side by side, in the order of the parcels.

    Args:
        parcels: all with the same numbers of rows and seats.
        empty: a rollout without decisions, with as many tables as all parcels together; it is filled.
    """
    first = 0
    for parcel in parcels:
        part = empty.part(first, first + parcel.tables)
        for name in OF_PLACES:
            getattr(part, name)[:] = getattr(parcel, name)
        there = part.seat != NOBODY
        kept = dict(parcel.decisions)
        kept["action_mask"] = np.unpackbits(kept["action_mask"], axis=1, count=part.action_mask.shape[2])
        if part.advice.size:
            advice = np.zeros(kept["action_mask"].shape, np.float32)
            advice[kept["action_mask"] != 0] = kept["advice"]
            kept["advice"] = advice
        for name, array in kept.items():
            getattr(part, name)[there] = array
        first += parcel.tables
    return empty
