"""Play the missing games of a task: every bot against the frozen opponents, in every composition and every rotation."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path

from rich.console import Console

from agents.arguments import counting_bar
from agents.compiling import compile_entries
from dynasty_env.kit.game import Game
from training.arena.deals import Deal, Played, all_deals, two_of
from training.arena.ladder import enter
from training.arena.ladder_file import NAME
from training.arena.players import TOGETHER, entries_of, is_quick
from training.arena.processes import answers
from training.benchmark.counting import report
from training.benchmark.counting.results import Result, result_of
from training.benchmark.playing.play import BenchmarkFile, Measured, Protocol, play_deals
from training.benchmark.tasks import SEED, Task

Part = tuple[Deal, ...]
"""Deals that are played side by side."""
PARTS = 8
"""Approximate number of parts that each of several processes plays, for bots that decide quickly."""


def batches(setting: Measured, deals: Sequence[Deal], jobs: int = 1) -> list[Part]:
    """The deals, divided into parts that are played side by side.

    Slow bots play one deal at a time. With many processes the parts are small, so that each process has several and the
    progress bar moves. Parts affect nothing but the time.
    """
    quick = {name: is_quick(name, setting.game) for name in {name for deal in deals for name in (deal.a, deal.b)}}
    together = [deal for deal in deals if quick[deal.a] and quick[deal.b]]
    size = max(1, min(TOGETHER // setting.seats, ceil(len(together) / (jobs * PARTS)) if jobs > 1 else TOGETHER))
    result = [tuple(together[first : first + size]) for first in range(0, len(together), size)]
    return result + [(deal,) for deal in deals if not (quick[deal.a] and quick[deal.b])]


def entries_of_deals(game: Game, deals: Sequence[Deal]) -> list[str]:
    """The entry points of the rules that these deals use."""
    advice = ["advise"] if game.values_actions else []  # the network that measures luck asks for it
    own = entries_of({name for deal in deals for name in (deal.a, deal.b)}, game)
    return list(dict.fromkeys([*own, "some_returns", *advice]))


def opened(folder: Path, setting: Measured) -> BenchmarkFile:
    """The file of a task in a folder, or a new one. Raises SaveError if it holds other games."""
    return BenchmarkFile(folder / NAME, setting)


@dataclass(frozen=True)
class Bench:
    """A folder for games and results, and how its games are played.

    Attributes:
        seed, protocol: determine the games, see `Task.setting`.
        deals: number of deals for each pair, in each composition; None: the task's; 0: nothing is played.
        jobs: number of processes that play.
        ray: address of a Ray cluster that plays instead, see `training.cluster.connect`.
        console: shows progress; None: nothing is shown.
    """

    out: Path
    seed: int = SEED
    protocol: Protocol = field(default_factory=Protocol)
    deals: int | None = None
    jobs: int = 1
    ray: str | None = None
    console: Console | None = None

    def measured(self, task: Task, bots: Sequence[str], *, rivals: bool = False) -> Result:
        """Play what is missing of a task (`play`), and save and return its result."""
        with opened(self.out / task.name, task.setting(self.seed, self.protocol)) as file:
            if self.console is not None:
                file.tell_if_torn(self.console)
            if self.deals != 0:
                two_of([*task.opponents, *bots], task.game)
            self.play(task, file, bots, rivals=rivals)
        result = result_of(task, file, report.committed(task.name))
        report.save(result, self.out)
        return result

    def play(self, task: Task, file: BenchmarkFile, bots: Sequence[str], *, rivals: bool = True) -> None:
        """Play the missing games of a task.

        Args:
            file: stores each deal as soon as it has been played.
            bots: the bots to measure, by full name.
            rivals: whether the opponents also play each other.

        Raises:
            OptionError: if a bot does not exist or may forfeit, or there are fewer than two seats.
            InUseError: if another process plays these games.
            SaveError: if the file cannot be written.
            DynastyEnvError: if a bot or a process failed.
        """
        enter(file, list(dict.fromkeys([*task.opponents, *bots])), self.console)
        every = all_deals(bots, file.setting.seats, self._deals(task), task.opponents)
        self._play(file, [deal for deal in every if rivals or {deal.a, deal.b} & set(bots)], task.name)

    def play_pair(self, task: Task, file: BenchmarkFile, bot: str, other: str) -> None:
        """Play the missing games of one bot in one seat, with `other` in all the rest; see `play`."""
        enter(file, [bot, other], self.console)
        a, b = sorted((bot, other))
        kind = 1 if bot == a else file.setting.seats - 1
        self._play(file, [Deal(number, a, b, kind) for number in range(self._deals(task))], task.name)

    def _deals(self, task: Task) -> int:
        return task.deals if self.deals is None else self.deals

    def _play(self, file: BenchmarkFile, wanted: Sequence[Deal], what: str) -> None:
        """Play the deals that are not in the file yet."""
        setting = file.setting
        missing = [deal for deal in wanted if deal not in file.played]
        if missing:
            file.check_writable()
        parts = batches(setting, missing, self.jobs)
        if self.console is not None and missing and self.ray is None:
            compile_entries(setting.game, entries_of_deals(setting.game, missing), self.console)
        with counting_bar(self.console) as bar:
            going = bar.add_task(f"{what}: games", total=len(wanted) * setting.seats)
            done = (len(wanted) - len(missing)) * setting.seats
            bar.update(going, completed=done)

            def ended(games: int) -> None:
                bar.update(going, completed=done + games)

            work: Callable[[Measured, Part], list[Played]] = play_deals
            if self.jobs == 1 and self.ray is None:
                work = partial(play_deals, watch=lambda tables, going: ended(len(tables.array) - len(going)))
            with closing(answers(self.jobs, work, setting, parts, self.ray)) as playing:
                for part, played in playing:
                    for deal, outcome in zip(part, played, strict=True):
                        file.add(deal, outcome)
                    done += len(part) * setting.seats
                    ended(0)
