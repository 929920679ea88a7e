"""Rates over deals: the games of a deal share its luck, so that deals, not games, say how sure a rate is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.arena.match import Interval, Z, wilson_of

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]

ROUNDING = 1e-12
"""What a deal adds to the error of a rate is a part of it, and less than this is what adding floats leaves over."""


@dataclass(frozen=True)
class Spread:
    """A rate, and what each deal adds to its error: (deals,), with a sum of 0."""

    rate: float
    errors: Floats

    @property
    def variance(self) -> float:
        """Of the rate, over deals."""
        deals = len(self.errors)
        return float((self.errors**2).sum()) * deals / (deals - 1) if deals > 1 else 0.0

    @classmethod
    def of(cls, won: Floats, victories: Floats) -> "Spread":
        """Of the part of `victories` (deals,) that was `won` (deals,)."""
        total = max(float(victories.sum()), 1.0)
        rate = float(won.sum()) / total
        errors = (won - rate * victories) / total
        return cls(rate, np.where(np.abs(errors) < ROUNDING, 0.0, errors))

    @classmethod
    def mean(cls, spreads: "Sequence[Spread]", numbers: Sequence[Ids]) -> "Spread":
        """Of the mean of several rates, each over deals of these `numbers` (deals,), which may differ."""
        every = np.unique(np.concatenate(numbers))
        errors = np.zeros(len(every))
        for spread, own in zip(spreads, numbers, strict=True):
            errors[np.searchsorted(every, own)] += spread.errors / len(spreads)
        return cls(float(np.mean([spread.rate for spread in spreads])), errors)


def interval(spread: Spread) -> Interval:
    """A 95 % interval: Wilson's, for as many independent games as would be as uncertain as this is, over deals (design
    effect: Kish 1965).

    With few deals the variance itself is uncertain; the interval is wider by Student's t. Where nothing varies, nobody
    knows how much the games of a deal share, and each deal is one game. A rate that luck taken off brings beyond 0 or 1
    is put there.
    """
    rate = min(max(spread.rate, 0.0), 1.0)
    deals = len(spread.errors)
    variance = spread.variance * (student(deals - 1) / Z) ** 2 if deals > 1 else 0.0
    games = rate * (1 - rate) / variance if variance > 0 and 0 < rate < 1 else deals
    return Interval(rate, *wilson_of(rate, games))


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t (Abramowitz and Stegun 26.7.5; exact for one and two degrees of freedom)."""
    if freedom <= 2:
        return 12.7062 if freedom == 1 else 4.30265
    z = Z
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + (first + (second + (third + fourth / freedom) / freedom) / freedom) / freedom
