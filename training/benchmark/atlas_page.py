"""The atlas in the documentation: tables and a picture of its committed runs, for `page.py`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from training.algorithms.registry import ALGORITHMS, algorithm
from training.benchmark.atlas import Entry, Line, cells, lines, nash_table, profiles, rows_in
from training.benchmark.counting.aggregate import interquartile_mean
from training.benchmark.counting.report import COMMITTED, markdown_table
from training.benchmark.tasks import TASKS
from training.output import as_png

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FILE = COMMITTED / "atlas.json"
"""The committed runs."""
PICTURE, CURVES = "algorithms.png", "algorithms-curves.png"
NOTHING_YET = "No runs are committed yet.\n"


def algorithms() -> str:
    """The table of the algorithms: what each is given, and its paper."""
    rows = [(f"`{name}`", algorithm(name).track, algorithm(name).paper) for name in ALGORITHMS]
    return markdown_table(["algorithm", "track", "paper"], rows, words=3)


def budgets(rows: Sequence[Entry]) -> list[int]:
    """Decisions of the runs, the most first."""
    return sorted({row.decisions for row in rows}, reverse=True)


def of_tasks(rows: Sequence[Entry]) -> list[Entry]:
    """Those of the benchmark's tasks; the others are of reference games."""
    return [row for row in rows if row.task in TASKS]


def tables(rows: Sequence[Entry]) -> str:
    """The table of each budget: of the tasks, and of reference games."""
    games, parts = of_tasks(rows), []
    for some, what in ((games, ""), ([row for row in rows if row not in games], ", reference games")):
        for budget in budgets(some):
            heading, texts = cells(lines([row for row in some if row.decisions == budget]))
            table = markdown_table(heading, [(f"`{name}`", *others) for name, *others in texts], words=2)
            parts.append(f"{budget:,} decisions a run{what}:\n\n{table}")
    return "\n".join(parts) or NOTHING_YET


def opponents(rows: Sequence[Entry]) -> str:
    """What each algorithm wins from each opponent, of the largest budget."""
    games = of_tasks(rows)
    most = max((row.decisions for row in games), default=0)
    table = [line for line in lines([row for row in games if row.decisions == most]) if line.against]
    others = list(dict.fromkeys(other for line in table for other in line.against))
    texts = [(f"`{line.learner}`", *(f"{line.against[other]:.1%}" for other in others)) for line in table]
    return markdown_table(["algorithm", *others], texts, words=1) if texts else NOTHING_YET


def nash(rows: Sequence[Entry]) -> str:
    """NashConv of the runs in games that are small enough, in points: interquartile mean, best and worst."""
    table = []
    for budget in budgets(rows):
        for (task, learner), each in nash_table([row for row in rows if row.decisions == budget]).items():
            means = interquartile_mean(each), each.min(), each.max()
            table.append((f"`{learner}`", f"`{task}`", f"{budget:,}", str(len(each)), *(f"{x:.2f}" for x in means)))
    table.sort(key=lambda row: (row[1], row[2], float(row[4])))
    heading = ["algorithm", "game", "decisions", "runs", "NashConv", "lowest", "highest"]
    return markdown_table(heading, table, words=2) if table else NOTHING_YET


def made(rows: Sequence[Entry]) -> dict[str, str]:
    """What the page has between its marks."""
    return {"algorithms": algorithms(), "atlas": tables(rows), "against": opponents(rows), "nash": nash(rows)}


def _colour(learner: str) -> Any:
    """An algorithm's, the same in all pictures; grey for a learner that is none of the package's."""
    from matplotlib import colormaps

    names = list(ALGORITHMS)
    return colormaps["tab20"](names.index(learner)) if learner in names else "#5a5a5a"


