"""The interquartile mean over training runs."""

import numpy as np
import pytest

from dynasty_env.kit.errors import OptionError
from training.benchmark.counting.aggregate import (
    Floats,
    Scores,
    interquartile_mean,
    interquartile_means,
    of_runs,
    performance_profile,
    probability,
)


def columns(scores: Floats) -> Scores:
    """Scores (runs, tasks) by task."""
    return {str(task): own for task, own in enumerate(scores.T)}


@pytest.mark.parametrize("count", [4, 8, 20])
def test_it_is_the_trimmed_mean(count: int) -> None:
    scores = np.random.default_rng(count).normal(size=count)
    assert interquartile_mean(scores) == pytest.approx(np.sort(scores)[count // 4 : -(count // 4)].mean())


def test_parts_of_scores_count_as_parts() -> None:
    # of five scores the middle half is the third, and three quarters of the second and of the fourth
    assert interquartile_mean(np.array([9.0, 0.0, 1.0, 3.0, 2.0])) == pytest.approx((0.75 * 1 + 2 + 0.75 * 3) / 2.5)


def test_one_wild_run_changes_little() -> None:
    scores = np.full((6, 3), 0.5)
    scores[0] = 100.0
    found = interquartile_means(columns(scores))
    assert found.rate == 0.5
    assert found.low == 0.5


def test_the_interval_holds_the_truth() -> None:
    rng = np.random.default_rng(0)
    found = [interquartile_means(columns(rng.normal(size=(8, 4)))) for _ in range(100)]
    assert 85 <= sum(each.low <= 0.0 <= each.high for each in found) <= 100


def test_few_runs_are_refused() -> None:
    with pytest.raises(OptionError, match="4 runs"):
        of_runs([], ["a", "b", "c", "d"])


def test_the_probability_of_improvement_is_mann_whitneys_u_by_its_greatest_value() -> None:
    from scipy.stats import mannwhitneyu  # takes a second

    rng = np.random.default_rng(1)
    ours, theirs = ({task: rng.integers(8, size=7).astype(float) for task in "ab"} for _ in range(2))
    each = [mannwhitneyu(ours[task], theirs[task]).statistic / 49 for task in "ab"]
    assert probability(ours, theirs) == pytest.approx(np.mean(each))
    assert probability(ours, ours) == 0.5
    assert probability(ours, theirs) + probability(theirs, ours) == pytest.approx(1.0)


def test_a_performance_profile_gives_each_task_the_same_weight() -> None:
    scores = {"a": np.array([0.2, 0.4]), "b": np.array([0.1, 0.3, 0.5, 0.7])}
    found = performance_profile(scores, np.array([0.0, 0.3, 0.6, 0.7]))
    np.testing.assert_allclose(found, [1.0, (1 / 2 + 2 / 4) / 2, (0 + 1 / 4) / 2, 0.0])


def test_runs_of_unequal_number_are_drawn_within_their_tasks() -> None:
    apart = interquartile_means({"a": np.zeros(4), "b": np.ones(2)})
    assert apart.low == apart.rate == apart.high, "between tasks nothing is drawn"
