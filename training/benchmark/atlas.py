"""The atlas: algorithms × tasks × seeds, each run trained, measured against the frozen opponents, and kept as a row.

    dynasty benchmark --atlas                                     # all of it, in any number of sittings
    dynasty benchmark leduc_v0 --atlas --learners ppo,mmd --seeds 2 --decisions 2000

Runs come by seed first, so that the table so far compares all algorithms at any time. What has been trained and played
is kept in the folder; the same command goes on where it was stopped, and more tasks, learners or seeds add to it.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as ShownTable

from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.files.lock import waiting_for
from dynasty_env.kit.files.origin import origin
from training.algorithms.registry import ALGORITHMS, algorithm
from training.arena.match import Interval
from training.benchmark import learners
from training.benchmark.counting.aggregate import (
    Floats,
    Scores,
    by_task,
    interquartile_means,
    performance_profile,
    probability,
)
from training.benchmark.counting.results import Row
from training.benchmark.suites.suite import FROZEN
from training.benchmark.tasks import CHAMPION, Task
from training.exact.policy import policy_of
from training.exact.tree import build
from training.exact.value import exploited
from training.output import as_json, from_json, on_disk, say, shown

FILE = "atlas.json"
"""Runs of the atlas, of all tasks and algorithms."""
SUITE = "benchmark-1"
"""Whose tasks are those of the atlas, if nothing else is said: against champions that stay the same."""
DEALS = 20
"""Of each run against each opponent, if nothing else is said."""
OWN = "function of one's own"
"""The track of a learner that is no algorithm of the package."""


@dataclass(frozen=True)
class Entry:
    """One run of an algorithm on a task.

    Attributes:
        task, learner, track, decisions, seed: what was learned, by whom, given what, and how long.
        deals: that were played against each opponent.
        score: of the benchmark; against: what it wins in one seat, by opponent in all others.
        cpu: seconds of processor time of its training, all sittings together.
        nash_conv: exactly, in points, where the game is small enough: of the policy that samples, or of the best
            actions where values are learned; None where the run keeps no network of its own.
        version, rules: of the package, and the digest of the game's rules.
        rating: by Plackett and Luce among the opponents, in Elo points, 0 for random; None: an older row.
        settings: of the algorithm, that tuning has chosen; what they leave out is its default.
        sampled: the score with actions that are sampled from the policy, where `score` takes the likeliest ones; None
            where values are learned, or another library plays.
    """

    task: str
    learner: str
    track: str
    decisions: int
    seed: int
    deals: int
    score: float
    against: Mapping[str, float]
    cpu: float
    nash_conv: float | None
    version: str
    rules: str
    rating: float | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    sampled: float | None = None

    @property
    def key(self) -> tuple[str, str, int, int]:
        """What there is one row of."""
        return self.task, self.learner, self.decisions, self.seed


def rows_in(file: Path) -> list[Entry]:
    """The runs in a file; none where there is no file. Raises SaveError if it cannot be read."""
    if not file.is_file():
        return []
    return from_json(file, "runs of an atlas", lambda content: [Entry(**row) for row in content["runs"]])


def save(entry: Entry, file: Path) -> None:
    """Put a run into a file, in place of an older one of the same key. Raises SaveError."""
    with on_disk(file):
        file.parent.mkdir(parents=True, exist_ok=True)
    with waiting_for(file):  # other processes may put theirs there
        others = [row for row in rows_in(file) if row.key != entry.key]
        runs = [asdict(row) for row in sorted([*others, entry], key=lambda row: row.key)]
        with on_disk(file):
            write_whole(file, as_json({"runs": runs}))


@dataclass(frozen=True)
class Plan:
    """What is to be run.

    Attributes:
        tasks, learners: each with each.
        decisions: of each run.
        seeds: how many runs, from seed 1 on.
        out: the folder.
    """

    tasks: Sequence[Task]
    learners: Sequence[str]
    decisions: int
    seeds: int
    out: Path

    def __post_init__(self) -> None:
        """Raises OptionError if there is no such learner, or nothing to do."""
        if not self.learners:
            raise OptionError("--learners names none")
        for name in self.learners:
            learners.learner_named(name)

    def cells(self) -> Iterator[tuple[Task, str, int]]:
        """Task, learner and seed of each run: by seed first."""
        for seed in range(1, self.seeds + 1):
            for task in self.tasks:
                for learner in self.learners:
                    yield task, learner, seed

    def missing(self) -> list[tuple[Task, str, int]]:
        """Those that have no row yet, or one by other settings than today's."""
        there = {row.key for row in rows_in(self.out / FILE) if row.settings == learners.settings_of(row.learner)}
        return [cell for cell in self.cells() if (cell[0].name, cell[1], self.decisions, cell[2]) not in there]

    def rows(self) -> list[Entry]:
        """What is there of it."""
        wanted = {(task.name, learner, self.decisions, seed) for task, learner, seed in self.cells()}
        return [row for row in rows_in(self.out / FILE) if row.key in wanted]


