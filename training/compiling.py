"""What will be compiled is compiled before a clock runs, and said: what, how far, for how long."""

from collections.abc import Sequence

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from dynasty_env.kit.game import Game

ENTRIES = (
    "deal", "batch_check", "batch_deal", "batch_step", "observe", "hide", "step", "returns",
)  # fmt: skip
"""Entry points of the rules that training, and the bots that it is measured against, call."""


def compile_rules(game: Game, console: Console, bots: Sequence[str] = ()) -> None:
    """Compile what training calls, or load it; and what these bots do that play along or are played against."""
    actions = ("greedy_actions",) if "greedy" in bots and "greedy" in game.policies else ()
    compile_entries(game, (*ENTRIES, *actions, *(("greedy_values",) if game.values_actions else ())), console)


def compile_entries(game: Game, names: Sequence[str], console: Console) -> None:
    """Compile entry points of a game's rules, or load them; the console is told what, and shows how far that is."""
    pieces = list(dict.fromkeys(piece for name in names for piece in (*game.compiled.parts_of(name), name)))
    new = [piece for piece in pieces if not game.compiled.is_warm(piece)]
    if new:
        console.print(
            f"compiling the rules of {game.name}, once on this machine: {len(new)} of {len(pieces)} pieces, "
            "about a minute for all of them"
        )
    columns = SpinnerColumn(), TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=len(pieces))
        for piece in pieces:
            bar.update(task, description=f"{'compiling' if piece in new else 'loading'} {game.name}: {piece}")
            game.compiled.entry(piece)
            bar.advance(task)
