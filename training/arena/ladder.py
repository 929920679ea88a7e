"""`dynasty ladder`: a round robin of bots, in every composition and every rotation of the seats."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from agents.arguments import (
    GameOptions,
    GameToPlay,
    Jobs,
    Ray,
    Seats,
    counting_bar,
    going_on,
    options_of,
    rulebook,
    say,
    shown,
)
from agents.compiling import compile_for_games
from agents.registry import bot_names, make_bot, runs_a_program
from dynasty_env.kit.errors import OptionError
from training.arena.deals import Setting, all_deals, bots_of, fingerprint, play_deal, two_of
from training.arena.ladder_file import NAME, LadderFile
from training.arena.ladder_report import Report, save, show
from training.arena.lines import Kept
from training.arena.processes import answers

BOTS = "random,greedy"


# -------------------------------------------------------------------------------------------------------------- playing


def play_ladder(
    file: LadderFile, bots: Sequence[str], deals: int, *, jobs: int = 1, ray: str | None = None,
    console: Console | None = None,
) -> None:  # fmt: skip
    """Play what is missing of a ladder, among these bots and those that are in the file already.

    Args:
        file: saves each deal as soon as it has been played.
        bots: full names.
        deals: how many deals each pair of bots plays in total, in each composition.
        ray: address of a Ray cluster that plays instead, see `training.cluster.connect`.

    Raises:
        OptionError: if there are fewer than two bots, or two seats.
        InUseError: if another process plays this ladder.
        SaveError: if the file cannot be written.
        DynastyEnvError: if a bot or a process fails.
    """
    setting = file.setting
    names = list(dict.fromkeys([*file.current, *bots]))
    two_of(names, setting.game)
    named_again(name for name in file.current if name not in bots)
    enter(file, names, console)
    wanted = list(all_deals(names, setting.seats, deals))
    missing = [deal for deal in wanted if deal not in file.played]
    if missing:
        file.check_writable()
    if console is not None and ray is None:
        compile_for_games(setting.game, names, len(missing) * setting.seats, console, setting.options)
    with counting_bar(console) as bar:
        task = bar.add_task("games", total=len(wanted) * setting.seats)
        bar.advance(task, (len(wanted) - len(missing)) * setting.seats)
        with closing(answers(jobs, play_deal, setting, missing, ray)) as playing:
            for deal, played in playing:
                file.add(deal, played)
                bar.advance(task, setting.seats)


def named_again(names: Iterable[str]) -> None:
    """Raise OptionError if one of these bots, named only in a file, runs a program."""
    read = [name for name in names if runs_a_program(name)]
    if read:
        raise OptionError(f"{', '.join(read)}: this bot runs a program, a file or a server; name it again in --bots")


def enter(file: LadderFile, names: Sequence[str], console: Console | None = None) -> None:
    """Add bots to a file, and print a message for each one whose own file has changed since it played.

    Raises:
        OptionError: if one of them may forfeit, or there are fewer than two seats.
        SaveError: if the file cannot be written.
    """
    setting = file.setting
    for name in names:
        if getattr(make_bot(name, setting.game), "fallback", "") == "forfeit":
            raise OptionError(f"{name}: a {file.format} does not support forfeits; use fallback=random")
    if setting.seats < 2:
        raise OptionError(f"a {file.format} needs at least two seats")
    for name, network in [(name, fingerprint(name, setting.game)) for name in names]:
        kept = file.add_bot(name, network)
        if kept and console is not None:
            told = f"{shown(name)}: its file has changed, so it is a new bot and starts from zero"
            say(console, f"[yellow]{told}[/]; the games of the earlier one are kept as {shown(kept)}")


# -------------------------------------------------------------------------------------------------------------- command


def need_libraries(ray: str | None) -> None:
    """Raise ModuleNotFoundError if a library for ratings, pictures or, if it is used, the cluster is not installed."""
    need(["openskill", "matplotlib", *(["ray"] if ray is not None else [])])


def need(libraries: Iterable[str]) -> None:
    """Raise ModuleNotFoundError if one of these modules is not installed."""
    for library in libraries:
        if find_spec(library) is None:
            raise ModuleNotFoundError(f"No module named {library!r}", name=library)


def ladder(  # noqa: PLR0913
    game: GameToPlay = None,
    bots: Annotated[
        str | None, typer.Option(help="Bots to rank: random,greedy,mc:200 …", show_default="those in --out, or " + BOTS)
    ] = None,
    deals: Annotated[int, typer.Option(min=0, help="Deals per pair of bots and composition; 0: report only.")] = 100,
    seats: Seats = None,
    option: GameOptions = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Random seed for deals and dice.", show_default="that of --out, or 0")
    ] = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the results.", show_default="ladders/<game>")] = None,
) -> None:  # fmt: skip
    """Rank bots by a round robin, in every composition and every seat.

    Games are saved in --out as they finish. Run the same command again to resume; more --deals or --bots add to what
    is there, whose game, seats and options are known.
    """
    console = Console(emoji=False)
    folder = out or Path("ladders") / rulebook(game).name
    there = Kept.of(folder / NAME, LadderFile.format)
    rules = rulebook(there.game(game))
    options = options_of(rules, there.options(rules, option, seats), seats)
    setting = Setting(rules, options, there.seed(seed, 0))
    entering = bots_of(bots, rules) if bots is not None else []
    if ray is not None and jobs > 1:
        raise OptionError("give --jobs or --ray, not both: games are played on this machine or on a cluster")
    need_libraries(ray)
    with LadderFile(folder / NAME, setting) as file:
        file.tell_if_torn(console)
        with going_on(console, lambda: f"{len(file.played):,} deals are saved in {shown(file.path)}"):
            known = bot_names(rules)
            names = entering or ([] if file.bots else [name for name in BOTS.split(",") if name in known])
            play_ladder(file, names, deals, jobs=jobs, ray=ray, console=console)
    if not file.played:
        raise OptionError(f"{file.path}: no games have been played yet; give --deals 1 or more")
    report = Report.of(file)
    show(report, console)
    save(report, folder)
    say(console, f"saved in {shown(folder)}")
