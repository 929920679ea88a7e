"""The atlas in the documentation: tables and pictures of its committed runs, for `page.py`."""

import re
from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from agents.network.player import CHAMPION
from training.algorithms.registry import ALGORITHMS, algorithm
from training.algorithms.tuned import tuned
from training.arena.match import Interval
from training.benchmark.atlas import PUBLISHED, Entry, rows_in
from training.benchmark.atlas_table import SMALL, Line, by_opponent, cells, lines, nash_table, notes, profiles
from training.benchmark.counting import report
from training.benchmark.counting.aggregate import Scores, by_task, grouped, interquartile_mean, interquartile_means
from training.benchmark.counting.report import COMMITTED
from training.benchmark.learners import stated_settings
from training.benchmark.suites.suite import FROZEN, suite_of
from training.benchmark.tasks import OPPONENTS, TASKS
from training.output import as_csv, as_png, markdown_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FILE = COMMITTED / "atlas.json"
"""The file of the committed runs."""
PICTURE, CURVES, RUNS = "algorithms.png", "algorithms-curves.png", "algorithms.csv"
NOTHING_YET = "No runs are committed yet.\n"
BOT = "bot"
"""What the table says of a frozen opponent in place of a track."""


def algorithms() -> str:
    """The table of the algorithms: what each is given, and its paper."""
    rows = [(f"`{name}`", algorithm(name).track, algorithm(name).paper) for name in ALGORITHMS]
    return markdown_table(["algorithm", "track", "paper"], rows, words=3)


def in_use() -> str:
    """The table of the algorithms' settings as the commands use them; an asterisk marks what tuning has chosen."""
    rows = []
    for name in ALGORITHMS:
        found = tuned(name)
        texts = (f"{setting} {value}{'*' * (setting in found)}" for setting, value in stated_settings(name).items())
        rows.append((f"`{name}`", ", ".join(texts)))
    return markdown_table(["algorithm", "settings"], rows, words=2)


def budgets(rows: Sequence[Entry]) -> list[int]:
    """Numbers of decisions of the runs, the most frequent first; if equally frequent, the larger first."""
    count = Counter(row.decisions for row in rows)
    return sorted(count, key=lambda budget: (-count[budget], -budget))


def compared(rows: Sequence[Entry]) -> list[Entry]:
    """The runs of the first of `budgets`; none if there are no runs."""
    most = budgets(rows)[:1]
    return [row for row in rows if row.decisions in most]


def of_tasks(rows: Sequence[Entry]) -> list[Entry]:
    """The runs on the benchmark's tasks; the others are on reference games."""
    return [row for row in rows if row.task in TASKS]


def tables(rows: Sequence[Entry]) -> str:
    """The table of each budget: for the tasks, and for reference games."""
    games, parts = of_tasks(rows), list[str]()
    for some, what in ((games, ""), ([row for row in rows if row not in games], ", reference games")):
        for budget in budgets(some):
            by_line = lines([row for row in some if row.decisions == budget])
            heading, texts = cells(by_line)
            if some is games and not parts:
                texts += baselines(heading)
            table = markdown_table(heading, [(_quoted(name), *others) for name, *others in texts], words=2)
            remarks = [f"\n{_remark(name, text)}\n" for name, text in notes(by_line)]
            parts.append(f"{budget:,} decisions a run{what}:\n\n{table}{''.join(remarks)}")
    return "\n".join(parts) or NOTHING_YET


def _quoted(name: str) -> str:
    """The name of a learner in a table, its mark after the quotation."""
    learner = name.removesuffix(SMALL)
    return f"`{learner}`{name[len(learner) :]}"


def _remark(name: str, text: str) -> str:
    """A note below a table. A text by somebody else is no Markdown."""
    plain = re.sub(r"([^\w\s…,;:])", r"\\\1", text)
    return fill(f"{_quoted(name)}: {plain}", 120, break_long_words=False, break_on_hyphens=False)


def bots(tasks: Sequence[str]) -> list[tuple[str, Scores]]:
    """The frozen opponents with their own scores on these tasks (task → one number), the strongest first.

    They are those of the benchmark's table or, if the game has a better champion by now, those with the champion that
    the suite names.
    """
    scores: dict[str, dict[str, list[float]]] = {}
    for task in suite_of(PUBLISHED).tasks:
        of_suite = f"{PUBLISHED}-{task.name}" if task.meets else task.name
        result = report.committed(of_suite) if task.name in tasks else None
        for row in result.rows if result is not None else ():
            bot = CHAMPION if row.bot.startswith(f"{FROZEN}:") else row.bot
            scores.setdefault(bot, {})[task.name] = [row.score.rate]
    return [(bot, by_task(scores[bot])) for bot in reversed(OPPONENTS) if bot in scores]


