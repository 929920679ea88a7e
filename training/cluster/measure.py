"""Measures the cost of playing and learning on a cluster, and the gain from a second actor.

    python -m training.cluster.measure dynasty_v0 --out costs.json            # in this process: what a simulation needs
    python -m training.cluster.measure dynasty_v0 --ray local --actors 1 --actors 2 --rounds 3

Costs are CPU-seconds of one core, so that other load on the machine does not matter. Rates are wall-clock rates, and
mean little on a busy machine. Beside them is therefore printed the rate of actors with a core each, computed from their
CPU-seconds and the share of time in which they had work. The numbers of actors take turns.
"""

import os
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from statistics import median
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
import typer
from rich.console import Console

from agents.arguments import GameToPlay, rulebook, say
from dynasty_env.kit.files.replays import write_json
from dynasty_env.kit.game import Game
from training.cluster.connect import connected
from training.cluster.crew import RayCrew
from training.cluster.learner import ClusterLearner
from training.cluster.parcel import Parcel
from training.cluster.player import Orders, Player, Weights, weights_of
from training.cluster.simulate import Costs
from training.compiling import compile_rules
from training.learn.collect import NOBODY
from training.learn.settings import Settings


class Apart:
    """A crew that always has the same rollouts ready, and does nothing else."""

    def __init__(self, rollouts: list[Parcel]) -> None:
        self.rollouts = rollouts

    def publish(self, orders: Orders, weights: Weights) -> None: ...

    def tend(self) -> None: ...

    def take(self, count: int) -> list[Parcel]:
        return self.rollouts[:count]

    def account(self) -> dict[str, float]:
        return {"actors": 1.0}


def decisions_of(parcel: Parcel, settings: Settings) -> int:
    """The number of decisions in a rollout, without carried ones."""
    return int((parcel.seat[-settings.rollout :] != NOBODY).sum())


