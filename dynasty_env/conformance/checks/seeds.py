"""Seeds make episodes reproducible and matter, in new environments and after other episodes."""

from collections.abc import Callable
from typing import Any

import numpy as np

from dynasty_env.conformance.check import Trial, must_match, play_along, promise
from dynasty_env.conformance.drivers.base import Driver, Move
from dynasty_env.conformance.episodes import Episode, Subject
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import Sight, digest

DEALS = 12
"""Number of seeds that are compared with each other."""
OPENING = 60
"""Number of decisions of each."""
LEFT = 12
"""Maximum number of decisions after which an episode is left unfinished."""


def retrace(
    driver: Driver, moves: list[Move], seen: list[Sight], expected: str, meanwhile: Callable[[int], None] | None = None
) -> None:
    """Replay the moves of another environment and require it to show the same; after each step, call `meanwhile`."""
    for n, sight in enumerate(seen):
        if n:
            play_along(driver, moves[n - 1], expected)
        must_match(sight, driver.seen(), expected, f"after step {n}, {{}} differs")
        if meanwhile is not None:
            meanwhile(n)


@promise("the same seed and actions give the same episode", compares=True)
def seed_repeats(trial: Trial) -> None:
    """Play two new environments with the same seed and the same actions."""
    episode = trial.episode()
    seen = [driver.seen() for driver in episode.positions()]
    retrace(trial.subject.begin(trial.seed), episode.moves, seen, "the same seed and actions give the same episode")


@promise("nothing of earlier episodes is left after reset(seed=…)", compares=True)
def reset_forgets(trial: Trial) -> None:
    """Compare a new environment with one that has been played to the end of an episode or to the middle of one."""
    used = Episode(trial.subject, trial.seed + 1_000_003)
    whole = trial.seed % 2 == 0  # the others are left unfinished
    most = trial.subject.limit if whole else int(np.random.default_rng([trial.seed, 6]).integers(1, LEFT))
    while used.open and len(used.moves) < most:
        used.advance()
    episode = trial.episode()
    seen = [driver.seen() for driver in episode.positions()]
    used.driver.reset(trial.seed)
    retrace(used.driver, episode.moves, seen, "a reset environment goes as a new one does")


def draw() -> np.random.Generator:
    """The random generator for the actions of openings: the same one each time."""
    return np.random.default_rng(0)


def turn_of(driver: Driver, rng: np.random.Generator) -> Move:
    """A decision, drawn from this generator."""
    move: Move = {}
    for agent in driver.acting:
        allowed = driver.allowed(agent)
        if allowed is not None and len(allowed):
            move[agent] = int(allowed[rng.integers(len(allowed))])
        else:
            move[agent] = driver.sampled(agent, int(rng.integers(2**31)))
    return move


def opening(driver: Driver, subject: Subject, most: int = OPENING) -> str:
    """A fingerprint of an episode's first decisions, with actions drawn from the same generator each time."""
    rng, seen = draw(), []
    for _ in range(most):
        seen.append(driver.seen())
        if not driver.acting:
            break
        driver.play(turn_of(driver, rng))
    return digest(seen)


def seeds_vary(subject: Subject, first: int) -> bool:
    """Whether episodes of different seeds differ. Raises NotChecked if there was no time to tell."""
    if subject.varies is None:
        subject.varies = _seeds_vary(subject, first)
    return subject.varies


def _seeds_vary(subject: Subject, first: int) -> bool:
    driver, prints = subject.drive(), set()
    for seed in range(first, first + DEALS):
        driver.reset(seed)
        prints.add(opening(driver, subject))
        if len(prints) > 1:
            return True
        go_on(subject, seed - first + 1)
    return False


def go_on(subject: Subject, played: int) -> None:
    """Raise NotChecked if there is no time for another episode."""
    if subject.late:
        raise NotChecked(f"there was no time for more than {played} of {DEALS} episodes: give more --seconds")


@promise("different seeds give different episodes, where there is chance", episodes=1, survey=True)
def seed_matters(trial: Trial) -> None:
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
    (secret,), driver = trial.needed("secret"), trial.subject.drive()
    seen: dict[Any, set[str]] = {}
    for seed in range(trial.seed, trial.seed + DEALS):
        driver.reset(seed)
        for agent in driver.present:
            seen.setdefault(agent, set()).add(digest(secret(driver.env, agent)))
    if all(len(each) == 1 for each in seen.values()):
        raise Broken("what is hidden (secret=…) follows from the seed", f"it is the same under {DEALS} seeds")


@promise("the generator's state follows from the seed", episodes=2, survey=True)
def generator_state(trial: Trial) -> None:
    """Compare the state of the generator itself: the same object may have moved on."""
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
    inner = vars(driver.env.unwrapped)  # a property of this name may create a generator when it is read
    generator = inner.get("_np_random", inner.get("np_random"))
    return digest(generator.bit_generator.state) if isinstance(generator, np.random.Generator) else None
