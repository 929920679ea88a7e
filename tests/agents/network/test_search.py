"""A network improved by playouts of its own."""

import numpy as np
import pytest

import dynasty_env
from agents.network.player import ImprovedByItself, champion
from agents.registry import make_bot
from agents.search.budget import Budget
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from tests.agents.search.looks import compare_searches, scores_of, turn_of
from tests.memory.twins import AT_THE_DEAL
from training.arena.match import play_game

DUEL = dynasty_env.game("figures_v0")


def improved(game: Game, playouts: int, depth: int = 6) -> ImprovedByItself:
    return ImprovedByItself(champion(game), game, Budget(playouts=playouts), "itself", depth=depth)


def test_it_is_known_by_its_budget() -> None:
    name = "champion+search:200:champion"
    bot = make_bot(name, DUEL)
    assert isinstance(bot, ImprovedByItself) and bot.name == name and bot.budget == Budget(playouts=200)
    with pytest.raises(OptionError, match=r"'clever' cannot judge .* network=PATH, champion"):
        make_bot("champion+search:200:clever", DUEL)
    with pytest.raises(OptionError, match="'soon' is no budget"):
        make_bot("champion+search:soon:champion", DUEL)


def test_the_same_playouts_give_the_same_scores() -> None:
    state = DUEL.new(3)
    while state.mask.sum() < 3:
        state.play(int(state.mask.argmax()))
    one, two, other = (improved(DUEL, 60).scores(turn_of(state, seed))[0].tobytes() for seed in (1, 1, 2))
    assert one == two != other


def test_it_plays_whole_games() -> None:
    state = DUEL.new(5, num_players=2)
    assert play_game(state, [make_bot("champion+search:20:champion", DUEL)] * 2) > 0


def test_values_are_returns() -> None:
    state = DUEL.new(8, num_players=2)
    _, values = improved(DUEL, 100).scores(turn_of(state))
    tried = values[~np.isnan(values)]
    assert len(tried) >= 2 and (np.abs(tried) <= 1.5).all()  # a network's value may be a little beyond 1


@pytest.mark.parametrize("name", AT_THE_DEAL)
def test_twins_are_searched_alike(name: str) -> None:
    game = dynasty_env.game(name)
    assert compare_searches(game, [scores_of(improved(game, 24))], 8, 0.15) > 4
