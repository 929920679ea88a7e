"""Win rates and their 95 % intervals over deals, with and without the luck in them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.arena.match import Interval
from training.arena.spread import Spread, interval

Floats = npt.NDArray[np.float64]

MIN_DEALS = 20
"""With fewer deals than this, how much of the luck to take off cannot be told from them: others have to say it."""


@dataclass(frozen=True)
class Estimate:
    """A part of the victories.

    Attributes:
        deals, games: how many were played.
        parity: the part that equals would get.
        plain: the part that was won.
        less_luck: the same less the luck that was measured; None: it was not.
        factor: how many times as many deals the plain rate would need to be as certain; None likewise.
        weight: how much of the luck was taken off, the mean over deals; None likewise.
        duplicates: how many times as many games it would need if each came from a deal of its own.
    """

    deals: int
    games: int
    parity: float
    plain: Interval
    less_luck: Interval | None
    factor: float | None
    weight: float | None
    duplicates: float | None

    @property
    def best(self) -> Interval:
        """What to report: without luck where that was measured."""
        return self.less_luck or self.plain


@dataclass(frozen=True)
class Counts:
    """What one side got, a row for each deal and a column for each game of it.

    Attributes:
        won: (deals, games) its part of the victory. victories: (deals, games) 1 where somebody won.
        luck: (deals, games) how much of `won` was luck; None: it was not measured.
        kinds: (games,) games with the same number differ in nothing but the rotation.
        numbers: (deals,) of the deals.
    """

    won: Floats
    victories: Floats
    luck: Floats | None
    kinds: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]

    def other_side(self) -> "Counts":
        """What the other side got."""
        luck = None if self.luck is None else -self.luck
        return Counts(self.victories - self.won, self.victories, luck, self.kinds, self.numbers)

    def of(self, kind: int) -> "Counts":
        """The games of one kind."""
        own = self.kinds == kind
        luck = None if self.luck is None else self.luck[:, own]
        return Counts(self.won[:, own], self.victories[:, own], luck, self.kinds[own], self.numbers)


def spreads(counts: Counts, weight: float = 0.0) -> tuple[Spread, Spread | None]:
    """Of the plain rate, and of that without luck; see `weights`."""
    won, victories = counts.won.sum(axis=1), counts.victories.sum(axis=1)
    plain = Spread.of(won, victories)
    if counts.luck is None:
        return plain, None
    return plain, Spread.of(won - weights(counts, weight) * counts.luck.sum(axis=1), victories)


def weights(counts: Counts, weight: float = 0.0) -> Floats:
    """(deals,) how much of its luck is taken off each deal.

    It is fitted to all others, so that the deal's own luck has no part in it and the rate stays without bias. Fewer
    than `MIN_DEALS` deals have `weight`, taken from other deals, since a weight fitted to so few is mostly luck; or
    none, where that makes the rate no surer.

    Raises:
        ValueError: luck was not measured.
    """
    if counts.luck is None:
        raise ValueError("luck was not measured, so it cannot be subtracted")
    luck = counts.luck.sum(axis=1)
    won, victories = counts.won.sum(axis=1), counts.victories.sum(axis=1)
    if len(luck) < MIN_DEALS:
        surer = Spread.of(won - weight * luck, victories).variance <= Spread.of(won, victories).variance
        return np.full(len(luck), weight if surer else 0.0)
    errors = won - won.sum() / max(victories.sum(), 1.0) * victories
    shared, own = errors * luck, luck**2
    left = own.sum() - own
    return np.where(left > 0, (shared.sum() - shared) / np.where(left > 0, left, 1.0), 0.0)


def estimate(counts: Counts, parity: float, weight: float = 0.0) -> Estimate:
    """A part of the victories, from what was counted. `weight`: of luck, for few deals, see `weights`."""
    plain, less_luck = spreads(counts, weight)
    duplicates = _ratio(_alone(counts), plain.variance)
    size = len(counts.won), counts.won.size, parity, interval(plain)
    if less_luck is None:
        return Estimate(*size, None, None, None, duplicates)
    factor = _ratio(plain.variance, less_luck.variance)
    return Estimate(*size, interval(less_luck), factor, float(weights(counts, weight).mean()), duplicates)


def _alone(counts: Counts) -> float:
    """The variance that the rate would have if every game came from a deal of its own."""
    total = max(float(counts.victories.sum()), 1.0)
    sums = 0.0
    for kind in np.unique(counts.kinds):
        own = counts.of(int(kind))
        rate = own.won.sum() / max(own.victories.sum(), 1.0)
        sums += float(((own.won - rate * own.victories) ** 2).sum())
    return sums / total**2


def _ratio(above: float, below: float) -> float | None:
    return above / below if below > 0 else None
