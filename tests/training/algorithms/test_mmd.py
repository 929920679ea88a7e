"""Magnetic mirror descent: near an equilibrium with its magnet, and not without; the formulas on an example."""

import math

import pytest
import torch

from tests.training.algorithms.curves import learned
from training.algorithms.mmd import annealed, divergence, uniform
from training.learn.network import Choices


def test_the_temperature_falls() -> None:
    assert annealed(0.4, 0.1, 0.5) == pytest.approx(0.2)
    assert annealed(0.4, 0.0, 0.5) == pytest.approx(0.2)
    assert annealed(0.0, 0.0, 0.5) == 0


def test_the_divergence_from_a_player_that_does_not_choose() -> None:
    log_prob = torch.tensor([0.5, 0.25, 0.25, 1.0]).log()
    choices = Choices(torch.tensor([0, 0, 0, 1]), torch.tensor([0, 1, 2, 1]), log_prob, torch.zeros(2))
    expected = (0.5 * math.log(1.5) + 2 * 0.25 * math.log(0.75)) / 2
    assert divergence(choices, uniform(choices)).item() == pytest.approx(expected, abs=1e-6)
    assert divergence(choices, log_prob).item() == 0


@pytest.mark.parametrize(("decisions", "most"), [(40_000, 0.5), pytest.param(100_000, 0.42, marks=pytest.mark.slow)])
def test_kuhn_poker(decisions: int, most: float) -> None:
    """Over the second half of the curve."""
    near = learned("mmd", "kuhn_v0", decisions, steps=16)
    assert near[0] > 0.8
    assert sum(near[5:]) / len(near[5:]) < most


@pytest.mark.slow
def test_kuhn_poker_without_the_magnet() -> None:
    """The policy runs in circles, now near, now far."""
    circling = learned("mmd", "kuhn_v0", 100_000, steps=16, temperature=0.0, temperature_end=0.0)
    assert sum(circling[5:]) / len(circling[5:]) > 0.42
