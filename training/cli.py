"""The command line `dynasty`. Heavy libraries are imported by the command that needs them."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

import dynasty_env
from agents.accounts import accounts, told
from agents.arguments import named_options, rulebook
from agents.outside import serving
from agents.people import play, review, serve
from dynasty_env.kit.errors import DynastyEnvError, OptionError
from dynasty_env.kit.printing import visible
from training.arena import policies as policies  # its bots are known by name
from training.arena.balance import balance
from training.arena.dataset import dataset
from training.arena.ladder import ladder
from training.arena.measure import measure
from training.arena.versus import match
from training.arena.victories import victories
from training.bench.bench import bench
from training.benchmark.command import benchmark

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help=dynasty_env.__doc__,
    rich_markup_mode=None,
)

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


EXTRAS = {
    "torch": "train", "tensorboard": "train", "openskill": "arena", "matplotlib": "arena", "minari": "minari",
    "ray": "ray",
}  # fmt: skip
"""Libraries that commands need, and the extras that bring them."""


def shown(name: object) -> str:
    """A path or name as it is printed: no markup, and nothing that controls the terminal."""
    return escape(visible(str(name)))


@contextmanager
def plainly(console: Console) -> Iterator[None]:
    """Tell an error of ours, or a missing library, in a line instead of a traceback."""
    try:
        yield
    except DynastyEnvError as error:
        console.print(f"[red]error:[/] {escape(visible(str(error)))}", soft_wrap=True, highlight=False)
        raise typer.Exit(2) from error
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        extra = EXTRAS[error.name]
        console.print(f"[red]error:[/] this needs {error.name}: install the extra '{extra}' (dynasty-env\\[{extra}])")
        raise typer.Exit(2) from error


@app.command()
def train(
    game: Annotated[str | None, typer.Argument(help="What to learn.", show_default="dynasty_v0")] = None,
    minutes: Annotated[float | None, typer.Option(help="Train this long in all (default 5); or give --steps.")] = None,
    steps: Annotated[int | None, typer.Option(help="Train for this many decisions in all: repeatable exactly.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the run.  [default: runs/<game>-<time>]")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out, by its own settings.")] = False,
    origin: Annotated[
        Path | None, typer.Option("--from", help="A run whose network a new run begins with.  [default: none]")
    ] = None,
    threads: Annotated[int, typer.Option(min=1, help="Processor cores to use.")] = 2,
    device: Annotated[str, typer.Option(help="Where the network is: cpu, or cuda, cuda:1 … for a GPU.")] = "cpu",
    ray: Annotated[
        str | None, typer.Option(help="Play on a Ray cluster: local, auto or its address.  [default: play here]")
    ] = None,
    actors: Annotated[int | None, typer.Option(help="Processes that play there, a core each.  [default: 2]")] = None,
    together: Annotated[
        int | None, typer.Option(help="Rollouts of theirs an update learns from.  [default: as many as actors]")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Seats at a table.  [default: 4]")] = None,
    reward: Annotated[str | None, typer.Option(help="One of the game's own.  [default: win]")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Option of the game as NAME=VALUE; may be repeated.")] = None,
    vary: Annotated[
        list[str] | None, typer.Option(help="Option that takes all its values, from table to table; may be repeated.")
    ] = None,
    envs: Annotated[int | None, typer.Option(help="Tables played at once.  [default: 512]")] = None,
    rollout: Annotated[int | None, typer.Option(help="Decisions a table between updates.  [default: 64]")] = None,
    epochs: Annotated[int | None, typer.Option(help="Passes of an update over its decisions.  [default: 1]")] = None,
    minibatch: Annotated[int | None, typer.Option(help="Decisions a gradient step.  [default: 4096]")] = None,
    learning_rate: Annotated[float | None, typer.Option(help="At first.  [default: 0.0005]")] = None,
    discount: Annotated[float | None, typer.Option(help="γ, for each own decision.  [default: 1]")] = None,
    trace_decay: Annotated[float | None, typer.Option(help="λ, likewise; 1: no bootstrap.  [default: 0.95]")] = None,
    clip: Annotated[float | None, typer.Option(help="PPO's ε.  [default: 0.2]")] = None,
    entropy: Annotated[float | None, typer.Option(help="Weight of the entropy bonus.  [default: 0.01]")] = None,
    entropy_end: Annotated[float | None, typer.Option(help="Its weight at the goal.  [default: the same]")] = None,
    action_values: Annotated[
        float | None, typer.Option(help="Part of the advantage that a critic of actions says.  [default: 0]")
    ] = None,
    all_actions: Annotated[
        bool | None, typer.Option("--all-actions", help="That part follows all actions, not the one taken alone.")
    ] = None,
    largest: Annotated[float | None, typer.Option(help="Part of decisions, by advantage, learned from.")] = None,
    magnet: Annotated[float | None, typer.Option(help="Weight of the distance from a slow copy (MMD).")] = None,
    magnet_speed: Annotated[float | None, typer.Option(help="How far it follows an update.  [default: 0.05]")] = None,
    average: Annotated[float | None, typer.Option(help="Play with a mean over so many gradient steps.")] = None,
    warm_start: Annotated[int | None, typer.Option(help="Decisions of imitating greedy.  [default: 0]")] = None,
    among_greedy: Annotated[float | None, typer.Option(help="Part of games with greedy seats.  [default: 0.5]")] = None,
    among_past: Annotated[float | None, typer.Option(help="Part of games with past selves.  [default: 0]")] = None,
    among_seats: Annotated[int | None, typer.Option(help="How many seats these have; 0: any number.")] = None,
    past_every: Annotated[int | None, typer.Option(help="Updates between two past selves.  [default: 10]")] = None,
    seed: Annotated[int | None, typer.Option(help="Of deals, dice and parameters.  [default: 1]")] = None,
    shuffle_rewards: Annotated[
        bool | None, typer.Option("--shuffle-rewards", help="Control: deal each game's rewards out at random.")
    ] = None,
    evaluate_every: Annotated[float, typer.Option(min=0, help="Seconds between evaluations; 0: none.")] = 60.0,
    games: Annotated[int, typer.Option(min=1, help="Games against each bot in an evaluation.")] = 400,
) -> None:  # fmt: skip
    """Learn a game (PPO), by playing against oneself and against greedy."""
    console = Console()
    given: dict[str, Any] = {
        "seats": seats, "reward": reward, "vary": None if vary is None else tuple(vary), "envs": envs,
        "rollout": rollout, "epochs": epochs, "minibatch": minibatch,
        "learning_rate": learning_rate, "discount": discount, "trace_decay": trace_decay, "clip": clip,
        "entropy": entropy, "entropy_end": entropy_end, "action_values": action_values, "all_actions": all_actions,
        "largest": largest, "magnet": magnet, "magnet_speed": magnet_speed, "average": average,
        "warm_start": warm_start, "among_greedy": among_greedy, "among_past": among_past, "among_seats": among_seats,
        "past_every": past_every, "seed": seed, "shuffle_rewards": shuffle_rewards,
    }  # fmt: skip
    changed = {name: value for name, value in given.items() if value is not None}
    with plainly(console), ExitStack() as stack:
        from training.learn import run
        from training.learn.ppo import Learner, Settings

        if ray is None and (actors or together):
            raise OptionError("--actors and --together are for a cluster: name it by --ray local, auto or its address")

        def maker() -> run.MakeLearner:
            if ray is None:
                return Learner
            from training.cluster.train import on_ray

            return stack.enter_context(on_ray(ray, 2 if actors is None else actors, together, console))

        routine = run.Routine(evaluate_every=evaluate_every, games=games)
        goal = None if minutes is None and steps is None else run.Goal(steps, minutes)
        if resume:
            if out is None:
                raise OptionError("--resume needs the folder of the run: --out runs/NAME")
            if changed or option or origin:
                others = [name for name, value in (("option", option), ("from", origin)) if value]
                names = ", ".join(f"--{name.replace('_', '-')}" for name in [*changed, *others])
                raise OptionError(f"{names}: a resumed run keeps its settings; leave this out, or start a new run")
            chosen = None if game is None else rulebook(game)
            going = run.resume(
                chosen, out, goal=goal, threads=threads, device=device, routine=routine, console=console, make=maker(),
            )  # fmt: skip
        else:
            chosen = rulebook(game)
            if "greedy" in chosen.policies and not shuffle_rewards:  # of shuffled rewards nothing is to be learned
                changed = {"among_greedy": 0.5} | changed
            settings = Settings(**changed, options=named_options(chosen, option or []))
            chosen.check_options(settings.game_options)
            folder = out or Path("runs") / f"{chosen.name}-{datetime.now():%Y%m%d-%H%M%S}"
            goal = goal or run.Goal(minutes=5)
            going = run.start(
                chosen, settings, goal, folder, threads=threads, device=device, routine=routine, console=console,
                origin=origin, make=maker(),
            )  # fmt: skip
        console.print(
            f"{going.learner.game.name}: {going.goal} with {threads} threads, in {shown(going.folder)}", highlight=False
        )
        file, place = shown(going.file), shown(going.folder)
        try:
            finished = going.train()
        except KeyboardInterrupt:
            console.print(f"[yellow]stopped at once.[/] What {file} holds, if it exists, can be gone on with.")
            raise typer.Exit(INTERRUPTED) from None
        if finished:
            console.print(f"done: {file}. Measure it: dynasty evaluate {place}", soft_wrap=True)
        else:
            console.print(
                f"saved in {file}. Go on: dynasty train --resume --out {place}"
                + (f" --ray {shown(ray)}" if ray else ""),
                soft_wrap=True,
            )
            raise typer.Exit(INTERRUPTED)


@app.command()
def evaluate(
    run: Annotated[Path, typer.Argument(help="Folder of a run, or a checkpoint.")],
    against: Annotated[str, typer.Option(help="Who plays all other seats: random, greedy …")] = "random",
    games: Annotated[int, typer.Option(min=1, help="How many, with the learner in every seat in turn.")] = 2000,
    seats: Annotated[int | None, typer.Option(help="Seats at a table.  [default: the run's]")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Option of the game as NAME=VALUE.")] = None,
    best: Annotated[bool, typer.Option("--best", help="Take the likeliest action instead of drawing one.")] = False,
    threads: Annotated[int, typer.Option(min=1, help="Processor cores to use.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals and dice.")] = 1_000_000,
) -> None:  # fmt: skip
    """Measure a trained bot: its win rate in one seat against bots in all others."""
    console = Console()
    with plainly(console):
        import torch

        from training.arena.evaluate import BotPlayer, NetworkPlayer, player_of
        from training.arena.evaluate import evaluate as win_rate
        from training.learn import checkpoint
        from training.learn.run import compile_rules

        torch.set_num_threads(threads)
        content = checkpoint.read(run)
        game = rulebook(content["game"])
        options = checkpoint.options_of(content, run) | named_options(game, option or [])
        if seats is not None:
            options["num_players"] = seats
        learner = NetworkPlayer(checkpoint.network_of(content, run), seed, best=best)
        others = player_of(against, game, seed + 1)
        compile_rules(game, console, [against])
        rate = win_rate(game, learner, others, games=games, seed=seed, options=options)
        console.print(
            f"{shown(checkpoint.path_of(run))} wins {rate.rate:.1%} of {rate.games} games against "
            f"{options['num_players'] - 1} {shown(against)} (95 % interval {rate.low:.1%} – {rate.high:.1%})",
            soft_wrap=True,
            highlight=False,
        )
        for name, counts in accounts([others.bot] if isinstance(others, BotPlayer) else []).items():
            console.print(f"{shown(name)}: {told(counts)}", soft_wrap=True, highlight=False)


@app.command()
def weights(
    run: Annotated[Path, typer.Argument(help="Folder of a run, or a checkpoint.")],
    out: Annotated[Path, typer.Argument(help="File of the network, NAME.safetensors.")],
) -> None:
    """Write a run's network as a file that plays without torch, as the bot net:NAME.safetensors."""
    console = Console()
    with plainly(console):
        from training.learn.export import export_run

        size = export_run(run, out)
        console.print(
            f"{shown(out)}, {size / 1e6:.1f} MB. Play against it: dynasty play --bots net:{shown(out)}",
            soft_wrap=True, highlight=False,
        )  # fmt: skip


@app.command()
def value(
    out: Annotated[Path, typer.Argument(help="File of the network, NAME.safetensors.")],
    game: Annotated[str | None, typer.Option(help="Whose positions.", show_default="dynasty_v0")] = None,
    positions: Annotated[int, typer.Option(min=1000, help="Positions of games among greedy players.")] = 500_000,
    passes: Annotated[int, typer.Option(min=1, help="How often each is learned from.")] = 6,
    seed: Annotated[int, typer.Option(min=0, help="Of the games and the first weights.")] = 0,
) -> None:
    """Fit a small value network that cuts the playouts of a search short: mc:200ms:network=NAME.safetensors."""
    console = Console()
    with plainly(console):
        from training.learn.value import fit_value

        share = fit_value(rulebook(game), out, positions, passes, seed, console)
        console.print(f"{shown(out)} explains {share:.1%} of the variance of how other games ended", highlight=False)


COMMANDS = (
    play.play, play.watch, play.replay, review.review, serve.serve, serve.export, serving.mcp, serving.openenv, measure,
    dataset, balance, victories, match, ladder, benchmark, bench,
)  # fmt: skip
for command in COMMANDS:
    app.command()(plainly(Console())(command))


if __name__ == "__main__":
    app()
