"""Rollouts and credit in tensors are those of NumPy, to the last bit."""

from dataclasses import fields

import numpy as np
import pytest
import torch

from training.learn.collect import NOBODY, Rollout, credit
from training.learn.on_device.rollout import TensorRollout
from training.learn.ppo import Decisions, Selected


def filled(rollout: Rollout, rng: np.random.Generator, end: float) -> None:
    """Random decisions in a rollout's own rows, a fifth of them somebody else's."""
    rows = rollout.seat[rollout.steps.start :].shape
    seats = rollout.rewards.shape[2]
    seat = np.where(rng.random(rows) < 0.2, NOBODY, rng.integers(seats, size=rows))
    numbers = {
        "observation": rng.integers(-9, 9, (*rows, rollout.observation.shape[2])),
        "action_mask": rng.integers(2, size=(*rows, rollout.action_mask.shape[2])),
        "advice": rng.normal(size=(*rows, rollout.advice.shape[2])),
        "action": rng.integers(7, size=rows),
        "seat": seat,
        "log_prob": rng.normal(size=rows),
        "value": rng.normal(size=rows),
        "rewards": rng.normal(size=(*rows, seats)),
        "ended": rng.random(rows) < end,
    }
    for name, part in numbers.items():
        getattr(rollout, name)[rollout.steps.start :] = part


@pytest.mark.parametrize(
    ("seats", "tables", "steps", "end"), [(4, 5, 7, 0.15), (2, 3, 1, 0.3), (6, 40, 23, 0.05), (3, 2, 40, 0.5)]
)
@pytest.mark.parametrize("advised", [0, 4])
def test_the_same_credit_and_the_same_decisions(seats: int, tables: int, steps: int, end: float, advised: int) -> None:
    rng = np.random.default_rng(seats)
    plain = Rollout.empty(steps, tables, seats, 5, 4, advised)
    small = Rollout.empty(1, 1, seats, 5, 4, advised)
    ours = TensorRollout.like(small, steps, tables, torch.device("cpu"))
    for _ in range(8):
        filled(plain, rng, end)
        for f in fields(plain):
            getattr(ours, f.name)[seats:] = torch.from_numpy(getattr(plain, f.name))[seats:]
        wanted, found = credit(plain, 0.9, 0.7), credit(ours, 0.9, 0.7)
        for one, other, name in zip(wanted, found, found._fields, strict=True):
            assert np.array_equal(one, other.numpy()), name
        decisions, settled = Decisions.of(plain, wanted), Decisions.of(ours, found)
        order, cpu = torch.randperm(len(decisions)), torch.device("cpu")
        for f in fields(Selected):
            one, other = (getattr(each.at(order, cpu), f.name) for each in (decisions, settled))
            assert torch.equal(one, other), f.name
        assert settled.explained() == pytest.approx(decisions.explained(), rel=1e-5, abs=1e-6)
        plain.carry_over(wanted)
        ours.carry_over(found)
        there = plain.seat[:seats] != NOBODY
        for name, part in ours.open_decisions().items():
            if name in ("seat", "ended", "rewards"):
                assert np.array_equal(part.numpy(), getattr(plain, name)[:seats]), name
            assert np.array_equal(part.numpy()[there], getattr(plain, name)[:seats][there]), name
        assert (ours.seat[seats:] == NOBODY).all()
        assert not ours.rewards[seats:].any()
