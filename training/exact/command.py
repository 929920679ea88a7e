"""`dynasty exploit`: how exploitable a bot is, exactly in small games, and by a learner in others."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from agents.arguments import GameOptions, counting_bar, options_of, rulebook, say, shown
from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.files.replays import SavedGame
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from training.arena.ladder import need_libraries
from training.benchmark.run import Bench
from training.benchmark.tasks import Task
from training.exact.policy import policy_of
from training.exact.tree import GameTree, build
from training.exact.value import Exploited
from training.exact.value import exploited as exactly

ENDINGS = Path(__file__).parent / "endings"
"""Positions of large games that are small enough, as save files."""


def exploit(  # noqa: PLR0913
    game: Annotated[str, typer.Argument(help="Game: leduc_v0, file.py:Class …")],
    bot: Annotated[str, typer.Argument(help="Bot to exploit: random, policy:FILE, file.py:Class …")],
    exact: Annotated[
        bool, typer.Option("--exact", help="Compute it exactly by traversing the whole (small) game tree.")
    ] = False,
    seats: Annotated[int | None, typer.Option(help="Number of seats.  [default: the game's default]")] = None,
    option: GameOptions = None,
    ending: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE", help="With --exact: start from this position, a save file or a built-in one."
        ),
    ] = None,
    reward: Annotated[
        str | None, typer.Option(help="With --exact: one of the game's rewards.", show_default="points, or else win")
    ] = None,
    samples: Annotated[
        int, typer.Option(min=0, help="With --exact: samples per decision for a bot that gives no probabilities.")
    ] = 200,
    minutes: Annotated[float, typer.Option(min=0.01, help="Without --exact: CPU minutes of training.")] = 5.0,
    deals: Annotated[int, typer.Option(min=1, help="Without --exact: deals to measure the learner.")] = 300,
    jobs: Annotated[int, typer.Option(min=1, help="Without --exact: worker processes.")] = 1,
    out: Annotated[Path, typer.Option(help="Without --exact: folder for the learner and its games.")] = Path(
        "benchmarks"
    ),
) -> None:
    """Measure how exploitable a bot is.

    With --exact, compute NashConv: the total gain of best responses over all seats. Without it, train a learner against
    the bot, which gives a lower bound.
    """
    console = Console(emoji=False)
    book = rulebook(game)
    options = options_of(book, option or [], seats)
    if ending is not None and (not exact or option or seats):
        given = "keeps the options and seats that it was saved with: omit --option and --seats"
        raise OptionError(f"--ending {given if exact else 'needs --exact'}")
    begun = None if ending is None else position(book, ending)
    if not exact:
        if reward is not None:
            raise OptionError("--reward needs --exact: a learner learns to win")
        need_libraries(None)
        from training.benchmark.exploit import exploited

        chosen = [f"{o.name}={int(options[o.name])}" for o in book.options if options[o.name] != o.default]
        task = Task("-".join([book.name, *chosen]), book.name, deals, options)
        bench = Bench(out, jobs=jobs, console=console)
        say(console, f"{shown(bot)} in {exploited(task, bot, minutes, bench, console)}")
        return
    player = make_bot(bot, book)
    with console.status(f"traversing {book.name}"):
        tree = build(book, reward, ending=begun, **options)
    with counting_bar(console) as bar:
        going = bar.add_task(f"sampling {bot}", total=samples)
        asked = policy_of(player, tree, samples, watch=lambda done: bar.update(going, completed=done))
    for line in report(tree, bot, exactly(tree, asked.policy), asked.samples):
        say(console, line)


def position(game: Game, name: str) -> State:
    """The position of a save file, or one in `ENDINGS`. Raises SaveError, OptionError."""
    kept = {file.stem: file for file in sorted(ENDINGS.glob("*.json"))}
    file = kept.get(name, Path(name))
    if not file.is_file():
        raise OptionError(
            f"--ending {in_short(name)} is neither a save file nor one of the built-in positions: {', '.join(kept)}"
        )
    return SavedGame.read(file, lambda name: game).table


def report(tree: GameTree, bot: str, result: Exploited, samples: int) -> list[str]:
    """The result, line by line. Rewards in points are given in points."""
    unit = tree.unit
    asked = f"; sampled {samples} times per decision: an estimate, biased upwards" if samples else ""
    head = (
        f"{shown(bot)} in all {tree.seats} seats of {shown(tree.game.name)}, in {tree.reward} "
        f"({len(tree.parent):,} nodes, {len(tree.seat):,} information sets{asked}):"
    )
    rows = [
        f"  seat {seat}: wins {own * unit:+.4f} on average; a best response there wins {best * unit:+.4f}"
        for seat, (own, best) in enumerate(zip(result.values, result.best, strict=True))
    ]
    nash, each = result.nash_conv * unit, result.exploitability * unit
    return [head, *rows, f"  NashConv {nash:.4f}; exploitability {each:.4f} (NashConv per seat)"]
