"""How many actors are worthwhile: a simulated cluster with measured costs, which shows what limits it.

    python -m training.cluster.simulate 16 256 4096
    python -m training.cluster.simulate 256 --gbit 25 --faster 10 --costs costs.json

The events are those of `crew.py` and `learner.py`. An actor gets weights and plays. Between two gradient steps, the
learner's process notices that the actor has finished, fetches the rollout through its network card unless enough are
ready, assigns the next one, and learns from those that have arrived. Nothing dies, and all machines are equal. The
costs come from `python -m training.cluster.measure`.
"""

import heapq
import json
from collections import deque
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from dynasty_env.kit.errors import OptionError


@dataclass(frozen=True)
class Costs:
    """Measured costs on one core; the defaults are those for Dynasty on the machine of docs/cluster.md.

    Attributes:
        play: seconds an actor needs per decision, packing included.
        learn: seconds a gradient needs per decision.
        correct: seconds the learner needs for a decision's log-probability and value by the newest weights.
        unpack: seconds the learner needs to unpack a decision, and to compute what it earned.
        call: seconds the learner's process needs for an actor's call, there and back.
        publish: seconds it needs to publish weights.
        parcel: bytes per decision in transit.
        weights: bytes of all parameters.
    """

    play: float = 23e-6
    learn: float = 24e-6
    correct: float = 12.5e-6
    unpack: float = 1e-6
    call: float = 3.8e-3
    publish: float = 0.8e-3
    parcel: float = 1003.0
    weights: float = 3.71e6

    @classmethod
    def read(cls, file: Path) -> "Costs":
        """Read costs from a file. Raises OptionError unless it has all of them, as numbers above 0."""
        try:
            given = json.loads(file.read_text(encoding="utf-8"))
            result = cls(**{f.name: float(given[f.name]) for f in fields(cls)})
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise OptionError(f"--costs {file} is not a file of costs: {error}") from error
        if min(asdict(result).values()) <= 0:
            raise OptionError(f"--costs {file}: costs must be above 0")
        return result


@dataclass(frozen=True)
class Setup:
    """A cluster and a run on it.

    Attributes:
        actors: the number of actors, one core each.
        tables, steps: of an actor, and of its rollouts.
        rollouts_per_update: rollouts an update learns from.
        epochs, minibatch: as in `Settings`.
        threads: cores of the learner.
        faster: the speed-up of the learner's arithmetic by a GPU, relative to one core.
        bandwidth: of the learner's network card, bytes/s each way.
        per_machine: actors on each of the other machines.
        spread: standard deviation of the logarithm of a rollout's time.
    """

    actors: int
    tables: int = 256
    steps: int = 64
    rollouts_per_update: int = 16
    epochs: int = 1
    minibatch: int = 4096
    threads: int = 1
    faster: float = 1.0
    bandwidth: float = 1.25e9
    per_machine: int = 16
    spread: float = 0.1

    @property
    def decisions(self) -> int:
        """The number of decisions of a rollout."""
        return self.tables * self.steps


LIMITS = {
    "actors": "more actors",
    "gradient": "a GPU or more threads for the learner; fewer actors would do",
    "card, in": "a faster network card for the learner",
    "card, out": "more decisions per update, so weights are sent less often",
    "calls": "more tables per actor, or longer rollouts",
}
"""The resources that can run out, and what helps."""


class Outcome(NamedTuple):
    """The result of a simulation, after it has settled.

    Attributes:
        rate: decisions learned from per second.
        staleness: by how many updates the weights of a rollout were behind, on average.
        used: the share of time in which each of `LIMITS` was in use.
    """

    rate: float
    staleness: float
    used: dict[str, float]

    @property
    def limit(self) -> str:
        """The resource that runs out first."""
        return max(self.used, key=self.used.__getitem__)


