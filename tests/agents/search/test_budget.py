"""How long a search may think, and what it drops on the way."""

import numpy as np
import pytest

from agents.search import budget as budget_module
from agents.search.budget import Budget, Ids, halve, lots
from dynasty_env.kit.errors import OptionError


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("200ms", Budget(seconds=0.2)),
        ("1s", Budget(seconds=1.0)),
        ("1.5s", Budget(seconds=1.5)),
        ("2000", Budget(playouts=2000)),
    ],
)
def test_a_budget_is_a_time_or_a_number_of_playouts(text: str, budget: Budget) -> None:
    assert Budget.parse(text) == budget
    assert Budget.parse(str(budget)) == budget


@pytest.mark.parametrize("text", ["0", "0ms", "0s", "-5", "", "1h", "ten", "1e3", "2000000000", "4000s", "nan", "1.5"])
def test_anything_else_is_refused_by_name(text: str) -> None:
    with pytest.raises(OptionError, match="budget"):
        Budget.parse(text)


@pytest.mark.parametrize(("playouts", "cost", "rounds"), [(100, 1, 100), (100, 7, 14), (3, 10, 1)])
def test_batches_add_up_to_the_playouts(playouts: int, cost: int, rounds: int) -> None:
    batches = list(Budget(playouts=playouts).batches(8, cost=cost))
    assert sum(batches) == rounds
    assert max(batches) <= 8


def test_a_budget_is_split_in_equal_parts() -> None:
    assert Budget(playouts=100).split(3) == [Budget(playouts=33)] * 3
    assert Budget(playouts=1).split(3) == [Budget(playouts=1)] * 3
    assert Budget(seconds=0.3).split(3) == [Budget(seconds=pytest.approx(0.1))] * 3


def test_time_ends_the_batches() -> None:
    batches = list(Budget(seconds=1e-9).batches(64))
    assert batches == [1]
    assert list(Budget(seconds=1e-9).batches(64, least=8)) == [8]
    assert list(Budget(seconds=1e-9).batches(64, least=80)) == [64]


def test_among_equals_no_action_is_kept_for_its_number() -> None:
    """With few worlds many options look the same; who is left of them is drawn by lot, the same for the same key."""
    kept = np.zeros(8, np.int64)
    for key in range(400):
        found = [
            halve(
                np.arange(8), Budget(playouts=24), lambda *_: None, lambda left: np.zeros(len(left)), ties=lots(key, 8)
            )
            for _ in range(2)
        ]
        assert found[0][1].tolist() == found[1][1].tolist()
        kept[found[0][1]] += 1
    assert kept.sum() == 400 and kept.min() > 25, kept


def test_what_looks_better_is_kept_whatever_the_lots() -> None:
    for key in range(20):
        _, left = halve(np.arange(8), Budget(playouts=24), lambda *_: None, lambda left: -left * 1.0, ties=lots(key, 8))
        assert left.tolist() == [0]


def test_when_all_of_a_time_is_spent_the_best_one_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call takes a second, twice as much as a round has: two rounds of four use up the time of all."""
    now, played = 0.0, list[int]()

    def play(places: Ids, worlds: int) -> None:
        nonlocal now
        now += 1.0
        played.append(len(places))

    monkeypatch.setattr(budget_module.time, "perf_counter", lambda: now)
    last, left = halve(np.arange(16), Budget(seconds=2.0), play, lambda places: -np.abs(places - 5.0))
    assert played == [16, 8]
    assert left.tolist() == [5]
    assert len(last) == 8
