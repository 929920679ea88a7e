"""Neural fictitious self-play: who plays how, and what comes into the reservoir."""

import numpy as np
import pytest

import dynasty_env
from tests.training.algorithms.curves import OF_NFSP, learned
from training.algorithms.nfsp import NFSP, NFSPSettings
from training.learn.collect import NOBODY


def test_a_seat_plays_a_game_one_way() -> None:
    learner = NFSP(dynasty_env.game("leduc_v0"), NFSPSettings(seats=3, width=8, tables=40, steps=30, anticipatory=0.3))
    learner.collect()
    rollout, responded, both = learner.rollout, learner.actor.responded, 0
    way: dict[tuple[int, int], bool] = {}
    for row in rollout.steps:
        for table, seat in enumerate(rollout.seat[row]):
            assert way.setdefault((table, int(seat)), bool(responded[row, table])) == responded[row, table]
            if rollout.ended[row, table]:
                both += len({way.get((table, seat)) for seat in range(3)} - {None}) == 2
                way = {place: each for place, each in way.items() if place[0] != table}
    assert both > 10, "at most tables some seats play one way and some the other"
    deciding = rollout.seat != NOBODY
    assert responded[deciding].mean() == pytest.approx(0.3, abs=0.08)
    kept = int(responded[deciding].sum())
    learner.learn(0.0)
    assert len(learner.reservoir) == kept
    assert np.isin(learner.reservoir.columns["observation"][:kept], rollout.observation).all()


def test_without_best_responses_the_average_stays_as_it_began() -> None:
    begun, *_, ended = learned("nfsp", "kuhn_v0", 5_000, **{**OF_NFSP, "anticipatory": 0.0})
    assert ended == begun > 0.8
