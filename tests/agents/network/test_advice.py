"""What a game's bot thinks of actions, as features."""

import numpy as np
import pytest

from agents.network.advice import NUMBERS, OF_ALL, advice_on
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from tests.games import ALL
from tests.tiny import nim

FLOAT = np.float32


def test_by_hand() -> None:
    """Two decisions: one of three actions, the last of which is out of the question, and one without a choice."""
    values = np.array([0.30, 0.25, -1e9, -7.0], FLOAT)
    of_action, of_all = advice_on(values, np.array([0, 0, 0, 1]))
    assert of_action.shape == (4, NUMBERS)
    assert of_all.shape == (2, OF_ALL)
    fine = np.log1p(0.05 * 200) / np.log(201)
    assert of_action[0].tolist() == [1, 0, 0, 0, 0]
    assert of_action[1] == pytest.approx([0, -fine, -0.5, -1, 0], abs=1e-5)
    assert of_action[2] == pytest.approx([0, -1, -1, -1, 1])
    assert of_action[3].tolist() == [1, 0, 0, 0, 0]
    assert of_all[0] == pytest.approx([0.30, fine], abs=1e-5)
    assert of_all[1].tolist() == [-1, 2]  # what is far below a chance is cut off


def test_equally_good_actions_are_all_the_bots_choice() -> None:
    of_action, of_all = advice_on(np.array([2.0, 2.0], FLOAT), np.zeros(2, np.int64))
    assert of_action[:, 0].tolist() == [1, 1]
    assert of_all.tolist() == [[1, 2]]


@pytest.mark.parametrize("game", [game for game in ALL if game.values_actions], ids=lambda game: game.name)
def test_the_bot_takes_what_it_values_most_unless_it_looks_further_to_advise(game: Game) -> None:
    other = 0
    rng = np.random.default_rng(0)
    state = game.new(1)
    for _ in range(60):
        seen, mask, legal = state.observe(state.seat)[None], state.mask[None], state.legal()
        values = game.advice(seen, mask, backend="interpreted")[0]
        other += int(game.greedy_actions(seen, mask, backend="interpreted")[0]) != legal[values[legal].argmax()]
        assert not values[mask[0] == 0].any()
        state.play(int(rng.choice(legal)))
    assert (other > 0) == game.looks_ahead


def test_a_game_whose_bot_values_nothing_says_so() -> None:
    with pytest.raises(OptionError, match="nim_v0 has no compiled bot that values actions"):
        nim.GAME.advice(np.zeros((1, nim.GAME.layout.size), np.int8), np.ones((1, 3), np.int8))
