"""`dynasty match`: bots by name at one table, game after game."""

from contextlib import closing
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any

import typer
from rich.console import Console

from agents.arguments import INTERRUPTED, counting_bar, options_of, rulebook
from agents.compiling import compile_for_games
from agents.registry import make_bot
from agents.search.players import Search
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from training.arena import policies as policies  # its bots are known by name, in other processes too
from training.arena.match import MatchResult, joined, play_match
from training.arena.processes import answers

PARTS = 32
"""In how many parts a process plays its games, so that the bar moves and little is lost by Ctrl-C."""


@dataclass(frozen=True)
class Fixture:
    """A match.

    Attributes:
        game: what is played. options: all of them but `num_players`.
        names: the bots, one a seat.
        games: how many. seed: of deals and dice.
    """

    game: Game
    options: dict[str, Any]
    names: tuple[str, ...]
    games: int
    seed: int


def play_part(fixture: Fixture, part: range) -> MatchResult:
    """Some of the games of a match, by new bots. Raises OptionError if there is no such bot."""
    bots = [make_bot(name, fixture.game) for name in fixture.names]
    return play_match(
        fixture.game, bots, games=fixture.games, seed=fixture.seed, names=fixture.names, part=part, **fixture.options
    )


def parts_of(fixture: Fixture, jobs: int) -> list[range]:
    """The games of a match in parts, in each of which every bot sits everywhere equally often, but for the last."""
    seats = len(fixture.names)
    size = seats * ceil(fixture.games / (seats * jobs * PARTS))
    return [range(first, min(first + size, fixture.games)) for first in range(0, fixture.games, size)]


def match(
    game: Annotated[str | None, typer.Argument(help="What is played.", show_default="dynasty_v0")] = None,
    bots: Annotated[str, typer.Option(help="One a seat: champion+search:200,greedy,greedy,greedy …")] = "",
    games: Annotated[int, typer.Option(min=1, help="Best a multiple of the seats.")] = 400,
    option: Annotated[list[str] | None, typer.Option(help="Option of the game as NAME=VALUE; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of deals and dice.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that play; they change nothing but the time.")] = 1,
) -> None:  # fmt: skip
    """Let bots play each other, in every seat equally often: how often each wins, with 95 % intervals."""
    console = Console(emoji=False)
    rules = rulebook(game)
    names = tuple(part.strip() for part in bots.split(",") if part.strip())
    if not rules.seats[0] <= len(names) <= rules.seats[1]:
        raise OptionError(
            f"--bots names {len(names)} bots: {rules.name} has {rules.seats[0]} to {rules.seats[1]} seats, one for each"
        )
    options = options_of(rules, list(option or []), len(names))
    del options["num_players"]
    fixture = Fixture(rules, options, names, games, seed)
    made = [make_bot(name, rules) for name in dict.fromkeys(names)]  # what is wrong is said before a process is started
    for bot in made:
        if isinstance(bot, Search):
            bot.prepare(console)
    compile_for_games(rules, names, games, console, {"num_players": len(names), **options})
    found: dict[int, MatchResult] = {}
    parts = parts_of(fixture, jobs)
    stopped = False
    try:
        with counting_bar(console) as bar:
            task = bar.add_task("games", total=games)
            with closing(answers(jobs, play_part, fixture, parts)) as results:
                for part, result in results:
                    found[part.start] = result
                    bar.advance(task, len(part))
    except KeyboardInterrupt:
        stopped = True
    if found:
        console.print(joined([found[first] for first in sorted(found)]).table())
    if stopped:
        console.print(f"[yellow]stopped[/] after {sum(r.games for r in found.values())} of {games} games")
        raise typer.Exit(INTERRUPTED)
