"""The interquartile mean over training runs."""

import numpy as np
import pytest
from scipy import stats

from dynasty_env.kit.errors import OptionError
from training.benchmark.counting.aggregate import aggregate, interquartile_mean, of_runs


@pytest.mark.parametrize("count", [4, 8, 20])
def test_it_is_the_trimmed_mean(count: int) -> None:
    scores = np.random.default_rng(count).normal(size=count)
    assert interquartile_mean(scores) == pytest.approx(stats.trim_mean(scores, 0.25))


def test_parts_of_scores_count_as_parts() -> None:
    # of five scores the middle half is the third, and three quarters of the second and of the fourth
    assert interquartile_mean(np.array([9.0, 0.0, 1.0, 3.0, 2.0])) == pytest.approx((0.75 * 1 + 2 + 0.75 * 3) / 2.5)


def test_one_wild_run_changes_little() -> None:
    scores = np.full((6, 3), 0.5)
    scores[0] = 100.0
    found = aggregate(scores)
    assert found.rate == 0.5
    assert found.low == 0.5


def test_the_interval_holds_the_truth() -> None:
    rng = np.random.default_rng(0)
    inside = sum(found.low <= 0.0 <= found.high for found in (aggregate(rng.normal(size=(8, 4))) for _ in range(100)))
    assert 85 <= inside <= 100


def test_few_runs_are_refused() -> None:
    with pytest.raises(OptionError, match="4 runs"):
        of_runs([], ["a", "b", "c", "d"])
