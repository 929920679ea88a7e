"""What arrives in a parcel is what was sent."""

from dataclasses import fields

import numpy as np
import pytest

from tests.tiny import cut_in
from training.cluster.parcel import Parcel, pack, unpack
from training.learn.collect import NOBODY, OF_DECISIONS, OF_PLACES, Rollout

SEATS, STEPS, SEEN, ACTIONS = 3, 5, 11, 21


def empty(tables: int, advised: int) -> Rollout:
    return Rollout.empty(STEPS, tables, SEATS, SEEN, ACTIONS, advised)


def filled(tables: int, seed: int, advised: int = ACTIONS) -> Rollout:
    rng = np.random.default_rng(seed)
    rollout = empty(tables, advised)
    rollout.observation[:] = rng.integers(-128, 128, rollout.observation.shape)
    rollout.action_mask[:] = rng.integers(0, 2, rollout.action_mask.shape)
    rollout.seat[:] = rng.integers(NOBODY, SEATS, rollout.seat.shape)
    rollout.action[:] = rng.integers(0, ACTIONS, rollout.action.shape)
    if advised:
        rollout.advice[:] = np.where(rollout.action_mask, rng.normal(size=rollout.advice.shape), 0)
    for part in (rollout.log_prob, rollout.value, rollout.rewards):
        part[:] = rng.normal(size=part.shape)
    rollout.ended[:] = rng.random(rollout.ended.shape) < 0.2
    return rollout


def packed(rollout: Rollout) -> Parcel:
    return pack(rollout, version=7, as_greedy=False, games=2, seconds=0.5, cpu=0.4)


@pytest.mark.parametrize("advised", [0, ACTIONS])
def test_parcels_come_out_side_by_side(advised: int) -> None:
    sent = [filled(4, 1, advised), filled(1, 2, advised), filled(6, 3, advised)]
    found = unpack([packed(each) for each in sent], empty(11, advised))
    for name in OF_PLACES:
        assert (getattr(found, name) == np.concatenate([getattr(each, name) for each in sent], axis=1)).all()
    there = found.seat != NOBODY
    for name in OF_DECISIONS:
        expected = np.concatenate([getattr(each, name) for each in sent], axis=1)
        assert getattr(found, name).dtype == expected.dtype
        assert (getattr(found, name)[there] == expected[there]).all(), name


def test_a_parcel_is_a_copy_and_weighs_less() -> None:
    rollout = filled(4, 1)
    parcel = packed(rollout)
    before = parcel.decisions["observation"].copy()
    rollout.observation[:] = 0
    rollout.seat[:] = NOBODY
    assert (parcel.decisions["observation"] == before).all()
    assert (parcel.seat != NOBODY).any()
    assert parcel.tables == 4
    assert parcel.nbytes < sum(getattr(rollout, f.name).nbytes for f in fields(Rollout))


def test_action_ids_fit() -> None:
    from dynasty_env.dynasty.game import GAME as DYNASTY
    from dynasty_env.kingdoms.game import GAME as KINGDOMS
    from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI

    for game in (DYNASTY, KINGDOMS, SHINSENGUMI, cut_in.GAME):
        assert len(game.action_names) <= np.iinfo(np.int16).max
