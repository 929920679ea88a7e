"""The atlas: algorithms × tasks × seeds. Each run is trained, measured against the frozen opponents, and kept as a row.

    dynasty benchmark --atlas                                     # all of it, in any number of sittings
    dynasty benchmark leduc_v0 --atlas --learners ppo,mmd --seeds 2 --decisions 2000

Runs are ordered by seed first, so that the table so far compares all algorithms at any time. Everything trained and
played is kept in the folder. The same command resumes where it was stopped, and more tasks, learners or seeds add to
it.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Event, Thread
from typing import Any, get_args

from rich.console import Console

from agents.arguments import say, shown
from agents.network.player import CHAMPION
from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.files.atomic import on_disk, write_whole
from dynasty_env.kit.files.lock import waiting_for
from dynasty_env.kit.files.origin import origin
from dynasty_env.kit.files.replays import write_json
from dynasty_env.kit.seats.decision import Batched, Stochastic
from training.algorithms.registry import ALGORITHMS, algorithm
from training.algorithms.track import Track
from training.arena.deals import fingerprint
from training.arena.ladder import need
from training.benchmark import learners, source
from training.benchmark.counting.results import Row
from training.benchmark.playing.play import Measured, Protocol
from training.benchmark.run import Bench
from training.benchmark.suites.suite import suite_of
from training.benchmark.tasks import SEED, Task, named_twice
from training.exact.policy import policy_of
from training.exact.tree import Floats, GameTree, build
from training.exact.value import exploited
from training.output import from_json

FILE = "atlas.json"
"""File of the atlas's runs, of all tasks and algorithms."""
RUNS = "runs of an atlas"
"""What the file contains, in words."""
PUBLISHED = "benchmark-1"
"""The benchmark by which the committed runs were measured; `newest` is the one whose tasks are played by default."""
DEALS = 20
"""Default number of deals of each run against each opponent."""
OWN = "function of one's own"
"""The track of a learner that is not an algorithm of the package, unless its author names another one."""
KEPT = 60.0
"""Seconds after which a run's processor time is kept again, as its checkpoint is: a killed run has spent it, too."""
IF_ANY = ("about", "conditions", "luck")
"""Fields of a run that a file has only if they are not empty."""
TRACKS = (*get_args(Track), OWN)
"""All tracks."""


@dataclass(frozen=True)
class Entry:
    """One run of an algorithm on a task.

    Attributes:
        task, learner, track, decisions, seed: the task, the algorithm, what it is given, and the length and seed of the
            run.
        deals: number of deals played against each opponent.
        score: the benchmark score; against: opponent → its return in one seat, with the opponent in all others.
        cpu: processor seconds of its training, all sittings together.
        nash_conv: exact NashConv in points, if the game is small enough: of the sampling policy or, if action values
            are learned, of the best actions; None if the run keeps no network of its own.
        version, rules: the package's version, and the digest of the game's rules.
        rating: Plackett–Luce rating among the opponents, in Elo points, 0 for random; None: an older row.
        settings: the algorithm's settings that tuning has chosen; all others are its defaults. Of a submission: those
            that its learner states.
        sampled: the score with actions sampled from the policy, where `score` takes the most likely ones; None if
            values are learned, or another library plays.
        about: what the author of a submitted run says about it.
        conditions: what differs from the benchmark's own games, see `conditions_of`.
        luck: the hash of the values by which luck was measured (`Measured.luck`); empty: it was not, or an older row.
    """

    task: str
    learner: str
    track: str
    decisions: int
    seed: int
    deals: int
    score: float
    against: Mapping[str, float]
    cpu: float
    nash_conv: float | None
    version: str
    rules: str
    rating: float | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    sampled: float | None = None
    about: str = ""
    conditions: Mapping[str, Any] = field(default_factory=dict)
    luck: str = ""

    @property
    def key(self) -> tuple[str, str, int, int]:
        """The key that identifies a row."""
        return self.task, self.learner, self.decisions, self.seed

    @property
    def is_submitted(self) -> bool:
        """Whether it is a run of a submission, whose learner is named as ``mine.py:train (author)``."""
        return self.learner.endswith(")")


