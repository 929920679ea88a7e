"""The table of the atlas: a line for each algorithm, with what follows from all of its runs."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as ShownTable

from agents.arguments import say, shown
from agents.network.player import CHAMPION
from training.arena.match import Interval
from training.benchmark.atlas import DEALS, PUBLISHED, Entry, Plan
from training.benchmark.counting.aggregate import (
    FEWEST,
    Floats,
    Scores,
    by_task,
    grouped,
    interquartile_mean,
    interquartile_means,
    performance_profile,
    probability,
)
from training.benchmark.suites.suite import FROZEN, suite_of


def scores_of(rows: Sequence[Entry], score: Callable[[Entry], float] = lambda row: row.score) -> dict[str, Scores]:
    """Learner → task → the scores of its runs; all `rows` have the same budget."""
    by_learner = grouped((row.learner, (row.task, score(row))) for row in rows)
    return {learner: by_task(grouped(own)) for learner, own in by_learner.items()}


@dataclass(frozen=True)
class Line:
    """A line of the table: an algorithm, its scores by task, and what follows from all of them.

    Attributes:
        means: task → interquartile mean of its runs, with an interval if there are several.
        overall: the same over all tasks that every algorithm has a run of.
        sampled: `overall` with sampled actions; None: not known for all runs.
        better: other learner → probability that a run of this one scores higher.
        rating: in Elo points above random, the mean over tasks; None: not known for all runs.
        cpu: mean processor seconds per run.
        against: opponent → its return in one seat, the mean over tasks; empty if a task is missing.
        about: what the author of a submission says about it, and the settings that its learner states.
        lacks: what a submission lacks for a full row (`lacking`).
        unlike: tasks on which luck was measured by other values than in most rows that name theirs.
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
    about: str = ""
    lacks: str = ""
    unlike: Sequence[str] = ()

    @property
    def name(self) -> str:
        """The learner, with `SMALL` if its row is not a full one."""
        return self.learner + (SMALL if self.lacks else "")


SMALL = "§"
"""Mark of a submitted row with few seeds or deals."""
FULL = f"a full row has seeds 1 … {FEWEST} or more, and {DEALS} deals or more"
"""What `SMALL` means."""


def lacking(rows: Sequence[Entry]) -> str:
    """What the runs of one learner lack for a full row, in words: seeds or deals; empty if nothing."""
    seeds = grouped(((row.task, row.decisions), row.seed) for row in rows)
    fewest, deals = min(map(len, seeds.values())), min(row.deals for row in rows)
    lacks = [f"{fewest} seed{'s' * (fewest > 1)}"] if fewest < FEWEST else []
    lacks += ["seeds left out"] if any(sorted(own) != list(range(1, len(own) + 1)) for own in seeds.values()) else []
    lacks += [f"{deals} deal{'s' * (deals > 1)}"] if deals < DEALS else []
    return ", ".join(lacks)


def lines(rows: Sequence[Entry]) -> list[Line]:
    """The lines of the table, for the largest budget of `rows`: the best algorithm first, those with a missing task
    last."""
    budget = max((row.decisions for row in rows), default=0)
    rows = [row for row in rows if row.decisions == budget]
    scores = scores_of(rows)
    tasks = set.union(*(set(result) for result in scores.values())) if scores else set()
    named = {task: Counter(row.luck for row in rows if row.task == task and row.luck).most_common(1) for task in tasks}
    unlike = [row for row in rows if row.luck and row.luck != named[row.task][0][0]]
    result = []
    for learner, own in scores.items():
        mine = [row for row in rows if row.learner == learner]
        whole = own.keys() == tasks
        better = {
            other: probability({task: runs for task, runs in own.items() if task in theirs}, theirs)
            for other, theirs in scores.items() if other != learner and own.keys() & theirs.keys()
        }  # fmt: skip
        result.append(
            Line(
                learner, mine[0].track, sum(map(len, own.values())),
                {task: interquartile_means({task: runs}) for task, runs in own.items()},
                interquartile_means(own) if whole else None, _sampled(mine) if whole else None, better,
                _rating(mine) if whole else None,
                fmean(row.cpu for row in mine), _against(mine) if whole else {},
                "; ".join(dict.fromkeys(filter(None, map(_described, mine)))),
                lacking(mine) if mine[0].is_submitted else "",
                sorted({row.task for row in unlike if row.learner == learner}),
            )
        )  # fmt: skip
    return sorted(result, key=lambda line: -line.overall.rate if line.overall else 1.0)


