"""Playouts at many tables together, by one player in all seats, or with rivals who may be like somebody else."""

import numpy as np
import pytest

from agents.search.batched import BatchedPlayouts, Ids, Others, Values
from dynasty_env.kit.seats.layout import Bytes
from tests.agents.search.looks import heap_of, turn_of

ONE, TWO, THREE = range(3)
"""Actions of Nim: how many are taken. Whoever takes the last one wins."""
ALL = np.array([ONE, TWO, THREE])


def cautious(seen: Bytes, mask: Bytes) -> tuple[Ids, Values]:
    """Takes one, and is sure that this is worth a quarter."""
    return np.zeros(len(seen), np.int64), np.full(len(seen), 0.25)


def greedily(seen: Bytes, mask: Bytes) -> Ids:
    """Takes as many as may be taken."""
    found: Ids = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
    return found


def wins_of_five(part: float | None) -> list[float]:
    """How often each action wins with five left: if the rival takes one at a time, one (the heap goes 4, 3, 2, 1) and
    three (2, 1) win; if he takes all he can, one alone (4, then he leaves 1)."""
    others = None if part is None else Others(part, greedily)
    shares = BatchedPlayouts(turn_of(heap_of(5)), cautious, None, others).shares(ALL, 400)
    return [float(part) for part in shares.mean(axis=0)]


@pytest.mark.parametrize("part", [None, 0.0])
def test_one_player_in_all_seats(part: float | None) -> None:
    assert wins_of_five(part) == [1, 0, 1]


def test_rivals_like_others_at_all_tables() -> None:
    assert wins_of_five(1.0) == [1, 0, 0]


def test_rivals_like_others_at_some_tables() -> None:
    """A rival is of one kind throughout a table, so that there is nothing between winning and losing."""
    wins = wins_of_five(0.3)
    assert wins[:2] == [1, 0]
    assert wins[2] == pytest.approx(0.7, abs=0.08)


def test_the_same_rivals_meet_all_actions() -> None:
    """Tables are compared one by one: each of two copies of an action ends as the other."""
    playouts = BatchedPlayouts(turn_of(heap_of(5)), cautious, None, Others(0.5, greedily))
    shares = playouts.shares(np.array([THREE, THREE]), 50)
    assert (shares[:, 0] == shares[:, 1]).all()
    assert 0 < shares[:, 0].mean() < 1


def test_somebody_quicker_plays_on() -> None:
    """Of nine, one and three leave an even number: where everybody takes one at a time, the last one is one's own.
    Where everybody takes all he can once the rival has taken one, three leaves 5, 2 and nothing."""

    def wins(depth: int | None) -> list[float]:
        playouts = BatchedPlayouts(turn_of(heap_of(9)), cautious, depth, later=greedily)
        return [float(part) for part in playouts.shares(ALL, 20).mean(axis=0)]

    assert wins(None) == wins(100) == [1, 0, 1]
    assert wins(1) == [1, 0, 0]
    assert BatchedPlayouts(turn_of(heap_of(9)), cautious, 1, later=greedily).total(ALL, 20).tolist() == [5.0] * 3


def test_a_worth_is_that_of_the_seat_s_own_next_decision() -> None:
    """Of twelve, nobody has won after a few decisions: the player's own worth stands, whoever the rivals are."""
    others = Others(1.0, lambda seen, mask: cautious(seen, mask)[0])
    playouts = BatchedPlayouts(turn_of(heap_of(12, players=3)), cautious, 2, others)
    assert playouts.total(ALL, 20).tolist() == [5.0, 5.0, 5.0]
