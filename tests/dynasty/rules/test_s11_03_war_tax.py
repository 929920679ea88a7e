"""§11-03-08, 12: war tax (軍税) and advent (襲来)."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.game import GAME

# ------------------------------------------------------------------------------------------------------- §11-03-12


@pytest.mark.rule("§11-03")
def test_s11_03_abilities_are_on_unless_switched_off() -> None:
    """ch. 1, options: `abilities` is True by default."""
    assert GAME.new(1, backend="interpreted").options["abilities"] is True
