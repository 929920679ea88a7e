"""`dynasty match`: bots by name at one table, game after game."""

from collections.abc import Collection
from contextlib import closing, nullcontext
from math import ceil
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from agents.arguments import (
    INTERRUPTED,
    GameOptions,
    check_seats,
    counting_bar,
    options_of,
    rulebook,
    say,
    shown,
    usual_seats,
)
from agents.compiling import compile_for_games
from agents.registry import bot_names, make_bot, names_in, strongest
from agents.search.players import Search
from dynasty_env.kit.errors import OptionError
from training.arena import policies as policies  # its bots are found by name, in other processes too
from training.arena.ladder import named_again
from training.arena.lines import Kept
from training.arena.match import MatchResult, joined, play_match
from training.arena.match_file import Fixture, MatchFile
from training.arena.processes import answers

PARTS = 100
"""The number of parts in which a process plays its games, so that the bar moves and little is lost if it is stopped."""


def play_part(fixture: Fixture, part: range) -> MatchResult:
    """Play some of the games of a match with new bots. Raises OptionError if there is no such bot."""
    bots = [make_bot(name, fixture.game) for name in fixture.names]
    return play_match(
        fixture.game, bots, games=fixture.games, seed=fixture.seed, names=fixture.names, part=part,
        replays=fixture.replays, **fixture.options
    )  # fmt: skip


def parts_of(fixture: Fixture, jobs: int, played: Collection[range] = ()) -> list[range]:
    """The games of a match that have not been `played`, in parts. In each part every bot sits everywhere equally often,
    except in parts that end at games that have been played, or at the end of the match."""
    seats = len(fixture.names)
    size = seats * ceil(fixture.games / (seats * jobs * PARTS))
    result, first = list[range](), 0
    for there in [*sorted(played, key=lambda part: part.start), range(fixture.games, fixture.games)]:
        end = min(there.start, fixture.games)
        result += [range(start, min(start + size, end)) for start in range(first, end, size)]
        first = there.stop
    return result


def match(
    game: Annotated[str | None, typer.Argument(help="Game to play.", show_default="dynasty_v0")] = None,
    bots: Annotated[str, typer.Option(help="Bots, one per seat: champion+search:200,greedy,greedy,greedy …")] = "",
    games: Annotated[int, typer.Option(min=1, help="Number of games, ideally a multiple of the seats.")] = 400,
    option: GameOptions = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Random seed for deals and dice.", show_default="that of --out, or 0")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Worker processes; they do not change the results.")] = 1,
    out: Annotated[Path | None, typer.Option(help="File to save the games in as they finish.  [default: none]")] = None,
    replays: Annotated[
        Path | None, typer.Option(help="Folder for a replay of each game that is played now.", show_default="none")
    ] = None,
) -> None:  # fmt: skip
    """Play a match between bots, rotating seats. Reports win rates with 95 % intervals.

    With --out, run the same command again to resume; more --games add to what is there, whose game, bots and options
    are known.
    """
    console = Console(emoji=False)
    there = Kept.of(out, MatchFile.format)
    rules = rulebook(there.game(game))
    if not bots.strip():
        bots = there.bots()
        named_again(filter(None, bots.split(",")))
    if not bots:
        others = ["greedy" if "greedy" in bot_names(rules) else "random"] * (usual_seats(rules) - 1)
        raise OptionError(f"name the bots, one per seat: --bots {','.join([strongest(rules), *others])}")
    names = tuple(names_in(bots))
    check_seats(rules, len(names), f"--bots names {len(names)} bot{'s' * (len(names) > 1)}, one per seat, but")
    options = options_of(rules, there.options(rules, option, len(names)), len(names))
    del options["num_players"]
    fixture = Fixture(rules, options, names, games, there.seed(seed, 0), replays)
    made = [make_bot(name, rules) for name in dict.fromkeys(names)]  # report errors before any process is started
    with MatchFile(out, fixture) if out else nullcontext() as file:
        if file:
            file.tell_if_torn(console)
        played = dict(file.played) if file else {}
        parts = parts_of(fixture, jobs, played)
        missing = sum(map(len, parts))
        if missing:
            if file:
                file.check_writable()
            for bot in made:
                if isinstance(bot, Search):
                    bot.prepare(console)
            compile_for_games(rules, names, missing, console, {"num_players": len(names), **options})
        stopped = False
        try:
            with counting_bar(console) as bar:
                task = bar.add_task("games", total=games, completed=games - missing)
                with closing(answers(jobs, play_part, fixture, parts)) as results:
                    for part, result in results:
                        if file:
                            file.add(part, result)
                        played[part] = result
                        bar.advance(task, len(part))
        except KeyboardInterrupt:
            stopped = True
        if played:
            result = joined([played[part] for part in sorted(played, key=lambda part: part.start)])
            console.print(result.table(), result.seat_table())
        if stopped:
            on = f"; they are saved in {shown(file.path)}: run the same command again to resume" if file else ""
            say(console, f"[yellow]stopped[/] after {sum(map(len, played))} of {games} games{on}")
            raise typer.Exit(INTERRUPTED)