def rows_in(file: Path) -> list[Entry]:
    """The runs in a file; none if there is no file. Raises SaveError if it cannot be read."""
    if not file.is_file():
        return []
    return from_json(file, RUNS, lambda content: [Entry(**row) for row in content["runs"]])


def save(entry: Entry, file: Path) -> None:
    """Write a run to a file, replacing an older one with the same key; all others stay as they are written there.

    Raises SaveError.
    """
    with waiting_for(file):  # other processes may write theirs
        runs = from_json(file, RUNS, _by_key) if file.is_file() else {}
        runs[entry.key] = _content(entry)
        write_json(file, {"runs": [runs[key] for key in sorted(runs)]})


def _by_key(content: dict[str, Any]) -> dict[tuple[str, str, int, int], dict[str, Any]]:
    """The runs of a file as they are written there, by `Entry.key`."""
    return {Entry(**row).key: row for row in content["runs"]}


def _content(entry: Entry) -> dict[str, Any]:
    """A run as JSON keeps it; the fields of `IF_ANY` only if there is anything in them."""
    return {name: value for name, value in asdict(entry).items() if name not in IF_ANY or value}


def conditions_of(task: Task, bench: Bench) -> dict[str, Any]:
    """What differs from the benchmark's own games: the seed of the deals, the protocol, and the hash of a champion that
    `PUBLISHED` does not name. Empty if nothing does."""
    champion = fingerprint(task.champion, task.game) if task.champion in task.opponents else ""
    own = {
        "seed": (bench.seed, SEED),
        "protocol": (dict(bench.protocol.content()), dict(Protocol().content())),
        "champion": (champion, suite_of(PUBLISHED).champions.get(task.of, "")),
    }
    return {name: here for name, (here, usual) in own.items() if here not in (usual, "")}


@dataclass(frozen=True)
class Plan:
    """The runs to make.

    Attributes:
        tasks, learners: every combination is run.
        decisions: decisions of each run.
        seeds: number of runs, with seeds from 1 on.
        track: what the learners are given beside the game, if they are a user's own functions; None: `OWN`.
        deals: number of deals that each run needs against each opponent; a run with more is fine.
    """

    tasks: Sequence[Task]
    learners: Sequence[str]
    decisions: int
    seeds: int
    out: Path
    track: str | None = None
    deals: int = 0

    def __post_init__(self) -> None:
        """Raise OptionError if there is no such learner or track, or nothing to do."""
        if not self.learners:
            raise OptionError("--learners names no learner")
        for name in self.learners:
            learners.learner_named(name)
        if repeated := named_twice(self.learners):
            raise OptionError(f"--learners names {repeated!r} twice")
        if self.track is None:
            return
        if self.track not in TRACKS:
            raise OptionError(f"there is no track {in_short(self.track)}; choose {', '.join(map(repr, TRACKS))}")
        if own := [name for name in self.learners if name in ALGORITHMS]:
            raise OptionError(f"--track is for your own functions: {own[0]} has a track of its own")

    def cells(self) -> Iterator[tuple[Task, str, int]]:
        """Task, learner and seed of each run, ordered by seed first."""
        for seed in range(1, self.seeds + 1):
            for task in self.tasks:
                for learner in self.learners:
                    yield task, learner, seed

    def missing(self) -> list[tuple[Task, str, int]]:
        """Runs that have no row yet, or one with too few deals or with other settings than today's."""
        there = {row.key for row in rows_in(self.out / FILE) if row.deals >= self.deals and _has_settings_of_today(row)}
        return [cell for cell in self.cells() if (cell[0].name, cell[1], self.decisions, cell[2]) not in there]

    def rows(self) -> list[Entry]:
        """The plan's runs that exist already."""
        wanted = {(task.name, learner, self.decisions, seed) for task, learner, seed in self.cells()}
        return [row for row in rows_in(self.out / FILE) if row.key in wanted]

    def check_opponents(self) -> None:
        """Raise OptionError if a run has met the frozen champion of a suite, and its task has another champion."""
        met = {task.name: {CHAMPION, *task.opponents} for task in self.tasks}
        for row in self.rows():
            if others := row.against.keys() - met[row.task]:
                raise OptionError(
                    f"{self.out / FILE} has runs on {row.task} against {', '.join(others)}, which is no opponent now: "
                    "choose another --out"
                )

    def check_conditions(self, bench: Bench) -> None:
        """Raise OptionError if a run was measured by other games than those of `bench`."""
        wanted = {task.name: conditions_of(task, bench) for task in self.tasks}
        for row in self.rows():
            for name in row.conditions.keys() | wanted[row.task].keys():
                was, now = (each.get(name, "that of the benchmark") for each in (row.conditions, wanted[row.task]))
                if was != now:
                    raise OptionError(
                        f"{self.out / FILE} has runs on {row.task} with the {name} {in_short(was)}, not "
                        f"{in_short(now)}: choose another --out"
                    )

    def folder(self, cell: tuple[Task, str, int]) -> Path:
        """The folder of a run."""
        task, learner, seed = cell
        return learners.folder_of_run(task, learner, self.decisions, seed, self.out)

    def track_of(self, learner: str) -> str:
        """What a learner is given beside the game."""
        return algorithm(learner).track if learner in ALGORITHMS else self.track or OWN


