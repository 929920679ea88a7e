"""The command line `dynasty`. Heavy libraries are imported by the command that needs them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

import dynasty_env
from agents.accounts import accounts
from agents.accounts import in_one_line as summed_up
from agents.arguments import INTERRUPTED, GameOptions, counting_bar, named_options, options_of, rulebook, say, shown
from agents.network.apart import Where
from agents.outside import serving
from agents.people import film_command, play, review, serve
from agents.people.puzzles.command import puzzles
from agents.registry import bot_names
from dynasty_env.kit.errors import TRACEBACK, BotError, DynastyEnvError, OptionError, UsersFileError, in_short, needs
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.game import Game
from training.arena import policies as policies  # its bots are found by name
from training.arena.balance import balance
from training.arena.dataset import dataset
from training.arena.ladder import ladder
from training.arena.match_command import match
from training.arena.measure import measure
from training.arena.victories import victories
from training.benchmark.command import benchmark
from training.benchmark.tuning import command as tune
from training.check import check
from training.exact.command import exploit
from training.new.command import new
from training.once import Once
from training.soak import soak
from training.speed.bench import bench
from training.train import Grouped, train

if TYPE_CHECKING:
    from training.arena.evaluate import Player

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help=dynasty_env.__doc__,
    rich_markup_mode=None,
)


EXTRAS = {
    "PIL": "render",
    "torch": "train", "tensorboard": "train", "openskill": "arena", "matplotlib": "arena", "minari": "minari",
    "ray": "ray", "sb3_contrib": "sb3", "stable_baselines3": "sb3",
}  # fmt: skip
"""Libraries that commands need, and the extras that install them."""


@contextmanager
def plainly(console: Console) -> Iterator[None]:
    """Report an error of this package, an unusable file, a missing library, too little memory or Ctrl-C in a line,
    without traceback."""
    try:
        yield
    except KeyboardInterrupt:  # in a command that has nothing to save
        say(console, "[yellow]stopped[/]")
        raise typer.Exit(INTERRUPTED) from None
    except DynastyEnvError as error:
        if os.environ.get(TRACEBACK):
            raise
        told = " ".join(filter(None, map(str.strip, str(error).splitlines())))
        if isinstance(error, BotError | UsersFileError):
            told += f" (set {TRACEBACK}=1 for the traceback)"
        say(console, f"[red]error:[/] {shown(told)}")
        raise typer.Exit(2) from error
    except OSError as error:
        if error.filename is None or os.environ.get(TRACEBACK):
            raise
        say(console, f"[red]error:[/] {shown(in_short(str(error.filename)))}: {error.strerror}")
        raise typer.Exit(2) from error
    except (MemoryError, RuntimeError) as error:
        words = str(error).partition("\n")[0] or "out of memory"
        if os.environ.get(TRACEBACK) or not (isinstance(error, MemoryError) or "allocate memory" in words):
            raise
        say(console, f"[red]error:[/] there is too little memory for this: {shown(words)}")
        raise typer.Exit(2) from error
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        say(console, f"[red]error:[/] {shown(needs(error.name, EXTRAS[error.name]))}")
        raise typer.Exit(2) from error


def measured(
    name: str, game: Game | None, seed: int, console: Console, *, best: bool
) -> "tuple[Game, Player, dict[str, int | bool]]":  # fmt: skip
    """The player to measure: a run, by its folder or checkpoint, or a bot, by its name.

    Args:
        game: the game. None: ``dynasty_v0`` for a bot, the checkpoint's game for a run.
        best: a run takes the likeliest action instead of drawing one. If its network gives the values of actions, it
            does so anyway, and a message says so.

    Returns:
        The game, the player, and the options of games: those that a run was trained with, or the defaults.

    Raises:
        CheckpointError: if there is a run, but it cannot be used.
        OptionError: if there is neither a run nor a bot of this name.
    """
    from training.arena.evaluate import player_of
    from training.learn import checkpoint
    from training.learn.policy_bot import network_player

    if ":" not in name and all(name != known for known in bot_names(game or rulebook(None))):
        content = checkpoint.read(Path(name), game)
        game = game or dynasty_env.game(content["game"])
        if not checkpoint.learns_policy(content):
            best = True
            say(console, f"{shown(name)} learned the values of actions: it takes the best one")
        player = network_player(checkpoint.network_of(content, name, game), seed, best=best)
        return game, player, checkpoint.options_of(content, name)
    game = game or rulebook(None)
    return game, player_of(name, game, seed), game.check_options({})


def evaluate(  # noqa: PLR0913
    run: Annotated[str, typer.Argument(help="Run folder, checkpoint, or name of a bot: champion, net:FILE …")],
    against: Annotated[str, typer.Option(help="Opponent in all other seats: greedy, file.py:Class …")] = "random",
    own: Annotated[
        str | None, typer.Option("--game", help="Game that a bot plays; your own as file.py:Class.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Number of games; the player rotates through all seats.")] = 2000,
    seats: Annotated[int | None, typer.Option(help="Number of seats.  [default: the run's]")] = None,
    option: GameOptions = None,
    best: Annotated[bool, typer.Option("--best", help="Take the most likely action instead of sampling one.")] = False,
    threads: Annotated[int, typer.Option(min=1, help="CPU cores to use.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Random seed for deals and dice.")] = 1_000_000,
) -> None:  # fmt: skip
    """Measure the win rate of a trained policy or a bot. It sits in one seat, against bots in all others."""
    console = Console(emoji=False)
    with console.status("loading torch"):
        import torch

        from training.arena.evaluate import BotPlayer, player_of
        from training.arena.evaluate import evaluate as win_rate
        from training.compiling import compile_rules

    torch.set_num_threads(threads)
    book = None if own is None else rulebook(own)
    game, learner, options = measured(run, book, seed, console, best=best)
    options_of(game, option or [], seats)
    options |= named_options(game, option or []) | ({} if seats is None else {"num_players": seats})
    others = player_of(against, game, seed + 1)
    compile_rules(game, console, [run, against])
    with counting_bar(console) as bar:
        task = bar.add_task(f"against {against}", total=games)

        def stop(ended: int) -> bool:
            bar.update(task, completed=ended)
            return False

        rate = win_rate(game, learner, others, games=games, seed=seed, options=options, stop=stop)
    say(
        console,
        f"{shown(run)} wins {rate.rate:.1%} of {rate.games} games against "
        f"{options['num_players'] - 1} {shown(against)} (95 % interval {rate.low:.1%} – {rate.high:.1%})",
    )
    for name, counts in accounts(others.bots if isinstance(others, BotPlayer) else []).items():
        say(console, f"{shown(name)}: {summed_up(counts)}")


def weights(
    run: Annotated[Path, typer.Argument(help="Run folder or checkpoint.")],
    out: Annotated[Path, typer.Argument(help="Network file to write: NAME.safetensors.")],
    mean_with: Annotated[
        list[Path] | None, typer.Option(help="Average the network with that of another run; may be repeated.")
    ] = None,
    own: Annotated[str | None, typer.Option("--game", help="Your own game as file.py:Class.")] = None,
    apart: Annotated[
        list[str] | None,
        typer.Option("--for", help="OPTION=VALUE:RUN: use RUN's network at tables with that option; may be repeated."),
    ] = None,
) -> None:
    """Export a run's network to a file that plays without torch. Use it as the bot net:NAME.safetensors."""
    from training.learn.export import export_run

    check_network(out)
    book = None if own is None else rulebook(own)
    game = export_run(run, out, mean_with or (), book, dict(map(tables_and_run, apart or ())))
    say(
        Console(emoji=False),
        f"{shown(out)}, {out.stat().st_size / 1e6:.1f} MB. Play against it: "
        f"dynasty play {shown(own or game.name)} --bots net:{shown(out)}",
    )


