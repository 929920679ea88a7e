"""`dynasty tune`: the same tuning effort for every algorithm.

A fixed number of settings is drawn from one stated space (`SPACE`); the defaults are the first. Each setting trains on
two tasks that are not in the benchmark. The best few and the defaults train again from the beginning, and longer, since
early leaders need not stay ahead. Of these, the one with the highest mean score is chosen (the first of equal ones).
These are two rounds of successive halving (K. Jamieson and A. Talwalkar 2016, arXiv 1502.07943). The result is the
record `NAME.toml` in the folder of the trials. With `--adopt` it is also written to `docs/benchmark/settings`, which
the commands read.
"""

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from agents.arguments import going_on, say, shown
from dynasty_env.kit.errors import OptionError, SaveError, in_short
from dynasty_env.kit.files.atomic import on_disk, write_whole
from dynasty_env.kit.files.lock import NAME as LOCK
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.origin import origin
from dynasty_env.kit.files.replays import as_json, write_json
from training.algorithms.registry import SUCH_AS, algorithm
from training.algorithms.tuned import file_of
from training.benchmark.playing.play import Protocol
from training.benchmark.run import Bench
from training.benchmark.tasks import SEED, TUNING_TASKS, Task
from training.output import from_json

DRAWS, DECISIONS = 8, 100_000
"""Number of settings drawn for each algorithm, and decisions of each run of the first round."""
OUT = Path("benchmarks/tuning")
"""Default folder of the trials."""
TRIAL = "trial.json"
"""In the folder of a trial: the rules and all settings of its run."""
ABOUT = ("draws", "decisions")
"""Fields of a record that say how much was tried."""
FINALISTS, LONGER = 2, 5
"""Number of settings, beside the defaults, that train once more, and the factor by which those runs are longer."""


@dataclass(frozen=True)
class Drawn:
    """The possible values of a setting: one of `values`, a log-uniform value between `low` and `high`, or the default
    times one of `times`."""

    values: Sequence[float] = ()
    low: float = 0.0
    high: float = 0.0
    times: Sequence[float] = ()

    def draw(self, rng: np.random.Generator, default: float) -> float:
        """Draw a value."""
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
"""The search space by setting name, for every algorithm with a setting of that name; all other settings stay fixed."""


def draws(name: str, count: int = DRAWS) -> list[dict[str, Any]]:
    """The settings to try for an algorithm: its defaults, then the drawn ones; the same for everybody."""
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
    """Settings, and their scores on each tuning task."""

    settings: Mapping[str, Any]
    scores: Mapping[str, float]

    @property
    def mean(self) -> float:
        """The mean score, by which settings are compared."""
        return sum(self.scores.values()) / len(self.scores)


def best(tried: Sequence[Tried]) -> Tried:
    """The settings with the highest mean score; the first of equal ones."""
    return max(tried, key=lambda each: each.mean)


def finalists(tried: Sequence[Tried]) -> list[int]:
    """The numbers of the best settings and of the defaults (0), in ascending order."""
    return sorted({0, *sorted(range(len(tried)), key=lambda number: -tried[number].mean)[:FINALISTS]})


Measure = Callable[[Task, str, Path], float]
"""``measure(task, bot, folder)``: the score of a bot."""


