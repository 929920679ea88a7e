"""What `reset` does without a seed, with large seeds, and with options."""

from collections import Counter
from typing import Any

from dynasty_env.conformance.check import Trial, promise
from dynasty_env.conformance.checks.seeds import DEALS, go_on, opening, seeds_vary
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import canonical

FOLDS = (16, 31, 32, 63, 64)
"""Numbers of bits at which seeds may be cut off."""
OWN_WIDTH = 63
"""Number of bits from which a cut-off is only a note: such seeds do not fit into a machine word."""
SHORT = 12
"""Number of decisions compared after a reset with options."""
BY_CHANCE = 1e-3
"""Largest accepted probability that this many pairs of episodes are equal by chance."""


def _hardly_by_chance(trial: Trial, prints: list[str]) -> bool:
    """Whether DEALS pairs of equal episodes can hardly be a coincidence. Raises NotChecked if they could be one,
    because the seeds give so few different episodes."""
    trial.looked = DEALS
    equal = sum((count / len(prints)) ** 2 for count in Counter(prints).values())  # the probability of a single pair
    if equal**DEALS < BY_CHANCE:
        return True
    raise NotChecked(f"{DEALS} seeds gave too few different episodes to tell")


@promise("reset() without a seed continues with other episodes, determined by the last seed", episodes=1, survey=True)
def unseeded_resets(trial: Trial) -> None:
    """Episodes that follow a seeded one without a new seed differ from it, and are determined by the seed."""
    subject = trial.subject
    if not seeds_vary(subject, trial.seed):
        raise NotChecked("different seeds gave the same episode: nothing can differ")
    _second_episodes(trial)
    _first_episodes(trial)
    driver = subject.begin(trial.seed)
    prints = []
    for _ in range(DEALS):
        driver.reset(None)
        prints.append(opening(driver, subject))
        if len(set(prints)) == 1:
            go_on(subject, len(prints))
    trial.looked = DEALS
    if len(set(prints)) == 1:
        raise Broken("reset() without a seed continues with other episodes", f"{DEALS} of them in a row were the same")
    _follow_from_the_seed(trial, prints)


def _second_episodes(trial: Trial) -> None:
    """The first episode without a seed does not repeat the one before."""
    driver, seeded = trial.subject.drive(), []
    for seed in range(trial.seed, trial.seed + DEALS):
        driver.reset(seed)
        seeded.append(opening(driver, trial.subject))
        driver.reset(None)
        if opening(driver, trial.subject) != seeded[-1]:
            return
        go_on(trial.subject, len(seeded))
    if _hardly_by_chance(trial, seeded):
        fault = f"under each of {DEALS} seeds, the first one repeated the episode of reset(seed=…)"
        raise Broken("reset() without a seed continues with other episodes", fault)


def _first_episodes(trial: Trial) -> None:
    """New environments that nobody has seeded do not all begin with the same episode."""
    first = ""
    for n in range(DEALS):
        driver = trial.subject.begin(None)
        begun = opening(driver, trial.subject)
        trial.subject.close(driver)
        if n and begun != first:
            return
        first = begun
        go_on(trial.subject, n + 1)
    text = f"{DEALS} new environments gave the same episode"
    if driver.interface == "gymnasium":
        raise Broken("reset() of a new environment takes its seed from entropy (Gymnasium)", text)
    trial.note = f"{text} at reset() without a seed: PettingZoo leaves it open"


def _follow_from_the_seed(trial: Trial, prints: list[str]) -> None:
    other = trial.subject.begin(trial.seed)
    for n, expected in enumerate(prints):
        other.reset(None)
        if opening(other, trial.subject) != expected:
            fault = f"after reset(seed={trial.seed}), unseeded episode {n + 1} differs between two environments"
            if other.interface != "gymnasium":
                trial.note = f"{fault}: Gymnasium forbids that, PettingZoo leaves it open"
                return
            raise Broken("reset() without a seed continues the random stream of the last seed (Gymnasium)", fault)


@promise("seeds that differ in high bits alone give different episodes", episodes=1, survey=True)
def large_seeds(trial: Trial) -> None:
    """Seeds that differ only in high bits give different episodes, or are rejected."""
    subject = trial.subject
    if not seeds_vary(subject, trial.seed):
        raise NotChecked("different seeds gave the same episode: nothing can differ")
    small: list[str] = []
    for n, bits in enumerate(FOLDS):
        if n and subject.late:
            raise NotChecked(f"there was no time for seeds of more than {bits - 1} bits: give more --seconds")
        try:
            folded = _folded(trial, small, 2**bits)
        except (Broken, NotChecked):
            raise
        except Exception as error:
            trial.note = f"seeds from 2^{bits} on are refused ({type(error).__name__}: {error})"
            break
        if folded and _hardly_by_chance(trial, small):
            fault = f"seeds s and s + 2^{bits} give the same episode, for {DEALS} seeds in a row"
            if bits < OWN_WIDTH:
                raise Broken("different seeds give different episodes, large ones too", fault)
            trial.note = fault
            break
    trial.looked = DEALS


def _folded(trial: Trial, small: list[str], offset: int) -> bool:
    """Whether DEALS seeds give the same episodes as seeds larger by an offset; `small` caches the smaller ones'."""
    for n in range(DEALS):
        if n == len(small):
            small.append(_played(trial, trial.seed + n))
        if _played(trial, trial.seed + n + offset) != small[n]:
            return False
    return True


def _played(trial: Trial, seed: int) -> str:
    driver = trial.subject.begin(seed)
    try:
        return opening(driver, trial.subject)
    finally:
        trial.subject.close(driver)


@promise("reset takes options, and empty ones change nothing", episodes=1, survey=True, compares=True)
def reset_options(trial: Trial) -> None:
    """`reset` takes options, as both libraries specify, and empty options change nothing."""
    expected = opening(trial.subject.begin(trial.seed), trial.subject, SHORT)
    trial.looked = 2
    choices: tuple[dict[str, Any] | None, ...] = (None, {})
    for options in choices:
        driver, promise = trial.subject.drive(), "reset(seed=…, options=…) takes what reset(seed=…) does"
        before = canonical(options)
        try:
            driver.reset(trial.seed, options=options)
        except Exception as error:
            fault = f"with options={options} it raised {type(error).__name__}: {error}"
            raise Broken(promise, fault) from error
        if canonical(options) != before:
            raise Broken("reset leaves the options that it is given as they are", f"{{}} has become {options}")
        if opening(driver, trial.subject, SHORT) != expected:
            raise Broken(promise, f"with options={options} the same seed gives another episode")
