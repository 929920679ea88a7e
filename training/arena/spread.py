"""Rates over deals: the games of a deal share its luck, so the number of deals, not of games, decides how
certain a rate is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.arena.match import Interval, Z, wilson_of

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]

ROUNDING = 1e-12
"""A deal's contribution to the error of a rate is at most 1; values below this are only rounding of floats."""


@dataclass(frozen=True)
class Spread:
    """A rate, and each deal's contribution to its error: (deals,), with a sum of 0."""

    rate: float
    errors: Floats

    @property
    def variance(self) -> float:
        """The variance of the rate, over deals."""
        deals = len(self.errors)
        return float((self.errors**2).sum()) * deals / (deals - 1) if deals > 1 else 0.0

    @classmethod
    def of(cls, won: Floats, victories: Floats) -> "Spread":
        """The spread of the share of `victories` (deals,) that was `won` (deals,)."""
        total = max(float(victories.sum()), 1.0)
        rate = float(won.sum()) / total
        errors = (won - rate * victories) / total
        return cls(rate, np.where(np.abs(errors) < ROUNDING, 0.0, errors))

    @classmethod
    def mean(cls, spreads: "Sequence[Spread]", numbers: Sequence[Ids]) -> "Spread":
        """The spread of the mean of several rates, each over deals of these `numbers` (deals,), which may differ."""
        every = np.unique(np.concatenate(numbers))
        errors = np.zeros(len(every))
        for spread, own in zip(spreads, numbers, strict=True):
            errors[np.searchsorted(every, own)] += spread.errors / len(spreads)
        return cls(float(np.mean([spread.rate for spread in spreads])), errors)


def interval(spread: Spread) -> Interval:
    """A 95 % interval: Wilson's, for the number of independent games that would be as uncertain as this rate is, over
    deals (design effect: Kish 1965).

    With few deals the variance itself is uncertain, and Student's t makes the interval wider. Where nothing varies, the
    correlation of a deal's games is unknown, and each deal counts as one game. If the correction for luck moves a rate
    beyond 0 or 1, it is clipped there.
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
