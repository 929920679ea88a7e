"""What a run reports: win rates over the course of training, as a file and as a chart, and curves for TensorBoard."""

import csv
import io
import threading
import time
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import get_type_hints

from rich.console import Console
from torch.utils.tensorboard import SummaryWriter

from agents.arguments import say, shown
from dynasty_env.kit.files.atomic import write_whole
from training.arena.match import Rate
from training.output import as_png

FILE, CHART = "win-rates.csv", "training.png"
"""File names in the folder of a run."""
COLOURS = {"greedy": "#2f5d8a", "random": "#b5823c"}
RETRY = 60.0
"""Seconds after which curves that could not be written are tried again."""


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


class Curves:
    """Writes scalars. If writing fails, a message says so once, the point is dropped, and later points are tried again.

    Args:
        decisions: how many decisions are completed; later points of an earlier or killed run are dropped.
    """

    def __init__(self, folder: Path, decisions: int, console: Console) -> None:
        self._folder = folder
        self._purge: int | None = decisions
        self._console = console
        self._writer: SummaryWriter | None = None
        self._failed = False
        self._not_before = 0.0

    def __enter__(self) -> "Curves":
        self._hook = threading.excepthook
        threading.excepthook = self._heed
        return self

    def __exit__(self, *error: object) -> None:
        self._close()
        threading.excepthook = self._hook

    def add(self, name: str, value: float, decisions: int) -> None:
        """Add a point of a curve."""
        if time.monotonic() < self._not_before:
            return
        try:
            if self._writer is None:
                self._writer = SummaryWriter(str(self._folder), purge_step=self._purge)
                self._purge = None
            self._writer.add_scalar(name, value, decisions)
        except OSError as error:
            if not self._failed:
                say(self._console, f"[red]curves are not being written:[/] {shown(error.strerror or error)}")
            self._failed = True
            self._not_before = time.monotonic() + RETRY
            self._close()
            self._clear()

    def _close(self) -> None:
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
        self._writer = None

    def _clear(self) -> None:
        """Remove files into which nothing could be written."""
        for file in self._folder.glob("events.out.tfevents.*"):
            with suppress(OSError):
                if file.stat().st_size == 0:
                    file.unlink()

    def _heed(self, args: threading.ExceptHookArgs) -> None:
        """TensorBoard's own thread fails first: suppress its traceback, since `add` reports the failure."""
        if not issubclass(args.exc_type, OSError):
            self._hook(args)
