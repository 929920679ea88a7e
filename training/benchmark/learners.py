"""Rows of learners: several runs of one learner on a task, each measured against the frozen opponents.

A learner is a function that trains a bot and returns its name. The algorithms of the package (`training.algorithms`)
are learners under their names; your own learner is named as ``file.py:function`` or ``package.module:function``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from hashlib import blake2b
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as ShownTable

from agents.arguments import say, shown
from agents.network.player import CHAMPION
from agents.registry import make_bot
from dynasty_env.kit import named
from dynasty_env.kit.errors import DynastyEnvError, OptionError, in_short
from dynasty_env.kit.files.atomic import on_disk
from dynasty_env.kit.files.lock import Lock, waiting_for
from dynasty_env.kit.files.origin import foreign, origin
from dynasty_env.kit.files.replays import as_json, write_json
from dynasty_env.kit.game import Game
from dynasty_env.kit.printing import visible
from training.algorithms.registry import ALGORITHMS, algorithm
from training.algorithms.tuned import tuned
from training.arena.deals import fingerprint
from training.arena.match import Interval
from training.benchmark import source
from training.benchmark.counting.aggregate import about_deals, by_task, interquartile_means, of_runs
from training.benchmark.counting.results import Result
from training.benchmark.tasks import Task, task_of
from training.learn.settings import declared
from training.output import as_png, from_json, markdown_table

Train = Callable[[Game, Mapping[str, int | bool], int, int, Path], str]
"""`train(game, options, decisions, seed, folder)` learns from a number of the learner's own decisions, and returns the
name of the trained bot (`agents.registry`). `options` are all options of the game, including `num_players`. Everything
that it writes goes into `folder`, which no other run uses. Called again for a folder where training has ended, it
trains no more."""


def learner_of(name: str, champion: str = CHAMPION) -> Train:
    """The learner for an algorithm of the package (`training.algorithms`). Raises OptionError if there is none.

    Args:
        champion: the bot whose games a learner with a dataset learns from, beside greedy's.
    """
    kind = algorithm(name)
    chosen = tuned(name) | ({"champion": champion} if "champion" in declared(kind.settings_class) else {})

    def train(game: Game, options: Mapping[str, int | bool], decisions: int, seed: int, folder: Path) -> str:
        own = {key: int(value) for key, value in options.items() if key != "num_players"}
        settings = kind.settings_class(**chosen, seats=int(options["num_players"]), options=own, seed=seed)
        return kind.train(game, settings, decisions, folder)

    return train


OF_THE_RUN = {"seats", "options", "reward", "seed", "shuffle_rewards", "dataset", "bots", "champion"}
"""Settings that do not belong to an algorithm but to one of its runs."""
FILE = "learners.json"
"""File of the rows of learners, of all tasks."""


def learner_named(name: str, champion: str = CHAMPION) -> Train:
    """A learner of the package (`learner_of`) or a user's function. Raises OptionError if there is none so named."""
    if name in ALGORITHMS:
        return learner_of(name, champion)
    reference = named.reference_in(name)
    if reference is None:
        near = named.near(name, list(ALGORITHMS))
        hint = f"did you mean {near!r}" if near else f"choose {', '.join(ALGORITHMS)}"
        raise OptionError(f"there is no learner {in_short(name)}: {hint}; give your own as file.py:function")
    result = named.load(reference, "learner", lambda kind: False, functions=True)
    if not callable(result):
        raise OptionError(f"{reference} is not a learner: it is not a function")
    try:
        has = signature(result)
    except ValueError:  # some functions have no signature
        return result  # type: ignore[no-any-return]
    try:
        has.bind("game", "options", "decisions", "seed", "folder")
    except TypeError:
        must = "it must accept (game, options, decisions, seed, folder)"
        raise OptionError(f"{reference} is not a learner: {must}, but has {has}") from None
    return result  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Learned:
    """The results of several runs of a learner.

    Attributes:
        task, learner, decisions: the task, the learner, and the number of its own decisions in each run.
        deals: number of deals that each run has played against each opponent.
        scores: the scores of the runs, by ascending seed from 1 on.
        score: their interquartile mean, with a bootstrap interval over runs (`interquartile_means`); for a single run,
            its score with an interval over deals.
        against: opponent → the same for a run's return in one seat, with the opponent in all others.
        networks: opponent → the hash of the network that it plays by; empty if it has none.
        version, rules: the package's version, and the digest of the game's rules; rows of older versions do not have
            them.
    """

    task: str
    learner: str
    decisions: int
    deals: int
    scores: list[float]
    score: Interval
    against: Mapping[str, Interval]
    networks: Mapping[str, str]
    version: str
    rules: str = ""

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> "Learned":
        """Read a row from `content`. Raises ValueError if it is not a row, saying first if another version wrote it."""
        try:
            against = {name: Interval(**interval) for name, interval in content["against"].items()}
            return cls(**{**content, "score": Interval(**content["score"]), "against": against})
        except (KeyError, TypeError, AttributeError) as error:
            writer = foreign(content) if isinstance(content, dict) else ""
            raise ValueError(": ".join(filter(None, [writer, f"{type(error).__name__} {error}"]))) from None

    @property
    def key(self) -> tuple[str, str, int]:
        """The key that identifies a row."""
        return self.task, self.learner, self.decisions

    @property
    def is_single(self) -> bool:
        """Whether it is a single run, which says nothing about others."""
        return len(self.scores) == 1


