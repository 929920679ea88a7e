"""The results of a ladder: for a terminal, as CSV and JSON, as a picture."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from agents.arguments import say, shown
from dynasty_env.kit.files.atomic import on_disk, write_whole
from dynasty_env.kit.files.replays import as_json, package_version
from dynasty_env.kit.printing import visible
from training.arena.ladder_file import LadderFile
from training.arena.match import table_of_bots
from training.arena.rating import Rating, Share, ratings, shares
from training.output import as_csv, as_png

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RATINGS, PAIRS, WHOLE, CHART = "ladder.csv", "pairs.csv", "ladder.json", "ladder.png"
"""The files of a report."""
ENOUGH = 20
"""The number of deals from which on the intervals of ratings can be relied on."""


@dataclass(frozen=True)
class Report:
    """All results of a ladder; as JSON this is the file ``ladder.json``."""

    game: str
    version: str
    options: dict[str, int | bool]
    seed: int
    deals: int
    games: int
    ratings: list[Rating]
    shares: list[Share]

    @classmethod
    def of(cls, file: LadderFile) -> "Report":
        """The results of the games in a file, which must have at least one deal."""
        setting = file.setting
        return cls(
            game=setting.game.name,
            version=package_version(),
            options=dict(setting.options),
            seed=setting.seed,
            deals=len({deal.number for deal in file.played}),
            games=sum(len(played.places) for played in file.played.values()),
            ratings=ratings(file.played, setting.seats),
            shares=shares(file.played, setting.seats),
        )

    @property
    def seats(self) -> int:
        return int(self.options["num_players"])


def show(report: Report, console: Console) -> None:
    """The report for a terminal."""
    games = f"[bold]{report.game}, {report.games:,} games of {report.deals:,} deal{'s' * (report.deals != 1)}[/]"
    say(console, f"{games}, {report.seats} seats, seed {report.seed}")
    table = table_of_bots("rating", "95 %", "games", title="Ratings (400 points: ten times the odds)")
    for rating in report.ratings:
        table.add_row(shown(rating.bot), f"{rating.points:+.0f}", interval(rating), f"{rating.games:,}")
    if 1 < report.deals < ENOUGH:
        table.caption = f"from fewer than {ENOUGH} deals: these intervals are too narrow"
    console.print(table)
    compositions = range(1, report.seats)
    headings = (f"{k} : {report.seats - k}\n{k / report.seats:.1%}" for k in compositions)
    title = "The first bot's share of the victories (95 %), by seats, and an equal share"
    pairs = table_of_bots(*headings, "together\n50.0%", title=title)
    shares = {(share.a, share.b, share.seats_of_a): share for share in report.shares}
    for a, b in dict.fromkeys((share.a, share.b) for share in report.shares):
        cells = (shares.get((a, b, k)) for k in (*compositions, None))
        pairs.add_section()
        pairs.add_row(f"{shown(a)}\nagainst {shown(b)}", *(_cell(cell) for cell in cells))
    console.print(pairs)


def interval(rating: Rating) -> str:
    """A rating's interval in words; there is none for the zero of the scale, or if all of few deals are alike."""
    if rating.low is None or rating.high is None:
        return "one deal: none"
    if rating.low == rating.high:
        return "–" if rating.points == rating.low == 0 else "none: too few deals, all alike"
    return f"{rating.low:+.0f} … {rating.high:+.0f}"


def _cell(share: Share | None) -> str:
    if share is None or not share.share.games:
        return "–"
    return f"{share.share.rate:.1%}\n{share.share.low:.0%} – {share.share.high:.0%}"


def save(report: Report, folder: Path) -> None:
    """Write the files of a report, each one atomically. Raises SaveError if one cannot be written."""
    with on_disk(folder):
        write_whole(folder / RATINGS, as_csv([asdict(rating) for rating in report.ratings], 6))
        write_whole(folder / PAIRS, as_csv([_flat(share) for share in report.shares], 6))
        write_whole(folder / WHOLE, as_json(asdict(report)))
        write_whole(folder / CHART, chart(report))


