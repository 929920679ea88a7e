"""Returns of several steps, against numbers worked out by hand and a slow account; memories; values of actions."""

import numpy as np
import pytest
import torch

import dynasty_env
from training.learn.collect import NOBODY, Rollout, credit
from training.learn.network import Choices, for_game
from training.learn.replay import Explorer, Memory, duelling, steps_ahead

DISCOUNT = 0.5


def rollout_of(seats: list[int], earned: dict[int, list[float]], ended: list[int], rows: int = 0) -> Rollout:
    """One table of two seats at which `seats` decide one after the other; what both earn, and after which the game
    ends."""
    rollout = Rollout.empty(len(seats), 1, 2, 1, 1)
    for number, seat in enumerate(seats):
        row = 2 + number
        rollout.seat[row, 0] = seat
        rollout.rewards[row, 0] = earned.get(number, [0, 0])
        rollout.ended[row, 0] = number in ended
    return rollout


def account(rollout: Rollout, steps: int) -> dict[int, tuple[float, float, int]]:
    """By row: earned, onward and next row."""
    found = steps_ahead(rollout, steps, DISCOUNT)
    return {
        int(row): (float(earned), float(onward), int(next_row))
        for row, _, earned, onward, next_row in zip(*found, strict=True)
    }


def test_returns_worked_out_by_hand() -> None:
    # seat 0 decides in rows 2, 4, 5 and 7, seat 1 in 3 and 6; the game ends with row 5, where both are paid
    rollout = rollout_of([0, 1, 0, 0, 1, 0], {1: [0.25, 0], 3: [1, -1]}, ended=[3])
    assert account(rollout, 1) == {2: (0.25, 0.5, 4), 3: (-1, 0, 3), 4: (0, 0.5, 5), 5: (1, 0, 5)}
    assert account(rollout, 2) == {2: (0.25, 0.25, 5), 3: (-1, 0, 3), 4: (0.5, 0, 4), 5: (1, 0, 5)}
    assert account(rollout, 3) == {2: (0.25 + 0.25 * 1, 0, 2), 3: (-1, 0, 3), 4: (0.5, 0, 4), 5: (1, 0, 5)}


def test_a_return_is_shorter_where_the_rollout_breaks_off() -> None:
    rollout = rollout_of([0, 0, 1, 0], {0: [0.5, 0], 1: [0.25, 0], 3: [8, 8]}, ended=[])
    assert account(rollout, 3) == {2: (0.5 + 0.5 * 0.25, 0.25, 5), 3: (0.25, 0.5, 5)}


@pytest.mark.parametrize("steps", [1, 3, 50])
def test_what_is_settled_is_what_credit_settles(steps: int) -> None:
    rng, tables, rows, seats = np.random.default_rng(steps), 5, 30, 3
    rollout = Rollout.empty(rows, tables, seats, 1, 1)
    for row in rollout.steps:
        rollout.seat[row] = rng.integers(-1, seats, tables)
        rollout.ended[row] = rng.random(tables) < 0.1
        rollout.rewards[row] = rng.normal(size=(tables, seats)) * rollout.ended[row][:, None]
    found, credited = steps_ahead(rollout, steps, DISCOUNT), credit(rollout, DISCOUNT, 0.0 if steps == 1 else 1.0)
    settled = np.zeros_like(credited.settled)
    settled[found.row, found.table] = True
    np.testing.assert_array_equal(settled, credited.settled)
    if steps != 3:  # without bootstraps, or of one step: then values of 0 change nothing
        np.testing.assert_allclose(found.earned, credited.target[found.row, found.table], atol=1e-6)
    assert (rollout.seat[found.next_row, found.table] == rollout.seat[found.row, found.table]).all()
    assert (rollout.seat[found.row, found.table] != NOBODY).all()


def filled(*, reservoir: bool, parts: list[int]) -> Memory:
    memory, generator = Memory(10, {"number": ((), np.int64)}, reservoir=reservoir), torch.Generator().manual_seed(1)
    begun = 0
    for size in parts:
        memory.add({"number": np.arange(begun, begun + size)}, generator)
        begun += size
    return memory


def test_the_oldest_is_forgotten() -> None:
    memory = filled(reservoir=False, parts=[4, 3, 8, 27])
    assert sorted(memory.columns["number"]) == list(range(32, 42))
    assert len(filled(reservoir=False, parts=[4])) == 4
    drawn = memory.draw(1000, torch.Generator().manual_seed(2), torch.device("cpu"))["number"]
    assert set(drawn.tolist()) == set(range(32, 42))


def test_a_reservoir_is_a_uniform_sample_of_all() -> None:
    counts = np.zeros(40)
    for seed in range(2000):
        memory = Memory(10, {"number": ((), np.int64)}, reservoir=True)
        generator = torch.Generator().manual_seed(seed)
        for begin, end in ((0, 7), (7, 19), (19, 40)):
            memory.add({"number": np.arange(begin, end)}, generator)
        counts[memory.columns["number"]] += 1
    np.testing.assert_allclose(counts / 2000, 0.25, atol=0.045)


def test_a_memory_goes_on() -> None:
    memory, other = filled(reservoir=True, parts=[4, 30]), Memory(10, {"number": ((), np.int64)}, reservoir=True)
    other.load_state_dict(memory.state_dict())
    for each in (memory, other):
        each.add({"number": np.arange(34, 60)}, torch.Generator().manual_seed(3))
    np.testing.assert_array_equal(memory.columns["number"], other.columns["number"])
    assert memory.come == other.come == 60


def choices() -> Choices:
    """Two decisions, of three legal actions and of two."""
    row, action = torch.tensor([0, 0, 0, 1, 1]), torch.tensor([1, 4, 5, 0, 4])
    return Choices(row, action, torch.tensor([1.0, 4.0, -2.0, 3.0, 1.0]), torch.tensor([0.5, -1.0]))


def test_values_of_actions_are_the_value_and_what_sets_them_apart() -> None:
    values = duelling(choices())
    torch.testing.assert_close(values.value, torch.tensor([0.5, 3.5, -2.5, 0.0, -2.0]))
    torch.testing.assert_close(values.of(torch.tensor([5, 0])), torch.tensor([-2.5, 0.0]))


def test_an_explorer_takes_any_legal_action_at_times() -> None:
    network = for_game(dynasty_env.game("leduc_v0"), width=8, advice=0).eval()
    network.choices = lambda *_: choices()  # type: ignore[method-assign]
    explorer, nothing = Explorer(network, 0.3), torch.zeros(0)
    torch.testing.assert_close(
        explorer.choices(nothing, nothing).log_prob.exp(), torch.tensor([0.1, 0.8, 0.1, 0.85, 0.15])
    )
    explorer.epsilon.fill_(0.0)
    torch.testing.assert_close(explorer.choices(nothing, nothing).log_prob.exp(), torch.tensor([0.0, 1, 0, 1, 0]))
    assert list(explorer.state_dict()) == ["epsilon"]
