"""Episodes of an environment, played decision by decision, at random or by a script."""

import copy
import math
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from subprocess import Popen
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle

from dynasty_env.conformance.declaration import Declaration
from dynasty_env.conformance.drivers import driver_of
from dynasty_env.conformance.drivers.base import Agent, Driver, Move
from dynasty_env.conformance.findings import Broken, NotChecked, Replay

Make = Callable[..., Any]
Script = Sequence[Move | None]

DEEP = 20
"""Wrappers around an environment that checks look through."""
CURIOUS = 0.25
"""How often the action is taken that has been taken least."""
STRETCH = 1.4
"""Maximum wall-clock seconds per processor second, since some environments wait."""


class Clock:
    """A stopwatch that counts processor time, so that checks do not look at less on a busy machine."""

    def __init__(self) -> None:
        self._processor, self._wall = time.process_time(), time.perf_counter()

    def __call__(self) -> float:
        """The seconds since it was created."""
        return max(time.process_time() - self._processor, (time.perf_counter() - self._wall) / STRETCH)


@dataclass(frozen=True)
class Elsewhere:
    """A process that plays the first episodes, and the files that it prints to."""

    process: Popen[str]
    out: Path
    err: Path


@dataclass
class Subject:
    """The environment being checked.

    Attributes:
        name: ``module:factory``, if another process can find the factory by it.
        making: Python code that defines `make`, for replays; None: it is imported by its name.
        limit: number of decisions after which an episode is abandoned.
        played: how often each action has been taken.
        varies: whether episodes of different seeds differ; None until that is known.
        continues: whether episodes begun without a seed follow from the last one; None until that is known.
        elsewhere: processes that play its first episodes in the meantime.
        clock: the time since this object was created.
        until: the time by this clock at which an episode is left unfinished.
        end: the time by this clock at which all checks should be done.
        replays: the shortest replays found to show a fault.
        made: environments that have not been closed yet, by their ids.
    """

    make: Make
    declared: Declaration = field(default_factory=Declaration)
    name: str | None = None
    making: str | None = None
    limit: int = 2000
    played: Counter[Any] = field(default_factory=Counter)
    varies: bool | None = None
    continues: bool | None = None
    elsewhere: list[Elsewhere] = field(default_factory=list)
    clock: Clock = field(default_factory=Clock)
    until: float = math.inf
    end: float = math.inf
    replays: list[Replay] = field(default_factory=list)
    made: dict[int, Any] = field(default_factory=dict)

    @property
    def late(self) -> bool:
        """Whether the time for the current check is up."""
        return self.clock() > self.until

    def drive(self, **options: Any) -> Driver:
        """A new environment, not yet reset."""
        return driver_of(self.kept(self.make(**options)))

    def asked(self, name: str) -> Callable[..., Any] | None:
        """A declared function, or None. Any error it raises is reported as the author's own (DeclarationError)."""
        function = getattr(self.declared, name)
        return None if function is None else partial(_call, name, function)

    def kept(self, env: Any) -> Any:
        """Register an environment so that it is closed with the others."""
        self.made[id(env)] = env
        return env

    def close(self, driver: Driver | None = None) -> None:
        """Close an environment, or all that have been made so far, copies included."""
        for env in [*self.made.values()] if driver is None else [driver.env]:
            self.made.pop(id(env), None)
            with suppress(Exception):  # some cannot be closed; no interface promises that they can
                env.close()

    def begin(self, seed: int | None) -> Driver:
        """A new environment at the beginning of an episode."""
        driver = self.drive()
        driver.reset(seed)
        return driver

    def again(self, seed: int, moves: Script) -> Driver:
        """A new environment in which these moves have been played."""
        driver = self.begin(seed)
        for move in moves:
            driver.play(move or default_move(driver))
        return driver

    def copy(self, driver: Driver) -> Driver:
        """A copy of an environment in the middle of an episode. Raises NotChecked if it cannot be copied."""
        if self.declared.clone is None and remakes(driver.env):
            raise NotChecked("a copy is a new environment, as its class is a gymnasium.utils.EzPickle: declare clone=…")
        try:
            env = (self.asked("clone") or copy.deepcopy)(driver.env)
        except DeclarationError:
            raise
        except Exception as error:  # any error that its parts raise
            raise NotChecked(f"it cannot be copied ({type(error).__name__}: {error}): declare clone=…") from None
        return driver.over_copy(self.kept(env))