def chart(rows: Sequence[Entry]) -> bytes:
    """A picture (PNG): scores by task with their intervals, the part of runs above each score, and NashConv where it is
    known; of the largest budget of each. It needs matplotlib (extra `arena`)."""
    from matplotlib.figure import Figure

    games = of_tasks(rows) or rows
    most = budgets(games)[0]
    games = [row for row in games if row.decisions == most]
    table = lines(games)
    exact = [row for row in rows if row.nash_conv is not None]
    figure = Figure(figsize=(12, 0.5 * len(table) + 2.2), layout="constrained", dpi=110)
    left, middle, right = figure.subplots(1, 3)
    _scores(left, table)
    bounds = np.linspace(0, 1, 101)
    whole = {line.learner for line in table if line.overall is not None}  # the others have runs of some tasks alone
    for learner, part in profiles([row for row in games if row.learner in whole], bounds).items():
        middle.plot(bounds, part, color=_colour(learner), label=learner)
    middle.set_xlabel("score τ")
    middle.set_title("part of runs that score above τ", fontsize=9, loc="left")
    middle.legend(fontsize=7, frameon=False)
    if exact:
        budget = budgets(exact)[0]
        values = nash_table([row for row in exact if row.decisions == budget])
        order = sorted(values, key=lambda key: -float(interquartile_mean(values[key])))
        for place, key in enumerate(order):
            right.plot(values[key], [place] * len(values[key]), "o", color=_colour(key[1]), markersize=4)
        right.set_yticks(range(len(order)), [f"{learner}, {task}" for task, learner in order], fontsize=8)
        right.set_xlim(left=0)
        right.set_title(f"NashConv, {budget:,} decisions: less is better", fontsize=9, loc="left")
    for axes in (left, middle, right):
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8)
    return as_png(figure)


def curves(rows: Sequence[Entry]) -> bytes:
    """A picture (PNG): the mean score over tasks by decisions of a run, and by seconds of processor time, a line for
    each algorithm; a budget counts where it has a run of each task that any has there. It needs matplotlib."""
    from matplotlib.figure import Figure

    points: dict[str, list[tuple[int, float, float]]] = {}
    for budget in sorted(budgets(rows)):
        for line in lines([row for row in rows if row.decisions == budget]):
            if line.overall is not None:
                points.setdefault(line.learner, []).append((budget, line.cpu, line.overall.rate))
    figure = Figure(figsize=(12, 4.2), layout="constrained", dpi=110)
    axes = figure.subplots(1, 2, sharey=True)
    for learner, own in points.items():
        decisions, seconds, scores = zip(*own, strict=True)
        for panel, across in zip(axes, (decisions, seconds), strict=True):
            panel.plot(across, scores, "o-", color=_colour(learner), markersize=4, label=learner)
    for panel, name in zip(axes, ("decisions of a run", "seconds of one core, a run"), strict=True):
        panel.set_xscale("log")
        panel.set_xlabel(name)
        panel.spines[["top", "right"]].set_visible(False)
        panel.tick_params(labelsize=8)
    axes[0].set_title("score against the frozen opponents, all tasks", fontsize=9, loc="left")
    axes[1].legend(fontsize=7, frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return as_png(figure)


def _scores(axes: "Axes", table: Sequence[Line]) -> None:
    """Interquartile means of all tasks, a row for each algorithm."""
    tasks = list(dict.fromkeys(task for line in table for task in line.means))
    for number, task in enumerate(tasks):
        there = [(place, line.means[task]) for place, line in enumerate(reversed(table)) if task in line.means]
        rates = np.array([mean.rate for _, mean in there])
        ends = np.array([[mean.low for _, mean in there], [mean.high for _, mean in there]])
        places = [place + 0.6 * (number + 0.5) / len(tasks) - 0.3 for place, _ in there]
        axes.errorbar(rates, places, xerr=np.abs(ends - rates), fmt="o", markersize=4, capsize=2, label=task)
    axes.set_yticks(range(len(table)), [line.learner for line in reversed(table)])
    axes.set_xlim(0, 1)
    axes.set_title("score against the frozen opponents, 95 %", fontsize=9, loc="left")
    axes.legend(fontsize=7, frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.08), ncols=3)


def committed() -> list[Entry]:
    """The committed runs."""
    return rows_in(FILE)
