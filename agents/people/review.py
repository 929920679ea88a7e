"""`dynasty review`: a recorded game with a search's opinion of every decision."""

import os
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from agents.arguments import INTERRUPTED, Interpreted, OwnGame, check_seat, counting_bar, replay_in, say, shown
from agents.network.search import opinion_judge
from agents.people.analysis import Analysis, Course, RecordedDecision, review_of
from agents.people.choices import in_words, seat_in_words
from agents.search.budget import Budget
from agents.search.opinion import SURE, Opinion
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.replays import Replay, naming, read_json, write_json
from dynasty_env.kit.message import Chance

BUDGET = "400"
"""Default number of playouts for each decision."""
_SAVE_EVERY = 10.0


def review(
    file: Annotated[Path, typer.Argument(help="Replay of a finished game.")],
    budget: Annotated[
        str | None, typer.Option(help="Search budget per decision: playouts, or a time (200ms).", show_default=BUDGET)
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(help="Playout policy: random, greedy, champion …", show_default="the strongest"),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="File for the review.", show_default="FILE.review.json")] = None,
    game: OwnGame = None,
    seat: Annotated[int | None, typer.Option(min=0, help="List only the mistakes of this seat.")] = None,
    most: Annotated[int, typer.Option("--mistakes", min=0, help="Number of mistakes to list.")] = 10,
    interpreted: Interpreted = False,
) -> None:  # fmt: skip
    """Analyse every decision of a recorded game with a search. Run the same command again to resume after Ctrl-C."""
    console = Console(emoji=False)
    replay = replay_in(file, game)
    if replay.result is None:
        raise OptionError(f"{file}: this game is not over; only finished games can be reviewed")
    with naming(file):
        replay.verify()
        course = Course.of(replay)
    check_seat(seat, course.end.num_players)
    kept = out or review_of(file)
    with Lock(kept) if os.access(kept.parent, os.W_OK) else nullcontext():  # a read-only folder can be read
        if kept.exists():
            analysis = _begun(kept, course, replay, budget, judge, interpreted)
            how = "resuming" if analysis.missing(course) else "read from"
            say(console, f"{how} {shown(kept)}: --budget {analysis.budget} --judge {analysis.judge}", "dim")
        else:
            player = opinion_judge(course.game, judge or "", interpreted=interpreted)
            analysis = Analysis(Budget.parse(budget or BUDGET), player.name)
        try:
            _work(analysis, course, replay, kept, console, interpreted)
        except KeyboardInterrupt:
            where = f" in {shown(kept)}; run the same command again to resume" if analysis.opinions else ""
            count = f"{len(analysis.opinions)} of {len(course.decisions)} decisions"
            say(console, f"[yellow]stopped.[/] {count} are saved{where}")
            raise typer.Exit(INTERRUPTED) from None
    summarise(console, analysis, course, replay.players, seat, most)
    say(console, f"full analysis of all decisions: {shown(kept)}")


def _begun(
    kept: Path, course: Course, replay: Replay, budget: str | None, judge: str | None, interpreted: bool
) -> Analysis:
    """A review that was begun before."""
    try:
        analysis = Analysis.from_dict(read_json(kept), course, replay)
    except SaveError as error:
        raise SaveError(f"{kept}: {error}; choose another --out") from None
    wanted = None if budget is None else str(Budget.parse(budget))
    for name, given, there in (("--budget", wanted, str(analysis.budget)), ("--judge", judge, analysis.judge)):
        if given is not None and given != there:
            raise OptionError(f"{kept} was started with {name} {there}, not {given}: omit it, or choose another --out")
    if analysis.missing(course):
        try:
            opinion_judge(course.game, analysis.judge, interpreted=interpreted)
        except OptionError as error:
            raise OptionError(f"{kept} cannot be resumed: {error}; or choose another --out") from None
    return analysis


def _work(analysis: Analysis, course: Course, replay: Replay, kept: Path, console: Console, interpreted: bool) -> None:
    """Compute what is missing, and save it every few seconds and at the end."""
    missing = analysis.missing(course)
    if not missing:
        return
    judge = opinion_judge(course.game, analysis.judge, interpreted=interpreted)
    judge.prepare(course.game, console)
    saved = time.monotonic()
    try:
        with counting_bar(console) as bar:
            task = bar.add_task("decisions", total=len(course.decisions))
            bar.advance(task, len(course.decisions) - len(missing))
            for decision in missing:
                opinion = course.weigh(decision, analysis.budget, judge)
                analysis.opinions[decision.number] = opinion
                bar.advance(task)
                if time.monotonic() - saved > _SAVE_EVERY:
                    write_json(kept, analysis.to_dict(course, replay))
                    saved = time.monotonic()
    finally:
        if analysis.opinions:  # an empty file would only fix its budget and judge
            write_json(kept, analysis.to_dict(course, replay))


# ----------------------------------------------------------------------------------------------------------- printing


def summarise(
    console: Console, analysis: Analysis, course: Course, players: list[str], seat: int | None, most: int
) -> None:
    """Print what each seat gave away, and the largest mistakes."""
    shares = course.end.win_shares()
    table = Table(title="Reviewed", title_style="bold", title_justify="left")
    for name in ("seat", "player", "won", "decisions", "mistakes", "given away"):
        table.add_column(name, justify="left" if name in ("seat", "player") else "right", overflow="fold")
    for number in range(course.end.num_players):
        own = [d for d in course.decisions if d.seat == number]
        table.add_row(
            f"{seat_in_words(course.game.agent, number)} (seat {number})", shown(players[number]),
            Chance(float(shares[number])), str(len(own)),
            str(len(analysis.mistakes(course, number))), f"{analysis.given_away(course, number):.2f}",
        )  # fmt: skip
    console.print(table)
    console.print(
        f"By mc:{analysis.budget}:{analysis.judge}, from what each seat knew. A mistake is a decision that loses more "
        "than two standard errors (given after ±). Percentages are chances of winning; 1.00 given away is one whole "
        "victory.",
        style="dim", highlight=False,
    )  # fmt: skip
    for decision in analysis.mistakes(course, seat)[:most]:
        say(console, shown(_line(analysis.opinions[decision.number], course, decision)))


def _line(opinion: Opinion, course: Course, decision: RecordedDecision) -> str:
    met, verdict = course.as_met(decision), opinion.verdict
    assert verdict is not None
    agent = course.game.agents(course.end.num_players)[decision.seat]
    margin = Chance(SURE * verdict.loss_error)
    remark = (
        f"{decision.number:4d}  {agent}: {met.describe(decision.action)} ({Chance(verdict.wins)}) instead of "
        f"{met.describe(opinion.best.action)}: gave away {Chance(verdict.loss)} (± {margin})"
    )
    return in_words(remark, course.game.agent)
