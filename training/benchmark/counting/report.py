"""Results for a terminal, as Markdown, CSV and JSON, and as a picture."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from rich.console import Console

from agents.arguments import shown
from dynasty_env.kit.files.atomic import on_disk, write_whole
from dynasty_env.kit.files.replays import write_json
from dynasty_env.kit.printing import visible
from training.arena.match import table_of_bots
from training.benchmark.counting.estimate import MIN_DEALS
from training.benchmark.counting.results import Result, Row
from training.benchmark.counting.social import circles, ranked_pairs
from training.output import as_csv, as_png, from_json, markdown_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TABLE, CHART = "table.csv", "table.png"
"""Files over all tasks."""
COMMITTED = Path(__file__).parents[1] / "rows"
"""The table of this version, a file for each task."""
WIDE = 120
"""Columns of a line of prose in the documentation."""


# ---------------------------------------------------------------------------------------------------------------- files


def save(result: Result, folder: Path) -> None:
    """Write a task's result, whole or not at all. Raises SaveError if that cannot be done."""
    write_json(folder / f"{result.task}.json", result.content())


def read(path: Path) -> Result:
    """A task's result. Raises SaveError if it cannot be read."""
    return from_json(path, "result of the benchmark", Result.read)


def committed(task: str) -> Result | None:
    """A task's result in the table of this version; None: it has none there. Raises SaveError if it cannot be read."""
    path = COMMITTED / f"{task}.json"
    return read(path) if path.is_file() else None


def save_all(results: Sequence[Result], folder: Path) -> None:
    """Write the table of all tasks as CSV and as a picture. Raises SaveError if that cannot be done."""
    with on_disk(folder):
        write_whole(folder / TABLE, table(results))
        write_whole(folder / CHART, chart(results))


def table(results: Sequence[Result]) -> bytes:
    """A row for each task, bot and opponent (CSV). Rates are those without luck, where it was measured."""
    rows: list[dict[str, Any]] = []
    for result in results:
        for row in result.rows:
            for other, against in row.against.items():
                line: dict[str, Any] = {"task": result.task, "bot": row.bot, "network": row.network, "against": other}
                line |= {"deals": against.together.deals, "games": against.together.games}
                for name, part in (("alone", against.alone), ("together", against.together)):
                    best = part.best
                    line |= {name: best.rate, f"{name}_low": best.low, f"{name}_high": best.high}
                    line[f"{name}_plain"] = part.plain.rate
                line["luck_factor"] = against.together.factor
                line |= {"score": row.score.rate, "score_low": row.score.low, "score_high": row.score.high}
                line |= {"rating": row.rating, "rating_low": row.low, "rating_high": row.high, "rank": row.rank}
                rows.append(line)
    return as_csv(rows, 5)


# ---------------------------------------------------------------------------------------------------------------- words


def cells(result: Result) -> list[tuple[str, ...]]:
    """The table of a task: its heading, then a line for each bot, best rating first."""
    heading = ("bot", "games", *(f"against {other}" for other in result.opponents), "score", "rating", "by majorities")
    return [heading, *(_line(result, row) for row in result.rows)]


def _line(result: Result, row: Row) -> tuple[str, ...]:
    against = (row.against.get(other) for other in result.opponents)
    shares = ("–" if scored is None else str(scored.alone.best) for scored in against)
    rating = f"{row.rating:+.0f}"
    if row.low is None or row.high is None or row.low == row.high != 0:
        rating += " (too few deals for an interval)"
    elif row.low != row.high:
        rating += f" ({row.low:+.0f} … {row.high:+.0f})"
    return (row.bot, f"{row.games:,}", *shares, str(row.score), rating, f"{row.rank}.")


def _in_short(row: Row, other: str) -> str:
    """The share against an opponent, for few columns: the interval in whole percent."""
    if other not in row.against:
        return "–"
    result = row.against[other].alone.best
    return f"{result.rate:.1%} ({100 * result.low:.0f} – {result.high:.0%})"


def disagreements(result: Result) -> list[str]:
    """Where ratings and majorities do not agree about two bots, and where majorities run in a circle."""
    rows = []
    for higher, lower in combinations(result.rows, 2):
        if higher.rank > lower.rank:
            rows.append(f"{higher.bot} is rated above {lower.bot}, but majorities put it below")
    margins = {(a, b): margin for a, b, margin in result.margins}
    ranks = ranked_pairs(sorted({bot for pair in margins for bot in pair}), margins)
    rows += [f"most deals go to {a} against {b}, which clearer majorities overrule" for a, b in circles(ranks, margins)]
    return rows


