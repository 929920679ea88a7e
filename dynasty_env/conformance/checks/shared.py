"""What an environment shares with its caller: its spaces, and the generators of the whole process."""

from typing import Any

import numpy as np
from gymnasium.spaces import Space

from dynasty_env.conformance.check import Trial, promise
from dynasty_env.conformance.drivers.base import Driver
from dynasty_env.conformance.findings import Broken
from dynasty_env.conformance.generators import global_states, moved, used_generators
from dynasty_env.conformance.sight import Sight

SAMPLED = 0.15
"""How often the spaces are looked at."""


@promise("the spaces of an agent are the same objects, and stay what they are", episodes=8)
def spaces(trial: Trial) -> None:
    before = _spaces(trial.subject.drive())
    episode = trial.episode()
    rng = np.random.default_rng([trial.seed, 7])
    for driver in episode.positions():
        if episode.thorough or not episode.open or not episode.moves or rng.random() < SAMPLED:
            now, again = _spaces(driver), _spaces(driver)
            for name, space in now.items():
                if space != before[name]:
                    raise Broken("spaces stay what they are", f"{name} was {before[name]} and is {space}")
                if space is not again[name]:
                    text = "another object each time: what is sampled from one does not follow from the seed of another"
                    raise Broken("asked again, a space is the same object", f"{name} is {text}")


def _spaces(driver: Driver) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for agent in driver.agents:
        result[f"the action space of {agent}"] = driver.action_space(agent)
        result[f"the observation space of {agent}"] = driver.observation_space(agent)
    for name, space in result.items():
        if not isinstance(space, Space):
            raise Broken("spaces are gymnasium.spaces", f"{name} is {space!r}")
    return result


@promise("the generators of the whole process are left to the caller", episodes=8)
def global_generators(trial: Trial) -> None:
    """The states of Python's and NumPy's own generators, before and after everything that an environment does."""
    with used_generators() as states:
        _leave_alone(trial, states)


def _leave_alone(trial: Trial, states: Sight) -> None:
    def unmoved(what: str) -> None:
        drawn = moved(states, global_states())
        if drawn:
            text = f"{what} changed the state of {' and '.join(drawn)}"
            raise Broken("the generators of the whole process are left to the caller", text)

    driver = trial.subject.drive()
    unmoved("making an environment")
    driver.reset(trial.seed)
    unmoved(f"reset(seed={trial.seed})")
    episode = trial.episode()
    while episode.open:
        episode.driver.seen()
        unmoved("looking")
        episode.advance()
        unmoved("step")