@contextmanager
def timed(file: Path) -> Iterator[None]:
    """Add the processor time that passes within to a file."""
    begun = time.process_time()
    try:
        yield
    finally:
        write_whole(file, f"{spent(file) + time.process_time() - begun:.2f}\n".encode())


def spent(file: Path) -> float:
    """The seconds in a file; 0 where there is none."""
    return float(file.read_text()) if file.is_file() else 0.0


def track_of(learner: str) -> str:
    """What a learner is given beside the game."""
    return algorithm(learner).track if learner in ALGORITHMS else OWN


def samples(learner: str, bot: str) -> str | None:
    """The bot that samples from the network that `bot` takes the likeliest actions of; None where that gives values,
    or is of somebody's own or of another library."""
    stem, _, path = bot.partition(":")
    is_policy = learner in ALGORITHMS and algorithm(learner).learns_policy
    return f"sampled:{path}" if is_policy and stem == "net" else None


def nash_conv(task: Task, bot: str) -> float | None:
    """Of what a bot does, in points; None where the game is too large, or the bot is no network of this package."""
    game = task.game
    if game.chance is None or bot.partition(":")[0] not in ("net", "sampled"):
        return None
    options: dict[str, Any] = dict(task.options)
    tree = build(game, **options)
    return exploited(tree, policy_of(make_bot(bot, game), tree).policy).nash_conv * game.points_bound


def entry_of(plan: Plan, cell: tuple[Task, str, int], measure: Any, console: Console) -> Entry:
    """Train a run, or what is lacking of it, and measure it.

    Args:
        plan: whose run it is.
        cell: task, learner and seed.
        measure: ``measure(task, bot, folder)`` plays the bot's games and gives the `Result` of the task.
        console: told how far it is.
    """
    task, learner, seed = cell
    folder = learners.folder_of(task, learner, plan.decisions, plan.out)
    own = folder / f"seed-{seed}"
    with on_disk(own):
        own.mkdir(parents=True, exist_ok=True)
    clock = own / "seconds.txt"
    with timed(clock):
        bot = learners.train_one(task, learner, plan.decisions, seed, plan.out)
    row = measure(task, bot, folder).row(bot)
    sampling = samples(learner, bot)
    sampled = None if sampling is None else round(measure(task, sampling, folder).row(sampling).score.rate, 6)
    return Entry(
        task.name, learner, track_of(learner), plan.decisions, seed, cpu=round(spent(clock), 1), sampled=sampled,
        nash_conv=nash_conv(task, sampling or bot), settings=learners.settings_of(learner),
        **(measured(row) | origin(task.game)),
    )  # fmt: skip


def measured(row: Row) -> dict[str, Any]:
    """What an entry keeps of a row of the benchmark, by the names of its fields."""
    against = {other: round(result.alone.best.rate, 6) for other, result in row.against.items() if other != row.bot}
    return {
        "deals": row.deals, "score": round(row.score.rate, 6), "against": against, "rating": round(row.rating, 1),
    }  # fmt: skip


def run(plan: Plan, measure: Any, console: Console) -> None:
    """Run what is missing of a plan, and tell the table so far after each run."""
    missing = plan.missing()
    total = len(list(plan.cells()))
    for number, cell in enumerate(missing, total - len(missing) + 1):
        task, learner, seed = cell
        say(
            console,
            f"run {number} of {total}: {task.name}, {shown(learner)}, seed {seed}, {plan.decisions:,} decisions",
        )
        entry = entry_of(plan, cell, measure, console)
        save(entry, plan.out / FILE)
        say(console, f"  score {entry.score:.1%} in {entry.cpu:,.0f} s of a core")
    show(plan.rows(), console)


# ---------------------------------------------------------------------------------------------------------- the table


def scores_of(rows: Sequence[Entry], score: Callable[[Entry], float] = lambda row: row.score) -> dict[str, Scores]:
    """By learner, the scores of its runs by task, of one budget: the largest of `rows`."""
    budget = max((row.decisions for row in rows), default=0)
    scores: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        if row.decisions == budget:
            scores.setdefault(row.learner, {}).setdefault(row.task, []).append(score(row))
    return {learner: by_task(tasks) for learner, tasks in scores.items()}


@dataclass(frozen=True)
class Line:
    """A line of the table: an algorithm, its scores by task, and what follows from all of them.

    Attributes:
        means: by task, the interquartile mean of its runs, with an interval if there are several.
        overall: the same over all tasks that every algorithm has a run of.
        sampled: `overall` with actions that are sampled; None: not known of all runs.
        better: by other learner, with what probability a run of this one scores higher.
        rating: in Elo points above random, the mean over tasks; None: not known of all runs.
        cpu: seconds of processor time a run, on average.
        against: by opponent, what it wins in one seat, the mean over tasks; empty: it lacks a task.
    """

    learner: str
    track: str
    runs: int
    means: Mapping[str, Interval]
    overall: Interval | None
    sampled: Interval | None
    better: Mapping[str, float]
    rating: float | None
    cpu: float
    against: Mapping[str, float]


