"""PPO, tabula rasa: it learns what can be learned by reward alone, and nothing where rewards are shuffled."""

import pytest

from tests.training.algorithms.curves import learned
from training.algorithms.ppo import PPO


def test_kuhn_poker() -> None:
    begun, *_, ended = learned(PPO, "kuhn_v0", 100_000, steps=16)
    assert begun > 0.8
    assert ended < 0.45


@pytest.mark.slow
def test_nothing_is_learned_from_shuffled_rewards() -> None:
    *_, ended = learned(PPO, "kuhn_v0", 100_000, steps=16, shuffle_rewards=True)
    assert ended > 0.6
