"""Credit assignment, held against a slow account kept game by game."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from training.learn.collect import NOBODY, Rollout, credit

DISCOUNT, DECAY = 0.9, 0.7


@dataclass
class Decision:
    """One decision in the account of a seat in one game."""

    value: float
    rollout: int
    earned: float = 0.0


@dataclass
class Account:
    """All decisions of one seat in one game, and the rollout in which the game ended."""

    decisions: list[Decision] = field(default_factory=list)
    ended: int | None = None

    def settled_in(self, i: int) -> int | None:
        """The rollout that knows the outcome of decision i: that of the seat's next one, or of the game's end."""
        return self.decisions[i + 1].rollout if i + 1 < len(self.decisions) else self.ended

    def advantage(self, i: int, now: int) -> float:
        """By recursion, as rollout `now` knows it: a decision that is still open then has none."""
        when = self.settled_in(i)
        if when is None or when > now:
            return 0.0
        own = self.decisions[i]
        if i + 1 == len(self.decisions):
            return own.earned - own.value
        surprise = own.earned + DISCOUNT * self.decisions[i + 1].value - own.value
        return surprise + DISCOUNT * DECAY * self.advantage(i + 1, now)


@pytest.mark.parametrize(
    ("seats", "tables", "steps", "end"), [(4, 5, 7, 0.15), (2, 3, 1, 0.3), (6, 4, 23, 0.05), (3, 2, 40, 0.5)]
)
def test_credit_is_that_of_a_slow_account(seats: int, tables: int, steps: int, end: float) -> None:
    rng = np.random.default_rng(seats)
    rollout = Rollout.empty(steps, tables, seats, 1, 1)
    accounts = [[Account() for _ in range(seats)] for _ in range(tables)]  # of the games under way
    everything: list[Account] = [a for row in accounts for a in row]
    learned: dict[float, tuple[float, int]] = {}  # value (unique) → advantage, rollout
    for number in range(12):
        for row in range(seats, seats + steps):
            for table in range(tables):
                seat, value, over = int(rng.integers(seats)), np.float32(rng.normal()), rng.random() < end
                rewards = rng.normal(size=seats).astype(np.float32)  # in the middle of games, too
                rollout.seat[row, table], rollout.value[row, table] = seat, value
                rollout.rewards[row, table], rollout.ended[row, table] = rewards, over
                accounts[table][seat].decisions.append(Decision(float(value), number))
                for account, reward in zip(accounts[table], rewards, strict=True):
                    if account.decisions:
                        account.decisions[-1].earned += float(reward)
                if over:
                    for account in accounts[table]:
                        account.ended = number
                    accounts[table] = [Account() for _ in range(seats)]
                    everything += accounts[table]
        found = credit(rollout, DISCOUNT, DECAY)
        for row, table in np.argwhere(found.settled):
            value = float(rollout.value[row, table])
            assert value not in learned, "a decision is learned from twice"
            learned[value] = float(found.advantage[row, table]), number
        assert not found.advantage[~found.settled].any()
        rollout.carry_over(found)
    expected = {
        account.decisions[i].value: (account.advantage(i, when), when)
        for account in everything
        for i in range(len(account.decisions))
        if (when := account.settled_in(i)) is not None
    }
    assert learned.keys() == expected.keys()
    for value, (advantage, when) in expected.items():
        assert learned[value][1] == when
        assert learned[value][0] == pytest.approx(advantage, abs=1e-4)


def test_the_final_reward_reaches_every_seats_last_decision() -> None:
    rollout = Rollout.empty(4, 1, 3, 1, 1)
    rollout.seat[3:, 0] = [0, 1, 0, 2]
    rollout.rewards[6, 0] = [1, -0.5, -0.25]
    rollout.ended[6, 0] = True
    found = credit(rollout, 1.0, 1.0)
    assert found.settled[3:, 0].all()
    assert found.advantage[3:, 0].tolist() == [1.0, -0.5, 1.0, -0.25]
    assert (found.open_row == NOBODY).all()


def test_a_seat_that_never_decides_costs_nothing() -> None:
    rollout = Rollout.empty(2, 1, 2, 1, 1)
    rollout.seat[2:, 0] = [0, 0]
    rollout.rewards[:, 0] = [[0, 0], [0, 0], [1, -1], [0.5, -0.5]]
    rollout.ended[2:, 0] = True
    found = credit(rollout, 1.0, 1.0)
    assert found.advantage[2:, 0].tolist() == [1.0, 0.5]


def test_an_open_decision_waits_for_the_next_rollout_with_what_it_has_earned() -> None:
    rollout = Rollout.empty(2, 1, 2, 3, 2)
    rollout.seat[2:, 0] = [1, 0]
    rollout.observation[2, 0], rollout.action[2, 0], rollout.log_prob[2, 0] = [7, 8, 9], 1, -0.5
    rollout.value[2, 0] = 0.25
    rollout.rewards[3, 0] = [0, 0.125]
    found = credit(rollout, 1.0, 1.0)
    assert not found.settled.any()
    rollout.carry_over(found)
    assert rollout.seat[:, 0].tolist() == [0, 1, NOBODY, NOBODY]
    assert rollout.observation[1, 0].tolist() == [7, 8, 9]
    assert (rollout.action[1, 0], rollout.log_prob[1, 0], rollout.value[1, 0]) == (1, -0.5, 0.25)
    assert rollout.rewards[1, 0].tolist() == [0, 0.125]
    rollout.seat[2:, 0] = [0, 0]
    rollout.rewards[3, 0] = [-1, 1]
    rollout.ended[3, 0] = True
    assert credit(rollout, 1.0, 1.0).advantage[1, 0] == 1.125 - 0.25