def lines(rows: Sequence[Entry]) -> list[Line]:
    """The table, the best algorithm first; one that lacks a task stands last."""
    scores = scores_of(rows)
    tasks = set.union(*(set(result) for result in scores.values())) if scores else set()
    result = []
    for learner, own in scores.items():
        mine = [row for row in rows if row.learner == learner]
        whole = own.keys() == tasks
        better = {
            other: probability({task: own[task] for task in own.keys() & theirs.keys()}, theirs)
            for other, theirs in scores.items() if other != learner and own.keys() & theirs.keys()
        }  # fmt: skip
        result.append(
            Line(
                learner, mine[0].track, sum(map(len, own.values())),
                {task: interquartile_means({task: runs}) for task, runs in own.items()},
                interquartile_means(own) if whole else None, _sampled(mine) if whole else None, better,
                _rating(mine) if whole else None,
                sum(row.cpu for row in mine) / len(mine), _against(mine) if whole else {},
            )
        )  # fmt: skip
    return sorted(result, key=lambda line: -line.overall.rate if line.overall else 1.0)


def _sampled(rows: Sequence[Entry]) -> Interval | None:
    """The interquartile mean with sampled actions of one learner's runs; None where a row has none."""
    if any(row.sampled is None for row in rows):
        return None
    (scores,) = scores_of(rows, lambda row: row.sampled or 0.0).values()
    return interquartile_means(scores)


def _rating(rows: Sequence[Entry]) -> float | None:
    """The mean over tasks of the mean over runs; None where a row has none."""
    by_name: dict[str, list[float]] = {}
    for row in rows:
        if row.rating is None:
            return None
        by_name.setdefault(row.task, []).append(row.rating)
    return _over_tasks(by_name)


def _against(rows: Sequence[Entry]) -> dict[str, float]:
    """By opponent, the mean over tasks of the mean over runs."""
    rates: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        for other, rate in by_opponent(row).items():
            rates.setdefault(other, {}).setdefault(row.task, []).append(rate)
    return {other: _over_tasks(own) for other, own in rates.items()}


def by_opponent(row: Entry) -> dict[str, float]:
    """What a run wins from each opponent; a champion that was frozen is the champion."""
    return {CHAMPION if name.startswith(f"{FROZEN}:") else name: rate for name, rate in row.against.items()}


def _over_tasks(runs: Mapping[str, Sequence[float]]) -> float:
    """The mean over tasks of the mean over runs."""
    return sum(sum(each) / len(each) for each in runs.values()) / len(runs)


def _mean(mean: Interval | None) -> str:
    """With its interval, where there are several runs."""
    if mean is None:
        return "–"
    return f"{mean.rate:.1%}" if mean.low == mean.high else str(mean)


def cells(table: Sequence[Line]) -> tuple[list[str], list[list[str]]]:
    """The heading and the rows of the table, as texts."""
    tasks = list(dict.fromkeys(task for line in table for task in line.means))
    heading = [
        "algorithm",
        "track",
        "runs",
        *tasks,
        "all tasks",
        "sampled",
        "rating",
        "beats the others",
        "CPU s a run",
    ]
    rows = []
    for line in table:
        beats = f"{sum(line.better.values()) / len(line.better):.0%}" if line.better else "–"
        own = [_mean(line.means.get(task)) for task in tasks]
        overall, sampled = _mean(line.overall), _mean(line.sampled)
        rating = "–" if line.rating is None else f"{line.rating:+.0f}"
        rows.append(
            [line.learner, line.track, str(line.runs), *own, overall, sampled, rating, beats, f"{line.cpu:,.0f}"]
        )
    return heading, rows


def show(rows: Sequence[Entry], console: Console) -> None:
    """The table so far, for a terminal."""
    heading, texts = cells(lines(rows))
    table = ShownTable("", *(shown(text[0]) for text in texts), title_justify="left")
    table.title = "interquartile means over runs, 95 %"
    for place, name in enumerate(heading[1:], 1):
        table.add_row(name, *(shown(text[place]) for text in texts))
    console.print(table)


def profiles(rows: Sequence[Entry], bounds: Floats) -> dict[str, Floats]:
    """By learner, the part of its runs that score above each of `bounds` (k,)."""
    return {learner: performance_profile(own, bounds) for learner, own in scores_of(rows).items()}


def nash_table(rows: Sequence[Entry]) -> dict[tuple[str, str], Floats]:
    """By task and learner, NashConv of the runs that have one."""
    by_name: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        if row.nash_conv is not None:
            by_name.setdefault((row.task, row.learner), []).append(row.nash_conv)
    return {key: np.array(each) for key, each in by_name.items()}