def _has_settings_of_today(row: Entry) -> bool:
    """Whether a row's learner would train with the same settings now."""
    return row.settings == learners.settings_of(row.learner)


@contextmanager
def timed(file: Path) -> Iterator[None]:
    """Context that adds the processor time spent in it to the total in a file, every `KEPT` seconds and at the end."""
    begun, before, ended = time.process_time(), spent(file), Event()

    def keep() -> None:
        write_whole(file, f"{before + time.process_time() - begun:.2f}\n".encode())

    def watch() -> None:
        while not ended.wait(KEPT):
            keep()

    watching = Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield
    finally:
        ended.set()
        watching.join()
        keep()


def spent(file: Path) -> float:
    """The seconds in a file; 0 if there is none."""
    return float(file.read_text()) if file.is_file() else 0.0


def samples(learner: str, bot: str) -> str | None:
    """The bot that samples from the network of `bot`, which plays that network's most likely actions.

    None if the network gives values, or is a user's own or another library's.
    """
    stem, _, path = bot.partition(":")
    is_policy = learner in ALGORITHMS and algorithm(learner).learns_policy
    return f"sampled:{path}" if is_policy and stem == "net" else None


def nash_conv(task: Task, bot: str) -> float | None:
    """NashConv of a bot, in points; None if the game is too large, or the bot is not a network of this package."""
    tree = _tree(task) if bot.partition(":")[0] in ("net", "sampled") else None
    return None if tree is None else _distance(tree, policy_of(make_bot(bot, task.game), tree).policy)


def _tree(task: Task) -> GameTree | None:
    """The tree of a task's game; None if it is too large."""
    options: dict[str, Any] = dict(task.options)
    try:
        return build(task.game, **options)
    except OptionError:
        return None


def _distance(tree: GameTree, policy: Floats) -> float:
    """NashConv of a policy (I, A), in `GameTree.unit`."""
    return exploited(tree, policy).nash_conv * tree.unit


def about_distance(task: Task, bots: Sequence[str]) -> str:
    """Says how far bots are from an equilibrium, if the game is small enough; empty if it is too large. Raises what
    `policy_of` raises."""
    game = task.game
    if game.chance is None:
        return ""
    made = [make_bot(bot, game) for bot in bots]
    for bot, name in zip(made, bots, strict=True):
        if not isinstance(bot, Stochastic | Batched):
            return f"NashConv is not computed: {name} has neither probabilities(decision) nor act_many"
    if (tree := _tree(task)) is None:
        return ""
    policies = [*(policy_of(bot, tree).policy for bot in made), tree.uniform()]
    *own, random = (f"{_distance(tree, policy):.4f}" for policy in policies)
    runs = "run" if len(own) == 1 else "runs"
    return f"NashConv of the {runs}, in {tree.reward}: {', '.join(own)} (an equilibrium has 0, random play {random})"