def _described(row: Entry) -> str:
    """What a submission says of a run's learner: its author's text, and its settings."""
    settings = ", ".join(f"{name} {value}" for name, value in row.settings.items()) if row.is_submitted else ""
    return ": ".join(filter(None, (row.about, settings)))


def _sampled(rows: Sequence[Entry]) -> Interval | None:
    """The interquartile mean with sampled actions of one learner's runs; None if a row has none."""
    if any(row.sampled is None for row in rows):
        return None
    (scores,) = scores_of(rows, lambda row: row.sampled or 0.0).values()
    return interquartile_means(scores)


def _rating(rows: Sequence[Entry]) -> float | None:
    """The mean rating of one learner's runs; None if a row has none."""
    ratings = [(row.task, row.rating) for row in rows if row.rating is not None]
    return _over_tasks(ratings) if len(ratings) == len(rows) else None


def _against(rows: Sequence[Entry]) -> dict[str, float]:
    """Opponent → the mean return of one learner's runs."""
    rates = grouped((other, (row.task, rate)) for row in rows for other, rate in by_opponent(row).items())
    return {other: _over_tasks(own) for other, own in rates.items()}


def by_opponent(row: Entry) -> dict[str, float]:
    """Opponent → a run's return against it; a frozen champion counts as the champion."""
    return {CHAMPION if name.startswith(f"{FROZEN}:") else name: rate for name, rate in row.against.items()}


def _over_tasks(runs: Sequence[tuple[str, float]]) -> float:
    """The mean over tasks of the mean over runs, given as task and number."""
    return fmean(map(fmean, grouped(runs).values()))


def _mean(mean: Interval | None) -> str:
    """The mean as text, with its interval if there are several runs."""
    if mean is None:
        return "–"
    return f"{mean.rate:.1%}" if mean.low == mean.high else str(mean)


def cells(table: Sequence[Line]) -> tuple[list[str], list[list[str]]]:
    """The heading and the rows of the table, as text."""
    tasks = list(dict.fromkeys(task for line in table for task in line.means))
    titles = ["algorithm", "track", "runs", *tasks, "all tasks", "sampled", "rating", "beats the others", "CPU s a run"]
    rows = []
    for line in table:
        beats = f"{sum(line.better.values()) / len(line.better):.0%}" if line.better else "–"
        own = [_mean(line.means.get(task)) for task in tasks]
        overall, sampled = _mean(line.overall), _mean(line.sampled)
        rating = "–" if line.rating is None else f"{line.rating:+.0f}"
        rows.append([line.name, line.track, str(line.runs), *own, overall, sampled, rating, beats, f"{line.cpu:,.0f}"])
    return titles, rows


def notes(table: Sequence[Line]) -> list[tuple[str, str]]:
    """Learner and text of each note below the table: what submissions lack, what their authors say about them, and
    whether luck was measured by other values than in other rows."""
    return [
        (line.name, text)
        for line in table
        for text in (
            f"{line.lacks}; {FULL}" if line.lacks else "", line.about,
            f"luck was measured by other values than in other rows: {', '.join(line.unlike)}" if line.unlike else "",
        ) if text
    ]  # fmt: skip