def check_network(out: Path) -> None:
    """Raise OptionError unless the file name is that of a network, so that no other file is overwritten."""
    if out.suffix != ".safetensors":
        raise OptionError(f"{shown(out)}: a network file must be named NAME.safetensors")


def tables_and_run(text: str) -> tuple[Where, Path]:
    """Parse ``num_players=2:runs/two``. Raises OptionError if the text has another form."""
    tables, _, run = text.partition(":")
    option, _, value = tables.partition("=")
    if not (option and value.isdecimal() and len(value) < 10 and run):
        raise OptionError(f"--for {in_short(text)}: give a game option and a run, e.g. num_players=2:runs/two")
    return Where(option, int(value)), Path(run)


def value(
    out: Annotated[Path, typer.Argument(help="Network file to write: NAME.safetensors.")],
    game: Annotated[str | None, typer.Option(help="Game to learn.", show_default="dynasty_v0")] = None,
    positions: Annotated[int, typer.Option(min=1000, help="Positions from games between greedy players.")] = 500_000,
    passes: Annotated[int, typer.Option(min=1, help="Passes over the positions.")] = 6,
    seed: Annotated[int, typer.Option(min=0, help="Random seed for the games and the initial weights.")] = 0,
) -> None:
    """Fit a small value network that truncates search playouts. Use it as mc:200ms:network=NAME.safetensors."""
    from training.learn.value import fit_value

    check_network(out)
    console = Console(emoji=False)
    with Lock(out, "choose another file"):
        share = fit_value(rulebook(game), out, positions, passes, seed, console)
    console.print(
        f"{shown(out)} explains {share:.1%} of the variance in the results of held-out games", highlight=False
    )