def entry_of(plan: Plan, cell: tuple[Task, str, int], bench: Bench) -> Entry:
    """Train a run (task, learner and seed), or what is missing of it, and measure it in its own folder."""
    task, learner, seed = cell
    own = plan.folder(cell)
    with on_disk(own):
        own.mkdir(parents=True, exist_ok=True)
    clock = own / source.CLOCK
    with timed(clock):
        bot = learners.train_one(task, learner, plan.decisions, seed, plan.out)
    bench, sampling = replace(bench, out=own.parent), samples(learner, bot)
    row = bench.measured(task, [bot]).row(bot)
    sampled = None if sampling is None else round(bench.measured(task, [sampling]).row(sampling).score.rate, 6)
    return Entry(
        task.name, learner, plan.track_of(learner), plan.decisions, seed, cpu=round(spent(clock), 1), sampled=sampled,
        nash_conv=nash_conv(task, sampling or bot), settings=learners.settings_of(learner),
        conditions=conditions_of(task, bench),
        **(measured(row, task.setting(bench.seed, bench.protocol)) | origin(task.game)),
    )  # fmt: skip


def measured(row: Row, setting: Measured) -> dict[str, Any]:
    """The fields of an entry that come from a row of the benchmark, by name."""
    against = {other: round(result.alone.best.rate, 6) for other, result in row.against.items() if other != row.bot}
    return {
        "deals": row.deals, "score": round(row.score.rate, 6), "against": against, "rating": round(row.rating, 1),
        "luck": setting.luck,
    }  # fmt: skip


def report_only(plan: Plan, console: Console) -> None:
    """Say how many runs of a plan are there. Raises OptionError if there is none."""
    plan.check_opponents()
    there, total = len(plan.rows()), len(list(plan.cells()))
    if not there:
        raise OptionError(f"{plan.out / FILE}: there are no such runs yet: give --deals 1 or more")
    say(console, f"{there} of {total} runs are there")


def run(plan: Plan, bench: Bench, console: Console) -> None:
    """Make the missing runs of a plan. Finished runs get the track that the plan names now.

    Raises:
        OptionError: if some have met other opponents, or were measured by other games.
        ModuleNotFoundError: if an algorithm needs a library that is not installed; nothing is trained then.
    """
    plan.check_opponents()
    plan.check_conditions(bench)
    for row in plan.rows():
        if plan.track not in (None, row.track):
            save(replace(row, track=plan.track), plan.out / FILE)
    missing = plan.missing()
    total = len(list(plan.cells()))
    waiting = {learner for _, learner, _ in missing}
    need(library for name in ALGORITHMS if name in waiting for library in algorithm(name).libraries)
    if len(missing) < total:
        say(console, f"already there: {total - len(missing)} of {total} runs")
    for learner in plan.learners:
        learners.say_if_changed(learner, [plan.folder(cell) for cell in plan.cells() if cell[1] == learner], console)
    few = {row.key: row.deals for row in plan.rows() if _has_settings_of_today(row)}
    for number, cell in enumerate(missing, total - len(missing) + 1):
        task, learner, seed = cell
        what = f"{task.name}, {shown(learner)}, seed {seed}, {plan.decisions:,} decisions"
        if (deals := few.get((task.name, learner, plan.decisions, seed))) is not None:
            what += f": {plan.deals} deals instead of {deals}"
        elif source.is_trained(plan.folder(cell)):
            what += ": already trained"
        say(console, f"run {number} of {total}: {what}")
        entry = entry_of(plan, cell, bench)
        save(entry, plan.out / FILE)
        say(console, f"  score {entry.score:.1%} in {entry.cpu:,.0f} CPU seconds")
