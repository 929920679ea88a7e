"""Kuhn and Leduc poker by hand: who wins what, what seats are shown, and that nothing hidden comes through."""

import numpy as np
import pytest

from dynasty_env.conformance.games import hiding, promises
from dynasty_env.kit.game import Game
from dynasty_env.kit.outcomes import outcomes
from dynasty_env.kit.state import State
from dynasty_env.reference import kuhn, leduc


def laid(game: Game, cards: list[int]) -> State:
    """A game with these cards dealt, by rank."""
    state = game.new(0, backend="interpreted", num_players=len(cards))
    state.record["card"][: len(cards)] = cards
    return state


KUHN = [
    ([2, 1], "pass pass", [1, -1]),
    ([0, 1], "bet bet", [-2, 2]),
    ([0, 1], "bet pass", [1, -1]),
    ([0, 2], "pass bet pass", [-1, 1]),
    ([1, 0], "pass bet bet", [2, -2]),
    ([3, 2, 1], "pass pass bet pass bet", [-1, 3, -2]),
    ([0, 1, 2], "bet pass pass", [2, -1, -1]),
    ([0, 3, 2], "pass bet bet bet", [-2, 4, -2]),
]


@pytest.mark.parametrize(("cards", "moves", "gains"), KUHN)
def test_kuhn_pays_the_highest_card_that_has_bet(cards: list[int], moves: str, gains: list[int]) -> None:
    state = laid(kuhn.GAME, cards)
    for move in moves.split():
        assert not state.done
        state.play(move)
    assert state.done
    assert state.scores() == gains


LEDUC = [
    ([0, 1], "call call", 2, "call call", [-1, 1]),  # the higher card
    ([0, 1], "call call", 0, "call call", [1, -1]),  # a pair
    ([1, 1], "raise call", 0, "call call", [0, 0]),  # equal cards share
    ([0, 1], "raise raise call", 2, "raise raise call", [-13, 13]),  # as much as can be
    ([0, 1], "raise fold", None, "", [1, -1]),
    ([0, 1], "call raise call", 2, "raise fold", [3, -3]),
    ([0, 1, 2], "call raise fold call", 3, "call call", [-3, 4, -1]),
]


@pytest.mark.parametrize(("cards", "first", "board", "second", "gains"), LEDUC)
def test_leduc_pays_pairs_then_ranks(
    cards: list[int], first: str, board: int | None, second: str, gains: list[int]
) -> None:
    state = laid(leduc.GAME, cards)
    moves = first.split()
    for move in moves[:-1]:
        state.play(move)
    after = outcomes(state, state.game.action_ids[moves[-1]])
    state = next(o.state for o in after if board is None or o.state.record["board"] == board)
    for move in second.split():
        state.play(move)
    assert state.done
    assert state.scores() == gains


def test_leduc_bounds_raises_and_folds() -> None:
    state = laid(leduc.GAME, [0, 1])
    names = state.game.action_names
    legal = []
    for move in ("call", "raise", "raise", "call"):
        legal.append([names[action] for action in state.legal()])
        state.play(move)
    assert legal == [["call", "raise"], ["call", "raise"], ["fold", "call", "raise"], ["fold", "call"]]
    assert state.view(0)["moves"][0][:5] == [2, 3, 3, 2, 0]


@pytest.mark.parametrize("game", [kuhn.GAME, leduc.GAME], ids=lambda game: game.name)
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("games", [4, pytest.param(40, marks=pytest.mark.slow)])
def test_nothing_hidden_comes_through(game: Game, seats: int, games: int) -> None:
    """All checks of hiding at every decision of random games, ends with shown cards included; clones and refusals."""
    rng = np.random.default_rng(seats)
    for seed in range(games):
        state = game.new(seed, backend="interpreted", num_players=seats)
        while True:
            assert state.call("audit") == 0
            hiding.check_hiding(state, [int(rng.integers(2**62))])
            if state.done:
                break
            hiding.check_resampled_end(state, int(rng.integers(seats)), rng)
            promises.check_refusals(state)
            promises.check_copies(state, rng)
            state.play(int(rng.choice(state.legal())))
        promises.check_returns(state, game.name)


@pytest.mark.parametrize("game", [kuhn.GAME, leduc.GAME], ids=lambda game: game.name)
def test_every_hand_that_can_be_is_redrawn_equally_often(game: Game) -> None:
    """Seat 0 holds a queen: of Kuhn's two other cards each is the other seat's half of the time; of Leduc's five the
    other queen once."""
    state = laid(game, [1, 0])
    found = np.bincount([int(state.hide(0, key).record["card"][1]) for key in range(2_000)], minlength=3) / 2_000
    expected = [1 / 2, 0, 1 / 2] if game is kuhn.GAME else [2 / 5, 1 / 5, 2 / 5]
    assert np.abs(found - expected).max() < 0.04
    assert {int(state.hide(0, key).record["card"][0]) for key in range(20)} == {1}