def distil(
    out: Annotated[Path, typer.Argument(help="Policy file to write: NAME.safetensors.")],
    game: Annotated[str | None, typer.Option(help="Game to play.", show_default="dynasty_v0")] = None,
    bot: Annotated[str, typer.Option(help="Teacher: champion or net:PATH.")] = "champion",
    positions: Annotated[int, typer.Option(min=1, help="Decisions to learn from.")] = 10_000_000,
    width: Annotated[int, typer.Option(min=8, max=64, help="Hidden units.")] = 64,
    vary: Annotated[
        list[str] | None, typer.Option(help="Game option to vary over all its values across tables; may be repeated.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Random seed for the games and the initial weights.")] = 0,
) -> None:
    """Distil a trained network into a small policy. It plays inside the compiled rules, as net:NAME.safetensors."""
    from training.learn.distil import distil as distilled

    check_network(out)
    book, console = rulebook(game), Console(emoji=False)
    with Lock(out, "choose another file"):
        policy = distilled(
            book, bot, out, positions=positions, width=width, vary=vary or [], seed=seed, console=console
        )  # fmt: skip
    say(
        console,
        f"{shown(out)} agrees with {shown(bot)} on {policy.same:.1%} of the decisions with a choice, "
        f"{policy.nats:.3f} nats behind. Play against it: dynasty play {book.name} --bots net:{shown(out)}",
    )


def tell_version(wanted: bool) -> None:
    """Print the version of the package and end, if that is wanted."""
    if wanted:
        print(dynasty_env.__version__)
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options of the command line as a whole."""


COMMANDS = (
    evaluate, weights, value, distil, train, play.play, play.watch, play.replay, film_command.film, review.review,
    puzzles, serve.serve, serve.export, serving.mcp, serving.openenv, measure, dataset, balance, victories, match,
    ladder, benchmark, tune, exploit, bench, new, check, soak,
)  # fmt: skip
for command in COMMANDS:
    app.command(cls=Grouped if command is train else Once)(plainly(Console(emoji=False))(command))


if __name__ == "__main__":
    app()
