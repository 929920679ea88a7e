"""Observations are in their spaces, and belong to the caller."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces

from dynasty_env.conformance.check import Trial, must_match, play_along, promise
from dynasty_env.conformance.drivers.base import Agent
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import canonical, in_words

KEPT = 12
"""Number of observations kept at a time."""


@promise("every observation is in its space, to the end of the episode")
def observation_space(trial: Trial) -> None:
    for driver in trial.episode().positions():
        for agent in driver.present:
            _inside(agent, driver.observation_space(agent), driver.observe(agent))
        if getattr(driver.env, "state_space", None) is not None:
            _inside(None, driver.env.state_space, driver.env.state(), "the state")
    for agent, seen in driver.farewells.items():
        _inside(agent, driver.observation_space(agent), seen)


def _inside(agent: Agent, space: Any, seen: Any, what: str = "the observation") -> None:
    wrong = _outside(space, seen, what)
    if wrong is None and not space.contains(seen):
        wrong = f"{in_words(seen)} is not in {in_words(space)}"
    if wrong is not None:
        raise Broken(f"{what} is in its space, including shape and dtype", wrong, agent)


def _outside(space: Any, seen: Any, where: str) -> str | None:
    """What is wrong with a part of an observation, in words that name the place."""
    if isinstance(space, spaces.Dict) and isinstance(seen, Mapping):
        if set(space) != set(seen):
            return f"{where} has {sorted(map(str, seen))} where its space has {sorted(map(str, space))}"
        rows = (_outside(space[key], seen[key], f"{where}[{key!r}]") for key in space)
        return next((row for row in rows if row), None)
    if isinstance(space, spaces.Tuple) and isinstance(seen, tuple | list) and len(seen) == len(space):
        rows = (_outside(part, each, f"{where}[{n}]") for n, (part, each) in enumerate(zip(space, seen, strict=True)))
        return next((row for row in rows if row), None)
    if isinstance(space, spaces.Box | spaces.MultiBinary | spaces.MultiDiscrete):
        if not isinstance(seen, np.ndarray | np.generic):
            return f"{where} is a {type(seen).__name__}, its space holds arrays of {space.dtype}"
        if seen.shape != space.shape or seen.dtype != space.dtype:
            return f"{where} is {seen.dtype}{seen.shape}, its space {space.dtype}{space.shape}"
    if isinstance(space, spaces.Box):
        bad = np.argwhere(~((seen >= space.low) & (seen <= space.high)))
        if len(bad):
            place = tuple(int(n) for n in bad[0])
            bounds = f"{space.low[place]} … {space.high[place]}"
            return f"{where}{list(place)} is {seen[place]}, its space {bounds}"
    return None


@promise("returned observations and infos are not overwritten by later steps")
def observations_stay(trial: Trial) -> None:
    """Keep what was handed out and compare it with a copy made at the time.

    Comparing with the object itself would pass even if it had been overwritten.
    """
    episode = trial.episode()
    kept: list[tuple[Agent, int, Any, bytes]] = []
    for driver in episode.positions():
        step = len(episode.moves)
        for agent, then, what, was in kept:
            if canonical(what) != was:
                text = f"what step {then} handed out had changed after step {step}"
                raise Broken("an observation or info stays unchanged when the episode continues", text, agent)
        for agent in driver.acting:
            handed = [driver.observe(agent), *driver.masks(agent).values()]
            if driver.interface != "aec":  # there, infos belong to the environment
                handed.append(driver.info(agent))
            kept += [(agent, step, what, canonical(what)) for what in handed]
        del kept[:-KEPT]


@promise("writing into an observation or mask changes nothing", episodes=20, compares=True)
def observations_own(trial: Trial) -> None:
    episode, twin = trial.episode(), trial.subject.begin(trial.seed)
    expected, written = "writing into an observation changes nothing", 0
    while episode.open:
        move = deepcopy(episode.next_move())
        handed = [episode.driver.observe(agent) for agent in episode.driver.acting]
        handed += [mask for agent in episode.driver.acting for mask in episode.driver.masks(agent).values()]
        arrays = {id(array): array for what in handed for array in _arrays(what)}
        for array in arrays.values():
            overwrite(array)
        written += len(arrays)
        episode.moves.append(move)
        twin.play(deepcopy(move))
        play_along(episode.driver, move, expected)
        if episode.driver.acting:
            must_match(episode.driver.seen(), twin.seen(), expected, "{} differs afterwards")
    if not written:
        raise NotChecked("observations hold no arrays that can be written into")


def _arrays(seen: Any) -> list[Any]:
    """Every array in an observation that can be written into."""
    if isinstance(seen, dict | tuple | list):
        parts = seen.values() if isinstance(seen, dict) else seen
        return [array for each in parts for array in _arrays(each)]
    return [seen] if is_writable(seen) else []


def is_writable(part: Any) -> bool:
    """Whether this is an array that `overwrite` can change."""
    return isinstance(part, np.ndarray) and part.flags.writeable and part.dtype != object


def overwrite(array: Any) -> None:
    """Change every number of an array."""
    array[...] = ~array if array.dtype == bool else 1 - array
