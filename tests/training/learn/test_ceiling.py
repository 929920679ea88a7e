"""What a perfect critic would explain of a return, held against returns that are made of known parts."""

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME
from training.arena.choice_values import positions
from training.learn.ceiling import between, ceilings, stages


@pytest.mark.parametrize("spread", [0.0, 0.5, 2.0])
def test_the_share_is_that_of_the_made_returns(spread: float) -> None:
    rng = np.random.default_rng(1)
    returns = spread * rng.normal(size=(1500, 1)) + rng.normal(size=(1500, 20))
    found = between(returns)
    assert found.share == pytest.approx(spread**2 / (1 + spread**2), abs=0.04)
    assert abs(found.share - spread**2 / (1 + spread**2)) < 4 * found.error


def test_whoever_sees_all_cards_can_foretell_no_less() -> None:
    states = [state for state, _ in positions(GAME, 12, 3, GAME.check_options({"num_players": 3}), forced=True)]
    assert len({state.seed for state in states}) == 12
    assert not any(state.done for state in states)
    known, everything = ceilings(GAME, states, 40, "rank")
    assert everything.share > known.share - 3 * (everything.error + known.error)
    assert 0 < everything.share < 1


@pytest.mark.parametrize("games", [12, pytest.param(60, marks=pytest.mark.slow)])
def test_the_later_in_a_game_the_more_is_decided(games: int) -> None:
    first, late = stages(GAME, games, 3, GAME.check_options({"num_players": 2}), [0, 0.95])
    deals = [state.seed for state in first]
    assert deals == [state.seed for state in late] and len(set(deals)) == games
    dealt = [GAME.new(seed, backend="compiled", num_players=2) for seed in deals]
    assert [state.to_dict() for state in first] == [state.to_dict() for state in dealt]
    assert not any(state.done for state in late)
    assert ceilings(GAME, late, 40, "rank")[1].share > ceilings(GAME, first, 40, "rank")[1].share + 0.1
