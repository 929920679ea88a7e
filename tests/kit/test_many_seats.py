"""A game has as many seats as it says: eleven at one table, in every form in which it is played."""

from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import SEATS
from dynasty_env.kit.envs.aec import TableEnv
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.game import Game, Option
from dynasty_env.kit.seats.layout import Layout, Piece
from tests.games import ALL
from tests.tiny import nim
from training.arena.tables import Many

MANY = 11


@rule
def everybody_is_paid(t, out):  # type: ignore[no-untyped-def]
    for row in range(3):
        for seat in range(t.num_players):
            out[row, seat] = 1.0 if seat == t.last else -1.0 / (t.num_players - 1)


class Crowd(nim.Nim):
    """Nim for up to eleven."""

    name = "crowd_v0"
    seats = (2, MANY)
    layout = Layout(
        [
            Piece("heap", (1,), 0, 20, False, "what is left"),
            Piece("deciding", (1,), 0, MANY - 1, True, "whose turn, from me"),
        ]
    )
    rules = {**nim.Nim.rules, "returns": everybody_is_paid}  # noqa: RUF012
    options = (
        Option("num_players", MANY, tuple(range(2, MANY + 1)), "seats"),
        Option("ask_forced", False, (False, True), "ask all"),
    )


CROWD = Crowd()


def test_rows_are_those_of_the_seats_but_six_at_least() -> None:
    assert CROWD.seat_rows == MANY
    assert nim.GAME.seats[1] < SEATS
    assert nim.GAME.seat_rows == SEATS


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_games_up_to_six_seats_keep_six_rows(game: Game) -> None:
    if game.seats[1] <= SEATS:
        assert TableEnv(game).state_space.shape == (6 * game.layout.size,)


def test_the_joint_state_has_every_seat() -> None:
    env = TableEnv(CROWD, backend="interpreted")
    env.reset(seed=1)
    state = env.state()
    assert env.state_space.shape == (MANY * CROWD.layout.size,)
    assert env.state_space.contains(state)
    deciding = state.reshape(MANY, -1)[:, CROWD.layout["deciding"].place]
    assert sorted(deciding.ravel().tolist()) == list(range(MANY)), "everybody sees the first seat from another place"


def test_returns_and_playouts_reach_the_last_seat() -> None:
    state = CROWD.new(3, backend="interpreted")
    returned = state.playouts(60)
    assert returned.shape == (60, MANY)
    assert (returned[:, SEATS:] > 0).any(), "somebody beyond the sixth seat has won"
    while not state.done:
        state.play(int(state.legal()[-1]))
    assert state.returns("win").shape == (MANY,)
    assert np.count_nonzero(state.returns("win") > 0) == 1


def finals(env: VectorEnv) -> Any:
    """What all seats saw at the ends of some games, by table."""
    batch = env.reset()
    for _ in range(200):
        legal = np.array([np.flatnonzero(mask)[0] for mask in batch.action_mask])
        batch = env.step(legal)
        if batch.terminated.any():
            return env.final_observation[batch.terminated == 1]
    raise AssertionError("no game has ended")


def test_many_tables_show_the_end_to_all_seats() -> None:
    env = VectorEnv(CROWD, 3, seed=5, backend="interpreted")
    seen = CROWD.layout["deciding"].of(finals(env))
    assert seen.shape[1] == MANY
    for table in seen:
        assert sorted(table.ravel().tolist()) == list(range(MANY))
    assert env.final_returns.shape == (3, 3, MANY)


def test_a_learner_sits_in_any_of_the_seats() -> None:
    env = SeatVectorEnv(CROWD, 4, "random", seat=MANY - 1, backend="interpreted")
    assert env.final_returns.shape == (4, 3, MANY)


def test_the_benchmark_shares_victories_among_all() -> None:
    many = Many(CROWD, CROWD.blank(2, CROWD.check_options({})), "interpreted")
    many.deal(np.array([1, 2], np.int64))
    while not many.array["done"].all():
        going = np.flatnonzero(many.array["done"] == 0)
        many.play(going, np.zeros(len(going), np.int64))
    shares = many.shares(np.arange(2))
    assert shares.shape == (2, MANY)
    assert shares.sum(axis=1).tolist() == [1.0, 1.0]