@dataclass
class Tuning:
    """The runs of one algorithm's settings; each score is saved in the folder `out` as soon as it is known.

    `deals` are those of a measurement; None: the task's.
    """

    name: str
    out: Path
    measure: Measure
    console: Console
    deals: int | None = None

    def run(self, count: int, decisions: int) -> tuple[list[Tried], dict[int, Tried]]:
        """The scores of all settings in the first round, and by number the scores of the finalists in the second.

        Raises SaveError if `out` holds runs with other settings or rules.
        """
        settings = draws(self.name, count)
        first = [self._tried(number, chosen, decisions) for number, chosen in enumerate(settings)]
        longer = decisions * LONGER
        return first, {number: self._tried(number, settings[number], longer) for number in finalists(first)}

    def _tried(self, number: int, chosen: Mapping[str, Any], decisions: int) -> Tried:
        """Train with these settings on each task, unless that has been done."""
        file = self.out / f"{self.name}-{decisions}.json"
        known: dict[str, float] = from_json(file, "scores of tuning", dict) if file.is_file() else {}
        scores = {}
        for task in TUNING_TASKS:
            folder = file.with_suffix("") / f"{number}-{task.name}"
            key = f"{number} {task.name} {json.dumps(chosen, sort_keys=True)}"
            if self.deals not in (None, task.deals):
                key += f" {self.deals} deals"
            if key not in known or (folder / TRIAL).is_file():  # scores of earlier versions stay
                self._enter(folder, task, chosen)
            if key not in known:
                which = f"{self.name}, settings {number + 1}, {task.name}, {decisions:,} decisions"
                say(self.console, f"{which}: {shown(str(chosen or 'defaults'))}")
                known[key] = self._score(task, chosen, decisions, folder)
                write_json(file, known)
                say(self.console, f"  score {known[key]:.1%}")
            scores[task.name] = known[key]
        return Tried(chosen, scores)

    def _settings(self, task: Task, chosen: Mapping[str, Any]) -> Any:
        options = {key: int(value) for key, value in task.options.items() if key != "num_players"}
        kind = algorithm(self.name).settings_class
        return kind(**chosen, seats=int(task.options["num_players"]), options=options)

    def _enter(self, folder: Path, task: Task, chosen: Mapping[str, Any]) -> None:
        """Keep in a folder what it is for. Raises SaveError if it holds a run with other settings or rules."""
        file = folder / TRIAL
        run = json.loads(as_json({"rules": task.game.rules_digest, **asdict(self._settings(task, chosen))}))
        with on_disk(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if not file.is_file() and {each.name for each in folder.iterdir()} <= {LOCK}:
                write_whole(file, as_json(run))
        if not file.is_file():
            raise SaveError(f"{folder} holds a run that does not say its settings: choose another --out")
        there = from_json(file, "settings of a trial", dict)
        if differs := [name for name in run if name not in there or there[name] != run[name]]:
            what, was = differs[0], in_short(there.get(differs[0]))
            raise SaveError(f"{folder} holds a run with {what} {was}, not {in_short(run[what])}: choose another --out")

    def _score(self, task: Task, chosen: Mapping[str, Any], decisions: int, folder: Path) -> float:
        """Train in a folder, and measure."""
        with Lock(folder):
            bot = algorithm(self.name).train(task.game, self._settings(task, chosen), decisions, folder)
            return self.measure(task, bot, folder)


def written(name: str, first: Sequence[Tried], second: Mapping[int, Tried], decisions: int) -> str:
    """The file with the chosen settings, and everything that was tried as comments."""
    chosen = best([*second.values()])
    tasks = ", ".join(task.name for task in TUNING_TASKS)
    remarks = [f"# {name}: the best by the mean score on {tasks} after {decisions * LONGER:,} decisions"]
    remarks += [
        f"# (second number) of the defaults and the {FINALISTS} best of {len(first)} after {decisions:,} (first),"
    ]
    remarks += [f"# one run each. Written by `dynasty tune {name}`.", "#"]
    for number, each in enumerate(first):
        longer = f"{second[number].mean:.3f}" if number in second else "     "
        settings = json.dumps(dict(each.settings)) if each.settings else "defaults"
        remarks.append(f"# {each.mean:.3f}  {longer}  {settings}")
    lines = [*remarks, "", "[about]", f"decisions = {decisions * LONGER}", f"draws = {len(first)}"]
    lines += [f"score = {chosen.mean:.4f}"]
    lines += [f"{task.of} = {json.dumps(origin(task.game)['rules'])}" for task in TUNING_TASKS]
    lines += ["", "[settings]", *(f"{key} = {json.dumps(value)}" for key, value in chosen.settings.items())]
    return "\n".join(lines) + "\n"


def less(text: str, file: Path) -> str:
    """What a new record has less of than the one in a file, for a terminal; empty if it has as much, or there is none.

    Raises SaveError if the file cannot be read.
    """
    if not file.is_file():
        return ""
    with on_disk(file):
        there = file.read_text(encoding="utf-8")
    try:
        old, new = (tomllib.loads(each)["about"] for each in (there, text))
        fewer = [f"{new[what]:,} {what} instead of {old[what]:,}" for what in ABOUT if new[what] < old[what]]
    except (ValueError, KeyError, TypeError):  # no record
        return ""
    return " and ".join(fewer)


def save(text: str, file: Path, console: Console) -> None:
    """Write a record, saying so if the one that it replaces has more draws or decisions. Raises SaveError."""
    if fewer := less(text, file):
        say(console, f"[yellow]replacing a larger record[/] in {shown(file)}: {fewer}")
    with on_disk(file):
        write_whole(file, text.encode())


def command(
    name: Annotated[str, typer.Argument(metavar="ALGORITHM", help=f"Algorithm to tune: {SUCH_AS}")],
    draws: Annotated[int, typer.Option(min=1, help="Number of settings to try, including the defaults.")] = DRAWS,
    decisions: Annotated[
        int, typer.Option(min=1, help="Decisions per run in the first round, rounded up to whole updates.")
    ] = DECISIONS,
    deals: Annotated[int | None, typer.Option(min=1, help="Deals per measurement.", show_default="the task's")] = None,
    out: Annotated[Path, typer.Option(help="Folder for runs, scores and the record, NAME.toml.")] = OUT,
    adopt: Annotated[
        bool, typer.Option("--adopt", help="Let all commands train with the chosen settings from now on.")
    ] = False,
) -> None:
    """Tune an algorithm on tasks outside the benchmark. The record of all trials is saved in --out.

    Run the same command again to resume. Only with --adopt do other commands use the chosen settings.
    """
    console = Console(emoji=False)
    if not algorithm(name).settings_class.__dataclass_fields__.keys() & SPACE.keys():
        raise OptionError(f"{name} has none of the settings that can be tuned: {', '.join(SPACE)}")

    def measure(task: Task, bot: str, folder: Path) -> float:
        result = Bench(folder, protocol=Protocol(True, 0), deals=deals).measured(task, [bot])
        return round(result.row(bot).score.rate, 6)

    with going_on(console, lambda: f"finished trials are saved in {shown(out)}"):
        first, second = Tuning(name, out, measure, console, deals).run(draws, decisions)
    text, file = written(name, first, second, decisions), out / f"{name}.toml"
    save(text, file, console)
    say(console, f"{shown(file)}: {best([*second.values()]).mean:.1%} on average, the defaults {second[0].mean:.1%}")
    if adopt:
        save(text, file_of(name), console)
        say(console, f"all commands use {shown(file_of(name))} from now on")
    else:
        say(console, "other commands do not use these settings; the same command with --adopt makes them do so")


command.__name__ = "tune"
