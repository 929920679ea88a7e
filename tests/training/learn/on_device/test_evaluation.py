"""What a device's evaluation finds is what the CPU's finds."""

import pytest

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from tests.tiny import nim, weighed_nim
from training.arena.evaluate import evaluate, player_of
from training.learn.network import for_game
from training.learn.on_device.dense import DenseNetwork
from training.learn.on_device.evaluation import evaluate_on
from training.learn.policy_bot import network_player


@pytest.mark.parametrize("game", [nim.GAME, weighed_nim.GAME], ids=lambda game: game.name)
def test_the_same_games_have_the_same_ends(game: Game) -> None:
    """Where nobody draws: the likeliest action against greedy."""
    network = for_game(game, 16, 8, sharpness=2.0).eval()
    wanted = evaluate(game, network_player(network, best=True), player_of("greedy", game), games=40)
    assert evaluate_on(game, DenseNetwork(network), "greedy", games=40, best=True) == wanted


def test_it_stops_when_it_is_asked_to_and_plays_against_random() -> None:
    dense = DenseNetwork(for_game(nim.GAME, 8))
    assert evaluate_on(nim.GAME, dense, "random", games=50, stop=lambda ended: True).games == 0
    assert 0 < evaluate_on(nim.GAME, dense, "random", games=400).rate < 1
    with pytest.raises(OptionError, match="others='champion'"):
        evaluate_on(nim.GAME, dense, "champion")
