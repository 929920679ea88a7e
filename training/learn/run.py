"""A training run: its goal and folder, checkpoints, evaluations, curves and progress bar.

`runs/NAME/` holds `checkpoint.pt` (the current state of the run), `settings.json` (for reading; the program never reads
it), `win-rates.csv` and their chart `training.png`, and TensorBoard's `events.out.tfevents.*` (`tensorboard --logdir
runs`).
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, TaskID, TaskProgressColumn, TextColumn

import dynasty_env
from agents.arguments import Bar, say, shown
from agents.network.batch import one_thread
from agents.registry import bot_names
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.files.atomic import write_whole
from dynasty_env.kit.files.lock import Lock
from dynasty_env.kit.files.origin import origin
from dynasty_env.kit.files.replays import as_json
from dynasty_env.kit.game import Game
from training.arena.evaluate import evaluate, player_of
from training.compiling import compile_rules
from training.learn import checkpoint, ppo
from training.learn import progress as win_rates
from training.learn.meeting import MEASURED_AGAINST, MakeLearner, bots_of, learner_on, trusting
from training.learn.network import TableNetwork, device_of
from training.learn.on_device.evaluation import evaluate_on
from training.learn.on_device.learner import DeviceLearner
from training.learn.policy_bot import network_player
from training.learn.progress import Curves
from training.learn.settings import Settings
from training.learn.written import network_from

THREADS = 2
"""How many cores a run uses by default."""
STOPPING = "[yellow]stopping after this update; press Ctrl-C again to stop immediately"
"""What a run says after the first Ctrl-C."""


class Learning(Protocol):
    """A learner that alternates between playing and learning, and whose network plays the game.

    Attributes:
        network: plays what has been learned so far.
        learns_policy: whether it draws its actions by the network's outputs, or takes the best one, because these are
            values of actions.
    """

    learns_policy: ClassVar[bool]
    game: Game
    network: TableNetwork
    progress: ppo.Progress

    @property
    def settings(self) -> Any:
        """A dataclass whose `game_options` are the options of the game, `num_players` among them."""

    @property
    def seats(self) -> int:
        """The number of seats at a table."""

    def prepare(self) -> None:
        """Do everything that must be done before the clock of the run starts."""

    def collect(self) -> dict[str, float]:
        """Play; returns curves."""

    def learn(self, done: float) -> dict[str, float]:
        """Learn from what was played, when a part `done` of the run is completed, 0 … 1; returns curves."""

    def content(self) -> dict[str, Any]:
        """The parts that a checkpoint keeps of it (`checkpoint.PARTS` except for the goal)."""


@dataclass(frozen=True)
class Goal:
    """Where a run ends, counted from its beginning: after `steps` decisions, or after `minutes` of training.

    Compiling does not count; evaluations and checkpoints do. Only a run with a goal in steps can be repeated exactly,
    since the learning rate falls as the goal comes closer.
    """

    steps: int | None = None
    minutes: float | None = None

    def __post_init__(self) -> None:
        if (self.steps is None) == (self.minutes is None):
            raise OptionError("give either steps or minutes")
        if not 0 < (self.steps or self.minutes or 0) < float("inf"):
            raise OptionError(f"{self} is out of range: above 0")

    def __str__(self) -> str:
        if self.steps is not None:
            return f"{self.steps:,} decisions"
        return f"{self.minutes:g} minute{'' if self.minutes == 1 else 's'}"

    def reached(self, learner: Learning) -> float:
        """The completed part of the goal, 0 … 1."""
        if self.steps is not None:
            return min(learner.progress.decisions / self.steps, 1.0)
        return min(learner.progress.seconds / (60.0 * (self.minutes or 1.0)), 1.0)


@dataclass(frozen=True)
class Routine:
    """What happens regularly during a run.

    Attributes:
        checkpoint_every: seconds between checkpoints.
        evaluate_every: seconds between evaluations; 0: none.
    """

    checkpoint_every: float = 60.0
    evaluate_every: float = 60.0
    games: int = 400

    def __post_init__(self) -> None:
        if not (self.checkpoint_every >= 0 and self.evaluate_every >= 0 and self.games >= 1):
            raise ValueError(f"{self} is out of range")


@contextmanager
def stoppable(notice: Callable[[], None]) -> Iterator[Callable[[], bool]]:
    """Context in which Ctrl-C (or SIGTERM) only sets a flag, which the yielded function reads.

    A second one interrupts immediately.
    """
    asked = False

    def ask(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        notice()

    is_main = threading.current_thread() is threading.main_thread()
    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM) if is_main}
    try:
        yield lambda: asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@dataclass
class Run:
    """One run in its folder.

    Attributes:
        lock: the lock of the folder, held until training ends; None: the lock is taken for the training only.
        threads: how many cores the learner uses, for the checkpoint.
    """

    learner: Learning
    goal: Goal
    folder: Path
    routine: Routine
    console: Console
    lock: Lock | None = None
    threads: int = THREADS
    points: list[win_rates.Point] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return self.folder / checkpoint.FILE

    def save(self) -> None:
        """Write the checkpoint. Raises CheckpointError if that fails; the last checkpoint is intact then."""
        plan = {"goal": asdict(self.goal), "routine": asdict(self.routine), "threads": self.threads}
        try:
            checkpoint.write(self.file, self.learner.content() | plan)
        except OSError as error:
            raise checkpoint.CheckpointError(
                f"{self.file} cannot be written ({error.strerror or error}); the previous checkpoint, if any, is intact"
            ) from error

    def _try_to_save(self, console: Console) -> None:
        """Write the checkpoint, or print why that fails: the disk may have room again at the next one."""
        try:
            self.save()
        except checkpoint.CheckpointError as error:
            say(console, f"[red]not saved:[/] {shown(error)}")

    def train(self) -> bool:
        """Train until the goal is reached; returns False if training was interrupted. The checkpoint is written in
        either case.

        If a checkpoint or curve cannot be written on the way, a message says so, and writing is tried again the next
        time.

        Raises:
            CheckpointError: if the folder cannot be written at the beginning, or the last checkpoint cannot.
            InUseError: if another process trains in this folder.
            TrainingError: if a number becomes NaN or infinite; the last checkpoint stays as it was before that.
        """
        lock, self.lock = self.lock or lock_folder(self.folder), None
        with lock:
            return self._train()

    def _train(self) -> bool:
        self._write_settings()
        with self.console.status("getting ready …"):
            self.learner.prepare()  # it may have to wait for others: Ctrl-C ends that immediately
        progress = self.learner.progress
        if progress.decisions:  # otherwise, the files are of a run killed before its first checkpoint
            self.points = win_rates.read(self.folder, progress.decisions)
        with (
            _bar(self.console) as bar,
            Curves(self.folder, progress.decisions, bar.console) as writer,
            stoppable(lambda: bar.console.print(STOPPING)) as stop,
            one_thread(),
        ):
            task = bar.add_task("", total=1.0, told="")
            measure = partial(self.measure, writer, bar, task, stop)
            if self.routine.evaluate_every and self.bots:
                bar.console.print(win_rates.what_to_look_at(self.bots, self.learner.seats), soft_wrap=True)
                if not self.learner.learns_policy:
                    bar.console.print("the network learns the values of actions: evaluations take the best one")
                if not progress.decisions:
                    measure()  # before training; the clock does not run yet
            mark = saved = evaluated = time.monotonic()
            while self.goal.reached(self.learner) < 1.0 and not stop():
                curves = self._update(writer)
                now = time.monotonic()
                if self.routine.evaluate_every and now - evaluated >= self.routine.evaluate_every:
                    measure()
                    evaluated = time.monotonic()
                if now - saved >= self.routine.checkpoint_every:
                    self._try_to_save(bar.console)
                    saved = time.monotonic()
                progress.seconds += time.monotonic() - mark
                mark = time.monotonic()
                bar.update(task, completed=self.goal.reached(self.learner), told=self._told(curves["decisions per s"]))
            self.save()
            if self.routine.evaluate_every and not stop() and not self._is_measured:
                measure()
        self._draw()
        return not stop()

    def _update(self, writer: Curves) -> dict[str, float]:
        """Play, and learn from that; returns curves."""
        progress = self.learner.progress
        begun, before = time.monotonic(), progress.decisions
        curves = self.learner.collect()
        played = time.monotonic()
        curves |= self.learner.learn(self.goal.reached(self.learner))
        decisions = progress.decisions - before
        curves["decisions per s"] = decisions / (time.monotonic() - begun)
        curves.setdefault("decisions per s, play alone", decisions / (played - begun))
        for name, value in curves.items():
            writer.add(f"training/{name}", value, progress.decisions)
        return curves

    def _write_settings(self) -> None:
        game = self.learner.game
        content = {"game": game.name, **origin(game), "goal": asdict(self.goal), **asdict(self.learner.settings)}
        try:
            make_folder(self.folder)
            write_whole(self.folder / checkpoint.SETTINGS, as_json(content))
        except OSError as error:
            raise checkpoint.CheckpointError(f"{self.folder} cannot be written: {error.strerror or error}") from error

    @property
    def bots(self) -> list[str]:
        """The bots against which the network is evaluated."""
        return [bot for bot in MEASURED_AGAINST if bot in bot_names(self.learner.game)]

    @property
    def _is_measured(self) -> bool:
        """Whether nothing has been learned since the last evaluation."""
        return bool(self.points) and self.points[-1].decisions == self.learner.progress.decisions

    def measure(self, writer: Curves, bar: Progress, task: TaskID, stop: Callable[[], bool]) -> None:
        """Play against random and, where the game has one, greedy, and print the win rates."""
        learner, progress = self.learner, self.learner.progress
        seats = learner.seats
        games = self.routine.games + -self.routine.games % seats
        for bot in self.bots:

            def told(ended: int, bot: str = bot) -> bool:
                bar.update(task, told=f"evaluating against {bot}: {ended} of {games} games")
                return stop()

            asked: dict[str, Any] = {"games": games, "stop": told, "options": learner.settings.game_options}
            if isinstance(learner, DeviceLearner):
                rate = evaluate_on(learner.game, learner.dense, bot, **asked)
            else:
                player = network_player(learner.network, best=not learner.learns_policy)
                rate = evaluate(learner.game, player, player_of(bot, learner.game), **asked)
            if stop():
                return
            self.points.append(win_rates.point_of(bot, rate, progress.decisions, progress.seconds))
            writer.add(f"win rate/{bot}", rate.rate, progress.decisions)
            writer.add(f"win rate/{bot}, lower bound", rate.low, progress.decisions)
            say(
                bar.console,
                f"{progress.decisions:>11,} decisions, {progress.seconds / 60:5.1f} min: wins {rate.rate:6.1%} against "
                f"{seats - 1} {bot} (lower 95 % bound {rate.low:.1%}, {rate.games} games)",
            )
        self._write(win_rates.FILE, lambda: win_rates.write(self.folder, self.points), bar.console)

    def _draw(self) -> None:
        """Draw the chart of the win rates, if there are any."""
        if not self.points:
            return
        learner = self.learner
        title = f"{learner.game.name}, {learner.seats} seats: {learner.progress.decisions:,} decisions"
        try:
            picture = win_rates.chart(self.points, title, learner.seats)
        except ModuleNotFoundError:
            self.console.print("a chart of the win rates needs matplotlib: install the extra 'train'")
            return
        self._write(win_rates.CHART, lambda: write_whole(self.folder / win_rates.CHART, picture), self.console)

    def _write(self, name: str, write: Callable[[], None], console: Console) -> None:
        """Write a file, or print why that fails: a run does not end because of that."""
        try:
            write()
        except OSError as error:
            say(console, f"[red]{name} was not written:[/] {shown(error.strerror or error)}")

    def _told(self, speed: float) -> str:
        last = {point.bot: point.rate for point in self.points}
        rates = "  ".join(f"{rate:.0%} against {bot}" for bot, rate in last.items())
        return f"{self.learner.progress.decisions:,} decisions  {speed:,.0f}/s  {rates}"


class _Left(ProgressColumn):
    """Time left until the goal."""

    def render(self, task: Any) -> Any:
        left = task.time_remaining
        return "" if left is None else f"{int(left) // 60}:{int(left) % 60:02} left"


def _bar(console: Console) -> Progress:
    columns = SpinnerColumn(), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[told]}"), _Left()
    return Bar(*columns, console=console)


def make_folder(folder: Path) -> None:
    """Make the folder of a run. Raises OptionError if that is not possible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = "it is a file" if folder.is_file() else error.strerror or str(error)
        raise OptionError(f"--out {folder}: this cannot be a run folder: {why}") from None