def _flat(share: Share) -> dict[str, Any]:
    row = asdict(share)
    rate = row.pop("share")
    return row | {"share": rate["rate"], "low": rate["low"], "high": rate["high"], "victories": rate["games"]}


# ---------------------------------------------------------------------------------------------------------- the picture


def chart(report: Report) -> bytes:
    """A picture (PNG): ratings with their intervals, and who beats whom; requires matplotlib (extra `arena`)."""
    from matplotlib.figure import Figure

    bots = len(report.ratings)
    figure = Figure(figsize=(7 + 1.1 * bots, 2.2 + 0.55 * bots), layout="constrained", dpi=120)
    forest, matrix = figure.subplots(1, 2, width_ratios=[4, 2 + 0.9 * bots])
    _draw_ratings(forest, report)
    _draw_shares(matrix, report)
    title = f"{report.game}, {report.seats} seats: {report.games:,} games of {report.deals:,} deals"
    figure.suptitle(title, fontsize=11)
    return as_png(figure)


def _draw_ratings(axes: "Axes", report: Report) -> None:
    for row, rating in enumerate(report.ratings):
        if rating.low is not None and rating.high is not None:
            axes.plot([rating.low, rating.high], [row, row], color="#2f5d8a", linewidth=2.5, solid_capstyle="butt")
        axes.plot([rating.points], [row], marker="o", color="#2f5d8a", markersize=6)
        axes.annotate(
            f"{rating.points:+.0f}", (rating.points, row), (0, 7), textcoords="offset points", ha="center", fontsize=8
        )
    axes.axvline(0.0, color="#8a8a8a", linestyle="--", linewidth=1)
    axes.set_yticks(range(len(report.ratings)), [visible(rating.bot) for rating in report.ratings], parse_math=False)
    axes.set_ylim(len(report.ratings) - 0.5, -0.5)
    axes.margins(x=0.12)
    zero = "random" if any(rating.bot == "random" for rating in report.ratings) else "the mean"
    axes.set_xlabel(f"rating with 95 % interval; 0: {zero}", fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=9)


def _draw_shares(axes: "Axes", report: Report) -> None:
    """Rows against columns; a cell whose interval contains 50 % has a dashed frame."""
    from matplotlib.patches import Rectangle

    place = {rating.bot: i for i, rating in enumerate(report.ratings)}
    bots = len(place)
    together = [share for share in report.shares if share.seats_of_a is None and share.share.games]
    axes.set_facecolor("#f2f0ec")
    for share in [*together, *(share.to_b() for share in together)]:
        x, y, rate = place[share.b], place[share.a], share.share
        strong = abs(rate.rate - 0.5) * 2
        base = (0.18, 0.45, 0.71) if rate.rate > 0.5 else (0.78, 0.36, 0.20)
        colour = tuple(1 - strong * 0.85 * (1 - part) for part in base)
        axes.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
        ink = "white" if strong > 0.85 else "black"
        axes.text(x, y - 0.12, f"{rate.rate:.0%}", ha="center", va="center", color=ink, fontsize=10)
        axes.text(x, y + 0.22, f"{rate.low:.0%}–{rate.high:.0%}", ha="center", va="center", color=ink, fontsize=6.5)
        if rate.low <= 0.5 <= rate.high:
            axes.add_patch(Rectangle((x - 0.44, y - 0.44), 0.88, 0.88, fill=False, edgecolor="#555555", linestyle="--"))
    names = [visible(rating.bot) for rating in report.ratings]
    axes.set_xticks(range(bots), names, rotation=30, ha="right", rotation_mode="anchor", parse_math=False)
    axes.set_yticks(range(bots), names, parse_math=False)
    axes.set_xlim(-0.5, bots - 0.5)
    axes.set_ylim(bots - 0.5, -0.5)
    axes.tick_params(labelsize=8, length=0)
    axes.set_title("row's part of the victories against column, with equally many seats\n"
                   "50 % is parity; dashed: parity is within the 95 % interval", fontsize=8)  # fmt: skip
