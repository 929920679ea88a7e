"""`dynasty train`. Its options are the settings of a run (`settings.py`), and options for starting the run."""

from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer
from rich.console import Console

from agents.arguments import INTERRUPTED, GameOptions, named_options, options_of, place_of, rulebook, shown
from agents.registry import runs_a_program
from dynasty_env.kit.errors import OptionError
from training.algorithms.registry import SUCH_AS
from training.learn import settings
from training.learn.settings import CONTROL, GAME, OPPONENTS, PPO, Settings
from training.once import Once

if TYPE_CHECKING:  # torch is imported when training starts
    from training.learn.meeting import MakeLearner
    from training.learn.run import Goal, Run

COMMON, RUN, CLUSTER = "Common", "The run", "A cluster"
HEADINGS = (COMMON, RUN, GAME, OPPONENTS, PPO, CONTROL, CLUSTER)
"""The option groups of `dynasty train --help`, in order; options without a group are common."""

ADVISED = "ppo_advised"
"""The algorithm whose settings are the options of `dynasty train`."""

SHARED = {"seats", "reward", "seed"}
"""Settings that every algorithm has."""
CALLED_NOW = {
    "--among-greedy": "--greedy-share",
    "--among-seats": "--greedy-seats",
    "--together": "--rollouts-per-update",
}
"""Options of older versions."""


