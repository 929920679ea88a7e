"""How fast games run: the same random play through every interface, in one run."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from pettingzoo.utils.wrappers import OrderEnforcingWrapper
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from dynasty_env.kit.aec import TableEnv
from dynasty_env.kit.game import Game
from dynasty_env.kit.vector import VectorEnv

Options = Mapping[str, Any]

TABLES = 1024
"""Tables of the vector environment and of the engine's own rollout when speed is measured."""
ROUNDS = 5
"""How often each way of playing is timed; the ways take turns, and the median counts."""


@dataclass(frozen=True)
class Pace:
    """How fast one way of playing is: decisions/s, and what the clock ran for."""

    way: str
    rate: float
    timed: str


@dataclass(frozen=True)
class Way:
    """A way of playing at random: `play(seconds)` returns decisions taken and the seconds that they took."""

    name: str
    timed: str
    play: Callable[[float], tuple[int, float]]


def ways(game: Game, options: Options) -> list[Way]:
    """The ways of playing, slowest interface first."""
    raw = TableEnv(game, backend="compiled", **options)
    wrapped = OrderEnforcingWrapper(TableEnv(game, backend="compiled", **options))
    loop = "last, sample(mask), step"
    return [
        Way("env", loop, lambda seconds: play_env(wrapped, seconds)),
        Way("raw_env", loop, lambda seconds: play_env(raw, seconds)),
        Way("State", "legal, a draw, play", lambda seconds: play_states(game, options, seconds)),
        *(
            Way(
                f"vec_env, {threads} thread{'s' * (threads > 1)}",
                f"step of {TABLES:,} tables",
                lambda seconds, threads=threads: play_vector(game, options, threads, seconds),  # type: ignore[misc]
            )
            for threads in (1, 2)
        ),
        Way("engine", "random_steps, 1 thread", lambda seconds: roll_out(game, options, seconds)),
    ]


def play_env(env: Any, seconds: float) -> tuple[int, float]:
    """Random games in a PettingZoo environment."""
    decisions = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        env.reset(seed=decisions)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
            decisions += not over
    return decisions, spent


def play_states(game: Game, options: Options, seconds: float) -> tuple[int, float]:
    """Random games by the State API."""
    rng = np.random.default_rng(0)
    decisions = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        state = game.new(decisions, backend="compiled", **options)
        while not state.done:
            legal = state.legal()
            state.play(int(legal[rng.integers(len(legal))]))
            decisions += 1
    return decisions, spent


def play_vector(game: Game, options: Options, threads: int, seconds: float) -> tuple[int, float]:
    """Random games at many tables; only `step` is timed."""
    rng = np.random.default_rng(0)
    env = VectorEnv(game, TABLES, seed=0, threads=threads, **options)
    batch = env.reset()
    decisions, spent = 0, 0.0
    while spent < seconds:
        actions = (rng.random(batch.action_mask.shape, np.float32) * batch.action_mask).argmax(axis=1)
        begun = time.perf_counter()
        batch = env.step(actions)
        spent += time.perf_counter() - begun
        decisions += TABLES
    env.close()
    return decisions, spent


def roll_out(game: Game, options: Options, seconds: float) -> tuple[int, float]:
    """Random games inside the compiled rules."""
    steps = 16
    tables = game.blank(TABLES, game.check_options(options))
    for i in range(TABLES):
        game.compiled.call("deal", tables, i, i)
    decisions = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        game.compiled.call("random_steps", tables, 0, TABLES, steps, decisions)
        decisions += TABLES * steps
    return decisions, spent


def measure_speed(game: Game, options: Options, *, seconds: float = 2.0, console: Console | None = None) -> list[Pace]:
    """Decisions/s of each way of playing at random, everything compiled and warm.

    Args:
        game: the rulebook.
        options: the game's.
        seconds: how long each way is timed, in `ROUNDS` rounds; the median counts.
        console: shows a progress bar; None: nowhere.
    """
    all_ways = ways(game, options)
    rates: dict[str, list[float]] = {way.name: [] for way in all_ways}
    with Progress(console=console, transient=True, disable=console is None) as bar:
        task = bar.add_task("", total=(1 + ROUNDS) * len(all_ways))
        for number in range(1 + ROUNDS):
            for way in all_ways:
                bar.update(task, description=way.name)
                decisions, spent = way.play(seconds / ROUNDS)
                if number > 0:  # the first round compiles and warms up
                    rates[way.name].append(decisions / spent)
                bar.advance(task)
    return [Pace(way.name, median(rates[way.name]), way.timed) for way in all_ways]


def show_speed(game: Game, options: Options, paces: Sequence[Pace], console: Console) -> None:
    """Rates for a terminal."""
    table = Table(title=f"{game.name}, {options['num_players']} seats, random play, compiled and warm")
    for heading in ("way", "decisions/s", "× env", "timed"):
        table.add_column(heading, justify="right" if heading in ("decisions/s", "× env") else "left")
    for pace in paces:
        table.add_row(pace.way, f"{pace.rate:,.0f}", f"{pace.rate / paces[0].rate:.1f}", pace.timed)
    console.print(table)