def seconds_of(work: Callable[[], object]) -> float:
    """CPU-seconds of this process."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def measure_costs(game: Game, settings: Settings, rounds: int) -> Costs:
    """The cost of a decision, the best of several rounds, in this process and on one thread."""
    torch.set_num_threads(1)
    player = Player(game, settings, settings.envs, 1)
    player.join()
    weights = weights_of(player.network)
    rollouts: list[Parcel] = []
    player.play(Orders(0), weights)  # tables are then at all stages of their games, and nothing runs for the first time
    play = min(seconds_of(lambda: rollouts.append(player.play(Orders(0), weights))) for _ in range(rounds))
    newest = rollouts[-1:]
    learner = ClusterLearner(game, settings, hire=lambda *_: Apart(newest), rollouts_per_update=1)
    learner.collect()
    learner.learn(0.0)
    times: dict[str, float] = {}
    for _ in range(rounds):
        seconds = {"collect": seconds_of(learner.collect), "judge": seconds_of(learner.judge)}
        correct = seconds_of(lambda: learner.by_the_newest(learner.rollout))
        seconds |= {"correct": correct, "learn": seconds_of(lambda: learner.learn(0.0))}
        times = {name: min(taken, times.get(name, taken)) for name, taken in seconds.items()}
    decisions = decisions_of(newest[0], settings)
    return Costs(
        play=play / decisions,
        learn=(times["learn"] - times["judge"]) / decisions / settings.epochs,
        correct=times["correct"] / decisions,
        unpack=(times["collect"] + times["judge"] - times["correct"]) / decisions,
        call=1e-3,  # it can only be measured on a cluster
        publish=max(seconds_of(lambda: weights_of(player.network)), 1e-4),
        parcel=newest[0].nbytes / decisions,
        weights=float(sum(part.nbytes for part in weights.values())),
    )


class Rate(NamedTuple):
    """The speed with this number of actors.

    Attributes:
        rate: decisions/s by the wall clock.
        play: CPU-seconds of an actor per decision.
        call: CPU-seconds of the learner's process per rollout, when it does not learn.
        busy: the share of time in which an actor played or waited for a core; the rest of the time it was idle.
    """

    rate: float
    play: float
    call: float
    busy: float


def rate_of(ray: Any, game: Game, settings: Settings, actors: int, seconds: float, *, learning: bool) -> Rate:
    """The speed with this number of actors, `settings.envs` tables each, and one rollout per update.

    Args:
        learning: False: rollouts are discarded, so that the learner takes no core.
    """
    own = replace(settings, envs=settings.envs * actors)
    crew = RayCrew(ray, game, own, actors, ready=1, salt=actors, tell=print)
    crew.wait_for(actors)
    taken: list[tuple[int, float, float]] = []  # decisions, CPU-seconds and seconds of each rollout
    take = crew.take

    def watched(count: int) -> list[Parcel]:
        result = take(count)
        taken.extend((decisions_of(parcel, own), parcel.cpu, parcel.seconds) for parcel in result)
        return result

    crew.take = watched  # type: ignore[method-assign]
    learner = ClusterLearner(game, own, hire=lambda *_: crew, rollouts_per_update=1)
    learner.prepare()

    def go_on() -> None:
        if learning:
            learner.collect()
            learner.learn(0.0)
        else:
            crew.take(1)

    try:
        for _ in range(2 * actors):  # until all are playing
            go_on()
        taken.clear()
        begun, worked = time.monotonic(), time.process_time()
        while (passed := time.monotonic() - begun) < seconds:
            go_on()
        call = (time.process_time() - worked) / len(taken)
        decisions, cpu, played = np.sum(taken, axis=0)
        return Rate(float(decisions / passed), float(cpu / decisions), call, float(played / passed / actors))
    finally:
        crew.close()


def main(  # noqa: PLR0913
    game: GameToPlay = None,
    tables: Annotated[int, typer.Option(min=1, help="Tables per actor.")] = 256,
    steps: Annotated[int, typer.Option(min=1, help="Decisions per table in a rollout.")] = 64,
    greedy_share: Annotated[float | None, typer.Option(help="Share of games with greedy.  [default: 0.5]")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Repetitions; the best one counts, or all are reported.")] = 3,
    out: Annotated[Path | None, typer.Option(help="File for the costs, for training.cluster.simulate.")] = None,
    ray: Annotated[str | None, typer.Option(help="Measure rates on this cluster: local, auto or its address.")] = None,
    actors: Annotated[list[int] | None, typer.Option(min=1, help="Numbers of actors.  [default: 1 and 2]")] = None,
    seconds: Annotated[float, typer.Option(min=1, help="Seconds per measurement.")] = 20.0,
) -> None:  # fmt: skip
    """Measure the cost of playing and learning here, and the gain from more actors."""
    console = Console(emoji=False)
    rules = rulebook(game)
    settings = Settings(envs=tables, rollout=steps, greedy_share=greedy_share)
    compile_rules(rules, console, ["greedy"])
    if ray is None:
        costs = measure_costs(rules, settings, rounds)
        console.print_json(data=asdict(costs))
        if out is not None:
            write_json(out, asdict(costs))
        return
    numbers = actors or [1, 2]
    with connected(ray, max(numbers)) as cluster:
        for learning in (False, True):
            rates: dict[int, list[Rate]] = {number: [] for number in numbers}
            for _ in range(rounds):
                for number in numbers:
                    rates[number].append(rate_of(cluster, rules, settings, number, seconds, learning=learning))
            first = median(each.rate for each in rates[numbers[0]])
            for number, samples in rates.items():
                rate = median(each.rate for each in samples)
                play, call = min(each.play for each in samples), min(each.call for each in samples)
                busy = median(each.busy for each in samples)
                say(
                    console,
                    f"{'playing and learning' if learning else 'playing alone'}, {number} actors: "
                    f"{', '.join(f'{each.rate:,.0f}' for each in samples)} decisions/s, median {rate:,.0f}, "
                    f"{rate / first:.2f} times {numbers[0]}'s; an actor's CPU {1e6 * play:.1f} µs a decision, "
                    f"busy {busy:.0%}: with {number} cores of their own, {number * busy / play:,.0f}; the "
                    f"learner's CPU {1e3 * call:.1f} ms a rollout; load {os.getloadavg()[0]:.1f}",
                )


if __name__ == "__main__":
    typer.run(main)