class Grouped(Once):
    """A command whose help lists its options under headings, and which explains what replaced a removed option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for each in args:
            name = each.partition("=")[0]
            if name in CALLED_NOW:
                ctx.fail(f"{name} is now called {CALLED_NOW[name]}")
            if name.removeprefix("--").replace("-", "_") in (*settings.GONE, *settings.UNUSED):
                ctx.fail(f"{name} was removed: {settings.INSTEAD}")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        groups: dict[str, list[tuple[str, str]]] = {heading: [] for heading in HEADINGS}
        arguments = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and param.param_type_name == "argument":
                arguments.append(record)
            elif record is not None:
                groups[getattr(param, "rich_help_panel", None) or COMMON].append(record)
        for heading, rows in {"Arguments": arguments, **groups}.items():
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


def dashed(name: str) -> str:
    """The option for a name."""
    return f"--{name.replace('_', '-')}"


def option_of(name: str, kind: Any, default: Any) -> Parameter:
    """The option for a setting of this type; None if it is not given."""
    setting = settings.declared()[name]
    if get_origin(kind) is UnionType:
        kind = next(each for each in get_args(kind) if each is not type(None))
    kind = list[str] if get_origin(kind) is tuple else str if get_origin(kind) is Literal else kind
    written = f"{default:g}" if kind is float and default is not None else str(default)
    shown = "" if default is None or default is False or default == () else f"  [default: {written}]"
    option = typer.Option(dashed(name), help=setting.text + shown, rich_help_panel=setting.group or COMMON)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, option])


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for every setting; it is called with the settings that were given."""
    kinds = get_type_hints(Settings)
    options = {name: option_of(name, kinds[name], getattr(Settings, name)) for name in settings.declared()}

    @wraps(command)
    def called(**given: Any) -> None:
        chosen = {name: given.pop(name) for name in options}
        changed = {name: value for name, value in chosen.items() if value is not None}
        command(**given, **{name: tuple(value) if name == "vary" else value for name, value in changed.items()})

    own = [each for each in signature(command).parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
    first = [each for each in own if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    called.__signature__ = signature(command).replace(  # type: ignore[attr-defined]
        parameters=[*(each.replace(kind=Parameter.KEYWORD_ONLY) for each in first), *options.values()]
    )
    return called


@with_settings
def train(  # noqa: PLR0913
    game: Annotated[str | None, typer.Argument(help="Game to learn.", show_default="dynasty_v0")] = None,
    minutes: Annotated[float | None, typer.Option(help="Total training time.  [default: 5]")] = None,
    out: Annotated[Path | None, typer.Option(help="Run folder.  [default: runs/<game>-<time>]")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the run in --out with its own settings.")] = False,
    threads: Annotated[
        int | None, typer.Option(min=1, help="CPU cores to use.  [default: 2, or those of the resumed run]")
    ] = None,
    algorithm: Annotated[
        str | None, typer.Option(help=f"Algorithm: {SUCH_AS} (docs/benchmark/algorithms.md).  [default: {ADVISED}]")
    ] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="With --algorithm: a setting as NAME=VALUE; may be repeated.")
    ] = None,
    option: GameOptions = None,
    steps: Annotated[
        int | None,
        typer.Option(help="Train for this many decisions in total, rounded up to whole updates, instead of --minutes; "
                          "exactly repeatable.",
                     rich_help_panel=RUN),
    ] = None,
    origin: Annotated[
        Path | None,
        typer.Option("--from", rich_help_panel=RUN,
                     help="Start from this network: a run, a network file, or champion.  [default: none]"),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(min=1, help="Units in each layer of the network.  [default: 256]", rich_help_panel=RUN),
    ] = None,
    device: Annotated[
        str, typer.Option(help="Device to play and learn on: cpu, or cuda, cuda:1 … for a GPU.", rich_help_panel=RUN)
    ] = "cpu",
    evaluate_every: Annotated[
        float | None,
        typer.Option(min=0, help="Seconds between evaluations; 0: none.  [default: 60]", rich_help_panel=RUN),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Games against each bot per evaluation.  [default: 400]", rich_help_panel=RUN),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(help="Play on a Ray cluster: local, auto or its address.  [default: play here]",
                     rich_help_panel=CLUSTER),
    ] = None,
    actors: Annotated[
        int | None, typer.Option(help="Actor processes, one core each.  [default: 2]", rich_help_panel=CLUSTER)
    ] = None,
    rollouts_per_update: Annotated[
        int | None, typer.Option(help="Rollouts per update.  [default: the number of actors]", rich_help_panel=CLUSTER)
    ] = None,
    **changed: Any,
) -> None:  # fmt: skip
    """Train a policy, by default with PPO. It plays against itself and against greedy."""
    console = Console(emoji=False)
    with ExitStack() as stack:
        with console.status("loading torch"):
            from training.learn import run as runs
            from training.learn.meeting import learner_on, trusting

        if ray is None and (actors or rollouts_per_update):
            raise OptionError(
                "--actors and --rollouts-per-update need a cluster: give --ray local, auto or its address"
            )

        def maker() -> "MakeLearner":
            if ray is None:
                return learner_on
            from training.cluster.train import on_ray

            with console.status("joining the Ray cluster"):
                return stack.enter_context(on_ray(ray, 2 if actors is None else actors, rollouts_per_update, console))

        given: dict[str, Any] = {"device": device, "console": console}
        if threads is not None:
            given["threads"] = threads
        asked = {"evaluate_every": evaluate_every, "games": games}
        routine: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
        goal = None if minutes is None and steps is None else runs.Goal(steps, minutes)
        algorithm = algorithm or (algorithm_in(game, out) if resume else None)
        if algorithm in (None, ADVISED) and setting:
            raise OptionError(f"--set needs --algorithm; {ADVISED} has a command-line option for each of its settings")
        if algorithm not in (None, ADVISED):
            mine = {name for name, value in (("from", origin), ("width", width), ("ray", ray)) if value}
            wrong = ", ".join(map(dashed, sorted(mine | (changed.keys() - SHARED))))
            if wrong:
                raise OptionError(f"{wrong}: for --algorithm {algorithm} use --set NAME=VALUE")
            wanted = None if resume else changed | {"options": option or [], "set": setting or []}
            by_algorithm(str(algorithm), game, out, goal, wanted, given | {"routine": routine})
            return
        if resume:
            opponent = changed.pop("opponent", None)
            others = [name for name, value in (("option", option), ("from", origin), ("width", width)) if value]
            if out is None:
                raise OptionError("--resume needs the run folder: --out runs/NAME")
            if refused := ", ".join(map(dashed, [*changed, *others])):
                raise OptionError(f"{refused}: a resumed run keeps its settings; omit this, or start a new run")
            known = None if game is None else rulebook(game)
            make = trusting(maker(), opponent)
            going = runs.resume(known, out, goal=goal, routine=routine, make=make, **given)
        else:
            rules = rulebook(game)
            if width is not None:
                changed["network"] = {"width": width}
            chosen = Settings(**changed, options=named_options(rules, option or []))
            options_of(rules, option or [], chosen.seats)
            folder = out or Path("runs") / f"{rules.name}-{datetime.now():%Y%m%d-%H%M%S}"
            going = runs.start(
                rules, chosen, goal or runs.Goal(minutes=5), folder, origin=origin, make=maker(),
                routine=runs.Routine(**routine), **given,
            )  # fmt: skip
        carry_out(going, game, ray, console)


