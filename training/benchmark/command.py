"""`dynasty benchmark`: print the benchmark's table, play one of its rows again, or measure your own bot."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import hypot
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from agents.arguments import Jobs, Ray, going_on, say, shown
from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.origin import foreign
from training.algorithms.registry import ALGORITHMS, SUCH_AS
from training.arena.deals import bots_of, fingerprint, full_name
from training.arena.ladder import need_libraries
from training.benchmark import atlas, atlas_table, learners, submission
from training.benchmark.counting import aggregate, report
from training.benchmark.counting.aggregate import FEWEST, of_runs
from training.benchmark.counting.results import Result
from training.benchmark.playing.play import Protocol
from training.benchmark.run import Bench
from training.benchmark.suites.suite import is_suite, newest, suite_of
from training.benchmark.tasks import SEED, TASKS, Task, named_twice, task_of

DIFFERENT = 1
"""Exit code if a row cannot be reproduced."""


def benchmark(  # noqa: PLR0913
    tasks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TASK]...",
            help=f"Tasks to play: names of tasks, {newest()}, or any game.",
            show_default=f"all tasks; with --atlas {newest()}",
        ),
    ] = None,
    bots: Annotated[str | None, typer.Option(help="Bots to measure: mc:200,net:FILE … Opponents always play.")] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Deals per pair of bots; 0: report only, train and play nothing.",
            show_default=f"the task's; with --atlas {atlas.DEALS}",
        ),
    ] = None,
    runs: Annotated[bool, typer.Option("--runs", help="Report the mean of --bots, as runs of one learner.")] = False,
    exploit: Annotated[str | None, typer.Option(help="Train a learner against only this bot, and measure it.")] = None,
    minutes: Annotated[float, typer.Option(min=0.01, help="With --exploit: CPU minutes of training.")] = 5.0,
    learner: Annotated[
        str | None, typer.Option(help=f"Train this learner several times and measure it: {SUCH_AS}, file.py:function.")
    ] = None,
    all_of_them: Annotated[
        bool, typer.Option("--atlas", help="Train and measure algorithms × tasks × seeds, and tabulate them.")
    ] = False,
    those: Annotated[
        str | None,
        typer.Option(
            "--learners", help=f"With --atlas, separated by commas: {SUCH_AS}", show_default="all algorithms"
        ),
    ] = None,
    track: Annotated[
        str | None,
        typer.Option(
            help="With --atlas and your own functions: what they get besides the game.", show_default=atlas.OWN
        ),
    ] = None,
    pack: Annotated[
        Path | None, typer.Option(help="With --atlas and one learner: pack its runs into this file for submission.")
    ] = None,
    by: Annotated[str, typer.Option(help="With --pack: author of the submission.")] = "",
    about: Annotated[str, typer.Option(help="With --pack: a sentence about the learner, at most 200 characters.")] = "",
    submit: Annotated[
        Path | None, typer.Option(help="Replay the games of a packed file, and add its rows to --out.")
    ] = None,
    decisions: Annotated[
        int, typer.Option(min=1, help="With --learner or --atlas: decisions per run, rounded up to whole updates.")
    ] = 1_000_000,
    seeds: Annotated[
        int, typer.Option(min=1, help="With --learner (1, or at least 5) or --atlas: runs per task, seeds 1, 2 ….")
    ] = FEWEST,
    seats: Annotated[int | None, typer.Option(help="Number of seats.", show_default="the game's default")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Option of a game as NAME=VALUE; may be repeated.")] = None,
    row: Annotated[str | None, typer.Option(help="TASK:BOT: replay this row of the table, and compare.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Random seed for the deals.")] = SEED,
    coupled: Annotated[bool, typer.Option(help="Use common random numbers in the games of a deal.")] = True,
    redraws: Annotated[int, typer.Option(min=0, help="Copies for estimating luck; 0: no estimate.")] = 3,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[Path, typer.Option(help="Folder for games and results.")] = Path("benchmarks"),
) -> None:  # fmt: skip
    """Run the benchmark: measure bots against frozen opponents.

    Games are saved in --out as they finish. Run the same command again to resume; more --deals or --bots add to what
    is there.
    """
    console = Console(emoji=False)
    if ray is not None and (jobs > 1 or row or exploit or learner or all_of_them or submit):
        raise OptionError("--ray cannot be combined with --jobs, --row, --exploit, --learner, --atlas or --submit")
    need_libraries(ray)
    bench = Bench(out, seed, Protocol(coupled, redraws), deals, jobs, ray, console)
    if row is not None and (tasks or bots or option or seats):
        raise OptionError("--row names the task and the bot; omit TASK, --bots, --option and --seats")
    if submit is not None and (tasks or bots or learner or all_of_them or row or exploit):
        raise OptionError("--submit determines everything; omit TASK and all other modes")
    _check_modes(all_of_them, pack, {"--learners": those, "--track": track, "--by": by, "--about": about})
    names = list(tasks or ([newest()] if all_of_them else TASKS))
    if pack is not None and names != [newest()]:
        raise OptionError(f"--pack packs runs of {newest()} only: name no other task")
    if pack is not None and (seed, bench.protocol) != (SEED, Protocol()):
        raise OptionError("--pack packs games of the benchmark's own deals: omit --seed, --redraws and --no-coupled")
    wanted = [task for name in names for task in _tasks_of(name, option or (), seats)]
    if repeated := named_twice(task.name for task in wanted):
        raise OptionError(f"{repeated} is named twice")
    with going_on(console, lambda: f"Finished games are saved in {shown(out)}"):
        if submit is not None:
            submission.take(submit, out, console)
            return
        if row is not None:
            again(row, bench, console)
            return
        if exploit is not None:
            if bots or runs or learner is not None or len(tasks or ()) != 1:
                raise OptionError("--exploit needs exactly one TASK, and neither --bots nor --learner")
            if deals == 0:
                raise OptionError("--exploit needs --deals 1 or more")
            from training.benchmark.exploit import exploited

            say(console, f"{shown(exploit)} in {exploited(wanted[0], exploit, minutes, bench, console)}")
            return
        if all_of_them:
            if bots or runs or learner is not None:
                raise OptionError("--atlas takes --learners, and neither --bots, --runs nor --learner")
            entering = those.split(",") if those else list(ALGORITHMS)
            each = atlas.DEALS if deals is None else deals
            plan = atlas.Plan(wanted, entering, decisions, seeds, out, track, each)
            if pack is not None:
                submission.check_packable(plan, by, about)
                say(console, submission.announced(plan, suite_of(names[0]), pack))
            if each:
                atlas.run(plan, replace(bench, deals=each), console)
            else:
                atlas.report_only(plan, console)
            atlas_table.show(plan.rows(), console)
            published = report.COMMITTED / atlas.FILE
            if (out / atlas.FILE).resolve() != published.resolve():
                atlas_table.show_published(plan, atlas.rows_in(published), console)
            if pack is not None:
                submission.pack(plan, suite_of(names[0]), pack, by, about, console)
                say(console, f"{shown(pack)} is ready to submit")
            say(console, f"saved in {shown(out / atlas.FILE)}")
            return
        if learner is not None:
            if bots or runs or not tasks:
                raise OptionError("--learner needs at least one TASK, and no --bots")
            if 1 < seeds < FEWEST:
                raise OptionError(f"--seeds {seeds}: give {FEWEST} or more to measure a learner, or 1 for a single run")
            learners.rows_in(out / learners.FILE)  # report an unreadable file before hours of training
            for task in wanted:
                learn(task, learner, decisions, seeds, bench, console)
            say(console, f"saved in {shown(out / learners.FILE)}")
            return
        if runs and len((bots or "").split(",")) < FEWEST:
            raise OptionError(f"--runs needs at least {FEWEST} --bots: training runs with different seeds")
        results = measure(wanted, bots, bench, console)
        if runs:
            names = bots_of(bots or "", wanted[0].game)
            few = aggregate.about_deals(min(result.row(name).deals for result in results for name in names))
            text = f"interquartile mean of {len(names)} runs on {len(results)} tasks: {of_runs(results, names)}"
            say(console, f"{text}{few and f'; {few}'}")
    say(console, f"saved in {shown(out)}")


def _check_modes(all_of_them: bool, pack: Path | None, given: Mapping[str, str | None]) -> None:
    """Raise OptionError if an option was given without the one that it belongs to."""
    named = [option for option, value in given.items() if value]
    submitting = [option for option in named if option in ("--by", "--about")]
    if not all_of_them:
        if "--learners" in named:
            raise OptionError("--learners needs --atlas; did you mean --learner?")
        if pack is not None or "--track" in named:
            raise OptionError(f"{'--track' if pack is None else '--pack'} needs --atlas")
    if pack is None and submitting:
        more = "" if all_of_them else ", and --pack needs --atlas"
        raise OptionError(f"{submitting[0]} needs --pack{more}")


def _tasks_of(name: str, option: Sequence[str], seats: int | None) -> Sequence[Task]:
    """The task with this name, or all tasks of a frozen benchmark, which must be played by its rules."""
    if not is_suite(name):
        return [task_of(name, option, seats)]
    if option or seats is not None:
        raise OptionError(f"{name} is frozen: omit --option and --seats")
    suite = suite_of(name)
    suite.check()
    return suite.tasks


def measure(tasks: Sequence[Task], bots: str | None, bench: Bench, console: Console) -> list[Result]:
    """Play what is missing of tasks, print the result of each, and save their table."""
    results = []
    for task in tasks:
        result = bench.measured(task, [] if bots is None else bots_of(bots, task.game), rivals=True)
        report.show(result, console, report.committed(task.name))
        results.append(result)
    report.save_all(results, bench.out)
    return results


def learn(task: Task, learner: str, decisions: int, seeds: int, bench: Bench, console: Console) -> None:
    """Train the missing runs of a learner, measure all of its runs on a task, and save their row. Without deals, only
    show the row that is there. Raises OptionError if there is none then."""
    if bench.deals == 0:
        key = task.name, learner, decisions
        there = [row for row in learners.rows_in(bench.out / learners.FILE) if row.key == key]
        if not there:
            which = f"{learner} on {task.name} with {decisions:,} decisions"
            raise OptionError(f"{bench.out / learners.FILE} has no row of {which}: give --deals 1 or more")
        learners.show(there[0], console, learners.rows_in(report.COMMITTED / learners.FILE))
        return
    bots = learners.trained(task, learner, decisions, seeds, bench.out, console)
    folder = learners.folder_of(task, learner, decisions, bench.out)
    row = learners.learned(task, replace(bench, out=folder).measured(task, bots), learner, decisions, bots)
    learners.show(row, console, learners.rows_in(report.COMMITTED / learners.FILE))
    learners.save(row, bench.out / learners.FILE)
    if distance := atlas.about_distance(task, [atlas.samples(learner, bot) or bot for bot in bots]):
        say(console, shown(distance))


def again(name: str, bench: Bench, console: Console) -> None:
    """Play a row of the committed table again and say whether the result is the same.

    Raises:
        OptionError: if there is no such row, or the bot plays by another network now.
        typer.Exit: if the result differs by more than the intervals allow.
    """
    of, _, bot = name.partition(":")
    task = task_of(of)
    if not bot:
        raise OptionError(f"--row {of}: name the bot, e.g. {of}:champion")
    make_bot(bot, task.game)  # a network that the game has outgrown has no reproducible row
    bot = full_name(bot, task.game)
    table = report.committed(task.name)
    if table is None:
        raise OptionError(f"the table has no rows of {task.name}; measure it without --row")
    there = table.row(bot)
    if there.network != fingerprint(bot, task.game):
        raise OptionError(f"{bot} has another network than in the table: measure it without --row")
    folder, deals = bench.out / "rows" / f"{task.name}-{bench.seed}", bench.deals
    result = replace(bench, out=folder, deals=there.deals if deals is None else deals).measured(task, [bot])
    here = result.row(bot)
    report.show(result, console)
    apart = abs(there.score.rate - here.score.rate)
    same = apart <= hypot(there.score.half, here.score.half)  # the 95 % interval of a difference
    compared = "[green]the same[/] within the intervals" if same else "[red]different[/]"
    say(console, f"{shown(name)}: score {here.score} now, {there.score} in the table: {compared}")
    if not same:
        writer = foreign({"version": table.version, "rules": table.rules or None}, task.game)
        if writer:
            say(console, f"the table was {shown(writer)}")
        raise typer.Exit(DIFFERENT)