def saved_by_luck(result: Result) -> tuple[float, float] | None:
    """The least and the largest factor by which taking luck off lowers a variance against an opponent."""
    factors = [
        part.factor
        for row in result.rows
        for scored in row.against.values()
        for part in (scored.alone, scored.together)
        if part.factor is not None
    ]
    return (min(factors), max(factors)) if factors else None


def show(result: Result, console: Console, published: Result | None = None) -> None:
    """A result for a terminal, and below it the rows that are published of the task."""
    overall = table_of_bots(
        "games", "score", "rating", "rank", title=f"{result.task}: 95 %, and the rank by majorities"
    )
    against = table_of_bots(*result.opponents, title="Shares of the victories in one seat against …")
    for rows in filter(None, (result, published)):
        _, *lines = cells(rows)
        for row, (bot, games, *_, score, rating, rank) in zip(rows.rows, lines, strict=True):
            name = shown(bot) + (" [dim](published)[/]" if rows is published else "")
            overall.add_row(name, games, score, rating, rank)
            against.add_row(name, *(_in_short(row, other) for other in result.opponents))
        overall.add_section()
        against.add_section()
    console.print(overall, against)
    if published is not None:
        console.print("Published: the rows of this version's table, by games of their own.", highlight=False)
    for text in [*notes(result), *disagreements(result)]:
        console.print(f"{text}.", highlight=False, soft_wrap=True, markup=False)


def notes(result: Result) -> list[str]:
    """What is to be known about how the numbers came about."""
    parity = 1 / int(result.options["num_players"])
    remarks = [f"parity {parity:.1%} in one seat, 50 % for the score"]
    factors = saved_by_luck(result)
    if factors:
        remarks.append(f"corrected for luck: variance lower by a factor of {factors[0]:.2f} to {factors[1]:.2f}")
    measured = any(part.alone.less_luck is not None for row in result.rows for part in row.against.values())
    if measured and min(row.deals for row in result.rows) < MIN_DEALS:
        remarks.append(
            f"with fewer than {MIN_DEALS} deals, the correction for luck comes from the frozen opponents' own games, "
            "and rates beyond 0 or 100 % are cut off there"
        )
    return remarks


def markdown(results: Sequence[Result]) -> str:
    """The tables of all tasks, as the documentation has them."""
    return "\n".join(f"### {result.task}\n\n{markdown_rows(result)}" for result in results)


def markdown_rows(result: Result) -> str:
    """The table of one task, and the line below it."""
    heading, *lines = cells(result)
    rows = markdown_table(heading, [(f"`{bot}`", *others) for bot, *others in lines])
    text = "; ".join([*notes(result), *disagreements(result)])
    below = fill(f"{text[0].upper()}{text[1:]}.", WIDE, break_long_words=False, break_on_hyphens=False)
    return f"{rows}\n{below}\n"


# ---------------------------------------------------------------------------------------------------------- the picture


def chart(results: Sequence[Result]) -> bytes:
    """A picture (PNG) of all scores with their intervals; it needs matplotlib (extra `arena`)."""
    from matplotlib.figure import Figure

    heights = [len(result.rows) + 1.2 for result in results]
    figure = Figure(figsize=(8, 0.9 + 0.32 * sum(heights)), layout="constrained", dpi=110)
    panels = figure.subplots(len(results), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    for axes, result in zip(panels, results, strict=True):
        _draw(axes, result)
    panels[-1].set_xlabel("score: mean share of the victories against the frozen opponents, 95 %", fontsize=9)
    return as_png(figure)


def _draw(axes: "Axes", result: Result) -> None:
    rows = sorted(result.rows, key=lambda row: row.score.rate)
    for place, row in enumerate(rows):
        colour = "#8a8a8a" if row.bot in result.opponents else "#2f5d8a"
        score = row.score
        axes.plot([score.low, score.high], [place, place], color=colour, linewidth=2.5, solid_capstyle="butt")
        axes.plot([score.rate], [place], marker="o", color=colour, markersize=5)
    axes.axvline(0.5, color="#8a8a8a", linestyle="--", linewidth=1)
    axes.set_yticks(range(len(rows)), [visible(row.bot) for row in rows], parse_math=False)
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.set_xlim(0, 1)
    axes.set_title(result.task, fontsize=9, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
