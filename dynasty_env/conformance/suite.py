"""All checks of an environment, within a time limit."""

import io
import logging
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import Any

import numpy as np

from dynasty_env.conformance.check import LEAST, Check, broken_by, goes_on, make_check
from dynasty_env.conformance.checks import (
    actions,
    copies,
    hiding,
    looking,
    masks,
    observations,
    processes,
    resets,
    rewards,
    rules,
    seeds,
    shared,
)  # fmt: skip
from dynasty_env.conformance.declaration import Declaration
from dynasty_env.conformance.episodes import Make, Subject
from dynasty_env.conformance.findings import Failure, Outcome, Replay
from dynasty_env.conformance.games.declared import declared_by_the_game
from dynasty_env.conformance.report import Report
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.values import whole

CHECKS: tuple[Check, ...] = (
    goes_on,
    seeds.seed_repeats, seeds.reset_forgets, seeds.seed_matters, seeds.generator_state,
    resets.unseeded_resets, resets.large_seeds, resets.reset_options,
    masks.mask_form, masks.allowed_apply, masks.forbidden_refused, masks.out_of_range,
    actions.action_types, actions.action_order, actions.actions_own,
    observations.observation_space, observations.observations_stay, observations.observations_own,
    rewards.bookkeeping, rewards.rewards_told, rewards.zero_sum, rewards.bounds, rewards.outcome, rewards.ends,
    copies.clones, copies.pickles, copies.saves, copies.side_by_side,
    looking.looking, looking.render,
    shared.spaces, shared.global_generators,
    hiding.hidden, hiding.equal_knowledge, hiding.resampler, hiding.public,
    rules.mask_truth, rules.turns, rules.invariant,
    processes.other_processes,
)  # fmt: skip
"""Every check, in the order in which they are made; the last one waits for processes that play in the meantime."""

SECONDS = 8.0
"""Default time in seconds for all checks of an environment together, approximately."""

LIMIT = 2000
"""Number of decisions after which an episode is abandoned, unless longer ones are declared."""

NO_TIME = "there was no time left: give more --seconds"

Watch = Callable[[str], object]
"""A function that is called with the name of each check before it is made."""


def chosen(only: Sequence[str] | None) -> list[Check]:
    """The checks with these names, or all checks. Raises OptionError if there is no check with one of the names."""
    known = {check.name: check for check in CHECKS}
    for name in only or ():
        if name not in known:
            raise OptionError(f"there is no check {name!r}; there are {', '.join(known)}")
    return [check for check in CHECKS if only is None or check.name in only]


def subject_of(
    make: Make,
    declared: Declaration | None = None,
    name: str | None = None,
    limit: int | None = None,
    making: str | None = None,
) -> Subject:
    """What is checked: the factory and its declaration; for games of the kit, the kit declares what is left open."""
    env = make()
    declaration = (declared or Declaration()).over(declared_by_the_game(env))
    return Subject(
        make, declaration, name, making, limit or max(LIMIT, 2 * (declaration.longest or 0)), made={id(env): env}
    )


def _in_range(seed: object, seconds: object, limit: object) -> bool:
    """Whether these are a whole number, a number of seconds, and None or a whole number of at least 1."""
    timed = isinstance(seconds, int | float | np.integer | np.floating) and bool(seconds >= 0)
    return whole(seed) >= 0 and timed and (limit is None or whole(limit) >= 1)


