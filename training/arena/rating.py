"""Plackett–Luce ratings, and shares of the victories, with intervals over deals.

In the Plackett–Luce model, the first place of a game goes to each seat in proportion to e^strength, the second place
among the remaining seats in the same way, and so on. openskill updates ratings game by game (Weng and Lin 2011), so its
ratings depend on the order of the games. In a ladder, all games are available and bots do not change: the ratings here
are those at which openskill's steps over all games cancel out, which is where the likelihood is highest. Seats of the
same bot share one rating, so their steps are added up.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import log, sqrt

import numpy as np
import numpy.typing as npt

from training.arena.deals import Deal, Played
from training.arena.match import Rate, wilson
from training.arena.spread import Spread, interval

Floats = npt.NDArray[np.float64]
Order = tuple[bool, ...]
"""An order of finish of a game between A and B, best first: is this seat A's?"""

POINTS = 400 / log(10)
"""Rating points per unit of strength, on the Elo scale: 400 points mean ten times the odds."""
SPREAD = 400 / POINTS
"""Standard deviation of the prior on strengths. The prior counts for less than one game, and keeps the rating of a bot
that never loses finite."""
RESAMPLES = 1000
_GRID = np.linspace(-10.0, 10.0, 401)
_ZERO = "random"


@dataclass(frozen=True)
class Rating:
    """A bot's rating in points, with its 95 % interval; both ends are None if only one deal was played."""

    bot: str
    points: float
    low: float | None
    high: float | None
    games: int


@dataclass(frozen=True)
class Share:
    """The share of the victories that went to bot `a`, against bot `b`.

    Attributes:
        seats_of_a: the composition; None: all of them together, in which both have equally many seats.
        parity: the share that equal bots would get.
        share: the share, with its 95 % interval.
    """

    a: str
    b: str
    seats_of_a: int | None
    deals: int
    games: int
    parity: float
    share: Rate

    def to_b(self) -> "Share":
        """The same from the other bot's side, for all compositions together."""
        mirrored = Rate(1 - self.share.rate, 1 - self.share.high, 1 - self.share.low, self.share.games)
        return Share(self.b, self.a, None, self.deals, self.games, 1 - self.parity, mirrored)


# ---------------------------------------------------------------------------------------------------------- the ratings


def ratings(played: Mapping[Deal, Played], seats: int) -> list[Rating]:
    """The ratings of all bots, best first; random has 0 if it plays, else the mean is 0.

    The intervals come from `RESAMPLES` bootstrap resamples of the deals. A deal is drawn with all its games, of all
    bots, since they share its luck.
    """
    bots = sorted({name for deal in played for name in (deal.a, deal.b)})
    numbers, counts = orders_by_deal(played, bots, seats)
    rng = np.random.default_rng(0)
    drawn = rng.multinomial(len(numbers), np.full(len(numbers), 1 / len(numbers)), RESAMPLES).astype(np.float64)
    weights = np.concatenate([np.ones((1, len(numbers))), drawn]) @ counts.reshape(len(numbers), -1)
    strengths = POINTS * fit(weights.reshape(-1, *counts.shape[1:]), len(bots), seats)
    strengths -= strengths[:, [bots.index(_ZERO)]] if _ZERO in bots else strengths.mean(axis=1, keepdims=True)
    low, high = np.quantile(strengths[1:], (0.025, 0.975), axis=0)
    games = {bot: sum(len(p.places) for deal, p in played.items() if bot in (deal.a, deal.b)) for bot in bots}
    unknown = [None] * len(bots)
    lows, highs = (low.tolist(), high.tolist()) if len(numbers) > 1 else (unknown, unknown)
    columns = zip(bots, strengths[0].tolist(), lows, highs, strict=True)
    result = [Rating(bot, points, below, above, games[bot]) for bot, points, below, above in columns]
    return sorted(result, key=lambda rating: -rating.points)


def orders_by_deal(played: Mapping[Deal, Played], bots: Sequence[str], seats: int) -> tuple[list[int], Floats]:
    """The numbers of the deals (D,), and how often each order of finish occurred: (D, pairs, orders)."""
    numbers = sorted({deal.number for deal in played})
    pairs = {pair: i for i, pair in enumerate(combinations(bots, 2))}
    places = {order: i for i, order in enumerate(all_orders(seats))}
    counts = np.zeros((len(numbers), len(pairs), len(places)))
    row = {number: i for i, number in enumerate(numbers)}
    for deal, games in played.items():
        for seating, game in zip(deal.seatings(seats), games.places, strict=True):
            for order, weight in orders_of(tuple(name == deal.a for name in seating), game).items():
                counts[row[deal.number], pairs[deal.a, deal.b], places[order]] += weight
    return numbers, counts


def all_orders(seats: int) -> list[Order]:
    """Every order of finish that two bots' seats can have."""
    return [
        tuple(place in of_a for place in range(seats))
        for seats_of_a in range(1, seats)
        for of_a in combinations(range(seats), seats_of_a)
    ]