def lock_folder(folder: Path) -> Lock:
    """Keep other processes from training in the folder of a run.

    Raises:
        InUseError: if one trains there; the message says which.
        OptionError, CheckpointError: if the folder cannot be made or written.
    """
    make_folder(folder)
    try:
        return Lock(folder)
    except SaveError as error:
        raise checkpoint.CheckpointError(f"{error}: the run folder cannot be written") from error


def plan_of(
    content: Mapping[str, Any], goal: Goal | None, routine: Routine | Mapping[str, float] | None, threads: int | None
) -> tuple[Goal, Routine, int]:
    """Where a run ends, what happens regularly in it, and how many cores it uses: as asked for, else as in `content`, a
    checkpoint. A mapping changes parts of its routine. Raises TypeError, ValueError or KeyError if `content` is
    invalid."""
    if not isinstance(routine, Routine):
        routine = Routine(**{**content.get("routine", {}), **(routine or {})})
    threads = content.get("threads", THREADS) if threads is None else threads
    if not (type(threads) is int and threads >= 1):
        raise ValueError(f"threads={threads!r} is out of range")
    return goal or Goal(**content["goal"]), routine, threads


def start(  # noqa: PLR0913
    game: Game, settings: Settings, goal: Goal, folder: Path, *, threads: int = THREADS, device: str = "cpu",
    routine: Routine | None = None, console: Console | None = None, origin: Path | None = None,
    make: MakeLearner = learner_on,
) -> Run:  # fmt: skip
    """A new run in an unused folder.

    Args:
        origin: the network to begin with: a run, a checkpoint, a file of `dynasty weights`, or ``champion``. It sets
            the network's shape, unless the settings give another one. None: begin with an untrained network.

    Raises:
        OptionError: if the folder holds a run already or cannot be made, or a setting or the device is out of range.
        InUseError: if another process trains in the folder.
        CheckpointError, SaveError: if the origin cannot be used.
    """
    settings = settings.of_game(game)
    parent = None if origin is None else network_from(origin, game, settings.game_options)
    if parent is not None:
        settings = replace(settings, network={**parent.shape, **settings.network})
    torch_device = device_of(device)
    lock = lock_folder(folder)
    if (folder / checkpoint.FILE).exists():
        raise OptionError(f"{folder} already holds a run: resume it with --resume, or choose another --out")
    console = console or Console(emoji=False)
    routine = routine or Routine()
    compile_rules(game, console, bots_of(game, settings, measures=routine.evaluate_every > 0))
    with console.status("making the network"):
        learner = make(game, settings, threads, torch_device)
    if parent is not None:
        learner.begin_with(parent)
    return Run(learner, goal, folder, routine, console, lock, threads)


