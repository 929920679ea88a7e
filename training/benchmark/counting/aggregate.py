"""Several training runs of one learner as one number: the interquartile mean, with an interval over runs.

As rliable does it (Agarwal et al. 2021, arXiv 2108.13264): the mean of the middle half of all runs' scores on all tasks
is less at the mercy of one lucky run than the mean, and wastes less than the median. The interval is a bootstrap that
draws runs anew within each task (stratified). One difference: a quarter of the scores is left out at each end to the
fraction, where rliable rounds their number down.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.errors import OptionError
from training.arena.match import Interval
from training.benchmark.counting.estimate import MIN_DEALS
from training.benchmark.counting.results import Result

Floats = npt.NDArray[np.float64]
Key = TypeVar("Key")
Value = TypeVar("Value")

FEWEST = 5
"""Training runs that a claim about a learner needs."""
RESAMPLES = 2000


def interquartile_mean(scores: Floats) -> Floats:
    """(…,) the mean of the middle half of `scores` (…, n): a quarter is left out at each end, parts of scores too."""
    ordered = np.sort(scores, axis=-1)
    count = ordered.shape[-1]
    edges = np.arange(count + 1)
    inside = np.clip(np.minimum(edges[1:], 0.75 * count) - np.maximum(edges[:-1], 0.25 * count), 0.0, None)
    result: Floats = (ordered * inside).sum(axis=-1) / inside.sum()
    return result


Scores = Mapping[str, Floats]
"""The scores of a learner's runs (n,), by task."""


def by_task(scores: Mapping[str, Sequence[float]]) -> Scores:
    """As arrays."""
    return {task: np.array(values, np.float64) for task, values in scores.items()}


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Key → its values, both in the order in which they come."""
    groups: dict[Key, list[Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def interquartile_means(scores: Scores) -> Interval:
    """The interquartile mean of all runs on all tasks, which need not have equally many; each task's are drawn anew."""
    rng, runs = np.random.default_rng(0), list(scores.values())
    again = np.concatenate([own[rng.integers(len(own), size=(RESAMPLES, len(own)))] for own in runs], axis=1)
    low, high = np.quantile(interquartile_mean(again), (0.025, 0.975))
    return Interval(float(interquartile_mean(np.concatenate(runs))), float(low), float(high))


def performance_profile(scores: Scores, bounds: Floats) -> Floats:
    """(k,) the part of all runs that score above each of `bounds` (k,), every task with the same weight."""
    result: Floats = np.mean([(own[:, None] > bounds).mean(axis=0) for own in scores.values()], axis=0)
    return result


def probability(scores: Scores, others: Scores) -> float:
    """With what probability a run of the first scores higher than one of the second, on average over the tasks of the
    first; equal scores count as a half (the probability of improvement; Mann and Whitney's U by its greatest value)."""
    each = [
        np.mean((own[:, None] > others[task]) + 0.5 * (own[:, None] == others[task])) for task, own in scores.items()
    ]
    return float(np.mean(each))


def about_deals(deals: int) -> str:
    """What is to be known of an interval over runs that have played so many deals each; empty: nothing."""
    if deals >= MIN_DEALS:
        return ""
    return (
        f"{deals} deal{'s' * (deals != 1)}: the interval is about the runs, all of which play the same deals, and says "
        f"too little with fewer than {MIN_DEALS}"
    )


def of_runs(results: Sequence[Result], bots: Sequence[str]) -> Interval:
    """The interquartile mean of the scores of `bots`, runs of one learner, over the tasks of `results`.

    Raises:
        OptionError: there are fewer than five, or one of them has no row in a task.
    """
    if len(bots) < FEWEST:
        raise OptionError(f"{len(bots)} runs: an interquartile mean wants {FEWEST} or more, from seeds of their own")
    return interquartile_means(by_task({r.task: [r.row(bot).score.rate for bot in bots] for r in results}))
