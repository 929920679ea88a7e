"""Seeds repeat and matter, here, in another process, and after other episodes."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from dynasty_env.conformance.check import Check, Trial, play_along
from dynasty_env.conformance.drivers.base import Driver
from dynasty_env.conformance.episodes import Episode, Subject
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import differing, digest

DEALS = 12
"""Seeds that are compared with each other."""
OPENING = 60
"""Decisions of each."""
ELSEWHERE = 3
"""Seeds that are played in other processes."""
HASH_SEEDS = ("1", "2")
PATIENCE = 300.0
"""Seconds that other processes get."""


def same(episode: Episode, other: Callable[[], Driver], expected: str) -> None:
    """Play an episode, then another environment alike, and compare everything that they show."""
    seen = [episode.driver.seen()]
    while episode.open:
        episode.advance()
        seen.append(episode.driver.seen())
    twin = other()
    for n, sight in enumerate(seen):
        if n:
            play_along(twin, episode.moves[n - 1], expected)
        apart = differing(sight, twin.seen())
        if apart:
            raise Broken(expected, f"after step {n}, {', '.join(apart[:3])} differs")


def seed_repeats(trial: Trial) -> None:
    """Two new environments, the same seed, the same actions."""
    episode = trial.episode()
    same(episode, lambda: trial.subject.begin(trial.seed), "the same seed and actions give the same episode")


def reset_forgets(trial: Trial) -> None:
    """A new environment, and one that has been played with."""
    used = Episode(trial.subject, trial.seed + 1_000_003)
    while used.open:
        used.advance()

    def reset() -> Driver:
        used.driver.reset(trial.seed)
        return used.driver

    same(trial.episode(), reset, "a reset environment goes as a new one does")


def opening(driver: Driver, subject: Subject, most: int = OPENING) -> str:
    """A fingerprint of an episode's first decisions, its actions drawn from the same dice each time."""
    rng, seen = np.random.default_rng(0), []
    for _ in range(most):
        seen.append(driver.seen())
        if not driver.acting:
            break
        move: dict[Any, Any] = {}
        for agent in driver.acting:
            allowed = driver.allowed(agent)
            if allowed is not None and len(allowed):
                move[agent] = int(allowed[rng.integers(len(allowed))])
            else:
                move[agent] = driver.sampled(agent, int(rng.integers(2**31)))
        driver.play(move)
    return digest(seen)


def seeds_vary(subject: Subject, first: int) -> bool:
    """Whether episodes of different seeds differ. Raises NotChecked: there was no time to tell."""
    driver, prints = subject.drive(), set()
    for seed in range(first, first + DEALS):
        driver.reset(seed)
        prints.add(opening(driver, subject))
        if len(prints) > 1:
            return True
        _go_on(subject, seed - first + 1)
    return False


def _go_on(subject: Subject, played: int) -> None:
    if time.perf_counter() > subject.until:
        raise NotChecked(f"there was no time for more than {played} of {DEALS} episodes: give more --seconds")


def seed_matters(trial: Trial) -> None:
    """Different seeds can give different episodes, or must not."""
    vary, declared = seeds_vary(trial.subject, trial.seed), trial.subject.declared
    trial.looked = DEALS
    if declared.chance is False and vary:
        raise Broken("there is no chance in this environment (chance=False)", "different seeds give different episodes")
    if declared.chance and not vary:
        raise Broken("different seeds give different episodes (chance=True)", f"{DEALS} seeds in a row give the same")
    if declared.chance is None and not vary:
        raise NotChecked(f"{DEALS} seeds gave the same episode: declare chance=True or chance=False")
    if declared.secret is not None and vary:
        _secrets_vary(trial)


def _secrets_vary(trial: Trial) -> None:
    """What is hidden at the beginning is not the same under every seed."""
    secret, driver = trial.subject.declared.secret, trial.subject.drive()
    assert secret is not None
    found: dict[Any, set[str]] = {}
    for seed in range(trial.seed, trial.seed + DEALS):
        driver.reset(seed)
        for agent in driver.present:
            found.setdefault(agent, set()).add(digest(secret(driver.env, agent)))
    if all(len(each) == 1 for each in found.values()):
        raise Broken("what is hidden (secret=…) follows from the seed", f"it is the same under {DEALS} seeds")


