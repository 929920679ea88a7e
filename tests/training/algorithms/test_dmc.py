"""Deep Monte Carlo: what decisions are credited with."""

import numpy as np
import torch

import dynasty_env
from training.algorithms.dmc import Games
from training.learn.collect import Rollout
from training.learn.network import for_game
from training.learn.replay import worth


def played(steps: list[list[int]], ended: dict[tuple[int, int], list[float]]) -> Rollout:
    """Tables of three seats: who decides, a list for each table, and where games end with what is won."""
    rollout = Rollout.empty(len(steps[0]), len(steps), 3, 1, 1)
    for table, seats in enumerate(steps):
        for number, seat in enumerate(seats):
            row = 3 + number
            rollout.seat[row, table] = seat
            rollout.action[row, table] = 10 * table + number
            rollout.observation[row, table] = 10 * table + number
            if (table, number) in ended:
                rollout.ended[row, table], rollout.rewards[row, table] = True, ended[table, number]
    return rollout


def test_what_was_won_in_the_end_worked_out_by_hand() -> None:
    games = Games(2, 1)
    first = games.take(played([[0, 1, 2, 0], [2, 2, 1, 0]], {(1, 1): [-1, -2, 3]}), discount=0.5)
    # at the second table seat 2 won 3 by its second decision, the first one is an own decision before it
    assert first.action.tolist() == [10, 11]
    assert first.won.tolist() == [1.5, 3.0]
    rest = games.take(played([[0, 1, 0, 0], [0, 1, 1, 2]], {(0, 1): [4, -4, 2], (1, 3): [8, 4, 2]}), discount=0.5)
    by_table = {table: rest.action // 10 == table for table in (0, 1)}
    assert rest.action[by_table[0]].tolist() == [0, 1, 2, 3, 0, 1]
    assert rest.won[by_table[0]].tolist() == [1.0, -2.0, 2.0, 2.0, 4.0, -4.0]
    assert rest.action[by_table[1]].tolist() == [12, 13, 10, 11, 12, 13]
    assert rest.won[by_table[1]].tolist() == [1.0, 4.0, 8.0, 2.0, 4.0, 2.0]
    np.testing.assert_array_equal(rest.observation[:, 0], rest.action)
    assert games.length.tolist() == [2, 0]


def test_games_under_way_go_on() -> None:
    one, other = Games(2, 1), Games(2, 1)
    one.take(played([[0, 1, 2, 0], [2, 2, 1, 0]], {(1, 3): [0, 0, 0]}), 1.0)
    other.load_state_dict(one.state_dict())
    ended = played([[0, 1], [1, 0]], {(0, 1): [1, 2, 3], (1, 0): [1, 2, 3]})
    for mine, theirs in zip(one.take(ended, 1.0), other.take(ended, 1.0), strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_what_is_worth_most_is_likeliest() -> None:
    game = dynasty_env.game("kingdoms_v0")
    network = for_game(game, width=8, advice=0).eval()
    rng = np.random.default_rng(1)
    low, high = game.layout.low.astype(np.int64), game.layout.high.astype(np.int64)
    seen = torch.from_numpy(rng.integers(low, high + 1, (5, len(low))).astype(np.int8))
    mask = torch.from_numpy((rng.random((5, len(game.action_names))) < 0.2).astype(np.int8))
    choices = network.choices(seen, mask)
    values = worth(network, seen[choices.row], choices.action)
    best = [int(choices.action[choices.row == row][values[choices.row == row].argmax()]) for row in range(5)]
    assert best == choices.best().tolist()