def show(rows: Sequence[Entry], console: Console) -> None:
    """Print the table so far on a terminal."""
    by_line = lines(rows)
    heading, texts = cells(by_line)
    table = ShownTable("", *(shown(text[0]) for text in texts))
    repeated = "all tasks" if len({row.task for row in rows}) == 1 else ""
    for place, name in enumerate(heading[1:], 1):
        if name != repeated:
            table.add_row(name, *(shown(text[place]) for text in texts))
    budget = max((row.decisions for row in rows), default=0)
    known = nash_table([row for row in rows if row.decisions == budget])
    for task in dict.fromkeys(task for task, _ in known):
        distances = [known.get((task, line.learner)) for line in by_line]
        means = ["–" if each is None else f"{interquartile_mean(each):.2f}" for each in distances]
        table.add_row(f"NashConv{'' if repeated else f', {task}'}", *means)
    say(console, "interquartile means over runs, 95 %")  # a title would be broken at the width of the table
    console.print(table)
    _show_notes(by_line, console)


def _show_notes(table: Sequence[Line], console: Console) -> None:
    for name, text in notes(table):
        say(console, shown(f"{name}: {text}"))


def show_published(plan: Plan, published: Sequence[Entry], console: Console) -> None:
    """Print the published rows of a plan's tasks and budget, if there are any, to compare the plan's own with.

    A task is left out if its present champion is not the one that published runs have met, which `PUBLISHED` names.
    Where the terminal is too narrow for the names of tasks, numbers stand for them.
    """
    met = {task.name: task.meets for task in suite_of(PUBLISHED).tasks}
    tasks = {task.name for task in plan.tasks if met.get(task.name, task.meets) == task.meets}
    rows = [row for row in published if row.task in tasks and row.decisions == plan.decisions]
    if not rows:
        return
    by_line = lines(rows)
    names = list(dict.fromkeys(task for line in by_line for task in line.means))
    table = _published(by_line, names, names)
    numbers = [str(number) for number in range(1, len(names) + 1)]
    legend = ""
    if Measurement.get(console, console.options.update(max_width=10_000), table).maximum > console.width:
        table = _published(by_line, names, numbers)
        legend = ", ".join(f"{number}: {name}" for number, name in zip(numbers, names, strict=True))
    deals = " or ".join(map(str, sorted({row.deals for row in rows})))
    say(console, f"published, {plan.decisions:,} decisions a run, {deals} deals: interquartile means over runs, with")
    say(console, "95 % intervals over runs where there are several")
    console.print(table)
    if legend:
        say(console, shown(legend))
    _show_notes(by_line, console)


def _published(by_line: Sequence[Line], names: Sequence[str], headings: Sequence[str]) -> ShownTable:
    """The published rows: two lines for each learner, with its track and intervals in the second."""
    table = ShownTable(box=None, padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    for heading in ("runs", *headings, *(["all"] if len(names) > 1 else [])):
        table.add_column(shown(heading), justify="right", no_wrap=True)
    for line in by_line:
        means = [*map(line.means.get, names), *([line.overall] if len(names) > 1 else [])]
        table.add_row(f"{shown(line.name)}\n  {shown(line.track)}", str(line.runs), *map(_in_two_lines, means))
    return table


def _in_two_lines(mean: Interval | None) -> str:
    """The mean as text, with its interval below if there are several runs."""
    if mean is None:
        return "–"
    return f"{mean.rate:.1%}" + (f"\n{100 * mean.low:.0f}–{100 * mean.high:.0f}" if mean.low != mean.high else "")


def profiles(rows: Sequence[Entry], bounds: Floats) -> dict[str, Floats]:
    """Learner → the share of its runs that score above each of `bounds` (k,)."""
    return {learner: performance_profile(own, bounds) for learner, own in scores_of(rows).items()}


def nash_table(rows: Sequence[Entry]) -> dict[tuple[str, str], Floats]:
    """(task, learner) → NashConv of the runs that have one."""
    known = (((row.task, row.learner), row.nash_conv) for row in rows if row.nash_conv is not None)
    return {key: np.array(each) for key, each in grouped(known).items()}