def check(  # noqa: PLR0913
    make: Make,
    declared: Declaration | None = None,
    *,
    name: str | None = None,
    making: str | None = None,
    only: Sequence[str] | None = None,
    seed: int = 0,
    seconds: float = SECONDS,
    limit: int | None = None,
    watch: Watch | None = None,
) -> Report:
    """Make all checks of an environment.

    Args:
        make: returns a new environment each time it is called without arguments: PettingZoo AEC or Parallel, or
            Gymnasium. If it takes `render_mode`, drawing is checked, too.
        declared: what its author declares about it.
        name: ``module:factory``, by which another process finds the factory.
        making: Python code that defines `make`, put at the beginning of replays; None: it is imported by its name.
        only: names of checks; None: all.
        seed: seed of the first episodes.
        seconds: approximate time in total, but at least 0.1 for each check. Checks for which no time is left are not
            made.
        limit: number of decisions after which an episode is abandoned; None: 2,000, or twice the declared longest if
            that is more.
        watch: called with the name of each check before it is made.

    Returns:
        The report. ``report.passed`` is True if no fault was found; `report.print()` shows it.

    Raises:
        OptionError: if there is no check with a name in `only`, or `seed`, `seconds` or `limit` is out of range.
        TypeError: if the factory makes no environment of either library.
    """
    if not _in_range(seed, seconds, limit):
        given = f"seed={in_short(seed)}, seconds={in_short(seconds)}, limit={in_short(limit)}"
        raise OptionError(f"{given}: a whole number, a number of seconds, and None or a whole number ≥ 1 are expected")
    todo = chosen(only)
    subject = subject_of(make, declared, name, limit, making)
    interface = subject.drive().interface
    todo = [each for each in todo if interface in each.interfaces]
    outcomes: list[Outcome] = []
    subject.end = max(seconds, LEAST * len(todo))
    if processes.other_processes in todo:
        subject.elsewhere = processes.start_elsewhere(subject, seed, seconds)
    try:
        with quiet():
            for n, each in enumerate(todo):
                if watch is not None:
                    watch(each.name)
                now = subject.clock()
                if outcomes and now > subject.end and each is not processes.other_processes:
                    outcomes.append(Outcome(each.name, each.promise, "not checked", note=NO_TIME))
                    continue
                share = each.weight / sum(other.weight for other in todo[n:])
                outcomes.append(make_check(each, subject, seed, now + max(0.0, seconds - now) * share))
    finally:
        processes.end_elsewhere(subject.elsewhere)
        subject.close()
    return Report(name or _named(make), interface, seed, _of_one_that_repeats(_gathered(outcomes), todo))


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress what environments print, warn and log while they are tried."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


def _gathered(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Report errors that checks met on their way as findings of the one check that is responsible for them."""
    rows = list(outcomes)
    stops = [each for row in rows for each in row.failures if each.check == goes_on.name]
    for row in rows:
        if row.check == goes_on.name:
            if stops:
                row.verdict = "failed"
            row.failures = row.failures or stops[:1]
        else:
            row.failures = [each for each in row.failures if each.check != goes_on.name]
    if stops and not any(row.check == goes_on.name for row in rows):
        rows.insert(0, Outcome(goes_on.name, goes_on.promise, "failed", failures=stops[:1]))
    return rows


def _of_one_that_repeats(outcomes: list[Outcome], checks: Iterable[Check]) -> list[Outcome]:
    """Report comparisons as not checked if the environment is not reproducible: they say nothing else about it."""
    repeats = seeds.seed_repeats.name
    if any(row.check == repeats and row.verdict == "failed" for row in outcomes):
        comparisons = {check.name for check in checks if check.compares} - {repeats}
        for row in outcomes:
            if row.check in comparisons and row.verdict == "failed":
                row.verdict, row.failures = "not checked", []
                row.note = f"the environment does not repeat itself (see {repeats})"
    return outcomes


def _named(make: Any) -> str:
    return f"{getattr(make, '__module__', '')}:{getattr(make, '__qualname__', type(make).__name__)}"


def reproduce(
    make: Make, failure: Failure, declared: Declaration | None = None, name: str | None = None
) -> Failure | None:
    """Make the check of a failure again, on its replay only. Returns what it finds there, or None.

    `make`, `declared` and `name` are as in `check`.
    """
    if failure.replay is None:
        return None
    (again,) = chosen([failure.check])
    broken_again = broken_by(again, subject_of(make, declared, name), failure.replay.seed, failure.replay.script())
    if broken_again is None:
        return None
    broken, trial = broken_again
    agent = None if broken.agent is None else str(broken.agent)
    return Failure(
        again.name, broken.expected, broken.found, trial.seed, len(trial.moves), agent, failure.replay, failure.code
    )


def play(make: Make, replay: Replay) -> Any:
    """A new environment in which a replay has been played."""
    subject = Subject(make)
    return subject.again(replay.seed, replay.script()).env
