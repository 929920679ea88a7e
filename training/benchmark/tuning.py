"""`dynasty tune`: the same care for every algorithm.

A fixed number of settings is drawn from one stated space (`SPACE`), the defaults first; each trains on two tasks that
are none of the benchmark's, and the one with the highest mean score is chosen (of equal ones the first). What comes of
it is a file, `docs/benchmark/settings/NAME.toml`, that the commands read.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.origin import origin
from training.algorithms.registry import algorithm
from training.algorithms.tuned import file_of
from training.benchmark.playing.play import Protocol
from training.benchmark.tasks import SEED, TUNING_TASKS, Task
from training.output import as_json, from_json, going_on, on_disk, say, shown

DRAWS, DECISIONS = 8, 100_000
"""Settings that are drawn for each algorithm, and decisions of each run."""


@dataclass(frozen=True)
class Drawn:
    """What a setting may become: one of `values`, or one between `low` and `high`, its logarithm evenly, or the default
    times one of `times`."""

    values: Sequence[float] = ()
    low: float = 0.0
    high: float = 0.0
    times: Sequence[float] = ()

    def draw(self, rng: np.random.Generator, default: float) -> float:
        """One of them."""
        if self.values:
            return float(rng.choice(self.values))
        if self.times:
            return default * float(rng.choice(self.times))
        return float(f"{np.exp(rng.uniform(np.log(self.low), np.log(self.high))):.3g}")

    def __str__(self) -> str:
        if self.values or self.times:
            choices = ", ".join(f"{each:g}" for each in self.values or self.times)
            return choices if self.values else f"the default × {choices}"
        return f"{self.low:g} … {self.high:g}, log-uniform"


RATE, WEIGHT, LAMBDA = Drawn(low=1e-4, high=3e-3), Drawn(low=1e-3, high=0.1), Drawn((0.8, 0.9, 0.95, 1.0))
SPACE: Mapping[str, Drawn] = {
    "learning_rate": RATE,
    "entropy": WEIGHT, "ent_coef": WEIGHT,
    "trace_decay": LAMBDA, "gae_lambda": LAMBDA,
    "epochs": Drawn((1, 2, 4)), "n_epochs": Drawn((1, 2, 4)),
    "minibatch": Drawn(times=(0.25, 1, 4)), "batch_size": Drawn(times=(0.25, 1, 4)),
    "clip": Drawn((0.1, 0.2, 0.3)),
    "temperature": Drawn(low=0.03, high=1.0), "temperature_end": Drawn(low=0.01, high=0.3),
    "proximity": Drawn(low=0.03, high=3.0),
    "strength": Drawn(low=0.05, high=1.0), "period": Drawn((10, 20, 50)),
    "epsilon": Drawn(low=0.01, high=0.2), "steps_ahead": Drawn((1, 3, 5, 10)),
    "reuse": Drawn((1, 2, 4)), "anticipatory": Drawn(low=0.03, high=0.3),
    "expectile": Drawn((0.5, 0.7, 0.9)), "sharpness": Drawn(times=(0.25, 1, 4)), "searched": Drawn((0.1, 0.25, 0.5)),
}  # fmt: skip
"""What is drawn, by the name of the setting, for whatever algorithm has one of that name; all others stay."""


def draws(name: str, count: int = DRAWS) -> list[dict[str, Any]]:
    """The settings that are tried of an algorithm: its defaults, and then what is drawn; the same for everybody."""
    kind = algorithm(name).settings_class
    default: dict[str, Any] = {each.name: each.default for each in fields(kind) if each.name in SPACE}
    result: list[dict[str, Any]] = [{}]
    for number in range(1, count):
        rng = np.random.default_rng([SEED, number])
        drawn = {key: SPACE[key].draw(rng, value) for key, value in default.items()}
        whole = {key: max(int(value), 1) for key, value in drawn.items() if isinstance(default[key], int)}
        result.append(drawn | whole)
    return result


@dataclass(frozen=True)
class Tried:
    """Settings, and what they have scored on each tuning task."""

    settings: Mapping[str, Any]
    scores: Mapping[str, float]

    @property
    def mean(self) -> float:
        """By which they are compared."""
        return sum(self.scores.values()) / len(self.scores)


def best(tried: Sequence[Tried]) -> Tried:
    """The highest mean score; of equal ones the first."""
    return max(tried, key=lambda each: each.mean)


Measure = Callable[[Task, str, Path], float]
"""``measure(task, bot, folder)``: the score of a bot."""


def tune(name: str, count: int, decisions: int, out: Path, measure: Measure, console: Console) -> list[Tried]:
    """Try what has not been tried yet, and give all; each score is kept in the folder `out` as soon as it is known."""
    kind, file = algorithm(name), out / f"{name}-{decisions}.json"
    known: dict[str, float] = from_json(file, "scores of tuning", dict) if file.is_file() else {}
    tried = []
    for number, chosen in enumerate(draws(name, count)):
        scores = {}
        for task in TUNING_TASKS:
            key = f"{number} {task.name} {json.dumps(chosen, sort_keys=True)}"
            if key not in known:
                which = f"{name}, settings {number + 1} of {count}, {task.name}"
                say(console, f"{which}: {shown(str(chosen or 'defaults'))}")
                folder = out / f"{name}-{decisions}" / f"{number}-{task.name}"
                with on_disk(folder):
                    folder.mkdir(parents=True, exist_ok=True)
                options = {key: int(value) for key, value in task.options.items() if key != "num_players"}
                seats = int(task.options["num_players"])
                settings = kind.settings_class(**chosen, seats=seats, options=options)
                with Lock(folder):
                    known[key] = measure(task, kind.train(task.game, settings, decisions, folder), folder)
                with on_disk(file):
                    write_whole(file, as_json(known))
                say(console, f"  score {known[key]:.1%}")
            scores[task.name] = known[key]
        tried.append(Tried(chosen, scores))
    return tried


def written(name: str, tried: Sequence[Tried], decisions: int) -> str:
    """The file of what has been chosen, with all that was tried as remarks."""
    chosen = best(tried)
    tasks = ", ".join(task.name for task in TUNING_TASKS)
    remarks = [f"# {name}: the best of {len(tried)} settings, by the mean score on {tasks}"]
    remarks += [f"# after {decisions:,} decisions, one run each. Written by `dynasty tune {name}`.", "#"]
    remarks += [
        f"# {each.mean:.3f}  {json.dumps(dict(each.settings)) if each.settings else 'defaults'}" for each in tried
    ]
    lines = [*remarks, "", "[about]", f"decisions = {decisions}", f"draws = {len(tried)}", f"score = {chosen.mean:.4f}"]
    lines += [f"{task.of} = {json.dumps(origin(task.game)['rules'])}" for task in TUNING_TASKS]
    lines += ["", "[settings]", *(f"{key} = {json.dumps(value)}" for key, value in chosen.settings.items())]
    return "\n".join(lines) + "\n"


def command(
    name: Annotated[str, typer.Argument(metavar="ALGORITHM", help="Whose settings: ppo, mmd …")],
    draws: Annotated[int, typer.Option(min=1, help="Settings that are tried, the defaults among them.")] = DRAWS,
    decisions: Annotated[int, typer.Option(min=1, help="Of each run.")] = DECISIONS,
    deals: Annotated[int | None, typer.Option(min=1, help="Of each measurement.", show_default="the task's")] = None,
    out: Annotated[Path, typer.Option(help="Folder of runs and scores.")] = Path("benchmarks/tuning"),
) -> None:
    """Tune an algorithm on tasks that are none of the benchmark's, and keep what was chosen for all commands.

    The same command goes on where it was stopped.
    """
    from training.benchmark.command import measured

    console = Console(emoji=False)
    if not algorithm(name).settings_class.__dataclass_fields__.keys() & SPACE.keys():
        raise OptionError(f"{name} has no setting that is drawn: {', '.join(SPACE)}")

    def measure(task: Task, bot: str, folder: Path) -> float:
        result = measured(task, [bot], SEED, Protocol(True, 0), deals, 1, folder, None, rivals=False)
        return round(result.row(bot).score.rate, 6)

    with going_on(console, lambda: f"what has been tried is kept in {shown(out)}"):
        tried = tune(name, draws, decisions, out, measure, console)
    file = file_of(name)
    with on_disk(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, written(name, tried, decisions).encode())
    say(console, f"{shown(file)}: {best(tried).mean:.1%} on average, the defaults {tried[0].mean:.1%}")


command.__name__ = "tune"
