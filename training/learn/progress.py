"""How good a run has become: win rates over the course of training, as a file and as a chart."""

import csv
import io
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import get_type_hints

from dynasty_env.kit.files.atomic import write_whole
from training.arena.match import Rate
from training.output import as_png

FILE, CHART = "win-rates.csv", "training.png"
"""File names in the folder of a run."""
COLOURS = {"greedy": "#2f5d8a", "random": "#b5823c"}


@dataclass(frozen=True)
class Point:
    """The result of an evaluation.

    Attributes:
        decisions, minutes: the amount of training before it.
        bot: the bot in all other seats.
        rate, low, high: the win rate and its 95 % interval. games: the number of games.
    """

    decisions: int
    minutes: float
    bot: str
    rate: float
    low: float
    high: float
    games: int


def read(folder: Path, decisions: int) -> list[Point]:
    """The points of a run up to this many decisions; none if there is no such file, or it has another format."""
    try:
        with (folder / FILE).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        kinds = get_type_hints(Point)
        points = [Point(**{name: kind(row[name]) for name, kind in kinds.items()}) for row in rows]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [point for point in points if point.decisions <= decisions]


def write(folder: Path, points: list[Point]) -> None:
    """Write the points of a run. Raises OSError."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(f.name for f in fields(Point))
    writer.writerows(astuple(point) for point in points)
    write_whole(folder / FILE, text.getvalue().encode())


def point_of(bot: str, rate: Rate, decisions: int, seconds: float) -> Point:
    """The point of an evaluation after this much training."""
    return Point(decisions, round(seconds / 60, 3), bot, rate.rate, rate.low, rate.high, rate.games)


def what_to_look_at(bots: list[str], seats: int) -> str:
    """Which of the win rates shows whether a run learns, and which does not."""
    equal = f"an equal player wins {1 / seats:.0%}"
    if "greedy" not in bots:
        return f"what to watch: the win rate against {bots[0]}; {equal}"
    return (
        f"what to watch: the win rate against greedy; {equal}. Against random players it may fall, because "
        "the network learns from few games against them, or none"
    )


def chart(points: list[Point], title: str, seats: int) -> bytes:
    """A picture (PNG) of the win rates with their intervals, over minutes of training; it needs matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained", dpi=120)
    axes = figure.subplots()
    for bot in dict.fromkeys(point.bot for point in points):
        own = [point for point in points if point.bot == bot]
        minutes, colour = [point.minutes for point in own], COLOURS.get(bot, "#5a5a5a")
        axes.fill_between(
            minutes, [point.low for point in own], [point.high for point in own], color=colour, alpha=0.18, linewidth=0
        )
        wide = 2.4 if bot == "greedy" else 1.4
        axes.plot(minutes, [point.rate for point in own], marker="o", color=colour, linewidth=wide, markersize=4)
        axes.annotate(
            f"against {seats - 1} {bot}: {own[-1].rate:.1%}", (minutes[-1], own[-1].rate), (0, 9),
            textcoords="offset points", ha="right", color=colour, fontsize=9,
        )  # fmt: skip
    axes.axhline(1 / seats, color="#8a8a8a", linestyle="--", linewidth=1)
    axes.annotate(
        "an equal player", (0, 1 / seats), (4, 4), textcoords="offset points", color="#6a6a6a", fontsize=8,
        xycoords=("axes fraction", "data"),
    )  # fmt: skip
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("minutes of training")
    axes.set_ylabel("win rate, with its 95 % interval")
    axes.set_title(title, fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    return as_png(figure)
