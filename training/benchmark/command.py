"""`dynasty benchmark`: print the benchmark's table, play one of its rows again, or measure your own bot."""

from collections.abc import Sequence
from math import hypot
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.origin import foreign
from training.algorithms.registry import ALGORITHMS
from training.arena.deals import bots_of, fingerprint, full_name, two_of
from training.arena.ladder import need_libraries
from training.benchmark import atlas, learners, submission
from training.benchmark.counting import aggregate, report
from training.benchmark.counting.aggregate import FEWEST, of_runs
from training.benchmark.counting.results import Result, Row, result_of
from training.benchmark.playing.play import Protocol
from training.benchmark.run import opened, play_task
from training.benchmark.suites import is_suite, suite_of
from training.benchmark.tasks import SEED, TASKS, Task, task_of
from training.output import going_on, say, shown

DIFFERENT = 1
"""Exit code if a row cannot be reproduced."""


def benchmark(  # noqa: PLR0913
    tasks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TASK]...",
            help="What is played: tasks, benchmark-1, or any game.",
            show_default="all tasks; with --atlas benchmark-1",
        ),
    ] = None,
    bots: Annotated[str | None, typer.Option(help="Who is measured: mc:200,net:FILE … Opponents always play.")] = None,
    deals: Annotated[
        int | None, typer.Option(min=0, help="For each two bots; 0: report only.", show_default="the task's")
    ] = None,
    runs: Annotated[bool, typer.Option("--runs", help="--bots are training runs of one learner: their mean.")] = False,
    exploit: Annotated[str | None, typer.Option(help="Train a learner against this bot alone, and measure it.")] = None,
    minutes: Annotated[float, typer.Option(min=0.01, help="With --exploit: processor time of the training.")] = 5.0,
    learner: Annotated[
        str | None, typer.Option(help="Train this several times, and measure it: ppo, mmd …, file.py:function.")
    ] = None,
    all_of_them: Annotated[
        bool, typer.Option("--atlas", help="Train and measure algorithms × tasks × seeds, run by run, and their table.")
    ] = False,
    those: Annotated[
        str | None, typer.Option("--learners", help="With --atlas: ppo,mmd …", show_default="all algorithms")
    ] = None,
    pack: Annotated[
        Path | None, typer.Option(help="With --atlas and one learner: write its runs into this file, to be submitted.")
    ] = None,
    by: Annotated[str, typer.Option(help="With --pack: whose it is.")] = "",
    about: Annotated[str, typer.Option(help="With --pack: what is to be known, its settings among it.")] = "",
    submit: Annotated[
        Path | None, typer.Option(help="Play the games of such a file again, and add its rows to --out.")
    ] = None,
    decisions: Annotated[int, typer.Option(min=1, help="With --learner or --atlas: its own, in each run.")] = 1_000_000,
    seeds: Annotated[int, typer.Option(min=1, help="With --learner: runs, from seeds 1, 2 … on; one, or 5.")] = FEWEST,
    seats: Annotated[int | None, typer.Option(help="Of a game that is no task.", show_default="the game's own")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Its option as NAME=VALUE; may be repeated.")] = None,
    row: Annotated[str | None, typer.Option(help="TASK:BOT: play this row of the table again, and compare.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals; another one makes others.")] = SEED,
    coupled: Annotated[bool, typer.Option(help="Games of a deal draw the same chance for the same purposes.")] = True,
    redraws: Annotated[int, typer.Option(min=0, help="Copies by which luck is measured; 0: it is not.")] = 3,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that play; they change nothing but the time.")] = 1,
    ray: Annotated[
        str | None, typer.Option(help="Play on a Ray cluster instead: local, auto or its address.", show_default="none")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of games and results.")] = Path("benchmarks"),
) -> None:  # fmt: skip
    """Measure bots against frozen opponents, by the protocol of the benchmark.

    Games are kept in --out as they end. The same command goes on where it was stopped; more --deals or --bots add to
    what is there.
    """
    console = Console(emoji=False)
    if ray is not None and (jobs > 1 or row is not None or exploit is not None or learner is not None):
        raise OptionError("--ray: leave out --jobs, and play --row, --exploit and --learner on this machine")
    need_libraries(ray)
    protocol = Protocol(coupled, redraws)
    if row is not None and (tasks or bots or option or seats):
        raise OptionError("--row names task and bot; leave TASK, --bots, --option and --seats out")
    if submit is not None and (tasks or bots or learner or all_of_them or row or exploit):
        raise OptionError("--submit names all that is played; leave TASK and other work out")
    names = list(tasks or ([atlas.SUITE] if all_of_them else TASKS))
    wanted = [task for name in names for task in _tasks_of(name, option or (), seats)]
    with going_on(console, lambda: f"What was played is kept in {shown(out)}"):
        if submit is not None:
            submission.take(submit, out, console)
            return
        if row is not None:
            again(row, seed, protocol, deals, jobs, out, console)
            return
        if exploit is not None:
            if bots or runs or learner is not None or len(tasks or ()) != 1:
                raise OptionError("--exploit wants one TASK, and neither --bots nor --learner")
            from training.benchmark.exploit import exploited

            task = wanted[0]
            bound = exploited(task, exploit, minutes, task.setting(seed, protocol), deals, jobs, out, console)
            say(console, f"{shown(exploit)} in {bound}")
            return
        if all_of_them:
            if bots or runs or learner is not None:
                raise OptionError("--atlas wants --learners, and neither --bots, --runs nor --learner")
            entering = those.split(",") if those else list(ALGORITHMS)
            plan = atlas.Plan(wanted, entering, decisions, seeds, out)

            def measure(task: Task, bot: str, folder: Path) -> Result:
                count = atlas.DEALS if deals is None else deals
                return measured(task, [bot], seed, protocol, count, jobs, folder, None, rivals=False)

            atlas.run(plan, measure, console)
            if pack is not None:
                submission.pack(plan, suite_of(names[0]), pack, by, about, console)
                say(console, f"{shown(pack)} is ready to be submitted")
            say(console, f"saved in {shown(out / atlas.FILE)}")
            return
        if learner is not None:
            if bots or runs or not tasks:
                raise OptionError("--learner wants a TASK or several, and no --bots")
            if 1 < seeds < FEWEST:
                raise OptionError(f"--seeds {seeds}: {FEWEST} or more tell of a learner, and one of a single run")
            learners.rows_in(out / learners.FILE)  # report an unreadable file before hours of training
            for task in wanted:
                learn(task, learner, decisions, seeds, seed, protocol, deals, jobs, out, console)
            say(console, f"saved in {shown(out / learners.FILE)}")
            return
        if runs and len((bots or "").split(",")) < FEWEST:
            raise OptionError(f"--runs wants {FEWEST} or more --bots: training runs from seeds of their own")
        results = []
        for task in wanted:
            entering = bots_of(bots, task.game) if bots is not None else []
            result = measured(task, entering, seed, protocol, deals, jobs, out, console, ray=ray)
            report.show(result, console, report.committed(task.name))
            results.append(result)
        report.save_all(results, out)
        if runs:
            names = bots_of(bots or "", wanted[0].game)
            few = aggregate.about_deals(min(result.row(name).deals for result in results for name in names))
            text = f"interquartile mean of {len(names)} runs on {len(results)} tasks: {of_runs(results, names)}"
            console.print(f"{text}{few and f'; {few}'}", highlight=False, soft_wrap=True)
    say(console, f"saved in {shown(out)}")


def _tasks_of(name: str, option: Sequence[str], seats: int | None) -> Sequence[Task]:
    """The task with this name, or all tasks of a frozen benchmark, which must be played by its rules."""
    if not is_suite(name):
        return [task_of(name, option, seats)]
    if option or seats is not None:
        raise OptionError(f"{name} is frozen: leave --option and --seats out")
    suite = suite_of(name)
    suite.check()
    return suite.tasks


def measured(  # noqa: PLR0913
    task: Task, bots: list[str], seed: int, protocol: Protocol, deals: int | None, jobs: int, out: Path,
    console: Console | None, *, rivals: bool = True, ray: str | None = None,
) -> Result:  # fmt: skip
    """Play what is missing of a task in the folder `out`, and save and return its result."""
    with opened(out / task.name, task.setting(seed, protocol)) as file:
        if console is not None:
            file.tell_if_torn(console)
        if deals != 0:
            two_of([*task.opponents, *bots], task.game)
        count = task.deals if deals is None else deals
        play_task(task, file, bots, count, rivals=rivals, jobs=jobs, ray=ray, console=console)
    result = result_of(task, file, report.committed(task.name))
    report.save(result, out)
    return result


# ----------------------------------------------------------------------------------------------------------- learners


def learn(  # noqa: PLR0913
    task: Task, learner: str, decisions: int, seeds: int, seed: int, protocol: Protocol, deals: int | None, jobs: int,
    out: Path, console: Console,
) -> None:  # fmt: skip
    """Train the missing runs of a learner, measure all of its runs on a task, and save their row."""
    bots = learners.trained(task, learner, decisions, seeds, out, console)
    folder = learners.folder_of(task, learner, decisions, out)
    result = measured(task, bots, seed, protocol, deals, jobs, folder, console, rivals=False)
    row = learners.learned(task, result, learner, decisions, bots)
    learners.show(row, console, learners.rows_in(report.COMMITTED / learners.FILE))
    learners.save(row, out / learners.FILE)


# ------------------------------------------------------------------------------------------------------- one row again


def again(
    name: str, seed: int, protocol: Protocol, deals: int | None, jobs: int, out: Path, console: Console
) -> None:  # fmt: skip
    """Play a row of the committed table again and say whether the result is the same.

    Raises:
        OptionError: if there is no such row, or the bot plays by another network now.
        typer.Exit: if the result differs by more than the intervals allow.
    """
    of, _, bot = name.partition(":")
    task = task_of(of)
    if not bot:
        raise OptionError(f"--row {of}: say whose row, as {of}:champion")
    make_bot(bot, task.game)  # a network that the game has outgrown has no reproducible row
    bot = full_name(bot, task.game)
    table = report.committed(task.name)
    if table is None:
        raise OptionError(f"the table has no rows of {task.name}; measure it without --row")
    there = table.row(bot)
    if there.network != fingerprint(bot, task.game):
        raise OptionError(f"{bot} plays by another network than in the table: measure it as a row of its own")
    folder = out / "rows" / f"{task.name}-{seed}"
    count = there.deals if deals is None else deals
    result = measured(task, [bot], seed, protocol, count, jobs, folder, console, rivals=False)
    here = result.row(bot)
    report.show(result, console)
    same = agree(there, here)
    compared = "[green]the same[/] within the intervals" if same else "[red]another one[/]"
    say(console, f"{shown(name)}: score {here.score} now, {there.score} in the table: {compared}")
    if not same:
        writer = foreign({"version": table.version, "rules": table.rules or None}, task.game)
        if writer:
            say(console, f"the table was {shown(writer)}")
        raise typer.Exit(DIFFERENT)


def agree(one: Row, other: Row) -> bool:
    """Whether the scores of two rows differ by no more than the 95 % interval of a difference."""
    apart = abs(one.score.rate - other.score.rate)
    return apart <= hypot(one.score.half, other.score.half)
