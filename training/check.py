"""`dynasty check`: check an environment, or a game of this package, for what it promises."""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

import dynasty_env
from agents.arguments import say
from agents.opponents import single_env
from dynasty_env.conformance import Report
from dynasty_env.conformance import check as check_environment
from dynasty_env.conformance.games.suite import RULES, check_game
from dynasty_env.conformance.named import declaration_in, declared_beside, factory_in, found_by_name, is_game
from dynasty_env.conformance.suite import SECONDS, chosen
from dynasty_env.games import REFERENCE_GAMES
from dynasty_env.kit import named
from dynasty_env.kit.envs.module import GameModule
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.atomic import on_disk, write_whole
from dynasty_env.kit.game import Game
from dynasty_env.kit.printing import visible

MAKE_TABLES = """\
from dynasty_env import load_game
from dynasty_env.kit.envs.module import GameModule

make = GameModule(load_game({!r})).env"""
MAKE_SINGLE = """\
from functools import partial

from agents.opponents import single_env
from dynasty_env import load_game

make = partial(single_env, load_game({!r}), "random")"""
"""Python code that makes the environments of a game, for replays."""

ABOVE = "checked in the sections above"
"""Note of a check that another section has made."""
NEARLY_ALL = 0.75
"""Share of checks that were not made from which the last line says so."""
FAILED = 1
"""Exit code if a promise is broken, or if a check that was requested by name cannot be made."""


def check(
    target: Annotated[
        str, typer.Argument(help="Environment as module:factory or file.py:factory, or game as NAME or file.py:Class.")
    ],
    declared: Annotated[
        str | None, typer.Option(help="Declaration as module:name.  [default: the module's own]")
    ] = None,
    only: Annotated[list[str] | None, typer.Option(help="Run only this check; may be repeated.")] = None,
    seconds: Annotated[float, typer.Option(min=0, help="Approximate time limit.")] = SECONDS,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the first episode.")] = 0,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of decisions per episode.  [default: 2000, or more]")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write the report to this JSON file.")] = None,
) -> None:
    """Test an environment or a game for conformance. See docs/conformance.md for the checks."""
    console = Console(emoji=False, file=sys.stdout)  # what environments print to `sys.stdout` is suppressed
    chosen(only)
    if out is not None and out.is_dir():
        raise OptionError(f"--out {out} is a folder: name a file, e.g. {out / 'report.json'}")
    with console.status("checking") as status:

        def watch(name: str) -> None:
            status.update(f"checking {name}")

        make_checks = partial(check_environment, only=only, seed=seed, seconds=seconds, limit=limit, watch=watch)
        game = game_of(target)
        if game is not None:
            reports = _of_a_game(game, target, make_checks, only, seed, seconds, watch)
        else:
            make = factory_in(target)
            declaration = declaration_in(declared) if declared else declared_beside(target)
            reports = [make_checks(make, declaration, name=target)]
    for report in reports:
        report.print(console)
    if len(reports) > 1:
        say(console, in_all(reports))
    if out is not None:
        rows = [report.to_dict() for report in reports]
        with on_disk(out):
            write_whole(out, (json.dumps(rows, indent=2, default=str) + "\n").encode())
    lacking = [name for name in only or () if not any(_is_made(report, name) for report in reports)]
    if lacking:
        say(console, f"[red]{', '.join(lacking)} could not be run[/]: the report says why")
    elif text := hardly_checked(reports):
        say(console, text)
    if lacking or not all(report.passed for report in reports):
        raise typer.Exit(FAILED)


def in_all(reports: Sequence[Report]) -> str:
    """The counts of all sections together, and which checks failed, in a line."""
    counts = sum((Counter(report.counts()) for report in reports), Counter[str]())
    rows = [(row.check, report.subject) for report in reports for row in report.outcomes if row.verdict == "failed"]
    failed = "; failed: " + ", ".join(f"{check} ({visible(subject)})" for check, subject in rows) if rows else ""
    numbers = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("passed", "failed", "not checked"))
    return escape(f"all {len(reports)} sections: {numbers}{failed}")


def hardly_checked(reports: Sequence[Report]) -> str:
    """Says, for a terminal, that nearly nothing was checked, so that the reports prove little; empty if that is not so.
    Checks that another section has made do not count."""
    rows = [row for report in reports for row in report.outcomes if row.note != ABOVE]
    unmade = [row for row in rows if row.verdict == "not checked"]
    if len(unmade) < NEARLY_ALL * len(rows):
        return ""
    late = sum("--seconds" in row.note for row in unmade)
    reason = f"{late} for lack of time: give more --seconds" if late else "the report says why"
    return f"[yellow]hardly anything was checked:[/] {len(unmade)} of {len(rows)} checks were not made, {reason}"


def _is_made(report: Report, name: str) -> bool:
    return any(row.check == name and row.verdict != "not checked" for row in report.outcomes)


def game_of(target: str) -> Game | None:
    """The game with this name: a user's game in a file or module, or an installed one. None: it is not a game. Raises
    OptionError if the target does not exist, or fails."""
    if target in dynasty_env.game_names():
        return dynasty_env.game(target)
    if named.reference_in(target) is None:
        return None
    return dynasty_env.load_game(target) if is_game(found_by_name(target)) else None


def _of_a_game(
    game: Game, target: str, make_checks: Any, only: list[str] | None, seed: int, seconds: float, watch: Any
) -> list[Report]:
    """The kit's own checks, then, if the rules run, those of the environments that the kit makes, in two forms."""
    own = [] if only else [check_game(game, seed=seed, seconds=seconds, watch=watch)]
    if own and own[0][RULES].verdict == "failed":
        return own
    ours = game.name in (*dynasty_env.GAMES, *REFERENCE_GAMES)
    factory = f"{REFERENCE_GAMES.get(game.name, f'dynasty_env.{game.name}')}:env" if ours else target
    tables = make_checks(GameModule(game).env, name=factory, making=None if ours else MAKE_TABLES.format(_kept(target)))
    single = make_checks(partial(single_env, game, "random"), making=MAKE_SINGLE.format(_kept(target)))
    for row in single.outcomes:
        if row.verdict == "not checked" and any(_is_made(report, row.check) for report in (*own, tables)):
            row.note = ABOVE
    return [*own, replace(tables, subject=f"{game.name}: env"), replace(single, subject=f"{game.name}: single_env")]


def _kept(target: str) -> str:
    """The name of a game in a form that works from any folder: files by their absolute paths."""
    reference = named.reference_in(target)
    if reference is None or not reference.is_file:
        return target
    return f"{Path(reference.place).expanduser().resolve()}:{reference.attribute}"
