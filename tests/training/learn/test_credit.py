"""Credit, held against the definitions of generalised advantage estimation and of V-trace."""

from collections import defaultdict
from typing import NamedTuple

import numpy as np
import pytest

from training.learn.collect import NOBODY, Newest, Rollout, credit

DISCOUNT, DECAY = 0.9, 0.7
SHAPES = [(4, 5, 7, 0.15), (2, 3, 1, 0.3), (6, 4, 23, 0.05), (3, 2, 40, 0.5)]


def some_rollout(seats: int, tables: int, steps: int, end: float, rng: np.random.Generator) -> Rollout:
    """Decisions of all seats and of nobody, carried ones too; rewards in the middle of games as well."""
    rollout = Rollout.empty(steps, tables, seats, 1, 1)
    shape = rollout.seat.shape
    rollout.seat[:] = rng.integers(NOBODY, seats, shape)
    rollout.seat[:seats] = np.where(rng.random((seats, tables)) < 0.5, np.arange(seats)[:, None], NOBODY)
    rollout.value[:] = rng.normal(size=shape)
    rollout.rewards[:] = rng.normal(size=rollout.rewards.shape)
    rollout.ended[seats:] = rng.random((steps, tables)) < end
    return rollout


@pytest.mark.parametrize("shape", SHAPES)
def test_where_the_newest_network_played_it_is_generalised_advantage_estimation_to_the_last_bit(
    shape: tuple[int, int, int, float],
) -> None:
    """Which is held against a slow account in `test_collect`."""
    rollout = some_rollout(*shape, np.random.default_rng(0))
    plain = credit(rollout, DISCOUNT, DECAY)
    agreed = credit(rollout, DISCOUNT, DECAY, Newest(np.ones_like(rollout.value), rollout.value))
    assert agreed.advantage.tobytes() == plain.advantage.tobytes()
    for found in (plain, agreed):
        assert (found.target == np.where(found.settled, rollout.value + plain.advantage, 0)).all()


class Own(NamedTuple):
    """A seat's own decision: its place, what it earned until the next one, and whether the seat's game ended then."""

    row: int
    table: int
    earned: float
    last: bool


def trajectories(rollout: Rollout) -> list[tuple[list[Own], bool]]:
    """Each seat's decisions in each game, in order, and whether that game has ended."""
    rows, tables, seats = rollout.rewards.shape
    found: list[tuple[list[Own], bool]] = []
    for table in range(tables):
        running: dict[int, list[list[float]]] = defaultdict(list)  # seat → [row, earned]
        for row in range(rows):
            seat = int(rollout.seat[row, table])
            if seat != NOBODY:
                running[seat].append([row, 0.0])
            for each in range(seats):
                if running[each]:
                    running[each][-1][1] += float(rollout.rewards[row, table, each])
            if rollout.ended[row, table]:
                found += [(own_of(table, running[each]), True) for each in range(seats)]
                running.clear()
        found += [(own_of(table, running[each]), False) for each in range(seats)]
    return found


def own_of(table: int, decisions: list[list[float]]) -> list[Own]:
    count = len(decisions)
    return [Own(int(row), table, earned, i == count - 1) for i, (row, earned) in enumerate(decisions)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("most_ratio", "most_trace"), [(1.0, 1.0), (2.0, 1.0), (1.5, 0.5)])
def test_it_is_the_sum_of_the_paper(shape: tuple[int, int, int, float], most_ratio: float, most_trace: float) -> None:
    """Equation 1 of Espeholt et al. 2018: target(s) = V(s) + Σ_t γ^(t-s) (c_s … c_(t-1)) ρ_t δ_t."""
    rng = np.random.default_rng(1)
    rollout = some_rollout(*shape, rng)
    value = rng.normal(size=rollout.value.shape).astype(np.float32)
    ratio = rng.lognormal(0.0, 0.7, rollout.value.shape).astype(np.float32)
    found = credit(rollout, DISCOUNT, DECAY, Newest(ratio, value, most_ratio, most_trace))
    settled = np.zeros_like(found.settled)
    for own, ended in trajectories(rollout):
        known = own if ended else own[:-1]  # the last one is open: its target is its value
        worth = [float(value[each.row, each.table]) for each in own] + [0.0]
        weight = [min(most_ratio, float(ratio[each.row, each.table])) for each in own]
        handed = [DECAY * min(most_trace, float(ratio[each.row, each.table])) for each in own]
        surprise = [each.earned + DISCOUNT * worth[i + 1] - worth[i] for i, each in enumerate(known)]
        targets = []
        for s in range(len(known)):
            terms = (DISCOUNT ** (t - s) * np.prod(handed[s:t]) * weight[t] * surprise[t] for t in range(s, len(known)))
            targets.append(worth[s] + sum(terms))
        errors = [target - worth[s] for s, target in enumerate(targets)] + [0.0]
        for s, each in enumerate(known):
            place = each.row, each.table
            settled[place] = True
            assert found.target[place] == pytest.approx(targets[s], abs=1e-4)
            advantage = weight[s] * (surprise[s] + DISCOUNT * DECAY * errors[s + 1])
            assert found.advantage[place] == pytest.approx(advantage, abs=1e-4)
    assert (found.settled == settled).all()
    assert settled.any() or shape[2] == 1


def one_decision(reward: float) -> Rollout:
    rollout = Rollout.empty(1, 1, 1, 1, 1)
    rollout.seat[1, 0] = 0
    rollout.rewards[1, 0, 0] = reward
    rollout.ended[1, 0] = True
    return rollout


def test_what_another_policy_did_tells_what_the_newest_would_earn() -> None:
    """Where nothing is cut, the targets that μ meets are worth on average what π earns."""
    rewards, old, newest = np.array([1.0, -2.0, 0.5]), np.array([0.6, 0.3, 0.1]), np.array([0.1, 0.2, 0.7])
    value = np.full((2, 1), 0.25, np.float32)
    met = 0.0
    for reward, before, now in zip(rewards, old, newest, strict=True):
        ratio = np.full((2, 1), now / before, np.float32)
        met += before * credit(one_decision(reward), 1.0, 1.0, Newest(ratio, value, most_ratio=100.0)).target[1, 0]
    assert met == pytest.approx(float(rewards @ newest), abs=1e-5)


def test_what_the_newest_would_never_do_teaches_nothing() -> None:
    value = np.full((2, 1), 0.25, np.float32)
    found = credit(one_decision(1.0), 1.0, 1.0, Newest(np.zeros((2, 1), np.float32), value))
    assert found.advantage[1, 0] == 0
    assert found.target[1, 0] == 0.25
