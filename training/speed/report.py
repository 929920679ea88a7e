"""The results of `dynasty bench`: for a terminal, as Markdown, as a picture."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

from training.output import as_png, markdown_table


@dataclass(frozen=True)
class Line:
    """The measurement of one way.

    Attributes:
        rate: per second, in the best round; cpu_rate: per CPU-second, in the best round.
        choices: the share of decisions that had two or more legal actions; None if it was not counted.
    """

    name: str
    unit: str
    timed: str
    rate: float
    cpu_rate: float
    choices: float | None = None
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def full_name(self) -> str:
        """The name, with the options that differ from the defaults."""
        unusual = ((name, value) for name, value in self.about.items() if name not in ("tables", "threads"))
        return self.name + "".join(f", {name}={value}" for name, value in unusual)


@dataclass(frozen=True)
class Bench:
    """All results of a run of `dynasty bench`; as JSON this is the file ``bench.json``."""

    game: str
    version: str
    options: dict[str, int | bool]
    when: str
    machine: dict[str, Any]
    versions: dict[str, str]
    lines: list[Line]
    checksums: dict[str, str]
    sizes: dict[str, int]
    starts: dict[str, list[float]]
    peers: list[dict[str, Any]]


def rows(bench: Bench) -> dict[str, list[tuple[str, ...]]]:
    """Every table of a report: title → heading and rows."""
    tables: dict[str, list[tuple[str, ...]]] = {"Rates": [("way", "timed", "unit", "per s", "per CPU-s", "choices")]}
    for line in bench.lines:
        part = "–" if line.choices is None else f"{line.choices:.0%}"
        number = f"{line.rate:,.0f}", f"{line.cpu_rate:,.0f}"
        tables["Rates"].append((line.full_name, line.timed, line.unit, *number, part))
    tables["Bytes"] = [("what", "bytes"), *((name, f"{size:,}") for name, size in bench.sizes.items())]
    if bench.starts:
        seconds = ((name, f"{wall:.2f}", f"{cpu:.2f}") for name, (wall, cpu) in bench.starts.items())
        tables["Starts"] = [("what", "s", "CPU-s"), *seconds]
    if bench.peers:
        ours = next(line for line in bench.lines if line.name == "vec_env, whole loop")
        heading = ("peer", "game", "how", "decisions per CPU-s", "choices", f"{bench.game} ÷ peer")
        tables["Peers"] = [heading, ("–", bench.game, ours.timed, f"{ours.cpu_rate:,.0f}", "", "1")]
        for one in bench.peers:
            name = f"{one['peer']} {one.get('version', '')}".strip()
            if "skipped" in one:
                tables["Peers"].append((name, one.get("game", ""), one["skipped"], "–", "–", "–"))
                continue
            ratio = f"{ours.cpu_rate / one['rate']:,.1f}"
            number = f"{one['rate']:,.0f}", f"{one['choices']:.0%}"
            tables["Peers"].append((name, one["game"], one["way"], *number, ratio))
    return tables


def show(bench: Bench, console: Console) -> None:
    """A report for a terminal."""
    console.print(f"[bold]{bench.game}[/] {bench.options}, {bench.machine}", highlight=False, soft_wrap=True)
    for title, (heading, *lines) in rows(bench).items():
        table = Table(title=title, title_justify="left")
        for name in heading:
            table.add_column(
                name, justify="left" if name in ("way", "timed", "unit", "what", "peer", "game") else "right"
            )
        for line in lines:
            table.add_row(*line)
        console.print(table)
    sums = set(bench.checksums.values())
    console.print(f"observations and masks by {', '.join(bench.checksums)}: equal, {', '.join(sums)}", highlight=False)


def markdown(bench: Bench) -> str:
    """The tables of a report for a page."""
    tables = rows(bench).items()
    return "\n".join(f"### {title}\n\n{markdown_table(head, lines, len(head))}" for title, (head, *lines) in tables)


def chart(bench: Bench) -> bytes:
    """Rates per CPU-second as bars on a logarithmic scale (PNG); it needs matplotlib (extra `bench`)."""
    from matplotlib.figure import Figure

    decisions = [line for line in bench.lines if line.unit == "decisions" and line.about.get("threads", 1) == 1]
    bars = [(f"{line.full_name} · {line.timed}", line.cpu_rate, "#2f5d8a") for line in decisions]
    bars += [(f"{one['peer']} · {one['game']}", one["rate"], "#b0a58f") for one in bench.peers if "rate" in one]
    bars.sort(key=lambda bar: bar[1])
    figure = Figure(figsize=(9, 1 + 0.26 * len(bars)), layout="constrained")
    axes = figure.add_subplot()
    axes.barh(range(len(bars)), [rate for _, rate, _ in bars], color=[colour for *_, colour in bars])
    axes.bar_label(axes.containers[0], [f"{rate:,.0f}" for _, rate, _ in bars], padding=3, fontsize=8)  # type: ignore[arg-type]
    axes.set_yticks(range(len(bars)), [name for name, *_ in bars])
    axes.set_xscale("log")
    axes.margins(x=0.15, y=0.01)
    axes.tick_params(axis="y", labelsize=8)
    axes.set_xlabel("decisions per CPU-second, random legal play")
    axes.set_title(f"{bench.game}, {bench.options['num_players']} seats")
    return as_png(figure)
