"""Chances in words."""

import pytest

from dynasty_env.kit.message import Chance


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.0, "0 %"),
        (1e-9, "under 1 %"),
        (0.01, "1 %"),
        (0.335, "34 %"),
        (0.99, "99 %"),
        (1 - 1e-9, "over 99 %"),
        (1.0, "100 %"),
    ],
)
def test_only_what_is_certain_is_called_so(chance: float, said: str) -> None:
    assert Chance(chance) == said
