"""How fast games run: the same random play through every interface, in one run."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from random import Random
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt
from pettingzoo.utils.wrappers import OrderEnforcingWrapper
from rich.console import Console
from rich.table import Table

from agents.arguments import counting_bar
from dynasty_env.kit.engine.threads.team import ThreadTeam
from dynasty_env.kit.envs.aec import TableEnv
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.vector import Batch, VectorEnv
from dynasty_env.kit.game import Game

Options = Mapping[str, Any]

TABLES = 1024
"""Tables of the vector environment and of the engine's own rollout when speed is measured."""
ROUNDS = 5
"""How often each way of playing is timed; the ways take turns."""
WARM_UP = 200
"""Steps before the clock first runs, so that tables are at all stages of their games."""


TICK = max(time.get_clock_info(clock).resolution for clock in ("perf_counter", "process_time"))
"""Durations in seconds below which a clock may return 0: about 16 ms on Windows."""


@dataclass
class Effort:
    """What was done while a watch ran: how much, how much of it was a real choice, seconds, and CPU-seconds.

    CPU-seconds are those of all threads of the process: they are reproducible even on a busy machine.
    """

    count: int = 0
    choices: int = 0
    wall: float = 0.0
    cpu: float = 0.0

    @contextmanager
    def timed(self) -> Iterator[None]:
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu

    @property
    def rate(self) -> float:
        """The amount per second; at least one tick of the clock counts as elapsed."""
        return self.count / max(self.wall, TICK)

    @property
    def cpu_rate(self) -> float:
        """The amount per CPU-second, likewise."""
        return self.count / max(self.cpu, TICK)


@dataclass(frozen=True)
class Way:
    """A way of doing something repeatedly.

    Attributes:
        timed: what the clock runs for.
        play: `play(seconds)` does it for about that long, by the wall clock.
        unit: what is counted.
        about: more to keep with the numbers (tables, threads).
    """

    name: str
    timed: str
    play: Callable[[float], Effort]
    unit: str = "decisions"
    about: Mapping[str, Any] = field(default_factory=dict)


Pace = tuple[Way, float]
"""A way of playing and its decisions/s."""

# ---------------------------------------------------------------------------------------------------- one table at once


def play_env(env: Any, seconds: float, *, spaces_draw: bool) -> Effort:
    """Random games in a PettingZoo environment; if `spaces_draw`, its spaces draw the actions, otherwise they are drawn
    from the mask here."""
    effort, until, draw = Effort(), time.perf_counter() + seconds, Random(0).random
    with effort.timed():
        while time.perf_counter() < until:
            env.reset(seed=effort.count)
            for agent in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                if spaces_draw:
                    env.step(env.action_space(agent).sample(observation["action_mask"]))
                else:
                    legal = observation["action_mask"].nonzero()[0]
                    env.step(legal.item(int(draw() * len(legal))))
                effort.count += 1
    return effort


def play_states(game: Game, options: Options, seconds: float) -> Effort:
    """Random games with the State API."""
    effort, until, draw = Effort(), time.perf_counter() + seconds, Random(0).random
    with effort.timed():
        while time.perf_counter() < until:
            state = game.new(effort.count, backend="compiled", **options)
            while not state.done:
                legal = state.legal()
                state.play(legal.item(int(draw() * len(legal))))
                effort.count += 1
                effort.choices += len(legal) > 1
    return effort


# ---------------------------------------------------------------------------------------------------------- many tables


@cache
def chooser() -> Callable[..., None]:
    """A compiled function that draws a legal action for every row of a mask."""
    import numba

    @numba.njit
    def choose(mask, words, actions):  # type: ignore[no-untyped-def]  # pragma: no cover
        for i in range(len(mask)):
            legal = 0
            for action in range(mask.shape[1]):
                legal += mask[i, action]
            wanted = (words[i] * legal) >> 32
            for action in range(mask.shape[1]):
                if mask[i, action] == 1:
                    if wanted == 0:
                        actions[i] = action
                        break
                    wanted -= 1

    result: Callable[..., None] = choose
    return result


