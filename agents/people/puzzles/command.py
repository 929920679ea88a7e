"""`dynasty puzzles`: positions with one right choice, from recorded games or games of bots."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from agents.arguments import Interpreted, counting_bar, going_on, replay_in, rulebook, say, shown
from agents.network.player import has_champion
from agents.network.search import opinion_judge
from agents.people.analysis import Analysis, Course, review_of
from agents.people.puzzles.making import EACH_GAME, LEAST_CHOICES, Candidate, Finder, Searches, played
from agents.people.puzzles.puzzle import MARGIN, Puzzle, read_puzzles, write_puzzles
from agents.search.budget import Budget
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.replays import Replay, read_json
from dynasty_env.kit.game import BackendName, Game

SHORT, LONG = "120", "3000"
"""Default playouts of the search that picks candidates, and of the one that decides."""
MOST_GAMES = 10_000
VARIED = 3
"""Minimum number of kinds of decisions in a set, if the game has that many."""


def puzzles(  # noqa: PLR0913
    game: Annotated[str, typer.Argument(help="Game by name, or file.py:Class.")],
    out: Annotated[Path, typer.Option(help="File to write; an existing one is continued.")],
    count: Annotated[int, typer.Option(min=1, help="Number of puzzles.")] = 10,
    replay: Annotated[
        list[Path] | None,
        typer.Option(
            help="Search this recorded game, or only the mistakes in its review (FILE.review.json) if it has one; "
            "may be repeated.",
            show_default="games of a bot",
        ),
    ] = None,
    bot: Annotated[
        str | None, typer.Option(help="Bot that plays the games.", show_default="champion, or the game's own bot")
    ] = None,
    judge: Annotated[
        str | None, typer.Option(help="Playout policy: greedy, champion …", show_default="the strongest")
    ] = None,
    short: Annotated[str, typer.Option(help="Budget of the search that picks candidates.")] = SHORT,
    long: Annotated[str, typer.Option(help="Budget of the search that decides.")] = LONG,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the first game.")] = 0,
    interpreted: Interpreted = False,
) -> None:
    """Find puzzles: positions with one clearly best choice. Each is judged by what its seat knew.

    Run the same command again to resume after Ctrl-C.
    """
    console, book = Console(emoji=False), rulebook(game)
    player = opinion_judge(book, judge or "", interpreted=interpreted)
    backend: BackendName = "interpreted" if interpreted else "compiled"
    searches = Searches(Budget.parse(short), Budget.parse(long), player)
    terms = {"judge": player.name, "long": str(searches.long), "seed": seed, "games": 0}
    sources = [_recorded(file, book) for file in replay or []]
    with Lock(out, "choose another file"):
        kept, progress = read_puzzles(out, book) if out.exists() else ([], dict(terms))
        for name in ("judge", "long", "seed"):
            if progress.get(name) != terms[name]:
                raise OptionError(f"{out} was started with {name} {progress.get(name)}, not {terms[name]}")
        player.prepare(book, console)
        alike = max(2, -(-count // min(VARIED, sum(number > 0 for number in book.phase_names))))
        who = bot or ("champion" if has_champion(book) and not interpreted else book.policies[-1])
        games = sources or (played(book, who, seed + nth, backend) for nth in range(MOST_GAMES))
        with going_on(console, lambda: f"{len(kept)} puzzles are saved"):
            finder = Finder(book, searches, kept, alike, backend)
            _search(games, finder, kept, progress, count, lambda: write_puzzles(out, book, kept, progress), console)
    say(
        console,
        f"{len(kept)} puzzles in {shown(out)}, from {progress['games']} games: the best choice is better by at least "
        f"{MARGIN:.0%} of a victory, according to mc:{long}:{player.name}",
    )


def _search(
    games: Iterable[Iterator[Candidate]], finder: Finder, kept: list[Puzzle], progress: dict[str, Any], count: int,
    save: Callable[[], None], console: Console,
) -> None:  # fmt: skip
    """Search the games that have not been searched yet, until there are enough puzzles; save the result of each."""
    with counting_bar(console) as bar:
        task = bar.add_task("puzzles", total=count, completed=len(kept))
        for nth, candidates in enumerate(games):
            if len(kept) >= count:
                break
            if nth < progress["games"]:
                continue
            found = (finder.puzzle(each, 1_000_003 * nth + number) for number, each in enumerate(candidates))
            kept += list(islice(filter(None, found), min(EACH_GAME, count - len(kept))))  # all of a game, or none
            progress["games"] = nth + 1
            save()
            bar.update(task, completed=len(kept), description=f"puzzles, game {nth + 1}")


def _recorded(file: Path, game: Game) -> Iterator[Candidate]:
    """The decisions of a recorded game that its review calls mistakes; without a review, all decisions."""
    replay = replay_in(file, None)
    if replay.game.name != game.name:
        raise OptionError(f"{file} is a game of {replay.game.name}, not of {game.name}")
    return _candidates(file, replay)


def _candidates(file: Path, replay: Replay) -> Iterator[Candidate]:
    course = Course.of(replay)
    kept = review_of(file)
    decisions: Sequence[Any] = course.decisions
    if kept.exists():
        decisions = Analysis.from_dict(read_json(kept), course, replay).mistakes(course)
    for decision in decisions:
        if decision.options >= LEAST_CHOICES:
            yield Candidate(course.states[decision.number].clone(), decision.action)