@cache
def orders_of(is_a: tuple[bool, ...], places: tuple[int, ...]) -> dict[Order, float]:
    """The order of finish of a game; a tie counts as all orders of the tied seats, in equal parts."""
    result: dict[Order, float] = {(): 1.0}
    for place in sorted(set(places)):
        tied = list(permutations(mine for mine, own in zip(is_a, places, strict=True) if own == place))
        longer: dict[Order, float] = {}
        for order, weight in result.items():
            for more in tied:
                longer[order + more] = longer.get(order + more, 0.0) + weight / len(tied)
        result = longer
    return result


@cache
def slopes(seats: int) -> tuple[Floats, Floats]:
    """The step in A's strength after each order of finish, by openskill, and how it falls as A grows stronger.

    Both (orders, grid): the step, in units of strength, over the differences A - B of `_GRID`. It is the derivative of
    the order's log-likelihood; the step in B's strength is its negative.
    """
    from openskill.models import PlackettLuce

    unit = sqrt(1 / (2 * seats))  # with this for both, the model's scale c is 1, and a step is unit² times the slope
    model = PlackettLuce(mu=0.0, sigma=unit, beta=unit, tau=0.0)
    table = np.zeros((len(all_orders(seats)), len(_GRID)))
    for row, order in zip(table, all_orders(seats), strict=True):
        for i, difference in enumerate(_GRID.tolist()):
            before = [difference if mine else 0.0 for mine in order]
            after = model.rate([[model.rating(mu=mu, sigma=unit)] for mu in before])
            row[i] = sum(team[0].mu - mu for team, mu, mine in zip(after, before, order, strict=True) if mine)
    table /= unit**2
    falls: Floats = np.asarray(np.gradient(table, _GRID, axis=1))
    return table, falls


def fit(counts: Floats, bots: int, seats: int) -> Floats:
    """The maximum-likelihood strengths (R, bots), given how often each order of finish occurred (R, pairs, orders).

    Found by Newton's method; pairs are those of `combinations(range(bots), 2)`. The strengths of each row add up to 0.
    """
    steps, falls = slopes(seats)
    pairs = np.array(list(combinations(range(bots), 2)))
    edges = np.zeros((len(pairs), bots))
    edges[np.arange(len(pairs)), pairs[:, 0]] = 1.0
    edges[np.arange(len(pairs)), pairs[:, 1]] = -1.0
    strengths = np.zeros((len(counts), bots))
    for _ in range(50):
        difference = strengths @ edges.T
        step, fall = np.zeros_like(difference), np.zeros_like(difference)
        for order in range(len(steps)):
            step += counts[:, :, order] * np.interp(difference, _GRID, steps[order])
            fall += counts[:, :, order] * np.interp(difference, _GRID, falls[order])
        slope = step @ edges - strengths / SPREAD**2
        curvature = np.einsum("rp,pi,pj->rij", fall, edges, edges) - np.eye(bots) / SPREAD**2
        change = -np.linalg.solve(curvature, slope[:, :, None])[:, :, 0]
        strengths += np.clip(change, -1.0, 1.0)
        if np.abs(change).max() < 1e-9:
            break
    return strengths


# ---------------------------------------------------------------------------------------------- shares of the victories


def shares(played: Mapping[Deal, Played], seats: int) -> list[Share]:
    """For each pair of bots: A's share of the victories in all compositions together, then in each of them."""
    result: list[Share] = []
    pairs: dict[tuple[str, str], dict[Deal, Played]] = {}
    for deal in sorted(played):
        pairs.setdefault((deal.a, deal.b), {})[deal] = played[deal]
    for (a, b), deals in sorted(pairs.items()):
        compositions = Counter(deal.number for deal in deals)
        whole = {deal: games for deal, games in deals.items() if compositions[deal.number] == seats - 1}
        result.append(_share(a, b, None, whole, 0.5, seats))
        for seats_of_a in range(1, seats):
            these = {deal: games for deal, games in deals.items() if deal.seats_of_a == seats_of_a}
            if these:
                result.append(_share(a, b, seats_of_a, these, seats_of_a / seats, seats))
    return result


def _share(a: str, b: str, seats_of_a: int | None, deals: Mapping[Deal, Played], parity: float, seats: int) -> Share:
    numbers = {number: i for i, number in enumerate(sorted({deal.number for deal in deals}))}
    won, victories = np.zeros(len(numbers)), np.zeros(len(numbers))
    for deal, games in deals.items():
        for seating, winners in zip(deal.seatings(seats), games.winners, strict=True):
            if winners:
                won[numbers[deal.number]] += sum(seating[seat] == a for seat in winners) / len(winners)
                victories[numbers[deal.number]] += 1
    games_played = sum(len(games.places) for games in deals.values())
    return Share(a, b, seats_of_a, len(numbers), games_played, parity, share_of(won, victories))


def share_of(won: Floats, victories: Floats) -> Rate:
    """The share of the `victories` (deals,) that was `won` (deals,), with a 95 % interval clustered by deals."""
    games = round(float(victories.sum()))
    if not games:
        return wilson(0.0, 0)
    result = interval(Spread.of(won, victories))
    return Rate(result.rate, result.low, result.high, games)
