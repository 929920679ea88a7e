"""Rewards are finite, reach their agents completely and are as declared; and agents leave when they should."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from dynasty_env.conformance.check import Trial, promise
from dynasty_env.conformance.drivers.base import Agent, Driver
from dynasty_env.conformance.episodes import Episode
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import canonical, in_words

TOLERANCE = 1e-4


def finished(trial: Trial) -> Episode:
    """An episode that was played to its end. Raises NotChecked if it had not ended after the maximum number of
    decisions."""
    episode = trial.episode()
    while episode.open:
        episode.advance()
    if episode.driver.acting and not episode.thorough:
        raise NotChecked(
            f"an episode had not ended after {len(episode.moves)} decisions: give more time (seconds) or a higher limit"
        )
    return episode


@promise("agents, rewards, flags and infos agree; agents that have ended leave")
def bookkeeping(trial: Trial) -> None:
    episode = trial.episode()
    agents = episode.driver.agents
    for driver in episode.positions():
        driver.oddities += _last_differs(driver)
        if driver.agents != agents:
            driver.oddities.append(f"possible_agents were {agents} and are {driver.agents}")
        if driver.oddities:
            raise Broken("env.agents, rewards, flags and infos agree", driver.oddities[0])


def _last_differs(driver: Driver) -> list[str]:
    """Where `last()` tells the selected agent something different from the environment's attributes."""
    if driver.interface != "aec" or not driver.acting:
        return []
    env, (agent,) = driver.env, driver.acting
    names = ("the observation", "the reward", "the termination", "the truncation", "the info")
    expected = (env.observe(agent), env._cumulative_rewards[agent], env.terminations[agent], env.truncations[agent],
                env.infos[agent])  # fmt: skip
    pairs = zip(names, env.last(), expected, strict=True)
    return [
        f"{name} that last() tells {agent} is {in_words(given)}, the environment has {in_words(known)}"
        for name, given, known in pairs
        if canonical(given) != canonical(known)
    ]


@promise("rewards are finite, and nobody loses one, the last ones included")
def rewards_told(trial: Trial) -> None:
    """Every reward is a finite number, and the rewards from `last()` sum to those that the steps gave."""
    for driver in trial.episode().positions():
        for agent, reward in driver.rewards.items():
            if np.ndim(reward):
                raise Broken("rewards are numbers", f"{reward!r}", agent)
            if not math.isfinite(float(reward)):
                raise Broken("rewards are finite numbers", f"{reward}", agent)
    if driver.acting:  # not over: the last rewards are still to come
        return
    for agent in driver.agents:
        received, given = driver.received.get(agent, 0.0), driver.granted.get(agent, 0.0)
        if abs(received - given) > TOLERANCE:
            text = f"the steps gave {given:g}, but {received:g} was received"
            raise Broken("an agent receives everything that it has earned, including the last reward", text, agent)


@promise("rewards add up to 0, where that is declared")
def zero_sum(trial: Trial) -> None:
    if trial.subject.declared.zero_sum is None:
        raise NotChecked("declare zero_sum=True or zero_sum=False")
    if not trial.subject.declared.zero_sum:
        raise NotChecked("declared not to be (zero_sum=False)")
    driver = finished(trial).driver
    total = sum(driver.granted.values())
    if not driver.acting and abs(total) > TOLERANCE * len(driver.agents):
        raise Broken("all rewards of an episode add up to 0", f"they add up to {total:g}: {_listed(driver.granted)}")


@promise("rewards stay within what is declared")
def bounds(trial: Trial) -> None:
    if trial.subject.declared.bounds is None:
        raise NotChecked("declare bounds=(least, greatest)")
    least, greatest = trial.subject.declared.bounds
    driver = finished(trial).driver
    for agent, total in driver.granted.items():
        if not driver.acting and not least - TOLERANCE <= total <= greatest + TOLERANCE:
            raise Broken(f"an agent earns {least:g} … {greatest:g} in an episode", f"{total:g}", agent)


@promise("every agent earns what the rules give it, where these are declared")
def outcome(trial: Trial) -> None:
    (declared,) = trial.needed("outcome", what=": what each agent has earned at the end, by the rules")
    driver = finished(trial).driver
    if driver.acting:
        return
    for agent, value in declared(driver.env).items():
        earned = driver.granted.get(agent, 0.0)
        if abs(float(value) - earned) > TOLERANCE:
            raise Broken(f"by the rules it has earned {float(value):g}", f"{earned:g}", agent)


@promise("episodes end by the rules, and within a number of decisions, where that is declared")
def ends(trial: Trial) -> None:
    longest, truncates = trial.subject.declared.longest, trial.subject.declared.truncates
    if longest is None and truncates is None:
        raise NotChecked("declare longest=…: how many decisions an episode has at most; or truncates=False")
    for driver in trial.episode().positions():
        if longest is not None and driver.acting and len(trial.moves) >= longest:
            raise Broken(f"an episode ends after at most {longest} decisions", "it continues")
    if truncates is False and driver.cut:
        text = f"it was cut short after {len(trial.moves)} decisions"
        raise Broken("an episode ends by the rules (truncates=False)", text)


def _listed(values: Mapping[Agent, Any]) -> str:
    return ", ".join(f"{agent} {float(value):g}" for agent, value in values.items())
