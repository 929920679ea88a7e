"""Compares what `observe` writes with the same pieces worked out plainly, over random games of mixed options."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np

from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State
from tests.rare import rare

Pieces = Mapping[str, Sequence[int] | int]
FILLED = 99
"""What lies in the buffer before: `observe` writes every byte of it."""


def observed(state: State, seat: int) -> np.ndarray[Any, Any]:
    """What `seat` sees, written over a buffer in which something else stood."""
    seen = np.full(state.game.layout.size, FILLED, np.int8)
    state.call("observe", seat, state.game.layout.records(seen))
    return seen


def compare(
    game: Game, plainly: Callable[[Any, int], Pieces], backend: BackendName, games: int, every: int
) -> dict[str, set[int]]:
    """Compare all seats' observations at rare decisions, then in random games, each with options of its own, at the
    beginning and the end and after about one decision in `every`. Gives the values met in each piece."""
    met: dict[str, set[int]] = {name: set() for name in game.layout}
    for state in rare(game):
        for seat in range(state.num_players):
            check(state, seat, plainly, met)
    for seed in range(games):
        rng = np.random.default_rng(seed)
        options = {each.name: Random(f"{seed} {each.name}").choice(each.values) for each in game.options}
        state = game.new(seed, backend=backend, **options)
        looked = True
        while True:
            if looked or state.done:
                for seat in range(state.num_players):
                    check(state, seat, plainly, met)
            if state.done:
                break
            state.play(int(rng.choice(state.legal())))
            looked = rng.integers(every) == 0
    return met


def check(state: State, seat: int, plainly: Callable[[Any, int], Pieces], met: dict[str, set[int]]) -> None:
    """Assert that `seat` sees piece by piece what is expected."""
    wanted, seen = plainly(state.tables[0], seat), observed(state, seat)
    assert wanted.keys() == state.game.layout.keys()
    for name, piece in state.game.layout.items():
        values = piece.of(seen).ravel().tolist()
        told = f"{name} of seat {seat} in phase {state.phase}, {state.options}, game {state.seed}"
        assert values == np.ravel(wanted[name]).tolist(), told
        met[name].update(values)