def unseeded_resets(trial: Trial) -> None:
    """Episodes after a seeded one, reset without a seed, are not all the same."""
    if not seeds_vary(trial.subject, trial.seed):
        raise NotChecked("different seeds gave the same episode: nothing can differ")
    driver = trial.subject.begin(trial.seed)
    prints = []
    for _ in range(DEALS):
        driver.reset(None)
        prints.append(opening(driver, trial.subject))
        if len(set(prints)) == 1:
            _go_on(trial.subject, len(prints))
    trial.looked = DEALS
    if len(set(prints)) == 1:
        raise Broken("reset() without a seed goes on to other episodes", f"{DEALS} of them in a row were the same")
    if driver.interface == "gymnasium":
        other = trial.subject.begin(trial.seed)
        for n, expected in enumerate(prints):
            other.reset(None)
            if opening(other, trial.subject) != expected:
                raise Broken(
                    "reset() without a seed goes on with the stream of the last seed (Gymnasium)",
                    f"after reset(seed={trial.seed}), unseeded episode {n + 1} differs between two environments",
                )


def generator_state(trial: Trial) -> None:
    """The generator itself, compared by its state: an object that is the same may have moved on."""
    one, two, other = (trial.subject.begin(seed) for seed in (trial.seed, trial.seed, trial.seed + 1))
    states = [_state(driver) for driver in (one, two, other)]
    if states[0] is None:
        raise NotChecked("env.unwrapped has no NumPy generator named np_random")
    one.reset(trial.seed)
    trial.looked = 4
    if not states[0] == states[1] == _state(one):
        raise Broken("after reset(seed=…) the generator's state follows from the seed", "it differs")
    if states[0] == states[2]:
        raise Broken("another seed gives the generator another state", "it is the same")


def _state(driver: Driver) -> str | None:
    inner = vars(driver.env.unwrapped)  # a property of this name may make a generator when it is looked at
    generator = inner.get("_np_random", inner.get("np_random"))
    return digest(generator.bit_generator.state) if isinstance(generator, np.random.Generator) else None


def fingerprint(subject: Subject, first: int) -> str:
    """What other processes are asked for: a few episodes, as `opening` plays them."""
    return digest([opening(subject.begin(seed), subject) for seed in range(first, first + ELSEWHERE)])


def start_elsewhere(subject: Subject, first: int) -> list["subprocess.Popen[str]"]:
    """Processes of their own, under other hash seeds, that play and print the fingerprint."""
    if subject.name is None:
        return []
    command = [sys.executable, "-m", "dynasty_env.conformance.elsewhere", subject.name, str(first)]
    paths = os.pathsep.join([str(Path.cwd()), *filter(None, sys.path)])
    return [
        subprocess.Popen(
            command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths},
        )
        for seed in HASH_SEEDS
    ]  # fmt: skip


def end_elsewhere(running: Iterable["subprocess.Popen[str]"]) -> None:
    """End what is still running of them."""
    for process in running:
        process.kill()
        process.communicate()


def other_processes(trial: Trial) -> None:
    """The same episodes in processes of their own, under other hash seeds."""
    if trial.subject.name is None:
        raise NotChecked("another process needs the factory by name: module:factory or file.py:factory")
    running = trial.subject.elsewhere or start_elsewhere(trial.subject, trial.seed)
    try:
        here = fingerprint(trial.subject, trial.seed)
        trial.looked = ELSEWHERE * len(HASH_SEEDS)
        answers = [process.communicate(timeout=PATIENCE) for process in running]
    except subprocess.TimeoutExpired:
        raise NotChecked(f"another process had not played it after {PATIENCE:g} seconds") from None
    finally:
        end_elsewhere(running)
    for seed, process, (out, err) in zip(HASH_SEEDS, running, answers, strict=True):
        if process.returncode:
            raise NotChecked(f"another process could not play it: {''.join(err.strip().splitlines()[-1:])}")
        if out.split()[-1] != here:
            raise Broken("the same seed gives the same episode in every process", f"not under PYTHONHASHSEED={seed}")


CHECKS = (
    Check("seed_repeats", "the same seed and actions give the same episode", seed_repeats, compares=True),
    Check("reset_forgets", "nothing of earlier episodes is left after reset(seed=…)", reset_forgets, compares=True),
    Check(
        "seed_matters",
        "different seeds give different episodes, where there is chance",
        seed_matters,
        episodes=1,
        survey=True,
    ),
    Check(
        "unseeded_resets", "reset() without a seed goes on to other episodes", unseeded_resets, episodes=1, survey=True
    ),
    Check("generator_state", "the generator's state follows from the seed", generator_state, episodes=2, survey=True),
)
LAST = (
    Check("other_processes", "a seed gives the same episode in other processes and under other hash seeds",
          other_processes, episodes=1, survey=True, compares=True),
)  # fmt: skip
"""Made last: the other processes play meanwhile."""
