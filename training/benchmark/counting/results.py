"""The rows of a task: how each bot does against the frozen opponents, its rating, and its rank by majorities."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.replays import package_version
from training.arena.deals import Deal, Played
from training.arena.match import Interval
from training.arena.rating import Rating, ratings
from training.arena.spread import Spread, interval
from training.benchmark.counting.estimate import Counts, Estimate, estimate, spreads
from training.benchmark.counting.social import ranked_pairs
from training.benchmark.playing.play import BenchmarkFile
from training.benchmark.tasks import Task


@dataclass(frozen=True)
class Against:
    """How a bot does against one opponent.

    Attributes:
        alone: in one seat, the opponent in all others.
        together: in all compositions, in which both have equally many seats.
    """

    alone: Estimate
    together: Estimate


@dataclass(frozen=True)
class Row:
    """A row of the table.

    Attributes:
        bot: by name. network: the hash of the network that it plays by; empty if it has none.
        deals, games: that it has played against each opponent, at least.
        score: the mean of `together` over the frozen opponents, itself among them at one half.
        against: by opponent.
        rating, low, high: in Elo points, with the 95 % interval.
        rank: by majorities (`social`).
    """

    bot: str
    network: str
    deals: int
    games: int
    score: Interval
    against: Mapping[str, Against]
    rating: float
    low: float | None
    high: float | None
    rank: int


@dataclass(frozen=True)
class Result:
    """What is known of a task.

    Attributes:
        rules: the digest of those by which the games were played; empty: an older version did not name them.
        margins: for each two bots that have met, the part of the deals that the first won, less that of the second.
    """

    task: str
    game: str
    options: Mapping[str, int | bool]
    version: str
    seed: int
    protocol: Mapping[str, int | bool]
    opponents: list[str]
    rows: list[Row]
    margins: list[tuple[str, str, float]]
    rules: str = ""

    def row(self, bot: str) -> Row:
        """The row of a bot. Raises OptionError if there is none."""
        for row in self.rows:
            if row.bot == bot:
                return row
        raise OptionError(f"{self.task} has no row of {bot}; it has {', '.join(row.bot for row in self.rows)}")

    def content(self) -> dict[str, Any]:
        """As JSON keeps it: numbers to six digits."""
        result: dict[str, Any] = _rounded(asdict(self))
        return result

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> "Result":
        """From `content`."""
        rows = [
            Row(**{
                **row,
                "score": Interval(**row["score"]),
                "against": {name: Against(*map(_estimate, both.values())) for name, both in row["against"].items()},
            })
            for row in content["rows"]
        ]  # fmt: skip
        margins = [(a, b, margin) for a, b, margin in content["margins"]]
        return cls(**{**content, "rows": rows, "margins": margins})


def _estimate(content: Mapping[str, Any]) -> Estimate:
    less_luck = content["less_luck"]
    return Estimate(**{
        "weight": None,  # which older files lack
        **content,
        "plain": Interval(**content["plain"]),
        "less_luck": None if less_luck is None else Interval(**less_luck),
    })  # fmt: skip


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, list | tuple) else value


def result_of(task: Task, file: BenchmarkFile, table: Result | None = None) -> Result:
    """What the games in a file say.

    Args:
        table: the committed result of the task: how much luck to take off where deals are few; None: none of it there.

    Raises:
        OptionError: nothing has been played.
    """
    setting = file.setting
    if not file.played:
        raise OptionError(f"{file.path}: no games have been played yet; give --deals 1 or more")
    bots = sorted({name for deal in file.played for name in (deal.a, deal.b)})
    pairs = {pair: _counts(file.played, *pair, setting.seats) for pair in combinations(bots, 2)}
    met = {pair: counts for pair, counts in pairs.items() if counts is not None}
    margins = {pair: _margin(counts) for pair, counts in met.items()}
    ranks = ranked_pairs(bots, margins)
    opponents = [name for name in task.opponents if name in bots]
    rows = [
        _row(rating, file.bots[rating.bot], met, opponents, ranks[rating.bot], setting.seats, table)
        for rating in ratings(file.played, setting.seats)
    ]
    return Result(
        task.name, setting.game.name, dict(setting.options), package_version(), setting.seed,
        dict(setting.protocol.content()), opponents, [row for row in rows if row is not None],
        [(a, b, margin) for (a, b), margin in sorted(margins.items())], setting.game.rules_digest,
    )  # fmt: skip


def _counts(
    played: Mapping[Deal, Played], a: str, b: str, seats: int, kinds: Sequence[int] | None = None
) -> Counts | None:
    """What `a` got against `b` in the deals played in all compositions, or in these `kinds`; None: there are none."""
    kinds = kinds or range(1, seats)
    numbers = sorted({deal.number for deal in played if (deal.a, deal.b) == (a, b)})
    whole = [number for number in numbers if all(Deal(number, a, b, kind) in played for kind in kinds)]
    if not whole:
        return None
    shape = len(whole), len(kinds), seats
    won, victories, luck = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    measured = True
    for i, number in enumerate(whole):
        for j, kind in enumerate(kinds):
            deal = Deal(number, a, b, kind)
            games = played[deal]
            measured = measured and bool(games.luck)
            for turn, (row, winners) in enumerate(zip(deal.seatings(seats), games.winners, strict=True)):
                victories[i, j, turn] = bool(winners)
                won[i, j, turn] = sum(row[seat] == a for seat in winners) / max(len(winners), 1)
            luck[i, j] = games.luck or 0.0
    flat = len(whole), len(kinds) * seats
    return Counts(
        won.reshape(flat), victories.reshape(flat), luck.reshape(flat) if measured else None, np.repeat(kinds, seats),
        np.array(whole),
    )  # fmt: skip


def alone_against(file: BenchmarkFile, bot: str, other: str, weight: float = 0.0) -> Estimate:
    """What a bot wins in one seat, `other` in all the rest; compositions that were not played are not asked for.

    `weight` is that of luck, for few deals.
    """
    seats = file.setting.seats
    kind = 1 if bot < other else seats - 1
    a, b = sorted((bot, other))
    counts = _counts(file.played, a, b, seats, (kind,))
    if counts is None:
        raise OptionError(f"{file.path}: {bot} and {other} have not met")
    return estimate(counts if bot < other else counts.other_side(), 1 / seats, weight)


def _margin(counts: Counts) -> float:
    mine, others = counts.won.sum(axis=1), (counts.victories - counts.won).sum(axis=1)
    return float(np.sign(np.round(mine - others, 9)).mean())


def weights_against(table: Result | None, other: str) -> tuple[float, float]:
    """How much luck to take off what a bot got against a frozen opponent, alone and together, in few deals.

    It is what was fitted to the many deals of another frozen opponent against it: of the one whose victories were least
    foregone, for there luck decides most. None is taken off where it made no rate surer.
    """
    if table is None:
        return 0.0, 0.0
    met = [row.against[other] for row in table.rows if row.bot in table.opponents and other in row.against]
    return _told([each.alone for each in met]), _told([each.together for each in met])


def _told(found: Sequence[Estimate]) -> float:
    best = max(found, key=lambda each: each.plain.half, default=None)
    if best is None or best.weight is None or best.factor is None or best.factor <= 1:
        return 0.0
    return best.weight


def _row(
    rating: Rating, network: str, met: Mapping[tuple[str, str], Counts], opponents: Sequence[str], rank: int,
    seats: int, table: Result | None,
) -> Row | None:  # fmt: skip
    """None: the bot has not met all opponents, or is the only one."""
    bot = rating.bot
    against, parts, means = {}, [], []
    for other in opponents:
        mirrored = (other, bot) in met
        counts = met[other, bot].other_side() if mirrored else met.get((bot, other))
        if counts is None:
            continue
        alone, together = weights_against(table, other)
        one = counts.of(seats - 1 if mirrored else 1)
        against[other] = Against(estimate(one, 1 / seats, alone), estimate(counts, 0.5, together))
        plain, less_luck = spreads(counts, together)
        parts.append(counts)
        means.append(less_luck or plain)
    if not parts or len(parts) < len(set(opponents) - {bot}):
        return None
    deals, games = min(len(part.won) for part in parts), min(part.won.size for part in parts)
    numbers = [part.numbers for part in parts]
    if bot in opponents:
        means.append(Spread(0.5, np.zeros(0)))
        numbers.append(np.zeros(0, np.int64))
    score = interval(Spread.mean(means, numbers))
    return Row(bot, network, deals, games, score, against, rating.points, rating.low, rating.high, rank)