def on_paper(costs: Costs, setup: Setup) -> dict[str, float]:
    """Decisions/s that each of `LIMITS` would allow if it were the only limit."""
    learning = (costs.learn * setup.epochs + costs.correct) / (setup.threads * setup.faster) + costs.unpack
    machines = -(-setup.actors // setup.per_machine)
    update = setup.rollouts_per_update * setup.decisions
    return {
        "actors": setup.actors / costs.play,
        "gradient": 1 / learning,
        "card, in": setup.bandwidth / costs.parcel,
        "card, out": update * setup.bandwidth / (costs.weights * machines),
        "calls": setup.decisions / costs.call,
    }


class Simulation:
    """A cluster, event by event."""

    def __init__(self, costs: Costs, setup: Setup) -> None:
        self.costs, self.setup = costs, setup
        self.now = 0.0
        self.version = 0
        self.used = dict.fromkeys(LIMITS, 0.0)
        self._rng = np.random.default_rng(0)
        self._events: list[tuple[float, int, bool, int]] = []  # time, actor, arrived, version of the weights
        self._idle = deque(range(setup.actors))
        self._done: deque[tuple[int, int]] = deque()  # actor and version of the weights
        self._fetching = 0
        self._ready: deque[int] = deque()  # versions of the weights
        self._has: dict[int, tuple[int, float]] = {}  # machine → version of its weights, since when
        self._card_in = self._card_out = 0.0

    def run(self, updates: int) -> Outcome:
        """Simulate this many updates; the second half of them counts."""
        ages: list[int] = []
        begun = 0.0
        for update in range(updates):
            if update == updates // 2:
                begun, ages, self.used = self.now, [], dict.fromkeys(LIMITS, 0.0)
            ages += self._update()
        seconds = self.now - begun
        setup = self.setup
        used = {name: busy / seconds / (setup.actors if name == "actors" else 1) for name, busy in self.used.items()}
        learned = (updates - updates // 2) * setup.rollouts_per_update * setup.decisions
        return Outcome(learned / seconds, float(np.mean(ages)), used)

    def _update(self) -> list[int]:
        """Wait for rollouts, learn, publish; returns the ages of the rollouts."""
        costs, setup = self.costs, self.setup
        self._give_out()
        while len(self._ready) < setup.rollouts_per_update:
            self.now = max(self.now, self._events[0][0])
            self._tend()
        ages = [self.version - self._ready.popleft() for _ in range(setup.rollouts_per_update)]
        self._give_out()
        decisions, speed = setup.rollouts_per_update * setup.decisions, setup.threads * setup.faster
        self._work(decisions * (costs.unpack + costs.correct / speed))
        steps = max(-(-decisions // setup.minibatch), 1) * setup.epochs
        for _ in range(steps):
            self._work(decisions * setup.epochs / steps * costs.learn / speed)
            self._tend()
        self._work(costs.publish)
        self.version += 1
        return ages

    def _work(self, seconds: float) -> None:
        self.now += seconds
        self.used["gradient"] += seconds

    def _tend(self) -> None:
        """Process what has happened by now, and assign work to idle actors."""
        while self._events and self._events[0][0] <= self.now:
            _, actor, come, version = heapq.heappop(self._events)
            if come:
                self._fetching -= 1
                self._ready.append(version)
                self._idle.append(actor)
                self._call()
            else:
                self._done.append((actor, version))
        while self._done and len(self._ready) + self._fetching < self.setup.rollouts_per_update:
            actor, version = self._done.popleft()
            seconds = self.setup.decisions * self.costs.parcel / self.setup.bandwidth
            self._card_in = max(self._card_in, self.now) + seconds
            self.used["card, in"] += seconds
            self._fetching += 1
            heapq.heappush(self._events, (self._card_in, actor, True, version))
        self._give_out()

    def _call(self) -> None:
        """Half of an actor's call: there or back."""
        self.now += self.costs.call / 2
        self.used["calls"] += self.costs.call / 2

    def _give_out(self) -> None:
        costs, setup = self.costs, self.setup
        while self._idle and len(self._ready) < setup.rollouts_per_update:
            actor = self._idle.popleft()
            self._call()
            machine = actor // setup.per_machine
            version, since = self._has.get(machine, (-1, 0.0))
            if version != self.version:
                seconds = costs.weights / setup.bandwidth
                since = self._card_out = max(self._card_out, self.now) + seconds
                self.used["card, out"] += seconds
                self._has[machine] = self.version, since
            seconds = setup.decisions * costs.play * float(self._rng.lognormal(0.0, setup.spread))
            self.used["actors"] += seconds
            heapq.heappush(self._events, (max(since, self.now) + seconds, actor, False, self.version))


def simulate(costs: Costs, setup: Setup) -> Outcome:
    """Simulate a setup, for so many updates that every actor plays several rollouts."""
    return Simulation(costs, setup).run(max(20, 6 * -(-setup.actors // setup.rollouts_per_update)))


def main(  # noqa: PLR0913
    actors: Annotated[list[int], typer.Argument(min=1, help="Numbers of actors, one line each.")],
    costs: Annotated[
        Path | None, typer.Option(help="File from training.cluster.measure.  [default: the costs of docs/cluster.md]")
    ] = None,
    tables: Annotated[int, typer.Option(min=1, help="Tables per actor.")] = 256,
    steps: Annotated[int, typer.Option(min=1, help="Decisions per table in a rollout.")] = 64,
    rollouts_per_update: Annotated[int, typer.Option(min=1, help="Rollouts per update.")] = 16,
    epochs: Annotated[int, typer.Option(min=1, help="Passes over the decisions of an update.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="CPU cores of the learner.")] = 1,
    faster: Annotated[float, typer.Option(min=0.1, help="Speed-up of the learner on a GPU over a core.")] = 1.0,
    gbit: Annotated[float, typer.Option(min=0.001, help="Network bandwidth of the learner, Gbit/s each way.")] = 10.0,
    per_machine: Annotated[int, typer.Option(min=1, help="Actors per other machine.")] = 16,
) -> None:  # fmt: skip
    """Simulate training with a number of actors: what limits it, and what would help."""
    console = Console(emoji=False)
    try:
        measured = Costs() if costs is None else Costs.read(costs)
    except OptionError as error:
        console.print(f"error: {error}", markup=False)
        raise typer.Exit(2) from error
    table = Table("number", "decisions/s", "on paper", "staleness", *LIMITS, "limit")
    limits = set()
    for count in actors:
        setup = Setup(
            count, tables, steps, rollouts_per_update=rollouts_per_update, epochs=epochs, threads=threads,
            faster=faster, bandwidth=gbit / 8 * 1e9, per_machine=per_machine,
        )  # fmt: skip
        simulated = simulate(measured, setup)
        limits.add(simulated.limit)
        rates = f"{simulated.rate:,.0f}", f"{min(on_paper(measured, setup).values()):,.0f}"
        used = (f"{simulated.used[name]:.0%}" for name in LIMITS)
        table.add_row(f"{count:,}", *rates, f"{simulated.staleness:.1f}", *used, simulated.limit)
    console.print(table)
    for name in sorted(limits):
        console.print(f"{name}: this would help: {LIMITS[name]}", highlight=False, soft_wrap=True)


if __name__ == "__main__":
    typer.run(main)