def algorithm_in(name: str | None, out: Path | None) -> str | None:
    """The algorithm of the run in a folder; None: the default of `dynasty train`, or there is no run."""
    from training.learn import checkpoint

    if out is None or not (out / checkpoint.FILE).is_file():
        return None
    result: str | None = checkpoint.read(out, None if name is None else rulebook(name)).get("algorithm")
    return result


def by_algorithm(
    algorithm: str, name: str | None, out: Path | None, goal: "Goal | None", chosen: dict[str, Any] | None,
    given: dict[str, Any],
) -> None:  # fmt: skip
    """Train with an algorithm of `training.algorithms`: a new run with `chosen` settings, or the run in a folder."""
    import torch

    from training.algorithms.base import SelfPlay, changed
    from training.algorithms.registry import algorithm as algorithm_named
    from training.algorithms.tuned import tuned
    from training.learn import checkpoint
    from training.learn.run import THREADS, Goal

    kind = algorithm_named(algorithm)
    if chosen is None and (out is None or name is None):
        if out is None:
            raise OptionError("--resume needs the run folder: --out runs/NAME")
        name = str(checkpoint.read(out)["game"])
    game = rulebook(name)
    folder = out or Path("runs") / f"{game.name}-{algorithm}-{datetime.now():%Y%m%d-%H%M%S}"
    settings = None
    if chosen is not None:
        own = tuned(algorithm) | changed(kind.settings_class, chosen.pop("set"))
        options = named_options(game, chosen.pop("options"))
        settings = kind.settings_class(**chosen, **own, options={key: int(value) for key, value in options.items()})
    if issubclass(kind, SelfPlay):
        wanted = goal or (Goal(minutes=5) if settings else None)
        going = kind.run(game, settings, wanted, folder, **given)  # type: ignore[arg-type]
        torch.set_num_threads(going.threads)
        carry_out(going, name, None, given["console"])
        return
    if settings is None or goal is None or goal.steps is None:
        raise OptionError(f"{algorithm} trains once for a number of decisions: give --steps, and no --resume")
    torch.set_num_threads(given.get("threads", THREADS))
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.iterdir())  # an interrupted run may have left its dataset
    bot = kind.train(game, settings, goal.steps, folder)
    if Path(bot.partition(":")[2]) in before:
        raise OptionError(f"{folder} already holds a run of {algorithm}: choose another --out")
    given["console"].print(
        f"done. Evaluate it: dynasty evaluate {shown(bot)} --game {shown(game.name)}", soft_wrap=True
    )


def carry_out(going: "Run", name: str | None, ray: str | None, console: Console) -> None:
    """Train to the goal, and print what to do with the result, or how to resume.

    A game that was given by its file or module must be given in the same way again.
    """
    from training.learn.progress import CHART

    file, place = map(shown, (going.file, going.folder))
    own = shown(place_of(name, going.learner.game))
    threads = f"{going.threads} thread{'' if going.threads == 1 else 's'}"
    console.print(f"{going.learner.game.name}: {going.goal} with {threads}, in {place}", highlight=False)
    try:
        finished = going.train()
    except KeyboardInterrupt:
        kept = f"Resume from the last checkpoint: {again_of(going, own, ray)}"
        nothing = "It was stopped before anything was saved: the same command starts again."
        which = kept if going.file.exists() else nothing
        console.print(f"[yellow]stopped immediately.[/] {which}", soft_wrap=True)
        raise typer.Exit(INTERRUPTED) from None
    if finished:
        chart = f" Win rates: {place}/{CHART}." if (going.folder / CHART).exists() else ""
        of = f" --game {own}" if own else ""
        made = f"after {going.learner.progress.decisions:,} decisions (whole updates)"
        console.print(f"done: {file}, {made}.{chart} Evaluate it: dynasty evaluate {place}{of}", soft_wrap=True)
        return
    console.print(f"saved in {file}. Resume: {again_of(going, own, ray)}", soft_wrap=True)
    raise typer.Exit(INTERRUPTED)


def again_of(going: "Run", own: str, ray: str | None) -> str:
    """The command that resumes a run. `own` is a user's own game, as it was named."""
    cluster = f" --ray {shown(ray)}" if ray else ""
    again = f"{own} --resume" if own else "--resume"
    opponent = getattr(going.learner.settings, "opponent", None)
    if opponent and runs_a_program(opponent):
        again += f" --opponent {shown(opponent)}"
    return f"dynasty train {again} --out {shown(going.folder)}{cluster}"