def settings_of(learner: str) -> dict[str, Any]:
    """The tuned settings of an algorithm of the package; empty for any other learner."""
    return tuned(learner) if learner in ALGORITHMS else {}


def stated_settings(learner: str) -> dict[str, Any]:
    """The settings that a learner states: of an algorithm of the package those in use; of a user's function its
    attribute `settings`, if it has one."""
    if learner in ALGORITHMS:
        every = asdict(algorithm(learner).settings_class(**tuned(learner)))
        return {name: value for name, value in every.items() if name not in OF_THE_RUN}
    return dict(getattr(learner_named(learner), "settings", {}))


def folder_of(task: Task, learner: str, decisions: int, out: Path) -> Path:
    """The folder of a learner's runs, and of the games that measure them; each learner file has its own."""
    reference = None if learner in ALGORITHMS else named.reference_in(learner)
    name = Path(learner).name.replace(":", "-")
    if reference is not None and reference.is_file:
        place = Path(reference.place).expanduser().resolve()
        name += f"-{blake2b(bytes(place), digest_size=4).hexdigest()}"
    settings = settings_of(learner)
    if settings:  # a run with other settings is another run
        name += f"-{blake2b(as_json(settings), digest_size=4).hexdigest()}"
    return out / "learners" / f"{task.name}-{name}-{decisions}"


def folder_of_run(task: Task, learner: str, decisions: int, seed: int, out: Path) -> Path:
    """The folder of a learner's run with a seed."""
    return folder_of(task, learner, decisions, out) / f"seed-{seed}"


def trained(task: Task, learner: str, decisions: int, seeds: int, out: Path, console: Console) -> list[str]:
    """Train the runs of seeds 1, 2 … that have not been trained yet; returns the names of all their bots.

    Raises:
        OptionError: if there is no such learner, or it returns no name, or the name of an opponent.
        InUseError: if another process trains one of these runs.
    """
    learner_named(learner)
    folders = {seed: folder_of_run(task, learner, decisions, seed, out) for seed in range(1, seeds + 1)}
    say_if_changed(learner, folders.values(), console)
    bots = []
    for seed, folder in folders.items():
        what = f"{task.name}: {shown(learner)}, {decisions:,} decisions, run {seed} of {seeds}"
        say(console, what + (": already trained" if source.is_trained(folder) else ""))
        bots.append(train_one(task, learner, decisions, seed, out))
    return bots