class Draws:
    """Random legal actions (n,) for masks (n, A)."""

    def __init__(self, count: int, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)
        self._actions = np.zeros(count, np.int64)
        self._choose = chooser()

    def __call__(self, mask: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
        self._choose(mask, self._rng.integers(2**32, size=len(mask)), self._actions)
        return self._actions


def _mask_of(shown: Any) -> npt.NDArray[np.int8]:
    """The mask in what a vector environment returns; Gymnasium's have it in their infos, which come last."""
    mask: npt.NDArray[np.int8] = shown.action_mask if isinstance(shown, Batch) else shown[-1]["action_mask"]
    return mask


class Batched:
    """Random games at many tables, continued from call to call; `WARM_UP` steps are played when it is made."""

    def __init__(self, env: VectorEnv | SeatVectorEnv) -> None:
        self.env = env
        self._draws = Draws(env.num_envs)
        self._mask = _mask_of(env.reset(seed=0))
        for _ in range(WARM_UP):
            self._step()

    def _step(self) -> None:
        self._mask = _mask_of(self.env.step(self._draws(self._mask)))

    def steps(self, seconds: float) -> Effort:
        """Only `step` is timed."""
        effort, until = Effort(), time.perf_counter() + seconds
        while time.perf_counter() < until:
            actions = self._draws(self._mask)
            effort.choices += int((self._mask.sum(axis=1, dtype=np.int32) > 1).sum())
            before = self._decided()
            with effort.timed():
                shown = self.env.step(actions)
            effort.count += self.env.num_envs + self._decided() - before
            self._mask = _mask_of(shown)
        return effort

    def loop(self, seconds: float) -> Effort:
        """Drawing the actions is timed too, as for every peer."""
        effort, until = Effort(), time.perf_counter() + seconds
        with effort.timed():
            while time.perf_counter() < until:
                self._step()
                effort.count += self.env.num_envs
        return effort

    def _decided(self) -> int:
        """Decisions that compiled bots have made."""
        return self.env.bot_decisions if isinstance(self.env, SeatVectorEnv) else 0


class Rollout:
    """Random games inside the compiled rules, without observations, on `TABLES` tables, continued from call to call."""

    def __init__(self, game: Game, options: Options, threads: int) -> None:
        self._tables = game.blank(TABLES, game.check_options(options))
        for i in range(TABLES):
            game.compiled.call("deal", self._tables, i, i)
        self._entry = game.compiled.entry("random_steps")
        self._threads = ThreadTeam(threads)
        self._key = 0
        self._go(WARM_UP)

    def _go(self, steps: int) -> None:
        array, entry, self._key = self._tables.array, self._entry, self._key + TABLES
        self._threads.share(lambda first, last: entry(array, first, last, steps, self._key), TABLES)

    def steps(self, seconds: float) -> Effort:
        effort, until = Effort(), time.perf_counter() + seconds
        while time.perf_counter() < until:
            with effort.timed():
                self._go(16)
            effort.count += TABLES * 16
        return effort


# ------------------------------------------------------------------------------------------- `dynasty measure --speed`


def one_table_ways(game: Game, options: Options) -> list[Way]:
    """The ways of playing one game at a time, slowest interface first."""
    raw = TableEnv(game, backend="compiled", **options)
    wrapped = OrderEnforcingWrapper(TableEnv(game, backend="compiled", **options))
    return [
        Way("env", "last, sample(mask), step", lambda seconds: play_env(wrapped, seconds, spaces_draw=True)),
        Way("raw_env", "last, a draw, step", lambda seconds: play_env(raw, seconds, spaces_draw=False)),
        Way("State", "legal, a draw, play", lambda seconds: play_states(game, options, seconds)),
    ]


def vector_way(game: Game, options: Options, tables: int, threads: int, **changed: Any) -> Way:
    """Stepping a vector environment."""
    play = Batched(VectorEnv(game, tables, threads=threads, **{**options, **changed}))
    return Way(
        f"vec_env, {threads} thread{'s' * (threads > 1)}",
        f"step of {tables:,} tables",
        play.steps,
        about={"tables": tables, "threads": threads, **changed},
    )


def time_ways(all_ways: Sequence[Way], seconds: float, console: Console | None = None) -> list[list[Effort]]:
    """What each way does in `ROUNDS` rounds that take `seconds` in total; a first round compiles and warms up."""
    efforts: list[list[Effort]] = [[] for _ in all_ways]
    with counting_bar(console) as bar:
        task = bar.add_task("", total=(1 + ROUNDS) * len(all_ways))
        for number in range(1 + ROUNDS):
            for way, kept in zip(all_ways, efforts, strict=True):
                bar.update(task, description=way.name)
                effort = way.play(seconds / ROUNDS)
                if number > 0:
                    kept.append(effort)
                bar.advance(task)
    return efforts


def measure_speed(game: Game, options: Options, *, seconds: float = 2.0, console: Console | None = None) -> list[Pace]:
    """How fast each way of playing at random is, everything compiled and warm: the median of the rounds.

    Args:
        seconds: how long each way is timed, in `ROUNDS` rounds.
    """
    ways = [
        *one_table_ways(game, options),
        *(vector_way(game, options, TABLES, threads) for threads in (1, 2)),
        Way("engine", "random_steps, 1 thread", Rollout(game, options, 1).steps),
    ]
    efforts = time_ways(ways, seconds, console)
    return [(way, median(one.rate for one in kept)) for way, kept in zip(ways, efforts, strict=True)]


def show_speed(game: Game, options: Options, paces: Sequence[Pace], console: Console) -> None:
    """Rates for a terminal."""
    table = Table(title=f"{game.name}, {options['num_players']} seats, random play, compiled and warm")
    for heading in ("way", "decisions/s", "× env", "timed"):
        table.add_column(heading, justify="right" if heading in ("decisions/s", "× env") else "left")
    for way, rate in paces:
        table.add_row(way.name, f"{rate:,.0f}", f"{rate / paces[0][1]:.1f}", way.timed)
    console.print(table)