def resume(
    game: Game | None, folder: Path, *, goal: Goal | None = None, threads: int | None = None, device: str = "cpu",
    routine: Routine | Mapping[str, float] | None = None, console: Console | None = None,
    make: MakeLearner | None = None,
) -> Run:  # fmt: skip
    """Resume the run of a folder from its last checkpoint.

    Args:
        game: the game; None: the one that the checkpoint names.
        goal: a new goal; None: the run's own.
        threads: how many cores to use; None: as many as before.
        routine: a new routine, or changes to the run's own.
        make: makes the learner; None: `trusting`, which starts no opponent that is a program.

    Raises:
        CheckpointError: if the checkpoint cannot be used.
        InUseError: if another process trains in the folder.
        OptionError: if the goal has been reached, or there is no such device.
    """
    on, make = device_of(device), make or trusting(learner_on)
    console = console or Console(emoji=False)
    file = checkpoint.path_of(folder)
    lock = lock_folder(file.parent) if file.is_file() else None  # no other process may write while it is read
    content = checkpoint.read(file, game)
    try:
        settings = Settings.from_dict(content["settings"])
        goal, routine, threads = plan_of(content, goal, routine, threads)
    except (TypeError, ValueError, KeyError) as error:
        raise checkpoint.CheckpointError(f"{file}: its settings do not fit this version: {error}") from error
    game = game or dynasty_env.game(content["game"])
    compile_rules(game, console, bots_of(game, settings, measures=routine.evaluate_every > 0))
    try:
        with console.status("making the network"):
            learner = make(game, settings, threads, on)
        if not learner.restore(content):
            console.print(
                "[yellow]games in progress start over:[/] the rules have changed, an older "
                "version saved the run, or a cluster played it, which saves none",
                soft_wrap=True,
            )
    except Exception as error:  # any error that unknown settings cause
        raise checkpoint.CheckpointError(f"{file}: {error}") from error
    if goal.reached(learner) >= 1.0:
        raise OptionError(f"{folder} has reached its goal of {goal}: give a larger one with --minutes or --steps")
    return Run(learner, goal, file.parent, routine, console, lock, threads)