def say_if_changed(learner: str, runs: Iterable[Path], console: Console) -> None:
    """Print that a user's own learner has changed since it trained some of these runs, if so."""
    if text := source.changed(learner, runs):
        say(console, text)


def train_one(task: Task, learner: str, decisions: int, seed: int, out: Path) -> str:
    """Train the run of a seed, unless that has been done; returns the name of its bot. Raises what `trained` raises."""
    train, options = learner_named(learner, task.champion), task.game.check_options(task.options)
    folder = folder_of_run(task, learner, decisions, seed, out)
    with on_disk(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with Lock(folder):
        source.begin(learner, folder)
        with nullcontext() if learner in ALGORITHMS else named.failing_at(learner):
            bot = train(task.game, options, decisions, seed, folder)
    if not isinstance(bot, str):
        raise OptionError(f"{learner} returned {in_short(bot)}: a learner must return the name of its bot")
    if bot in task.opponents:
        raise OptionError(f"{learner} returned {bot!r}, which is one of the opponents that it is measured against")
    try:
        make_bot(bot, task.game)
    except DynastyEnvError as error:
        raise OptionError(f"{learner} returned {in_short(bot)}: {error}") from error
    source.end(folder)
    return bot


def learned(task: Task, result: Result, learner: str, decisions: int, bots: Sequence[str]) -> Learned:
    """The results of the runs in a task, taken from a result in which they have rows."""
    rows = [result.row(bot) for bot in bots]
    scores = [row.score.rate for row in rows]
    if len(rows) == 1:
        overall, against = rows[0].score, {other: rows[0].against[other].alone.best for other in result.opponents}
    else:
        overall = of_runs([result], bots)
        against = {
            other: interquartile_means(by_task({task.name: [row.against[other].alone.best.rate for row in rows]}))
            for other in result.opponents
        }
    networks = {other: fingerprint(other, task.game) for other in result.opponents}
    return Learned(
        task.name, learner, decisions, rows[0].deals, scores, overall, against, networks, **origin(task.game)
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------- files


def rows_in(file: Path) -> list[Learned]:
    """The rows in a file; none if there is no file. Raises SaveError if it cannot be read."""
    if not file.is_file():
        return []
    return from_json(file, "rows of learners", lambda content: [Learned.read(row) for row in content["rows"]])


def save(row_new: Learned, file: Path) -> None:
    """Write a row to a file, replacing an older one of the same learner, task and budget. Raises SaveError."""
    with waiting_for(file):  # other processes may write theirs
        others = [row for row in rows_in(file) if row.key != row_new.key]
        rows = [asdict(row) for row in sorted([*others, row_new], key=lambda row: row.key)]
        write_json(file, {"rows": rows})


# ---------------------------------------------------------------------------------------------------------------- words


def cells(row: Learned) -> list[tuple[str, str]]:
    """The content of a row, as pairs of name and value."""
    pairs = [("task", row.task), ("learner", row.learner), ("decisions", f"{row.decisions:,}")]
    pairs += [("runs", str(len(row.scores)))]
    pairs += [(f"against {name}", str(interval)) for name, interval in row.against.items()]
    return [*pairs, ("score", str(row.score))]


def show(row_shown: Learned, console: Console, published: Sequence[Learned] = ()) -> None:
    """Print a row on a terminal, beside published rows of other learners for the task."""
    title = "one run, 95 % over its deals" if row_shown.is_single else "interquartile means over runs, 95 %"
    others = [row for row in published if row.task == row_shown.task]
    table = ShownTable(
        "", "", *["published"] * len(others), title=title, title_justify="left", show_header=bool(others)
    )
    there = [dict(marked(row)) for row in others]
    for name, value in cells(row_shown):
        table.add_row(name, shown(value), *(shown(row.get(name, "–")) for row in there))
    console.print(table)
    few = "" if row_shown.is_single else about_deals(row_shown.deals)
    notes = [f"{few}."] if few else []
    if any(map(has_met_a_former, others)):
        notes.append(f"{FORMER} {EARLIER}: compare with care.")
    for note in notes:
        say(console, note)


FORMER, SINGLE = "†", "‡"
"""Marks in the table: scores measured against a former champion, and single runs."""
EARLIER = "measured when an earlier champion was among the opponents"
"""What `FORMER` means."""


def has_met_a_former(row: Learned) -> bool:
    """Whether an opponent plays by another network now."""
    return any(network != fingerprint(name, task_of(row.task).game) for name, network in row.networks.items())


def marked(row: Learned) -> list[tuple[str, str]]:
    """The content of a row (`cells`), with `FORMER` at what was measured against a former champion."""
    mark = FORMER if has_met_a_former(row) else ""
    return [(name, f"{value}{mark}" if name in ("score", "against champion") else value) for name, value in cells(row)]


def markdown(rows: Sequence[Learned]) -> str:
    """The table of all rows, as in the documentation. All tasks have the same opponents."""
    if not rows:
        return ""
    lines = []
    for row in rows:
        task, learner, *others = (value for _, value in marked(row))
        decisions, runs, *rates = others
        lines.append((f"`{task}`", f"`{learner}`", decisions, runs + (SINGLE if row.is_single else ""), *rates))
    table = markdown_table([name for name, _ in cells(rows[0])], lines, words=2)
    if any(map(has_met_a_former, rows)):
        table += f"\n{FORMER} {EARLIER}\n"
    if any(row.is_single for row in rows):
        table += f"\n{SINGLE} a single run: its interval is over deals and does not cover differences between runs\n"
    return table


# ---------------------------------------------------------------------------------------------------------- the picture


def chart(rows: Sequence[Learned], results: Sequence[Result]) -> bytes:
    """A picture (PNG) of learners' scores by number of decisions, beside those of the opponents; a panel for each task.

    It needs matplotlib (extra `arena`).
    """
    from matplotlib.figure import Figure

    there = {result.task: result for result in results}
    tasks = list(dict.fromkeys(row.task for row in rows))
    figure = Figure(figsize=(8, 2.2 * len(tasks)), layout="constrained", dpi=110)
    panels = figure.subplots(len(tasks), 1, sharex=True, squeeze=False)[:, 0]
    colours = {learner: f"C{place}" for place, learner in enumerate(dict.fromkeys(row.learner for row in rows))}
    lines = {}
    for axes, task in zip(panels, tasks, strict=True):
        for learner in dict.fromkeys(row.learner for row in rows if row.task == task):
            own = [row for row in rows if (row.task, row.learner) == (task, learner)]
            rates = np.array([row.score.rate for row in own])
            ends = np.array([[row.score.low for row in own], [row.score.high for row in own]])
            lines[visible(learner)] = axes.errorbar(
                [row.decisions for row in own], rates, abs(ends - rates), marker="o", capsize=3, color=colours[learner]
            )
            for row in filter(has_met_a_former, own):
                axes.annotate(
                    FORMER, (row.decisions, row.score.rate), fontsize=9, color=colours[learner], xytext=(5, 3),
                    textcoords="offset points",
                )  # fmt: skip
        for other in there[task].opponents if task in there else ():
            axes.axhline(there[task].row(other).score.rate, color="#8a8a8a", linestyle="--", linewidth=1)
            axes.annotate(
                other, (1, there[task].row(other).score.rate), xycoords=("axes fraction", "data"), fontsize=8,
                color="#5a5a5a", xytext=(4, -3), textcoords="offset points",
            )  # fmt: skip
        axes.set_xscale("log")
        axes.set_ylim(0, 1)
        axes.set_title(task, fontsize=9, loc="left")
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8)
    figure.legend(lines.values(), lines.keys(), fontsize=8, frameon=False, loc="outside upper right", ncols=len(lines))
    below = "decisions of its own in a run; score against the frozen opponents, 95 %"
    below += f"\n{FORMER} {EARLIER}" if any(map(has_met_a_former, rows)) else ""
    panels[-1].set_xlabel(below, fontsize=9)
    return as_png(figure)
