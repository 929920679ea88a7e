"""What a perfect critic would explain of a return, held against returns that are made of known parts."""

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME
from training.arena.choice_values import positions
from training.learn.ceiling import between, ceilings


@pytest.mark.parametrize("spread", [0.0, 0.5, 2.0])
def test_the_share_is_that_of_the_made_returns(spread: float) -> None:
    rng = np.random.default_rng(1)
    returns = spread * rng.normal(size=(1500, 1)) + rng.normal(size=(1500, 20))
    found = between(returns)
    assert found.share == pytest.approx(spread**2 / (1 + spread**2), abs=0.04)
    assert abs(found.share - spread**2 / (1 + spread**2)) < 4 * found.error


def test_whoever_sees_all_cards_can_foretell_no_less() -> None:
    states = positions(GAME, 12, 3, GAME.check_options({"num_players": 3}), forced=True)
    assert len({state.seed for state in states}) == 12
    assert not any(state.done for state in states)
    found = ceilings(GAME, states, 40, "rank")
    known, everything = found.values()
    assert everything.share > known.share - 3 * (everything.error + known.error)
    assert 0 < everything.share < 1
