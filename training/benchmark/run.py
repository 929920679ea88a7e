"""Plays what a task lacks: every bot against the frozen opponents, in every composition and every rotation."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError
from training.arena.deals import Deal, Played, fingerprint
from training.arena.ladder_file import NAME
from training.arena.processes import answers
from training.benchmark.play import Measured, play_deals
from training.benchmark.players import is_quick
from training.benchmark.record import BenchmarkFile
from training.benchmark.tasks import Task

Part = tuple[Deal, ...]
"""Deals that are played side by side."""
Playing = Generator[tuple[Part, list[Played]], None, None]
TOGETHER = 192
"""Games that are played side by side by bots that decide about many tables in one call."""


def pairs_of(bots: Sequence[str], opponents: Sequence[str]) -> list[tuple[str, str]]:
    """Who meets whom, each two in alphabetical order: everybody meets the opponents, these each other too."""
    found = {tuple(sorted((bot, other))) for bot in [*bots, *opponents] for other in opponents if bot != other}
    return sorted((a, b) for a, b in found)


def deals_of(bots: Sequence[str], opponents: Sequence[str], seats: int, deals: int) -> Iterator[Deal]:
    """Every deal, by number first, so that all pairs are equally far whenever it is stopped."""
    for number in range(deals):
        for a, b in pairs_of(bots, opponents):
            for seats_of_a in range(1, seats):
                yield Deal(number, a, b, seats_of_a)


def batches(setting: Measured, deals: Sequence[Deal]) -> list[Part]:
    """The deals in parts that are played side by side: one at a time where a bot thinks long."""
    quick = {name: is_quick(name, setting.game) for deal in deals for name in (deal.a, deal.b)}
    together = [deal for deal in deals if quick[deal.a] and quick[deal.b]]
    size = max(1, TOGETHER // setting.seats)
    found = [tuple(together[first : first + size]) for first in range(0, len(together), size)]
    return found + [(deal,) for deal in deals if not (quick[deal.a] and quick[deal.b])]


def play_task(
    task: Task,
    file: BenchmarkFile,
    bots: Sequence[str],
    deals: int,
    *,
    rivals: bool = True,
    jobs: int = 1,
    ray: str | None = None,
    console: Console | None = None,
) -> None:
    """Play what is missing of a task.

    Args:
        task: whose opponents are met.
        file: keeps each deal as soon as it has been played.
        bots: who is measured, by full names.
        deals: how many each pair is to have played, in each composition.
        rivals: the opponents play each other, too.
        jobs: processes.
        ray: address of a Ray cluster that plays instead, see `training.cluster.connect`.
        console: shows a progress bar; None: nowhere.

    Raises:
        OptionError: a bot does not exist or may forfeit; there are fewer than two seats.
        SaveError: the file cannot be written, or a bot's network has changed since.
        DynastyEnvError: a bot or a process failed.
    """
    setting, opponents = file.setting, task.opponents
    if setting.seats < 2:
        raise OptionError(f"{task.name}: a task needs two seats or more")
    _enter(file, list(dict.fromkeys([*opponents, *bots])))
    wanted = [
        deal for deal in deals_of(bots, opponents, setting.seats, deals) if rivals or deal.a in bots or deal.b in bots
    ]
    _play(file, wanted, task.name, jobs, console, ray)


def play_pair(
    task: Task, file: BenchmarkFile, bot: str, other: str, deals: int, *, jobs: int = 1, console: Console | None = None
) -> None:
    """Play what is missing of one bot in one seat, `other` in all the rest; see `play_task`."""
    _enter(file, [bot, other])
    a, b = sorted((bot, other))
    wanted = [Deal(number, a, b, 1 if bot == a else file.setting.seats - 1) for number in range(deals)]
    _play(file, wanted, task.name, jobs, console)


def _enter(file: BenchmarkFile, names: Sequence[str]) -> None:
    game = file.setting.game
    for name in names:
        if getattr(make_bot(name, game), "fallback", "") == "forfeit":
            raise OptionError(f"{name}: the benchmark knows no forfeits; give fallback=random")
    for name, network in [(name, fingerprint(name, game)) for name in names]:
        file.add_bot(name, network)


def _play(
    file: BenchmarkFile, wanted: Sequence[Deal], what: str, jobs: int, console: Console | None, ray: str | None = None
) -> None:
    """Play what is not in the file yet."""
    setting = file.setting
    missing = [deal for deal in wanted if deal not in file.played]
    parts = batches(setting, missing)
    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=console is None) as bar:
        going = bar.add_task(f"{what}: games", total=len(wanted) * setting.seats)
        bar.advance(going, (len(wanted) - len(missing)) * setting.seats)
        with closing(_played(setting, parts, jobs, ray)) as playing:
            for part, played in playing:
                for deal, outcome in zip(part, played, strict=True):
                    file.add(deal, outcome)
                bar.advance(going, len(part) * setting.seats)


def _played(setting: Measured, parts: Sequence[Part], jobs: int, ray: str | None) -> Playing:
    if ray is not None and parts:
        from training.cluster.tasks import spread

        return spread(ray, play_deals, setting, parts)
    return answers(jobs, play_deals, setting, parts) if jobs > 1 and parts else _here(setting, parts)


def _here(setting: Measured, parts: Sequence[Part]) -> Playing:
    for part in parts:
        yield part, play_deals(setting, part)


def opened(folder: Path, setting: Measured) -> BenchmarkFile:
    """The file of a task in a folder, or a new one. Raises SaveError if it holds other games."""
    return BenchmarkFile.open(folder / NAME, setting)
