"""Fitting the frozen value: it finds what is there to be found."""

from typing import Any

import numpy as np
import pytest

import dynasty_env
from dynasty_env.kit.experiments import experiments_of
from tests.tiny import dice
from training.arena.tables import Many
from training.benchmark.fit import Sampler, explained, fitted
from training.benchmark.playing.luck import redraw
from training.benchmark.playing.values import softmax


def test_the_line_is_found_again() -> None:
    rng = np.random.default_rng(0)
    line = rng.normal(size=6)
    layers = rng.normal(size=(4000, 3, 6)).astype(np.float32) * np.array([1, 2, 1, 1, 0.5, 1], np.float32)
    likely = softmax(layers @ line)
    winners = (rng.random((4000, 1)) > likely.cumsum(axis=1)).sum(axis=1)
    shares = np.eye(3)[winners]
    found = fitted(layers, shares)
    assert np.corrcoef(found, line)[0, 1] > 0.99
    assert explained(layers, shares, found) == pytest.approx(explained(layers, shares, line), abs=0.01)
    assert explained(layers, shares, np.zeros(6)) < 0.01


class Layer:
    """Stands for a network whose last layer is what a seat has."""

    def hidden(self, seen: Any) -> Any:
        return seen[:, 1:2].astype(np.float32)


def test_positions_are_kept_with_all_seats() -> None:
    many = Many(dice.GAME, dice.GAME.blank(500, dice.GAME.check_options({"num_players": 3})), "interpreted")
    many.deal(np.arange(500))
    many.array["sums"][:, :3] = (1, 2, 3)
    sampler = Sampler(Layer(), 0)  # type: ignore[arg-type]
    sampler(many, np.arange(500))
    assert 10 <= len(sampler.games[0]) <= 60
    assert sampler.layers[0].shape == (len(sampler.games[0]), 3, 1)
    assert (sampler.layers[0] == [[[1], [2], [3]]]).all()


@pytest.mark.parametrize("name", dynasty_env.GAMES)
def test_what_is_redrawn_is_what_nobody_knows(name: str) -> None:
    """The same cards lie in each pile in another order, nothing else on the table changes, and play goes on soundly."""
    game = dynasty_env.game(name)
    options = game.check_options({"num_players": 3, **({"witches": True} if name == "dynasty_v0" else {})})
    rng, many = np.random.default_rng(2), Many(game, game.blank(2, options), "interpreted")
    many.deal(np.array([5, 6]))
    moved = 0
    for _ in range(25):
        copies = many.copies(np.arange(2), 1)
        keys = rng.integers(2**32, size=(2, 2))
        redraw(game, copies.array, (keys[0], keys[1]))
        inside: dict[str, np.ndarray[Any, Any]] = {}
        for pile in experiments_of(game).piles(many.array):
            field = pile.field
            places = inside.setdefault(field, np.zeros(many.array[field].shape, bool))
            for row in range(2):
                here = slice(int(pile.start[row]), int(pile.start[row] + pile.count[row]))
                assert sorted(copies.array[field][row, here]) == sorted(many.array[field][row, here])
                places[row, here] = True
        for field in many.array.dtype.names or ():
            same = copies.array[field] == many.array[field]
            if field not in ("key0", "key1", "draws"):
                assert (same | inside.get(field, np.zeros(1, bool))).all(), field
                moved += int((~same).sum())
        for row in range(2):
            state = many.state(row)
            copy = copies.state(row)
            assert copy.call("audit") == 0
            for seat in range(3):
                assert (copy.observe(seat) == state.observe(seat)).all()
            if not state.done:
                assert (copy.legal() == state.legal()).all()
                state.play(int(rng.choice(state.legal())))
    assert moved > 400 or (moved == 0 and not experiments_of(game).piles(many.array)), "a game may have no piles"
