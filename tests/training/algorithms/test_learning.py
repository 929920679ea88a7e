"""Every algorithm learns poker by reward alone, and nothing where rewards are shuffled.

Measured exactly, in chips: how far the network is from an equilibrium (NashConv; about 0.9 at the beginning of Kuhn
poker and 4.7 of Leduc poker), or what its likeliest actions win of random players.
"""

from typing import Any

import pytest

from tests.training.algorithms.curves import against_random, learned
from training.algorithms.a2c import A2C
from training.algorithms.base import SelfPlay
from training.algorithms.dmc import DMC
from training.algorithms.dqn import DQN
from training.algorithms.expert_iteration import ExpertIteration
from training.algorithms.mmd import MMD
from training.algorithms.nfsp import NFSP
from training.algorithms.ppo import PPO
from training.algorithms.ppo_oracle import PPOOracle
from training.algorithms.rnad import RNaD

Settings = dict[str, Any]
LONG: Settings = {"steps": 16}
OF_A2C: Settings = {"entropy": 0.1}
OF_NFSP: Settings = {**LONG, "reward": "points", "width": 64, "learning_rate": 2e-3, "anticipatory": 0.25}
OF_VALUES: Settings = {**LONG, "reward": "points"}
OF_THREE: Settings = {**OF_VALUES, "seats": 3}
OF_SEARCH: Settings = {"reward": "points", "steps": 8, "width": 64, "sharpness": 60.0}


def slow(*given: Any) -> Any:
    """In the long form: half a minute of one core at most."""
    return pytest.param(*given, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("kind", "game", "decisions", "settings", "most"),
    [
        (A2C, "kuhn_v0", 30_000, OF_A2C, 0.7), slow(A2C, "kuhn_v0", 60_000, OF_A2C, 0.66),
        (NFSP, "kuhn_v0", 30_000, OF_NFSP, 0.5), slow(PPO, "kuhn_v0", 100_000, LONG, 0.45),
        (PPOOracle, "kuhn_v0", 25_000, LONG, 0.72), slow(PPOOracle, "kuhn_v0", 50_000, LONG, 0.6),
        (RNaD, "kuhn_v0", 50_000, LONG, 0.45), slow(MMD, "leduc_v0", 600_000, {}, 1.3),
        slow(NFSP, "leduc_v0", 300_000, OF_NFSP, 1.8), slow(RNaD, "leduc_v0", 400_000, {}, 1.6),
        slow(NFSP, "leduc_v0", 100_000, {}, 4.2),
    ],
)  # fmt: skip
def test_it_comes_near_an_equilibrium(
    kind: type[SelfPlay], game: str, decisions: int, settings: Settings, most: float
) -> None:
    """In the short form not as near, and PPO not at all: what it learns of Nim shows it (tests/training/learn)."""
    begun, *_, ended = learned(kind, game, decisions, **settings)
    assert begun > {"kuhn_v0": 0.8, "leduc_v0": 4.5}[game]
    assert ended < most


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "game", "decisions", "settings", "least"),
    [
        (A2C, "kuhn_v0", 60_000, OF_A2C, 0.75), (PPO, "kuhn_v0", 100_000, LONG, 0.6),
        (RNaD, "kuhn_v0", 40_000, LONG, 0.6), (MMD, "leduc_v0", 200_000, {}, 3.0),
        (NFSP, "leduc_v0", 100_000, OF_NFSP, 4.0), (RNaD, "leduc_v0", 200_000, {}, 3.0),
    ],
)  # fmt: skip
def test_by_shuffled_rewards_it_does_not(
    kind: type[SelfPlay], game: str, decisions: int, settings: Settings, least: float
) -> None:
    assert learned(kind, game, decisions, shuffle_rewards=True, **settings)[-1] > least


@pytest.mark.parametrize(
    ("kind", "game", "decisions", "settings", "least"),
    [
        (DMC, "kuhn_v0", 30_000, OF_THREE, 0.2), slow(DMC, "leduc_v0", 80_000, OF_VALUES, 0.4),
        (DQN, "kuhn_v0", 15_000, OF_THREE, 0.3), slow(DQN, "leduc_v0", 50_000, OF_VALUES, 0.7),
        (ExpertIteration, "leduc_v0", 16_000, OF_SEARCH, 0.4),
    ],
)  # fmt: skip
def test_it_beats_random_players(
    kind: type[SelfPlay], game: str, decisions: int, settings: Settings, least: float
) -> None:
    assert against_random(kind, game, decisions, **settings) > least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "game", "decisions", "settings", "most"),
    [
        (DMC, "kuhn_v0", 30_000, {**OF_THREE, "seed": 1}, 0.2), (DMC, "kuhn_v0", 30_000, {**OF_THREE, "seed": 2}, 0.2),
        (DQN, "leduc_v0", 50_000, OF_VALUES, 0.35), (ExpertIteration, "leduc_v0", 16_000, OF_SEARCH, 0.4),
    ],
)  # fmt: skip
def test_having_learned_by_shuffled_rewards_it_does_not(
    kind: type[SelfPlay], game: str, decisions: int, settings: Settings, most: float
) -> None:
    assert against_random(kind, game, decisions, shuffle_rewards=True, **settings) < most