def baselines(heading: Sequence[str]) -> list[list[str]]:
    """Rows of the frozen opponents for a table of algorithms with this heading."""
    table = []
    for bot, scores in bots(heading):
        texts = {task: f"{float(rate):.1%}" for task, (rate,) in scores.items()}
        texts |= {"algorithm": bot, "track": BOT, "all tasks": f"{interquartile_means(scores).rate:.1%}"}
        table.append([texts.get(column, "–") for column in heading])
    return table


def opponents(rows: Sequence[Entry]) -> str:
    """The returns of each algorithm against each opponent, for the most frequent budget."""
    table = [line for line in lines(compared(of_tasks(rows))) if line.against]
    others = list(dict.fromkeys(other for line in table for other in line.against))
    texts = [(f"`{line.learner}`", *(f"{line.against[other]:.1%}" for other in others)) for line in table]
    return markdown_table(["algorithm", *others], texts, words=1) if texts else NOTHING_YET


def nash(rows: Sequence[Entry]) -> str:
    """NashConv of the runs in small enough games, in points: interquartile mean, best and worst."""
    table = []
    for budget in budgets(rows):
        for (task, learner), each in nash_table([row for row in rows if row.decisions == budget]).items():
            means = interquartile_mean(each), each.min(), each.max()
            table.append((f"`{learner}`", f"`{task}`", f"{budget:,}", str(len(each)), *(f"{x:.2f}" for x in means)))
    table.sort(key=lambda row: (row[1], row[2], float(row[4])))
    heading = ["algorithm", "game", "decisions", "runs", "NashConv", "lowest", "highest"]
    return markdown_table(heading, table, words=2) if table else NOTHING_YET


def made(rows: Sequence[Entry]) -> dict[str, str]:
    """The generated parts of the page, by mark."""
    return {
        "algorithms": algorithms(), "settings": in_use(), "atlas": tables(rows), "against": opponents(rows),
        "nash": nash(rows),
    }  # fmt: skip


def runs(rows: Sequence[Entry]) -> bytes:
    """A row for each run (CSV), for your own statistics."""
    names = [
        "task", "learner", "track", "decisions", "seed", "deals", "score", "sampled", "rating", "nash_conv", "cpu",
        "version",
    ]  # fmt: skip
    others = [name for name in OPPONENTS if any(name in by_opponent(row) for row in rows)]
    return as_csv(
        [
            {name: getattr(row, name) for name in names}
            | {f"against_{other}": by_opponent(row).get(other) for other in others}
            for row in rows
        ],
        6,
    )


COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours that colour-blind readers can tell apart (M. Okabe and K. Ito 2008)."""
STYLES = (("-", "o"), ("--", "s"))
"""Lines and points; an algorithm has a colour and a style, the same in all pictures."""
OF_OTHERS = {"color": "#8a8a8a", "linestyle": ":", "marker": "^"}
"""How a learner is drawn that is not the package's."""


def _style(learner: str) -> dict[str, str]:
    """The colour, line and point of an algorithm."""
    if learner not in ALGORITHMS:
        return OF_OTHERS
    style, colour = divmod(list(ALGORITHMS).index(learner), len(COLOURS))
    line, point = STYLES[style]
    return {"color": COLOURS[colour], "linestyle": line, "marker": point}


def chart(rows: Sequence[Entry]) -> bytes:
    """A picture (PNG) for the most frequent budget; needs matplotlib (extra `arena`).

    It shows scores by task with their intervals; the share of runs above each score, of algorithms with several runs on
    a task (if there are any); and NashConv where it is known.
    """
    from matplotlib.figure import Figure

    games = compared(of_tasks(rows) or rows)
    table = lines(games)
    below = bots([task for line in table for task in line.means])
    exact = compared([row for row in rows if row.nash_conv is not None])
    figure = Figure(figsize=(14, 0.42 * (len(table) + len(below)) + 1.4), layout="constrained", dpi=110)
    left, middle, right = figure.subplots(1, 3, width_ratios=[1.7, 1, 1])
    _scores(left, table, below)
    left.set_title(f"Scores after {games[0].decisions:,} decisions" if games else "", fontsize=9)
    bounds = np.linspace(0, 1, 101)
    whole = {line.learner for line in table if line.overall is not None}  # the others have runs of some tasks only
    several = {line.learner for line in table if line.runs > len(line.means)} or whole
    for learner, part in profiles([row for row in games if row.learner in whole & several], bounds).items():
        middle.plot(bounds, part, label=learner, **_style(learner) | {"marker": ""})
    middle.set_title("Share of runs that score more than τ", fontsize=9)
    middle.set_xlabel("score τ", fontsize=9)
    middle.legend(fontsize=7, frameon=False)
    if exact:
        values = nash_table(exact)
        order = sorted(values, key=lambda key: -float(interquartile_mean(values[key])))
        for place, key in enumerate(order):
            right.plot(values[key], [place] * len(values[key]), markersize=4, **_style(key[1]) | {"linestyle": ""})
        right.set_yticks(range(len(order)), [learner for _, learner in order], fontsize=8)
        right.set_xlim(left=0)
        names = ", ".join(sorted({task for task, _ in order}))
        right.set_title(f"Distance from an equilibrium:\n{names}, {exact[0].decisions:,} decisions", fontsize=9)
        right.set_xlabel("NashConv in points a game (0: an equilibrium)", fontsize=9)
    for axes in (left, middle, right):
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8)
    return as_png(figure)


