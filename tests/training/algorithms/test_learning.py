"""Every algorithm learns poker by reward alone, and nothing where rewards are shuffled.

Measured exactly, in chips: how far the network is from an equilibrium (NashConv; about 0.9 at the beginning of Kuhn
poker and 4.7 of Leduc poker), or what its likeliest actions win of random players.
"""

from typing import Any

import pytest

from tests.training.algorithms.curves import OF_NFSP, against_random, learned
from training.algorithms.registry import ALGORITHMS

Settings = dict[str, Any]
LONG: Settings = {"steps": 16}
OF_A2C: Settings = {"entropy": 0.1}
OF_VALUES: Settings = {**LONG, "reward": "points"}
OF_THREE: Settings = {**OF_VALUES, "seats": 3}
OF_SEARCH: Settings = {"reward": "points", "steps": 8, "width": 64, "sharpness": 60.0}


def slow(*given: Any) -> Any:
    """In the long form: half a minute of one core at most."""
    return pytest.param(*given, marks=pytest.mark.slow)


def there(*cases: Any) -> list[Any]:
    """The cases whose algorithm there is: where one has been removed, the others are still tested."""
    return [case for case in cases if getattr(case, "values", case)[0] in ALGORITHMS]


@pytest.mark.parametrize(
    ("algorithm", "game", "decisions", "settings", "most"),
    there(
        ("a2c", "kuhn_v0", 30_000, OF_A2C, 0.7), slow("a2c", "kuhn_v0", 60_000, OF_A2C, 0.66),
        ("nfsp", "kuhn_v0", 30_000, OF_NFSP, 0.5), slow("ppo", "kuhn_v0", 100_000, LONG, 0.45),
        ("ppo_oracle", "kuhn_v0", 25_000, LONG, 0.72), slow("ppo_oracle", "kuhn_v0", 50_000, LONG, 0.6),
        ("rnad", "kuhn_v0", 50_000, LONG, 0.45), slow("mmd", "leduc_v0", 600_000, {}, 1.3),
        slow("nfsp", "leduc_v0", 300_000, OF_NFSP, 1.8), slow("rnad", "leduc_v0", 400_000, {}, 1.6),
        slow("nfsp", "leduc_v0", 100_000, {}, 4.2),
    ),
)  # fmt: skip
def test_it_comes_near_an_equilibrium(
    algorithm: str, game: str, decisions: int, settings: Settings, most: float
) -> None:
    """In the short form not as near, and PPO not at all: what it learns of Nim shows it (tests/training/learn)."""
    begun, *_, ended = learned(algorithm, game, decisions, **settings)
    assert begun > {"kuhn_v0": 0.8, "leduc_v0": 4.5}[game]
    assert ended < most


@pytest.mark.slow
@pytest.mark.parametrize(
    ("algorithm", "game", "decisions", "settings", "least"),
    there(
        ("a2c", "kuhn_v0", 60_000, OF_A2C, 0.75), ("ppo", "kuhn_v0", 100_000, LONG, 0.6),
        ("rnad", "kuhn_v0", 40_000, LONG, 0.6), ("mmd", "leduc_v0", 200_000, {}, 3.0),
        ("nfsp", "leduc_v0", 100_000, OF_NFSP, 4.0), ("rnad", "leduc_v0", 200_000, {}, 3.0),
    ),
)  # fmt: skip
def test_by_shuffled_rewards_it_does_not(
    algorithm: str, game: str, decisions: int, settings: Settings, least: float
) -> None:
    assert learned(algorithm, game, decisions, shuffle_rewards=True, **settings)[-1] > least


@pytest.mark.parametrize(
    ("algorithm", "game", "decisions", "settings", "least"),
    there(
        ("dmc", "kuhn_v0", 30_000, OF_THREE, 0.2), slow("dmc", "leduc_v0", 80_000, OF_VALUES, 0.4),
        ("dqn", "kuhn_v0", 15_000, OF_THREE, 0.3), slow("dqn", "leduc_v0", 50_000, OF_VALUES, 0.7),
        ("expert_iteration", "leduc_v0", 16_000, OF_SEARCH, 0.4),
    ),
)  # fmt: skip
def test_it_beats_random_players(algorithm: str, game: str, decisions: int, settings: Settings, least: float) -> None:
    assert against_random(algorithm, game, decisions, **settings) > least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("algorithm", "game", "decisions", "settings", "most"),
    there(
        *(("dmc", "kuhn_v0", 30_000, {**OF_THREE, "seed": seed}, 0.2) for seed in (1, 2)),
        ("dqn", "leduc_v0", 50_000, OF_VALUES, 0.35), ("expert_iteration", "leduc_v0", 16_000, OF_SEARCH, 0.4),
    ),
)  # fmt: skip
def test_having_learned_by_shuffled_rewards_it_does_not(
    algorithm: str, game: str, decisions: int, settings: Settings, most: float
) -> None:
    assert against_random(algorithm, game, decisions, shuffle_rewards=True, **settings) < most