class DeclarationError(Broken):
    """A declared function raised an error: the author's, not the environment's."""


def _call(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a declared function. Any error it raises becomes a DeclarationError with the line of the author's file."""
    try:
        return function(*arguments)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)[1:]  # the first one is this function
        own = [frame for frame in frames if frame.filename == frames[0].filename][-1:]
        places = [
            f", at {Path(at.filename).name}:{at.lineno}, in {at.name}: {at.line}".removesuffix(": ") for at in own
        ]
        fault = f"it raised {type(error).__name__}: {error}{''.join(places)}"
        raise DeclarationError(f"the declared {name}=… returns without an error", fault) from error


def remakes(env: Any) -> bool:
    """Whether copies and pickles of an environment are created anew from its arguments, even in mid-episode."""
    layers = [env, env.unwrapped]
    while hasattr(env, "env") and len(layers) < DEEP:
        env = env.env
        layers.append(env)
    return any(isinstance(layer, EzPickle) for layer in layers)


def default_move(driver: Driver) -> Move:
    """The first allowed action of every agent that chooses now."""
    return {agent: default_action(driver, agent) for agent in driver.acting}


def default_action(driver: Driver, agent: Agent) -> Any:
    """The first allowed action."""
    space = driver.action_space(agent)
    if isinstance(space, spaces.Discrete):
        allowed = driver.allowed(agent)
        return int(space.start if allowed is None or not len(allowed) else allowed[0])
    return driver.sampled(agent, 0)


class Episode:
    """One episode: `for driver in episode.positions(): …`, or `while episode.open: …; episode.advance()`.

    Args:
        seed: passed to `reset`; random choices follow from it, too.
        script: decisions. Those that are None, or not allowed when their time comes, become the first allowed actions.
            None: random play.

    Attributes:
        moves: the decisions so far.
        cut_off: whether it was left unfinished because time was up.
    """

    def __init__(self, subject: Subject, seed: int, script: Script | None = None) -> None:
        self.subject, self.seed, self.script = subject, seed, script
        self.moves: list[Move] = []
        self.cut_off = False
        self._rng = np.random.default_rng(seed)
        self.driver = subject.drive()
        self.driver.reset(seed)

    @property
    def open(self) -> bool:
        """Whether there is another decision to take."""
        most = self.subject.limit if self.script is None else len(self.script)
        another = bool(self.driver.acting) and len(self.moves) < most
        self.cut_off |= another and self.subject.late
        return another and not self.cut_off

    def positions(self) -> Iterator[Driver]:
        """Yield the environment at the beginning and after each decision, which is taken when the next is asked for."""
        yield self.driver
        while self.open:
            self.advance()
            yield self.driver

    @property
    def thorough(self) -> bool:
        """Whether to look at every decision, as in a script, which is short."""
        return self.script is not None

    def advance(self) -> Move:
        """Take the next decision."""
        move = self.next_move()
        self.moves.append(move)
        self.driver.play(move)
        return move

    def next_move(self) -> Move:
        """The next decision: random, or from the script."""
        if self.script is None:
            return {agent: self._random(agent) for agent in self.driver.acting}
        instruction = self.script[len(self.moves)] or {}
        return {agent: self._scripted(agent, instruction) for agent in self.driver.acting}

    def _scripted(self, agent: Agent, script: Move) -> Any:
        if agent in script:
            action, allowed = script[agent], self.driver.allowed(agent)
            if allowed is None or action in allowed:
                return action
        return default_action(self.driver, agent)

    def _random(self, agent: Agent) -> Any:
        space = self.driver.action_space(agent)
        if not isinstance(space, spaces.Discrete):
            return self.driver.sampled(agent, int(self._rng.integers(2**31)))
        allowed = self.driver.allowed(agent)
        if allowed is None:
            return int(space.start + self._rng.integers(space.n))
        if not len(allowed):
            return int(space.start)
        played = self.subject.played
        if self._rng.random() < CURIOUS:
            action = min(allowed.tolist(), key=lambda each: played[each])
        else:
            action = int(self._rng.choice(allowed))
        played[action] += 1
        return int(action)