def curves(rows: Sequence[Entry]) -> bytes:
    """A picture (PNG) with a panel for each task and a line for each algorithm; needs matplotlib.

    The panels show interquartile means of scores by the decisions of a run and, below, by processor seconds, with 95 %
    intervals where there are several runs.
    """
    from matplotlib.figure import Figure

    tasks = list(dict.fromkeys(row.task for row in rows))
    figure = Figure(figsize=(2.1 * len(tasks) + 1.6, 6), layout="constrained", dpi=110)
    axes = figure.subplots(2, len(tasks), sharey=True, squeeze=False)
    for task, panels in zip(tasks, axes.T, strict=True):
        for learner, own in _by_budget([row for row in rows if row.task == task]).items():
            decisions, seconds, scores = zip(*own, strict=True)
            rates = [score.rate for score in scores]
            spread = [[score.rate - score.low for score in scores], [score.high - score.rate for score in scores]]
            for panel, across in zip(panels, (decisions, seconds), strict=True):
                panel.errorbar(
                    across, rates, spread, markersize=3, linewidth=1, elinewidth=0.7, label=learner, **_style(learner)
                )  # fmt: skip
    for task, (above, below) in zip(tasks, axes.T, strict=True):
        above.set_title(task, fontsize=9)
        for panel, name in ((above, "decisions of a run"), (below, "seconds of one core, a run")):
            panel.set_xscale("log")
            panel.set_xlabel(name, fontsize=8)
            panel.spines[["top", "right"]].set_visible(False)
            panel.tick_params(labelsize=7)
    for first, *_ in axes:
        first.set_ylabel("score against the frozen opponents", fontsize=8)
    names = {name: line for panel in axes[0] for line, name in zip(*panel.get_legend_handles_labels(), strict=True)}
    figure.legend(names.values(), names, fontsize=7, frameon=False, loc="outside right center")
    return as_png(figure)


def _by_budget(rows: Sequence[Entry]) -> dict[str, list[tuple[int, float, Interval]]]:
    """Learner → decisions of a run, mean seconds, and interquartile mean of the score, the smallest budget first."""
    cells = grouped(((row.learner, row.decisions), row) for row in rows)

    def point(budget: int, own: Sequence[Entry]) -> tuple[int, float, Interval]:
        score = interquartile_means(by_task({own[0].task: [row.score for row in own]}))
        return budget, fmean(row.cpu for row in own), score

    return grouped((learner, point(budget, cells[learner, budget])) for learner, budget in sorted(cells))


def _scores(axes: "Axes", table: Sequence[Line], below: Sequence[tuple[str, Scores]]) -> None:
    """Draw scores: a row for each algorithm, then for each bot; a column for each task, and one for all of them.

    Algorithms have interquartile means, and the number of their runs on each task.
    """
    tasks = list(dict.fromkeys(task for line in table for task in line.means))
    means = [[*map(line.means.get, tasks), line.overall] for line in table]
    own = [{task: interquartile_means({task: runs}) for task, runs in scores.items()} for _, scores in below]
    means += [[*map(row.get, tasks), interquartile_means(scores)] for row, (_, scores) in zip(own, below, strict=True)]
    for row, each in enumerate(means):
        for column, mean in enumerate(each):
            if mean is not None:
                axes.text(column, row - 0.08, f"{mean.rate:.0%}", ha="center", va="center", fontsize=9)
                if mean.low != mean.high and row < len(table):
                    text = f"{100 * mean.low:.0f} – {100 * mean.high:.0f}"
                    axes.text(column, row + 0.28, text, ha="center", va="center", fontsize=6)
    rates = [[mean.rate if mean else np.nan for mean in each] for each in means]
    axes.imshow(np.array(rates, float), vmin=0, vmax=1, cmap="RdYlBu", aspect="auto", alpha=0.7)
    axes.axhline(len(table) - 0.5, color="black", linewidth=1.5)
    names = [f"{line.learner} ({line.runs / len(line.means):.2g} a task)" for line in table]
    axes.set_yticks(range(len(means)), [*names, *(f"bot {name}" for name, _ in below)])
    axes.set_xticks(range(len(tasks) + 1), [*(re.sub("([-_])", r"\1\n", name) for name in tasks), "all"])
    axes.xaxis.set_tick_params(labelsize=7, length=0)
    axes.xaxis.tick_top()
    axes.set_xlabel("score against the frozen opponents, with the 95 % interval of several runs", fontsize=9)


def committed() -> list[Entry]:
    """The committed runs."""
    return rows_in(FILE)
